//===- Measure.cpp - What was observed of what a budget is for ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Judge.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::budget {

static Measured unknown(std::string Why) {
  return {std::nullopt, std::nullopt, std::nullopt, std::move(Why)};
}

/// The figures that reports show first: without probes, and without what
/// interrupts added.
static const Figures &leading(const TimeModel &T) {
  return T.Filtered ? *T.Filtered : T.Corrected;
}

static Measured ofFigures(const TimeModel &T, Figure By) {
  switch (By.K) {
  case Figure::Kind::Raw:
    return {T.Raw.Max, {}, T.MaxAt, ""};
  case Figure::Kind::Response:
    if (!T.Response)
      return {T.Raw.Max, {}, T.MaxAt, ""};
    return {T.Response->Max, {}, {}, ""};
  case Figure::Kind::Filtered:
  case Figure::Kind::Percentile:
  case Figure::Kind::Worst:
  case Figure::Kind::Tail: // not of a report's figures
    break;
  }
  if (T.Overload)
    return unknown(
        "too many interrupts: interrupted visits are not distinguishable");
  const Figures &F = leading(T);
  if (By.K == Figure::Kind::Filtered)
    return {F.Max, {}, {}, ""};
  if (std::optional<double> P = F.percentiles()[By.Percentile])
    return {P, {}, {}, ""};
  return {{},
          F.Max,
          {},
          "of " + std::to_string(F.Count) +
              (F.Count == 1 ? " time" : " times") +
              " no such percentile is known"};
}

static Measured ofTimes(const std::optional<TimeModel> &T, Figure By,
                        uint64_t Visits, StringRef What, bool IsCounted) {
  if (T) {
    Measured M = ofFigures(*T, By);
    // In windows a part of them is timed, of which a largest one says less.
    if (M.Value && IsCounted && T->Raw.Count < Visits)
      M.Reason = std::to_string(T->Raw.Count) + " of " +
                 std::to_string(Visits) + " were timed";
    return M;
  }
  return unknown(Visits == 0
                     ? "never ran"
                     : "ran, but no " + What.str() + " of it was timed");
}

/// Calls that were open when recording ended took as long as that at least.
static Measured ofFunction(const FunctionModel &F, const Budget &B) {
  Measured M = ofTimes(B.IsSelf ? F.Self : F.Inclusive, B.By, F.Calls, "call",
                       F.IsCounted);
  if (B.IsSelf)
    return M;
  bool IsMark = B.By.K == Figure::Kind::Raw || B.By.K == Figure::Kind::Response;
  if (IsMark && F.InferredOpen && F.InferredOpen->Max > M.Value.value_or(-1))
    return {F.InferredOpen->Max,
            {},
            {},
            "so long it had run when the "
            "recording ended"};
  if (F.InferredExits)
    M.Reason += (M.Reason.empty() ? "" : "; ") +
                std::to_string(F.InferredExits) +
                (F.InferredExits == 1 ? " call has" : " calls have") +
                " no recorded exit";
  return M;
}

static Measured ofLoop(const LoopModel &L, Figure By) {
  if (!L.Body)
    return unknown("its body has no ipoint, so that nothing was counted");
  if (L.Entered == 0 && L.Iterations == 0)
    return unknown("never ran");
  if (!L.MaxIterations)
    return unknown("how often it ran each time is not in sums");
  if (By.K != Figure::Kind::Percentile)
    return {static_cast<double>(*L.MaxIterations), {}, {}, ""};
  if (L.PerEntry)
    if (std::optional<double> P = L.PerEntry->percentiles()[By.Percentile])
      return {P, {}, {}, ""};
  return {{}, double(*L.MaxIterations), {}, "too few entries for a percentile"};
}

double timeOfRun(const ReportModel &Report) {
  return sumOf(Report.Functions, selfTotal);
}

/// Whether the way to \p At ends with \p Functions.
static bool endsWith(const ReportModel &Report, uint32_t At,
                     ArrayRef<std::string> Functions) {
  const std::vector<CallPathModel> &Paths = Report.CallPaths->Paths;
  std::optional<uint32_t> Path = At;
  for (const std::string &Name : reverse(Functions)) {
    if (!Path || !Paths[*Path].Function ||
        Report.Functions[*Paths[*Path].Function].Name != Name)
      return false;
    Path = Paths[*Path].Parent;
  }
  return true;
}

/// With callees, of all ways that end so. A way that lies in another of them is
/// in its time already.
static Measured ofCallPaths(const Subject &S, const Budget &B,
                            const ReportModel &Report) {
  const FunctionModel &F = Report.Functions[S.Function];
  if (any_of(Report.Functions, [](auto &F) { return callsPerTime(F) > 1; }))
    return unknown("the times of call paths are of windows");
  std::vector<std::string> Names = B.CallPath;
  if (Names.empty())
    Names = {F.Name};
  const std::vector<CallPathModel> &Paths = Report.CallPaths->Paths;
  std::vector<bool> IsIn(Paths.size());
  double Sum = 0;
  bool Any = false;
  for (uint32_t I = 0; I < Paths.size(); ++I) {
    const CallPathModel &P = Paths[I];
    IsIn[I] = P.Parent && IsIn[*P.Parent];
    if (IsIn[I] || P.Function != S.Function || !endsWith(Report, I, Names))
      continue;
    IsIn[I] = Any = true;
    Sum += P.Inclusive.best();
  }
  double All = timeOfRun(Report);
  if (!Any)
    return unknown(F.Calls == 0 ? "never ran" : "was never called so");
  if (All <= 0)
    return unknown("nothing was timed");
  return {Sum / All, {}, {}, ""};
}

