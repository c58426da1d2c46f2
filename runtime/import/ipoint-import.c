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
enum { FROM_DUMP, FROM_VCD, FROM_CSV, FROM_ITM };
#define MEND "; see ipoint-import --help"

struct options {
  const char *image_path, *output_path, *program;
  int stream; /* the image is where a stream comes from */
  int itm;    /* the stimulus port of the stream; -1: none */
  int core;   /* of a dump or stream, the one that is imported; -1: all */
  int from;   /* FROM_DUMP … */
  const char *bits;
  uint64_t settle;
  int samples;   /* the images are of samples … */
  char **images; /* … all of them, null-terminated */
  uint64_t ram;  /* where what they are of begins; UINT64_MAX: dumps */
  uint64_t rate; /* 0: as the dump has it */
  uint32_t numbers[MAX_NAMES];
  const char *names[MAX_NAMES]; /* of tasks of these numbers */
  size_t name_count;
  struct ipoint_labels labels;
};

/* 0 if it isn't one. */
static int read_address(const char *text, void *value) {
  char *end;
  errno = 0;
  *(uint64_t *)value = strtoull(text, &end, 0);
  return !errno && end != text && *text != '-' && !*end;
}

/* NUMBER=NAME; 0 if it isn't that. */
static int read_task(const char *text, void *value) {
  struct options *options = value;
  char *end;
  unsigned long number;
  errno = 0;
  number = strtoul(text, &end, 10);
  if (errno || end == text || *text == '-' || *end != '=' || !end[1] ||
      number > UINT32_MAX || options->name_count == MAX_NAMES)
    return 0;
  options->numbers[options->name_count] = (uint32_t)number;
  options->names[options->name_count++] = end + 1;
  return 1;
}

static int read_rate(const char *text, void *value) {
  int64_t rate;
  int good = ipoint_parse_number(text, 1, INT64_MAX, &rate);
  *(uint64_t *)value = (uint64_t)rate;
  return good;
}

