//===- Options.cpp - The command lines of ipoint-report -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "database/Input.h"
#include "support/Errors.h"
#include "llvm/Support/raw_ostream.h"
#include <climits>
#include <cstdlib>

using namespace llvm;

namespace ipoint::report {

static Common<Positional> Traces("[TRACE-OR-PROFILE...]");
static Common<DatabaseOption> Database;
static Common<Value>
    OutputPath("o", "OUT",
               "where to write (default: standard output; html: the folder "
               "ipoint-report, ctf: the folder ipoint-named-trace, rows: the "
               "folder ipoint-rows, profile: the file ipoint-profile)");
static Common<UnitOption>
    TimeUnit("unit of times (default: ticks of the clock); not for csv, "
             "chrome, ctf, observations and openmetrics");
static Common<Value> Config(
    "config", "FILE",
    "thresholds by function and block, in the section 'filter', budgets, "
    "in 'budgets', and flow facts, in 'flow' (docs/configuration.md)");
static Flag SingleFile("single-file",
                       "one file, with all in it, in place of a folder "
                       "(default: ipoint-report.html)",
                       cl::sub(HtmlCommand));
static List WorstRoots("worst", "ROOT",
                       "show the longest path of ROOT, as 'ipoint-report "
                       "worst' estimates it, on its page, and what it says of "
                       "WCET estimates; may be repeated",
                       cl::sub(HtmlCommand), cl::sub(TextCommand),
                       cl::sub(JsonCommand));
static List WorstFacts("facts", "FILE",
                       "flow facts of longest paths, those of --worst and of "
                       "budgets; may be repeated",
                       cl::sub(HtmlCommand), cl::sub(TextCommand),
                       cl::sub(JsonCommand));
static Flag Optimise("optimise",
                     "show which functions and blocks are worth to be made "
                     "faster: what 10 % less of each takes off mean time, p99 "
                     "and, with --worst, the WCET estimate",
                     cl::sub(TextCommand));
static Value P99Of("p99-of", "FUNCTION",
                   "what to optimise: the function whose p99 is to become less "
                   "(default: that of --worst, or else what takes longest of "
                   "what is called often)",
                   cl::sub(HtmlCommand), cl::sub(TextCommand),
                   cl::sub(JsonCommand));
static Common<Flag>
    ExcludeImpossible("exclude-impossible",
                      "report a trace with transitions that the program does "
                      "not have, without their calls");
static List Baselines("baseline", "FILE",
                      "runs of the plain program, of ipoint-run --baseline: "
                      "report means by its samples and the closure error; "
                      "none: do without (default: the file beside the traces; "
                      "may be repeated, for several inputs)",
                      cl::sub(HtmlCommand), cl::sub(TextCommand),
                      cl::sub(JsonCommand), cl::sub(ProfileCommand));
static List Labels("label", "KEY=VALUE",
                   "what the runs are called in sums over many, such as "
                   "board=7, in place of what their traces have; may be "
                   "repeated",
                   cl::sub(ProfileCommand));
static Common<Value> Jobs("j", "N",
                          "threads that read streams at the same time "
                          "(default: one for each CPU)",
                          cl::Prefix);
static Common<Value> LeastPart("least-part", "BYTES",
                               "do not divide streams among threads into "
                               "shorter parts",
                               cl::Hidden);
static Common<Value> LogLimit("log-limit", "BYTES",
                              "keep no more of the visits that may be "
                              "interrupted, but read them again",
                              cl::Hidden);
static Value Top("top", "N",
                 "text: functions in the table (default 20); openmetrics: "
                 "functions, those with the most self time (default 100)",
                 cl::sub(TextCommand), cl::sub(ExportCommand));
static Choice<output::SortKey>
    SortBy("sort",
           {{"self", output::SortKey::Self},
            {"inclusive", output::SortKey::Inclusive},
            {"calls", output::SortKey::Calls},
            {"mean", output::SortKey::Mean},
            {"p99", output::SortKey::P99},
            {"max", output::SortKey::Max},
            {"name", output::SortKey::Name}},
           "order of the table (default self: the sum of self times)",
           cl::sub(TextCommand));
static Choice<output::TreeKind> Tree(
    "tree",
    {{"files", output::TreeKind::Files}, {"calls", output::TreeKind::Calls}},
    "functions as a tree: by folder and file, or by who calls whom, with "
    "sums",
    cl::sub(TextCommand));
static WidthOption
    TextWidth("columns of the text (default: the terminal's; in a file or pipe "
              "tables are as wide as they need be, and check has a line for "
              "each budget)",
              cl::sub(TextCommand), cl::sub(CheckCommand));
enum class Colors { Auto, Always, Never };
static Choice<Colors> Color("color",
                            {{"auto", Colors::Auto},
                             {"always", Colors::Always},
                             {"never", Colors::Never}},
                            "colours of the text (default auto: on a terminal, "
                            "unless NO_COLOR is set)",
                            cl::sub(TextCommand), cl::sub(CheckCommand));
static Flag Threads("threads", "show where the ticks of each thread went",
                    cl::sub(TextCommand));
static Flag All("all",
                "text: lists whole, and all functions in the table; json: also "
                "the blocks of functions that did not run; check: also budgets "
                "that were kept",
                cl::sub(TextCommand), cl::sub(JsonCommand),
                cl::sub(CheckCommand));
static Flag Blocks("blocks", "openmetrics: the blocks of these functions, too",
                   cl::sub(ExportCommand));
static Value FunctionName("function", "NAME",
                          "text: this function's blocks and source; hdr: all "
                          "of its times; observations: its times only",
                          cl::sub(TextCommand), cl::sub(ExportCommand));
static List Against("against", "TRACE",
                    "runs of another build: report what changed since, by the "
                    "test of 'compare'; may be repeated, for several traces",
                    cl::sub(HtmlCommand), cl::sub(TextCommand),
                    cl::sub(JsonCommand));
static Flag Disassemble("disassemble",
                        "show the machine code of functions with samples, by "
                        "instruction",
                        cl::sub(HtmlCommand), cl::sub(JsonCommand));
static Value
    DisassembledFunction("disassemble", "FUNCTION",
                         "print the machine code of this function, with "
                         "samples and source",
                         cl::sub(TextCommand));
static Choice<Format>
    ExportFormat("to",
                 {{"chrome", Format::Chrome},
                  {"ctf", Format::Ctf},
                  {"folded", Format::Folded},
                  {"hdr", Format::Hdr},
                  {"markdown", Format::Markdown},
                  {"observations", Format::Observations},
                  {"openmetrics", Format::OpenMetrics},
                  {"rows", Format::Rows}},
                 "chrome: calls, for Perfetto and Chrome; ctf: the trace with "
                 "names; folded: call paths, for flame graphs; hdr: "
                 "percentiles as HdrHistogram prints them; markdown: a summary "
                 "for a merge request; observations: every "
                 "single time, as a table; openmetrics: counts, times and "
                 "budgets for Prometheus; rows: a folder of tables that SQL "
                 "adds",
                 cl::sub(ExportCommand));
static Value Events("events", "N",
                    "chrome: calls, observations: times that are written "
                    "(default 1000000); ctf: names that are given, the most "
                    "frequent first (default 4096)",
                    cl::sub(ExportCommand));

static Choice<Format>
    CheckForm("to",
              {{"text", Format::Check},
               {"junit", Format::CheckJunit},
               {"sarif", Format::CheckSarif}},
              "what to write (default text): a line for each budget that is "
              "broken or could not be judged; JUnit XML; SARIF 2.1.0",
              cl::sub(CheckCommand));
static List CheckBaseline("baseline", "TRACE",
                          "runs that these may be no worse than, by the test "
                          "of 'compare'; may be repeated",
                          cl::sub(CheckCommand));
static Value NoWorseThan("no-worse-than", "PERCENT",
                         "with --baseline: how much longer a mean or "
                         "percentile may be (default 5%)",
                         cl::sub(CheckCommand));
static Flag Strict("strict",
                   "a budget that cannot be judged, because its function never "
                   "ran or is not timed, is broken",
                   cl::sub(CheckCommand));

static Choice<Format>
    TextForm("to", {{"text", Format::Text}, {"markdown", Format::Markdown}},
             "what to write (default text); markdown: a "
             "summary for a merge request",
             cl::sub(TextCommand));

static Error readExport(Options &Result) {
  if (!ExportFormat.given())
    return wrong("export needs --to: chrome, ctf, folded, hdr, markdown, "
                 "observations, openmetrics or rows");
  if (Error E = ExportFormat.read(Result.Kind)) {
    if (ExportFormat.getValue() != "profile") // as it was called once
      return E;
    return wrong(toString(std::move(E)) + "; the next build reads what "
                                          "'ipoint-report profile' writes");
  }
  const FormatFacts &Facts = factsOf(Result.Kind);
  // What would be of no effect is a slip of the user's.
  if (Events.given() && Facts.Events == 0)
    return wrong("--events is not for --to=" + Facts.ExportName);
  if (FunctionName.given() && !Facts.has(OneFunction))
    return wrong("--function is not for --to=" + Facts.ExportName);
  if ((Top.given() || Blocks) && Result.Kind != Format::OpenMetrics)
    return wrong(Twine(Blocks ? "--blocks" : "--top") +
                 " is not for --to=" + Facts.ExportName);
  Result.Events = Facts.Events;
  return Events.read(Result.Events);
}

static Error readCheck(Options &Result) {
  CheckOptions &Check = Result.Check.emplace();
  Check.Baseline.assign(CheckBaseline.begin(), CheckBaseline.end());
  Check.IsStrict = Strict;
  if (NoWorseThan.given()) {
    if (Check.Baseline.empty())
      return wrong("--no-worse-than needs --baseline");
    Expected<budget::Limit> L = budget::parseLimit(NoWorseThan.getValue());
    if (!L || L->kind() != analysis::BudgetKind::Share) {
      consumeError(L.takeError());
      return wrong("--no-worse-than: '" + NoWorseThan.getValue() +
                   "' is no percentage, such as 5%");
    }
    Check.NoWorseThan = L->inModel(1);
  }
  Result.Kind = Format::Check;
  return CheckForm.read(Result.Kind);
}

static Error readText(Options &Result) {
  if (Error E = TextForm.read(Result.Kind))
    return E;
  if (Result.Kind == Format::Markdown &&
      (FunctionName.given() || Tree.given() || Threads || Optimise))
    return wrong("--to=markdown is a summary: --function, --tree, --threads "
                 "and --optimise are not for it");
  return Error::success();
}

/// Sets what is written, with the options that are for that only.
static Error readKind(Options &Result) {
  if (ExportCommand)
    return readExport(Result);
  if (CheckCommand)
    return readCheck(Result);
  if (HtmlCommand)
    Result.Kind = Format::Html;
  else if (JsonCommand)
    Result.Kind = Format::Json;
  else if (CsvCommand)
    Result.Kind = Format::Csv;
  else if (ProfileCommand)
    Result.Kind = Format::Reduced;
  else if (TextCommand)
    return readText(Result);
  else
    return wrong("say what to write: html, text, json, csv or export, check, "
                 "compare, worst, profile, merge or observations; see "
                 "'ipoint-report --help'");
  return Error::success();
}

static Error readOutput(output::WriterOptions &Out, Format Kind) {
  const FormatFacts &Facts = factsOf(Kind);
  Out.IsSingleFile = SingleFile;
  Out.IsMarkdown = Kind == Format::Markdown;
  if (Out.IsMarkdown)
    Out.Top = 10;
  Out.Path = OutputPath.given() ? OutputPath.getValue()
             : SingleFile       ? "ipoint-report.html"
                                : Facts.UsualPath.str();
  if (Out.Path.empty())
    return wrong("-o needs the name of a file or folder");
  if (Error E = TimeUnit.read(Out.TimeUnit))
    return E;
  if (TimeUnit.given() && !Facts.Unit.empty() &&
      Facts.Unit != TimeUnit.getValue())
    return wrong("--unit: times of this output are in " + Facts.Unit);
  Out.Function = FunctionName;
  Out.Disassembly = DisassembledFunction.given();
  if (Out.Disassembly && FunctionName.given())
    return wrong("--disassemble names the function: --function is not for it");
  if (Out.Disassembly)
    Out.Function = DisassembledFunction.getValue();
  Out.Threads = Threads;
  Out.Gains = Optimise;
  if (Kind == Format::OpenMetrics)
    Out.Top = 100;
  Out.All = All || Blocks;
  if (All)
    Out.Top = UINT_MAX;
  Out.Version = IPOINT_VERSION;
  Colors When = Colors::Auto;
  if (Error E = TextWidth.read(Out.Path, Out.Width, Out.TableWidth))
    return E;
  if (Error E =
          readAll(Color, When, Tree, Out.Tree, SortBy, Out.Sort, Top, Out.Top))
    return E;
  // A terminal gets colours, unless its user wants none (no-color.org).
  const char *Unwanted = getenv("NO_COLOR");
  Out.HasColors = When == Colors::Always ||
                  (When == Colors::Auto && Out.Path == "-" &&
                   outs().has_colors() && !(Unwanted && *Unwanted));
  if (Tree.given() && (FunctionName.given() || SortBy.given() || Top.given()))
    return wrong("--tree shows all functions, the longest first: --function, "
                 "--sort and --top are not for it");
  return Error::success();
}

/// Whose p99 is to become less: a root of --worst may be a part of a function,
/// which has none, or nothing of the program.
static Error readLongCalls(Options &Result) {
  const bool Shows = Result.Kind == Format::Html ||
                     Result.Kind == Format::Json || Result.Output.Gains;
  if (P99Of.given() && !Shows)
    return wrong("--p99-of is for what to optimise: add --optimise");
  Result.Analysis.LongCalls = Shows;
  // To leave functions out that call themselves.
  Result.Analysis.CallPaths |= Shows;
  Result.Analysis.LongCallsOfAny = !P99Of.given();
  if (P99Of.given())
    Result.Analysis.LongCallsOf = P99Of;
  else if (!Result.Roots.empty())
    Result.Analysis.LongCallsOf = Result.Roots.front();
  return Error::success();
}

/// Reads the file of --config, once: it may be a pipe.
static Error readConfigFile(Options &Result) {
  if (!Config.given())
    return readFilter(nullptr, Result.Kind, Result.Analysis);
  StringRef Path = Config.getValue();
  Result.ConfigFile = Path;
  auto Buffer = readInput(Path);
  if (!Buffer)
    return errorAt(Path, toString(Buffer.takeError()));
  database::ConfigText File{Path, (*Buffer)->getBuffer()};
  if (Error E = readFilter(&File, Result.Kind, Result.Analysis))
    return E;
  if (!factsOf(Result.Kind).has(Budgets))
    return Error::success();
  return readBudgetConfig(File).moveInto(Result.Budgets);
}

Expected<Options> parseOptions(ArrayRef<const char *> Arguments) {
  Options Result;
  if (Error E = parse(Arguments, "Writes reports on traces of ipoint-run.\n"))
    return E;
  if (Error E = readKind(Result))
    return E;
  const FormatFacts &Facts = factsOf(Result.Kind);
  Result.Traces.assign(Traces.begin(), Traces.end());
  if (Result.Traces.empty())
    Result.Traces = {"ipoint-trace"};
  Result.Database = Database.given() ? Database.getValue() : "";
  Result.FindBaselines = Baselines.empty() && Facts.has(PlainRuns);
  if (Baselines.size() != 1 || Baselines.front() != "none")
    Result.Baselines.assign(Baselines.begin(), Baselines.end());
  Result.Labels.assign(Labels.begin(), Labels.end());
  Result.Roots.assign(WorstRoots.begin(), WorstRoots.end());
  Result.FlowFacts.assign(WorstFacts.begin(), WorstFacts.end());
  Result.ExcludeImpossible = ExcludeImpossible;
  Result.Analysis.CallPaths = Facts.has(CallPaths);
  Result.Analysis.OverTime = Facts.has(Series);
  if (Error E = Jobs.read(Result.Analysis.Jobs))
    return E;
  if (Jobs.given() && Result.Analysis.Jobs == 0)
    return wrong("-j needs at least one thread");
  if (Error E = readAll(LeastPart, Result.Analysis.LeastPart, LogLimit,
                        Result.Analysis.LogLimit))
    return E;
  if (Error E = readConfigFile(Result))
    return E;
  if (Error E = readOutput(Result.Output, Result.Kind))
    return E;
  Result.Against.assign(Against.begin(), Against.end());
  Result.Disassembles = Disassemble || Result.Output.Disassembly;
  Result.Analysis.CallPaths |= Result.Output.Tree == output::TreeKind::Calls;
  if (Error E = readLongCalls(Result))
    return E;
  Result.Output.CommandLine.assign(Arguments.begin(), Arguments.end());
  return Result;
}

} // namespace ipoint::report
