//===- ProbeCost.h - How many probes lie in a time, and what they cost ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_PROBECOST_H
#define IPOINT_CALLSTACK_PROBECOST_H

#include <cstdint>
#include <vector>

namespace ipoint::analysis {

/// What one probe adds to the time between two reads of the counter.
struct ProbeOverhead {
  double TimedMean = 0; ///< ticks
  /// Ticks, of each part of an untimed one: see SymbolTable::recordWeight().
  double UntimedMean = 0;
  uint64_t TimedMin = 0; ///< ticks, the smallest seen
  double Resolution = 0; ///< ticks; of the clock
  bool Waits = false;    ///< a read waits for the clock's next step
  /// Ticks that a read may overtake, so that they are a neighbour's.
  double Overtaken = 0;
  /// Standard uncertainties of the two means, ticks.
  double TimedUncertainty = 0, UntimedUncertainty = 0;
  double UntimedWeight = 1; ///< parts of an untimed probe
};

/// By trace::ProbeForm. Their TimedMin is one: the smallest of those in use.
using ProbeOverheads = std::vector<ProbeOverhead>;

/// How many probes lie in a time. Untimed ones count in parts, by the weights
/// of their records and of the code that leads to these; see
/// SymbolTable::recordWeight(). Most often that is one for each.
struct ProbeCount {
  uint64_t Timed = 0;
  uint64_t Untimed = 0;
  bool operator==(const ProbeCount &) const = default;
};

/// What \p Probes cost at \p MinOverhead ticks each.
inline uint64_t leastCost(ProbeCount Probes, uint64_t MinOverhead) {
  uint64_t Cost;
  return __builtin_mul_overflow(Probes.Timed, MinOverhead, &Cost) ? UINT64_MAX
                                                                  : Cost;
}

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_PROBECOST_H
