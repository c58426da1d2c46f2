// Between bursts probes are taken out of shared libraries too, also of one that is unloaded and loaded again, by the process
// itself: nobody writes its memory through /proc, and its code is not left writable.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %cc -O2 -fPIC -shared -DLIBRARY -DIPOINT_PATCHED_PROBES %s -o library.so %link_runtime
// RUN: %cc -O2 -DIPOINT_PATCHED_PROBES %s -o program %link_runtime -ldl
// RUN: %ipoint_run --policy=burst:500/20 -o trace -- ./program ./library.so 2>said && %check_ctf trace
// RUN: FileCheck %s <said
// CHECK: {{[0-9,]+}} records of 1 thread in trace (0 lost)
// RUN: %python %S/Inputs/dump.py trace | %python %S/Inputs/check-cycle.py 300 4 >cycles && FileCheck %s --check-prefix=CYCLES <cycles
// CYCLES: {{[0-9]+ records ([5-9]|[1-9][0-9]+) gaps}}
#include "ipoint/probe.h"
#include "Inputs/unit.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef LIBRARY

__attribute__((noinline, aligned(4096))) void step(void) {
  ipoint_timed(302u);
  ipoint_untimed(303u);
}

#else

static const char sled[4] = "\x0f\x1f\x84", jump[4] = "\x2e\x2e\x2e\xe9";

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + time.tv_nsec * 1e-9;
}

static int is_writable(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  int found = 0;
  while (maps && fgets(line, sizeof line, maps))
    found |= strstr(line, " rwxp ") != NULL;
  if (maps)
    fclose(maps);
  return found;
}

static void work(const char *path) {
  void *library = dlopen(path, RTLD_NOW);
  void (*function)(void) = library ? (void (*)(void))dlsym(library, "step") : 0;
  int in = 0, out = 0, i, writable = 0;
  double end = now() + 0.6;
  if (!function)
    puts(dlerror()), exit(1);
  while (now() < end) {
    const unsigned char *code = (const unsigned char *)function;
    for (i = 0; i < 1000; i++) {
      ipoint_timed(300u);
      ipoint_untimed(301u);
      function();
    }
    for (i = 0; i < 32 && memcmp(code + i, sled, 4) != 0 && memcmp(code + i, jump, 4) != 0;)
      i += 4;
    memcmp(code + i, sled, 4) == 0 ? out++ : in++;
  }
  /* Perhaps it is being written just now. */
  for (i = 0; i < 1000 && (writable = is_writable()); i++)
    ;
  if (in == 0 || out == 0 || writable)
    fprintf(stderr, "in the code %d times, taken out %d times, writable %d\n", in, out, writable), exit(1);
  dlclose(library);
}

int main(int argc, char **argv) {
  work(argv[argc - 1]);
  work(argv[argc - 1]);
  return 0;
}

#endif
