/*===- writetrace.c - Writes a trace of a target's records ----------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/import.h"

#include "support/files.h"
#include "support/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* What comes while a target runs has an identity by chance. */
static void make_random_uuid(uint8_t *uuid) {
  if (getrandom(uuid, 16, 0) != 16)
    memset(uuid, 0x69, 16);
  uuid[6] = (uint8_t)((uuid[6] & 0x0f) | 0x40); /* version 4, RFC 9562 */
  uuid[8] = (uint8_t)((uuid[8] & 0x3f) | 0x80);
}

#define STREAM_NAME 64
static void name_stream(char *name, const struct ipoint_packets *out) {
  snprintf(name, STREAM_NAME, "stream-0-%" PRIu32, out->tid);
}

int ipoint_import_open(struct ipoint_import *import) {
  make_random_uuid(import->trace.uuid);
  snprintf(import->date, sizeof import->date, "%s",
           ipoint_date((int64_t)time(NULL)));
  if (!ipoint_output_check(import->path) ||
      ipoint_output_make(&import->output, import->all,
                         import->all ? import->name : import->path, NULL) != 0)
    return 2;
  import->trace.folder = import->output.folder;
  import->trace.room = UINT64_MAX;
  import->tasks.failed =
      ipoint_tasks_begin(&import->tasks, import->about.ring_count
                                             ? import->about.ring_count
                                             : 1) != 0;
  return import->tasks.failed ? ipoint_import_close(import, ENOMEM) : 0;
}

int ipoint_import_again(struct ipoint_import *import) {
  char name[STREAM_NAME];
  uint32_t cores = import->tasks.core_count;
  size_t i;
  for (i = 0; i < import->tasks.count; i++) {
    struct ipoint_packets *out = &import->tasks.tasks[i].out;
    if (out->file < 0)
      continue;
    close(out->file);
    name_stream(name, out);
    unlinkat(import->trace.folder, name, 0);
  }
  ipoint_tasks_free(&import->tasks);
  memset(&import->tasks, 0, sizeof import->tasks);
  return ipoint_tasks_begin(&import->tasks, cores) == 0 &&
                 ipoint_tasks_name_cores(&import->tasks) == 0
             ? 0
             : ENOMEM;
}

/* 0, or errno. */
static int open_stream(struct ipoint_packets *out, struct ipoint_trace *trace) {
  char name[STREAM_NAME];
  if (out->file >= 0)
    return 0;
  name_stream(name, out);
  out->trace = trace;
  out->file = ipoint_file_create(trace->folder, name, O_WRONLY);
  return out->file < 0 ? errno : 0;
}

int ipoint_import_flush(struct ipoint_import *import) {
  size_t i, at, end;
  for (i = 0; i < import->tasks.count; i++) {
    struct ipoint_task *task = &import->tasks.tasks[i];
    struct ipoint_packets *out = &task->out;
    /* Task 0 where there is nothing else, too. */
    int error = task->count || import->tasks.count == 1
                    ? open_stream(out, &import->trace)
                    : 0;
    /* Records of one packet are at most a quarter of 40 bits apart. */
    for (at = 0; at < task->count && !error; at = end) {
      for (end = at + 1;
           end < task->count &&
           task->times[end] - task->times[end - 1] <= IPOINT_PACKET_GAP;)
        end++;
      ipoint_packets_write(out, task->records + at, end - at, task->times[at],
                           task->times[end - 1]);
      error = out->error;
    }
    if (error)
      return error;
    task->count = 0;
  }
  return import->tasks.failed ? ENOMEM : 0;
}

/* Names of tasks that the user gave. */
static int name_tasks(struct ipoint_import *import) {
  size_t i;
  for (i = 0; i < import->name_count; i++)
    if (ipoint_tasks_name(&import->tasks, import->numbers[i],
                          import->names[i]) != 0)
      return -1;
  return 0;
}

/* Of several cores which were used, and what was done to their times. */
static void describe_cores(struct ipoint_metadata *metadata,
                           const struct ipoint_import *import,
                           struct ipoint_core_clock *cores, char *used) {
  const struct ipoint_dump *about = &import->about;
  uint32_t i;
  for (i = 0; i < about->ring_count && about->ring_count > 1; i++) {
    const struct ipoint_dump_ring *ring = &about->rings[i];
    cores[i].is_compared = ring->offset_error != 0;
    cores[i].offset = ring->offset;
    cores[i].drift = ring->drift;
    cores[i].offset_error = ring->offset_error;
    if (ring->count)
      snprintf(used + strlen(used), 12, "%s%" PRIu32, *used ? " " : "", i);
    metadata->core_count = i + 1;
  }
  metadata->cores = cores;
  metadata->migrations = (int64_t)import->tasks.moves;
}

