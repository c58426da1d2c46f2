//===- Analysis.cpp - From traces and a database to a report --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis.h"
#include "ModelBuilder.h"
#include "count/TimesInPlace.h"
#include "interrupts/describe/DescribeInterrupts.h"
#include "interrupts/exclude/Filter.h"
#include "interrupts/exclude/SecondPass.h"
#include "overhead/Balance.h"
#include "overhead/Clock.h"
#include "profile/Labels.h"
#include "profile/Reduce.h"
#include "program/Units.h"
#include "support/Errors.h"
#include "support/Ranges.h"
#include "llvm/ADT/StringExtras.h"
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
  return sumOf(streamsOf(Traces), &StreamPart::Size) / sizeof(uint64_t);
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

/// What the streams of \p Traces come to.
static Error readTraces(ArrayRef<trace::Trace> Traces,
                        const AnalysisOptions &Options, Measurement &To) {
  const SymbolTable &Symbols = To.Symbols;
  std::vector<const ThresholdRule *> Rules;
  if (Options.Filter)
    Rules = rulesByBlock(*Options.Filter, Symbols);
  std::vector<std::optional<Thresholds>> Limits = thresholdsOf(Rules);
  SeriesGrid Grid = SeriesGrid::of(Traces.size(), recordsOf(Traces),
                                   elapsedOf(Traces, To.Clock));
  auto MakeCollector = [&] {
    auto Result = std::make_unique<Collector>(
        Symbols, overheadsOf(To.Clock).front(), Limits);
    if (Options.CallPaths)
      Result->openPaths();
    if (Options.OverTime)
      Result->openSeries(Grid);
    return Result;
  };
  PassInput In = {Traces,       Symbols,           To.Execution,
                  Options.Jobs, Options.LeastPart, Options.LogLimit,
                  Options.Watch};
  FirstPass &First = To.Found.First;
  if (Error E = firstPass(In, MakeCollector).moveInto(First))
    return E;
  if (First.isEmpty())
    return emptyTrace(Traces, First.Damages);
  To.Shapes = shapesOf(*First.All, To.Gaps);
  ExcludedVisits &Excluded = To.Found.Excluded;
  if (Error E = secondPass(In, First.Parts, *First.All, Options.Filter, Rules,
                           To.Shapes, To.Gaps, First.StreamAccounts)
                    .moveInto(Excluded))
    return E;
  if (Options.LongCalls)
    if (Error E = longCalls(In, *First.All, Excluded, Options.Filter,
                            Options.LongCallsOf, Options.LongCallsOfAny)
                      .moveInto(To.LongCalls))
      return E;
  auto NoteUndecided = [&] {
    for (auto [Block, V] : enumerate(Excluded.Decisions)) {
      if (V.MayBeAdded > 0)
        To.Found.UnseenTicks.resize(Excluded.Decisions.size());
      if (!To.Found.UnseenTicks.empty())
        To.Found.UnseenTicks[Block] += V.MayBeAdded;
    }
  };
  if (!Excluded.Filtered) {
    NoteUndecided();
    return Error::success();
  }
  To.Interrupts = describeInterrupts(
      *Excluded.Filtered, Symbols, timesOf(*First.All), Excluded.Decisions,
      To.Shapes, First.All->Longest.origins(), Excluded.Classes, To.Gaps,
      Options.Filter->Mode);
  To.Found.UnseenTicks = std::move(To.Interrupts->UnseenTicks);
  NoteUndecided();
  joinRecords(Excluded);
  return Error::success();
}

