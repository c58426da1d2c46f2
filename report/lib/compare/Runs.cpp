//===- Runs.cpp - Sets of runs, as far as they are compared
//----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runs.h"
#include "llvm/ADT/StringRef.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::compare {

static Times timesOf(const TimeModel &T) {
  Times Result;
  Result.Count = T.Raw.Count;
  Result.Mean = T.Corrected.Mean;
  Result.MeanCost = T.Raw.Mean - T.Corrected.Mean;
  Result.Max = T.Raw.Max;
  auto Add = [&](unsigned Q, const std::optional<double> &Raw,
                 const std::optional<double> &Corrected) {
    Result.Quantiles[Q] = Corrected;
    Result.QuantileCost[Q] = Raw && Corrected ? *Raw - *Corrected : 0;
  };
  Add(0, T.Raw.P50, T.Corrected.P50);
  Add(1, T.Raw.P90, T.Corrected.P90);
  Add(2, T.Raw.P99, T.Corrected.P99);
  Add(3, T.Raw.P999, T.Corrected.P999);
  for (const HistogramBucket &B : T.Histogram)
    Result.Ranges.push_back({double(B.Low), double(B.High), B.Count});
  return Result;
}

/// The lines that \p B begins in, without the space around them.
static std::string textOf(const FunctionModel &F, const BlockModel &B) {
  std::string Text;
  for (unsigned Line = B.Line; Line <= std::max(B.EndLine, B.Line); ++Line)
    if (Line >= F.Line && Line - F.Line < F.Source.size())
      Text += StringRef(F.Source[Line - F.Line]).trim().str() + "\n";
  return Text;
}

namespace {

/// Adds one run's items to a set.
class RunAdder {
public:
  explicit RunAdder(RunSet &Set) : Set(Set) {}

  void function(const FunctionModel &F) {
    unsigned Namesake = Namesakes[{F.File, F.Name}]++;
    if (F.Status == FunctionStatus::Skipped)
      return;
    if (Set.Runs.size() == 1) {
      FunctionText &Text = Set.Functions[{F.File, F.Name, Namesake}];
      Text.Line = F.Line;
      for (const BlockModel &B : F.Blocks) {
        Text.Blocks[B.Name] = textOf(F, B);
        Text.BlockLines[B.Name] = B.Line;
      }
    }
    if (F.Status != FunctionStatus::Run)
      return;
    add({F.File, F.Name, Namesake, Subject::Self, ""}, F.Line, F.Calls, F.Self);
    add({F.File, F.Name, Namesake, Subject::Gross, ""}, F.Line, F.Calls,
        F.Gross);
    for (const BlockModel &B : F.Blocks)
      if (B.Visits)
        add({F.File, F.Name, Namesake, Subject::Block, B.Name}, B.Line,
            B.Visits, B.Time);
  }

private:
  void add(ItemKey Key, unsigned Line, uint64_t Visits,
           const std::optional<TimeModel> &Time) {
    Item &I = Set.Items[std::move(Key)];
    I.Line = Line;
    I.ByRun.resize(Set.Runs.size());
    I.Visits.resize(Set.Runs.size());
    I.Visits.back() = Visits;
    if (Time)
      I.ByRun.back() = timesOf(*Time);
  }

  RunSet &Set;
  std::map<std::pair<std::string, std::string>, unsigned> Namesakes;
};

} // namespace

/// Clocks whose rates differ by more than this are not counted in the same
/// ticks.
static constexpr double RateTolerance = 0.01;

void addRun(RunSet &Set, const ReportModel &Report) {
  const TraceModel &T = Report.Traces.front();
  RunInfo Run;
  Run.Path = T.Path;
  Run.Program = T.Program;
  Run.Arguments = T.Arguments;
  Run.BuildId = T.BuildId;
  Run.Machine = T.Host + ", " + T.Cpu + ", " + Report.Clock.Source;
  Run.Records = T.Records;
  Run.RateHz = static_cast<double>(Report.Clock.RateHz);
  for (const ProbeModel &P : Report.Clock.Probes)
    if (P.IsUsed) {
      Run.BaseMean = P.TimedMean;
      Run.BaseMin = P.TimedMin;
      break;
    }
  Set.Runs.push_back(std::move(Run));
  if (Set.Builds.empty())
    Set.Builds = Report.Builds;
  Set.Step = std::max(Set.Step, Report.Clock.Step);
  Set.Execution = Report.Execution;
  RunAdder Adder(Set);
  for (const FunctionModel &F : Report.Functions)
    Adder.function(F);
  for (auto &[Key, I] : Set.Items) {
    I.ByRun.resize(Set.Runs.size());
    I.Visits.resize(Set.Runs.size());
  }
}

namespace {

/// Means over the runs of a machine.
struct CommonBase {
  double Mean = 0, Min = 0, Runs = 0;
};

} // namespace

/// What probes took in \p T when they take \p Mean and \p Min times as much as
/// they were measured to.
static void rebase(Times &T, double Mean, double Min) {
  T.Mean = std::max(T.Mean + T.MeanCost * (1 - Mean), 0.0);
  for (unsigned Q = 0; Q < QuantileCount; ++Q)
    if (T.Quantiles[Q])
      T.Quantiles[Q] =
          std::max(*T.Quantiles[Q] + T.QuantileCost[Q] * (1 - Min), 0.0);
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

analysis::TimeUnit finishSets(MutableArrayRef<RunSet> Sets,
                              analysis::TimeUnit Unit) {
  std::map<std::string, CommonBase> Common;
  double FirstRate = Sets.front().Runs.front().RateHz;
  for (const RunSet &Set : Sets)
    for (const RunInfo &Run : Set.Runs) {
      CommonBase &C = Common[Run.Machine];
      C.Mean += Run.BaseMean;
      C.Min += Run.BaseMin;
      ++C.Runs;
      bool IsOther =
          std::abs(Run.RateHz - FirstRate) > RateTolerance * FirstRate;
      if (IsOther && Unit == analysis::TimeUnit::Ticks)
        Unit = analysis::TimeUnit::Nanoseconds;
    }
  for (RunSet &Set : Sets) {
    double Rate = 0;
    for (const RunInfo &Run : Set.Runs)
      Rate += Run.RateHz / static_cast<double>(Set.Runs.size());
    double Factor = Unit == analysis::TimeUnit::Ticks         ? 1
                    : Unit == analysis::TimeUnit::Nanoseconds ? 1e9 / Rate
                                                              : 1e6 / Rate;
    Set.Step *= Factor;
    for (auto &[Key, I] : Set.Items)
      for (size_t R = 0; R < I.ByRun.size(); ++R) {
        if (!I.ByRun[R])
          continue;
        const RunInfo &Run = Set.Runs[R];
        const CommonBase &C = Common[Run.Machine];
        auto Ratio = [&](double Sum, double Own) {
          return Own > 0 ? Sum / C.Runs / Own : 1;
        };
        rebase(*I.ByRun[R], Ratio(C.Mean, Run.BaseMean),
               Ratio(C.Min, Run.BaseMin));
        if (Unit != analysis::TimeUnit::Ticks)
          scale(*I.ByRun[R], Factor);
      }
  }
  return Unit;
}

} // namespace ipoint::compare
