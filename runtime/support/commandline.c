/*===- commandline.c - Command lines of the tools -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "support/commandline.h"

#include "support/numbers.h"
#include "support/text.h"

#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_OPTIONS 40
/* Of --help: where the meaning of an option begins, and where lines end. */
#define HELP_COLUMN 23
#define HELP_WIDTH 93

/* Values of getopt_long(): those of the table begin at OWN. */
enum { HELP = 1, VERSION, OWN = 256 };

/* How many letters of a, which has length letters, must be replaced, added or
   taken away to have b; UINT_MAX where one of them is too long. */
static unsigned letters_apart(const char *a, size_t length, const char *b) {
  unsigned row[32], above, left, i, j, count = (unsigned)strlen(b);
  if (length >= sizeof row / sizeof *row || count >= sizeof row / sizeof *row)
    return UINT_MAX;
  for (j = 0; j <= count; j++)
    row[j] = j;
  for (i = 1; i <= length; i++) {
    above = row[0];
    row[0] = i;
    for (j = 1; j <= count; j++) {
      unsigned least = above + (a[i - 1] != b[j - 1]);
      above = row[j];
      left = row[j - 1];
      if (above + 1 < least)
        least = above + 1;
      row[j] = left + 1 < least ? left + 1 : least;
    }
  }
  return row[count];
}

/* The option that word, which begins with --, is a slip of; null: none. */
static const char *meant_by(const char *word,
                            const struct ipoint_option *options, size_t count) {
  size_t length = strcspn(word + 2, "="), i;
  unsigned least = (unsigned)length / 3;
  const char *meant = NULL;
  for (i = 0; i < count; i++) {
    unsigned apart = options[i].help
                         ? letters_apart(word + 2, length, options[i].name)
                         : UINT_MAX;
    if (apart <= least && (!meant || apart < least)) {
      least = apart;
      meant = options[i].name;
    }
  }
  return meant;
}

/* What is wrong with the option at which getopt_long() has returned '?' or
   ':'. */
static void complain_of_option(const struct ipoint_command *command,
                               char **argv, int found,
                               const struct ipoint_option *options,
                               size_t count) {
  const char *word = argv[optind - 1], *meant = NULL;
  char letter[3] = {'-', (char)optopt, '\0'};
  if (found == '?' && strncmp(word, "--", 2) == 0)
    meant = meant_by(word, options, count);
  else if (found == '?' && optopt > 0 && optopt < 256)
    word = letter;
  if (found == ':')
    ipoint_warn("%s: the option needs a value; see %s --help", word,
                command->name);
  else if (meant)
    ipoint_warn("%s: no such option; did you mean --%s? See %s --help", word,
                meant, command->name);
  else
    ipoint_warn("%s: no such option; see %s --help", word, command->name);
}

void ipoint_print_filled(FILE *out, const char *text, int column, int indent,
                         int width) {
  while (*text) {
    size_t blanks = strspn(text, " "), length;
    int begins = column == indent; /* blanks that begin a line are kept */
    text += blanks;
    length = strcspn(text, " \n");
    if (!begins && column + (int)(blanks + length) > width) {
      fprintf(out, "\n%*s", indent, "");
      column = indent;
      blanks = 0;
    }
    column += fprintf(out, "%*s%.*s", (int)blanks, "", (int)length, text);
    text += length;
    if (*text != '\n')
      continue;
    text++;
    if (*text) {
      fprintf(out, "\n%*s", *text == '\n' ? 0 : indent, "");
      column = indent;
    }
  }
  fputc('\n', out);
}

static void print_option(const struct ipoint_option *option) {
  const char *const *word;
  int column = printf("  %c%c%c --%s", option->letter ? '-' : ' ',
                      option->letter ? option->letter : ' ',
                      option->letter ? ',' : ' ', option->name);
  if (option->argument)
    column += printf("=%s", option->argument);
  for (word = option->words; word && *word && !option->argument; word++)
    column += printf("%s%s", word == option->words ? "=" : "|", *word);
  if (column >= HELP_COLUMN)
    putchar('\n');
  printf("%*s", HELP_COLUMN - (column < HELP_COLUMN ? column : 0), "");
  ipoint_print_filled(stdout, option->help, HELP_COLUMN, HELP_COLUMN,
                      HELP_WIDTH);
}

static void print_help(const struct ipoint_command *command,
                       const struct ipoint_option *options, size_t count) {
  static const struct ipoint_option general[] = {
      {.name = "help", .help = "print this and exit"},
      {.name = "version", .help = "print the version and exit"}};
  size_t i;
  ipoint_print_filled(stdout, command->usage, 0, 0, HELP_WIDTH);
  putchar('\n');
  for (i = 0; i < count; i++)
    if (options[i].help)
      print_option(&options[i]);
  print_option(&general[0]);
  if (command->has_version)
    print_option(&general[1]);
  putchar('\n');
  ipoint_print_filled(stdout, command->notes, 0, 0, HELP_WIDTH);
}

