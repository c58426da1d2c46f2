//===- Options.cpp - The command line of ipoint-report --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "BudgetConfig.h"
#include "Commands.h"
#include "FilterOptions.h"
#include "database/Output.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <climits>
#include <cstdlib>

using namespace llvm;

namespace ipoint::report {

cl::SubCommand &htmlCommand() {
  static cl::SubCommand Command("html", "write a folder of pages");
  return Command;
}
cl::SubCommand &textCommand() {
  static cl::SubCommand Command("text",
                                "print a summary, or one function's blocks");
  return Command;
}
cl::SubCommand &jsonCommand() {
  static cl::SubCommand Command("json",
                                "write all figures, by docs/report-json.md");
  return Command;
}
cl::SubCommand &csvCommand() {
  static cl::SubCommand Command("csv", "write all histograms as a table");
  return Command;
}
cl::SubCommand &exportCommand() {
  static cl::SubCommand Command("export", "write for other programs: see --to");
  return Command;
}

cl::SubCommand &profileCommand() {
  static cl::SubCommand Command(
      "profile", "reduce traces to a profile: a file that can be merged");
  return Command;
}

cl::OptionCategory &category() {
  static cl::OptionCategory Category("Options of ipoint-report");
  return Category;
}

static CommonList Traces(cl::Positional, cl::desc("[TRACE-OR-PROFILE...]"));
static CommonValue Database("db", "FILE",
                            "ipoint database of the build (default: the "
                            "first that fits of IPOINT_DB, the path in the "
                            "trace, and ipoint.db beside the trace or here)");
static CommonValue OutputPath("o", "OUT",
                              "where to write (default: standard output; html: "
                              "the folder ipoint-report, ctf: the folder "
                              "ipoint-named-trace, profile: the file "
                              "ipoint-profile)");
static CommonValue TimeUnit("unit", "ticks|ns|us",
                            "unit of times (default: ticks of the clock); not "
                            "for csv, chrome, ctf and observations");
static CommonValue Config("config", "FILE",
                          "thresholds by function and block, in the section "
                          "'filter', and budgets, in the section 'budgets' "
                          "(docs/configuration.md)");
static cl::opt<bool> SingleFile("single-file",
                                cl::desc("one file, with all in it, in place "
                                         "of a folder (default: "
                                         "ipoint-report.html)"),
                                cl::ZeroOrMore, cl::sub(htmlCommand()),
                                cl::cat(category()));
static CommonFlag ExcludeImpossible(
    "exclude-impossible",
    cl::desc("report a trace with transitions that the program does not have, "
             "without their calls"),
    cl::ZeroOrMore);
static cl::list<std::string> Baselines(
    "baseline", cl::value_desc("FILE"),
    cl::desc("runs of the plain program, of ipoint-run --baseline: "
             "report means by its samples and the closure error; none: "
             "do without (default: the file beside the traces; may be "
             "repeated, for several inputs)"),
    cl::sub(htmlCommand()), cl::sub(textCommand()), cl::sub(jsonCommand()),
    cl::sub(profileCommand()), cl::cat(category()));
static CommonValue Jobs("j", "N",
                        "threads that read streams at the same time (default: "
                        "one for each CPU)",
                        cl::Prefix);
static CommonValue LeastPart("least-part", "BYTES",
                             "do not divide streams among threads into "
                             "shorter parts",
                             cl::Hidden);
static CommonValue LogLimit("log-limit", "BYTES",
                            "keep no more of the visits that may be "
                            "interrupted, but read them again",
                            cl::Hidden);
static Value Top("top", "N", "functions in the table (default 20)",
                 cl::sub(textCommand()));
static Value SortBy("sort", "self|inclusive|calls|mean|p99|max|name",
                    "order of the table (default self: the sum of self times)",
                    cl::sub(textCommand()));
static Value Tree("tree", "files|calls",
                  "functions as a tree: by folder and file, or by who calls "
                  "whom, with sums",
                  cl::sub(textCommand()));
static Value TextWidth("width", "COLUMNS",
                       "columns of the text (default: the terminal's; in a "
                       "file or pipe tables are as wide as they need be, and "
                       "check has a line for each budget)",
                       cl::sub(textCommand()), cl::sub(checkCommand()));
static Value Color("color", "auto|always|never",
                   "colours of the text (default auto: on a terminal, unless "
                   "NO_COLOR is set)",
                   cl::sub(textCommand()), cl::sub(checkCommand()));
static cl::opt<bool> Threads("threads",
                             cl::desc("show where the ticks of each thread "
                                      "went"),
                             cl::ZeroOrMore, cl::sub(textCommand()),
                             cl::cat(category()));
static cl::opt<bool> All("all",
                         cl::desc("text: lists whole, and all functions in "
                                  "the table; json: also the blocks of "
                                  "functions that did not run; check: also "
                                  "budgets that were kept"),
                         cl::ZeroOrMore, cl::sub(textCommand()),
                         cl::sub(jsonCommand()), cl::sub(checkCommand()),
                         cl::cat(category()));
static Value FunctionName("function", "NAME",
                          "text: this function's blocks and source; hdr: all "
                          "of its times; observations: its times only",
                          cl::sub(textCommand()), cl::sub(exportCommand()));
static Value ExportFormat("to", "chrome|ctf|folded|hdr|observations|profile",
                          "chrome: calls, for Perfetto and Chrome; ctf: "
                          "the trace with names; folded: call paths, for "
                          "flame graphs; hdr: percentiles as HdrHistogram "
                          "prints them; observations: every single time, as a "
                          "table; profile: which functions the next build "
                          "should time (IPOINT_TIMED=auto)",
                          cl::sub(exportCommand()));
static Value Events("events", "N",
                    "chrome: calls, observations: times that are "
                    "written (default 1000000); "
                    "ctf: names that are given, the most frequent first "
                    "(default 4096)",
                    cl::sub(exportCommand()));

Error commandLineError(StringRef Message) {
  StringRef Line = Message.ltrim().split('\n').first;
  Line.consume_front("ipoint-report: ");
  Line = Line.split("  Try: ").first.rtrim(" .!");
  StringRef Given = Line.split('\'').second.split('\'').first;
  // LLVM finds those with one slip only.
  if (Line.starts_with("Unknown subcommand")) {
    auto Names = map_range(
        cl::getRegisteredSubcommands(),
        [](const cl::SubCommand *Command) { return Command->getName(); });
    std::string Meant = database::didYouMean(Given, Names);
    return wrong(Line + (Meant.empty() ? "; see" : Meant + " See") +
                 " 'ipoint-report --help'");
  }
  StringRef Meant = Message.split("Did you mean '").second.split('\'').first;
  // LLVM's guess may have hardly a letter in common with what was given.
  if (!Meant.empty() &&
      Given.edit_distance(Meant) <= database::mostSlips(Given))
    return wrong(Line + "; did you mean '" + Meant +
                 "'? See 'ipoint-report --help'");
  return wrong(Line + "; see 'ipoint-report --help'");
}

Error checkLast(StringRef Last, cl::SubCommand &Command) {
  if (!Last.starts_with("-"))
    return Error::success();
  const auto &Known = cl::getRegisteredOptions(Command);
  auto It = Known.find(Last.ltrim('-'));
  if (It == Known.end() ||
      It->second->getValueExpectedFlag() != cl::ValueRequired)
    return Error::success();
  return wrong(Last + " needs a value; see 'ipoint-report " +
               Command.getName() + " --help'");
}

Error readUnit(const Value &Option, analysis::TimeUnit &Result) {
  using analysis::TimeUnit;
  if (!Option.given())
    return Error::success();
  for (TimeUnit U :
       {TimeUnit::Ticks, TimeUnit::Nanoseconds, TimeUnit::Microseconds})
    if (Option.getValue() == analysis::nameOf(U)) {
      Result = U;
      return Error::success();
    }
  return wrong("--unit: '" + Option.getValue() +
               "' is not known; it is ticks, ns or us");
}

static Error readExport(Options &Result) {
  StringRef To = ExportFormat.getValue();
  std::optional<Format> Kind = exportFormat(To);
  if (!Kind)
    return wrong(ExportFormat.given()
                     ? "--to: '" + To +
                           "' is not known; it is chrome, ctf, folded, hdr or "
                           "observations" +
                           (To == "profile" ? "; the next build reads what "
                                              "'ipoint-report profile' writes"
                                            : "")
                     : Twine("export needs --to: chrome, ctf, folded, hdr or "
                             "observations"));
  Result.Kind = *Kind;
  const FormatFacts &Facts = factsOf(*Kind);
  // What would be of no effect is a slip of the user's.
  if (Events.given() && Facts.Events == 0)
    return wrong("--events is not for --to=" + To);
  if (FunctionName.given() && !Facts.HasFunction)
    return wrong("--function is not for --to=" + To);
  Result.Events = Facts.Events;
  return Events.read(Result.Events);
}

static Error readSort(output::SortKey &Key) {
  using output::SortKey;
  if (!SortBy.given())
    return Error::success();
  auto Known = StringSwitch<std::optional<SortKey>>(SortBy.getValue())
                   .Case("self", SortKey::Self)
                   .Case("inclusive", SortKey::Inclusive)
                   .Case("calls", SortKey::Calls)
                   .Case("mean", SortKey::Mean)
                   .Case("p99", SortKey::P99)
                   .Case("max", SortKey::Max)
                   .Case("name", SortKey::Name)
                   .Default(std::nullopt);
  if (!Known)
    return wrong(
        "--sort: '" + SortBy.getValue() +
        "' is not known; it is self, inclusive, calls, mean, p99, max or "
        "name");
  Key = *Known;
  return Error::success();
}

Error readWidth(const Value &Option, unsigned &Width, unsigned &TableWidth) {
  if (!Option.given())
    return Error::success();
  if (Error E = Option.read(Width))
    return E;
  if (Width < NarrowestText)
    return wrong("--width: " + Option.getValue() + " columns are too few; " +
                 Twine(NarrowestText) + " are the least");
  TableWidth = Width;
  return Error::success();
}

/// A terminal gets colours, unless its user wants none (no-color.org).
static Error readColor(output::WriterOptions &Out) {
  StringRef When = Color.given() ? StringRef(Color.getValue()) : "auto";
  if (When != "auto" && When != "always" && When != "never")
    return wrong("--color: '" + When +
                 "' is not known; it is auto, always or never");
  const char *Unwanted = getenv("NO_COLOR");
  Out.HasColors =
      When == "always" || (When == "auto" && Out.Path == "-" &&
                           outs().has_colors() && !(Unwanted && *Unwanted));
  return Error::success();
}

static Error readTree(output::WriterOptions &Out) {
  if (!Tree.given())
    return Error::success();
  if (Tree != "files" && Tree != "calls")
    return wrong("--tree: '" + Tree.getValue() +
                 "' is not known; it is files or calls");
  if (FunctionName.given() || SortBy.given() || Top.given())
    return wrong("--tree shows all functions, the longest first: --function, "
                 "--sort and --top are not for it");
  Out.Tree =
      Tree == "files" ? output::TreeKind::Files : output::TreeKind::Calls;
  return Error::success();
}

static Error readOutput(output::WriterOptions &Out, Format Kind) {
  const FormatFacts &Facts = factsOf(Kind);
  Out.IsSingleFile = SingleFile;
  Out.Path = OutputPath.given() ? OutputPath.getValue()
             : SingleFile       ? "ipoint-report.html"
                                : Facts.UsualPath.str();
  if (Out.Path.empty())
    return wrong("-o needs the name of a file or folder");
  if (Error E = readUnit(TimeUnit, Out.TimeUnit))
    return E;
  if (TimeUnit.given() && !Facts.Unit.empty() &&
      Facts.Unit != TimeUnit.getValue())
    return wrong("--unit: times of this output are in " + Facts.Unit);
  Out.Function = FunctionName;
  Out.Threads = Threads;
  Out.All = All;
  if (All)
    Out.Top = UINT_MAX;
  Out.Version = IPOINT_VERSION;
  if (Out.Path == "-" && sys::Process::StandardOutColumns() != 0)
    Out.Width = Out.TableWidth =
        std::max(sys::Process::StandardOutColumns(), NarrowestText);
  if (Error E = readWidth(TextWidth, Out.Width, Out.TableWidth))
    return E;
  if (Error E = readColor(Out))
    return E;
  if (Error E = readTree(Out))
    return E;
  if (Error E = readSort(Out.Sort))
    return E;
  return Top.read(Out.Top);
}

static constexpr auto Commands = {htmlCommand,   textCommand,   jsonCommand,
                                  csvCommand,    exportCommand, checkCommand,
                                  profileCommand};

/// Reads the file of --config, once: it may be a pipe.
static Error readConfigFile(Options &Result) {
  if (!Config.given())
    return readFilter(nullptr, Result.Kind, Result.Analysis);
  StringRef Path = Config.getValue();
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return errorAt(Path, Buffer.getError().message());
  database::ConfigText File{Path, (*Buffer)->getBuffer()};
  if (Error E = readFilter(&File, Result.Kind, Result.Analysis))
    return E;
  if (!factsOf(Result.Kind).HasBudgets)
    return Error::success();
  return readBudgetConfig(File).moveInto(Result.Budgets);
}

Expected<Options> parseOptions(int Count, char **Arguments) {
  cl::SetVersionPrinter(
      [](raw_ostream &Out) { Out << "ipoint-report " IPOINT_VERSION "\n"; });
  for (cl::SubCommand &(*Command)() : Commands) {
    cl::HideUnrelatedOptions(category(), Command());
    if (Count > 2 && Command().getName() == Arguments[1])
      if (Error E = checkLast(Arguments[Count - 1], Command()))
        return E;
  }
  cl::HideUnrelatedOptions(category());
  std::string Message;
  raw_string_ostream Stream(Message);
  if (!cl::ParseCommandLineOptions(Count, Arguments,
                                   "Writes reports on traces of ipoint-run.\n",
                                   &Stream)) {
    if (Message.empty()) // an option has printed its own line
      exit(2);
    return commandLineError(Message);
  }

  Options Result;
  if (htmlCommand())
    Result.Kind = Format::Html;
  else if (jsonCommand())
    Result.Kind = Format::Json;
  else if (csvCommand())
    Result.Kind = Format::Csv;
  else if (profileCommand())
    Result.Kind = Format::Reduced;
  else if (!textCommand() && !exportCommand() && !checkCommand())
    return wrong(
        "say what to write: html, text, json, csv or export, check, "
        "compare, profile, merge or observations; see 'ipoint-report --help'");
  if (checkCommand()) {
    Expected<Format> Kind = readCheck(Result.Check.emplace());
    if (!Kind)
      return Kind.takeError();
    Result.Kind = *Kind;
  }
  if (exportCommand())
    if (Error E = readExport(Result))
      return E;
  Result.Traces.assign(Traces.begin(), Traces.end());
  if (Result.Traces.empty())
    Result.Traces = {"ipoint-trace"};
  Result.Database = Database.given() ? Database.getValue() : "";
  Result.FindBaselines = Baselines.empty() && factsOf(Result.Kind).HasBaseline;
  if (Baselines.size() != 1 || Baselines.front() != "none")
    Result.Baselines.assign(Baselines.begin(), Baselines.end());
  Result.ExcludeImpossible = ExcludeImpossible;
  Result.Analysis.CallPaths = factsOf(Result.Kind).HasPaths;
  Result.Analysis.OverTime = factsOf(Result.Kind).HasSeries;
  if (Error E = Jobs.read(Result.Analysis.Jobs))
    return E;
  if (Jobs.given() && Result.Analysis.Jobs == 0)
    return wrong("-j needs at least one thread");
  if (Error E = LeastPart.read(Result.Analysis.LeastPart))
    return E;
  if (Error E = LogLimit.read(Result.Analysis.LogLimit))
    return E;
  if (Error E = readConfigFile(Result))
    return E;
  if (Error E = readOutput(Result.Output, Result.Kind))
    return E;
  Result.Analysis.CallPaths |= Result.Output.Tree == output::TreeKind::Calls;
  Result.Output.CommandLine.assign(Arguments, Arguments + Count);
  return Result;
}

} // namespace ipoint::report
