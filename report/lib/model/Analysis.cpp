//===- Analysis.cpp - From traces and a database to a report --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis.h"
#include "BestMeans.h"
#include "ModelBuilder.h"
#include "ModelWorst.h"
#include "TraceFacts.h"
#include "interrupts/Decide.h"
#include "interrupts/DescribeInterrupts.h"
#include "interrupts/FilterModes.h"
#include "interrupts/SecondPass.h"
#include "interrupts/ThresholdRules.h"
#include "overhead/Balance.h"
#include "overhead/Clock.h"
#include "overhead/Overhead.h"
#include "profile/FirstPass.h"
#include "program/Units.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

/// Interrupted visits leave no room for probes; what layers drop may be none.
static void limitOverheads(ClockModel &Clock, const SymbolTable &Symbols,
                           const Collector &All,
                           const std::optional<FilterModel> &Filter,
                           const FilterCollector *Filtered) {
  std::vector<Exchanged> Blocks, Functions;
  if (Filtered && factsOf(Filter->Mode).FindsInterrupts) {
    for (const BlockCut &B : Filtered->Blocks)
      Blocks.push_back({&B.Interrupted, &B.Replaced});
    for (const FilteredFunction &F : Filtered->Functions)
      Functions.push_back({&F.SelfInterrupted, &F.SelfReplaced});
  }
  limitOverheads(Clock, Symbols, All, Blocks, Functions);
}

/// The ticks that probes take of each block.
static std::vector<double> probeTicksOf(const Collector &All,
                                        const SymbolTable &Symbols,
                                        const ProbeOverheads &Overheads) {
  std::vector<double> Result;
  for (auto [B, S] : zip_equal(All.Blocks, Symbols.blocks())) {
    size_t Form = size_t(Symbols.functions()[S.Function].Form.value_or(
        trace::ProbeForm::Inline));
    MeanTime M = B.Time.meanTime();
    Result.push_back(double(M.Count) * M.probeTicks(Overheads[Form]));
  }
  return Result;
}

/// How many records there are, about.
static uint64_t recordsOf(ArrayRef<trace::Trace> Traces) {
  uint64_t Bytes = 0;
  for (const StreamPart &P : streamsOf(Traces))
    Bytes += P.Size;
  return Bytes / sizeof(uint64_t);
}

/// What the runs took, as they say, ticks; 0 where one does not, or keeps the
/// newest records or some only, which may be of a small part of that.
static uint64_t elapsedOf(ArrayRef<trace::Trace> Traces,
                          const ClockModel &Clock) {
  double Sum = 0;
  for (const trace::Trace &T : Traces) {
    int64_t Ns = T.Meta.number("wall_ns");
    if (Ns <= 0 || T.Meta.text("policy") != "stream")
      return 0;
    Sum += double(Ns);
  }
  constexpr double Most = 1e18, PerSecond = 1e9;
  return uint64_t(std::min(Most, Sum / PerSecond * double(Clock.RateHz)));
}

