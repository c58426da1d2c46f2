/*===- ipoint-import.c - Makes a trace of what a target recorded ----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/consumer/metadata.h"
#include "import/import.h"
#include "record/consumer/countsums.h"
#include "record/consumer/output.h"
#include "record/consumer/packets.h"
#include "support/commandline.h"
#include "support/files.h"

#include "support/numbers.h"
#include "support/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Tasks that the command line can name. */
#define MAX_NAMES 256
#define MEND "; see ipoint-import --help"

struct import {
  const char *image_path, *output_path, *program;
  int samples;   /* the images are of samples … */
  char **images; /* … all of them, null-terminated */
  uint64_t rate; /* 0: as the dump has it */
  uint32_t numbers[MAX_NAMES];
  const char *names[MAX_NAMES]; /* of tasks of these numbers */
  size_t name_count;
};

/* NUMBER=NAME; 0 if it isn't that. */
static int read_task(const char *text, void *value) {
  struct import *import = value;
  char *end;
  unsigned long number;
  errno = 0;
  number = strtoul(text, &end, 10);
  if (errno || end == text || *text == '-' || *end != '=' || !end[1] ||
      number > UINT32_MAX || import->name_count == MAX_NAMES)
    return 0;
  import->numbers[import->name_count] = (uint32_t)number;
  import->names[import->name_count++] = end + 1;
  return 1;
}

static int read_rate(const char *text, void *value) {
  int64_t rate;
  int good = ipoint_parse_number(text, 1, INT64_MAX, &rate);
  *(uint64_t *)value = (uint64_t)rate;
  return good;
}

static int parse_options(struct import *import, int argc, char **argv,
                         int *status) {
  static const struct ipoint_command command = {
      .name = "ipoint-import",
      .usage =
          "Usage: ipoint-import [OPTION]... IMAGE\n"
          "  or:  ipoint-import --samples --program=ELF [OPTION]... IMAGE...\n"
          "Make a trace of a memory dump: what ipoint_bare_dump() wrote, or a "
          "debugger's dump of ipoint_memory and of the unit records "
          "(ipoint/bare.h).\n",
      .notes =
          "Environment: IPOINT_UMASK is the mask of the modes of the trace's "
          "files, octal (default 077).\n"
          "\n"
          "Exit status: 0 done, 2 the dump or the call is wrong.\n"
          "\n"
          "Example:\n"
          "  ipoint-import -o out/trace --program firmware.elf memory.img\n"
          "  ipoint-report text out/trace --db ipoint.db\n"
          "  ipoint-import -o out/all --samples --program plain.elf "
          "samples.img\n",
      .operands = IPOINT_OPERANDS,
      .has_version = 1};
  const struct ipoint_option table[] = {
      {"output", 'o', "DIR",
       "write the trace into DIR, replacing a trace that is there\n"
       "(default: ipoint-trace)",
       IPOINT_NAME, .value = &import->output_path},
      {"rate", 0, "HZ",
       "ticks of the counter per second, where the program did not say",
       IPOINT_OTHER, .value = &import->rate, .read = read_rate,
       .wanted = "not a rate; give ticks per second"},
      {"program", 0, "NAME",
       "what the trace calls the program (default: IMAGE)", IPOINT_NAME,
       .value = &import->program},
      {"samples", 0, NULL,
       "IMAGE ... are dumps of ipoint_sampler_dump() from plain firmware: "
       "write its samples beside the traces run-001 ... in DIR",
       IPOINT_FLAG, .value = &import->samples},
      {"task", 0, "NR=NAME",
       "what reports call the kernel's task of this number", IPOINT_OTHER,
       .value = import, .read = read_task,
       .wanted = "give a task's number and name, such as --task 2=control"}};
  int first;
  memset(import, 0, sizeof *import);
  import->output_path = "ipoint-trace";
  first = ipoint_command_line(&command, argc, argv, table,
                              sizeof table / sizeof *table, status);
  if (first == 0)
    return -1;
  import->images = argv + first;
  import->image_path = *import->images;
  if (import->samples && import->image_path) {
    if (import->program)
      return 0;
    ipoint_warn("--samples: give the plain firmware's ELF file with "
                "--program" MEND);
  } else if (first != argc - 1) {
    ipoint_warn(first == argc ? "no memory dump" MEND
                              : "one memory dump only" MEND);
  } else {
    if (!import->program)
      import->program = import->image_path;
    return 0;
  }
  return -1;
}

