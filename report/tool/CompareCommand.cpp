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

#include "CompareCommand.h"
#include "Messages.h"
#include "RunSets.h"
#include "Value.h"
#include "compare/Compare.h"
#include "output/ComparisonWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ipoint::report {

static cl::SubCommand
    Compare("compare",
            "print what differs between sets of runs, by docs/compare.md");

static cl::list<std::string> Traces(cl::Positional,
                                    cl::desc("[NAME=]TRACE... [-- ...]"),
                                    cl::sub(Compare), cl::cat(category()));
static cl::list<std::string>
    Databases("db", cl::value_desc("FILE"),
              cl::desc("ipoint database; one for all sets, or one for each in "
                       "their order (default: the first that fits of "
                       "IPOINT_DB, the path in the trace, and ipoint.db beside "
                       "the trace or here)"),
              cl::sub(Compare), cl::cat(category()));
static Value To("to", "text|json|html", "what to write (default: text)",
                cl::sub(Compare));
static Value
    ComparisonOutput("o", "OUT",
                     "where to write (default: standard output; html: the "
                     "folder ipoint-comparison)",
                     cl::sub(Compare));
static cl::opt<bool> SingleFile("single-file",
                                cl::desc("html: one file, with all in it, in "
                                         "place of a folder (default: "
                                         "ipoint-comparison.html)"),
                                cl::ZeroOrMore, cl::sub(Compare),
                                cl::cat(category()));
static Value
    ComparisonUnit("unit", "ticks|ns|us",
                   "unit of times (default: ticks of the clock; ns where "
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
static Value
    ComparisonWidth("width", "COLUMNS",
                    "columns of the text (default: the terminal's; in a "
                    "file or pipe the table is as wide as it need be)",
                    cl::sub(Compare));
static cl::opt<bool> ExcludeImpossible(
    "exclude-impossible",
    cl::desc("compare traces with transitions that the program does not have, "
             "without their calls"),
    cl::ZeroOrMore, cl::sub(Compare), cl::cat(category()));

namespace {

struct CompareCall {
  std::vector<SetOption> Sets;
  compare::CompareOptions Options;
  output::ComparisonOptions Output;
  analysis::TimeUnit Unit = analysis::TimeUnit::Ticks;
  bool ExcludeImpossible = false;
};

} // namespace

/// Stands for `--` until LLVM has read the options, which would end there.
static constexpr const char *Separator = "\x1f--";

bool isCompare(int Count, char **Arguments) {
  return Count > 1 && StringRef(Arguments[1]) == "compare";
}

/// Traces into sets.
static Expected<std::vector<SetOption>> readSets() {
  std::vector<SetOption> Sets;
  bool Grouped = is_contained(Traces, Separator), Begins = true;
  for (const std::string &Word : Traces) {
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

/// What to write, and where.
static Error readOutput(output::ComparisonOptions &Out) {
  using output::ComparisonForm;
  if (!To.given() || To == "text")
    Out.Form = ComparisonForm::Text;
  else if (To == "json")
    Out.Form = ComparisonForm::Json;
  else if (To == "html")
    Out.Form = ComparisonForm::Html;
  else
    return wrong("--to: '" + To + "' is not known; it is text, json or html");
  if (SingleFile && Out.Form != ComparisonForm::Html)
    return wrong("--single-file is for --to=html");
  Out.IsSingleFile = SingleFile;
  Out.Path = ComparisonOutput.given()           ? ComparisonOutput.getValue()
             : Out.Form != ComparisonForm::Html ? "-"
             : SingleFile                       ? "ipoint-comparison.html"
                                                : "ipoint-comparison";
  if (Out.Path.empty())
    return wrong("-o needs the name of a file or folder");
  return Error::success();
}

static Error readValues(CompareCall &Call) {
  if (Error E = Least.read(Call.Options.Least))
    return E;
  if (Error E = LeastTail.read(Call.Options.LeastTail))
    return E;
  if (Error E = Discovery.read(Call.Options.Discovery))
    return E;
  if (Error E = TopDifferences.read(Call.Output.Top))
    return E;
  if (!(Call.Options.Least >= 0))
    return wrong("--least is a share, 0 or more, such as 0.01");
  if (!(Call.Options.LeastTail >= 1))
    return wrong("--least-tail is a factor, 1 or more");
  if (!(Call.Options.Discovery > 0 && Call.Options.Discovery < 1))
    return wrong("--fdr is a rate between 0 and 1");
  if (Error E = readUnit(ComparisonUnit, Call.Unit))
    return E;
  return readOutput(Call.Output);
}

static Expected<CompareCall> parseCall(int Count, char **Arguments) {
  std::vector<const char *> Words(Arguments, Arguments + Count);
  for (const char *&Word : Words)
    if (StringRef(Word) == "--")
      Word = Separator;
  if (Error E = checkLast(Words.back(), Compare))
    return E;
  cl::HideUnrelatedOptions(category(), Compare);
  std::string Message;
  raw_string_ostream Stream(Message);
  if (!cl::ParseCommandLineOptions(Count, Words.data(),
                                   "Compares sets of runs.\n", &Stream)) {
    if (Message.empty()) // an option has printed its own line
      exit(2);
    return commandLineError(Message);
  }
  CompareCall Call;
  Expected<std::vector<SetOption>> Sets = readSets();
  if (!Sets)
    return Sets.takeError();
  Call.Sets = std::move(*Sets);
  if (Error E = readValues(Call))
    return E;
  Call.ExcludeImpossible = ExcludeImpossible;
  Call.Output.Version = IPOINT_VERSION;
  Call.Output.CommandLine.assign(Arguments, Arguments + Count);
  if (Call.Output.Path == "-" && sys::Process::StandardOutColumns() != 0)
    Call.Output.Width = Call.Output.TableWidth =
        std::max(sys::Process::StandardOutColumns(), NarrowestText);
  if (Error E =
          readWidth(ComparisonWidth, Call.Output.Width, Call.Output.TableWidth))
    return E;
  return Call;
}

Expected<bool> runCompare(int Count, char **Arguments) {
  Expected<CompareCall> Call = parseCall(Count, Arguments);
  if (!Call)
    return Call.takeError();
  // A page shows any unit: it begins with the one that was asked for.
  bool IsPage = Call->Output.Form == output::ComparisonForm::Html;
  Call->Output.FirstUnit = Call->Unit;
  Call->Options.KeepsTimes = IsPage;
  Expected<std::vector<compare::RunSet>> Sets =
      readSets(Call->Sets, Call->ExcludeImpossible, /*Source=*/IsPage);
  if (!Sets)
    return Sets.takeError();
  analysis::TimeUnit Unit = compare::finishSets(
      *Sets, IsPage ? analysis::TimeUnit::Ticks : Call->Unit);
  Expected<compare::ComparisonModel> Model =
      compareSets(std::move(*Sets), Call->Options);
  if (!Model)
    return Model.takeError();
  Model->Unit = Unit;
  if (Error E = output::writeComparison(*Model, Call->Output))
    return E;
  if (IsPage)
    printPageOf(Call->Output.Path, Call->Output.IsSingleFile);
  return Model->differs();
}

} // namespace ipoint::report
