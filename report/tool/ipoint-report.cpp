//===- ipoint-report.cpp - Reports on traces ------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   options ──> traces, database ──analyze──> ReportModel ──Writer──> output
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Options.h"
#include "Worst.h"
#include "compare/Closure.h"
#include "database/Output.h"
#include "interrupts/exclude/Filter.h"
#include "overhead/Clock.h"
#include "profile/Labels.h"
#include "profile/Rows.h"
#include "profile/Sum.h"
#include "program/Units.h"
#include "sampled/SampledTimes.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <exception>

using namespace llvm;
using namespace ipoint;

/// What the ids of \p Traces stand for.
static Expected<analysis::SymbolTable>
symbolsOf(ArrayRef<trace::Trace> Traces, const database::Program &Program) {
  Expected<std::vector<bool>> Chosen = analysis::checkUnits(Traces, Program);
  if (!Chosen)
    return Chosen.takeError();
  return analysis::SymbolTable(Program, *Chosen);
}

/// Writes what is in the traces themselves and in no report.
static Error exportTraces(const report::Options &O,
                          ArrayRef<trace::Trace> Traces,
                          const database::Program &Program,
                          const analysis::ReportModel &Report) {
  if (Report.Totals.Records == 0)
    return report::wrong(Traces.front().Path +
                         ": holds counts only, and no event in its "
                         "time; record a build with "
                         "IPOINT_STORE=paths or blocks");
  Expected<analysis::SymbolTable> Symbols = symbolsOf(Traces, Program);
  if (!Symbols)
    return Symbols.takeError();
  exporting::ExportOptions To = {O.Output.Path,
                                 output::provenance(Report, O.Output), O.Events,
                                 O.Output.Function};
  return report::factsOf(O.Kind).Export(Traces, *Symbols, To);
}

/// Behind the first of \p Count.
static std::string andMore(size_t Count) {
  return Count > 1 ? " (and " + std::to_string(Count - 1) +
                         " more; the report lists them)"
                   : "";
}

/// Such a path was not the program's, or the database is not complete: what it
/// made is in no figure, and that is not for a list alone.
static void warnOfImpossible(ArrayRef<analysis::ImpossibleTransition> All) {
  if (All.empty())
    return;
  const analysis::ImpossibleTransition &First = All.front();
  const uint64_t Times = sumOf(All, &analysis::ImpossibleTransition::Count);
  auto Line = [&](const analysis::BlockPlace &P) {
    return "line " + std::to_string(P.Line) +
           (P.File == First.File ? "" : " of " + P.File);
  };
  report::warn(
      Twine(Times) +
      (Times == 1 ? " impossible transition" : " impossible transitions") +
      ", excluded with its call: " + First.Function + " in " + First.File +
      ", " + Line(First.From) + " to " + Line(First.To) + andMore(All.size()));
}

/// The trace shows a path that the program does not have.
static Error refuseImpossible(const analysis::ReportModel &Report) {
  const analysis::ImpossibleTransition &T = Report.Lost.Impossible.front();
  auto Place = [&](const analysis::BlockPlace &P) {
    return P.Name + " (" + Report.Root + "/" + P.File + ":" +
           std::to_string(P.Line) + ")";
  };
  std::string What =
      T.Path ? "path number " + std::to_string(*T.Path) + " to " + Place(T.To) +
                   ", which " + T.Function + " does not have"
             : "impossible transition in " + T.Function + ", from " +
                   Place(T.From) + " to " + Place(T.To);
  return report::wrong(
      What + ": the trace may be of another build or damaged, or ipoint has a "
             "bug; --exclude-impossible reports the rest");
}

static Expected<std::vector<sampled::Baseline>>
readBaselines(const report::Options &Options, ArrayRef<trace::Trace> Traces) {
  if (Options.FindBaselines)
    return sampled::findBaselines(Traces);
  std::vector<sampled::Baseline> Result;
  for (const std::string &Path : Options.Baselines) {
    Expected<sampled::Baseline> File = sampled::readBaseline(Path);
    if (!File)
      return File.takeError();
    Result.push_back(std::move(*File));
  }
  return Result;
}

