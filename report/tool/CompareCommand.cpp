//===- CompareCommand.cpp - ipoint-report compare -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   options ──> sets of traces, each with its database ──analyze each trace──>
//   RunSets ──compare──> ComparisonModel ──> text, JSON or pages
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Options.h"
#include "output/ComparisonWriter.h"

using namespace llvm;

namespace ipoint::report {

static cl::SubCommand
    Compare("compare",
            "print what differs between sets of runs, by docs/compare.md");

static Positional Compared("[NAME=]TRACE... [-- ...]", cl::sub(Compare));
static List
    Databases("db", "FILE",
              "ipoint database; one for all sets, or one for each in their "
              "order (default: the first that fits of IPOINT_DB, the path in "
              "the trace, and ipoint.db beside the trace or here)",
              cl::sub(Compare));
static PageOutput ComparisonOutput(
    "ipoint-comparison",
    "columns of the text (default: the terminal's; in a file or pipe "
    "the table is as wide as it need be)",
    Compare);
static UnitOption
    ComparisonUnit("unit of times (default: ticks of the clock; ns where "
                   "clocks have different rates)",
                   cl::sub(Compare));
static Value Least("least", "SHARE",
                   "least relative difference of a mean or percentile that is "
                   "reported (default 0.01)",
                   cl::sub(Compare));
static Value LeastTail("least-tail", "FACTOR",
                       "least factor between shares of visits in a tail "
                       "(default 1.5)",
                       cl::sub(Compare));
static Value Discovery("fdr", "RATE",
                       "rate of false discoveries over all that is tested "
                       "(default 0.01)",
                       cl::sub(Compare));
static Value TopDifferences("top", "N", "differences in the table (default 20)",
                            cl::sub(Compare));
static Flag
    CompareImpossible("exclude-impossible",
                      "compare traces with transitions that the program does "
                      "not have, without their calls",
                      cl::sub(Compare));

namespace {

struct CompareCall {
  std::vector<SetOption> Sets;
  compare::CompareOptions Options;
  output::ComparisonOptions Output;
  analysis::TimeUnit Unit = analysis::TimeUnit::Ticks;
};

} // namespace

/// Stands for `--` until LLVM has read the options, which would end there.
static constexpr const char *Separator = "\x1f--";

/// Traces into sets.
static Expected<std::vector<SetOption>> setsOf() {
  std::vector<SetOption> Sets;
  bool Grouped = is_contained(Compared, Separator), Begins = true;
  for (const std::string &Word : Compared) {
    if (Word == Separator) {
      if (Begins)
        return wrong("there is no trace before or between two --; see "
                     "'ipoint-report compare --help'");
      Begins = true;
      continue;
    }
    if (Begins || !Grouped) {
      auto [Name, Path] = StringRef(Word).split('=');
      if (Path.empty() || Name.empty() || Name.contains('/'))
        Name = Path = Word;
      Sets.push_back({Name.str(), {Path.str()}, ""});
    } else {
      Sets.back().Traces.push_back(Word);
    }
    Begins = false;
  }
  if (Grouped && Begins)
    return wrong("there is no trace after the last --");
  if (Sets.size() < 2)
    return wrong("two or more sets of runs are compared, such as 'compare "
                 "old-trace new-trace'; see 'ipoint-report compare --help'");
  if (Databases.size() > 1 && Databases.size() != Sets.size())
    return wrong("--db is given once, or once for each of the " +
                 Twine(Sets.size()) + " sets");
  for (size_t I = 0; I < Sets.size(); ++I)
    Sets[I].Database = Databases.empty()       ? ""
                       : Databases.size() == 1 ? Databases.front()
                                               : Databases[I];
  return Sets;
}

static Expected<CompareCall> parseCall(ArrayRef<const char *> Arguments) {
  std::vector<const char *> Words(Arguments);
  for (const char *&Word : Words)
    if (StringRef(Word) == "--")
      Word = Separator;
  if (Error E = parse(Words, "Compares sets of runs.\n"))
    return E;
  CompareCall Call;
  if (Error E = setsOf().moveInto(Call.Sets))
    return E;
  if (Error E =
          readAll(Least, Call.Options.Least, LeastTail, Call.Options.LeastTail,
                  Discovery, Call.Options.Discovery, TopDifferences,
                  Call.Output.Top, ComparisonUnit, Call.Unit))
    return E;
  if (!(Call.Options.Least >= 0))
    return wrong("--least is a share, 0 or more, such as 0.01");
  if (!(Call.Options.LeastTail >= 1))
    return wrong("--least-tail is a factor, 1 or more");
  if (!(Call.Options.Discovery > 0 && Call.Options.Discovery < 1))
    return wrong("--fdr is a rate between 0 and 1");
  if (Error E = ComparisonOutput.read(Call.Output, Arguments))
    return E;
  return Call;
}

Expected<bool> runCompare(ArrayRef<const char *> Arguments) {
  Expected<CompareCall> Call = parseCall(Arguments);
  if (!Call)
    return Call.takeError();
  // A page shows any unit: it begins with the one that was asked for.
  bool IsPage = Call->Output.Form == output::PageForm::Html;
  Call->Output.FirstUnit = Call->Unit;
  Call->Options.KeepsTimes = IsPage;
  Expected<compare::ComparisonModel> Model = compareSets(
      Call->Sets, CompareImpossible, /*Source=*/IsPage,
      IsPage ? analysis::TimeUnit::Ticks : Call->Unit, Call->Options);
  if (!Model)
    return Model.takeError();
  const FirstPage Page(Call->Output.Path, Call->Output.IsSingleFile);
  if (Error E = output::writeComparison(*Model, Call->Output))
    return E;
  if (IsPage)
    Page.print();
  return !Model->differs();
}

} // namespace ipoint::report
