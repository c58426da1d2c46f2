//===- RateStatistics.h - Counts, rates and periods -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_RATESTATISTICS_H
#define IPOINT_STATS_RATESTATISTICS_H

#include "Laws.h"
#include <cstdint>
#include <optional>

namespace ipoint::analysis {

/// RateParams.def has the reasons.
struct RateParams {
#define IPOINT_PARAM(Name, Default, Low, High) double Name = Default;
#include "stats/RateParams.def"
};

/// The exact 95 % interval of a Poisson mean of which \p Count were seen
/// (Garwood, Biometrika 28, 1936). \p Dispersion is the variance of the count
/// over its mean: of other processes the interval is that of Count/Dispersion
/// events, times Dispersion (quasi-likelihood: McCullagh and Nelder, 1989, 9).
Interval countInterval(double Count, double Dispersion = 1);

/// By how many standard uncertainties, estimated with \p Degrees of freedom, an
/// interval reaches to either side to cover 95 % (Student).
double studentFactor(double Degrees);

/// The 95 % interval of a mean of \p Count values with the mean \p Mean, the
/// sample standard deviation \p Deviation and the skewness \p Skewness of the
/// sample, which is taken out by a cubic transformation (P. Hall, Journal of
/// the Royal Statistical Society B 54, 1992, 221). None where there are few
/// values.
std::optional<Interval> meanInterval(double Count, double Mean,
                                     double Deviation, double Skewness,
                                     const RateParams &Params = {});

/// Events that come at multiples of a period, some of which may be missing.
struct Period {
  double Ticks = 0;
  double Uncertainty = 0; ///< standard, ticks
  double Strength = 0;    ///< mean cosine of the phase between neighbours, to 1
  /// Of Uncertainty, for Student's t.
  double Degrees = 0;

  /// Whether \p Count events, all that came in \p InTicks, come with the
  /// period. Events in trains keep to it but for the pauses: there are fewer.
  bool explains(double Count, double InTicks,
                const RateParams &Params = {}) const;
};

/// The period of events at \p Times (ascending, in ticks); nothing if they do
/// not keep to one. The longest one that they keep to is taken: they keep to
/// all its fractions, too.
std::optional<Period> findPeriod(llvm::ArrayRef<uint64_t> Times,
                                 const RateParams &Params = {});

/// Whether events at \p Times (ascending, in ticks) keep to a clock: they have
/// a period, and do not drift from it, however many periods pass. What a
/// program does every so often drifts, as the time it takes in between varies.
/// False where there are too few, and where they keep to it to the tick.
bool keepsToClock(llvm::ArrayRef<uint64_t> Times,
                  const RateParams &Params = {});

/// Whether these events come at every nth visit of a block, some of them
/// missing; \p Numbers are those of the visits. To be asked of what
/// keepsToClock().
bool keepsToCount(llvm::ArrayRef<uint64_t> Times,
                  llvm::ArrayRef<uint64_t> Numbers,
                  const RateParams &Params = {});

/// The variance of counts over their mean: 1 for a Poisson process.
struct Dispersion {
  double Value = 1;
  double Widening = 1; ///< of an interval, for Value is estimated (Student)
};

/// That of counts of events at \p Times (ascending, from \p Begin to \p End) in
/// windows of equal length, for the length at which it is largest. 1 where a
/// Poisson process would show what is seen once in a thousand times or more
/// often, or where there are too few events.
Dispersion dispersion(llvm::ArrayRef<uint64_t> Times, uint64_t Begin,
                      uint64_t End, const RateParams &Params = {});

} // namespace ipoint::analysis

#endif // IPOINT_STATS_RATESTATISTICS_H
