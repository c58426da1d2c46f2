//===- Intervals.cpp - How sure a percentile is ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intervals.h"
#include "Laws.h"
#include <algorithm>
#include <cmath>

namespace ipoint::analysis {

std::optional<RankInterval> quantileRanks(uint64_t Count, double Share,
                                          double Each) {
  // How many of the values lie below the quantile: X(l) does not exceed it if
  // at least l do, X(u) is not below it if fewer than u do.
  double N = std::floor(static_cast<double>(Count) / Each);
  constexpr double Side = (1 - ConfidenceLevel) / 2;
  // Where even the smallest or the largest value misses it too often, there is
  // no such order statistic.
  std::optional<BinomialRange> Below = binomialRange(N, Share, Side);
  if (!Below)
    return std::nullopt;
  double Most = std::ceil((Below->High + 1) * Each);
  return RankInterval{static_cast<uint64_t>(Below->Low * Each) + 1,
                      std::min(Count, static_cast<uint64_t>(Most))};
}

} // namespace ipoint::analysis
