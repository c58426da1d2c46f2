// RUN: %cc -O2 -pthread -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: rm -rf %t.trace %t.out
// RUN: not --crash %ipoint_run -o %t.trace -- %t %t.out
// RUN: bash -c 'while ! grep -q files %t.out; do sleep 0.01; done'
// RUN: FileCheck %s --input-file=%t.out
// RUN: not %ipoint_run -o %t.trace -- true
// Threads that begin after ipoint-run was killed make no rings: no process would remove those.
// CHECK: few files are left
#include "ipoint/probe.h"
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *work(void *argument) {
  ipoint_timed(301u);
  return argument;
}

static int is_alive(pid_t pid) {
  char name[64], state = 'X';
  FILE *file;
  snprintf(name, sizeof name, "/proc/%ld/stat", (long)pid);
  file = fopen(name, "r");
  if (!file)
    return 0;
  if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
    state = 'X';
  fclose(file);
  return state != 'Z' && state != 'X';
}

int main(int argc, char **argv) {
  pid_t drain = getppid();
  pthread_t thread;
  DIR *folder;
  FILE *out;
  int i, files = 0;
  ipoint_timed(300u);
  kill(drain, SIGKILL);
  while (is_alive(drain))
    usleep(1000);
  for (i = 0; i < 20; i++)
    if (pthread_create(&thread, NULL, work, NULL) != 0 || pthread_join(thread, NULL) != 0)
      return 1;
  folder = opendir(getenv("IPOINT_SESSION"));
  while (folder && readdir(folder))
    files++;
  out = fopen(argv[argc - 1], "w");
  if (files <= 7) /* two folders, control, units, perhaps born, code and a ring */
    fputs("few files are left\n", out);
  else
    fprintf(out, "%d files are left\n", files);
  return fclose(out);
}
#include "Inputs/unit.h"
