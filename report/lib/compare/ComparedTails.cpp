//===- ComparedTails.cpp - Shares of long visits in sets of runs ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::compare {

/// A level needs this many visits beyond it, in all runs together.
static constexpr uint64_t LeastBeyond = 10;

static uint64_t countBeyond(const Times &T, double Level) {
  uint64_t Count = 0;
  for (const TimeRange &R : reverse(T.Ranges)) {
    if (R.Low <= Level)
      break;
    Count += R.Count;
  }
  return Count;
}

/// All values of \p A and \p B, those of a range at its upper end, largest
/// first.
static std::vector<std::pair<double, uint64_t>>
poolOf(ArrayRef<const Times *> A, ArrayRef<const Times *> B) {
  std::vector<std::pair<double, uint64_t>> Pool;
  for (ArrayRef<const Times *> Side : {A, B})
    for (const Times *T : Side)
      for (const TimeRange &R : T->Ranges)
        Pool.push_back({R.High, R.Count});
  sort(Pool, [](auto &X, auto &Y) { return X.first > Y.first; });
  size_t Kept = 0;
  for (size_t I = 1; I < Pool.size(); ++I)
    if (Pool[I].first == Pool[Kept].first)
      Pool[Kept].second += Pool[I].second;
    else
      Pool[++Kept] = Pool[I];
  Pool.resize(std::min(Pool.size(), Kept + 1));
  return Pool;
}

/// The levels that at most the shares \p Shares of \p Pool exceed, highest
/// level first, each once, and none with too little beyond.
static std::vector<double> levelsOf(ArrayRef<std::pair<double, uint64_t>> Pool,
                                    ArrayRef<double> Shares) {
  uint64_t All = 0, Beyond = 0;
  for (auto &[Value, Count] : Pool)
    All += Count;
  std::vector<double> Levels;
  size_t At = 0;
  for (double Share : Shares) {
    auto Most = static_cast<uint64_t>(Share * static_cast<double>(All));
    while (At + 1 < Pool.size() && Beyond + Pool[At].second <= Most)
      Beyond += Pool[At++].second;
    // Pool[At] is the lowest level that no more than Most values exceed.
    if (Beyond >= LeastBeyond &&
        (Levels.empty() || Levels.back() != Pool[At].first))
      Levels.push_back(Pool[At].first);
  }
  return Levels;
}

namespace {

/// How many visits of each run lie beyond a level.
struct Exceedance {
  std::vector<double> Shares;
  std::vector<double> Counts;
  uint64_t Beyond = 0, All = 0;

  Exceedance(ArrayRef<const Times *> Runs, double Level) {
    for (const Times *T : Runs) {
      uint64_t Count = countBeyond(*T, Level);
      Beyond += Count;
      All += T->Count;
      Counts.push_back(static_cast<double>(T->Count));
      Shares.push_back(double(Count) / Counts.back());
    }
  }

  double share() const { return double(Beyond) / double(All); }

  /// Roots of the counts that \p Visits visits would have had: the root of a
  /// Poisson count has the variance 1/4 (Anscombe 1948), which no counting of
  /// independent events goes below.
  Units roots(double Visits) const {
    Units Result;
    double Scales = 0;
    for (auto [Share, Count] : zip_equal(Shares, Counts)) {
      Result.Values.push_back(std::sqrt(Share * Visits + 0.375));
      Scales += Visits / Count;
    }
    Result.LeastVariance = 0.25 * Scales / static_cast<double>(Counts.size());
    return Result;
  }
};

} // namespace

/// Visits of a run, on average.
static double meanVisits(const Exceedance &A, const Exceedance &B) {
  return (double(A.All) + double(B.All)) /
         static_cast<double>(A.Shares.size() + B.Shares.size());
}

static double probabilityOf(const Exceedance &A, const Exceedance &B) {
  double Visits = meanVisits(A, B);
  return welchProbability(A.roots(Visits), B.roots(Visits));
}

std::optional<TailComparison> compareTails(ArrayRef<const Times *> A,
                                           ArrayRef<const Times *> B) {
  static constexpr double Shares[] = {1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1};
  if (A.size() < 2 || B.size() < 2)
    return std::nullopt;
  std::vector<double> Levels = levelsOf(poolOf(A, B), Shares);
  std::optional<TailComparison> Best;
  for (double Level : Levels) {
    Exceedance OfA(A, Level), OfB(B, Level);
    double Probability = probabilityOf(OfA, OfB);
    if (Best && Best->Probability <= Probability)
      continue;
    Best = TailComparison{};
    Best->Level = Level;
    Best->Probability = Probability;
    Best->ShareA = OfA.share();
    Best->ShareB = OfB.share();
    Best->CountA = OfA.Beyond;
    Best->CountB = OfB.Beyond;
  }
  if (!Best)
    return Best;
  if (Best->ShareA > 0)
    Best->Ratio = Best->ShareB / Best->ShareA;
  Exceedance OfA(A, Best->Level), OfB(B, Best->Level);
  double Visits = meanVisits(OfA, OfB);
  Best->OfA = analysis::meanOfUnits(OfA.roots(Visits));
  Best->OfB = analysis::meanOfUnits(OfB.roots(Visits));
  Best->Levels = Levels.size();
  Best->Probability =
      std::min(Best->Probability * static_cast<double>(Levels.size()),
               1.0); // Bonferroni
  return Best;
}

std::optional<double> partingLevel(ArrayRef<const Times *> A,
                                   ArrayRef<const Times *> B) {
  // Each level has 1.4 times as many visits beyond it as the one above.
  std::vector<double> Shares;
  for (double Share = 1e-9; Share < 0.9; Share *= 1.4142)
    Shares.push_back(Share);
  std::vector<double> Levels = levelsOf(poolOf(A, B), Shares);
  for (double Level : reverse(Levels))
    if (probabilityOf({A, Level}, {B, Level}) *
            static_cast<double>(Levels.size()) <=
        0.05)
      return Level;
  return std::nullopt;
}

} // namespace ipoint::compare
