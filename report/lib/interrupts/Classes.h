//===- Classes.h - Interrupts that add about as much ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_CLASSES_H
#define IPOINT_INTERRUPTS_CLASSES_H

#include "DetectorParams.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// By how much an interrupt class lengthens a visit: ticks from Low up to, but
/// not at, High.
struct ClassBand {
  double Low = 0, High = 0;

  bool holds(double Excess) const { return Excess >= Low && Excess < High; }
};

/// By how much visits of one block were lengthened.
struct BlockExcesses {
  uint64_t Visits = 0; ///< all of the block
  /// Ticks, and how many visits were lengthened by so much; in any order.
  std::vector<std::pair<double, uint64_t>> Excesses;
  double LeastVisible = 0; ///< ticks: what adds less shows nowhere in it
  double Exposure = 0;     ///< ticks in which it could be interrupted
};

/// Excesses are counted in bins that are DetectorParams::BinWidth wide.
size_t excessBinOf(double Excess, const DetectorParams &Params);

/// Splits the excesses of all \p Blocks where few lie between many, but leaves
/// two and more interrupts of a class in one visit with it, as far as chance
/// makes these.
std::vector<ClassBand> findClasses(llvm::ArrayRef<BlockExcesses> Blocks,
                                   const DetectorParams &Params = {});

/// How often a block was interrupted of whose \p Visits \p Interrupted were
/// interrupted once or more often, if the interrupts are Poisson and its visits
/// as long as each other.
double interruptionsOf(uint64_t Interrupted, uint64_t Visits,
                       const DetectorParams &Params);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_CLASSES_H
