/*===- ipoint-import.c - Makes a trace of what a target recorded ----------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "ctf/metadata.h"
#include "image.h"
#include "options.h"
#include "output.h"
#include "src/packets.h"
#include "tasks.h"
#include "tools/files.h"

#include "ipoint/record.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Tasks that the command line can name. */
#define MAX_NAMES 256
#define MEND "; see ipoint-import --help"

static const char help[] =
    "Usage: ipoint-import [OPTION]... IMAGE\n"
    "Make a trace of a memory dump: what ipoint_bare_dump() wrote, or a "
    "debugger's "
    "dump of\n"
    "ipoint_memory and of the unit records (ipoint/bare.h).\n"
    "\n"
    "  -o, --output=DIR     write the trace into DIR, replacing a trace that "
    "is "
    "there\n"
    "                       (default: ipoint-trace)\n"
    "      --rate=HZ        ticks of the counter per second, where the program "
    "did not say\n"
    "      --program=NAME   what the trace calls the program (default: IMAGE)\n"
    "      --task=NR=NAME   what reports call the kernel's task of this "
    "number\n"
    "      --help           print this and exit\n"
    "      --version        print the version and exit\n"
    "\n"
    "Environment: IPOINT_UMASK is the mask of the modes of the trace's files, "
    "octal (default 077).\n"
    "\n"
    "Exit status: 0 done, 2 the dump or the call is wrong.\n"
    "\n"
    "Example:\n"
    "  ipoint-import -o out/trace --program firmware.elf memory.img\n"
    "  ipoint-report text out/trace --db ipoint.db\n";

struct import {
  const char *image_path, *output_path, *program;
  uint64_t rate; /* 0: as the dump has it */
  uint32_t numbers[MAX_NAMES];
  const char *names[MAX_NAMES]; /* of tasks of these numbers */
  size_t name_count;
};

/* NUMBER=NAME; 0 if it isn't that. */
static int parse_task(struct import *import, const char *text) {
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

static int parse_options(struct import *import, int argc, char **argv,
                         int *status) {
  static const struct option longs[] = {
      {"output", required_argument, NULL, 'o'},
      {"rate", required_argument, NULL, 'r'},
      {"program", required_argument, NULL, 'p'},
      {"task", required_argument, NULL, 't'},
      {"help", no_argument, NULL, 'h'},
      {"version", no_argument, NULL, 'v'},
      {NULL, 0, NULL, 0}};
  int option;
  char *end;
  memset(import, 0, sizeof *import);
  import->output_path = "ipoint-trace";
  *status = 2;
  opterr = 0;
  while ((option = getopt_long(argc, argv, ":o:", longs, NULL)) != -1) {
    switch (option) {
    case 'h':
    case 'v':
      fputs(option == 'h' ? help : "ipoint-import " IPOINT_VERSION "\n",
            stdout);
      *status = fflush(stdout) == 0 ? 0 : 2;
      return -1;
    case 'o':
      import->output_path = optarg;
      break;
    case 'p':
      import->program = optarg;
      break;
    case 'r':
      errno = 0;
      import->rate = strtoull(optarg, &end, 10);
      if (errno || !*optarg || *end || *optarg == '-' || import->rate == 0) {
        ipoint_complain("--rate %s: not a rate; give ticks per second", optarg);
        return -1;
      }
      break;
    case 't':
      if (parse_task(import, optarg))
        break;
      ipoint_complain("--task %s: give a task's number and name, such as "
                      "--task 2=control",
                      optarg);
      return -1;
    default:
      ipoint_complain("%s: %s" MEND, argv[optind - 1],
                      option == ':' ? "the option needs a value"
                                    : "no such option");
      return -1;
    }
  }
  if (optind != argc - 1) {
    ipoint_complain(optind == argc ? "no memory dump" MEND
                                   : "one memory dump only" MEND);
    return -1;
  }
  import->image_path = argv[optind];
  if (!import->program)
    import->program = import->image_path;
  return 0;
}

/* The whole file; null with errno. */
static void *read_file(const char *path, size_t *size) {
  struct stat status;
  char *bytes = NULL;
  size_t done = 0;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return NULL;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode))
    bytes = malloc((size_t)status.st_size + 1);
  else
    errno = EINVAL;
  while (bytes && done < (size_t)status.st_size) {
    ssize_t got = read(file, bytes + done, (size_t)status.st_size - done);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      break;
    done += (size_t)got;
  }
  close(file);
  *size = done;
  return bytes;
}

/* A new file in the folder; null with errno. */
static FILE *create(int folder, const char *name) {
  int file = ipoint_file_create(folder, name, O_WRONLY);
  return file < 0 ? NULL : fdopen(file, "wb");
}

