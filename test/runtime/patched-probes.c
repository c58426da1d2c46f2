// Probes that are no-ops until a trace is wanted: what is recorded is what inline probes record, from programs, libraries,
// libraries that are loaded twice, and static links; and the code is the plain one where nothing is recorded.
// RUN: rm -rf %t.* && mkdir %t.d && cd %t.d
// RUN: %cc -O2 -fPIC -shared -DLIBRARY -DIPOINT_PATCHED_PROBES %s -o library.so %link_runtime
// RUN: %cc -O2 -fPIC -shared -DLIBRARY %s -o inline.so %link_runtime
// RUN: %cc -O2 %s -o inline %link_runtime -ldl
// RUN: %cc -O2 -DIPOINT_PATCHED_PROBES %s -o patched %link_runtime -ldl
// RUN: %clang -O1 -DIPOINT_PATCHED_PROBES %s -o clang %link_runtime -ldl
// RUN: %cc -Os -DIPOINT_PATCHED_PROBES %s -o small %link_runtime -ldl
// RUN: %cc -O2 -flto -ffunction-sections -Wl,--gc-sections -DIPOINT_PATCHED_PROBES %s -o lto %link_runtime -ldl
// RUN: %ipoint_run -o inline.trace -- ./inline ./inline.so 2>inline.said && FileCheck %s <inline.said
// RUN: for program in patched clang small lto; do ./$program ./library.so plain && %ipoint_run -o $program.trace -- ./$program ./library.so 2>said && FileCheck %s <said || exit 1; done
// Another library where the first one was.
// RUN: %cc -O2 -fPIC -shared -DLIBRARY -DPAD -DIPOINT_PATCHED_PROBES %s -o other.so %link_runtime
// RUN: %ipoint_run -o other.trace -- ./patched ./library.so ./other.so 2>other.said && FileCheck %s <other.said
// RUN: for trace in *.trace; do %babeltrace2 $trace 2>warnings | sed -n 's/.*ipoint = \([45]..\) .*/\1/p' | sort | uniq -c >$trace.ids && test ! -s warnings || exit 1; done; for ids in *.ids; do cmp $ids inline.trace.ids || exit 1; done
// RUN: %check_ctf *.trace
// 3 ipoints a call, 1000 calls of each of 2 functions, and of the library's twice.
// CHECK: 9,000 records of 1 thread
//
// RUN: %cc -O2 -static -DSTATIC -DIPOINT_PATCHED_PROBES %s -o static %link_runtime && ./static - plain
// RUN: %ipoint_run -o static.trace -- ./static - 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: 6,000 records of 1 thread
//
// The code is made writable for a moment, and not written through /proc; where that isn't allowed, it is said.
// RUN: %ipoint_run -o a.trace -- ./patched ./library.so no-mem 2>&1 | FileCheck %s --check-prefix=LATER
// LATER: 9,000 records of 1 thread
// RUN: %ipoint_run -o b.trace -- ./patched ./inline.so no-mem-no-exec 2>&1 | FileCheck %s --check-prefix=NEITHER
// NEITHER: 3,000 records of 1 thread
// NEITHER: 1 module could not be given probes: {{.*}}; build with IPOINT_PROBES=inline
// RUN: %ipoint_run -o b.trace -- ./patched ./library.so no-mem-no-exec 2>&1 | FileCheck %s --check-prefix=NOTHING
// The library is loaded twice.
// NOTHING: nothing was recorded: 3 modules could not be given probes: {{.*}}; build with IPOINT_PROBES=inline
#include "ipoint/probe.h"
#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifdef LIBRARY
#define FUNCTION library
#define FIRST 500u
#else
#define FUNCTION here
#define FIRST 400u
#endif

__attribute__((noinline)) int FUNCTION(int n) {
  ipoint_timed(FIRST);
  if (n & 1) {
    ipoint_untimed(FIRST + 1);
    n *= 3;
  } else {
    ipoint_untimed(FIRST + 2);
    n += 7;
  }
  ipoint_timed(FIRST + 3);
  return n;
}

#ifdef LIBRARY

#ifdef PAD
static const char pad[64] = {1};
const char *volatile padding = pad;
#endif

static const struct ipoint_unit ipoint_this_unit = {{1u, 500u, 100u, 0x202u, 1u, 2u, 1u, 2u, 3u, 4u}};

#else

static const struct ipoint_unit ipoint_this_unit = {{1u, 400u, 100u, 0x202u, 3u, 4u, 1u, 2u, 3u, 4u}};

static __attribute__((noinline)) int there(int n) {
  ipoint_untimed(410u);
  ipoint_untimed(411u);
  ipoint_timed(412u);
  return n;
}

// No-ops for probes in the function's first bytes.
static int has_no_probe(int (*function)(int)) {
  const unsigned char *code = (const unsigned char *)function;
  int i;
  for (i = 0; i < 32; i++)
    if (memcmp(code + i, "\x0f\x1f\x84", 4) == 0)
      return 1;
  return 0;
}

/* By an instruction: behind a filter that it knows of, the runtime makes no system call at all. */
static long install(struct sock_fprog *program) {
  register long none __asm__("r10") = 0;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"((long)SYS_prctl), "D"((long)PR_SET_SECCOMP), "S"((long)SECCOMP_MODE_FILTER), "d"(program), "r"(none)
                   : "rcx", "r11", "memory");
  return result;
}

// A filter without open, or without open and without mprotect to memory that runs.
static void forbid(int exec_too) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pwrite64, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PROT_READ | PROT_WRITE | PROT_EXEC, exec_too ? 0 : 1, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || install(&program) != 0)
    printf("no filter\n");
}

// Before any unit is told of.
__attribute__((constructor(101))) static void begin(int argc, char **argv) {
  const char *last = argv[argc - 1];
  if (strncmp(last, "no-mem", 6) == 0)
    forbid(strcmp(last, "no-mem-no-exec") == 0);
}

int main(int argc, char **argv) {
  int i, round, plain = argc > 2 && strcmp(argv[2], "plain") == 0;
  for (i = 0; i < 1000; i++)
    here(i), there(i);
#ifndef STATIC
  for (round = 0; round < 2; round++) {
    void *library = dlopen(round && argc > 2 && strstr(argv[2], ".so") ? argv[2] : argv[1], RTLD_NOW);
    int (*function)(int) = library ? (int (*)(int))dlsym(library, "library") : 0;
    if (!function)
      return puts(dlerror()), 1;
    for (i = 0; i < 500; i++)
      function(i);
    dlclose(library);
  }
#endif
  (void)round;
  return plain && !has_no_probe(here);
}

#endif
