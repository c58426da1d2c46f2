// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run --policy=overwrite -o %t.trace -- %t faults | FileCheck %s --check-prefix=FAULTS
// RUN: %check_ctf %t.trace
// RUN: env IPOINT_RING_SIZE=16M %ipoint_run -o %t.trace -- %t calls
// RUN: %check_ctf %t.trace
// RUN: %ipoint_run --policy=overwrite -o %t.trace -- %t calls
// RUN: %check_ctf %t.trace
// Warm means: after the thread's first record. No page of the ring faults, the first time round
// included (8M: 2049 pages), and a seccomp filter that kills at the first system call other than
// exit has nothing to kill. The stream's ring holds all records: a thread waits at a full one,
// which takes a system call.
// FAULTS: 0 faults
#include "ipoint/probe.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static void probes(long n) {
  while (n-- > 0) {
    ipoint_timed(300u);
    ipoint_untimed(301u);
  }
}

int main(int argc, char **argv) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  struct rusage before, after;
  ipoint_timed(300u);
  if (strcmp(argv[argc - 1], "faults") == 0) {
    getrusage(RUSAGE_SELF, &before);
    probes(4000000);
    getrusage(RUSAGE_SELF, &after);
    printf("%ld faults\n", after.ru_minflt - before.ru_minflt + after.ru_majflt - before.ru_majflt);
    return 0;
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return 1;
  probes(400000);
  syscall(SYS_exit_group, 0);
  return 1;
}
#include "Inputs/unit.h"