static Measured ofShare(const Subject &S, const Budget &B,
                        const ReportModel &Report) {
  const FunctionModel &F = Report.Functions[S.Function];
  if (B.needsCallPaths())
    return ofCallPaths(S, B, Report);
  if (S.Block ? S.Block->Visits == 0 : F.Calls == 0)
    return unknown("never ran");
  if (!S.Block && F.Sampled)
    return {F.Sampled->Share,
            {},
            {},
            std::string("by samples of the ") + Report.Sampling->program()};
  if (F.IsCounted)
    return unknown("its times are of windows, and there are no samples");
  const std::optional<TimeModel> &T = S.Block ? S.Block->Time : F.Self;
  double All = timeOfRun(Report);
  if (!T || All <= 0)
    return unknown("ran, but was not timed");
  if (T->Overload)
    return unknown(
        "too many interrupts: interrupted visits are not distinguishable");
  return {leading(*T).Total / All, {}, {}, ""};
}

std::optional<TailOf> tailOf(const Budget &B, const Subject &S,
                             const ReportModel &Report) {
  const FunctionModel &F = Report.Functions[S.Function];
  if (B.By.K != Figure::Kind::Tail || F.Status != FunctionStatus::Run)
    return std::nullopt;
  worst::SeriesOf Of = {uint32_t(S.Function), {}, B.IsSelf};
  if (S.Block)
    Of = {Of.Function, uint32_t(S.Block - F.Blocks.data()), false};
  return TailOf{Of, B.By.Exceedance};
}

static Measured ofTail(const Budget &B, const Subject &S,
                       const ReportModel &Report, const Estimates &Known) {
  auto It = Known.Tails.find(*tailOf(B, S, Report));
  if (It == Known.Tails.end())
    return unknown("a tail takes times in their order, which only traces have");
  const TailEstimate &T = It->second;
  if (!T.Bound)
    return unknown(T.Count ? "no tail: " + join(T.Refusals, "; ")
                           : "ran, but nothing of it was timed");
  return {T.Bound, {}, {}, unseenInWords(T)};
}

static Measured ofWorst(const Budget &B, const Subject &S,
                        const Estimates &Known) {
  if (S.Block || S.Loop || S.Path || !B.Path.empty() || B.IsSelf)
    return unknown("a WCET estimate is of a function's calls, with all that "
                   "they call");
  auto It = Known.Longest.find(S.Function);
  if (It == Known.Longest.end())
    return unknown("there is no WCET estimate of it");
  if (!It->second.Ticks)
    return unknown("no WCET estimate: " + It->second.Reason);
  return {It->second.Ticks, {}, {}, It->second.Reason};
}

Measured measure(const Budget &B, const Subject &S, const ReportModel &Report,
                 const Estimates &Known) {
  const FunctionModel &F = Report.Functions[S.Function];
  if (F.Status == FunctionStatus::NotInstrumented)
    return unknown("not instrumented: " + F.Reason.value_or("not known why"));
  if (F.Status == FunctionStatus::NeverRun)
    return unknown("never ran");
  if (B.By.K == Figure::Kind::Tail)
    return ofTail(B, S, Report, Known);
  if (B.By.K == Figure::Kind::Worst)
    return ofWorst(B, S, Known);
  if (S.Loop)
    return ofLoop(*S.Loop, B.By);
  if (B.Most.kind() == BudgetKind::Share)
    return ofShare(S, B, Report);
  if (S.Block)
    return ofTimes(S.Block->Time, B.By, S.Block->Visits, "visit", F.IsCounted);
  if (B.Path.empty())
    return ofFunction(F, B);
  if (!S.Path)
    return unknown(F.Paths.empty() ? "the function has no path records"
                                   : "the path was not taken");
  return ofTimes(S.Path->Self, B.By, S.Path->Count,
                 "call that took only this "
                 "path",
                 F.IsCounted);
}

static std::string figureName(Figure By) {
  switch (By.K) {
  case Figure::Kind::Raw:
    return "raw HWM";
  case Figure::Kind::Response:
    return "HWM with the time off CPU";
  case Figure::Kind::Filtered:
    return "filtered HWM";
  case Figure::Kind::Worst:
    return "WCET estimate";
  case Figure::Kind::Tail:
    return "tail at " + to_string(format("%g", By.Exceedance)) +
           ", upper bound, raw";
  case Figure::Kind::Percentile:
    break;
  }
  static constexpr const char *Names[] = {"p50", "p90", "p99", "p99.9",
                                          "p99.99"};
  return Names[By.Percentile];
}

StringRef timesName(const Budget &B, const Subject &S) {
  return S.Loop            ? "loop"
         : S.Block         ? "block"
         : !B.Path.empty() ? "path"
         : B.IsSelf        ? "self"
                           : "inclusive";
}

std::string measureName(const Budget &B, const Subject &S) {
  if (S.Loop)
    return "iterations each time it is entered, " +
           std::string(B.By.K == Figure::Kind::Percentile ? figureName(B.By)
                                                          : "the most");
  std::string Time =
      timesName(B, S) == "inclusive" ? "inclusive time" : "self time";
  if (B.Most.kind() == BudgetKind::Share)
    return "share of the run, " + Time;
  return Time + ", " + figureName(B.By);
}

} // namespace ipoint::budget
