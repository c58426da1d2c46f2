//===- InterruptLengths.h - How long interrupts are -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_INTERRUPTLENGTHS_H
#define IPOINT_INTERRUPTS_INTERRUPTLENGTHS_H

#include "InterruptsModel.h"
#include "stats/RateStatistics.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// Excesses, ticks, and how often each came.
using Values = std::vector<std::pair<double, uint64_t>>;

/// What else makes the excesses of visits that interrupts of a class lengthen,
/// beside its length.
struct OtherExcess {
  /// By how much, and how often, as a share.
  std::vector<std::pair<double, double>> Jitter;
  double Share = 0; ///< of visits that other interrupts lengthen, too
  double Ticks = 0; ///< by how much, on average
  /// The excesses, each less the median of what its block's own times add: the
  /// lengths, if these are all alike.
  Values IfConstant;
  /// By how much excesses may be too long because shorter visits hide theirs.
  double MostTooLong = 0;
};

/// Of \p Excesses, one or more, in any order; the median and its interval are
/// without \p More.
LengthModel lengthOf(Values Excesses, OtherExcess More,
                     const RateParams &Params = {});

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_INTERRUPTLENGTHS_H
