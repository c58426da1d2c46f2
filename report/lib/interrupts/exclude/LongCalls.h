//===- LongCalls.h - What a function's calls about its p99 consist of -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If all times of f shrink by 10 %, the p99 of the root that calls f shrinks by
// 10 % of f's mean time in the calls of the root that take about the p99.
// Example: such calls take 500 us, 200 us of them in f; then 10 % off f is 20
// us off the p99. This is the derivative of a quantile (Hong, Estimating
// quantile sensitivities, Operations Research 57, 2009), estimated as a mean
// over calls nearby (Liu and Hong, Kernel estimation of quantile sensitivities,
// Naval Research Logistics 56, 2009). The distributions of both passes give the
// times that are nearby, so sums over a third reading suffice.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_EXCLUDE_LONGCALLS_H
#define IPOINT_INTERRUPTS_EXCLUDE_LONGCALLS_H

#include "SecondPass.h"

namespace ipoint::analysis {

struct LongCalls {
  /// With fewer calls, less than 30 of them are nearby, which are those within
  /// 1 % of the calls to either side; with 3,000, 30 within half a per cent.
  static constexpr uint64_t LeastCalls = 1500;

  uint32_t Root = None; ///< a function; None: there is no such root
  std::string Reason;   ///< why nothing is known; empty: something is
  uint64_t Calls = 0;   ///< of the root, with a time
  uint64_t Near = 0;    ///< of these: about the p99
  /// In these together, without what interrupts added; by function, without
  /// its callees, and by block.
  std::vector<Spent> Functions, Blocks;
};

/// Reads the streams of \p In, whose passes gave \p All and, by \p Filter,
/// \p Excluded, once more. The root is the function \p Named, "f" or
/// "file.c:f"; if that is empty, the one that took longest of those with
/// LeastCalls and more, callees included, but for those that call themselves,
/// as far as \p All has paths. It is an error if there is none of that name,
/// unless it may be \p OfAny other.
llvm::Expected<LongCalls> longCalls(const PassInput &In, const Collector &All,
                                    const ExcludedVisits &Excluded,
                                    const std::optional<FilterModel> &Filter,
                                    llvm::StringRef Named, bool OfAny = false);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_EXCLUDE_LONGCALLS_H