static void show_time(char *out, size_t size, uint64_t nanoseconds) {
  static const char *const units[] = {"ns", "us", "ms", "s"};
  int i = 0;
  for (; i < 3 && nanoseconds && nanoseconds % 1000 == 0; i++)
    nanoseconds /= 1000;
  snprintf(out, size, "%" PRIu64 "%s", nanoseconds, units[i]);
}

/* A number out of its range. 0. `shown`: the option with its value. */
static int complain_of_range(const struct ipoint_option *option,
                             const char *shown) {
  char least[32], most[32];
  int time = option->kind == IPOINT_TIME;
  if (time) {
    show_time(least, sizeof least, (uint64_t)option->least);
    show_time(most, sizeof most, (uint64_t)option->most);
  } else {
    snprintf(least, sizeof least, "%" PRId64, option->least);
    snprintf(most, sizeof most, "%" PRId64, option->most);
  }
  if (option->kind == IPOINT_NUMBER || option->most)
    ipoint_warn("%s: give a %s from %s to %s", shown,
                time                            ? "time"
                : option->kind == IPOINT_NUMBER ? "number"
                                                : "count",
                least, most);
  else
    ipoint_warn("%s: give %s or more", shown, least);
  return 0;
}

/* A count or a time. */
static int take_count(const struct ipoint_option *option, const char *shown,
                      const char *text, uint64_t *number) {
  int time = option->kind == IPOINT_TIME;
  switch (time ? ipoint_parse_time(text, number)
               : ipoint_parse_count(text, number)) {
  case IPOINT_NO_NUMBER:
    ipoint_warn("%s: %s", shown,
                time ? "not a time; give one such as 250us, 20ms or 1.5s"
                     : "not a count; give digits, with any number of k, m or g "
                       "behind them, each a factor of 1024");
    return 0;
  case IPOINT_TOO_LARGE:
    ipoint_warn("%s: more than 64 bits can hold", shown);
    return 0;
  default:
    return (*number >= (uint64_t)option->least &&
            (!option->most || *number <= (uint64_t)option->most)) ||
           complain_of_range(option, shown);
  }
}

cpu_set_t ipoint_usable_cpus(void) {
  cpu_set_t cpus;
  if (sched_getaffinity(0, sizeof cpus, &cpus) != 0)
    CPU_ZERO(&cpus);
  return cpus;
}

/* One CPU or a range of them, `first-last`. */
static int take_cpus(const char *shown, const char *part,
                     const cpu_set_t *usable, cpu_set_t *cpus) {
  char *end;
  unsigned long first = strtoul(part, &end, 10), last = first, cpu;
  int wrong = *part < '0' || *part > '9';
  if (!wrong && *end == '-') {
    wrong = end[1] < '0' || end[1] > '9';
    last = strtoul(end + 1, &end, 10);
  }
  if (wrong || *end || last < first) {
    ipoint_warn("%s: not a list of CPUs; give one such as 0,2-3", shown);
    return 0;
  }
  for (cpu = first; cpu <= last; cpu++) {
    if (cpu >= CPU_SETSIZE || !CPU_ISSET(cpu, usable)) {
      ipoint_warn("%s: this process may not use CPU %lu; `taskset -cp $$` "
                  "lists those that it may",
                  shown, cpu);
      return 0;
    }
    CPU_SET(cpu, cpus);
  }
  return 1;
}

static int take_list(const struct ipoint_option *option, const char *text) {
  cpu_set_t usable = ipoint_usable_cpus(), *cpus = option->value;
  struct ipoint_counts_list *list = option->value;
  char *copy = strdup(text), *rest = copy, *part, shown[512];
  int good = copy != NULL;
  if (option->kind == IPOINT_CPUS)
    CPU_ZERO(cpus);
  else
    list->count = 0;
  while (good && (part = strsep(&rest, ","))) {
    snprintf(shown, sizeof shown, "--%s %s", option->name, part);
    if (option->kind == IPOINT_CPUS) {
      good = take_cpus(shown, part, &usable, cpus);
    } else if (list->count == IPOINT_MOST_COUNTS) {
      ipoint_warn("--%s: more than %d counts", option->name,
                  IPOINT_MOST_COUNTS);
      good = 0;
    } else {
      good = take_count(option, shown, part, &list->counts[list->count++]);
    }
  }
  free(copy);
  return good;
}

static int find_word(const struct ipoint_option *option, const char *text) {
  int i;
  for (i = 0; option->words[i]; i++)
    if (strcmp(option->words[i], text) == 0) {
      *(int *)option->value = i;
      return 1;
    }
  return 0;
}

