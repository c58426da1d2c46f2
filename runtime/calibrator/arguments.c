/*===- arguments.c - Options of the subcommands -------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "calibrator/subcommand.h"

#include "support/commandline.h"
#include "support/warn.h"

#include <stdlib.h>
#include <string.h>

#define MOST 16
#define MEND "; see ipoint-calibrate %s --help"

enum { HELP = 'h', FORMAT = 'f', TABLE = 't', OWN = 256 };

cpu_set_t ipoint_usable_cpus(void) {
  cpu_set_t cpus;
  if (sched_getaffinity(0, sizeof cpus, &cpus) != 0)
    CPU_ZERO(&cpus);
  return cpus;
}

static void say_time(char *out, size_t size, uint64_t nanoseconds) {
  static const char *const units[] = {"ns", "us", "ms", "s"};
  int i = 0;
  for (; i < 3 && nanoseconds && nanoseconds % 1000 == 0; i++)
    nanoseconds /= 1000;
  snprintf(out, size, "%llu%s", (unsigned long long)nanoseconds, units[i]);
}

static int complain_of_range(const struct ipoint_argument *argument,
                             const char *text) {
  char least[32], most[32];
  int time = argument->kind == IPOINT_TIME;
  if (time) {
    say_time(least, sizeof least, argument->least);
    say_time(most, sizeof most, argument->most);
  } else {
    snprintf(least, sizeof least, "%llu", (unsigned long long)argument->least);
    snprintf(most, sizeof most, "%llu", (unsigned long long)argument->most);
  }
  if (argument->most)
    ipoint_warn("--%s %s: give %s from %s to %s", argument->name, text,
                time ? "a time" : "a count", least, most);
  else
    ipoint_warn("--%s %s: give %s or more", argument->name, text, least);
  return 0;
}

static int take_number(const struct ipoint_argument *argument, const char *text,
                       uint64_t *number) {
  int time = argument->kind == IPOINT_TIME;
  switch (time ? ipoint_parse_time(text, number)
               : ipoint_parse_count(text, number)) {
  case IPOINT_NO_NUMBER:
    ipoint_warn("--%s %s: %s", argument->name, text,
                time ? "not a time; give one such as 250us, 20ms or 1.5s"
                     : "not a count; give digits, with any number of k, m or g "
                       "behind them, each a factor of 1024");
    return 0;
  case IPOINT_TOO_LARGE:
    ipoint_warn("--%s %s: more than 64 bits can hold", argument->name, text);
    return 0;
  default:
    if (*number < argument->least ||
        (argument->most && *number > argument->most))
      return complain_of_range(argument, text);
    return 1;
  }
}

/* One CPU or a range of them, `first-last`. */
static int take_cpus(const char *name, char *part, const cpu_set_t *usable,
                     cpu_set_t *cpus) {
  char *end = part, *start;
  unsigned long first = strtoul(part, &end, 10), last = first, cpu;
  int wrong = end == part || *part < '0' || *part > '9';
  if (!wrong && *end == '-') {
    start = end + 1;
    last = strtoul(start, &end, 10);
    wrong = end == start || *start < '0' || *start > '9' || last < first;
  }
  if (wrong || *end) {
    ipoint_warn("--%s %s: not a list of CPUs; give one such as 0,2-3", name,
                part);
    return 0;
  }
  for (cpu = first; cpu <= last; cpu++) {
    if (cpu >= CPU_SETSIZE || !CPU_ISSET(cpu, usable)) {
      ipoint_warn("--%s %s: this process may not use CPU %lu; `taskset -cp $$` "
                  "lists those that it may",
                  name, part, cpu);
      return 0;
    }
    CPU_SET(cpu, cpus);
  }
  return 1;
}

