/*===- timer.c - Samples that a program takes of itself -------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/observe/timer.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAGE_BYTES 4096u

/* Slots that are read at a time. */
#define BATCH 256u

static int read_head(const struct ipoint_timer *timer,
                     struct ipoint_samples_head *head) {
  return pread(timer->shared, head, sizeof *head, 0) == (ssize_t)sizeof *head;
}

int ipoint_timer_begin(struct ipoint_timer *timer, int shared,
                       uint64_t period) {
  memset(timer, 0, sizeof *timer);
  timer->shared = shared;
  if (ftruncate(shared, 0) != 0 ||
      ftruncate(shared, (off_t)sizeof(struct ipoint_samples_page)) != 0)
    return -1;
  return pwrite(shared, &period, sizeof period,
                offsetof(struct ipoint_samples_head, period)) ==
                 (ssize_t)sizeof period
             ? 0
             : -1;
}

static int is_known(const struct ipoint_timer *timer, uint32_t pid,
                    uint64_t address) {
  size_t i;
  for (i = 0; i < timer->known_count; i++)
    if (timer->known[i].pid == pid && address >= timer->known[i].begin &&
        address < timer->known[i].end)
      return 1;
  return 0;
}

static void know(struct ipoint_timer *timer, uint32_t pid, uint64_t begin,
                 uint64_t end) {
  struct ipoint_known_code *grown =
      realloc(timer->known, (timer->known_count + 1) * sizeof *timer->known);
  if (!grown)
    return;
  timer->known = grown;
  grown[timer->known_count++] = (struct ipoint_known_code){begin, end, pid};
}

/* The child has its parent's maps. */
static void know_child(struct ipoint_timer *timer, uint32_t pid,
                       uint32_t parent) {
  size_t i, count = timer->known_count;
  for (i = 0; i < count; i++)
    if (timer->known[i].pid == parent)
      know(timer, pid, timer->known[i].begin, timer->known[i].end);
}

/* Code that is not known yet, of lines as /proc/PID/maps has them. */
static void take_maps(struct ipoint_timer *timer, struct ipoint_perf_file *out,
                      const struct ipoint_perf_who *who, FILE *maps) {
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, maps) > 0) {
    uint64_t begin, end, offset;
    char protection[5];
    int name = 0;
    if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %*s %n",
               &begin, &end, protection, &offset, &name) != 4 ||
        protection[2] != 'x' || begin >= end ||
        is_known(timer, who->pid, begin))
      continue;
    line[strcspn(line, "\n")] = 0;
    know(timer, who->pid, begin, end);
    ipoint_perf_file_map(out, who, begin, end - begin, offset,
                         name && line[name] ? line + name : "//anon");
  }
  free(line);
}

static void take_first_maps(struct ipoint_timer *timer,
                            struct ipoint_perf_file *out, const char *program) {
  struct ipoint_samples_head head;
  struct ipoint_perf_who who;
  char *text;
  FILE *maps;
  if (timer->begun || !read_head(timer, &head) || head.maps_bytes == 0 ||
      head.maps_bytes > UINT32_MAX)
    return;
  timer->begun = 1;
  who = (struct ipoint_perf_who){head.pid, head.pid, head.begin};
  ipoint_perf_file_exec(
      out, &who, strrchr(program, '/') ? strrchr(program, '/') + 1 : program);
  text = malloc(head.maps_bytes);
  maps = text && pread(timer->shared, text, head.maps_bytes,
                       sizeof(struct ipoint_samples_page)) ==
                     (ssize_t)head.maps_bytes
             ? fmemopen(text, head.maps_bytes, "r")
             : NULL;
  if (maps) {
    take_maps(timer, out, &who, maps);
    fclose(maps);
  }
  free(text);
}

/* What was mapped since lies where it does now; a place where nothing is is not
   looked for again. */
