//===- Distribution.h - Times with what the probes added to them ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each time comes with the number of timed and untimed probes in it. From that
// the figures of raw and of corrected times follow (docs/method.md): moments
// exactly, percentiles within the width of a bucket.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ANALYSIS_DISTRIBUTION_H
#define IPOINT_ANALYSIS_DISTRIBUTION_H

#include "Histogram.h"
#include "Model.h"
#include <algorithm>

namespace ipoint::analysis {

/// What one probe adds to the time between two reads of the counter.
struct BaseCost {
  double TimedMean = 0;   ///< ticks
  double UntimedMean = 0; ///< ticks
  uint64_t TimedMin = 0;  ///< ticks, the smallest seen
  double Step = 0;        ///< ticks; of the clock
  bool Waits = false;     ///< a read waits for the clock's next step
  /// Ticks that a read may overtake, so that they are a neighbour's.
  double Overtaken = 0;
  /// Standard uncertainties of the two means, ticks.
  double TimedUncertainty = 0, UntimedUncertainty = 0;
};

/// The mean square of an error that is evenly likely from \p Below under to \p
/// Above over what is told (GUM, 4.3.7, about another place than the middle).
double squareOfRange(double Below, double Above);

/// By trace::ProbeForm. Their TimedMin is one: the smallest of those in use.
using BaseCosts = std::vector<BaseCost>;

/// How many probes lie in a time.
struct ProbeCount {
  uint64_t Timed = 0;
  uint64_t Untimed = 0;
  bool operator==(const ProbeCount &) const = default;
};

/// Wide enough for sums of squares of any times that a trace can hold.
__extension__ typedef unsigned __int128 Wide;

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
/// independent values: so many values tell as much as one.
struct Correlation {
  double Mean = 1;
  /// That of the mean without the longest hundredth of the values.
  double Body = 1;
  std::array<double, PercentileShares.size()> Percentiles = {1, 1, 1, 1, 1};
};

/// Values and their exact moments. Those of values that have a bucket of their
/// own follow from the buckets, so that adding one costs a single increment.
class Sample {
public:
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

/// Sums over values and the probes in them, from which moments of corrected
/// values follow.
struct ProbeSums {
  Wide Timed = 0;
  Wide Untimed = 0;
  Wide TimedSquares = 0;
  Wide UntimedSquares = 0;
  Wide Mixed = 0;      ///< timed × untimed
  Wide ValueTimed = 0; ///< value × timed
  Wide ValueUntimed = 0;

  /// \p Times values of \p Value ticks, with \p Probes in each.
  void add(uint64_t Value, ProbeCount Probes, uint64_t Times);
  void merge(const ProbeSums &Other);
  void subtract(const ProbeSums &Other);
};

/// What \p Probes cost at \p MinBase ticks each.
inline uint64_t leastCost(ProbeCount Probes, uint64_t MinBase) {
  uint64_t Cost;
  return __builtin_mul_overflow(Probes.Timed, MinBase, &Cost) ? UINT64_MAX
                                                              : Cost;
}

/// The mean of times with probes in them.
struct MeanTime {
  uint64_t Count = 0;
  double Mean = 0;               ///< ticks, probes included
  double StandardError = 0;      ///< if the values are independent
  double Timed = 0, Untimed = 0; ///< probes in one, on average
};

/// Times of transitions, of a block's visits or of a function's activations.
/// What it says depends on the values that were added and on nothing else: not
/// on their order, nor on what was added here and what was merged.
class Distribution {
public:
  /// Adds \p Value ticks with \p Probes in it, \p Times times. Removing the
  /// base from percentiles and extremes uses \p MinBase, the same for all
  /// values.
  void add(uint64_t Value, ProbeCount Probes, uint64_t MinBase,
           uint64_t Times = 1) {
    Raw.add(Value, Times);
    uint64_t Cost = leastCost(Probes, MinBase);
    if (Value < Cost) [[unlikely]]
      addClipped(Cost - Value, Times);
    Corrected.add(Value > Cost ? Value - Cost : 0, Times);
    Sums.add(Value, Probes, Times);
  }
  void merge(const Distribution &Other);
  /// As Sample::exchange(), with what the corrections need.
  void exchange(const Distribution &Old, const Distribution &New);

  bool empty() const { return Raw.empty(); }
  /// All values.
  const Sample &raw() const { return Raw; }

  Figures rawFigures(const Correlation &C = {}) const { return Raw.figures(C); }
  MeanTime meanTime() const;

  /// With uncertainties. The clock's step counts once for each of \p Segments,
  /// the times from one read to the next whose errors add up; once for each
  /// probe where that is not given. \p Exchanged is the variance of what reads
  /// move between a time and what surrounds it, ticks²; exchangedOutside()
  /// where that is not given.
  Figures correctedFigures(const BaseCost &Base,
                           std::optional<double> Segments = {},
                           std::optional<double> Exchanged = {},
                           const Correlation &C = {}) const;

  /// The variance of what a read that opens or ends a time moves between it and
  /// what surrounds it, of which \p Around ticks lie behind it (as far as they
  /// matter: Base.Overtaken if not known).
  double exchangedOutside(const BaseCost &Base, double Around) const;

private:
  void addClipped(uint64_t Missing, uint64_t Times);
  Sample &clippedOnes();
  Clipping clipping(const Figures &F, double Mean) const;
  bool haveSameProbes() const;
  void takeFromEach(Figures &F, double Cost, double Mean) const;
  void takeLeast(Figures &F, const BaseCost &Base, double Mean,
                 const Correlation &C) const;
  Uncertainty uncertainty(const Figures &F, const BaseCost &Base,
                          double Segments, double Exchanged,
                          const Correlation &C) const;

  Sample Raw;
  Sample Corrected; ///< each value less its probes at the smallest base
  /// How much was missing to those that would be below 0; null: none would.
  std::unique_ptr<Sample> Clipped;
  ProbeSums Sums;
};

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_DISTRIBUTION_H