/// Sets what of a block with the \p Times and the shape \p S a profile has as
/// numbers of visits only: which times are excluded, and which are left.
static void setBands(Decision &V, BlockCut &Cut, const BlockShape &S,
                     const Histogram &Times, double Step) {
  std::map<uint64_t, uint64_t> Excluded;
  Cut.Interrupted.raw().histogram().forEach(
      [&](const Histogram::Bucket &B) { Excluded[B.Low] = B.Count; });
  bool IsOut = false, IsLeft = false;
  Times.forEach([&](const Histogram::Bucket &B) {
    auto Extend = [&](std::vector<Band> &Bands, bool Is, bool &Was) {
      if (Is && !Was)
        Bands.push_back({B.Low, B.High});
      else if (Is)
        Bands.back().To = B.High;
      Was = Is;
    };
    // Not those that the kernel's records alone show, among others as long; of
    // several runs, those that most have excluded.
    auto Of = Excluded.find(B.Low);
    const bool Is = Of != Excluded.end() && 2 * Of->second >= B.Count;
    Extend(V.Interrupted, Is, IsOut);
    Extend(V.Left, S.IsClassifiable && B.Low > S.MainHigh && !Is, IsLeft);
  });
  if (IsOut)
    V.Interrupted.back().To = UINT64_MAX;
  // As in detection: of what is longer no interrupted visit can have been.
  std::vector<Band> Longer;
  if (!V.Interrupted.empty())
    Longer.push_back({V.Interrupted.front().From, UINT64_MAX});
  if (V.State == FilterState::Applied)
    Cut.Instead = V.Instead = undisturbed(Times, Longer, Step);
}

/// What can be known of interrupts where no visit is single.
static void describeReduced(Measurement &To) {
  ExcludedVisits &Excluded = To.Found.Excluded;
  const Collector &All = *To.Found.First.All;
  if (!Excluded.Filtered || !To.Filter)
    return;
  std::vector<const Histogram *> Times = timesOf(All);
  std::vector<Decision> Decisions = Excluded.Decisions;
  for (auto [V, Cut, S, T] :
       zip_equal(Decisions, Excluded.Filtered->Blocks, To.Shapes, Times))
    if (T)
      setBands(V, Cut, S, *T, To.Gaps.Step);
  To.Interrupts =
      describeInterrupts(*Excluded.Filtered, To.Symbols, Times, Decisions,
                         To.Shapes, {}, {}, To.Gaps, To.Filter->Mode);
}

static Error fill(ArrayRef<trace::Trace> Traces, const AnalysisOptions &Options,
                  Measurement &To) {
  if (!Options.Reduced)
    return readTraces(Traces, Options, To);
  if (Error E = profile::restore(*Options.Reduced, Options.ReducedFrom,
                                 To.Symbols, To.Clock, To.Filter.has_value())
                    .moveInto(To.Found))
    return E;
  To.Shapes = shapesOf(*To.Found.First.All, To.Gaps);
  describeReduced(To);
  return Error::success();
}

/// The balances of the streams with packets, by trace.
static std::vector<std::vector<BalanceModel>>
balancesOf(const Measurement &M, const AnalysisOptions &Options) {
  std::vector<std::vector<BalanceModel>> Result;
  if (Options.Reduced) {
    for (const profile::Run *R : Options.Reduced->runs())
      Result.push_back(R->Balances);
    return Result;
  }
  auto Account = M.Found.First.StreamAccounts.begin();
  for (const TraceProfile &T : M.Found.First.Traces) {
    std::vector<BalanceModel> &Of = Result.emplace_back();
    for (const StreamProfile &S : T.Streams)
      if (S.Sum.Packets)
        Of.push_back(balanceOf(*Account++, S.Elapsed, M.Overheads));
  }
  return Result;
}

Measurement::Measurement(const database::Program &P, std::vector<bool> Chosen,
                         ClockModel Clock, const AnalysisOptions &Options)
    : Chosen(std::move(Chosen)), Clock(std::move(Clock)),
      Symbols(P, this->Chosen),
      Filter(Options.Filter && Options.Reduced ? Options.Reduced->Filter
                                               : Options.Filter),
      Gaps(GapRule::of(this->Clock,
                       Filter ? Filter->Detector : DetectorParams())) {}

