/*===- ipoint-calibrate.c - Measures the clock and the machine ------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "calibrate/tool/calibrator.h"

#include "support/text.h"

#include <locale.h>
#include <string.h>

static const struct ipoint_subcommand *const subcommands[] = {
    &ipoint_subcommand_clock, &ipoint_subcommand_grind,
    &ipoint_subcommand_noise, &ipoint_subcommand_load,
    &ipoint_subcommand_tune,
};
#define COUNT (sizeof subcommands / sizeof *subcommands)

/* Options of a subcommand. */
#define MOST 16

int ipoint_arguments_read(const struct ipoint_subcommand *self, int argc,
                          char **argv, struct ipoint_common *common,
                          const struct ipoint_option *options, size_t count) {
  static const char *const formats[] = {"text", "json", "csv", NULL};
  char usage[1024], name[64], about[96];
  struct ipoint_command command = {
      .name = name, .usage = usage, .notes = self->notes};
  struct ipoint_option all[MOST + 2];
  int table = -1, code;
  snprintf(name, sizeof name, "ipoint-calibrate %s", self->name);
  snprintf(usage, sizeof usage, "Usage: %s [OPTION]...\n%s", name, self->about);
  snprintf(about, sizeof about,
           self->tables[1] ? "the table that csv is to have (default: %s)"
                           : "the table that csv has",
           self->tables[0]);
  memset(common, 0, sizeof *common);
  memcpy(all, options, count * sizeof *all);
  all[count] = (struct ipoint_option){
      "format", .help = "how to print it (default: text)", .kind = IPOINT_WORD,
      .value = &common->format, .words = formats};
  all[count + 1] =
      (struct ipoint_option){"table", .help = about, .kind = IPOINT_WORD,
                             .value = &table, .words = self->tables};
  if (!ipoint_command_line(&command, argc, argv, all, count + 2, &code))
    return code;
  common->table = self->tables[table < 0 ? 0 : table];
  if (table < 0 || common->format == IPOINT_CSV)
    return -1;
  ipoint_warn("--table is for --format csv, which has one table; the others "
              "have all; see %s --help",
              name);
  return 2;
}

static int print_help(void) {
  size_t i;
  fputs("Usage: ipoint-calibrate SUBCOMMAND [OPTION]...\n"
        "Measure the clocks and the machine that a program is to be measured "
        "with.\n"
        "\n"
        "Subcommands:\n",
        stdout);
  for (i = 0; i < COUNT; i++)
    printf("  %-6s - %s\n", subcommands[i]->name, subcommands[i]->summary);
  fputs("\n"
        "      --help           print this and exit; SUBCOMMAND --help prints "
        "its options\n"
        "      --version        print the version and exit\n"
        "\n"
        "Needs no privileges; what would is named. Exit status: 0 done, 2 the "
        "call was wrong or\n"
        "the machine doesn't let it.\n"
        "\n"
        "Examples:\n"
        "  ipoint-calibrate clock\n"
        "  ipoint-calibrate grind --time 2s --to 50ms\n"
        "  ipoint-calibrate noise --time 500ms --config noise.yaml\n"
        "  ipoint-calibrate load --once\n"
        "  ipoint-calibrate tune\n",
        stdout);
  return fflush(stdout) == 0 ? 0 : 2;
}

static int complain(const char *word) {
  char names[256] = "";
  size_t i;
  for (i = 0; i < COUNT; i++)
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
             i == 0           ? ""
             : i + 1 == COUNT ? " or "
                              : ", ",
             subcommands[i]->name);
  if (word)
    ipoint_warn("%s: no such subcommand; give %s", word, names);
  else
    ipoint_warn("no subcommand; give %s, or --help", names);
  return 2;
}

int main(int argc, char **argv) {
  size_t i;
  setlocale(LC_CTYPE, ""); /* which characters a chart may have */
  if (argc < 2)
    return complain(NULL);
  if (strcmp(argv[1], "--help") == 0)
    return print_help();
  if (strcmp(argv[1], "--version") == 0) {
    puts("ipoint-calibrate " IPOINT_VERSION);
    return fflush(stdout) == 0 ? 0 : 2;
  }
  for (i = 0; i < COUNT; i++)
    if (strcmp(argv[1], subcommands[i]->name) == 0)
      return subcommands[i]->run(subcommands[i], argc - 1, argv + 1);
  return complain(argv[1]);
}
