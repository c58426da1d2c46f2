//===- Sample.h - Values, their exact moments and figures -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_SAMPLE_H
#define IPOINT_STATS_SAMPLE_H

#include "Laws.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ipoint::analysis {

/// Counts of times in buckets: one for each value below 2048, above that 1024
/// to each power of two, so that a bucket is less than 0.1 % of its values wide
/// (the scheme of HdrHistogram, docs/method/). Memory goes with the number of
/// different magnitudes that occur: pages of 64 buckets are made when they are
/// first used.
class Histogram {
public:
  static constexpr unsigned ExactBits = 11;
  /// Values below this have one bucket each.
  static constexpr uint64_t ExactEnd = uint64_t(1) << ExactBits;

  struct Bucket {
    uint64_t Low = 0;  ///< smallest value that falls in it
    uint64_t High = 0; ///< largest
    uint64_t Count = 0;

    double middle() const { return (double(Low) + double(High)) / 2; }
  };

  /// The bucket of \p Value; grows with it.
  static unsigned indexOf(uint64_t Value) {
    if (Value < ExactEnd)
      return static_cast<unsigned>(Value);
    unsigned Shift = std::bit_width(Value) - ExactBits;
    return Shift * PerOctave + static_cast<unsigned>(Value >> Shift);
  }
  static uint64_t lowOf(unsigned Index);
  static uint64_t highOf(unsigned Index);

  void add(uint64_t Value, uint64_t Times = 1) {
    unsigned Index = indexOf(Value);
    unsigned PageIndex = Index / PageSize;
    if (PageIndex >= Pages.size() || !Pages[PageIndex]) [[unlikely]]
      addPage(PageIndex);
    (*Pages[PageIndex])[Index % PageSize] += Times;
  }

  void merge(const Histogram &Other);
  /// Takes away what \p Other has, all of which is here.
  void subtract(const Histogram &Other);

  /// Adds up the buckets: adding a value does not keep it.
  uint64_t count() const;
  bool empty() const { return Pages.empty(); }

  /// The smallest value that at least \p Share (0 to 1] of all values do not
  /// exceed (the nearest-rank definition), rounded up to the end of its bucket.
  /// Nothing if there are no values.
  std::optional<uint64_t> percentile(double Share) const;
  /// The rank, from 1, of that value among \p Count values.
  static uint64_t rankOf(uint64_t Count, double Share);
  /// How many values lie beyond that rank.
  static uint64_t beyond(uint64_t Count, double Share);
  /// The bucket of the value of each of \p Ranks (from 1, in any order); empty
  /// ones for those that the histogram does not have.
  std::vector<Bucket> atRanks(std::span<const uint64_t> Ranks) const;

  /// Calls \p F with each bucket that is not empty, smallest first.
  template <class Function> void forEach(Function &&F) const {
    for (unsigned P = 0; P < Pages.size(); ++P) {
      if (!Pages[P])
        continue;
      for (unsigned I = 0; I < PageSize; ++I)
        if (uint64_t Count = (*Pages[P])[I])
          F(Bucket{lowOf(P * PageSize + I), highOf(P * PageSize + I), Count});
    }
  }

  static constexpr unsigned PageSize = 64;
  using Page = std::array<uint64_t, PageSize>;

  /// Calls \p F with the counts of successive buckets of one width, the
  /// smallest value of the first one, and that width.
  template <class Function> void forEachPage(Function &&F) const {
    for (unsigned P = 0; P < Pages.size(); ++P) {
      unsigned First = P * PageSize;
      if (Pages[P])
        F(*Pages[P], lowOf(First), highOf(First) - lowOf(First) + 1);
    }
  }

private:
  static constexpr unsigned PerOctave = 1u << (ExactBits - 1);

  void addPage(unsigned Index);

  std::vector<std::unique_ptr<Page>> Pages;
};

/// What share of all values the percentiles in Figures do not exceed.
inline constexpr std::array<double, 5> PercentileShares = {0.5, 0.9, 0.99,
                                                           0.999, 0.9999};
using Intervals = std::array<std::optional<Interval>, PercentileShares.size()>;

/// How far true figures may lie from corrected ones, in ticks: expanded
/// uncertainties of coverage factor 2, about 95 % (docs/method/uncertainty.md).
struct Uncertainty {
  double Mean = 0;
  double Measuring = 0; ///< of the mean, but for what reads may overtake
  double Total = 0;
  double Single = 0; ///< of minimum, maximum and percentiles
  std::optional<double> StdDev;
};

/// How far figures would lie below 0, in ticks; none of those that do not.
struct Clipping {
  uint64_t Values = 0; ///< that what was taken from each is more than
  std::optional<double> Mean, Min, Max;
  std::array<std::optional<double>, PercentileShares.size()> Percentiles;
};