/// What the plain program's runs say, if they were given: the closure error,
/// and times by samples.
static Error addBaselines(ArrayRef<sampled::Baseline> Files,
                          ArrayRef<trace::Trace> Traces,
                          const database::Program &Program,
                          analysis::ReportModel &Report) {
  if (Files.empty())
    return Error::success();
  Expected<analysis::SymbolTable> Symbols = symbolsOf(Traces, Program);
  if (!Symbols)
    return Symbols.takeError();
  analysis::noteProbes(*Symbols, Traces, Report.Clock);
  std::vector<compare::MeasuredInput> Inputs;
  for (const sampled::Baseline &File : Files) {
    Expected<compare::MeasuredInput> Input =
        compare::measurePairs(File, Traces, *Symbols, Report.Clock.Probes);
    if (!Input)
      return Input.takeError();
    // Of runs that give no closure error, samples still give means.
    if (!Input->Pairs.empty() || !File.hasSamples())
      Inputs.push_back(std::move(*Input));
  }
  if (!Inputs.empty())
    Report.Closure = compare::close(std::move(Inputs));
  Expected<std::vector<sampled::SampledProgram>> Sampled =
      sampled::readSamples(Files);
  if (!Sampled)
    return Sampled.takeError();
  sampled::addSamples(*Sampled, Traces, Report);
  return Error::success();
}

/// Whether \p Rule is for any block of the program.
static bool hasBlocks(const analysis::ThresholdRule &Rule,
                      const database::Program &Program) {
  analysis::RuleScope Scope(Rule);
  return any_of(Program.Units, [&](const database::Unit &U) {
    return any_of(U.Ipoints, [&](const database::Ipoint &I) {
      return Scope.contains(U.Functions[I.Function].Name, I.Name);
    });
  });
}

/// What of the program \p Rule, which is for no block, may be meant for.
static std::string meantBy(const analysis::ThresholdRule &Rule,
                           const database::Program &Program) {
  std::vector<StringRef> Functions, Blocks;
  for (const database::Unit &U : Program.Units) {
    for (const database::Function &F : U.Functions)
      Functions.push_back(F.Name);
    for (const database::Ipoint &I : U.Ipoints)
      if (U.Functions[I.Function].Name == Rule.Function)
        Blocks.push_back(I.Name);
  }
  return Blocks.empty() ? database::didYouMean(Rule.Function, Functions)
                        : database::didYouMean(Rule.Block, Blocks);
}

/// Thresholds that are for no block are misspelt, or, in a file, for another
/// program.
static Error checkRules(const std::optional<analysis::FilterModel> &Filter,
                        const database::Program &Program) {
  if (!Filter)
    return Error::success();
  for (const analysis::ThresholdRule &R : Filter->Rules) {
    if (R.isGlobal() || hasBlocks(R, Program))
      continue;
    std::string Meant = meantBy(R, Program);
    std::string What = R.From + ": no block of the program is called that" +
                       (Meant.empty() ? "; see" : Meant + " See") +
                       " the names with 'ipoint-report text --function NAME'";
    if (StringRef(R.From).starts_with("--"))
      return report::wrong(What);
    report::warn(What);
  }
  return Error::success();
}

static Expected<analysis::ReportModel>
analyzeVisibly(ArrayRef<trace::Trace> Traces, const database::Program &Program,
               analysis::AnalysisOptions Options) {
  report::ReadingLine Line([](unsigned Pass) {
    return Pass > 1 ? "reading again, to exclude visits" : "reading";
  });
  Options.Watch = Line.progress();
  return analysis::analyze(Traces, Program, Options);
}

/// Refuses what \p O asks for and profiles do not have.
static Error checkProfile(const report::Inputs &In, const report::Options &O) {
  if (!In.Reduced)
    return Error::success();
  auto Refuse = [&](const Twine &Why) {
    return report::wrong(In.From + ": " + Why);
  };
  const report::FormatFacts &Facts = report::factsOf(O.Kind);
  if (O.Kind == report::Format::Reduced)
    return Refuse("is a profile already; 'ipoint-report merge' adds profiles");
  if (Facts.Export)
    return Refuse("a profile has no events in their order, which --to=" +
                  Facts.ExportName + " writes; name the trace");
  if (!O.Baselines.empty())
    return Refuse("--baseline joins single runs, whose sums a profile has; "
                  "name the traces");
  const std::optional<analysis::FilterModel> &Filter = O.Analysis.Filter;
  if (Filter && (Filter->From != "default" || !Filter->LinearOnly))
    return Refuse("visits are excluded where traces are reduced; give " +
                  Filter->From + " to 'ipoint-report profile'");
  return Error::success();
}

