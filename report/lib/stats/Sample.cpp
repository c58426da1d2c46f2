//===- Sample.cpp - Values, their exact moments and figures ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sample.h"
#include "Laws.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ipoint::analysis {

/// By how much a value of bucket \p Index was shifted.
static unsigned shiftOf(unsigned Index, unsigned PerOctave) {
  return Index < 2 * PerOctave ? 0 : Index / PerOctave - 1;
}

uint64_t Histogram::lowOf(unsigned Index) {
  unsigned Shift = shiftOf(Index, PerOctave);
  return uint64_t(Index - Shift * PerOctave) << Shift;
}

uint64_t Histogram::highOf(unsigned Index) {
  unsigned Shift = shiftOf(Index, PerOctave);
  return lowOf(Index) + ((uint64_t(1) << Shift) - 1);
}

void Histogram::addPage(unsigned Index) {
  if (Index >= Pages.size())
    Pages.resize(Index + 1);
  Pages[Index] = std::make_unique<Page>(Page{});
}

void Histogram::merge(const Histogram &Other) {
  for (unsigned P = 0; P < Other.Pages.size(); ++P) {
    if (!Other.Pages[P])
      continue;
    if (P >= Pages.size() || !Pages[P])
      addPage(P);
    for (unsigned I = 0; I < PageSize; ++I)
      (*Pages[P])[I] += (*Other.Pages[P])[I];
  }
}

void Histogram::subtract(const Histogram &Other) {
  for (unsigned P = 0; P < Other.Pages.size(); ++P)
    if (Other.Pages[P])
      for (unsigned I = 0; I < PageSize; ++I)
        (*Pages[P])[I] -= (*Other.Pages[P])[I];
}

uint64_t Histogram::count() const {
  uint64_t Total = 0;
  for (const std::unique_ptr<Page> &P : Pages)
    if (P)
      Total = std::accumulate(P->begin(), P->end(), Total);
  return Total;
}

uint64_t Histogram::rankOf(uint64_t Count, double Share) {
  // The smallest rank R with R / Count >= Share. A product within rounding of a
  // whole number counts as one: 0.9 of 10 is 9, not 10. Share and the
  // product are rounded, each by half an epsilon at most.
  constexpr double Rounded = 2 * std::numeric_limits<double>::epsilon();
  double Exact = Share * static_cast<double>(Count);
  double Near = std::round(Exact);
  double Rank =
      std::abs(Exact - Near) <= Rounded * Exact ? Near : std::ceil(Exact);
  return std::clamp<uint64_t>(static_cast<uint64_t>(Rank), 1,
                              std::max<uint64_t>(Count, 1));
}

uint64_t Histogram::beyond(uint64_t Count, double Share) {
  return Count == 0 ? 0 : Count - rankOf(Count, Share);
}

std::optional<uint64_t> Histogram::percentile(double Share) const {
  uint64_t Total = count();
  if (Total == 0)
    return std::nullopt;
  const uint64_t Rank[] = {rankOf(Total, Share)};
  return atRanks(Rank).front().High;
}