/// Of Count times, in ticks. All but Count are 0 where Count is 0.
struct Figures {
  uint64_t Count = 0;
  double Total = 0;
  double Min = 0;
  double Mean = 0;
  std::optional<double> StdDev; ///< of the sample; none below two values
  std::optional<double> P50;    ///< none without values
  std::optional<double> P90; ///< these: none with less than ten values beyond
  std::optional<double> P99;
  std::optional<double> P999;
  std::optional<double> P9999;
  /// Of the percentiles; none where the values are too few for a percentile or
  /// its interval.
  Intervals PercentileIntervals;
  /// The effective sample size of the mean; none: not known.
  std::optional<double> EffectiveCount;
  double Max = 0;
  /// Extremes and percentiles are without the same probe overhead as the mean.
  /// If not, they are upper values, without the least of it.
  bool AtMeanOverhead = true;
  bool SameProbes = true; ///< each time has as many as any other
  std::optional<analysis::Uncertainty> Uncertainty; ///< none of raw figures
  std::optional<Clipping> Clipped;                  ///< none where nothing is

  /// In the order of PercentileShares.
  std::array<std::optional<double> *, PercentileShares.size()> percentiles() {
    return {&P50, &P90, &P99, &P999, &P9999};
  }
  std::array<std::optional<double>, PercentileShares.size()>
  percentiles() const {
    return {P50, P90, P99, P999, P9999};
  }
};

/// The mean square of an error that is evenly likely from \p Below under to \p
/// Above over the given value (GUM, 4.3.7, about another place than the
/// middle).
double squareOfRange(double Below, double Above);

/// Wide enough for sums of squares of any times that a trace can hold.
__extension__ typedef unsigned __int128 Wide;

/// n·Σxy − Σx·Σy in exact arithmetic, over n: Σ(x − mean x)(y − mean y).
double deviations(uint64_t N, Wide SumX, Wide SumY, Wide SumXY);

/// Number, sums and extremes of values.
struct Moments {
  uint64_t Count = 0;
  Wide Sum = 0;
  Wide Squares = 0;
  uint64_t Min = UINT64_MAX;
  uint64_t Max = 0;

  void add(uint64_t Value, uint64_t Times) {
    Count += Times;
    Sum += Wide(Value) * Times;
    Squares += Wide(Value) * Value * Times;
    Min = std::min(Min, Value);
    Max = std::max(Max, Value);
  }
  void merge(const Moments &Other);
  double mean() const {
    return static_cast<double>(Sum) / static_cast<double>(Count);
  }
  /// Σ(v − mean)².
  double squaredDeviations() const;
};

/// By how much the variance of figures is larger than that of as many
/// independent values: this many values count as one.
struct Correlation {
  double Mean = 1;
  /// That of the mean without the longest hundredth of the values.
  double Body = 1;
  std::array<double, PercentileShares.size()> Percentiles = {1, 1, 1, 1, 1};
};

/// Values and their exact moments. Those of values with one bucket each follow
/// from the buckets, so that adding one costs a single increment.
class Sample {
public:
  Sample() = default;
  /// Values with these \p Counts, whose moments are \p All.
  Sample(Histogram Counts, const Moments &All);

  void add(uint64_t Value, uint64_t Times = 1) {
    Counts.add(Value, Times);
    if (Value >= Histogram::ExactEnd) [[unlikely]]
      Large.add(Value, Times);
  }

  void merge(const Sample &Other);
  /// Puts the values \p New in place of \p Old, all of which are here. A
  /// minimum or maximum that was one of them is then that of the bucket of the
  /// next.
  void exchange(const Sample &Old, const Sample &New);

  const Histogram &histogram() const { return Counts; }
  bool empty() const { return Counts.empty(); }
  Moments moments() const;
  Figures figures(const Correlation &C = {}) const;
  /// Sets the percentiles of \p F; \p All are the moments of the sample.
  void percentiles(Figures &F, const Moments &All, const Correlation &C) const;

private:
  Histogram Counts;
  Moments Large; ///< of values that share a bucket
};

// For pictures: eight bins to each power of two, one for each tick below 16.
// Of what happens at about one time few differ, so only bins with something
// are kept.

class Lengths {
public:
  struct Bin {
    uint32_t Number = 0; ///< as binOf() has it
    uint64_t Count = 0;

    bool operator==(const Bin &) const = default;
  };

  /// A bin of a larger number has longer times.
  static uint32_t binOf(uint64_t Ticks) {
    constexpr int Digits = 4;
    int Shift = std::max(0, int(std::bit_width(Ticks)) - Digits);
    return (uint32_t(Shift) << (Digits - 1)) + uint32_t(Ticks >> Shift);
  }

  void add(uint64_t Ticks, uint64_t Times) { add(Bin{binOf(Ticks), Times}); }
  void add(const Lengths &Other) {
    for (Bin B : Other.Bins)
      add(B);
  }
  /// Those with something, the shortest times first.
  llvm::ArrayRef<Bin> bins() const { return Bins; }

private:
  void add(Bin B) {
    auto At = Bins.end();
    while (At != Bins.begin() && (At - 1)->Number >= B.Number)
      --At;
    if (At != Bins.end() && At->Number == B.Number)
      At->Count += B.Count;
    else
      Bins.insert(At, B);
  }

  llvm::SmallVector<Bin, 0> Bins;
};

} // namespace ipoint::analysis

#endif // IPOINT_STATS_SAMPLE_H
