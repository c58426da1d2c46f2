//===- Runs.cpp - Sets of runs, as far as they are compared ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runs.h"
#include "overhead/Clock.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::compare {

/// \p Least is the cost of a timed probe assumed in corrected percentiles.
static Times timesOf(const TimeModel &T, double Least) {
  Times Result;
  Result.Count = T.Raw.Count;
  Result.Mean = T.Raw.Mean;
  Result.Timed = T.Timed;
  Result.Untimed = T.Untimed;
  Result.Max = T.Raw.Max;
  auto Raw = T.Raw.percentiles(), Corrected = T.Corrected.percentiles();
  for (unsigned Q = 0; Q < QuantileCount; ++Q) {
    if (!Raw[Q] || !Corrected[Q])
      continue;
    double Value = *Corrected[Q];
    if (T.Corrected.Clipped)
      Value -= T.Corrected.Clipped->Percentiles[Q].value_or(0);
    // Where all have as many probes, the percentile has the mean's.
    if (T.Corrected.SameProbes)
      Result.QuantileTimed[Q] = T.Timed;
    else
      Result.QuantileTimed[Q] = Least > 0 ? (*Raw[Q] - Value) / Least : 0;
    Result.Quantiles[Q] = Raw[Q];
  }
  for (const HistogramBucket &B : T.Histogram)
    Result.Ranges.push_back({double(B.Low), double(B.High), B.Count});
  return Result;
}

/// The lines that \p B begins in, without the space around them.
static std::string textOf(const FunctionModel &F, const BlockModel &B) {
  std::string Text;
  if (B.Included)
    return StringRef(B.Included->Text).trim().str() + "\n";
  if (B.Line < F.Line)
    return Text;
  size_t End = std::min<size_t>(std::max(B.EndLine, B.Line) - F.Line + 1,
                                F.Source.size());
  for (size_t Line = B.Line - F.Line; Line < End; ++Line)
    Text += StringRef(F.Source[Line]).trim().str() + "\n";
  return Text;
}

namespace {

/// Adds one run's items to a set.
class RunAdder {
public:
  explicit RunAdder(RunSet &Set) : Set(Set) {}

  void function(const FunctionModel &F) {
    unsigned Namesake = Namesakes[{F.File, F.Name}]++;
    Keys.push_back({F.File, F.Name, Namesake});
    if (F.Status == FunctionStatus::NotInstrumented)
      return;
    if (Set.Runs.size() == 1) {
      FunctionText &Text = Set.Functions[{F.File, F.Name, Namesake}];
      Text.Line = F.Line;
      Text.Unit = F.Unit;
      Text.Ordinal = Namesake;
      for (const BlockModel &B : F.Blocks)
        Text.Blocks[B.Name] = {textOf(F, B), B.Line};
      if (Set.KeepsSource)
        keepSource(Text, F);
    }
    if (F.Status != FunctionStatus::Run)
      return;
    auto Add = [&](Subject What, const std::string &Block, unsigned Line,
                   uint64_t Visits, const std::optional<TimeModel> &Time) {
      Item &I = add({F.File, F.Name, Namesake, What, Block}, Visits, Time);
      I.Line = Line;
      I.Form = F.Form;
    };
    Add(Subject::Self, "", F.Line, F.Calls, F.Self);
    Add(Subject::Inclusive, "", F.Line, F.Calls, F.Inclusive);
    for (const BlockModel &B : F.Blocks)
      if (B.Visits)
        Add(Subject::Block, B.Name, B.Line, B.Visits, B.Time);
  }

  /// Adds the times by call path, of the functions that were added.
  void calls(ArrayRef<CallPathModel> Paths) {
    std::map<std::tuple<size_t, decltype(CallNode::Function)>, size_t> Known;
    auto KeyOf = [](const CallNode &N) {
      return std::tuple(N.Parent ? *N.Parent + 1 : 0, N.Function);
    };
    for (auto [Index, Node] : enumerate(Set.Calls))
      Known[KeyOf(Node)] = Index;
    std::vector<size_t> At;
    for (const CallPathModel &P : Paths) {
      CallNode New{P.Parent ? std::optional(At[*P.Parent]) : std::nullopt,
                   Keys[*P.Function]};
      auto [It, IsNew] = Known.try_emplace(KeyOf(New), Set.Calls.size());
      if (IsNew)
        Set.Calls.push_back(New);
      CallNode &Node = Set.Calls[It->second];
      Node.Calls += P.Calls;
      Node.Own += P.Self.Corrected;
      At.push_back(It->second);
    }
  }

private:
  static void keepSource(FunctionText &Text, const FunctionModel &F) {
    Text.Page = F.Page;
    Text.Source = F.Source;
    for (const BlockModel &B : F.Blocks)
      Text.Places.push_back(
          {B.Name, B.Kind, B.Line, B.Column, B.EndLine, B.Timed});
  }

