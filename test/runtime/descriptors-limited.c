// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: env IPOINT_RING_SIZE=8K %ipoint_run -o %t.trace -- %t 2>%t.err | FileCheck %s
// RUN: %check_ctf %t.trace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// Threads that begin where the program has no descriptor left run on, and are missing; its limit stays what it was. Later
// ones, where it has some, are recorded.
// CHECK: no descriptor left
// CHECK-NEXT: the limit is the same
// SAID: 320 records of {{[0-9]+}} threads in {{.*}} (0 lost)
// SAID-NEXT: 320 threads could not be recorded: Too many open files
// SAID-NOT: {{.}}
#include "ipoint/probe.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#define THREADS 16
#define ROUNDS 20

static pthread_barrier_t together;

static void *work(void *argument) {
  pthread_barrier_wait(&together);
  ipoint_timed(300u);
  pthread_barrier_wait(&together);
  return argument;
}

static void rounds(void) {
  pthread_t threads[THREADS];
  int round, i;
  for (round = 0; round < ROUNDS; round++) {
    for (i = 0; i < THREADS; i++)
      pthread_create(&threads[i], NULL, work, NULL);
    for (i = 0; i < THREADS; i++)
      pthread_join(threads[i], NULL);
  }
}

int main(void) {
  struct rlimit limit = {0, 0}, after;
  int file, last = -1;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = 40;
  setrlimit(RLIMIT_NOFILE, &limit);
  while ((file = open("/dev/null", O_RDONLY)) >= 0)
    last = file;
  puts(open("/dev/null", O_RDONLY) < 0 ? "no descriptor left" : "one left");
  pthread_barrier_init(&together, NULL, THREADS);
  rounds();
  while (last > 10)
    close(last--);
  rounds();
  getrlimit(RLIMIT_NOFILE, &after);
  puts(after.rlim_cur == limit.rlim_cur ? "the limit is the same" : "the limit has changed");
  return 0;
}
#include "Inputs/unit.h"
