//===- TimesModel.h - What a report says of times, as values ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ANALYSIS_TIMESMODEL_H
#define IPOINT_ANALYSIS_TIMESMODEL_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::analysis {

/// In which a figure of what was sampled lies, at ConfidenceLevel.
struct Interval {
  double Low = 0, High = 0;
};

/// What share of all values the percentiles in Figures do not exceed.
inline constexpr std::array<double, 5> PercentileShares = {0.5, 0.9, 0.99,
                                                           0.999, 0.9999};
using Intervals = std::array<std::optional<Interval>, PercentileShares.size()>;

/// How far true figures may lie from corrected ones, in ticks: expanded
/// uncertainties of coverage factor 2, about 95 % (docs/method.md).
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
  /// Of the percentiles; none where a percentile or its interval is beyond what
  /// so many values can tell.
  Intervals PercentileIntervals;
  /// So many independent values would tell as much of the mean; none: not
  /// known.
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

/// Raw times from Low to High, both included.
struct HistogramBucket {
  uint64_t Low = 0;
  uint64_t High = 0;
  uint64_t Count = 0;
  uint64_t SetAside = 0; ///< how many of Count lie in an interrupt cluster
};

/// Times in which a thread had no CPU.
struct AwayModel {
  uint64_t Count = 0; ///< visits or activations that they fell into
  double Total = 0;   ///< ticks
  double Max = 0;     ///< ticks, in one of these
};

/// Activations with struck visits in them, whose times were replaced.
struct ReconstructedModel {
  uint64_t Count = 0; ///< activations
  /// Ticks that were put in the place of struck visits, and the standard
  /// uncertainty of the filtered total for want of the true ones. Not known of
  /// gross times.
  std::optional<double> Replaced, Uncertainty;
};

/// Where a high-water mark was seen first.
struct PlaceModel {
  std::string Trace; ///< path
  uint64_t Pid = 0, Tid = 0;
  bool IsHandler = false; ///< in a signal handler of that thread
  double Since = 0;       ///< ticks from the thread's first record to its end
  uint64_t Call = 0; ///< its function had been entered so often, in all traces
  std::optional<std::string> Mark; ///< that the thread came by last
};

struct TimeModel {
  Figures Raw;
  double Timed = 0, Untimed = 0;   ///< probes in one, on average
  std::optional<Figures> Response; ///< raw; none where it is Raw
  std::optional<AwayModel> Away;   ///< what Response has more; none: nothing
  Figures Corrected;
  std::optional<Figures> Filtered; ///< none where nothing was set aside
  /// Of functions whose Filtered are estimates in part.
  std::optional<ReconstructedModel> Reconstructed;
  bool BelowResolution = false;
  std::vector<HistogramBucket> Histogram;
  std::optional<PlaceModel> MaxAt; ///< of Raw.Max; none: not known
};

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_TIMESMODEL_H