Expected<ReportModel> analyze(ArrayRef<trace::Trace> Traces,
                              const database::Program &P,
                              const AnalysisOptions &Options) {
  Expected<std::vector<bool>> Chosen = checkUnits(Traces, P);
  if (!Chosen)
    return Chosen.takeError();
  Expected<std::vector<OlderObject>> Older = checkAges(P, *Chosen);
  if (!Older)
    return Older.takeError();
  Expected<ClockModel> Clock = commonClock(Traces);
  if (!Clock)
    return Clock.takeError();
  SymbolTable Symbols(P, *Chosen);
  noteProbes(Symbols, Traces, *Clock);
  std::vector<const ThresholdRule *> Rules;
  if (Options.Filter)
    Rules = rulesByBlock(*Options.Filter, Symbols);
  std::vector<std::optional<Thresholds>> Limits = thresholdsOf(Rules);
  SeriesGrid Grid = SeriesGrid::of(Traces.size(), recordsOf(Traces),
                                   elapsedOf(Traces, *Clock));
  auto MakeCollector = [&] {
    auto Result = std::make_unique<Collector>(
        Symbols, overheadsOf(*Clock).front(), Limits);
    if (Options.CallPaths)
      Result->openPaths();
    if (Options.OverTime)
      Result->openSeries(Grid);
    return Result;
  };
  // What is merged must mean the same.
  bool Execution = !Options.IgnoreSwitches && all_of(Traces, hasSwitches);
  PassInput In = {Traces,       Symbols,           Execution,
                  Options.Jobs, Options.LeastPart, Options.LogLimit,
                  Options.Watch};
  Expected<FirstPass> First = firstPass(In, MakeCollector);
  if (!First)
    return First.takeError();
  const Collector &All = *First->All;
  if (First->isEmpty())
    return emptyTrace(Traces, First->Damages);
  Expected<ExcludedVisits> Aside = secondPass(
      In, First->Parts, All, Options.Filter, Rules, *Clock, First->Books);
  if (!Aside)
    return Aside.takeError();
  FilterCollector *Filtered = Aside->Filtered.get();
  GapRule Gaps = GapRule::of(*Clock, Options.Filter ? Options.Filter->Detector
                                                    : DetectorParams());
  std::optional<InterruptsModel> Interrupts;
  if (Filtered) {
    Interrupts = describeInterrupts(*Filtered, Symbols, timesOf(All),
                                    Aside->Decisions, All.Longest.origins(),
                                    Aside->Classes, Gaps, Options.Filter->Mode);
    joinRecords(*Aside);
  }
  limitOverheads(*Clock, Symbols, All, Options.Filter, Filtered);
  ProbeOverheads Overheads = overheadsOf(*Clock);
  Overload Load;
  if (Options.Filter && Options.Filter->Mode == FilterMode::Detect)
    Load = Overload(timesOf(All), probeTicksOf(All, Symbols, Overheads),
                    Aside->Decisions, Gaps);
  if (Interrupts)
    Load.withholdRates(*Interrupts);
  for (TraceProfile &P : First->Traces)
    correctRun(P.Functions, Symbols, Overheads);
  ModelBuilder Builder(Symbols, All, Filtered, Aside->Decisions, Overheads,
                       Gaps, Load, Interrupts ? &*Interrupts : nullptr);
  ReportModel Result = Builder.build(Options.Jobs);
  Result.Clock = *Clock;
  Result.Execution = Execution;
  auto Book = First->Books.begin();
  for (auto [T, Profile] : zip_equal(Traces, First->Traces)) {
    TraceModel &M = Result.Traces.emplace_back(describe(T, Profile));
    for (ThreadModel &Thread : M.Threads)
      Thread.Balance = balanceOf(*Book++, Thread.Elapsed, Overheads);
    M.Accounts = accountsOf(M, Clock->RateHz);
    Result.Totals.Records += Profile.Records;
    Result.Totals.Counted += Profile.Counted;
    Result.Lost.Records += Profile.Lost;
    append_range(Result.Lost.Ended, describeEnd(T, Profile.Ended));
  }
  addLosses(Result.Lost, Traces, Result.Traces, First->Damages);
  Result.DatabasePath = P.Path;
  Result.DatabaseIdentity = P.Id.hex();
  Result.DatabaseUnits = P.Units.size();
  Result.UnitsMeasured = count(*Chosen, true);
  Result.FunctionsStored = countFunctions(P, *Chosen, Result.Totals.Functions);
  Result.Builds = buildsOf(P, *Chosen);
  Result.OlderObjects = std::move(*Older);
  Result.UnmatchedPatterns = unmatchedPatterns(P, *Chosen);
  Result.Filter = Options.Filter;
  Result.Interrupts = std::move(Interrupts);
  chooseMeans(Result.Functions);
  nameThreads(Result);
  return Result;
}

} // namespace ipoint::analysis