static void find_code(struct ipoint_timer *timer, struct ipoint_perf_file *out,
                      const struct ipoint_sample_slot *slot) {
  struct ipoint_perf_who before = {slot->pid, slot->tid, slot->time - 1};
  uint64_t begin = slot->address / PAGE_BYTES * PAGE_BYTES;
  char path[32];
  FILE *maps;
  if (is_known(timer, slot->pid, slot->address))
    return;
  snprintf(path, sizeof path, "/proc/%" PRIu32 "/maps", slot->pid);
  maps = fopen(path, "re");
  if (maps) {
    take_maps(timer, out, &before, maps);
    fclose(maps);
  }
  if (!is_known(timer, slot->pid, slot->address))
    know(timer, slot->pid, begin, begin + PAGE_BYTES);
}

static void take_slot(struct ipoint_timer *timer, struct ipoint_perf_file *out,
                      const struct ipoint_sample_slot *slot) {
  struct ipoint_perf_who who = {slot->pid, slot->tid, slot->time};
  if (slot->period == 0) {
    know_child(timer, slot->pid, (uint32_t)slot->address);
    ipoint_perf_file_fork(out, &who, (uint32_t)slot->address);
    return;
  }
  find_code(timer, out, slot);
  ipoint_perf_file_sample(out, &who, slot->address, slot->period);
  timer->samples++;
  timer->time += slot->period;
}

/* Slots that are full, from the first that was not read on, at most up to
   `most`. They are read when all of them are seen to be full: what a slot holds
   is written before its number. */
static size_t read_slots(const struct ipoint_timer *timer,
                         struct ipoint_sample_slot *slots, size_t most) {
  size_t first = timer->read % IPOINT_SAMPLE_SLOTS, count, size;
  off_t at = (off_t)(offsetof(struct ipoint_samples_page, slots) +
                     first * sizeof *slots);
  if (most > IPOINT_SAMPLE_SLOTS - first)
    most = IPOINT_SAMPLE_SLOTS - first;
  size = most * sizeof *slots;
  if (pread(timer->shared, slots, size, at) != (ssize_t)size)
    return 0;
  for (count = 0; count < most; count++)
    if (slots[count].number != timer->read + count + 1)
      break;
  size = count * sizeof *slots;
  return pread(timer->shared, slots, size, at) == (ssize_t)size ? count : 0;
}

void ipoint_timer_poll(struct ipoint_timer *timer, struct ipoint_perf_file *out,
                       const char *program) {
  struct ipoint_sample_slot slots[BATCH];
  size_t count, i;
  take_first_maps(timer, out, program);
  while (timer->begun && (count = read_slots(timer, slots, BATCH)) > 0) {
    for (i = 0; i < count; i++)
      take_slot(timer, out, &slots[i]);
    timer->read += count;
    if (pwrite(timer->shared, &timer->read, sizeof timer->read,
               offsetof(struct ipoint_samples_head, read)) < 0)
      break; /* the program loses samples then, and counts them */
  }
}

int ipoint_timer_error(const struct ipoint_timer *timer) {
  struct ipoint_samples_head head;
  if (!read_head(timer, &head))
    return EIO;
  return head.taken ? (int)head.error : ENOENT;
}

void ipoint_timer_finish(struct ipoint_timer *timer,
                         struct ipoint_perf_file *out, const char *program) {
  struct ipoint_samples_head head;
  ipoint_timer_poll(timer, out, program);
  if (read_head(timer, &head)) {
    struct ipoint_perf_who who = {head.pid, head.pid, head.begin};
    /* What a thread was killed over is behind what was read, too. */
    if (head.given > timer->read &&
        head.given - timer->read <= IPOINT_SAMPLE_SLOTS)
      head.lost += head.given - timer->read;
    timer->lost = head.lost;
    if (timer->lost)
      ipoint_perf_file_lost(out, &who, timer->lost);
  }
  free(timer->known);
  timer->known = NULL;
  timer->known_count = 0;
}