/// Adds the samples of \p Files, which lie beside \p Traces, to \p To.
static Error addSamples(ArrayRef<sampled::Baseline> Files,
                        ArrayRef<trace::Trace> Traces, profile::Profile &To) {
  Expected<std::vector<sampled::SampledProgram>> Sampled =
      sampled::readSamples(Files);
  if (!Sampled)
    return Sampled.takeError();
  for (auto [Number, S] : enumerate(*Sampled)) {
    for (sampled::PlainRun &P : S.Plain)
      for (const trace::Trace &T : Traces)
        if (sys::fs::equivalent(T.Path, P.Trace))
          P.Trace = T.Path;
    To.Samples.emplace(To.Runs.begin()->first + "/" + std::to_string(Number),
                       std::move(S));
  }
  return Error::success();
}

static Error writeProfile(ArrayRef<trace::Trace> Traces,
                          ArrayRef<sampled::Baseline> Baselines,
                          const database::Program &Program,
                          const report::Options &O) {
  Expected<profile::Profile> Sum =
      analysis::reduce(Traces, Program, O.Analysis);
  if (!Sum)
    return Sum.takeError();
  if (Error E = profile::setLabels(O.Labels, *Sum))
    return E;
  if (Error E = addSamples(Baselines, Traces, *Sum))
    return E;
  if (O.Kind != report::Format::Rows) {
    if (Error E = profile::write(*Sum, O.Output.Path))
      return E;
  } else {
    profile::Sum InOrder;
    profile::RowsWriter Rows;
    if (Error E = InOrder.add(std::move(*Sum), O.Output.Path))
      return E;
    Rows.add(InOrder.take());
    if (Error E = report::writeRows(Rows, O.Output.Path))
      return E;
  }
  for (const trace::Damage &D : ArrayRef(Sum->Damages.items()).take_front())
    report::warn(D.File + ": " + D.What + andMore(Sum->Damages.items().size()));
  return Error::success();
}

/// What readers of \p Report have to know that is not in the figures alone.
static void warnOf(const analysis::ReportModel &Report) {
  // What is shown is what ran, but not what the user may have before them.
  if (const auto &Older = Report.OlderObjects; !Older.empty())
    report::warn(Older.front().Unit + ": the program has it as it was before " +
                 Older.front().File + " was changed and compiled again" +
                 andMore(Older.size()));
  for (const std::string &Pattern : Report.UnmatchedPatterns)
    report::warn(Pattern);
  for (const std::string &Block : Report.TwoClusters)
    report::warn(Block);
  if (const auto &Damage = Report.Lost.Damage; !Damage.empty())
    report::warn(Damage.front() + andMore(Damage.size()));
  // Of what ran there they show nothing.
  if (uint64_t Records = Report.Lost.Account.UnknownRecords)
    report::warn(Twine(Records) +
                 (Records == 1 ? " record is" : " records are") +
                 " of no known ipoint, damaged or of code without a unit "
                 "record: in no figure");
  warnOfImpossible(Report.Lost.Impossible);
}