static int take_list(const struct ipoint_argument *argument, const char *text) {
  cpu_set_t usable = ipoint_usable_cpus();
  char *copy = strdup(text), *rest = copy, *part;
  struct ipoint_counts_list *list = argument->value;
  int good = copy != NULL;
  if (argument->kind == IPOINT_CPUS)
    CPU_ZERO((cpu_set_t *)argument->value);
  else
    list->count = 0;
  while (good && (part = strsep(&rest, ","))) {
    if (argument->kind == IPOINT_CPUS)
      good = take_cpus(argument->name, part, &usable, argument->value);
    else if (list->count == IPOINT_MOST_COUNTS) {
      ipoint_warn("--%s: more than %d counts", argument->name,
                  IPOINT_MOST_COUNTS);
      good = 0;
    } else
      good = take_number(argument, part, &list->counts[list->count++]);
  }
  free(copy);
  return good;
}

static int take_own(const struct ipoint_argument *argument, const char *text) {
  switch (argument->kind) {
  case IPOINT_COUNT:
  case IPOINT_TIME:
    return take_number(argument, text, argument->value);
  case IPOINT_FILE:
    *(const char **)argument->value = text;
    if (*text)
      return 1;
    ipoint_warn("--%s: the name of the file is empty", argument->name);
    return 0;
  case IPOINT_FLAG:
    *(int *)argument->value = 1;
    return 1;
  case IPOINT_SWITCH:
    *(const char **)argument->value = text;
    if (strcmp(text, "yes") == 0 || strcmp(text, "no") == 0)
      return 1;
    ipoint_warn("--%s %s: give yes or no", argument->name, text);
    return 0;
  default:
    return take_list(argument, text);
  }
}

static int take_format(const char *text, enum ipoint_format *format) {
  static const char *const names[] = {"text", "json", "csv"};
  int i;
  for (i = 0; i < 3; i++)
    if (strcmp(text, names[i]) == 0) {
      *format = (enum ipoint_format)i;
      return 1;
    }
  ipoint_warn("--format %s: no such format; give text, json or csv", text);
  return 0;
}

static int take_table(const struct ipoint_subcommand *self, const char *text,
                      const char **table) {
  char names[256] = "";
  const char *const *name;
  for (name = self->tables; *name; name++) {
    if (strcmp(*name, text) == 0) {
      *table = text;
      return 1;
    }
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
             name == self->tables ? ""
             : name[1]            ? ", "
                                  : " or ",
             *name);
  }
  ipoint_warn("--table %s: no such table; give %s", text, names);
  return 0;
}

static int take(const struct ipoint_subcommand *self, int option,
                struct ipoint_common *common,
                const struct ipoint_argument *arguments) {
  if (option == FORMAT)
    return take_format(optarg, &common->format);
  if (option == TABLE)
    return take_table(self, optarg, &common->table);
  return take_own(&arguments[option - OWN], optarg);
}

int ipoint_arguments_read(const struct ipoint_subcommand *self, int argc,
                          char **argv, struct ipoint_common *common,
                          const struct ipoint_argument *arguments, size_t count,
                          int *code) {
  struct option longs[MOST + 4] = {{"help", no_argument, NULL, HELP},
                                   {"format", required_argument, NULL, FORMAT},
                                   {"table", required_argument, NULL, TABLE}};
  size_t i;
  int option;
  for (i = 0; i < count; i++) {
    longs[3 + i].name = arguments[i].name;
    longs[3 + i].has_arg =
        arguments[i].kind == IPOINT_FLAG ? no_argument : required_argument;
    longs[3 + i].val = OWN + (int)i;
  }
  memset(common, 0, sizeof *common);
  *code = 2;
  opterr = 0;
  while ((option = getopt_long(argc, argv, "+:", longs, NULL)) != -1) {
    if (option == HELP) {
      fputs(self->help, stdout);
      *code = fflush(stdout) == 0 ? 0 : 2;
      return -1;
    }
    if (option == '?' || option == ':') {
      ipoint_complain_of_option(argv, option, longs);
      return -1;
    }
    if (!take(self, option, common, arguments))
      return -1;
  }
  if (optind < argc) {
    ipoint_warn("%s: not an option" MEND, argv[optind], self->name);
    return -1;
  }
  if (common->table && common->format != IPOINT_CSV) {
    ipoint_warn("--table is for --format csv, which has one table; the others "
                "have all" MEND,
                self->name);
    return -1;
  }
  return 0;
}
