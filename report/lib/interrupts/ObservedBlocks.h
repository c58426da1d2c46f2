//===- ObservedBlocks.h - Where interrupts can be seen --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_OBSERVEDBLOCKS_H
#define IPOINT_INTERRUPTS_OBSERVEDBLOCKS_H

#include "Interrupts.h"
#include "llvm/ADT/STLExtras.h"

namespace ipoint::analysis {

/// A block that is classified.
struct ObservedBlock {
  uint32_t Block = 0;
  /// Ticks of its visits, without interrupts, in which one could be seen.
  double Execution = 0;
  /// Visits that are left: by how much longer they are than Expected, and their
  /// ticks. An interrupt is seen in them if it adds much more than they do.
  std::vector<std::pair<double, double>> Paths;
  double Hidden = 0; ///< ticks of visits that are not decided
  double Expected = 0;
  double LeastVisible = 0;      ///< the smallest excess that is excluded
  std::vector<ExcessBand> Left; ///< excesses that are left
  BlockExcesses Interrupted;
  /// By how much more than Expected interrupted visits take without interrupts,
  /// and how likely each is.
  std::vector<std::pair<double, double>> Jitter;

  bool sees(double Excess) const {
    return Excess >= LeastVisible &&
           llvm::none_of(Left,
                         [&](const ExcessBand &B) { return B.holds(Excess); });
  }
};

/// The blocks in whose times interrupts can be seen, or are known to hide; by
/// block.
std::vector<ObservedBlock> observedBlocks(
    const FilterCollector &Seen, llvm::ArrayRef<const Histogram *> Times,
    llvm::ArrayRef<Decision> Decisions, const GapRule &Rule, FilterMode By);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_OBSERVEDBLOCKS_H
