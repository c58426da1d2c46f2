//===- Options.cpp - The command line of ipoint-report --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "BudgetConfig.h"
#include "FilterConfig.h"
#include "Value.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <climits>
#include <cstdlib>

using namespace llvm;

namespace ipoint::report {

static cl::SubCommand Html("html", "write a folder of pages");
static cl::SubCommand Text("text", "print a summary, or one function's blocks");
static cl::SubCommand Json("json", "write all figures, by docs/report-json.md");
static cl::SubCommand Csv("csv", "write all histograms as a table");
static cl::SubCommand Export("export", "write for other programs: see --to");

cl::OptionCategory &category() {
  static cl::OptionCategory Category("Options of ipoint-report");
  return Category;
}

namespace {

/// One of all outputs.
struct CommonValue : Value {
  template <class... Mods>
  CommonValue(StringRef Name, StringRef ValueName, const char *Help,
              const Mods &...M)
      : Value(Name, ValueName, Help, cl::sub(Html), cl::sub(Text),
              cl::sub(Json), cl::sub(Csv), cl::sub(Export),
              cl::sub(checkCommand()), M...) {}
};

} // namespace

static cl::list<std::string> Traces(cl::Positional, cl::desc("[TRACE...]"),
                                    cl::sub(Html), cl::sub(Text), cl::sub(Json),
                                    cl::sub(Csv), cl::sub(Export),
                                    cl::sub(checkCommand()),
                                    cl::cat(category()));
static CommonValue Database("db", "FILE",
                            "ipoint database of the build (default: the "
                            "first that fits of IPOINT_DB, the path in the "
                            "trace, and ipoint.db beside the trace or here)");
static CommonValue OutputPath("o", "OUT",
                              "where to write (default: standard output; html: "
                              "the folder ipoint-report, ctf: the folder "
                              "ipoint-named-trace)");
static CommonValue TimeUnit("unit", "ticks|ns|us",
                            "unit of times (default: ticks of the clock); not "
                            "for csv, chrome, ctf and observations");
static CommonValue Low("low", "TICKS",
                       "with --high: a block most of whose visits take less "
                       "than this ...");
static CommonValue High("high", "TICKS",
                        "... and none from --low to this, has what is over it "
                        "excluded as interrupted");
static CommonValue Majority("majority", "SHARE",
                            "more than this share of visits must be under "
                            "--low (0 to 1, default 0.5)");
static CommonValue LeastVisits("least-visits", "N",
                               "blocks with fewer visits are not filtered by "
                               "--low and --high (default 10)");
static CommonValue GapTolerance("gap-tolerance", "SHARE",
                                "share of visits that may lie from --low to "
                                "--high all the same (default 0)");
static CommonValue Config("config", "FILE",
                          "thresholds by function and block, in the section "
                          "'filter', and budgets, in the section 'budgets' "
                          "(docs/configuration.md)");
static CommonValue FilterBy("filter", "detect|rule|layers:N|none",
                            "what excludes visits as interrupted: detection "
                            "(default), --low and --high, N layers of two "
                            "standard deviations, or nothing");
static cl::list<std::string>
    Thresholds("threshold", cl::value_desc("FUNCTION[/BLOCK]=LOW:HIGH"),
               cl::desc("--low and --high for some functions or blocks only; "
                        "patterns; may be given more than once"),
               cl::sub(Html), cl::sub(Text), cl::sub(Json), cl::sub(Csv),
               cl::sub(Export), cl::sub(checkCommand()), cl::cat(category()));
static cl::opt<bool> FilterAllBlocks(
    "filter-all-blocks",
    cl::desc("filter blocks that call uninstrumented functions too"),
    cl::ZeroOrMore, cl::sub(Html), cl::sub(Text), cl::sub(Json), cl::sub(Csv),
    cl::sub(Export), cl::sub(checkCommand()), cl::cat(category()));
static cl::opt<bool> ExcludeImpossible(
    "exclude-impossible",
    cl::desc("report a trace with transitions that the program does not have, "
             "without their calls"),
    cl::ZeroOrMore, cl::sub(Html), cl::sub(Text), cl::sub(Json), cl::sub(Csv),
    cl::sub(Export), cl::sub(checkCommand()), cl::cat(category()));
static cl::list<std::string> Baselines(
    "baseline", cl::value_desc("FILE"),
    cl::desc("runs of the plain program, of ipoint-run --baseline: "
             "report means by its samples and the closure error; none: "
             "do without (default: the file beside the traces; may be "
             "repeated, for several inputs)"),
    cl::sub(Html), cl::sub(Text), cl::sub(Json), cl::sub(Export),
    cl::cat(category()));
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
static cl::list<std::string> DetectorParam(
    "detector-param", cl::value_desc("NAME=VALUE"),
    cl::desc("a constant of detection, of interrupts/DetectorParams.def: for "
             "experiments"),
    cl::Hidden, cl::sub(Html), cl::sub(Text), cl::sub(Json), cl::sub(Csv),
    cl::cat(category()));
static Value Top("top", "N", "functions in the table (default 20)",
                 cl::sub(Text));
static Value SortBy("sort", "self|inclusive|calls|mean|p99|max|name",
                    "order of the table (default self: the sum of self times)",
                    cl::sub(Text));
static Value Tree("tree", "files|calls",
                  "functions as a tree: by folder and file, or by who calls "
                  "whom, with sums",
                  cl::sub(Text));
static Value TextWidth("width", "COLUMNS",
                       "columns of the text (default: the terminal's; in a "
                       "file or pipe tables are as wide as they need be)",
                       cl::sub(Text));
static Value Color("color", "auto|always|never",
                   "colours of the text (default auto: on a terminal, unless "
                   "NO_COLOR is set)",
                   cl::sub(Text), cl::sub(checkCommand()));
static cl::opt<bool> Threads("threads",
                             cl::desc("show where the ticks of each thread "
                                      "went"),
                             cl::ZeroOrMore, cl::sub(Text),
                             cl::cat(category()));
static cl::opt<bool> All("all",
                         cl::desc("text: lists whole, and all functions in "
                                  "the table; json: also the blocks of "
                                  "functions that did not run; check: also "
                                  "budgets that were kept"),
                         cl::ZeroOrMore, cl::sub(Text), cl::sub(Json),
                         cl::sub(checkCommand()), cl::cat(category()));
static Value FunctionName("function", "NAME",
                          "text: this function's blocks and source; hdr: all "
                          "of its times; observations: its times only",
                          cl::sub(Text), cl::sub(Export));
static Value ExportFormat("to", "chrome|ctf|folded|hdr|observations|profile",
                          "chrome: calls, for Perfetto and Chrome; ctf: "
                          "the trace with names; folded: call paths, for "
                          "flame graphs; hdr: percentiles as HdrHistogram "
                          "prints them; observations: every single time, as a "
                          "table; profile: which functions the next build "
                          "should time (IPOINT_TIMED=auto)",
                          cl::sub(Export));
static Value Events("events", "N",
                    "chrome: calls, observations: times that are "
                    "written (default 1000000); "
                    "ctf: names that are given, the most frequent first "
                    "(default 4096)",
                    cl::sub(Export));

static Value Overhead("overhead", "TIMES",
                      "profile: how many times as long as the plain program "
                      "the next build may run (default 1.5)",
                      cl::sub(Export));

Error commandLineError(StringRef Message) {
  StringRef Line = Message.ltrim().split('\n').first;
  Line.consume_front("ipoint-report: ");
  Line = Line.split("  Try: ").first.rtrim(" .!");
  StringRef Given = Line.split('\'').second.split('\'').first;
  StringRef Meant = Message.split("Did you mean '").second.split('\'').first;
  // LLVM's guess may have hardly a letter in common with what was given.
  if (!Meant.empty() && Given.edit_distance(Meant) <= Given.size() / 3)
    return wrong(Line + "; did you mean '" + Meant +
                 "'? See 'ipoint-report --help'");
  return wrong(Line + "; see 'ipoint-report --help'");
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

/// What --majority and the like say, with --low and --high or without.
static Expected<analysis::ThresholdRule> readRule() {
  analysis::ThresholdRule Rule;
  Rule.LinearOnly = !FilterAllBlocks;
  Rule.From = "--low and --high";
  if (Error E = Low.read(Rule.Low))
    return E;
  if (Error E = High.read(Rule.High))
    return E;
  if (Error E = Majority.read(Rule.Majority))
    return E;
  if (Error E = LeastVisits.read(Rule.LeastVisits))
    return E;
  if (Error E = GapTolerance.read(Rule.GapTolerance))
    return E;
  if (Low.given() != High.given())
    return wrong(Low.given() ? "--low also needs --high"
                             : "--high also needs --low");
  if (!(Rule.Majority >= 0 && Rule.Majority <= 1))
    return wrong("--majority is a share from 0 to 1");
  if (!(Rule.GapTolerance >= 0 && Rule.GapTolerance <= 1))
    return wrong("--gap-tolerance is a share from 0 to 1");
  if (Rule.Low > Rule.High)
    return wrong("--low is more than --high; swap them");
  return Rule;
}

/// FUNCTION[/BLOCK]=LOW:HIGH, for the rest as \p Rule.
static Expected<analysis::ThresholdRule>
readThreshold(StringRef Text, analysis::ThresholdRule Rule) {
  auto [Name, Numbers] = Text.rsplit('=');
  auto [First, Second] = Numbers.split(':');
  if (Name.empty() || First.getAsInteger(10, Rule.Low) ||
      Second.getAsInteger(10, Rule.High) || Rule.Low > Rule.High)
    return wrong("--threshold: '" + Text +
                 "' is not FUNCTION[/BLOCK]=LOW:HIGH with LOW up to HIGH in "
                 "ticks");
  auto [Function, Block] = Name.split('/');
  Rule.Function = Function.str();
  Rule.Block = Block.str();
  Rule.From = ("--threshold " + Text).str();
  if (Error E = analysis::checkPatterns(Rule))
    return wrong(Rule.From + ": " + toString(std::move(E)));
  return Rule;
}

static Error readMode(analysis::FilterModel &Filter, bool &None) {
  for (const std::string &Assignment : DetectorParam)
    if (Error E = analysis::setParam(Filter.Detector, Assignment))
      return wrong("--detector-param: " + toString(std::move(E)));
  if (!FilterBy.given())
    return Error::success();
  Filter.From = "--filter";
  return parseFilterMode(FilterBy.getValue(), Filter, None);
}

/// Options win over the file: their rules come behind its own.
static Error readFilter(analysis::AnalysisOptions &Result, Format Kind) {
  analysis::FilterModel Filter;
  Filter.From = "default";
  bool None = false;
  if (Config.given())
    if (Error E = readFilterConfig(Config.getValue(), Filter, None))
      return E;
  Expected<analysis::ThresholdRule> Rule = readRule();
  if (!Rule)
    return Rule.takeError();
  if (Low.given())
    Filter.Rules.push_back(*Rule);
  for (const std::string &Text : Thresholds) {
    Expected<analysis::ThresholdRule> R = readThreshold(Text, *Rule);
    if (!R)
      return R.takeError();
    Filter.Rules.push_back(std::move(*R));
  }
  bool Asked = Low.given() || !Thresholds.empty();
  bool Told = Asked || Config.given() || FilterBy.given() || FilterAllBlocks;
  if (!factsOf(Kind).IsFiltered)
    return Told ? wrong("--to=" + ExportFormat.getValue() +
                        " writes raw times: nothing can be excluded")
                : Error::success();
  if (!Asked)
    for (const Value *V : {&Majority, &LeastVisits, &GapTolerance})
      if (V->given())
        return wrong("--" + V->ArgStr +
                     " needs --low and --high, or --threshold");
  if (Asked) {
    None = false;
    Filter.Mode = analysis::FilterMode::Rule;
    Filter.From = Low.given() ? "--low and --high" : "--threshold";
  }
  if (Error E = readMode(Filter, None))
    return E;
  if (FilterAllBlocks)
    Filter.LinearOnly = false;
  bool IsRule = Filter.Mode == analysis::FilterMode::Rule;
  if (!None && IsRule && Filter.Rules.empty())
    return wrong("--filter=rule needs thresholds: --low and --high, "
                 "--threshold or --config");
  if (FilterBy.given() && Asked && (None || !IsRule))
    return wrong("--low, --high and --threshold are for --filter=rule");
  if (!None)
    Result.Filter = std::move(Filter);
  return Error::success();
}

static Error readExport(Options &Result) {
  StringRef To = ExportFormat.getValue();
  std::optional<Format> Kind = exportFormat(To);
  if (!Kind)
    return wrong(ExportFormat.given()
                     ? "--to: '" + To +
                           "' is not known; it is chrome, ctf, folded, hdr, "
                           "observations or profile"
                     : Twine("export needs --to: chrome, ctf, folded, hdr, "
                             "observations or profile"));
  Result.Kind = *Kind;
  const FormatFacts &Facts = factsOf(*Kind);
  // What would be of no effect is a slip of the user's.
  if (Events.given() && Facts.Events == 0)
    return wrong("--events is not for --to=" + To);
  if (FunctionName.given() && !Facts.HasFunction)
    return wrong("--function is not for --to=" + To);
  if (Overhead.given() && !Facts.HasOverhead)
    return wrong("--overhead is not for --to=" + To);
  if (!Baselines.empty() && !Facts.HasBaseline)
    return wrong("--baseline is not for --to=" + To);
  if (Error E = Overhead.read(Result.Output.Overhead))
    return E;
  if (!(Result.Output.Overhead > 1 && Result.Output.Overhead <= 1000))
    return wrong("--overhead: '" + Overhead.getValue() +
                 "' is not more than 1 and at most 1000: the plain program's "
                 "time is 1");
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
  Out.Path = OutputPath.given() ? OutputPath.getValue() : Facts.UsualPath.str();
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

/// An option that ends the command line and has no value is told here: LLVM
/// prints that complaint by itself.
static Error checkLast(StringRef Last) {
  if (!Last.starts_with("-"))
    return Error::success();
  for (const Value *V : std::initializer_list<const Value *>{
           &Database,     &OutputPath, &Jobs,     &LeastPart,    &LogLimit,
           &TimeUnit,     &Low,        &High,     &Majority,     &LeastVisits,
           &GapTolerance, &Config,     &FilterBy, &Top,          &SortBy,
           &TextWidth,    &Tree,       &Color,    &FunctionName, &ExportFormat,
           &Events,       &Overhead})
    if (Last.ltrim('-') == V->ArgStr)
      return wrong(Last + " needs a value; see 'ipoint-report --help'");
  if (Last.ltrim('-') == Baselines.ArgStr || isCheckValue(Last.ltrim('-')))
    return wrong(Last + " needs a value; see 'ipoint-report --help'");
  return Error::success();
}

Expected<Options> parseOptions(int Count, char **Arguments) {
  cl::SetVersionPrinter(
      [](raw_ostream &Out) { Out << "ipoint-report " IPOINT_VERSION "\n"; });
  for (cl::SubCommand *Command :
       {&Html, &Text, &Json, &Csv, &Export, &checkCommand()})
    cl::HideUnrelatedOptions(category(), *Command);
  cl::HideUnrelatedOptions(category());
  std::string Message;
  raw_string_ostream Stream(Message);
  if (Error E = checkLast(Arguments[Count - 1]))
    return E;
  if (!cl::ParseCommandLineOptions(Count, Arguments,
                                   "Writes reports on traces of ipoint-run.\n",
                                   &Stream)) {
    if (Message.empty()) // an option has printed its own line
      exit(2);
    return commandLineError(Message);
  }

  Options Result;
  if (Html)
    Result.Kind = Format::Html;
  else if (Json)
    Result.Kind = Format::Json;
  else if (Csv)
    Result.Kind = Format::Csv;
  else if (!Text && !Export && !checkCommand())
    return wrong("say what to write: html, text, json, csv or export, check, "
                 "compare or observations; see 'ipoint-report --help'");
  if (checkCommand()) {
    Expected<Format> Kind = readCheck(Result.Check.emplace());
    if (!Kind)
      return Kind.takeError();
    Result.Kind = *Kind;
  }
  if (Export)
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
  if (Error E = Jobs.read(Result.Analysis.Jobs))
    return E;
  if (Jobs.given() && Result.Analysis.Jobs == 0)
    return wrong("-j needs at least one thread");
  if (Error E = LeastPart.read(Result.Analysis.LeastPart))
    return E;
  if (Error E = LogLimit.read(Result.Analysis.LogLimit))
    return E;
  if (Error E = readFilter(Result.Analysis, Result.Kind))
    return E;
  if (Config.given() && factsOf(Result.Kind).HasBudgets) {
    Expected<std::vector<budget::Budget>> Budgets =
        readBudgetConfig(Config.getValue());
    if (!Budgets)
      return Budgets.takeError();
    Result.Budgets = std::move(*Budgets);
  }
  if (Error E = readOutput(Result.Output, Result.Kind))
    return E;
  Result.Analysis.CallPaths |= Result.Output.Tree == output::TreeKind::Calls;
  Result.Output.CommandLine.assign(Arguments, Arguments + Count);
  return Result;
}

} // namespace ipoint::report
