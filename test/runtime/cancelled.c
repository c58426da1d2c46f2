// RUN: %cc -O2 -pthread -fPIC -shared -DLIBRARY -I%runtime_include %s -o %t.so
// RUN: %cc -O2 -pthread -I%runtime_include %s %link_runtime -o %t -ldl
// RUN: timeout 60 %t %t.so | FileCheck %s
// RUN: %ipoint_run -o %t.trace -- timeout 60 %t %t.so | FileCheck %s
// RUN: %check_ctf %t.trace
// A thread that is to be cancelled goes through fork() and dlopen() as it does without us: they are no points of
// cancellation. The library registers another unit.
// CHECK: forked 7
// CHECK-NEXT: loaded
// CHECK-NEXT: cancelled
#define IPOINT_NO_UNIT
#include "ipoint/probe.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct ipoint_unit unit = {{1u, 256u, 100u, 0x202u, 1u, 2u, 1u, 2u, 3u, 4u}};
__attribute__((constructor)) static void add(void) { ipoint_register(&unit); }

#ifndef LIBRARY
static const char *library;
static int status, loaded;

static void *work(void *argument) {
  pid_t child;
  int state;
  ipoint_timed(300u);
  pthread_cancel(pthread_self());
  child = fork();
  if (child == 0)
    _exit(7);
  loaded = dlopen(library, RTLD_NOW) != NULL;
  ipoint_timed(301u);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  waitpid(child, &status, 0);
  pthread_setcancelstate(state, NULL);
  pthread_testcancel();
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  void *result = NULL;
  library = argv[argc - 1];
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, &result);
  printf("forked %d\n", WEXITSTATUS(status));
  puts(loaded ? "loaded" : "not loaded");
  puts(result == PTHREAD_CANCELED ? "cancelled" : "not cancelled");
  return 0;
}
#endif
