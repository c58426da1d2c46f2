/*===- counts.c - The sums of all count tables ---------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "consumer/counts.h"

#include "support/files.h"
#include "wire/counts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int ipoint_counts_reserve(struct ipoint_sums *counts, size_t end) {
  uint64_t *grown;
  if (end <= counts->end)
    return 1;
  grown = realloc(counts->sums, end * sizeof *grown);
  if (!grown)
    return 0;
  memset(grown + counts->end, 0, (end - counts->end) * sizeof *grown);
  counts->sums = grown;
  counts->end = end;
  return 1;
}

/* Read, not mapped: the program can cut it off. 0, or errno. */
static int add_file(struct ipoint_sums *counts, int file) {
  struct ipoint_counts_header header;
  struct ipoint_window window;
  uint64_t some[2048];
  size_t at, i;
  if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header ||
      header.magic != IPOINT_COUNTS_MAGIC)
    return 0; /* its thread has not begun */
  if (header.end > IPOINT_COUNTS_END || header.first > header.end)
    return EINVAL;
  if (!ipoint_counts_reserve(counts, header.end))
    return ENOMEM;
  if (pread(file, &window, sizeof window,
            IPOINT_COUNTS_HEADER_SIZE - sizeof window) == sizeof window &&
      window.spent > window.inherited)
    counts->spent += window.spent - window.inherited;
  for (at = header.first; at < header.end;) {
    size_t wanted = header.end - at;
    ssize_t got;
    if (wanted > sizeof some / sizeof *some)
      wanted = sizeof some / sizeof *some;
    got = pread(file, some, wanted * sizeof *some,
                (off_t)(IPOINT_COUNTS_HEADER_SIZE + at * sizeof *some));
    if (got < (ssize_t)sizeof *some)
      return got < 0 ? errno : EINVAL;
    for (i = 0; i < (size_t)got / sizeof *some; i++)
      counts->sums[at++] += some[i];
  }
  for (i = 0; i < header.states && i < IPOINT_STATES_MAX; i++)
    for (at = header.state[i].first;
         at < header.state[i].end && at < header.end;)
      counts->sums[at++] = 0;
  return 0;
}

static int is_of(const char *name, uint32_t pid) {
  size_t length = strlen(IPOINT_COUNTS_PREFIX);
  return strncmp(name, IPOINT_COUNTS_PREFIX, length) == 0 &&
         (pid == 0 || strtoul(name + length, NULL, 10) == pid);
}

void ipoint_counts_take(struct ipoint_sums *counts, int folder, uint32_t pid) {
  DIR *files = ipoint_folder_list(folder);
  struct dirent *entry;
  while (files && (entry = readdir(files))) {
    int file, error;
    if (!is_of(entry->d_name, pid))
      continue;
    file = ipoint_file_open(folder, entry->d_name, O_RDONLY);
    error = file < 0 ? errno : add_file(counts, file);
    if (error && !counts->error)
      counts->error = error;
    if (file >= 0)
      close(file);
    unlinkat(folder, entry->d_name, 0);
  }
  if (files)
    closedir(files);
}

uint64_t ipoint_counts_total(const struct ipoint_sums *counts) {
  uint64_t total = 0;
  size_t i;
  for (i = 0; i < counts->end; i++)
    total += counts->sums[i];
  return total;
}

int ipoint_counts_write(const struct ipoint_sums *counts, int output) {
  static const char making[] = IPOINT_COUNTS_NAME ".new";
  size_t i, lines = 0;
  int file, error = 0;
  FILE *out;
  for (i = 0; i < counts->end; i++)
    lines += counts->sums[i] != 0;
  if (lines == 0)
    return 0;
  file = ipoint_file_replace(output, making, O_WRONLY);
  out = file < 0 ? NULL : fdopen(file, "w");
  if (!out) {
    error = errno;
    if (file >= 0)
      close(file);
    return error;
  }
  fprintf(out, "ipoint counts 1\nentries %zu\n", lines);
  for (i = 0; i < counts->end; i++)
    if (counts->sums[i])
      fprintf(out, "%zu %llu\n", i, (unsigned long long)counts->sums[i]);
  fprintf(out, "end\n");
  if (ferror(out))
    error = EIO;
  if (fclose(out) != 0 && !error)
    error = errno;
  if (!error && renameat(output, making, output, IPOINT_COUNTS_NAME) != 0)
    error = errno;
  if (error)
    unlinkat(output, making, 0);
  return error;
}