static int complain_of_word(const struct ipoint_option *option,
                            const char *shown) {
  char words[256] = "";
  const char *const *word;
  for (word = option->words; *word; word++)
    snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s",
             word == option->words ? ""
             : word[1]             ? ", "
                                   : " or ",
             *word);
  ipoint_warn("%s: no such %s; give %s", shown, option->name, words);
  return 0;
}

/* 1, or 0 when what is wrong was printed. */
static int take(const struct ipoint_option *option, const char *text,
                const char *shown) {
  int64_t number;
  int good = 1;
  switch (option->kind) {
  case IPOINT_FLAG: /* in the environment it has a value */
    good = !text || strcmp(text, "1") == 0 || strcmp(text, "0") == 0;
    *(int *)option->value = !text || *text == '1';
    break;
  case IPOINT_NAME:
    *(const char **)option->value = text;
    good = *text != '\0';
    break;
  case IPOINT_NUMBER:
    good = ipoint_parse_number(text, option->least, option->most, &number);
    if (good)
      *(int *)option->value = (int)number;
    else if (!option->wanted)
      return complain_of_range(option, shown);
    break;
  case IPOINT_COUNT:
  case IPOINT_TIME:
    return take_count(option, shown, text, option->value);
  case IPOINT_COUNTS:
  case IPOINT_CPUS:
    return take_list(option, text);
  case IPOINT_WORD:
    good = find_word(option, text);
    if (!good && !option->wanted)
      return complain_of_word(option, shown);
    break;
  default:
    good = option->read(text, option->value);
  }
  if (!good)
    ipoint_warn("%s: %s", shown, option->wanted);
  return good;
}

static int take_variables(const struct ipoint_option *options, size_t count) {
  char shown[512];
  size_t i;
  for (i = 0; i < count; i++) {
    const char *text = options[i].variable ? getenv(options[i].variable) : NULL;
    if (!text || !*text)
      continue;
    snprintf(shown, sizeof shown, "%s=%s", options[i].variable, text);
    if (!take(&options[i], text, shown))
      return 0;
  }
  return 1;
}

/* The option that was found; its value is optarg. */
static int take_option(const struct ipoint_option *options, int found) {
  const struct ipoint_option *option = options;
  char shown[512], letter[3] = {'-', 0, 0};
  if (found >= OWN)
    option += found - OWN;
  while (found < OWN && option->letter != found)
    option++;
  letter[1] = option->letter;
  snprintf(shown, sizeof shown, "%s%s%s%s", option->letter ? letter : "--",
           option->letter ? "" : option->name, optarg && *optarg ? " " : "",
           optarg ? optarg : "");
  if (option->kind != IPOINT_NAME || *optarg)
    return take(option, optarg, shown);
  ipoint_warn("%s: the name is empty", shown);
  return 0;
}

/* What getopt_long() is to look for. `longs` and `letters` have zeros. */
static void list_options(const struct ipoint_command *command,
                         const struct ipoint_option *options, size_t count,
                         struct option *longs, char *letters) {
  size_t i;
  strcpy(letters, command->operands == IPOINT_OPERANDS ? ":" : "+:");
  for (i = 0; i < count && i < MOST_OPTIONS; i++) {
    if (!options[i].name)
      continue;
    longs->name = options[i].name;
    longs->has_arg =
        options[i].kind == IPOINT_FLAG ? no_argument : required_argument;
    longs++->val = OWN + (int)i;
    if (options[i].letter)
      sprintf(letters + strlen(letters), "%c:", options[i].letter);
  }
  *longs++ = (struct option){"help", no_argument, NULL, HELP};
  if (command->has_version)
    *longs = (struct option){"version", no_argument, NULL, VERSION};
}

int ipoint_command_line(const struct ipoint_command *command, int argc,
                        char **argv, const struct ipoint_option *options,
                        size_t count, int *code) {
  struct option longs[MOST_OPTIONS + 3] = {{0}};
  char letters[2 * MOST_OPTIONS + 4];
  int found;
  *code = 2;
  if (!take_variables(options, count))
    return 0;
  list_options(command, options, count, longs, letters);
  opterr = 0;
  while ((found = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
    if (found == HELP || found == VERSION) {
      if (found == HELP)
        print_help(command, options, count);
      else
        printf("%s " IPOINT_VERSION "\n", command->name);
      *code = fflush(stdout) == 0 ? 0 : 2;
      return 0;
    }
    if (found == '?' || found == ':') {
      complain_of_option(command, argv, found, options, count);
      return 0;
    }
    if (!take_option(options, found))
      return 0;
  }
  if (optind < argc && command->operands == IPOINT_NO_OPERANDS) {
    ipoint_warn("%s: not an option; see %s --help", argv[optind],
                command->name);
    return 0;
  }
  return optind;
}