int ipoint_import_describe(struct ipoint_import *import, int complete) {
  const struct ipoint_dump *about = &import->about;
  struct ipoint_tasks *tasks = &import->tasks;
  int named = name_tasks(import);
  const char **names = calloc(tasks->count + 1, sizeof *names);
  uint32_t *numbers = calloc(tasks->count + 1, sizeof *numbers);
  struct ipoint_core_clock cores[IPOINT_DUMP_CORES];
  char used[12 * IPOINT_DUMP_CORES] = "";
  struct ipoint_metadata metadata;
  FILE *out = named == 0 && names && numbers
                  ? ipoint_file_rewrite(import->trace.folder, "metadata")
                  : NULL;
  size_t i;
  if (!out) {
    free(names);
    free(numbers);
    return named != 0 || !names || !numbers ? ENOMEM : errno;
  }
  memset(&metadata, 0, sizeof metadata);
  memcpy(metadata.uuid, import->trace.uuid, sizeof metadata.uuid);
  metadata.rate = import->rate ? import->rate : about->header.rate;
  metadata.date = import->date;
  metadata.labels = &import->labels;
  metadata.program = import->program;
  metadata.arguments = metadata.hostname = metadata.kernel = metadata.cpu =
      metadata.machine = "";
  metadata.policy = about->header.policy == IPOINT_KEEP_NEWEST ? "overwrite"
                    : about->header.policy == IPOINT_STREAM    ? "stream"
                                                               : "discard";
  metadata.clock_source =
      import->clock ? import->clock : ipoint_dump_clock_name(about);
  metadata.clock_resolution = import->resolution ? import->resolution : 1;
  metadata.overhead_timed_mean = about->overhead_timed;
  metadata.overhead_untimed_mean = about->overhead_untimed;
  metadata.overhead_timed_min = about->overhead_timed / 1000;
  metadata.overhead_error = about->overhead_error;
  metadata.overhead_sums = about->sums;
  metadata.exit_status = -1;
  metadata.wall_ns =
      (uint64_t)((double)about->span * 1e9 / (double)metadata.rate);
  for (i = 0; i < tasks->count; i++) {
    const struct ipoint_task *task = &tasks->tasks[i];
    numbers[i] = task->out.tid;
    names[i] = task->name;
    metadata.records += task->all - task->switches;
    metadata.switches_recorded += task->switches;
  }
  if (metadata.switches_recorded)
    metadata.switches = "tasks";
  metadata.task_names = names;
  metadata.task_numbers = numbers;
  metadata.task_count = tasks->count;
  metadata.records_lost = tasks->lost;
  metadata.records_repaired = tasks->repaired;
  for (i = 0; i < about->ring_count; i++)
    metadata.records_overwritten += about->rings[i].overwritten;
  metadata.counted = ipoint_counts_total(&about->counts);
  metadata.times_in_place = ipoint_times_entries(about);
  metadata.times_masked = about->masked[1];
  metadata.times_masked_enter = about->masked[0];
  metadata.times_masked_leave = about->masked[2];
  metadata.complete = complete;
  describe_cores(&metadata, import, cores, used);
  if (*used)
    metadata.cpus_used = used;
  metadata.units = (const uint32_t(*)[IPOINT_UNIT_WORDS])about->units;
  metadata.unit_count = about->unit_count;
  ipoint_metadata_write(out, &metadata);
  free(names);
  free(numbers);
  return ipoint_file_rewritten(import->trace.folder, "metadata", out);
}

int ipoint_import_close(struct ipoint_import *import, int error) {
  if (!error && ipoint_tasks_name_cores(&import->tasks) != 0)
    error = ENOMEM;
  if (!error)
    error = ipoint_import_flush(import);
  if (!error)
    error = ipoint_counts_write(&import->about.counts, import->output.folder);
  if (!error)
    error = ipoint_times_write(&import->about, import->output.folder);
  if (!error)
    error = ipoint_import_describe(import, 1);
  if (!error) {
    ipoint_output_close(&import->output);
    return 0;
  }
  ipoint_warn("%s: %s", import->path, strerror(error));
  ipoint_output_abandon(&import->output);
  return 2;
}

void ipoint_import_free(struct ipoint_import *import) {
  size_t i;
  for (i = 0; i < import->tasks.count; i++)
    if (import->tasks.tasks[i].out.file >= 0)
      close(import->tasks.tasks[i].out.file);
  ipoint_tasks_free(&import->tasks);
  ipoint_dump_free(&import->about);
}
