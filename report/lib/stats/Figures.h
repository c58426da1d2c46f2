//===- Figures.h - Figures of many times, with how sure they are ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_FIGURES_H
#define IPOINT_STATS_FIGURES_H

#include "Laws.h"
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

} // namespace ipoint::analysis

#endif // IPOINT_STATS_FIGURES_H
