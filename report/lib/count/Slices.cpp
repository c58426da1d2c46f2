//===- Slices.cpp - How much times resemble their neighbours --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slices.h"
#include "stats/Laws.h"
#include "stats/RateStatistics.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

/// Fewer batches say too little of a variance: eight, the last of which may be
/// shorter.
static constexpr double LeastBatches = 7.5;
/// Independent values show as much with this probability.
static constexpr double Chance = 0.001;

//===--- What was counted in each slice ---===//

void SliceSums::add(const Histogram::Page &Counts, uint64_t Low,
                    uint64_t Width) {
  if (Low < WidePages) {
    for (unsigned I = 0; I < Histogram::PageSize; ++I)
      if (Counts[I])
        add(Low + I * Width + (Width - 1) / 2, Counts[I]);
    return;
  }
  // Most are 0, and this is done often: several are looked at together.
  constexpr unsigned Together = 8;
  uint64_t Count = 0, Widths = 0;
  for (unsigned Begin = 0; Begin < Histogram::PageSize; Begin += Together) {
    uint64_t Any = 0;
    for (unsigned I = Begin; I < Begin + Together; ++I)
      Any |= Counts[I];
    if (!Any)
      continue;
    for (unsigned I = Begin; I < Begin + Together; ++I) {
      Count += Counts[I];
      Widths += Counts[I] * I;
    }
  }
  if (Count == 0)
    return;
  add(Low, Count);
  Sums[bucketOf(Low)].Sum += Widths * Width + Count * ((Width - 1) / 2);
}

static bool isBefore(const SliceLog::Entry &A, const SliceLog::Entry &B) {
  return std::pair(A.Object, A.Bucket) < std::pair(B.Object, B.Bucket);
}

void SliceLog::end(uint64_t Number, ArrayRef<Entry> SoFar) {
  if (Slices.empty() || Slices.back().Number != Number)
    Slices.push_back({Number, {}});
  std::vector<Entry> &Now = Slices.back().Entries;
  std::vector<Entry> All;
  All.reserve(Last.size() + SoFar.size());
  auto Before = Last.begin();
  for (const Entry &E : SoFar) {
    for (; Before != Last.end() && isBefore(*Before, E); ++Before)
      All.push_back(*Before);
    Entry New = E;
    if (Before != Last.end() && !isBefore(E, *Before)) {
      New.Count -= Before->Count;
      New.Sum -= Before->Sum;
      ++Before;
    }
    if (New.Count)
      Now.push_back(New);
    All.push_back(E);
  }
  All.insert(All.end(), Before, Last.end());
  Last = std::move(All);
}

void SliceLog::append(SliceLog &&Later) {
  auto First = Later.Slices.begin();
  if (First != Later.Slices.end() && !Slices.empty() &&
      First->Number == Slices.back().Number) {
    std::vector<Entry> Both, Sum;
    std::merge(First->Entries.begin(), First->Entries.end(),
               Slices.back().Entries.begin(), Slices.back().Entries.end(),
               std::back_inserter(Both), isBefore);
    for (const Entry &E : Both) {
      if (Sum.empty() || isBefore(Sum.back(), E)) {
        Sum.push_back(E);
      } else {
        Sum.back().Count += E.Count;
        Sum.back().Sum += E.Sum;
      }
    }
    Slices.back().Entries = std::move(Sum);
    ++First;
  }
  std::move(First, Later.Slices.end(), std::back_inserter(Slices));
  Last.clear();
}

//===--- What it says ---===//

namespace {

/// Slices that lie beside each other, as one.
struct Batches {
  double Count = 0;   ///< of all values
  double Squares = 0; ///< of the batches' counts
  double Between = 0; ///< squared differences of the sums from what all expect

  Batches(ArrayRef<double> Counts, ArrayRef<double> Sums, size_t Each) {
    double Sum = 0;
    for (auto [N, S] : zip_equal(Counts, Sums)) {
      Count += N;
      Sum += S;
    }
    double Mean = Sum / Count;
    for (size_t I = 0; I < Counts.size(); I += Each) {
      double N = 0, S = 0;
      for (size_t J = I; J < std::min(I + Each, Counts.size()); ++J) {
        N += Counts[J];
        S += Sums[J];
      }
      Squares += N * N;
      Between += (S - Mean * N) * (S - Mean * N);
    }
  }
  /// As many of equal size would be worth as much.
  double worth() const { return Count * Count / Squares; }
};

/// Moments of values up to a limit.
struct Body {
  double Count = 0, Mean = 0, Variance = 0, Kurtosis = 3;

