//===- Clock.cpp - The clock and the probes of all traces -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clock.h"
#include "support/Errors.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <numeric>

using namespace llvm;

namespace ipoint::analysis {

/// By trace::ProbeForm.
static constexpr const char *Forms[] = {"inline", "called", "window"};

static double frequency(const trace::Trace &T) {
  return static_cast<double>(T.Meta.Frequency);
}

static Error checkRate(const trace::Trace &T, const trace::Trace &First) {
  if (isSameRate(frequency(T), frequency(First)))
    return Error::success();
  return plainError(T.Path + ": its clock has " + Twine(T.Meta.Frequency) +
                    " Hz, that of " + First.Path + " " +
                    Twine(First.Meta.Frequency) + " Hz; report on them apart");
}

/// How much work a read that does not wait may overtake, seconds: what the
/// scheduler of an out-of-order processor holds. test/bench/known-blocks shows
/// up to 76 ns.
static constexpr double OvertakenSeconds = 100e-9;

/// What share of a probe work beside it may hide, twice what
/// test/bench/known-blocks shows: nothing goes on beside a serialised read, but
/// beside the store behind it.
static constexpr double HiddenBySerialised = 0.25, HiddenByOthers = 0.5;

/// How the reads of \p T are ordered with the work around them. On a host they
/// may be out of order; the counters of memory dumps are those of processors
/// that do one thing after another.
static void setOrder(ClockModel &C, const trace::Trace &T) {
  StringRef Source = T.Meta.text("clock_source");
  if (!Source.starts_with("tsc") && !Source.starts_with("cntvct"))
    return;
  constexpr unsigned Plain = 0, Serialised = 3; // runtime/include/ipoint/port
  for (const trace::UnitRecord &U : T.Meta.Units) {
    if (U.reading() == Plain)
      C.Overtaken = std::max(C.Overtaken, OvertakenSeconds * frequency(T));
    C.Hidden = std::max(C.Hidden, U.reading() == Serialised ? HiddenBySerialised
                                                            : HiddenByOthers);
  }
}

static double ticks(const trace::Trace &T, StringRef Key, double Unit) {
  return static_cast<double>(std::max<int64_t>(T.Meta.number(Key), 0)) * Unit;
}

std::vector<ProbeModel> recordedOverheads(const trace::Trace &T) {
  std::vector<ProbeModel> Result;
  for (StringRef Form : Forms) {
    auto Cost = [&](const char *What, double Unit) {
      bool IsInline = Result.empty();
      return ticks(T, ("overhead_" + (IsInline ? "" : Form + "_") + What).str(),
                   Unit);
    };
    ProbeModel P;
    P.Form = Form.str();
    P.TimedMean = Cost("timed_mean", 1e-3);
    P.UntimedMean = Cost("untimed_mean", 1e-3);
    P.TimedMin = Cost("timed_min", 1);
    P.TimedSpread = Cost("timed_spread", 1e-3);
    P.Error = Cost("error", 1e-3);
    Result.push_back(std::move(P));
  }
  return Result;
}

/// Adds what \p T says of its clock and its probes, one of \p N traces.
static void addTrace(ClockModel &C, const trace::Trace &T, double N) {
  C.ResolutionRecorded =
      std::max(C.ResolutionRecorded, ticks(T, "clock_resolution", 1));
  C.Waits |= T.Meta.number("clock_waits") == 1;
  for (auto [P, Own] : zip_equal(C.Probes, recordedOverheads(T))) {
    P.TimedMean += Own.TimedMean / N;
    P.UntimedMean += Own.UntimedMean / N;
    P.TimedMin = std::min(P.TimedMin, Own.TimedMin);
    P.TimedSpread = std::max(P.TimedSpread, Own.TimedSpread);
    P.Error = std::max(P.Error, Own.Error);
  }
  for (const trace::UnitRecord &U : T.Meta.Units)
    C.Probes[size_t(U.form())].IsUsed = true;
}

/// Adds the share of \p T, one of \p N traces; none where a trace has no such
/// key.
static void addSums(std::optional<SumModel> &Sums, const trace::Trace &T,
                    double N) {
  if (!T.Meta.find("overhead_sum_add_mean"))
    Sums.reset();
  if (!Sums)
    return;
  auto Add = [&](double &To, StringRef What) {
    To += ticks(T, ("overhead_sum_" + What).str(), 1e-3) / N;
  };
  Add(Sums->Path, "path_mean");
  Add(Sums->More, "path_more");
  Add(Sums->Add, "add_mean");
  Add(Sums->Set, "set_mean");
  Add(Sums->Clear, "clear_mean");
}

static bool addsUpSlowly(const trace::Trace &T) {
  return any_of(T.Meta.Units,
                [](const trace::UnitRecord &U) { return U.addsUpSlowly(); });
}

/// Thousandths of a tick.
static uint64_t thousandths(double Ticks) {
  return static_cast<uint64_t>(std::llround(Ticks * 1e3));
}

void setUntimedWeight(ClockModel &C) {
  constexpr uint64_t MostExact = 1 << 16, Nearly = 1 << 10;
  uint64_t Unit = 0;
  for (double Ticks :
       {C.Sums->Path, C.Sums->More, C.Sums->Add, C.Sums->Set, C.Sums->Clear})
    Unit = std::gcd(Unit, thousandths(Ticks));
  uint64_t Untimed = 0;
  bool AreSame = true;
  for (const ProbeModel &P : C.Probes)
    if (P.IsUsed) {
      uint64_t Own = thousandths(P.UntimedMean);
      AreSame &= Untimed == 0 || Untimed == Own;
      Untimed = Own;
      // Nothing can be expressed in parts of it.
      if (Own == 0) {
        C.Sums.reset();
        return;
      }
    }
  Unit = std::gcd(Unit, Untimed);
  C.UntimedWeight = static_cast<uint32_t>(
      AreSame && Untimed / Unit <= MostExact ? Untimed / Unit : Nearly);
}

/// Of the units whose probes are as \p P.
static PathWeights weightsOf(const ClockModel &C, const ProbeModel &P) {
  auto Weight = [&](double Ticks) {
    return static_cast<uint32_t>(
        std::llround(Ticks * C.UntimedWeight / P.UntimedMeanRecorded));
  };
  PathWeights W;
  W.Record = C.Sums->Path > 0 ? Weight(C.Sums->Path) : C.UntimedWeight;
  W.More = Weight(C.Sums->More);
  W.Add = Weight(C.Sums->Add);
  W.Set = Weight(C.Sums->Set);
  W.Clear = Weight(C.Sums->Clear);
  return W;
}

void noteProbes(SymbolTable &Symbols, ArrayRef<trace::Trace> Traces,
                const ClockModel &C) {
  Symbols.setRecordWeight(C.UntimedWeight);
  DenseSet<uint32_t> Seen;
  for (const trace::Trace &T : Traces)
    for (const trace::UnitRecord &U : T.Meta.Units) {
      Symbols.noteProbes(U.first(), U.count(), U.form());
      if (C.Sums && U.addsUpSlowly() && Seen.insert(U.first()).second)
        Symbols.addPathWeights(U.first(), U.count(),
                               weightsOf(C, C.Probes[size_t(U.form())]));
    }
}

/// Sets the mean rate, and what is known of its error: how exactly both ends of
/// the run were read, how the two clocks of the kernel differed over it, and
/// how far the traces' rates lie apart.
static void setRate(ClockModel &C, ArrayRef<trace::Trace> Traces) {
  double Sum = 0, Stated = 0, Deviation = 0;
  bool Known = true;
  for (const trace::Trace &T : Traces) {
    Sum += frequency(T);
    std::optional<int64_t> Error = T.Meta.find("clock_rate_error");
    Known &= Error.has_value();
    int64_t Drift = std::abs(T.Meta.number("clock_drift"));
    Stated = std::max(
        Stated, 1e-9 * static_cast<double>(
                           std::max<int64_t>(Error.value_or(0), 0) + Drift));
  }
  double Mean = Sum / static_cast<double>(Traces.size());
  for (const trace::Trace &T : Traces)
    Deviation = std::max(Deviation, std::abs(frequency(T) - Mean) / Mean);
  C.RateHz = static_cast<uint64_t>(std::llround(Mean));
  if (Known)
    C.RateUncertainty = Stated + Deviation;
}

Expected<ClockModel> commonClock(ArrayRef<trace::Trace> Traces) {
  ClockModel C;
  const trace::Trace &First = Traces.front();
  C.Source = First.Meta.text("clock_source").str();
  for (const char *Form : Forms) {
    ProbeModel &P = C.Probes.emplace_back();
    P.Form = Form;
    P.TimedMin = INFINITY;
  }
  if (any_of(Traces, addsUpSlowly))
    C.Sums.emplace();
  for (const trace::Trace &T : Traces) {
    if (Error E = checkRate(T, First))
      return E;
    addTrace(C, T, static_cast<double>(Traces.size()));
    addSums(C.Sums, T, static_cast<double>(Traces.size()));
    setOrder(C, T);
    Expected<trace::Reduced> Seen = differencesIn(T);
    if (!Seen)
      return Seen.takeError();
    if (Seen->Resolution)
      C.ResolutionSeen =
          std::max(C.ResolutionSeen.value_or(0), *Seen->Resolution);
    if (Seen->LeastDifference)
      C.LeastSeen =
          std::min(C.LeastSeen.value_or(UINT64_MAX), *Seen->LeastDifference);
  }
  if (none_of(C.Probes, [](const ProbeModel &P) { return P.IsUsed; }))
    C.Probes.front().IsUsed = true;
  if (C.Sums)
    setUntimedWeight(C);
  setRate(C, Traces);
  C.Resolution = std::max(C.ResolutionRecorded, C.ResolutionSeen.value_or(0));
  for (ProbeModel &P : C.Probes) {
    P.TimedMeanRecorded = P.TimedMean;
    P.UntimedMeanRecorded = P.UntimedMean;
    P.TimedMinRecorded = P.TimedMin;
    if (C.LeastSeen)
      P.TimedMin = std::min(P.TimedMin, static_cast<double>(*C.LeastSeen));
  }
  return C;
}

/// The smallest cost of a timed probe of any form that is used.
static double leastTimed(const ClockModel &C) {
  double Least = INFINITY;
  for (const ProbeModel &P : C.Probes)
    if (P.IsUsed)
      Least = std::min(Least, P.TimedMin);
  return Least;
}

void setUncertainties(ClockModel &C) {
  // Evenly likely from the least to the most that it can be, 0 for untimed
  // ones: the root of the mean squared distance from what is subtracted (GUM,
  // 4.3.7). Where work goes on beside probes, the least is a part of it.
  for (ProbeModel &P : C.Probes) {
    // Where all probes take the same it is only the measurement that errs.
    if (P.Error > 0 && P.TimedEvidence.empty()) {
      P.TimedUncertainty = P.UntimedUncertainty = P.Error / std::sqrt(3);
      continue;
    }
    double Least = leastTimed(C);
    if (C.Hidden > 0)
      Least = std::min(Least, P.TimedMean * (1 - C.Hidden));
    double Below = std::max(0.0, P.TimedMean - Least);
    // Times that show it to be less show that it is not more, either.
    double Above = P.TimedEvidence.empty() ? P.TimedSpread : 0;
    P.TimedUncertainty = std::sqrt(squareOfRange(Below, Above));
    P.UntimedUncertainty = P.UntimedMean / std::sqrt(3);
  }
}

ProbeOverheads overheadsOf(const ClockModel &C) {
  ProbeOverheads Result;
  for (const ProbeModel &P : C.Probes) {
    ProbeOverhead B;
    B.TimedMean = P.TimedMean;
    B.UntimedMean = P.UntimedMean / C.UntimedWeight;
    B.UntimedWeight = C.UntimedWeight;
    B.TimedMin = static_cast<uint64_t>(leastTimed(C));
    B.Resolution = C.Resolution;
    B.Waits = C.Waits;
    B.Overtaken = C.Overtaken;
    B.TimedUncertainty = P.TimedUncertainty;
    B.UntimedUncertainty = P.UntimedUncertainty / C.UntimedWeight;
    Result.push_back(B);
  }
  return Result;
}

} // namespace ipoint::analysis
