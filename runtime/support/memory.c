/*===- memory.c - How much memory rings may take --------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "support/memory.h"

#include "support/files.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static uint64_t available(void) {
  char line[256];
  unsigned long long kilobytes = 0;
  FILE *file = fopen("/proc/meminfo", "re");
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1)
      break;
  if (file)
    fclose(file);
  return kilobytes ? kilobytes * 1024 : UINT64_MAX;
}

/* 1 if the file holds a number; "max" is none. */
static int read_number(const char *folder, const char *name,
                       unsigned long long *number) {
  char path[PATH_MAX], text[32];
  if (snprintf(path, sizeof path, "/sys/fs/cgroup%s/%s", folder, name) >=
      (int)sizeof path)
    return 0;
  return ipoint_file_text(AT_FDCWD, path, text, sizeof text) > 0 &&
         sscanf(text, "%llu", number) == 1;
}

/* What the group `path` leaves, and those above it. Files of the group that the
   kernel gives up when memory is short count as taken: rather too little than
   too much. */
static uint64_t left_by_groups(char *path) {
  uint64_t left = UINT64_MAX;
  unsigned long long limit, taken;
  char *slash = path;
  while (slash) {
    if (read_number(path, "memory.max", &limit) &&
        read_number(path, "memory.current", &taken)) {
      uint64_t here = limit > taken ? limit - taken : 0;
      left = here < left ? here : left;
    }
    slash = strrchr(path, '/');
    if (slash)
      *slash = '\0';
  }
  return left;
}

uint64_t ipoint_memory_budget(void) {
  char line[PATH_MAX];
  uint64_t left = available();
  FILE *file = fopen("/proc/self/cgroup", "re");
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, "0::", 3) == 0) {
      uint64_t here;
      line[strcspn(line, "\n")] = '\0';
      here = left_by_groups(line + 3);
      left = here < left ? here : left;
      break;
    }
  if (file)
    fclose(file);
  return left == UINT64_MAX ? left : left / 2;
}