/* 0, or -1 with errno. */
static int write_stream(const struct ipoint_task *task,
                        struct ipoint_trace *trace, uint64_t lost) {
  struct ipoint_packets out = {
      .trace = trace, .tid = task->number, .discarded = lost};
  char name[64];
  size_t at, end;
  snprintf(name, sizeof name, "stream-0-%" PRIu32, task->number);
  out.file = ipoint_file_create(trace->folder, name, O_WRONLY);
  if (out.file < 0)
    return -1;
  /* Records of one packet are at most a quarter of 40 bits apart. */
  for (at = 0; at < task->count; at = end) {
    for (end = at + 1;
         end < task->count &&
         task->times[end] - task->times[end - 1] <= IPOINT_PACKET_GAP;)
      end++;
    ipoint_packets_write(&out, task->records + at, end - at, task->times[at],
                         task->times[end - 1]);
  }
  if (close(out.file) != 0 && !out.error)
    out.error = errno;
  errno = out.error;
  return out.error ? -1 : 0;
}

/* One stream for each task that has records; task 0 where there is nothing
 * else. What was lost came last, of an unknown task. */
static int write_streams(const struct ipoint_tasks *tasks,
                         struct ipoint_trace *trace, uint64_t lost) {
  size_t i;
  int failed = 0;
  for (i = 0; i < tasks->count && !failed; i++)
    if (tasks->tasks[i].count || tasks->count == 1) {
      failed = write_stream(&tasks->tasks[i], trace, lost);
      lost = 0;
    }
  return failed;
}

static int write_metadata(const struct import *import,
                          const struct ipoint_dump *dump,
                          const struct ipoint_tasks *tasks,
                          const struct ipoint_trace *trace, uint64_t rate) {
  struct ipoint_metadata metadata;
  const char **names = calloc(tasks->count, sizeof *names);
  uint32_t *numbers = calloc(tasks->count, sizeof *numbers);
  FILE *out =
      names && numbers ? ipoint_file_rewrite(trace->folder, "metadata") : NULL;
  size_t i;
  if (!out) {
    free(names);
    free(numbers);
    return -1;
  }
  memset(&metadata, 0, sizeof metadata);
  memcpy(metadata.uuid, trace->uuid, sizeof metadata.uuid);
  metadata.rate = rate;
  metadata.program = import->program;
  metadata.arguments = metadata.hostname = metadata.kernel = metadata.cpu =
      metadata.machine = "";
  metadata.policy =
      dump->header.policy == IPOINT_KEEP_NEWEST ? "overwrite" : "discard";
  metadata.clock_source = ipoint_dump_clock_name(dump);
  metadata.clock_resolution = 1;
  metadata.overhead_timed_mean = dump->overhead_timed;
  metadata.overhead_untimed_mean = dump->overhead_untimed;
  metadata.overhead_timed_min = dump->overhead_timed / 1000;
  metadata.overhead_error = dump->overhead_error;
  metadata.overhead_sums = dump->sums;
  metadata.exit_status = -1;
  for (i = 0; i < tasks->count; i++) {
    const struct ipoint_task *task = &tasks->tasks[i];
    numbers[i] = task->number;
    names[i] = task->name;
    metadata.records += task->count - task->switches;
    metadata.switches_recorded += task->switches;
  }
  if (metadata.switches_recorded)
    metadata.switches = "tasks";
  metadata.task_names = names;
  metadata.task_numbers = numbers;
  metadata.task_count = tasks->count;
  metadata.records_lost = dump->header.lost;
  metadata.records_overwritten = dump->overwritten;
  metadata.counted = ipoint_counts_total(&dump->counts);
  metadata.complete = 1;
  metadata.units = (const uint32_t(*)[IPOINT_UNIT_WORDS])dump->units;
  metadata.unit_count = dump->unit_count;
  ipoint_metadata_write(out, &metadata);
  free(names);
  free(numbers);
  errno = ipoint_file_rewritten(trace->folder, "metadata", out);
  return errno ? -1 : 0;
}

/* The same dump has the same identity: FNV-1a, 64 bits, twice. */
static void make_uuid(uint8_t *uuid, const uint8_t *bytes, size_t size) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  size_t i;
  for (i = 0; i < size + 16; i++) {
    if (i >= size)
      uuid[i - size] = (uint8_t)(hash >> 32);
    hash = (hash ^ (i < size ? bytes[i] : 0)) * UINT64_C(0x100000001b3);
  }
  uuid[6] = (uint8_t)((uuid[6] & 0x0f) | 0x80); /* version 8, RFC 9562 */
  uuid[8] = (uint8_t)((uuid[8] & 0x3f) | 0x80);
}

