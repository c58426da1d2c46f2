//===- Interrupts.h - Which long visits were struck by interrupts ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   histograms ──shapeOf──> what lies beyond a gap, block by block
//       ──findKinds──> kinds of excess, over all blocks
//       ──detect──> verdicts: an interrupt strikes each block in proportion to
//          its time, a slow path is one block's own
//   (second pass: FilterCollector) ──review──> kinds that time tells to be none
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ANALYSIS_INTERRUPTS_H
#define IPOINT_ANALYSIS_INTERRUPTS_H

#include "Detection.h"
#include "FilterCollector.h"

namespace ipoint::analysis {

/// By how much a kind of interrupt lengthens a visit: ticks from Low up to, but
/// not at, High.
struct KindBand {
  double Low = 0, High = 0;
  /// Only one block has enough of it to tell; so only its times can.
  bool IsUndecided = false;
  bool IsRevoked = false; ///< by review()

  bool holds(double Excess) const { return Excess >= Low && Excess < High; }
};

/// Splits excesses, with how often each came, where few lie between many.
std::vector<KindBand>
findKinds(llvm::ArrayRef<std::pair<double, uint64_t>> Excesses);

struct DetectionResult {
  std::vector<BlockShape> Shapes; ///< by block
  std::vector<KindBand> Kinds;    ///< by excess
  std::vector<Verdict> Verdicts;  ///< by block
};

/// Judges blocks with the raw \p Times (null: none, or not to be judged), by
/// block. \p Revoked are bands of excess that are no interrupts.
DetectionResult detect(llvm::ArrayRef<const Histogram *> Times,
                       const GapRule &Rule,
                       llvm::ArrayRef<KindBand> Revoked = {});

/// Revokes kinds in \p Found that the second pass, \p Seen, tells to be none:
/// they follow at once upon each other or upon other strikes, as phases of a
/// slower clock and refills of a cache do; or they are undecided, and not
/// periodic. True if it has revoked any.
bool review(DetectionResult &Found, const FilterCollector &Seen);

/// What is known of the interrupts that \p Seen has set aside.
InterruptsModel describeInterrupts(const FilterCollector &Seen,
                                   const SymbolTable &Symbols,
                                   llvm::ArrayRef<const Histogram *> Times,
                                   llvm::ArrayRef<Verdict> Verdicts,
                                   const GapRule &Rule);

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_INTERRUPTS_H
