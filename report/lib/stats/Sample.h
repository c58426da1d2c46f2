//===- Sample.h - Values, their exact moments and figures -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_SAMPLE_H
#define IPOINT_STATS_SAMPLE_H

#include "Histogram.h"
#include "Laws.h"
#include <algorithm>
#include <array>

namespace ipoint::analysis {

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

} // namespace ipoint::analysis

#endif // IPOINT_STATS_SAMPLE_H
