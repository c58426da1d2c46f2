//===- Differences.h - Whether two samples differ -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests and intervals for two samples of independent units, which are runs.
// Formulas, sources, assumptions: docs/method/comparing.md. All depends on the
// arguments alone: random numbers come from a generator with a fixed seed.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_DIFFERENCES_H
#define IPOINT_STATS_DIFFERENCES_H

#include "Laws.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ipoint::analysis {

/// Of those at \p Indices, which may come more than once. A resample's mean is
/// taken thousands of times, hence without copying its values.
double meanAt(llvm::ArrayRef<double> Values, llvm::ArrayRef<uint32_t> Indices);

/// Values of units, and the least variance that one unit can have: what the
/// clock's resolution or the counting of single events adds by itself.
struct Units {
  std::vector<double> Values;
  double LeastVariance = 0;
};

/// The variance of a mean, and its degrees of freedom.
struct ErrorOfMean {
  double Variance = 0, Degrees = 0;
};

/// The degrees of freedom of the sum of the variances \p Parts, one at least
/// (Welch and Satterthwaite): 1 where none varies.
double degreesOfSum(llvm::ArrayRef<ErrorOfMean> Parts);

/// How probable it is, if both come from distributions of one mean, that means
/// with these errors differ by \p Difference or more: two-sided, by Welch's t
/// (Welch 1947).
double welchProbability(double Difference, const ErrorOfMean &A,
                        const ErrorOfMean &B);

/// How probable it is, if both samples come from distributions of one mean,
/// that their means differ as much as these or more. 1 where a sample has fewer
/// than two values.
double welchProbability(const Units &A, const Units &B);

/// A mean of units, with its error.
struct MeanOfUnits {
  double Mean = 0;
  ErrorOfMean Error;
};

/// Of \p U, which has two values or more.
MeanOfUnits meanOfUnits(const Units &U);

/// The interval of B - A by Welch's t that misses it with the probability
/// \p Level: it has 0 in it exactly where welchProbability() is above \p Level.
Interval welchInterval(const MeanOfUnits &A, const MeanOfUnits &B,
                       double Level);

/// The same of B / A (Fieller 1954): it has 1 in it exactly where the test
/// finds no difference at \p Level. None where \p A itself is not surely above
/// 0, so that the ratio may be anything.
std::optional<Interval> ratioInterval(const MeanOfUnits &A,
                                      const MeanOfUnits &B, double Level);

/// The probabilities adjusted by Benjamini and Hochberg (1995), in their order:
/// to reject what is at most q keeps the rate of false discoveries at q.
std::vector<double> adjustForDiscovery(llvm::ArrayRef<double> Probabilities);

/// Resamples of two samples' units, with replacement, the same ones for all
/// figures of these.
class Resampling {
public:
  static constexpr unsigned Rounds = 2000;
  /// Of fewer units a resample says too little.
  static constexpr size_t LeastUnits = 5;

  Resampling(size_t SizeA, size_t SizeB);

  /// Calls \p Figure with the indices of each resample. Returns the interval
  /// that holds 95 % of what it gives, by the expanded percentiles of
  /// Hesterberg (2015), which has the width for few units right. Nothing where
  /// a sample has fewer than LeastUnits units, or \p Figure nothing to give.
  std::optional<Interval>
  interval(llvm::function_ref<std::optional<double>(llvm::ArrayRef<uint32_t> A,
                                                    llvm::ArrayRef<uint32_t> B)>
               Figure) const;

private:
  size_t SizeA, SizeB;
  std::vector<uint32_t> DrawsA, DrawsB; ///< SizeA and SizeB for each round
};

} // namespace ipoint::analysis

#endif // IPOINT_STATS_DIFFERENCES_H
