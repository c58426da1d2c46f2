//===- Intervals.cpp - How sure a percentile is ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intervals.h"
#include <boost/math/distributions/binomial.hpp>
#include <cmath>

namespace ipoint::analysis {

namespace {

using namespace boost::math::policies;

/// No exceptions; quantiles rounded so that no interval covers less.
using Rounding =
    policy<domain_error<errno_on_error>, pole_error<errno_on_error>,
           overflow_error<errno_on_error>, evaluation_error<errno_on_error>,
           rounding_error<errno_on_error>, promote_double<false>,
           discrete_quantile<integer_round_outwards>>;
using Binomial = boost::math::binomial_distribution<double, Rounding>;

} // namespace

std::optional<RankInterval> quantileRanks(uint64_t Count, double Share,
                                          double Each) {
  // How many of the values lie below the quantile: X(l) does not exceed it if
  // at least l do, X(u) is not below it if fewer than u do.
  double N = std::floor(static_cast<double>(Count) / Each);
  if (N < 1)
    return std::nullopt;
  Binomial Below(N, Share);
  constexpr double Side = (1 - ConfidenceLevel) / 2;
  double Low = quantile(Below, Side);
  double High = quantile(complement(Below, Side));
  // Where even the smallest or the largest value misses it too often, there is
  // no such order statistic.
  if (!(cdf(Below, Low) <= Side) || !(High < N))
    return std::nullopt;
  double Most = std::ceil((High + 1) * Each);
  return RankInterval{static_cast<uint64_t>(Low * Each) + 1,
                      std::min(Count, static_cast<uint64_t>(Most))};
}

} // namespace ipoint::analysis
