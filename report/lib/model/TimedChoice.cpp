//===- TimedChoice.cpp - Which functions are worth timing -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimedChoice.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using ipoint::database::TimedIpoints;

namespace ipoint::analysis {

namespace {

/// One step from what is timed of a function to more of it.
struct Step {
  size_t Function = 0;
  TimedIpoints Timed = TimedIpoints::None;
  double Between = 0, Probes = 0; ///< with this step
};

class Chooser {
public:
  Chooser(const ReportModel &Report, double Overhead)
      : Report(Report), Overhead(Overhead) {}

  Expected<TimedChoice> choose() {
    measurePlain();
    if (!(Result.Plain > 0))
      return createStringError(
          inconvertibleErrorCode(),
          "nothing is timed in these traces, and there are no samples, so it "
          "is not known what is worth timing; record them with 'ipoint-run "
          "--baseline', or a build with IPOINT_TIMED=blocks or functions");
    for (auto [Index, F] : enumerate(Report.Functions))
      if (F.Status == FunctionStatus::Run && F.Calls != 0) {
        ++Result.Ran;
        addSteps(Index, F);
      }
    // The longest first: they cost least for what they show.
    stable_sort(Steps, [](const Step &A, const Step &B) {
      return A.Between > B.Between;
    });
    take();
    return std::move(Result);
  }

private:
  static double meanOf(const TimeModel &T) {
    return (T.Filtered ? *T.Filtered : T.Corrected).Mean;
  }
  /// The mean of a call; none where neither samples nor probes tell it.
  static std::optional<double>
  meanOf(const std::optional<estimate::SampledMean> &Sampled,
         const std::optional<TimeModel> &Direct) {
    if (Sampled && Sampled->Mean > 0)
      return Sampled->Mean;
    return Direct ? std::optional(meanOf(*Direct)) : std::nullopt;
  }

  const ProbeModel &probesOf(const FunctionModel &F) const {
    return Report.Clock.Probes[F.Form];
  }

  /// A build in which nothing is timed shows what counting costs where the
  /// records are.
  void measureBySamples(const estimate::SamplingModel &S) {
    Result.Plain = S.Cpu;
    Result.IsPlainMeasured = true;
    bool IsTimed = any_of(Report.Functions, [](auto &F) { return F.Self; });
    if (IsTimed || !S.Inputs.front().CpuSlowdown)
      return;
    Result.Counting =
        std::max(*S.Inputs.front().CpuSlowdown - 1, 0.0) * Result.Plain;
    Result.IsCountingMeasured = true;
  }

  void measurePlain() {
    if (Report.Sampling && Report.Sampling->Cpu > 0)
      return measureBySamples(*Report.Sampling);
    if (Report.Closure && Report.Closure->Inputs.size() == 1) {
      // Of one run; the report's sums are those of all.
      Result.Plain =
          Report.Closure->Inputs.front().Plain * double(Report.Traces.size());
      Result.IsPlainMeasured = true;
      return;
    }
    for (const FunctionModel &F : Report.Functions)
      if (F.Self)
        Result.Plain += meanOf(*F.Self) * double(F.Calls);
  }

  /// Visits of the ipoints that read the counter where loops are timed.
  static double visitsOfLoops(const FunctionModel &F) {
    double Visits = 0;
    for (const BlockModel &B : F.Blocks)
      Visits += any_of(F.Loops,
                       [&](const LoopModel &L) {
                         return L.Head == B.Name || L.Body == B.Name;
                       })
                    ? double(B.Visits)
                    : 0;
    return Visits;
  }

  void addSteps(size_t Index, const FunctionModel &F) {
    const ProbeModel &Probe = probesOf(F);
    double Boundaries = 2 * double(F.Calls), Loops = visitsOfLoops(F),
           Blocks = 0;
    for (const BlockModel &B : F.Blocks)
      Blocks += double(B.Visits);
    if (!Result.IsCountingMeasured)
      Result.Counting += (Boundaries + Loops) * Probe.UntimedMean;
    bool HasSamples = F.Sampled.has_value();
    std::optional<double> OwnMean =
        meanOf(HasSamples ? F.Sampled->Self : std::nullopt, F.Self);
    std::optional<double> Inclusive =
        meanOf(HasSamples ? F.Sampled->Inclusive : std::nullopt, F.Inclusive);
    if (!OwnMean || !Inclusive) {
      ++Result.TooShort;
      return;
    }
    double Self = *OwnMean * double(F.Calls);
    double Least = LeastProbesInTime * Probe.TimedMean;
    size_t Before = Steps.size();
    auto Add = [&](TimedIpoints Timed, double Between, double Probes) {
      if (Between >= Least)
        Steps.push_back({Index, Timed, Between, Probes});
    };
    Add(TimedIpoints::Functions, *Inclusive, Boundaries);
    if (Loops > 0)
      Add(TimedIpoints::Loops, Self / (Boundaries + Loops), Boundaries + Loops);
    Add(TimedIpoints::Blocks, Self / Blocks, Blocks);
    Result.TooShort += Steps.size() == Before;
  }

  /// Each step that the limit still allows; one takes the place of the step
  /// before it of its function.
  void take() {
    double Limit = (Overhead - 1) * Result.Plain;
    double Allowed = std::max(Limit - Result.Counting, LeastForTimes * Limit);
    DenseMap<size_t, TimedFunction> Taken;
    SmallDenseSet<size_t> Dear;
    for (const Step &S : Steps) {
      TimedFunction &F = Taken[S.Function];
      double TimedMean = probesOf(Report.Functions[S.Function]).TimedMean;
      double More = (S.Probes - F.Probes) * TimedMean;
      if (Result.Timing + More > Allowed) {
        Dear.insert(S.Function);
        continue;
      }
      Result.Timing += More;
      F = {S.Function, S.Timed, S.Between, S.Probes};
    }
    Result.TooDear = Dear.size();
    for (size_t I = 0; I != Report.Functions.size(); ++I)
      if (auto It = Taken.find(I);
          It != Taken.end() && It->second.Timed != TimedIpoints::None)
        Result.Functions.push_back(It->second);
  }

  const ReportModel &Report;
  const double Overhead;
  TimedChoice Result;
  std::vector<Step> Steps;
};

} // namespace

Expected<TimedChoice> chooseTimed(const ReportModel &Report, double Overhead) {
  return Chooser(Report, Overhead).choose();
}

} // namespace ipoint::analysis
