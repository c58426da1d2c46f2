// RUN: %cc -O2 -fPIC -shared -DLIBRARY %s %link_runtime -o %t.so
// RUN: %cc -O2 %s -o %t -ldl
// RUN: %cc -O2 -DINSTRUMENTED %s %link_runtime -o %t.instrumented -ldl
// RUN: %ipoint_run -o %t.trace -- %t %t.so 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %check_ctf %t.trace
// RUN: %ipoint_run -o %t.trace -- %t.instrumented %t.so 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: %check_ctf %t.trace
// RUN: grep -c unit_ %t.trace/metadata | FileCheck %s --check-prefix=UNITS
// RUN: %t.instrumented %t.so
// An instrumented library is loaded, called by two threads, unloaded, and that again; the program has a runtime or not.
// PLAIN: ipoint-run: 6,000 records of 3 threads in {{.*}} (0 lost)
// BOTH: ipoint-run: 6,006 records of 3 threads in {{.*}} (0 lost)
// UNITS: 2
#define IPOINT_NO_UNIT
#if defined(LIBRARY) || defined(INSTRUMENTED)
#include "ipoint/probe.h"
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#ifdef LIBRARY
static const struct ipoint_unit unit = {{1u, 9000000u, 10u, 0x202u, 1u, 2u, 1u, 2u, 3u, 4u}};
__attribute__((constructor)) static void add(void) { ipoint_register(&unit); }

void *work(void *argument) {
  int i;
  for (i = 0; i < 500; i++) {
    ipoint_timed(400u);
    ipoint_untimed(401u);
  }
  return argument;
}
#else
#ifdef INSTRUMENTED
static const struct ipoint_unit unit = {{1u, 256u, 100u, 0x202u, 1u, 2u, 1u, 2u, 3u, 4u}};
__attribute__((constructor)) static void add(void) { ipoint_register(&unit); }
#else
#define ipoint_timed(id)
#endif

int main(int argc, char **argv) {
  int round;
  (void)argc;
  for (round = 0; round < 3; round++) {
    void *library = dlopen(argv[1], RTLD_NOW), *(*function)(void *);
    pthread_t thread;
    if (!library || !(*(void **)&function = dlsym(library, "work"))) {
      puts(dlerror());
      return 1;
    }
    ipoint_timed(300u);
    if (round == 1) {
      pthread_create(&thread, NULL, function, NULL);
      pthread_join(thread, NULL);
      pthread_create(&thread, NULL, function, NULL);
      pthread_join(thread, NULL);
    } else {
      function(NULL);
      function(NULL);
    }
    dlclose(library);
    ipoint_timed(301u);
  }
  return 0;
}
#endif
