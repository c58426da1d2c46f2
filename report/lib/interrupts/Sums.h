//===- Sums.h - Visits with several interrupts in them --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interrupts in one visit add up. What they add may look like another class:
// two of a class where a visit is long or a handler was waiting for its
// own end; one of each of two classes where they are due together.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_SUMS_H
#define IPOINT_INTERRUPTS_SUMS_H

#include "Classes.h"

namespace ipoint::analysis {

/// What all blocks together have in a band.
struct SeenBand {
  double Count = 0, Sum = 0; ///< visits; ticks that were added to them
  double Low = 0, Median = 0, High = 0; ///< nine in ten are from Low to High
  /// By excess, with counts.
  std::vector<std::pair<double, uint64_t>> Excesses;
  std::vector<uint64_t> Counts; ///< by block

  SeenBand(const ExcessBand &Band, llvm::ArrayRef<BlockExcesses> Blocks);
  double mean() const { return Sum / Count; }
};

/// Which classes the interrupts are of whose visits are in each of \p Bands: a
/// band is that of visits with the interrupts of two shorter ones if its
/// excesses are as long as both of these together, and
///   - this is known to a few per cent, and these are not just a few; or
///   - they are no more than chance brings together. Of one class they are not
///     parted from it then, as they may be its longest ones.
std::vector<ClassBand> findSums(llvm::ArrayRef<ExcessBand> Bands,
                                llvm::ArrayRef<BlockExcesses> Blocks,
                                const DetectorParams &Params);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_SUMS_H