static int write_trace(const struct import *import,
                       const struct ipoint_dump *dump,
                       const struct ipoint_tasks *tasks,
                       struct ipoint_trace *trace, uint64_t rate) {
  struct ipoint_output output;
  int failed;
  if (!ipoint_output_check(import->output_path) ||
      ipoint_output_make(&output, NULL, import->output_path, NULL) != 0)
    return 2;
  trace->folder = output.folder;
  failed = write_streams(tasks, trace, dump->header.lost) != 0 ||
           (errno = ipoint_counts_write(&dump->counts, output.folder)) != 0 ||
           (errno = ipoint_times_write(dump, output.folder)) != 0 ||
           write_metadata(import, dump, tasks, trace, rate) != 0;
  if (failed) {
    ipoint_warn("%s: %s", import->output_path, strerror(errno));
    ipoint_output_abandon(&output);
    return 2;
  }
  ipoint_output_close(&output);
  return 0;
}

static void print_result(const struct ipoint_dump *dump, const char *output) {
  uint64_t counted = ipoint_counts_total(&dump->counts);
  ipoint_warn("%zu records in %s (%u lost, %llu older ones overwritten)",
              dump->count, output, dump->header.lost,
              (unsigned long long)dump->overwritten);
  if (counted)
    ipoint_warn("%llu ends of paths and visits in loops counted in %s",
                (unsigned long long)counted, output);
  else if (dump->counted_units && !dump->has_counts)
    ipoint_warn("%s: the program counts, and the dump has no counts; dump them "
                "as docs/bare-metal.md says",
                output);
  if (dump->time_count)
    ipoint_warn("times of %zu paths and functions in %s", dump->time_count,
                output);
  if (dump->times_of.sequence & 1)
    ipoint_warn("%s: a time was being added when the dump was taken, and may "
                "be added in part; dump it again",
                output);
  if (dump->times_torn)
    ipoint_warn("%s: %zu times were being written when the dump was taken, and "
                "are left out; halt the processor first",
                output, dump->times_torn);
  if (dump->times_full)
    ipoint_warn("%s: %zu times hold the first 4294967295 alone", output,
                dump->times_full);
  if (dump->wraps_unknown)
    ipoint_warn("%s: %u times a count passed 2^32 without a note of it; some "
                "counts are too small by as often 2^32",
                output, dump->wraps_unknown);
}

static int name_tasks(struct ipoint_tasks *tasks, const struct import *import) {
  size_t i;
  for (i = 0; i < import->name_count; i++)
    if (ipoint_tasks_name(tasks, import->numbers[i], import->names[i]) != 0)
      return -1;
  return 0;
}

int main(int argc, char **argv) {
  struct import import;
  struct ipoint_dump dump;
  struct ipoint_tasks tasks;
  const char *why;
  struct ipoint_trace trace = {.room = UINT64_MAX};
  uint64_t rate;
  size_t size;
  mode_t mask;
  int code;
  void *bytes;
  if (parse_options(&import, argc, argv, &code) != 0)
    return code;
  if (!ipoint_read_umask(&mask))
    return 2;
  umask(mask);
  if (import.samples)
    return ipoint_import_samples(import.output_path, import.program,
                                 import.images, import.rate);
  bytes = ipoint_file_bytes(import.image_path, &size);
  if (!bytes) {
    ipoint_warn("%s: %s", import.image_path, strerror(errno));
    return 2;
  }
  code = 2;
  why = NULL;
  memset(&tasks, 0, sizeof tasks);
  ipoint_dump_read(&dump, bytes, size, &why);
  rate = import.rate ? import.rate : dump.header.rate;
  if (why) {
    ipoint_warn("%s: %s", import.image_path, why);
  } else if (!rate) {
    ipoint_warn("%s: the counter's rate is not known; give --rate",
                import.image_path);
  } else if (ipoint_tasks_split(&tasks, &dump) != 0 ||
             name_tasks(&tasks, &import) != 0) {
    ipoint_warn("%s: no memory for it", import.image_path);
  } else {
    make_uuid(trace.uuid, bytes, size);
    code = write_trace(&import, &dump, &tasks, &trace, rate);
    if (code == 0)
      print_result(&dump, import.output_path);
  }
  ipoint_tasks_free(&tasks);
  ipoint_dump_free(&dump);
  free(bytes);
  return code;
}
