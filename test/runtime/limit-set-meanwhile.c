// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: env IPOINT_RING_SIZE=8K %ipoint_run -o %t.trace -- %t 2>%t.err | FileCheck %s
// RUN: %check_ctf %t.trace
// A thread whose ring needs a descriptor that the program may not have any more raises the limit for a moment. What another
// thread sets meanwhile is the limit afterwards, whichever call comes first: open() is the program's own here, which sets
// it while the runtime is between its calls.
// CHECK: no descriptor left
// CHECK-NEXT: set while it was raised, and kept
// CHECK-NEXT: it would have been lowered, and is not
#include "ipoint/probe.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct rlimit set; /* what the program sets next; 0: nothing */
static rlim_t seen;       /* what the limit was then */

/* The runtime's too. Of a thread that raises the limit, the first call behind that. */
int open(const char *name, int flags, ...) {
  va_list more;
  mode_t mode;
  struct rlimit now;
  va_start(more, flags);
  mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
  va_end(more);
  getrlimit(RLIMIT_NOFILE, &now);
  if (set.rlim_cur && now.rlim_cur > 20) {
    seen = now.rlim_cur;
    setrlimit(RLIMIT_NOFILE, &set);
    set.rlim_cur = 0;
  }
  return (int)syscall(SYS_openat, AT_FDCWD, name, flags, mode);
}

/* Lives on: another thread has to make a ring too. */
static void *work(void *begun) {
  ipoint_timed(300u);
  pthread_barrier_wait(begun);
  pause();
  return begun;
}

static rlim_t limit_after_setting(rlim_t value) {
  struct rlimit limit;
  pthread_t thread;
  pthread_barrier_t begun;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = 20;
  setrlimit(RLIMIT_NOFILE, &limit);
  set = limit;
  set.rlim_cur = value;
  seen = 0;
  pthread_barrier_init(&begun, NULL, 2);
  pthread_create(&thread, NULL, work, &begun);
  pthread_barrier_wait(&begun);
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

int main(void) {
  struct rlimit limit;
  rlim_t after;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = 20;
  setrlimit(RLIMIT_NOFILE, &limit);
  while (open("/dev/null", O_RDONLY) >= 0)
    ;
  puts(errno == EMFILE ? "no descriptor left" : "one left");
  after = limit_after_setting(40);
  puts(seen > 20 && after == 40 ? "set while it was raised, and kept" : "what was set is lost");
  after = limit_after_setting(10);
  puts(seen > 20 && after == 10 ? "it would have been lowered, and is not" : "what was set is lost");
  return 0;
}
#include "Inputs/unit.h"