Expected<std::unique_ptr<Measurement>> measure(ArrayRef<trace::Trace> Traces,
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
  auto M = std::make_unique<Measurement>(P, std::move(*Chosen),
                                         std::move(*Clock), Options);
  M->Older = std::move(*Older);
  if (Options.Reduced) // in which its sums are
    M->Clock.UntimedWeight = Options.Reduced->UntimedWeight;
  noteProbes(M->Symbols, Traces, M->Clock);
  // What is merged must mean the same.
  M->Execution = Options.Reduced
                     ? Options.Reduced->Execution
                     : !Options.IgnoreSwitches && all_of(Traces, hasSwitches);
  if (Error E = fill(Traces, Options, *M))
    return E;
  const Collector &All = *M->Found.First.All;
  const ExcludedVisits &Excluded = M->Found.Excluded;
  limitOverheads(M->Clock, M->Symbols, All, M->Filter, Excluded.Filtered.get());
  M->Overheads = overheadsOf(M->Clock);
  if (M->Filter && M->Filter->Mode == FilterMode::Detect)
    M->Load =
        Overload(timesOf(All), probeTicksOf(All, M->Symbols, M->Overheads),
                 Excluded.Decisions, M->Shapes, M->Gaps);
  if (M->Interrupts)
    M->Load.withholdRates(*M->Interrupts);
  for (TraceProfile &T : M->Found.First.Traces)
    correctRun(T.Functions, M->Symbols, M->Overheads);
  M->Balances = balancesOf(*M, Options);
  return M;
}

/// What \p T is called in a profile: no two traces have one UUID.
static Expected<std::string> idOf(const trace::Trace &T) {
  if (!T.Meta.Uuid)
    return errorAt(T.Path,
                   "has no UUID, which identifies its run; record it again");
  return toHex(*T.Meta.Uuid, /*LowerCase=*/true);
}

/// \p T as it is in a profile.
static Expected<trace::Trace> withoutStreams(const trace::Trace &T) {
  Expected<trace::Reduced> Facts = differencesIn(T);
  if (!Facts)
    return Facts.takeError();
  Facts->Switches = switchesOf(T);
  Facts->SwitchesMissing = missingSwitches(T);
  trace::Trace Result;
  Result.Path = T.Path;
  Result.Meta = T.Meta;
  Result.Reduced = std::move(*Facts);
  return Result;
}

Expected<profile::Profile> reduce(ArrayRef<trace::Trace> Traces,
                                  const database::Program &P,
                                  const AnalysisOptions &Options) {
  Expected<std::unique_ptr<Measurement>> M = measure(Traces, P, Options);
  if (!M)
    return M.takeError();
  Measurement &From = **M;
  profile::Profile Result;
  Result.Execution = From.Execution;
  Result.Filter = From.Filter;
  Result.UntimedWeight = From.Clock.UntimedWeight;
  Result.Damages = From.Found.First.Damages;
  for (auto [T, Found, Balances] :
       zip_equal(Traces, From.Found.First.Traces, From.Balances)) {
    Expected<std::string> Id = idOf(T);
    if (!Id)
      return Id.takeError();
    Expected<trace::Trace> Bare = withoutStreams(T);
    if (!Bare)
      return Bare.takeError();
    auto [It, New] = Result.Runs.try_emplace(*Id);
    if (!New)
      return errorAt(T.Path, "is the same run as " + It->second.Of.Path +
                                 ", so that it would count twice; name each "
                                 "run once");
    It->second = {std::move(*Bare), std::move(Found), std::move(Balances),
                  profile::labelsIn(T.Meta)};
  }
  profile::reduce(From.Symbols, From.Found, Result);
  return Result;
}

/// What takes events in their order.
static std::vector<std::string>
leftOutOf(const profile::Profile &P,
          ArrayRef<profile::FunctionName> OfOtherBuilds) {
  std::vector<std::string> Result = {
      "threads and call paths of the longest times, and figures over the time "
      "of the runs: a profile has no events",
      "whether interrupts come in bursts or with a period, and sums of call "
      "paths without them: visits were excluded where the traces were reduced"};
  if (P.Runs.size() > 1)
    Result.push_back(
        "figures of single runs, and the closure error: a profile has sums");
  if (!P.OtherRuns.empty())
    Result.push_back(
        std::to_string(P.OtherRuns.size()) + " of " +
        std::to_string(P.OtherRuns.size() + P.Runs.size()) +
        " runs are of other builds: in the sums are functions that "
        "have the same text in this one");
  for (const profile::FunctionName &Name : OfOtherBuilds)
    Result.push_back(Name.Name + " (" + Name.File + ":" +
                     std::to_string(Name.Line) +
                     ") as it is in other builds only");
  return Result;
}

