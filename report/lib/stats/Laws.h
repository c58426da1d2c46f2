//===- Laws.h - Probabilities and quantiles of known distributions --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By Boost.Math, as Averages.h, and nowhere else. Nothing here throws, and no
// result is NaN: what a distribution has no value for (not a number, no degrees
// of freedom) gives the value that claims nothing, as each declaration says.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_LAWS_H
#define IPOINT_STATS_LAWS_H

#include <cstdint>
#include <optional>

namespace ipoint::analysis {

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

/// Of a binomial count of \p Count trials, the largest number below which it
/// lies with at most the probability \p Side, and the smallest above which it
/// does. Nothing where even 0 or \p Count is passed more often than that, or
/// where \p Share is no number between 0 and 1.
struct BinomialRange {
  double Low = 0, High = 0;
};
std::optional<BinomialRange> binomialRange(double Count, double Share,
                                           double Side);

} // namespace ipoint::analysis

#endif // IPOINT_STATS_LAWS_H
