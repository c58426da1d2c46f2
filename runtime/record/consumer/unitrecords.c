/*===- unitrecords.c - The unit records of all processes ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/consumer/drain.h"

#include "wire/session.h"
#include "support/files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int compare_units(const void *a, const void *b) {
  const uint32_t *x = a, *y = b;
  int i;
  for (i = IPOINT_UNIT_FIRST; i < IPOINT_UNIT_WORDS; i++)
    if (x[i] != y[i])
      return x[i] < y[i] ? -1 : 1;
  return x[0] < y[0] ? -1 : x[0] > y[0];
}

static void make_distinct(struct ipoint_units *units) {
  size_t i, distinct = 0;
  if (units->count)
    qsort(units->units, units->count, sizeof *units->units, compare_units);
  for (i = 0; i < units->count; i++)
    if (i == 0 ||
        compare_units(units->units[i], units->units[distinct - 1]) != 0)
      memmove(units->units[distinct++], units->units[i], sizeof *units->units);
  units->count = units->distinct = distinct;
}

static int make_room(struct ipoint_units *units, size_t more) {
  uint32_t(*grown)[IPOINT_UNIT_WORDS];
  size_t room = units->count + more;
  if (room <= units->room)
    return 1;
  grown = realloc(units->units, room * sizeof *grown);
  if (!grown)
    return 0;
  units->units = grown;
  units->room = room;
  return 1;
}

/* A file that is not there has none. 0 without memory. */
static int read_units(struct ipoint_units *units, int folder,
                      const char *name) {
  int file = ipoint_file_open(folder, name, O_RDONLY), done = 0;
  size_t wanted;
  struct stat status;
  ssize_t got;
  if (file < 0)
    return 1;
  if (fstat(file, &status) == 0 &&
      make_room(units, (size_t)status.st_size / sizeof *units->units)) {
    wanted =
        (size_t)status.st_size / sizeof *units->units * sizeof *units->units;
    got = wanted ? read(file, units->units + units->count, wanted) : 0;
    if (got > 0)
      units->count += (size_t)got / sizeof *units->units;
    done = got >= 0;
  }
  close(file);
  return done;
}

int ipoint_units_take(struct ipoint_units *units, int folder, uint32_t pid) {
  char name[64];
  snprintf(name, sizeof name, IPOINT_UNITS_PREFIX "%lu", (unsigned long)pid);
  if (!read_units(units, folder, name))
    return 0;
  unlinkat(folder, name, 0);
  if (units->count > 2 * units->distinct + 1024)
    make_distinct(units);
  return 1;
}

uint32_t (*ipoint_units_all(const struct ipoint_units *units, int folder,
                            size_t *count))[IPOINT_UNIT_WORDS] {
  struct ipoint_units all = {NULL, 0, 0, 0};
  DIR *files = ipoint_folder_list(folder);
  struct dirent *entry;
  if (units->count && make_room(&all, units->count)) {
    memcpy(all.units, units->units, units->count * sizeof *all.units);
    all.count = units->count;
  }
  while (files && (entry = readdir(files)))
    if (strncmp(entry->d_name, IPOINT_UNITS_PREFIX,
                strlen(IPOINT_UNITS_PREFIX)) == 0)
      read_units(&all, folder, entry->d_name);
  if (files)
    closedir(files);
  make_distinct(&all);
  *count = all.count;
  return all.units;
}

/* More than this of paths is not looked at, bytes. */
#define PATHS_MOST (UINT32_C(1) << 20)

struct ipoint_databases ipoint_units_databases(int folder) {
  struct ipoint_databases all = {NULL, NULL, 0};
  struct stat status;
  ssize_t length = 0;
  int file = ipoint_file_open(folder, IPOINT_DATABASES_NAME, O_RDONLY);
  const char *path;
  if (file < 0)
    return all;
  if (fstat(file, &status) == 0 && status.st_size > 0 &&
      status.st_size <= (off_t)PATHS_MOST &&
      (all.text = calloc(1, (size_t)status.st_size + 1)))
    length = read(file, all.text, (size_t)status.st_size);
  close(file);
  for (path = all.text; path && path < all.text + length;
       path += strlen(path) + 1) {
    size_t i;
    const char **grown;
    for (i = 0; i < all.count && strcmp(all.paths[i], path) != 0;)
      i++;
    if (i < all.count || !*path)
      continue;
    grown = realloc(all.paths, (all.count + 1) * sizeof *grown);
    if (!grown)
      break;
    all.paths = grown;
    grown[all.count++] = path;
  }
  return all;
}
