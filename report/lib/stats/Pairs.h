//===- Pairs.h - Times beside values --------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_PAIRS_H
#define IPOINT_STATS_PAIRS_H

#include "Laws.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace ipoint::analysis {

/// y = Intercept + Slope · x.
struct LineFit {
  double Slope = 0, Intercept = 0;
  Interval SlopeRange; ///< 95 %, if distances from the line are independent
  double R2 = 0;       ///< the share of y's variance that the line explains
  double Residual = 0; ///< standard deviation of the distances from the line
};

/// Ordinary least squares of \p Y over \p X, which are as many: Draper and
/// Smith, Applied Regression Analysis (1998), 1.2 to 1.4. None for fewer than
/// three, or where X does not vary.
std::optional<LineFit> leastSquares(llvm::ArrayRef<double> X,
                                    llvm::ArrayRef<double> Y);

struct ValuePair {
  int64_t Value = 0;
  uint64_t Ticks = 0;
  uint64_t Order = 0; ///< random
};

/// Of pairs, a simple random sample, and those with the longest times. Which
/// they are depends on the pairs alone, not on the order in which they came
/// nor on what was merged: the sample has those with the least numbers that a
/// hash gives (Cohen and Kaplan, 2007, bottom-k).
class PairSample {
public:
  static constexpr size_t Most = 512, MostLongest = 32;

  /// The pair is the one \p At, a number that is hardly of another one.
  void add(int64_t Value, uint64_t Ticks, uint64_t At);
  void merge(const PairSample &Other);

  uint64_t count() const { return Count; }
  bool varies() const { return Least < Greatest; } ///< the value
  std::vector<ValuePair> sample() const;           ///< by Order
  std::vector<ValuePair> longest() const;          ///< the longest first

private:
  void keep(const ValuePair &P);

  uint64_t Count = 0;
  int64_t Least = INT64_MAX, Greatest = INT64_MIN;
  std::vector<ValuePair> Kept, Long; ///< at most twice as many as are asked for
  uint64_t MostOrder = UINT64_MAX;   ///< what is more is in no sample
  uint64_t LeastLong = 0;            ///< ticks: what is less is none of them
};

} // namespace ipoint::analysis

#endif // IPOINT_STATS_PAIRS_H
