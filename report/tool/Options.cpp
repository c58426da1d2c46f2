//===- Options.cpp - The command line of ipoint-report --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace ipoint::report {

static cl::SubCommand Html("html", "write a folder of pages");
static cl::SubCommand Text("text", "print a summary, or one function's blocks");
static cl::SubCommand Json("json", "write everything, by docs/report-json.md");

static cl::OptionCategory Category("Options of ipoint-report");

static cl::list<std::string> Traces(cl::Positional, cl::desc("[TRACE...]"),
                                    cl::sub(Html), cl::sub(Text), cl::sub(Json),
                                    cl::cat(Category));
static cl::opt<std::string>
    Database("db", cl::value_desc("FILE"),
             cl::desc("ipoint database of the build (default: IPOINT_DB, or "
                      "ipoint.db)"),
             cl::sub(Html), cl::sub(Text), cl::sub(Json), cl::cat(Category));
static cl::opt<std::string>
    OutputPath("o", cl::value_desc("OUT"),
               cl::desc("where to write (default: standard output; html: the "
                        "folder ipoint-report)"),
               cl::sub(Html), cl::sub(Text), cl::sub(Json), cl::cat(Category));
static cl::opt<output::Unit> TimeUnit(
    "unit", cl::desc("unit of times (default: ticks)"),
    cl::values(clEnumValN(output::Unit::Ticks, "ticks", "of the clock"),
               clEnumValN(output::Unit::Nanoseconds, "ns", "nanoseconds")),
    cl::init(output::Unit::Ticks), cl::sub(Html), cl::sub(Text), cl::sub(Json),
    cl::cat(Category));
static cl::opt<unsigned long long>
    Low("low", cl::value_desc("TICKS"),
        cl::desc("with --high: a block most of whose visits take less than "
                 "this ..."),
        cl::sub(Html), cl::sub(Text), cl::sub(Json), cl::cat(Category));
static cl::opt<unsigned long long>
    High("high", cl::value_desc("TICKS"),
         cl::desc("... and none from --low to this, has what is over it set "
                  "aside as interrupted"),
         cl::sub(Html), cl::sub(Text), cl::sub(Json), cl::cat(Category));
static cl::opt<double>
    Majority("majority", cl::value_desc("SHARE"),
             cl::desc("more than this share of visits must be under --low "
                      "(0 to 1, default 0.5)"),
             cl::init(0.5), cl::sub(Html), cl::sub(Text), cl::sub(Json),
             cl::cat(Category));
static cl::opt<bool> FilterAllBlocks(
    "filter-all-blocks",
    cl::desc("filter blocks that call uninstrumented functions too"),
    cl::sub(Html), cl::sub(Text), cl::sub(Json), cl::cat(Category));
static cl::opt<unsigned> Top("top", cl::value_desc("N"),
                             cl::desc("functions in the table (default 20)"),
                             cl::init(20), cl::sub(Text), cl::cat(Category));
static cl::opt<std::string>
    FunctionName("function", cl::value_desc("NAME"),
                 cl::desc("show the blocks of this function"), cl::sub(Text),
                 cl::cat(Category));

static cl::extrahelp Examples(R"(
EXAMPLES:
  ipoint-report html ipoint-trace -o report     pages; open report/index.html
  ipoint-report text --top 5                    the five costliest functions
  ipoint-report text --function parse           its blocks
  ipoint-report json --unit ns -o report.json   for other programs
  ipoint-report html --low 500 --high 1900      interrupts set aside by threshold

Exit status: 0 done, 2 the input or the call is wrong.
)");

static Error wrong(const Twine &What) {
  return createStringError(inconvertibleErrorCode(), What);
}

/// LLVM's message of a wrong command line as one line that says how to mend it.
static Error commandLineError(StringRef Message) {
  StringRef Line = Message.ltrim().split('\n').first;
  Line.consume_front("ipoint-report: ");
  Line = Line.split("  Try: ").first.rtrim(" .!");
  return wrong(Line + "; see 'ipoint-report --help'");
}

static Error readFilter(analysis::AnalysisOptions &Result) {
  bool HasLow = Low.getNumOccurrences(), HasHigh = High.getNumOccurrences();
  if (HasLow != HasHigh)
    return wrong(Twine(HasLow ? "--low" : "--high") + " also needs " +
                 (HasLow ? "--high" : "--low"));
  if (!(Majority >= 0 && Majority <= 1))
    return wrong("--majority is a share from 0 to 1");
  if (!HasLow) {
    if (Majority.getNumOccurrences() || FilterAllBlocks)
      return wrong("--majority and --filter-all-blocks need --low and --high");
    return Error::success();
  }
  if (Low > High)
    return wrong("--low is more than --high; swap them");
  Result.Filter = analysis::FilterModel{Low, High, Majority, !FilterAllBlocks};
  return Error::success();
}

/// The option, else what the environment says, else the build's default.
static std::string databasePath() {
  if (!Database.empty())
    return Database;
  return sys::Process::GetEnv("IPOINT_DB").value_or("ipoint.db");
}

Expected<Options> parseOptions(int Count, char **Arguments) {
  cl::SetVersionPrinter(
      [](raw_ostream &Out) { Out << "ipoint-report " IPOINT_VERSION "\n"; });
  for (cl::SubCommand *Command : {&Html, &Text, &Json})
    cl::HideUnrelatedOptions(Category, *Command);
  cl::HideUnrelatedOptions(Category);
  std::string Message;
  raw_string_ostream Stream(Message);
  if (!cl::ParseCommandLineOptions(Count, Arguments,
                                   "Writes reports on traces of ipoint-run.\n",
                                   &Stream))
    return commandLineError(Message);

  Options Result;
  if (Html)
    Result.Kind = Format::Html;
  else if (Json)
    Result.Kind = Format::Json;
  else if (!Text)
    return wrong("say what to write: html, text or json; see 'ipoint-report "
                 "--help'");
  Result.Traces.assign(Traces.begin(), Traces.end());
  if (Result.Traces.empty())
    Result.Traces = {"ipoint-trace"};
  Result.Database = databasePath();
  if (Error E = readFilter(Result.Analysis))
    return E;
  output::WriterOptions &Out = Result.Output;
  Out.Path = !OutputPath.empty()           ? OutputPath.getValue()
             : Result.Kind == Format::Html ? "ipoint-report"
                                           : "-";
  Out.TimeUnit = TimeUnit;
  Out.Version = IPOINT_VERSION;
  Out.CommandLine.assign(Arguments, Arguments + Count);
  Out.Top = Top;
  Out.Function = FunctionName;
  return Result;
}

} // namespace ipoint::report