static int parse_options(struct options *options, int argc, char **argv,
                         int *status) {
  static const struct ipoint_command command = {
      .name = "ipoint-import",
      .usage =
          "Usage: ipoint-import [OPTION]... IMAGE...\n"
          "  or:  ipoint-import --ram=ADDRESS --program=ELF [OPTION]... "
          "IMAGE...\n"
          "  or:  ipoint-import --stream [OPTION]... SOURCE\n"
          "  or:  ipoint-import --from=vcd|csv --program=ELF [OPTION]... FILE\n"
          "  or:  ipoint-import --from=itm --program=ELF --rate=HZ [OPTION]... "
          "SOURCE\n"
          "  or:  ipoint-import --samples --program=ELF [OPTION]... IMAGE...\n"
          "Make a trace of a memory dump: what ipoint_bare_dump() wrote, or a "
          "debugger's dump of ipoint_memory and of the unit records "
          "(ipoint/bare.h); of several dumps of one run, the oldest first, a "
          "trace of each time between two; or of what comes from SOURCE while "
          "the target "
          "runs (ipoint/stream.h): a file, a FIFO, a terminal, or host:port; "
          "or of "
          "ids that a logic analyser has taken down from pins, or that a "
          "Cortex-M writes to a stimulus port (ipoint/bare/pins.c).\n",
      .notes =
          "Environment: IPOINT_UMASK is the mask of the modes of the trace's "
          "files, octal (default 077).\n"
          "\n"
          "Exit status: 0 done, 2 the dump or the call is wrong.\n"
          "\n"
          "Example:\n"
          "  ipoint-import -o out/trace --program firmware.elf memory.img\n"
          "  ipoint-report text out/trace --db ipoint.db\n"
          "  ipoint-import -o out/trace --stream /dev/ttyUSB0\n"
          "  ipoint-import -o out/all --samples --program plain.elf "
          "samples.img\n",
      .operands = IPOINT_OPERANDS,
      .has_version = 1};
  static const char *const from_words[] = {"dump", "vcd", "csv", "itm", NULL};
  const struct ipoint_option table[] = {
      {"output", 'o', "DIR",
       "write the trace into DIR, replacing a trace that is there\n"
       "(default: ipoint-trace)",
       IPOINT_NAME, .value = &options->output_path},
      {"rate", 0, "HZ",
       "ticks of the counter per second, where the program did not say",
       IPOINT_OTHER, .value = &options->rate, .read = read_rate,
       .wanted = "not a rate; give ticks per second"},
      {"program", 0, "NAME",
       "what the trace calls the program (default: IMAGE)", IPOINT_NAME,
       .value = &options->program},
      {"stream", 0, NULL,
       "write the trace as it comes from SOURCE, until that ends or Ctrl-C",
       IPOINT_FLAG, .value = &options->stream},
      {"itm", 0, "PORT",
       "of a stream, what comes are the trace packets of a Cortex-M (SWO), "
       "and frames are written to this stimulus port; with --from=itm, ids "
       "(default there: 1)",
       IPOINT_NUMBER, .value = &options->itm, .most = 31},
      {"from", 0, NULL,
       "FILE is a logic analyser's (vcd, csv), or SOURCE sends ids in trace "
       "packets (itm)",
       IPOINT_WORD, .value = &options->from, .words = from_words},
      {"bits", 0, "NAMES",
       "of an analyser's file, the signals that are the id, the lowest bit "
       "first, and the one "
       "that alternates (default: all, in the file's order)",
       IPOINT_NAME, .value = &options->bits},
      {"settle", 0, "TIME", "of it, pass over what lasted less than that",
       IPOINT_TIME, .value = &options->settle},
      {"ram", 0, "ADDRESS",
       "each IMAGE is memory from ADDRESS on, as a debug probe reads it, while "
       "the target runs, too",
       IPOINT_OTHER, .value = &options->ram, .read = read_address,
       .wanted = "not an address, such as 0x20000000"},
      {"samples", 0, NULL,
       "IMAGE ... are dumps of ipoint_sampler_dump() from plain firmware: "
       "write its samples beside the traces run-001 ... in DIR",
       IPOINT_FLAG, .value = &options->samples},
      {"label", 0, "KEY=VALUE",
       "note this in the trace, such as board=7 or firmware=2.1: sums over "
       "many runs are shown by it; may be repeated",
       IPOINT_OTHER, .value = &options->labels, .read = ipoint_label_read,
       .wanted = IPOINT_LABEL_WANTED},
      {"core", 0, "N",
       "of a dump or a stream of several cores, take what is of core N alone",
       IPOINT_NUMBER, .value = &options->core, .most = IPOINT_DUMP_CORES - 1},
      {"task", 0, "NR=NAME",
       "what reports call the kernel's task of this number", IPOINT_OTHER,
       .value = options, .read = read_task,
       .wanted = "give a task's number and name, such as --task 2=control"}};
  int first;
  memset(options, 0, sizeof *options);
  options->output_path = "ipoint-trace";
  options->itm = options->core = -1;
  options->ram = UINT64_MAX;
  first = ipoint_command_line(&command, argc, argv, table,
                              sizeof table / sizeof *table, status);
  if (first == 0)
    return -1;
  options->images = argv + first;
  options->image_path = *options->images;
  if (options->samples && options->image_path) {
    if (options->program)
      return 0;
    ipoint_warn("--samples: give the plain firmware's ELF file with "
                "--program" MEND);
  } else if (first == argc) {
    ipoint_warn("no memory dump" MEND);
  } else if (first != argc - 1 &&
             (options->stream || options->from != FROM_DUMP)) {
    ipoint_warn("one source only" MEND);
  } else if (options->ram != UINT64_MAX && !options->program) {
    ipoint_warn("--ram: give the firmware's ELF file with --program" MEND);
  } else if (options->from != FROM_DUMP && !options->program) {
    ipoint_warn("--from: give the firmware's ELF file with --program" MEND);
  } else if (options->from != FROM_DUMP && options->core >= 0) {
    ipoint_warn("--core: what leaves by pins or a stimulus port as ids is of "
                "one core; leave --core out" MEND);
  } else {
    if (!options->program)
      options->program = options->image_path;
    return 0;
  }
  return -1;
}

int main(int argc, char **argv) {
  struct options options;
  struct ipoint_import import;
  char core[32];
  mode_t mask;
  int code;
  if (parse_options(&options, argc, argv, &code) != 0)
    return code;
  if (!ipoint_read_umask(&mask))
    return 2;
  umask(mask);
  if (options.samples)
    return ipoint_import_samples(options.output_path, options.program,
                                 options.images, options.rate);
  memset(&import, 0, sizeof import);
  snprintf(core, sizeof core, "core=%d", options.core);
  if (options.core >= 0 && !ipoint_label_read(core, &options.labels)) {
    ipoint_warn("--label: " IPOINT_LABEL_WANTED MEND);
    return 2;
  }
  import.program = options.program;
  import.rate = options.rate;
  import.only = options.core;
  import.numbers = options.numbers;
  import.names = options.names;
  import.name_count = options.name_count;
  import.labels = options.labels;
  if (options.stream)
    return ipoint_import_stream(options.image_path, options.output_path,
                                options.program, options.itm, &import);
  snprintf(import.path, sizeof import.path, "%s", options.output_path);
  if (options.from == FROM_ITM)
    return ipoint_import_stimulus(&import, options.image_path,
                                  options.itm < 0 ? 1 : (unsigned)options.itm);
  return options.from == FROM_DUMP
             ? ipoint_import_dumps(&import, options.images, options.ram)
             : ipoint_import_pins(&import, options.image_path,
                                  options.from == FROM_CSV, options.bits,
                                  options.settle);
}
