// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %cc -O2 -pthread -static -I%runtime_include %s %runtime_libdir/libipoint.a -o %t.static
// RUN: rm -rf %t.d && mkdir %t.d && bash %S/Inputs/as-plain.sh %t.d "%ipoint_run" %t %trace_count "%check_ctf" return exit _exit quick_exit abort segv term pthread_exit exec nofile chroot close-all
// RUN: bash %S/Inputs/as-plain.sh %t.d "%ipoint_run" %t.static %trace_count "%check_ctf" quick_exit abort exec nofile
//
// Where the runtime can't have what it wants, the program runs as it would, and what is missing is said.
// RUN: (%ipoint_run -o %t.trace -- %t fsize || :) 2>&1 | FileCheck %s --check-prefix=FSIZE
// RUN: %check_ctf %t.trace
// FSIZE: 1 thread could not be recorded: File too large
// RUN: (%ipoint_run -o %t.trace -- %t no-files || :) 2>&1 | FileCheck %s --check-prefix=FILES
// RUN: %check_ctf %t.trace
// FILES: 1 thread could not be recorded: Too many open files
// RUN: (%ipoint_run -o %t.trace -- %t space || :) 2>&1 | FileCheck %s --check-prefix=SPACE
// RUN: %check_ctf %t.trace
// SPACE: 1 ring is smaller than 8M for want of room, the smallest {{2M|1M}}
// RUN: (%ipoint_run -o %t.trace -- %t chroot || :) 2>&1 | FileCheck %s --check-prefix=CHROOT
// RUN: %check_ctf %t.trace
// CHROOT: 1 thread could not be recorded: No such file or directory
#define _GNU_SOURCE
#include "ipoint/probe.h"
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void probes(int n) {
  while (n-- > 0) {
    ipoint_timed(300u);
    ipoint_untimed(301u);
  }
}

static void *work(void *argument) {
  probes(50);
  return argument;
}

static void thread(void) {
  pthread_t other;
  if (pthread_create(&other, NULL, work, NULL) == 0)
    pthread_join(other, NULL);
}

static int limit(int what, rlim_t soft, rlim_t hard) {
  struct rlimit both = {soft, hard};
  return setrlimit(what, &both);
}

/* A separate user namespace, so that the test needs no root. */
static int change_root(void) {
  if (chroot("/proc/self/fdinfo") == 0)
    return 0;
  return unshare(CLONE_NEWUSER) == 0 ? chroot("/proc/self/fdinfo") : -1;
}

/* 0 if it could be done; else the rest is not worth while. */
static int prepare(const char *how) {
  if (strcmp(how, "fsize") == 0)
    return limit(RLIMIT_FSIZE, 0, 0);
  if (strcmp(how, "no-files") == 0)
    return limit(RLIMIT_NOFILE, 3, 3);
  if (strcmp(how, "nofile") == 0)
    return limit(RLIMIT_NOFILE, 3, 64);
  if (strcmp(how, "space") == 0)
    return limit(RLIMIT_AS, 150 << 20, 150 << 20);
  if (strcmp(how, "chroot") == 0)
    return change_root();
  if (strcmp(how, "close-all") == 0) {
    closefrom(3);
    close(0);
    close(2);
  }
  return 0;
}

int main(int argc, char **argv) {
  const char *how = argv[1];
  struct rlimit no_core = {0, 0};
  if (argc > 2)
    return 9;
  setrlimit(RLIMIT_CORE, &no_core);
  if (strcmp(how, "space") != 0)
    probes(50);
  if (prepare(how) != 0)
    return 77;
  probes(10000);
  if (strcmp(how, "space") != 0)
    thread();
  puts("done");
  fflush(stdout);
  if (strcmp(how, "exit") == 0)
    exit(6);
  if (strcmp(how, "_exit") == 0)
    _exit(6);
  if (strcmp(how, "quick_exit") == 0)
    quick_exit(6);
  if (strcmp(how, "abort") == 0)
    abort();
  if (strcmp(how, "segv") == 0)
    *(volatile int *)(size_t)argc = 0;
  if (strcmp(how, "term") == 0)
    raise(SIGTERM);
  if (strcmp(how, "pthread_exit") == 0)
    pthread_exit(NULL);
  if (strcmp(how, "exec") == 0)
    execl(argv[0], argv[0], "exec", "again", (char *)NULL);
  return 5;
}
#include "Inputs/unit.h"
// REQ: IP-REQ-019
