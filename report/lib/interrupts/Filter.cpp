//===- Filter.cpp - Which visits of a block are excluded ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Filter.h"
#include "ThresholdRules.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

/// How many values a reason names.
static constexpr size_t NamedValues = 10;

/// \p Share to four digits: what is not more than \p Limit must not look so.
static double shownBelow(double Share, double Limit) {
  double Nearest = std::round(Share * 1e4) / 1e4;
  return Nearest > Limit ? std::floor(Share * 1e4) / 1e4 : Nearest;
}

static std::string betweenReason(const ThresholdRule &Rule,
                                 const LargestValues &Between) {
  std::string Values;
  std::vector<uint64_t> Sorted = Between.sorted();
  for (uint64_t Value : ArrayRef(Sorted).take_front(NamedValues))
    Values += (Values.empty() ? "" : ", ") + std::to_string(Value);
  if (Between.count() > NamedValues)
    Values += ", …";
  return formatv("{0} {4} between {1} and {2}: {3}", Between.count(),
                 Rule.lowEdge(), Rule.highEdge(), Values,
                 Between.count() == 1 ? "visit lies" : "visits lie");
}

namespace {

/// Sums over buckets, each as if its values were in its middle.
struct Sums {
  double Count = 0, Sum = 0, Squares = 0, Cubes = 0;

  void add(const Histogram::Bucket &B) {
    double Value = B.middle(), N = double(B.Count);
    Count += N;
    Sum += N * Value;
    Squares += N * Value * Value;
    Cubes += N * Value * Value * Value;
  }
  double mean() const { return Sum / Count; }
  double variance() const {
    return std::max(0.0, Squares / Count - mean() * mean());
  }
};

} // namespace

static bool liesIn(const Histogram::Bucket &B, ArrayRef<Band> Bands) {
  return any_of(Bands, [&](const Band &Out) {
    return B.Low >= Out.From && B.Low <= Out.To;
  });
}

/// The variance of values around \p Mean that a clock of this \p Step alone
/// makes where they have the \p Variance.
static double varianceOfStep(double Mean, double Variance, double Step) {
  if (Step <= 1)
    return 0;
  double Rest = std::fmod(Mean, Step);
  return std::min(Variance, Variance > Step * Step ? Step * Step / 6
                                                   : Rest * (Step - Rest));
}

Replacement undisturbed(const Histogram &Times, ArrayRef<Band> Interrupted,
                        double Step) {
  Sums S;
  Times.forEach([&](const Histogram::Bucket &B) {
    if (!liesIn(B, Interrupted))
      S.add(B);
  });
  if (S.Count == 0 || S.Sum == 0)
    return {};
  double Mean = S.mean(), Variance = S.variance();
  double Own = Variance - varianceOfStep(Mean, Variance, Step);
  double Weighted = Mean + Own / Mean;
  // Σv²·v/Σv − weighted², where the clock's step adds little; never less than
  // the plain variance, which has the step.
  double Spread = S.Cubes / S.Sum - (S.Squares / S.Sum) * (S.Squares / S.Sum);
  return {static_cast<uint64_t>(std::llround(Weighted)), Weighted,
          std::max(Spread, Variance)};
}

Decision decideByRule(const ThresholdRule &Rule, const Histogram *Times,
                      const ThresholdCounts *Counts, bool Linear, double Step) {
  std::string By =
      formatv("low {0}, high {1} ({2})",
              withEdge(utostr(Rule.Low), utostr(Rule.lowEdge())),
              withEdge(utostr(Rule.High), utostr(Rule.highEdge())), Rule.From);
  auto Is = [&](FilterState State, std::string Reason = "") {
    Decision V;
    V.State = State;
    V.Reason = std::move(Reason);
    V.By = By;
    return V;
  };
  if (!Times || !Counts)
    return Is(FilterState::NotTimed);
  if (Rule.LinearOnly && !Linear)
    return Is(FilterState::NotLinear);
  if (Counts->Above == 0)
    return Is(FilterState::NothingToExclude);
  uint64_t All = Counts->Below + Counts->Between.count() + Counts->Above;
  if (All < Rule.LeastVisits)
    return Is(FilterState::TooFewVisits);
  double Share = double(Counts->Below) / double(All);
  if (!(Share > Rule.Majority))
    return Is(FilterState::Refused,
              formatv("{0} of {1} visits lie below {2}, a share of {3:f4}, "
                      "which is not more than {4}",
                      Counts->Below, All, Rule.lowEdge(),
                      shownBelow(Share, Rule.Majority), inFull(Rule.Majority)));
  if (double(Counts->Between.count()) > Rule.GapTolerance * double(All))
    return Is(FilterState::Refused, betweenReason(Rule, Counts->Between));
  Decision V = Is(FilterState::Applied);
  if (Counts->Between.count())
    V.Reason = betweenReason(Rule, Counts->Between) + ", tolerated";
  V.Interrupted = {{Rule.highEdge() + 1, UINT64_MAX}};
  V.Instead = undisturbed(*Times, V.Interrupted, Step);
  return V;
}

Decision decideByLayers(unsigned Layers, const Histogram &Times, double Step) {
  Decision V;
  V.By = formatv("{0} {1} of two standard deviations", Layers,
                 Layers == 1 ? "layer" : "layers");
  double Low = 0, High = INFINITY;
  bool Dropped = false;
  for (unsigned Layer = 0; Layer < Layers; ++Layer) {
    Sums S;
    auto Within = [&](const Histogram::Bucket &B) {
      double Value = B.middle();
      return Value >= Low && Value <= High;
    };
    Times.forEach([&](const Histogram::Bucket &B) {
      if (Within(B))
        S.add(B);
    });
    if (S.Count < 2)
      break;
    double Deviation = std::sqrt(S.variance() * S.Count / (S.Count - 1));
    double Mean = S.mean();
    Low = std::max(Low, Mean - 2 * Deviation);
    High = std::min(High, Mean + 2 * Deviation);
  }
  uint64_t First = UINT64_MAX, Last = 0; // what is kept
  Times.forEach([&](const Histogram::Bucket &B) {
    double Value = B.middle();
    if (Value < Low || Value > High) {
      Dropped = true;
    } else {
      First = std::min(First, B.Low);
      Last = B.High;
    }
  });
  V.State = Dropped ? FilterState::Applied : FilterState::NothingToExclude;
  if (!Dropped)
    return V;
  if (First > 0)
    V.Interrupted.push_back({0, First - 1});
  if (Last < UINT64_MAX)
    V.Interrupted.push_back({Last + 1, UINT64_MAX});
  V.Instead = undisturbed(Times, V.Interrupted, Step);
  return V;
}

} // namespace ipoint::analysis
