//===- ChangePoints.cpp - Where a series of values changes ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangePoints.h"
#include "Laws.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace llvm;

namespace ipoint::analysis {

namespace {

struct Part {
  size_t Begin, End;
};

/// The intervals of [0, \p Count) in which places are looked for: at each
/// length as many as overlap by a half, the lengths √2 apart.
std::vector<Part> seededIntervals(size_t Count) {
  std::vector<Part> Result;
  for (double Length = double(Count); Length >= ChangeScanner::Least;
       Length /= std::sqrt(2.0)) {
    auto Number = size_t(2 * std::ceil(double(Count) / Length) - 1);
    double Shift =
        Number > 1 ? (double(Count) - Length) / double(Number - 1) : 0;
    for (size_t I = 0; I < Number; ++I) {
      auto Begin = size_t(double(I) * Shift);
      Result.push_back(
          {Begin, std::min(Count, size_t(std::ceil(double(Begin) + Length)))});
    }
  }
  return Result;
}

/// The ranks of values, from 1; equal ones have their mean.
void rank(ArrayRef<double> Values, std::vector<size_t> &Order,
          std::vector<double> &Ranks) {
  Order.resize(Values.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::sort(Order, {},
                    [&](size_t I) { return std::pair(Values[I], I); });
  Ranks.resize(Values.size());
  for (size_t I = 0; I < Order.size();) {
    size_t End = I;
    while (End < Order.size() && Values[Order[End]] == Values[Order[I]])
      ++End;
    for (size_t J = I; J < End; ++J)
      Ranks[Order[J]] = double(I + End + 1) / 2;
    I = End;
  }
}

/// The scan of one interval.
Scan scanPart(ArrayRef<double> Values, ArrayRef<bool> MayBegin) {
  thread_local std::vector<size_t> Order;
  thread_local std::vector<double> Ranks;
  rank(Values, Order, Ranks);
  const auto N = double(Values.size());
  Scan Result;
  double Sum = 0;
  for (size_t I = 1; I < Values.size(); ++I) {
    Sum += Ranks[I - 1];
    if (!MayBegin.empty() && !MayBegin[I])
      continue;
    const auto Before = double(I);
    double Z = std::abs(Sum - Before * (N + 1) / 2) /
               std::sqrt(Before * (N - Before) * (N + 1) / 12);
    if (Z > Result.Largest)
      Result = {Z, I};
  }
  return Result;
}

ArrayRef<bool> partOf(ArrayRef<bool> MayBegin, const Part &P) {
  return MayBegin.empty() ? MayBegin : MayBegin.slice(P.Begin, P.End - P.Begin);
}

} // namespace

Scan ChangeScanner::scan(ArrayRef<double> Values, ArrayRef<bool> MayBegin) {
  Scan Result;
  for (const Part &P : seededIntervals(Values.size())) {
    Scan S =
        scanPart(Values.slice(P.Begin, P.End - P.Begin), partOf(MayBegin, P));
    if (S.Largest > Result.Largest)
      Result = {S.Largest, P.Begin + S.At};
  }
  return Result;
}

/// More values have no smaller scans, so that their permutations may stand for
/// those of fewer: a few lengths are enough.
static size_t roundedUp(size_t Count, size_t Longest) {
  double Size = ChangeScanner::Least;
  while (size_t(Size) < Count)
    Size *= std::sqrt(2.0);
  return std::min(size_t(Size), std::max(Longest, Count));
}

const ChangeScanner::Null &ChangeScanner::nullOf(size_t Count) {
  Count = roundedUp(Count, Longest);
  auto [It, New] = Nulls.try_emplace(Count);
  Null &N = It->second;
  if (!New)
    return N;
  constexpr double Work = 1.2e6; // some seconds, of any length
  auto Permutations = size_t(std::clamp(Work / double(Count), 2000.0, 20000.0));
  std::mt19937_64 Random(Count);
  std::vector<double> Values(Count);
  std::iota(Values.begin(), Values.end(), 0);
  for (size_t I = 0; I < Permutations; ++I) {
    // Not std::shuffle(), which is another one in each library.
    for (size_t J = Count; J > 1; --J)
      std::swap(Values[J - 1], Values[Random() % J]);
    N.Largest.push_back(scan(Values, {}).Largest);
  }
  llvm::sort(N.Largest);
  // Beyond, the tail is continued as an exponential one.
  size_t From = Permutations - Permutations / 100;
  N.TailFrom = N.Largest[From];
  double Sum = 0;
  for (size_t I = From; I < Permutations; ++I)
    Sum += N.Largest[I] - N.TailFrom;
  N.TailMean = std::max(Sum / double(Permutations - From), 1e-9);
  return N;
}

double ChangeScanner::probability(size_t Count, double Statistic) {
  if (Count < Least)
    return 1;
  const Null &N = nullOf(Count);
  const auto All = double(N.Largest.size());
  if (Statistic > N.TailFrom)
    return 0.01 * std::exp(-(Statistic - N.TailFrom) / N.TailMean);
  auto Beyond =
      double(N.Largest.end() - llvm::lower_bound(N.Largest, Statistic));
  return (Beyond + 1) / (All + 1);
}

double ChangeScanner::threshold(size_t Count, double Probability) {
  const Null &N = nullOf(Count);
  if (Probability < 0.01)
    return N.TailFrom - N.TailMean * std::log(Probability / 0.01);
  auto Index = size_t((1 - Probability) * double(N.Largest.size()));
  return N.Largest[std::min(Index, N.Largest.size() - 1)];
}

double ChangeScanner::leastProbability(size_t Count) {
  if (Count < Least)
    return 1;
  std::vector<double> Values(Count);
  std::iota(Values.begin(), Values.end(), 0);
  return probability(Count, scan(Values, {}).Largest);
}

namespace {

/// The steps that a threshold makes evident: the largest scan first, and then
/// those of intervals on either side of it.
void divide(ArrayRef<std::pair<Part, Scan>> Scans, double Threshold, Part In,
            std::vector<size_t> &Steps) {
  const std::pair<Part, Scan> *Best = nullptr;
  for (const auto &Each : Scans)
    if (Each.first.Begin >= In.Begin && Each.first.End <= In.End &&
        Each.second.Largest > (Best ? Best->second.Largest : Threshold))
      Best = &Each;
  if (!Best)
    return;
  size_t At = Best->first.Begin + Best->second.At;
  divide(Scans, Threshold, {In.Begin, At}, Steps);
  Steps.push_back(At);
  divide(Scans, Threshold, {At, In.End}, Steps);
}

std::vector<size_t> stepsOf(ArrayRef<double> Values, ArrayRef<bool> MayBegin,
                            double Threshold) {
  std::vector<std::pair<Part, Scan>> Scans;
  for (const Part &P : seededIntervals(Values.size()))
    Scans.push_back({P, scanPart(Values.slice(P.Begin, P.End - P.Begin),
                                 partOf(MayBegin, P))});
  std::vector<size_t> Steps;
  divide(Scans, Threshold, {0, Values.size()}, Steps);
  return Steps;
}

template <class Function>
void forEachPart(ArrayRef<size_t> Steps, size_t Count, Function &&F) {
  size_t Begin = 0;
  for (size_t Step : Steps) {
    F(Part{Begin, Step});
    Begin = Step;
  }
  F(Part{Begin, Count});
}

std::vector<double> levelsOf(ArrayRef<double> Values, ArrayRef<size_t> Steps) {
  std::vector<double> Result;
  forEachPart(Steps, Values.size(), [&](Part P) {
    Result.push_back(medianOf(Values.slice(P.Begin, P.End - P.Begin).vec()));
  });
  return Result;
}

/// The median of slopes between values of one part.
double slopeOf(ArrayRef<double> Values, ArrayRef<size_t> Steps) {
  std::vector<double> Slopes;
  forEachPart(Steps, Values.size(), [&](Part P) {
    for (size_t I = P.Begin; I < P.End; ++I)
      for (size_t J = I + 1; J < P.End; ++J)
        Slopes.push_back((Values[J] - Values[I]) / double(J - I));
  });
  return Slopes.empty() ? 0 : medianOf(std::move(Slopes));
}

/// Schwarz's criterion of parts with a mean each, and \p More parameters.
double criterion(ArrayRef<double> Values, ArrayRef<size_t> Steps, double More) {
  double Squares = 0, Scale = 0;
  forEachPart(Steps, Values.size(), [&](Part P) {
    auto In = Values.slice(P.Begin, P.End - P.Begin);
    double Mean =
        std::accumulate(In.begin(), In.end(), 0.0) / double(In.size());
    for (double V : In) {
      Squares += (V - Mean) * (V - Mean);
      Scale += V * V;
    }
  });
  const auto N = double(Values.size());
  return N * std::log((Squares + 1e-20 * Scale + 1e-300) / N) +
         (2 * double(Steps.size()) + 1 + More) * std::log(N);
}

bool differ(double A, double B, double Least) {
  return std::abs(A - B) > Least * std::min(std::abs(A), std::abs(B));
}

/// Takes steps away that are too small, the smallest first.
void dropSmall(ArrayRef<double> Values, double Least,
               std::vector<size_t> &Steps) {
  for (;;) {
    std::vector<double> Levels = levelsOf(Values, Steps);
    size_t Smallest = Steps.size();
    for (size_t I = 0; I < Steps.size(); ++I)
      if (!differ(Levels[I], Levels[I + 1], Least) &&
          (Smallest == Steps.size() ||
           std::abs(Levels[I + 1] - Levels[I]) <
               std::abs(Levels[Smallest + 1] - Levels[Smallest])))
        Smallest = I;
    if (Smallest == Steps.size())
      return;
    Steps.erase(Steps.begin() + ptrdiff_t(Smallest));
  }
}

} // namespace

Changes findChanges(ArrayRef<double> Values, ArrayRef<bool> MayBegin,
                    double Threshold, double Least) {
  Changes Result;
  Result.Steps = stepsOf(Values, MayBegin, Threshold);
  if (Result.Steps.empty())
    return Result;
  double Best = criterion(Values, Result.Steps, 0);
  std::vector<size_t> Before = Result.Steps;
  std::vector<double> Level = Values.vec();
  for (int Round = 0; Round < 3; ++Round) {
    double Slope = slopeOf(Values, Before);
    std::vector<double> Flat = Values.vec();
    for (size_t I = 0; I < Flat.size(); ++I)
      Flat[I] -= Slope * double(I);
    Before = stepsOf(Flat, MayBegin, Threshold);
    double Rise = Slope * double(Values.size() - 1);
    double With = criterion(Flat, Before, 1);
    if (With < Best && differ(Values.front(), Values.front() + Rise, Least)) {
      Best = With;
      Result.Steps = Before;
      Result.Drift = Slope;
      Level = std::move(Flat);
    }
  }
  dropSmall(Level, Least, Result.Steps);
  Result.Levels = levelsOf(Level, Result.Steps);
  return Result;
}

Changes findExactSteps(ArrayRef<double> Values, ArrayRef<bool> MayBegin) {
  constexpr size_t InARow = 3;
  Changes Result;
  std::vector<Part> Rows;
  for (size_t I = 0; I < Values.size();) {
    size_t End = I;
    while (End < Values.size() && Values[End] == Values[I])
      ++End;
    Rows.push_back({I, End});
    I = End;
  }
  auto IsRow = [](Part P) { return P.End - P.Begin >= InARow; };
  if (!all_of(Rows, IsRow))
    return Result;
  for (Part P : Rows) {
    if (P.Begin != 0 && (MayBegin.empty() || MayBegin[P.Begin]))
      Result.Steps.push_back(P.Begin);
    Result.Levels.push_back(Values[P.Begin]);
  }
  if (Result.Levels.size() != Result.Steps.size() + 1)
    Result.Levels = levelsOf(Values, Result.Steps);
  return Result;
}

} // namespace ipoint::analysis
