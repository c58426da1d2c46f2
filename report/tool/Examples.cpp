//===- Examples.cpp - What --help shows as examples -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

using namespace llvm;

namespace ipoint::report {

namespace {

struct CommandExamples {
  StringRef Command; ///< empty: none was named
  StringRef Lines;   ///< what to type, two spaces or more, what it does
};

} // namespace

static constexpr CommandExamples Examples[] = {
    {"", R"(
  ipoint-report html ipoint-trace -o report     pages; open report/index.html
  ipoint-report text --top 5                    the five costliest functions
  ipoint-report text --function parse           its blocks
  ipoint-report json --unit ns -o report.json   for other programs
  ipoint-report csv -o histograms.csv           for spreadsheets
  ipoint-report check --config ipoint.yaml      whether all budgets are kept
  ipoint-report compare old new                 what differs between sets of runs
  ipoint-report worst parse                     how long a call of parse can take
  ipoint-report profile -o run.profile          what a trace adds up to, to merge
  ipoint-report merge a.profile b.profile -o sum.profile   the sum of profiles
  ipoint-report live                            what runs now, of ipoint-trace
  ipoint-report history profiles                what changed over builds, and between which
  ipoint-report observations times.txt          what observed times come to
  ipoint-report tail crc16 ipoint-trace         how long a call takes once in a million
  ipoint-report export --to=chrome -o run.json  open it in ui.perfetto.dev

'ipoint-report COMMAND --help' has the examples of each command.
)"},
    {"html", R"(
  ipoint-report html                            of ipoint-trace, in the folder ipoint-report
  ipoint-report html ipoint-trace -o report     pages; open report/index.html
  ipoint-report html --single-file -o run.html  one file, to send to others
  ipoint-report html --unit us                  times in microseconds at first
  ipoint-report html --low 500 --high 1900      interrupted visits excluded by threshold
  ipoint-report html --config ipoint.yaml       with budgets in red and green
  ipoint-report html --worst parse              the longest path of parse on its page, and what shortens it
  ipoint-report html new --against old          what changed since, in the verdict and the flame graph
)"},
    {"text", R"(
  ipoint-report text --top 5                    the five costliest functions
  ipoint-report text --sort max --unit us       by the longest time, in microseconds
  ipoint-report text --function parse           its blocks and source
  ipoint-report text --tree files               sums by folder and file
  ipoint-report text --tree calls               who calls whom, and for how long
  ipoint-report text --threads                  where the ticks of each thread went
  ipoint-report text --width 60                 60 columns wide
  ipoint-report text --optimise --worst main    what is worth to be made faster
  ipoint-report text --to=markdown              a summary for a merge request
  ipoint-report text new --against old          what changed since these runs
  ipoint-report text trace --baseline none      without the runs of the plain program
  ipoint-report text --threshold crc16/while.1/body=300:900   interrupts by threshold, of one block
)"},
    {"json", R"(
  ipoint-report json --unit ns -o report.json   by docs/report-json.md
  ipoint-report json new --against old          with what changed since these runs
  ipoint-report json --all                      also blocks of functions that did not run
)"},
    {"csv", R"(
  ipoint-report csv -o histograms.csv           a line for each bucket, in raw ticks
  ipoint-report csv --filter none               nothing excluded as interrupted
)"},
    {"export", R"(
  ipoint-report export --to=chrome -o run.json  open it in ui.perfetto.dev
  ipoint-report export --to=folded -o stacks    for flamegraph.pl and speedscope
  ipoint-report export --to=hdr --function parse   percentiles of all its times
  ipoint-report export --to=observations --function parse   every single one of its times
  ipoint-report export --to=openmetrics -o run.prom   for Prometheus; --top 500 --blocks: more
  ipoint-report export --to=rows a.profile b.profile -o rows   tables for SQL (docs/rows.md)
)"},
    {"check", R"(
  ipoint-report check                           whether budgets of the source are kept (IPOINT_BUDGET)
  ipoint-report check --config ipoint.yaml      those of the config file, too
  ipoint-report check --config ipoint.yaml --all   also those that are
  ipoint-report check --config ipoint.yaml --to=junit -o budgets.xml   for CI: results of tests
  ipoint-report check --config ipoint.yaml --to=sarif -o budgets.sarif   for CI: beside the source
  ipoint-report check new --baseline old --no-worse-than 60%   against other runs
)"},
    {"compare", R"(
  ipoint-report compare old new                 what differs between sets of runs
  ipoint-report compare before=old after=new    the same, with names
  ipoint-report compare old/run-001 old/run-002 -- new   several traces as a set
  ipoint-report compare old new --least 0.05    differences of 5 % or more
  ipoint-report compare old new --to=html -o difference   pages; open difference/index.html
  ipoint-report compare old new --to=json -o difference.json   for other programs
)"},
    {"worst", R"(
  ipoint-report worst parse                     the longest path of parse, of ipoint-trace
  ipoint-report worst parse monday.profile tuesday.profile   of several runs together
  ipoint-report worst parse --facts facts.yaml  with bounds that you know
  ipoint-report worst parse --to=html -o worst  the path in the source; open worst/index.html
  ipoint-report worst parse --to=json -o worst.json   for other programs
  ipoint-report worst parse --unit us --all     in microseconds, with all that it rests on
  ipoint-report worst parse --units functions   without times of single blocks
)"},
    {"profile", R"(
  ipoint-report profile ipoint-trace -o monday.profile   what the runs add up to
  ipoint-report profile --low 500 --high 1900 -o monday.profile   without interrupted visits, by threshold
)"},
    {"merge", R"(
  ipoint-report merge monday.profile tuesday.profile -o week.profile   the sum of both
)"},
    {"live", R"(
  ipoint-report live --count 5                  what runs, of ipoint-trace, five times
  ipoint-report live ipoint-trace --json        for other programs, a line each second
  ipoint-report live profiles --count 1         of boards that send profiles into a folder
)"},
    {"history", R"(
  ipoint-report history profiles                steps and drifts over the builds in a folder
  ipoint-report history monday.profile tuesday.profile --by version   builds by a label
  ipoint-report history profiles --function parse   its values by build
  ipoint-report history profiles --config ipoint.yaml --to=html -o history   pages, with budgets; open history/index.html
  ipoint-report history profiles --to=json -o history.json   for other programs
)"},
    {"observations", R"(
  ipoint-report observations times.txt          what observed times come to
  ipoint-report observations times.txt --drop-layers 2   without the outliers
  ipoint-report observations times.txt --width 60   60 columns wide
  ipoint-report observations times.txt -o times.svg   as a chart
)"},
    {"tail", R"(
  ipoint-report tail crc16 ipoint-trace         what a call exceeds once in a million
  ipoint-report tail crc16/while.1/body old/run-001 old/run-002   the same of a block, by two runs
  ipoint-report tail crc16 ipoint-trace --exceedance 1e-4 --self   once in 10,000, without callees
  ipoint-report tail times.txt                  of observed times, one a line, in their order
  ipoint-report tail crc16 ipoint-trace --all   with all tests
  ipoint-report tail crc16 ipoint-trace -o tail.svg   the exceedance curve
)"},
};

void showExamplesOf(StringRef Named) {
  const CommandExamples *Shown = &Examples[0];
  for (const CommandExamples &E : Examples)
    if (E.Command == Named)
      Shown = &E;
  // LLVM keeps the text itself.
  static std::string Text;
  Text = "\nEXAMPLES:" + Shown->Lines.str() +
         "\nExit status: 0 done, 1 compare: something differs, check: a budget "
         "is broken,\nworst: a run has violated a fact, tail: there is no "
         "bound, 2 the input or the\ncall is "
         "wrong.\n";
  static cl::extrahelp Help(Text);
}

} // namespace ipoint::report
