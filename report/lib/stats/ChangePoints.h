//===- ChangePoints.h - Where a series of values changes ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   values ──seeded intervals──> ranks in each ──scan of Wilcoxon's W──> the
//   largest ──permutations──> probability ──threshold──> segments
//
// The method, and where it is from: docs/method/history.md.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_CHANGEPOINTS_H
#define IPOINT_STATS_CHANGEPOINTS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstddef>
#include <map>
#include <vector>

namespace ipoint::analysis {

/// The largest standardized rank sum of all intervals and places.
struct Scan {
  double Largest = 0;
  size_t At =
      0; ///< index of the first value behind the place; 0: there is none
};

/// Where values may change, and what chance makes of them. The same calls give
/// the same results.
class ChangeScanner {
public:
  /// For series of up to \p Longest values.
  explicit ChangeScanner(size_t Longest) : Longest(Longest) {}

  /// Of \p Values; a place may only be where \p MayBegin has the value behind
  /// it. Fewer than Least values have no scan.
  static Scan scan(llvm::ArrayRef<double> Values,
                   llvm::ArrayRef<bool> MayBegin);

  /// How likely chance has a scan as large as \p Statistic, of \p Count values
  /// in any order.
  double probability(size_t Count, double Statistic);
  /// The statistic with that probability.
  double threshold(size_t Count, double Probability);
  /// The least probability that \p Count values can have.
  double leastProbability(size_t Count);

  /// Of an interval, and so of a series.
  static constexpr size_t Least = 6;

private:
  struct Null {
    std::vector<double> Largest; ///< ascending, of permutations
    double TailFrom = 0, TailMean = 0;
  };
  const Null &nullOf(size_t Count);

  size_t Longest;
  std::map<size_t, Null> Nulls; ///< by number of values
};

/// A step, or a slow change over all values.
struct Changes {
  std::vector<size_t> Steps; ///< indices of first values behind them, ascending
  std::vector<double> Levels; ///< one more than Steps: medians, without drift
  double Drift = 0;           ///< from one value to the next; 0: there is none
};

/// The changes of \p Values, of which a scan over \p Threshold is evidence.
/// Neighbouring levels, or the ends of a drift, differ by the share \p Least of
/// the smaller one at least.
Changes findChanges(llvm::ArrayRef<double> Values,
                    llvm::ArrayRef<bool> MayBegin, double Threshold,
                    double Least);

/// The steps of \p Values that are the same, several in a row, on either side
/// of each: of numbers that the same input always gives.
Changes findExactSteps(llvm::ArrayRef<double> Values,
                       llvm::ArrayRef<bool> MayBegin);

} // namespace ipoint::analysis

#endif // IPOINT_STATS_CHANGEPOINTS_H
