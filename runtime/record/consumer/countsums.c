/*===- countsums.c - The sums of all count tables -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/consumer/countsums.h"

#include "support/files.h"
#include "wire/counttable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAGE 4096u /* sums */
#define PAGES (IPOINT_COUNTS_END / PAGE)

int ipoint_sums_add(struct ipoint_sums *counts, size_t index, uint64_t value) {
  uint64_t **page;
  if (value == 0)
    return 1;
  if (!counts->pages)
    counts->pages = calloc(PAGES, sizeof *counts->pages);
  if (!counts->pages)
    return 0;
  page = &counts->pages[index / PAGE];
  if (!*page)
    *page = calloc(PAGE, sizeof **page);
  if (!*page)
    return 0;
  (*page)[index % PAGE] += value;
  return 1;
}

int ipoint_sums_since(struct ipoint_sums *counts, struct ipoint_sums *before) {
  size_t page, i;
  static const uint64_t none[PAGE];
  for (page = 0; before->pages && page < PAGES; page++)
    for (i = 0; before->pages[page] && i < PAGE; i++)
      if (before->pages[page][i] > (counts->pages && counts->pages[page]
                                        ? counts->pages[page]
                                        : none)[i])
        return 0;
  for (page = 0; counts->pages && page < PAGES; page++)
    for (i = 0; counts->pages[page] && i < PAGE; i++) {
      const uint64_t *old = before->pages ? before->pages[page] : NULL;
      const uint64_t had = old ? old[i] : 0;
      counts->pages[page][i] -= had;
      if (!ipoint_sums_add(before, page * PAGE + i, counts->pages[page][i]))
        return 0;
    }
  return 1;
}

void ipoint_sums_free(struct ipoint_sums *counts) {
  size_t i;
  for (i = 0; counts->pages && i < PAGES; i++)
    free(counts->pages[i]);
  free(counts->pages);
}

/* The next index from `from` on whose sum is not 0, which becomes `*sum`;
   IPOINT_COUNTS_END: there is none. */
static size_t next_sum(const struct ipoint_sums *counts, size_t from,
                       uint64_t *sum) {
  while (counts->pages && from < IPOINT_COUNTS_END) {
    const uint64_t *page = counts->pages[from / PAGE];
    if (page && (*sum = page[from % PAGE]) != 0)
      return from;
    from = page ? from + 1 : (from / PAGE + 1) * PAGE;
  }
  return IPOINT_COUNTS_END;
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
  if (pread(file, &window, sizeof window,
            IPOINT_COUNTS_HEADER_SIZE - sizeof window) == sizeof window &&
      window.spent > window.apart + window.excess)
    counts->spent += window.spent - window.apart - window.excess;
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
      if (!ipoint_sums_add(counts, at++, some[i]))
        return ENOMEM;
  }
  for (i = 0; i < header.states && i < IPOINT_STATES_MAX; i++)
    for (at = header.state[i].first;
         at < header.state[i].end && at < header.end; at++)
      if (counts->pages && counts->pages[at / PAGE])
        counts->pages[at / PAGE][at % PAGE] = 0;
  return 0;
}

static int is_of(const char *name, uint32_t pid) {
  size_t length = strlen(IPOINT_COUNTS_PREFIX);
  return strncmp(name, IPOINT_COUNTS_PREFIX, length) == 0 &&
         (pid == 0 || strtoul(name + length, NULL, 10) == pid);
}

/* Adds the files of the process, or of all if `pid` is 0, and removes them if
   `takes`. */
static void add_files(struct ipoint_sums *counts, int folder, uint32_t pid,
                      int takes) {
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
    if (takes)
      unlinkat(folder, entry->d_name, 0);
  }
  if (files)
    closedir(files);
}

void ipoint_counts_take(struct ipoint_sums *counts, int folder, uint32_t pid) {
  add_files(counts, folder, pid, 1);
}

uint64_t ipoint_counts_total(const struct ipoint_sums *counts) {
  uint64_t total = 0, sum;
  size_t i;
  for (i = 0; (i = next_sum(counts, i, &sum)) != IPOINT_COUNTS_END; i++)
    total += sum;
  return total;
}

int ipoint_counts_write(const struct ipoint_sums *counts, int output) {
  size_t i, lines = 0;
  uint64_t sum;
  FILE *out;
  for (i = 0; (i = next_sum(counts, i, &sum)) != IPOINT_COUNTS_END; i++)
    lines++;
  if (lines == 0)
    return 0;
  out = ipoint_file_rewrite(output, IPOINT_COUNTS_NAME);
  if (!out)
    return errno;
  fprintf(out, "ipoint counts 1\nentries %zu\n", lines);
  for (i = 0; (i = next_sum(counts, i, &sum)) != IPOINT_COUNTS_END; i++)
    fprintf(out, "%zu %llu\n", i, (unsigned long long)sum);
  fprintf(out, "end\n");
  return ipoint_file_rewritten(output, IPOINT_COUNTS_NAME, out);
}

int ipoint_counts_write_so_far(const struct ipoint_sums *gone, int folder,
                               int output) {
  struct ipoint_sums now = {0};
  uint64_t sum;
  size_t i;
  int error;
  for (i = 0; (i = next_sum(gone, i, &sum)) != IPOINT_COUNTS_END; i++)
    if (!ipoint_sums_add(&now, i, sum))
      now.error = ENOMEM;
  add_files(&now, folder, 0, 0);
  error = now.error ? now.error : ipoint_counts_write(&now, output);
  ipoint_sums_free(&now);
  return error;
}
