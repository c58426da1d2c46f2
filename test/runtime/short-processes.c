// RUN: %cc -O2 -I%runtime_include %s -L%runtime_libdir -lipoint -Wl,-rpath,%runtime_libdir -o %t
// RUN: env IPOINT_RING_SIZE=64K %ipoint_run -o %t.trace -- %t forks 2>&1 | FileCheck %s
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=FORKS
// RUN: %check_ctf %t.trace
// RUN: env IPOINT_RING_SIZE=64K %ipoint_run -o %t.trace -- %t images 100 2>&1 | FileCheck %s
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=IMAGES
// RUN: %check_ctf %t.trace
// RUN: env IPOINT_RING_SIZE=64K %ipoint_run -o %t.trace -- %t programs 2>&1 | FileCheck %s
// RUN: %trace_count %t.trace | FileCheck %s --check-prefix=PROGRAMS
// RUN: FileCheck %s --check-prefix=UNITS --input-file=%t.trace/metadata
// RUN: %check_ctf %t.trace
// What 200 short processes, 100 programs that one process executes, and 50 processes that execute one have left
// behind is let go while the program still runs: memory, and files.
// CHECK: few rings and few files of units are left
// FORKS: own=401 {{.*}} lost=0 streams=201
// IMAGES: own=101 {{.*}} lost=0 streams=101
// PROGRAMS: own=51 {{.*}} lost=0 streams=51
// UNITS: unit
#include "ipoint/probe.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The drain is the parent. */
static int rings_left(void) {
  char name[64], line[512];
  int rings = 0;
  FILE *maps;
  snprintf(name, sizeof name, "/proc/%ld/maps", (long)getppid());
  maps = fopen(name, "r");
  while (fgets(line, sizeof line, maps))
    rings += strstr(line, "/ipoint-") && strstr(line, "(deleted)");
  fclose(maps);
  return rings;
}

static int files_left(void) {
  DIR *folder = opendir(getenv("IPOINT_SESSION"));
  struct dirent *entry;
  int files = 0;
  while ((entry = readdir(folder)))
    files += entry->d_name[0] != '.';
  closedir(folder);
  return files;
}

static int finish(void) {
  int i;
  for (i = 0; i < 1000 && (rings_left() > 2 || files_left() > 4); i++)
    usleep(10000);
  if (i == 1000)
    printf("%d rings and %d files are left\n", rings_left(), files_left());
  else
    puts("few rings and few files of units are left");
  return 0;
}

static void spawn(char **argv, int executes) {
  pid_t child = fork();
  if (child == 0) {
    if (executes)
      execl(argv[0], argv[0], "program", (char *)NULL);
    ipoint_timed(300u);
    ipoint_timed(301u);
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

int main(int argc, char **argv) {
  int i, count = argc > 2 ? atoi(argv[2]) : 0;
  char number[16];
  ipoint_timed(300u);
  if (strcmp(argv[1], "program") == 0)
    return 0;
  if (strcmp(argv[1], "images") == 0 && count > 0) {
    snprintf(number, sizeof number, "%d", count - 1);
    execl(argv[0], argv[0], "images", number, (char *)NULL);
    return 1;
  }
  for (i = 0; i < 200 && strcmp(argv[1], "forks") == 0; i++)
    spawn(argv, 0);
  for (i = 0; i < 50 && strcmp(argv[1], "programs") == 0; i++)
    spawn(argv, 1);
  return finish();
}
#include "Inputs/unit.h"
