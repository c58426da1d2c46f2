// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: %ipoint_run -o %t.trace -- %t | FileCheck %s --check-prefix=NUMBERS
// RUN: grep 'task_' %t.trace/metadata | sort | sed 's/task_[0-9]*/task/' | sort >%t.names
// RUN: FileCheck %s --input-file=%t.names
// RUN: %check_ctf %t.trace
// RUN: env IPOINT_POLICY=overwrite %ipoint_run -o %t.trace -- %t && %check_ctf %t.trace
// RUN: grep 'task_' %t.trace/metadata | sort | sed 's/task_[0-9]*/task/' | sort >%t.names
// RUN: FileCheck %s --input-file=%t.names
// The name that the program gives wins, before or behind the first probe, and however long the
// thread lives; a thread that has the process's name has none.
// NUMBERS: done
// CHECK: task = "from \"here\"";
// CHECK-NEXT: task = "main";
// CHECK-NEXT: task = "named-by-posix";
// CHECK-NEXT: task = "the first";
// CHECK-NOT: {{.}}
#define _GNU_SOURCE
#include "ipoint/ipoint.h"
#include "ipoint/probe.h"
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *by_posix(void *argument) {
  ipoint_timed(300u);
  pthread_setname_np(pthread_self(), "named-by-posix");
  usleep(300000);
  ipoint_timed(300u);
  return argument;
}

static void *by_call(void *argument) {
  if (argument)
    ipoint_name_thread(argument);
  ipoint_timed(300u);
  if (!argument)
    ipoint_name_thread("from \"here\"");
  return argument;
}

static void *unnamed(void *argument) {
  ipoint_timed(300u);
  return argument;
}

int main(void) {
  static char first[] = "the first";
  pthread_t threads[4];
  int i;
  ipoint_timed(300u);
  ipoint_name_thread("main");
  pthread_create(&threads[0], NULL, by_posix, NULL);
  pthread_create(&threads[1], NULL, by_call, NULL);
  pthread_create(&threads[2], NULL, by_call, first);
  pthread_create(&threads[3], NULL, unnamed, NULL);
  for (i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  puts("done");
  return 0;
}
#include "Inputs/unit.h"
