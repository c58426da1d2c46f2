//===- Intervals.h - How sure a percentile is -----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_INTERVALS_H
#define IPOINT_STATS_INTERVALS_H

#include <cstdint>
#include <optional>

namespace ipoint::analysis {

/// What intervals cover if the values are independent.
constexpr double ConfidenceLevel = 0.95;

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

#endif // IPOINT_STATS_INTERVALS_H