/* Records of one packet are at most a quarter of 40 bits apart. */
static int write_stream(const struct ipoint_task *task, uint64_t lost,
                        int folder, const uint8_t *uuid) {
  struct ipoint_unwrap state = {0, 0};
  struct ipoint_packet_context context;
  uint8_t header[IPOINT_PACKET_HEADER_SIZE];
  char name[64];
  size_t at = 0;
  FILE *out;
  snprintf(name, sizeof name, "stream-0-%" PRIu32, task->number);
  out = create(folder, name);
  if (!out)
    return -1;
  memset(&context, 0, sizeof context);
  memcpy(context.uuid, uuid, sizeof context.uuid);
  context.tid = task->number;
  context.discarded = lost;
  while (at < task->count) {
    struct ipoint_packet packet;
    size_t end = at + 1;
    while (end < task->count &&
           task->times[end] - task->times[end - 1] <= IPOINT_PACKET_GAP)
      end++;
    packet = ipoint_packet_take(&state, task->records + at, end - at,
                                task->times[at], task->times[end - 1]);
    ipoint_packet_header(header, &packet, &context);
    fwrite(header, sizeof header, 1, out);
    fwrite(task->records + at, sizeof *task->records, packet.count, out);
    context.sequence++;
    at += packet.count;
  }
  return ferror(out) | fclose(out) ? -1 : 0;
}

/* One stream for each task that has records; task 0 where there is nothing
 * else. What was lost came last: nobody knows of whom. */
static int write_streams(const struct ipoint_tasks *tasks, uint64_t lost,
                         int folder, const uint8_t *uuid) {
  size_t i;
  int failed = 0;
  for (i = 0; i < tasks->count && !failed; i++)
    if (tasks->tasks[i].count || tasks->count == 1) {
      failed = write_stream(&tasks->tasks[i], lost, folder, uuid);
      lost = 0;
    }
  return failed;
}

static int write_metadata(const struct import *import,
                          const struct ipoint_image *image,
                          const struct ipoint_tasks *tasks, int folder,
                          const uint8_t *uuid, uint64_t rate) {
  struct ipoint_metadata metadata;
  const char **names = calloc(tasks->count, sizeof *names);
  uint32_t *numbers = calloc(tasks->count, sizeof *numbers);
  FILE *out = names && numbers ? create(folder, "metadata") : NULL;
  size_t i;
  if (!out) {
    free(names);
    free(numbers);
    return -1;
  }
  memset(&metadata, 0, sizeof metadata);
  memcpy(metadata.uuid, uuid, sizeof metadata.uuid);
  metadata.rate = rate;
  metadata.program = import->program;
  metadata.arguments = metadata.hostname = metadata.kernel = metadata.cpu =
      metadata.machine = "";
  metadata.policy =
      image->header.policy == IPOINT_KEEP_NEWEST ? "overwrite" : "discard";
  metadata.clock_source = ipoint_image_clock_name(image);
  metadata.clock_resolution = 1;
  metadata.overhead_timed_mean = image->overhead_timed * 1000;
  metadata.overhead_untimed_mean = image->overhead_untimed * 1000;
  metadata.overhead_timed_min = image->overhead_timed;
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
  metadata.records_lost = image->header.lost;
  metadata.records_overwritten = image->overwritten;
  metadata.complete = 1;
  metadata.units = (const uint32_t(*)[10])image->units;
  metadata.unit_count = image->unit_count;
  ipoint_metadata_write(out, &metadata);
  free(names);
  free(numbers);
  return ferror(out) | fclose(out) ? -1 : 0;
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
                       const struct ipoint_image *image,
                       const struct ipoint_tasks *tasks, const uint8_t *uuid,
                       uint64_t rate) {
  struct ipoint_output output;
  int failed;
  if (!ipoint_output_check(import->output_path) ||
      ipoint_output_make(&output, NULL, import->output_path, NULL) != 0)
    return 2;
  failed = write_streams(tasks, image->header.lost, output.folder, uuid) != 0 ||
           write_metadata(import, image, tasks, output.folder, uuid, rate) != 0;
  if (failed) {
    ipoint_complain("%s: %s", import->output_path, strerror(errno));
    ipoint_output_abandon(&output);
    return 2;
  }
  ipoint_output_close(&output);
  return 0;
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
  struct ipoint_image image;
  struct ipoint_tasks tasks;
  const char *why;
  uint8_t uuid[16];
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
  bytes = read_file(import.image_path, &size);
  if (!bytes) {
    ipoint_complain("%s: %s", import.image_path, strerror(errno));
    return 2;
  }
  code = 2;
  why = NULL;
  memset(&tasks, 0, sizeof tasks);
  ipoint_image_read(&image, bytes, size, &why);
  rate = import.rate ? import.rate : image.header.rate;
  if (why) {
    ipoint_complain("%s: %s", import.image_path, why);
  } else if (!rate) {
    ipoint_complain("%s: the counter's rate is not known; give --rate",
                    import.image_path);
  } else if (ipoint_tasks_split(&tasks, &image) != 0 ||
             name_tasks(&tasks, &import) != 0) {
    ipoint_complain("%s: no memory for it", import.image_path);
  } else {
    make_uuid(uuid, bytes, size);
    code = write_trace(&import, &image, &tasks, uuid, rate);
    if (code == 0)
      ipoint_complain(
          "%zu records in %s (%u lost, %llu older ones overwritten)",
          image.count, import.output_path, image.header.lost,
          (unsigned long long)image.overwritten);
  }
  ipoint_tasks_free(&tasks);
  ipoint_image_free(&image);
  free(bytes);
  return code;
}
