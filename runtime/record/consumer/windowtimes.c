/*===- windowtimes.c - When threads time all their ipoints ----------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/consumer/drain.h"

#include "support/files.h"
#include "wire/counttable.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WINDOW_AT (IPOINT_COUNTS_HEADER_SIZE - sizeof(struct ipoint_window))

static int is_before(const struct ipoint_window_file *a,
                     const struct ipoint_window_file *b) {
  return a->pid < b->pid || (a->pid == b->pid && a->number < b->number);
}

/* The first of the files that is not before `file`: they are sorted. */
static size_t place_of(const struct ipoint_windows *windows,
                       const struct ipoint_window_file *file) {
  size_t low = 0, high = windows->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (is_before(&windows->files[middle], file))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void ipoint_windows_add(struct ipoint_windows *windows, int folder,
                        const char *name) {
  struct ipoint_window_file file, *grown;
  char *behind;
  size_t at;
  if (!windows->period)
    return;
  file.pid =
      (uint32_t)strtoul(name + strlen(IPOINT_COUNTS_PREFIX), &behind, 10);
  file.number = *behind ? strtoull(behind + 1, NULL, 10) : 0;
  at = place_of(windows, &file);
  if (at < windows->count && !is_before(&file, &windows->files[at]))
    return; /* it is known */
  grown = realloc(windows->files, (windows->count + 1) * sizeof *grown);
  if (!grown)
    return;
  windows->files = grown;
  file.file = ipoint_file_open(folder, name, O_RDWR);
  if (file.file < 0)
    return;
  memmove(grown + at + 1, grown + at, (windows->count - at) * sizeof *grown);
  grown[at] = file;
  windows->count++;
}

void ipoint_windows_drop(struct ipoint_windows *windows, uint32_t pid) {
  size_t i, kept = 0;
  for (i = 0; i < windows->count; i++)
    if (windows->files[i].pid == pid)
      close(windows->files[i].file);
    else
      windows->files[kept++] = windows->files[i];
  windows->count = kept;
}

/* Marsaglia, Xorshift RNGs, Journal of Statistical Software 8(14), 2003. */
static uint64_t draw(struct ipoint_windows *windows) {
  uint64_t x = windows->random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return windows->random = x;
}

void ipoint_windows_open(struct ipoint_windows *windows, uint64_t now) {
  struct ipoint_window window;
  double share;
  size_t i;
  if (windows->count == 0 || now < windows->next)
    return;
  for (i = 0; i < windows->count; i++) {
    int file = windows->files[i].file;
    /* Written to, not mapped: the program can cut it off. */
    if (pread(file, &window, sizeof window, WINDOW_AT) ==
            (ssize_t)sizeof window &&
        window.records != 0 && !window.open) {
      static const uint8_t open = 1;
      if (pwrite(file, &open, 1,
                 WINDOW_AT + offsetof(struct ipoint_window, open)) != 1)
        continue;
    }
  }
  share = ((double)(draw(windows) >> 11) + 1) / 9007199254740992.0;
  windows->next = now + (uint64_t)(-log(share) * (double)windows->period);
}

uint64_t ipoint_windows_left(const struct ipoint_windows *windows,
                             uint64_t now) {
  if (windows->count == 0)
    return UINT64_MAX;
  return windows->next > now ? windows->next - now : 0;
}

void ipoint_windows_free(struct ipoint_windows *windows) {
  size_t i;
  for (i = 0; i < windows->count; i++)
    close(windows->files[i].file);
  free(windows->files);
}
