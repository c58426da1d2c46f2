//===- Laws.h - Averages, distributions and intervals ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Averages are of values that are all at hand, each of which counts once: by
// Boost.Math, which has nothing for values with weights. Billions of values are
// counted instead: Sample has their moments, exact in integers, from which
// parts can be taken again, and Histogram their ranks.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_LAWS_H
#define IPOINT_STATS_LAWS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace ipoint::analysis {

/// Of one value or more. That of values that are alike is what they are.
double meanOf(llvm::ArrayRef<double> Values);
/// Of one value or more; the mean of the middle two where there are two.
double medianOf(std::vector<double> Values);
/// Σ(v − mean)² / (n − 1); 0 for fewer than two values.
double varianceOf(llvm::ArrayRef<double> Values);

/// Of pairs, one or more.
struct PairMoments {
  double MeanX = 0, MeanY = 0;
  double SquaresX = 0; ///< Σ(x − mean)²
  double Products = 0; ///< Σ(x − mean)(y − mean)
};
PairMoments momentsOf(llvm::ArrayRef<double> X, llvm::ArrayRef<double> Y);

// Distributions: by Boost.Math. Nothing here throws, and no result is NaN: what
// a distribution has no value for (not a number, no degrees of freedom) gives
// the value that claims nothing, as each declaration says.

/// The normal distribution: how probable at most \p X is (1 for NaN); what is
/// exceeded with the probability \p Tail, between 0 and 1 (infinite for
/// others).
double normalBelow(double X);
double normalQuantileAbove(double Tail);

/// Student's t of \p Degrees of freedom: the same above \p T (1 for NaN, or
/// without a degree of freedom); what is exceeded with the probability \p Tail
/// (infinite for such).
double studentAbove(double T, double Degrees);
double studentQuantileAbove(double Tail, double Degrees);

/// χ² of \p Degrees of freedom: the same (a probability of 1 for NaN, or
/// without a degree of freedom, on either side; quantiles of 0 and infinity).
double chiSquaredBelow(double X, double Degrees);
double chiSquaredAbove(double X, double Degrees);
double chiSquaredQuantileBelow(double Tail, double Degrees);
double chiSquaredQuantileAbove(double Tail, double Degrees);

/// The chance that of \p Count events that fall apart from each other \p Least
/// or more fall into a share \p Share of what they can fall into; 1 where the
/// share is not a number.
double chanceOfAtLeast(uint64_t Least, uint64_t Count, double Share);
/// The same of \p Most or fewer.
double chanceOfAtMost(uint64_t Most, uint64_t Count, double Share);

/// What intervals cover if the values are independent.
constexpr double ConfidenceLevel = 0.95;

/// In which a figure of what was sampled lies, at ConfidenceLevel.
struct Interval {
  double Low = 0, High = 0;
};

/// Of a binomial count of \p Count trials, the largest number below which it
/// lies with at most the probability \p Side, and the smallest above which it
/// does. Nothing where even 0 or \p Count is passed more often than that, or
/// where \p Share is no number between 0 and 1.
std::optional<Interval> binomialRange(double Count, double Share, double Side);

/// Ranks in a sorted sample, from 1.
struct RankInterval {
  uint64_t Low = 0, High = 0;
};

/// The order statistics between which the quantile \p Share (0 to 1, both
/// excluded) of the population lies with at least ConfidenceLevel, whatever its
/// distribution, if the \p Count values are independent; each side misses it in
/// at most half of the rest. Nothing where \p Count is too small.
///
/// David and Nagaraja, Order Statistics (2003), 7.1; Hahn and Meeker,
/// Statistical Intervals (1991), 5.2.
/// If not, \p Each values count as one: the ranks are those of the
/// interval of \p Count / \p Each values, as shares.
std::optional<RankInterval> quantileRanks(uint64_t Count, double Share,
                                          double Each = 1);

} // namespace ipoint::analysis

#endif // IPOINT_STATS_LAWS_H