  Item &add(ItemKey Key, uint64_t Visits,
            const std::optional<TimeModel> &Time) {
    Item &I = Set.Items[std::move(Key)];
    I.ByRun.resize(Set.Runs.size());
    I.Visits.resize(Set.Runs.size());
    I.Visits.back() = Visits;
    if (Time)
      I.ByRun.back() = timesOf(*Time, Set.Runs.back().LeastTimed);
    return I;
  }

  RunSet &Set;
  std::map<std::pair<std::string, std::string>, unsigned> Namesakes;
  std::vector<decltype(CallNode::Function)> Keys; ///< by function
};

} // namespace

void addRun(RunSet &Set, const ReportModel &Report) {
  const TraceModel &T = Report.Traces.front();
  RunInfo Run;
  static_cast<RunFacts &>(Run) = T;
  Run.Path = T.Path;
  Run.Machine = T.Host + ", " + T.Cpu + ", " + Report.Clock.Source;
  Run.Records = T.Records;
  Run.RateHz = static_cast<double>(Report.Clock.RateHz);
  Run.Probes = Report.Clock.Probes;
  Run.LeastTimed =
      static_cast<double>(overheadsOf(Report.Clock).front().TimedMin);
  Set.Runs.push_back(std::move(Run));
  if (Set.Builds.empty())
    Set.Builds = Report.Builds;
  // A counter counts whole ticks, also where its resolution is not known.
  Set.Resolution = std::max({Set.Resolution, Report.Clock.Resolution, 1.0});
  Set.Execution = Report.Execution;
  RunAdder Adder(Set);
  for (const FunctionModel &F : Report.Functions)
    Adder.function(F);
  if (Set.KeepsSource && Report.CallPaths)
    Adder.calls(Report.CallPaths->Paths);
  for (auto &[Key, I] : Set.Items) {
    I.ByRun.resize(Set.Runs.size());
    I.Visits.resize(Set.Runs.size());
  }
}

double visitsOf(const Item &I) {
  double Sum = 0;
  for (uint64_t V : I.Visits)
    Sum += static_cast<double>(V);
  return Sum / static_cast<double>(I.Visits.size());
}

bool isSelf(const RunSet &Set, ItemKey Key) {
  const Item &Inclusive = Set.Items.at(Key);
  Key.What = Subject::Self;
  auto Self = Set.Items.find(Key);
  return Self != Set.Items.end() &&
         all_of(zip_equal(Self->second.ByRun, Inclusive.ByRun), [](auto Both) {
           auto &[S, G] = Both;
           return bool(S) == bool(G) &&
                  (!S || (S->Count == G->Count && S->Mean == G->Mean &&
                          S->Max == G->Max));
         });
}

std::vector<TimeRange> pooledRanges(const Item &I) {
  std::map<std::pair<double, double>, uint64_t> Pool;
  for (const std::optional<Times> &T : I.ByRun)
    if (T)
      for (const TimeRange &R : T->Ranges)
        Pool[{R.Low, R.High}] += R.Count;
  std::vector<TimeRange> Result;
  Result.reserve(Pool.size());
  for (const auto &[Bounds, Count] : Pool)
    Result.push_back({Bounds.first, Bounds.second, Count});
  return Result;
}

const ProbeModel &RunInfo::usedProbe() const {
  auto Used = find_if(Probes, [](const ProbeModel &P) { return P.IsUsed; });
  return Used == Probes.end() ? Probes.front() : *Used;
}