/// Returns whether the answer is yes: no budget that was to be checked is
/// broken.
static Expected<bool> writeReport(ArrayRef<const char *> Arguments) {
  Expected<report::Options> Options = report::parseOptions(Arguments);
  if (!Options)
    return Options.takeError();
  const bool IsRows = Options->Kind == report::Format::Rows;
  // Those of profiles need no database.
  if (IsRows && any_of(Options->Traces, profile::isProfile)) {
    if (Error E = report::writeRows(Options->Traces, Options->Output.Path))
      return E;
    return true;
  }
  Expected<report::Inputs> In = report::openInputs(Options->Traces);
  if (!In)
    return In.takeError();
  if (Error E = checkProfile(*In, *Options))
    return E;
  In->setIn(Options->Analysis);
  const std::vector<trace::Trace> *Traces = &In->Traces;
  Expected<database::Program> Program =
      report::findDatabase(Options->Database, *Traces);
  if (!Program)
    return Program.takeError();
  if (In->Reduced && In->Reduced->IsOfSeveralBuilds) {
    if (Error E = analysis::keepOneBuild(*In->Reduced, *Program))
      return E;
    In->Traces = In->Reduced->traces();
  }
  if (Error E = checkRules(Options->Analysis.Filter, *Program))
    return E;
  Expected<std::vector<sampled::Baseline>> Baselines =
      In->Reduced ? std::vector<sampled::Baseline>()
                  : readBaselines(*Options, *Traces);
  if (!Baselines)
    return Baselines.takeError();
  if (IsRows || Options->Kind == report::Format::Reduced) {
    if (Error E = writeProfile(*Traces, *Baselines, *Program, *Options))
      return E;
    return true;
  }
  // Inclusive times by samples follow the ways of calls.
  Options->Analysis.CallPaths |=
      any_of(*Baselines, [](const auto &B) { return B.hasSamples(); });
  Options->Analysis.CallPaths |= any_of(
      Options->Budgets, [](const auto &B) { return B.needsCallPaths(); });
  const report::FormatFacts &Facts = report::factsOf(Options->Kind);
  Options->Analysis.CallPaths |=
      Facts.has(report::Budgets) && report::markersNeedCallPaths(*Program);
  // Exports of the traces have raw times.
  Options->Analysis.IgnoreSwitches = Facts.Export != nullptr;
  Expected<analysis::ReportModel> Report =
      analyzeVisibly(*Traces, *Program, Options->Analysis);
  if (!Report)
    return Report.takeError();
  if (!Report->Lost.Impossible.empty() && !Options->ExcludeImpossible &&
      !Report->Lost.MixedRings)
    return refuseImpossible(*Report);
  if (Error E = addBaselines(*Baselines, *Traces, *Program, *Report))
    return E;
  if (Error E = report::disassemble(*Options, *Baselines, *Report))
    return E;
  if (Error E = report::compareAgainst(*Options, *Report))
    return E;
  if (In->Reduced && (Options->FindBaselines || !Options->Baselines.empty()))
    sampled::addSamples(In->Reduced->samples(), *Traces, *Report);
  if (Facts.has(report::Budgets)) {
    auto &Longest = Options->Output.Longest;
    if (Error E = report::longestPaths(*Options, *Report).moveInto(Longest))
      return E;
    if (Error E =
            report::judgeBudgets(*Options, *In, *Program, Longest, *Report))
      return E;
  }
  Options->Output.RunLabels = report::commonLabels(*In);
  const report::FirstPage Page(Options->Output.Path,
                               Options->Output.IsSingleFile);
  if (Error E = Facts.Export
                    ? exportTraces(*Options, *Traces, *Program, *Report)
                    : Facts.Write(*Report, Options->Output))
    return E;
  if (Options->Kind == report::Format::Html)
    Page.print();
  warnOf(*Report);
  if (!Options->Check)
    return true;
  auto Is = [](analysis::BudgetState S) {
    return [S](const analysis::BudgetVerdict &V) { return V.State == S; };
  };
  if (all_of(Report->Budgets, Is(analysis::BudgetState::NotJudged)))
    return report::wrong("no budget could be judged: what they are of did "
                         "not run, or was not timed");
  return none_of(Report->Budgets, Is(analysis::BudgetState::Broken));
}

static int runTool(ArrayRef<const char *> Arguments) {
  StringRef Command = Arguments.size() > 1 ? Arguments[1] : "";
  report::showExamplesOf(Command);
  auto *Run = Command == "compare"        ? report::runCompare
              : Command == "worst"        ? report::runWorst
              : Command == "merge"        ? report::runMerge
              : Command == "history"      ? report::runHistory
              : Command == "live"         ? report::runLive
              : Command == "observations" ? report::runObservations
              : Command == "tail"         ? report::runTail
                                          : writeReport;
  Expected<bool> IsYes = Run(Arguments);
  return IsYes ? !*IsYes : report::printMessage(toString(IsYes.takeError()));
}

int main(int Count, char **Arguments) {
  // A closed pipe ends it, as any other program.
  InitLLVM Init(Count, Arguments, /*InstallPipeSignalExitHandler=*/false);
  // A file that may not grow is an error of what writes it.
  signal(SIGXFSZ, SIG_IGN);
  try {
    return runTool({Arguments, static_cast<size_t>(Count)});
  } catch (const std::exception &E) {
    // What throws is wrapped where it is called: a defect of ours.
    constexpr int InternalError = 70; // EX_SOFTWARE of sysexits.h
    return report::printMessage(Twine("internal error: ") + E.what() +
                                    "; please report it with the command",
                                InternalError);
  }
}
