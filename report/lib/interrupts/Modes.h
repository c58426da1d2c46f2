//===- Modes.h - Blocks that take one of several times --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block may take one of two times, and nothing in a long visit shows which of
// them an interrupt has lengthened. What interrupts add to all blocks shows it:
// it is the same for all.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_MODES_H
#define IPOINT_INTERRUPTS_MODES_H

#include "DetectorParams.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace ipoint::analysis {

/// One of the times that visits of a block take without interrupts.
struct Mode {
  double Ticks = 0;
  double Sum = 0; ///< ticks, of all visits that take about as long

  /// Adds \p Count visits of \p Length ticks; the mean is weighted by length,
  /// as longer ones are likelier to be interrupted.
  void add(double Length, double Count) {
    Ticks = Length * Count > 0 ? (Ticks * Sum + Length * Length * Count) /
                                     (Sum + Length * Count)
                               : Ticks;
    Sum += Length * Count;
  }
};

/// An interrupted visit, or several that took as long.
struct LongVisit {
  double Ticks = 0;
  double Count = 0;
  double Excess = 0; ///< found: what was added to one of the block's modes
};

struct TimedBlock {
  std::vector<Mode> Modes; ///< one or more
  std::vector<LongVisit> Long;
};

/// Finds what was added to each long visit of \p Blocks, so that over all of
/// them as much as can be was added about equally often. It is at least
/// \p Least.
void findExcesses(llvm::MutableArrayRef<TimedBlock> Blocks, double Least,
                  const DetectorParams &Params = {});

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_MODES_H
