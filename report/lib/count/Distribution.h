//===- Distribution.h - Times with the probes in them ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each time comes with the number of timed and untimed probes in it. From that
// the figures of raw and of corrected times follow (docs/method/): moments
// exactly, percentiles within the width of a bucket.
//
// To add a time to a Distribution takes some hundred instructions. Most are
// short, and few different numbers of probes lie in them: these are counted
// here with an increment each, and added in the end, as often as they came.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_DISTRIBUTION_H
#define IPOINT_COUNT_DISTRIBUTION_H

#include "callstack/Accounts.h"
#include "stats/Sample.h"
#include "stats/SmallTimes.h"
#include <algorithm>
#include <array>

namespace ipoint::analysis {

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

/// The mean of times with probes in them.
struct MeanTime {
  uint64_t Count = 0;
  double Mean = 0;               ///< ticks, probes included
  double StandardError = 0;      ///< if the values are independent
  double Timed = 0, Untimed = 0; ///< probes in one, on average

  /// The ticks that probes take of one.
  double probeTicks(const ProbeOverhead &Overhead) const {
    return Timed * Overhead.TimedMean + Untimed * Overhead.UntimedMean;
  }
};

/// Times of transitions, of a block's visits or of a function's activations.
/// What it says depends on the values that were added and on nothing else: not
/// on their order, nor on what was added here and what was merged.
class Distribution {
public:
  Distribution() = default;
  /// Of its parts, as the functions below give them; \p Clipped may be empty.
  Distribution(Sample Raw, Sample Corrected, Sample Clipped,
               const ProbeSums &Sums);

  /// Adds \p Value ticks with \p Probes in it, \p Times times. Removing the
  /// overhead from percentiles and extremes uses \p MinOverhead, the same for
  /// all values.
  void add(uint64_t Value, ProbeCount Probes, uint64_t MinOverhead,
           uint64_t Times = 1) {
    Raw.add(Value, Times);
    uint64_t Cost = leastCost(Probes, MinOverhead);
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
  /// Each value less its probes at the smallest overhead, at least 0.
  const Sample &corrected() const { return Corrected; }
  /// How much was missing to those that would be below 0; null: none would.
  const Sample *clipped() const { return Clipped.get(); }
  const ProbeSums &probes() const { return Sums; }

  Figures rawFigures(const Correlation &C = {}) const { return Raw.figures(C); }
  MeanTime meanTime() const;

  /// With uncertainties. The clock resolution counts once for each of \p
  /// Segments, the times from one read to the next whose errors add up; once
  /// for each probe where that is not given. \p Exchanged is the variance of
  /// what reads move between a time and what surrounds it, ticks²;
  /// exchangedOutside() where that is not given.
  Figures correctedFigures(const ProbeOverhead &Overhead,
                           std::optional<double> Segments = {},
                           std::optional<double> Exchanged = {},
                           const Correlation &C = {}) const;

  /// The variance of what a read that opens or ends a time moves between it and
  /// what surrounds it, of which \p Around ticks lie behind it (as far as they
  /// matter: Overhead.Overtaken if not known).
  double exchangedOutside(const ProbeOverhead &Overhead, double Around) const;

private:
  void addClipped(uint64_t Missing, uint64_t Times);
  Sample &clippedOnes();
  Clipping clipping(const Figures &F, double Mean) const;
  bool haveSameProbes() const;
  void takeFromEach(Figures &F, double Cost, double Mean) const;
  void takeLeast(Figures &F, const ProbeOverhead &Overhead, double Mean,
                 const Correlation &C) const;
  Uncertainty uncertainty(const Figures &F, const ProbeOverhead &Overhead,
                          double Segments, double Exchanged,
                          const Correlation &C) const;

  Sample Raw;
  Sample Corrected;
  std::unique_ptr<Sample> Clipped;
  ProbeSums Sums;
};

class MixedTimes {
public:
  /// Times from this on, ticks, are not counted here.
  static constexpr uint64_t End = 2048;

  /// Counts \p Ticks with \p Probes in \p Counts, always the same ones.
  SmallTimes::Outcome add(SmallTimes &Counts, uint64_t Ticks,
                          ProbeCount Probes) {
    if (Probes.Timed >> KeyBits | Probes.Untimed >> UntimedBits)
      return SmallTimes::NotCounted;
    TimeCell &C = Cells[(Probes.Timed + 3 * Probes.Untimed) % Cells.size()];
    return Counts.add(C, Probes.Untimed << KeyBits | Probes.Timed, Ticks, End);
  }
  /// Calls \p F with times, their probes and how often they came.
  template <class Function>
  void forEach(const SmallTimes &Counts, Function &&F) const {
    for (const TimeCell &C : Cells)
      Counts.forEach(C, [&](uint64_t Ticks, uint64_t Times) {
        F(Ticks,
          ProbeCount{C.Key % (1U << KeyBits), uint64_t(C.Key >> KeyBits)},
          Times);
      });
  }
  /// Calls \p F with times that are new, as SmallTimes::forEachNew().
  template <class Function>
  void forEachNew(SmallTimes &Counts, Function &&F) const {
    for (const TimeCell &C : Cells)
      Counts.forEachNew(C, F);
  }

private:
  // Of a key, which has 16: all bits set is none.
  static constexpr unsigned KeyBits = 6, UntimedBits = 9;
  std::array<TimeCell, 8> Cells; ///< a cache line
};

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_DISTRIBUTION_H