namespace {

/// What a probe costs on a machine, by its runs: a number that they measured,
/// and bounds that their times show.
class CommonCost {
public:
  /// \p Recorded is 0 where the run did not measure it. \p Mean is what its
  /// times leave room for, if they do not leave it for \p Recorded.
  void add(double Recorded, double Mean) {
    if (Recorded > 0) {
      Sum += Recorded;
      ++Count;
    }
    if (Mean < Recorded)
      Bound = std::min(Bound, Mean);
  }
  double value() const { return Count > 0 ? std::min(Sum / Count, Bound) : 0; }

private:
  double Sum = 0, Count = 0, Bound = INFINITY;
};

/// What the probes of a machine cost.
struct CommonProbes {
  std::vector<CommonCost> Timed, Untimed; ///< by form
  double Least = INFINITY;                ///< of timed ones

  void add(const RunInfo &Run) {
    Timed.resize(Run.Probes.size());
    Untimed.resize(Run.Probes.size());
    for (auto [P, T, U] : zip_equal(Run.Probes, Timed, Untimed)) {
      T.add(P.TimedMeanRecorded, P.TimedMean);
      U.add(P.UntimedMeanRecorded, P.UntimedMean);
    }
    Least = std::min(Least, Run.LeastTimed);
  }

  void putInto(RunInfo &Run) const {
    for (auto [P, T, U] : zip_equal(Run.Probes, Timed, Untimed)) {
      P.TimedMean = T.value();
      P.UntimedMean = U.value();
    }
    Run.LeastTimed = Least;
  }
};

} // namespace

static void takeProbesOut(Times &T, size_t Form, const RunInfo &Run) {
  const ProbeModel &P = Run.Probes[Form];
  T.Mean -= T.Timed * P.TimedMean + T.Untimed * P.UntimedMean;
  for (unsigned Q = 0; Q < QuantileCount; ++Q)
    if (T.Quantiles[Q])
      *T.Quantiles[Q] -= T.QuantileTimed[Q] * Run.LeastTimed;
}

static void scale(Times &T, double Factor) {
  T.Mean *= Factor;
  T.Max *= Factor;
  for (std::optional<double> &Q : T.Quantiles)
    if (Q)
      *Q *= Factor;
  for (TimeRange &R : T.Ranges) {
    R.Low *= Factor;
    R.High *= Factor;
  }
}

/// Puts all runs of a machine on the same costs of probes.
static void putOnCommonProbes(MutableArrayRef<RunSet> Sets) {
  std::map<std::string, CommonProbes> Common;
  for (const RunSet &Set : Sets)
    for (const RunInfo &Run : Set.Runs)
      Common[Run.Machine].add(Run);
  for (RunSet &Set : Sets)
    for (RunInfo &Run : Set.Runs)
      Common[Run.Machine].putInto(Run);
}

static double rateOf(const RunSet &Set) {
  return sumOf(Set.Runs, &RunInfo::RateHz) /
         static_cast<double>(Set.Runs.size());
}

/// \p Unit, or, where ticks of different clocks would be compared, nanoseconds.
static TimeUnit commonUnit(ArrayRef<RunSet> Sets, TimeUnit Unit) {
  double First = Sets.front().Runs.front().RateHz;
  bool HasOther = any_of(Sets, [&](const RunSet &Set) {
    return any_of(Set.Runs, [&](const RunInfo &Run) {
      return !isSameRate(Run.RateHz, First);
    });
  });
  return HasOther && Unit == TimeUnit::Ticks ? TimeUnit::Nanoseconds : Unit;
}

TimeUnit finishSets(MutableArrayRef<RunSet> Sets, TimeUnit Unit) {
  putOnCommonProbes(Sets);
  Unit = commonUnit(Sets, Unit);
  for (RunSet &Set : Sets) {
    double Factor = unitsPerTick(Unit, rateOf(Set));
    Set.Resolution *= Factor;
    for (CallNode &Node : Set.Calls)
      Node.Own *= Factor;
    for (auto &[Key, I] : Set.Items)
      for (auto [T, Run] : zip_equal(I.ByRun, Set.Runs)) {
        if (!T)
          continue;
        takeProbesOut(*T, I.Form, Run);
        if (Unit != TimeUnit::Ticks)
          scale(*T, Factor);
      }
  }
  return Unit;
}

} // namespace ipoint::compare