std::vector<Histogram::Bucket>
Histogram::atRanks(std::span<const uint64_t> Ranks) const {
  std::vector<size_t> Order(Ranks.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::sort(Order, {}, [&](size_t I) { return Ranks[I]; });
  std::vector<Bucket> Result(Ranks.size());
  auto Next = Order.begin();
  uint64_t Seen = 0;
  forEach([&](const Bucket &B) {
    Seen += B.Count;
    for (; Next != Order.end() && Ranks[*Next] <= Seen; ++Next)
      Result[*Next] = B;
  });
  return Result;
}

/// A percentile is given only where this many values lie beyond it.
static constexpr uint64_t LeastBeyond = 10;

double deviations(uint64_t N, Wide SumX, Wide SumY, Wide SumXY) {
  if (N == 0)
    return 0;
  // Subtract the means' whole parts first, so that products of large sums
  // never lose their last digits in a double.
  Wide MeanX = SumX / N, MeanY = SumY / N;
  Wide RestX = SumX - MeanX * N, RestY = SumY - MeanY * N;
  // Σ(x − mx)(y − my) = Σxy − mx·Σy − my·Σx + n·mx·my, modulo 2^128: exact,
  // and signed because it can be negative for x ≠ y.
  Wide Exact = SumXY - MeanX * SumY - MeanY * SumX + MeanX * MeanY * N;
  __extension__ typedef __int128 SignedWide;
  double Result = static_cast<double>(static_cast<SignedWide>(Exact));
  return Result - static_cast<double>(RestX) * static_cast<double>(RestY) /
                      static_cast<double>(N);
}

void Moments::merge(const Moments &Other) {
  Count += Other.Count;
  Sum += Other.Sum;
  Squares += Other.Squares;
  Min = std::min(Min, Other.Min);
  Max = std::max(Max, Other.Max);
}

double Moments::squaredDeviations() const {
  return std::max(0.0, deviations(Count, Sum, Sum, Squares));
}

Sample::Sample(Histogram InCounts, const Moments &All)
    : Counts(std::move(InCounts)) {
  const Moments Small = moments();
  Large.Count = Counts.count() - Small.Count;
  if (Large.Count == 0)
    return;
  Large.Sum = All.Sum - Small.Sum;
  Large.Squares = All.Squares - Small.Squares;
  // The least one matters only where no value is small.
  Large.Min = std::max(All.Min, Histogram::ExactEnd);
  Large.Max = All.Max;
}

void Sample::merge(const Sample &Other) {
  Counts.merge(Other.Counts);
  Large.merge(Other.Large);
}

void Sample::exchange(const Sample &Old, const Sample &New) {
  Counts.subtract(Old.Counts);
  Large.Count -= Old.Large.Count;
  Large.Sum -= Old.Large.Sum;
  Large.Squares -= Old.Large.Squares;
  uint64_t Least = UINT64_MAX, Most = 0;
  Counts.forEach([&](const Histogram::Bucket &B) {
    if (B.Low < Histogram::ExactEnd)
      return;
    Least = std::min(Least, B.Low);
    Most = B.High;
  });
  Large.Min = Large.Count ? std::max(Large.Min, Least) : UINT64_MAX;
  Large.Max = std::min(Large.Max, Most);
  merge(New);
}

Moments Sample::moments() const {
  Moments Result = Large;
  Counts.forEachPage(
      [&](const Histogram::Page &Page, uint64_t Low, uint64_t /*Width*/) {
        if (Low >= Histogram::ExactEnd)
          return;
        for (unsigned I = 0; I < Histogram::PageSize; ++I)
          if (Page[I])
            Result.add(Low + I, Page[I]);
      });
  return Result;
}

void Sample::percentiles(Figures &F, const Moments &All,
                         const Correlation &C) const {
  // For each percentile its rank and those of its interval's ends, 0 being
  // none: one walk over the buckets finds all.
  constexpr size_t N = PercentileShares.size();
  std::array<uint64_t, 3 * N> Ranks = {};
  for (size_t I = 0; I < N; ++I) {
    double Share = PercentileShares[I];
    if (I != 0 && Histogram::beyond(All.Count, Share) < LeastBeyond)
      continue;
    Ranks[I] = Histogram::rankOf(All.Count, Share);
    if (std::optional<RankInterval> R =
            quantileRanks(All.Count, Share, C.Percentiles[I])) {
      Ranks[N + I] = R->Low;
      Ranks[2 * N + I] = R->High;
    }
  }
  std::vector<Histogram::Bucket> At = Counts.atRanks(Ranks);
  auto Bounded = [&](uint64_t Value) {
    return static_cast<double>(std::clamp(Value, All.Min, All.Max));
  };
  auto Percentiles = F.percentiles();
  for (size_t I = 0; I < N; ++I) {
    *Percentiles[I] = std::nullopt;
    F.PercentileIntervals[I] = std::nullopt;
    if (Ranks[I])
      *Percentiles[I] = Bounded(At[I].High);
    if (Ranks[N + I])
      F.PercentileIntervals[I] =
          Interval{Bounded(At[N + I].Low), Bounded(At[2 * N + I].High)};
  }
}

Figures Sample::figures(const Correlation &C) const {
  Moments All = moments();
  Figures F;
  F.Count = All.Count;
  if (F.Count == 0)
    return F;
  F.Total = static_cast<double>(All.Sum);
  F.Mean = All.mean();
  F.Min = static_cast<double>(All.Min);
  F.Max = static_cast<double>(All.Max);
  if (F.Count > 1)
    F.StdDev = std::sqrt(All.squaredDeviations() / double(F.Count - 1));
  percentiles(F, All, C);
  return F;
}

double squareOfRange(double Below, double Above) {
  if (!(Below + Above > 0))
    return 0;
  return (Below * Below * Below + Above * Above * Above) /
         (3 * (Below + Above));
}

} // namespace ipoint::analysis