/// Puts what was found of long calls into \p To.
static void addLongCalls(const Measurement &M, ReportModel &To) {
  LongCallsModel &L = To.LongCalls.emplace();
  if (!M.LongCalls) {
    L.Reason = "a profile has sums, no single calls";
    return;
  }
  const LongCalls &Found = *M.LongCalls;
  L.Reason = Found.Reason;
  L.Calls = Found.Calls;
  L.Near = Found.Near;
  if (Found.Root != None)
    L.Function = Found.Root;
  if (!L.Reason.empty())
    return;
  for (auto [Index, S] : enumerate(M.Symbols.functions())) {
    const ProbeOverhead &Overhead =
        M.Overheads[M.Symbols.formOf(uint32_t(Index))];
    auto MeanOf = [&](const Spent &In) {
      return std::max(0.0,
                      double(In.Ticks) -
                          double(In.Probes.Timed) * Overhead.TimedMean -
                          double(In.Probes.Untimed) * Overhead.UntimedMean) /
             double(L.Near);
    };
    FunctionModel &F = To.Functions[Index];
    if (F.Self && !F.Self->Overload)
      F.InLongCalls = MeanOf(Found.Functions[Index]);
    for (auto [Block, B] : zip_equal(S.Blocks, F.Blocks))
      if (B.Time && !B.Time->Overload)
        B.InLongCalls = MeanOf(Found.Blocks[Block]);
  }
}

Expected<ReportModel> analyze(ArrayRef<trace::Trace> Traces,
                              const database::Program &P,
                              const AnalysisOptions &Options) {
  Expected<std::unique_ptr<Measurement>> M = measure(Traces, P, Options);
  if (!M)
    return M.takeError();
  return describeMeasured(**M, Traces, P, Options);
}

ReportModel describeMeasured(Measurement &M, ArrayRef<trace::Trace> Traces,
                             const database::Program &P,
                             const AnalysisOptions &Options) {
  FirstPass &First = M.Found.First;
  std::vector<TraceModel> Runs;
  for (auto [T, Profile, Balances] :
       zip_equal(Traces, First.Traces, M.Balances)) {
    TraceModel &To = Runs.emplace_back(describe(T, Profile));
    for (auto [Thread, Balance] : zip_equal(To.Threads, Balances))
      Thread.Balance = Balance;
    To.Accounts = accountsOf(To, M.Clock.RateHz);
  }
  ModelBuilder Builder(
      M.Symbols, *First.All, Runs, M.Found.Excluded.Filtered.get(),
      M.Found.Excluded.Decisions, M.Shapes, M.Overheads, M.Gaps, M.Load,
      M.Interrupts ? &*M.Interrupts : nullptr, M.Found.UnseenTicks);
  ReportModel Result = Builder.build(Options.Jobs);
  Result.Clock = M.Clock;
  Result.Execution = M.Execution;
  Result.Traces = std::move(Runs);
  Result.Totals.InPlace =
      any_of(First.All->Functions,
             [](const FunctionStats &F) { return isInPlace(F.Self); });
  for (auto [T, Profile] : zip_equal(Traces, First.Traces)) {
    Result.Totals.Records += Profile.Records;
    Result.Totals.Counted += Profile.Counted;
    Result.Lost.Records += Profile.Lost;
    append_range(Result.Lost.Ended, describeEnd(T, Profile.Ended));
  }
  if (Options.Reduced)
    Result.Lost.LeftOut = leftOutOf(*Options.Reduced, M.Found.OfOtherBuilds);
  addLosses(Result.Lost, Traces, Result.Traces, First.Damages);
  Result.DatabasePath = P.Path;
  Result.DatabaseIdentity = P.Id.hex();
  Result.DatabaseUnits = P.Units.size();
  Result.UnitsMeasured = count(M.Chosen, true);
  Result.FunctionsStored = countFunctions(P, M.Chosen, Result.Totals.Functions);
  Result.Builds = buildsOf(P, M.Chosen);
  Result.UnmatchedPatterns = unmatchedPatterns(P, M.Chosen);
  Result.OlderObjects = std::move(M.Older);
  Result.Filter = M.Filter;
  Result.Interrupts = std::move(M.Interrupts);
  if (Options.LongCalls)
    addLongCalls(M, Result);
  chooseMeans(Result);
  if (Options.Reduced)
    describeAcross(*Options.Reduced, M.Symbols, Result);
  return Result;
}

} // namespace ipoint::analysis