  Body(const Histogram &H, uint64_t Limit) {
    auto Each = [&](auto &&F) {
      H.forEach([&](const Histogram::Bucket &B) {
        if (B.High <= Limit)
          F(B.middle(), double(B.Count));
      });
    };
    double Sum = 0, Second = 0, Fourth = 0;
    Each([&](double Value, double Times) {
      Count += Times;
      Sum += Value * Times;
    });
    if (Count == 0)
      return;
    Mean = Sum / Count;
    Each([&](double Value, double Times) {
      double Square = (Value - Mean) * (Value - Mean);
      Second += Square * Times;
      Fourth += Square * Square * Times;
    });
    Variance = Second / Count;
    if (Variance > 0)
      Kurtosis = Fourth / Count / (Variance * Variance);
  }
};

} // namespace

std::optional<double> inflationOf(ArrayRef<double> Counts,
                                  ArrayRef<double> Sums, double Variance,
                                  double Kurtosis) {
  std::optional<double> Most;
  if (!(Variance > 0))
    return Most;
  for (size_t Each = 1;; Each *= 2) {
    Batches B(Counts, Sums, Each);
    if (!(B.worth() >= LeastBatches))
      return Most;
    double Degrees = B.worth() - 1;
    // Were they independent, its expectation would be 1.
    double Ratio = B.Between / (Variance * (B.Count - B.Squares / B.Count));
    // And its variance 2 over the degrees of freedom; more where values of long
    // tails are few in a batch.
    double Spread =
        std::sqrt((2 + (Kurtosis - 3) * B.worth() / B.Count) / Degrees);
    double Limit = chiSquaredQuantileAbove(Chance, Degrees) / Degrees;
    double Far = normalQuantileAbove(Chance);
    Most = std::max(Most.value_or(1), 1.0);
    if (Ratio <= Limit || Ratio <= 1 + Far * Spread)
      continue;
    double Student = studentFactor(Degrees) / normalQuantileAbove(0.025);
    Most = std::max(*Most, Ratio * Student * Student);
  }
}

std::optional<Correlation> SliceLog::correlation(uint32_t Object,
                                                 const Sample &All) const {
  if (auto It = Known.find(Object); It != Known.end())
    return It->second;
  uint64_t Values = All.histogram().count();
  std::array<uint64_t, PercentileShares.size()> Ends;
  for (auto [End, Share] : zip_equal(Ends, PercentileShares))
    End = SliceSums::endOf(All.histogram().percentile(Share).value_or(0));
  uint64_t BodyEnd = Ends[2];
  constexpr size_t Figures = PercentileShares.size();
  std::vector<double> Counts, Sums, BodyCounts, BodySums;
  std::array<std::vector<double>, Figures> Below;
  for (const Slice &S : Slices) {
    auto It = lower_bound(S.Entries, Entry{Object, 0, 0, 0}, isBefore);
    double Count = 0, Sum = 0, BodyCount = 0, BodySum = 0;
    std::array<double, Figures> To = {};
    for (; It != S.Entries.end() && It->Object == Object; ++It) {
      auto N = double(It->Count);
      Count += N;
      Sum += double(It->Sum);
      bool InBody = It->Bucket <= SliceSums::bucketOf(BodyEnd);
      BodyCount += InBody ? N : 0;
      BodySum += InBody ? double(It->Sum) : 0;
      for (auto [T, End] : zip_equal(To, Ends))
        T += It->Bucket <= SliceSums::bucketOf(End) ? N : 0;
    }
    if (Count == 0)
      continue;
    Counts.push_back(Count);
    Sums.push_back(Sum);
    BodyCounts.push_back(BodyCount);
    BodySums.push_back(BodySum);
    for (auto [B, T] : zip_equal(Below, To))
      B.push_back(T);
  }
  Body Whole(All.histogram(), UINT64_MAX), Part(All.histogram(), BodyEnd);
  // One batch, or one value, shows no correlation.
  if (Counts.empty() || !(Batches(Counts, Sums, 1).worth() >= LeastBatches) ||
      Values < 2)
    return std::nullopt;
  Correlation C;
  C.Mean =
      inflationOf(Counts, Sums, Whole.Variance, Whole.Kurtosis).value_or(1);
  C.Body = inflationOf(BodyCounts, BodySums, Part.Variance, Part.Kurtosis)
               .value_or(1);
  for (size_t I = 0; I < Figures; ++I) {
    double Share = 0;
    for (double N : Below[I])
      Share += N / double(Values);
    double Variance = Share * (1 - Share);
    C.Percentiles[I] =
        inflationOf(Counts, Below[I], Variance, 1 / Variance - 3).value_or(1);
    if (Ends[I] <= BodyEnd)
      C.Percentiles[I] = std::max(C.Percentiles[I], C.Body);
  }
  return C;
}

} // namespace ipoint::analysis
