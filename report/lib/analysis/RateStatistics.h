//===- RateStatistics.h - Counts, rates and periods -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ANALYSIS_RATESTATISTICS_H
#define IPOINT_ANALYSIS_RATESTATISTICS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>

namespace ipoint::analysis {

/// A value between Low and High.
struct Range {
  double Low = 0, High = 0;
};

/// The exact 95 % interval of a Poisson mean of which \p Count were seen
/// (Garwood, Biometrika 28, 1936). \p Dispersion is the variance of the count
/// over its mean: of other processes the interval is that of Count/Dispersion
/// events, times Dispersion (quasi-likelihood: McCullagh and Nelder, 1989, 9).
Range countInterval(double Count, double Dispersion = 1);

/// The 95 % interval of a mean of \p Count values with the mean \p Mean and the
/// sample standard deviation \p Deviation (Student). \p Count is at least 2.
Range meanInterval(double Count, double Mean, double Deviation);

/// The chance that of \p Count events that fall apart from each other \p Least
/// or more fall into a share \p Share of what they can fall into.
double chanceOfAtLeast(uint64_t Least, uint64_t Count, double Share);
/// The same of \p Most or fewer.
double chanceOfAtMost(uint64_t Most, uint64_t Count, double Share);

/// The chance that two samples of one distribution differ as much as \p
/// Distance at some value, in their shares below it (Kolmogorov and Smirnov;
/// asymptotic, and too large where there are ties).
double chanceOfDistance(double Distance, double CountA, double CountB);

/// Events that come at multiples of a period, some of which may be missing.
struct Period {
  double Ticks = 0;
  double Uncertainty = 0; ///< standard, ticks
  double Strength = 0;    ///< mean cosine of the phase between neighbours, to 1
};

/// The period of events at \p Times (ascending, in ticks); nothing if they do
/// not keep to one. The longest one that they keep to is taken: they keep to
/// all its fractions, too.
std::optional<Period> findPeriod(llvm::ArrayRef<uint64_t> Times);

/// The variance of counts of events at \p Times (ascending) in windows of equal
/// length over their mean: 1 for a Poisson process. 1, too, where a Poisson
/// process would show what is seen once in a thousand times or more often, or
/// where there are too few events to tell (below 100).
double dispersion(llvm::ArrayRef<uint64_t> Times);

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_RATESTATISTICS_H
