/*===- ipoint-calibrate.c - Measures the clock and the machine ----------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "calibrator/subcommand.h"

#include "support/warn.h"

#include <locale.h>
#include <string.h>

static const struct ipoint_subcommand *const subcommands[] = {
    &ipoint_subcommand_clock, &ipoint_subcommand_grind,
    &ipoint_subcommand_noise, &ipoint_subcommand_load,
    &ipoint_subcommand_tune,
};
#define COUNT (sizeof subcommands / sizeof *subcommands)

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
