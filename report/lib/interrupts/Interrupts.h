//===- Interrupts.h - Which long visits were interrupted by interrupts ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   histograms ──shapeOf──> what lies beyond a gap, block by block
//       ──findClasses──> classes of excess, over all blocks
//       ──detect──> decisions: interrupts come to each block in proportion to
//          its time, a slow path is one block's own
//   (second pass: FilterCollector) ──review──> classes that are none by their
//       times, and visits that are interrupted by theirs ──> detect, again
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_INTERRUPTS_H
#define IPOINT_INTERRUPTS_INTERRUPTS_H

#include "Classes.h"
#include "Detection.h"
#include "FilterCollector.h"

namespace ipoint::analysis {

/// Visits of a block that are interrupted, by their times.
struct Admission {
  uint32_t Block = 0;
  Band Ticks; ///< raw
};

/// Results of the second pass that histograms cannot give.
struct Findings {
  std::vector<ExcessBand> Revoked; ///< bands of excess that are no interrupts
  std::vector<Admission> Admitted;
  /// Blocks some of whose visits may keep to a clock: whether they keep to the
  /// number of visits is to be asked.
  std::vector<uint32_t> Counted;
};

struct DetectionResult {
  std::vector<BlockShape> Shapes; ///< by block
  InterruptClasses Classes;
  std::vector<Decision> Decisions; ///< by block
};

/// Classifies blocks with the raw \p Times (null: none, or not to be
/// classified), by block.
DetectionResult detect(llvm::ArrayRef<const Histogram *> Times,
                       const GapRule &Rule, const Findings &Known = {});

/// Adds to \p Known what the second pass over \p Found, \p Seen, shows. Classes
/// are none that follow at once upon each other or upon other interrupts, as
/// phases of a slower clock and refills of a cache do. What a block has alone
/// is a class if it keeps to a clock, and not to the number of the block's
/// visits. True if there was anything to add.
bool review(const DetectionResult &Found, const FilterCollector &Seen,
            const GapRule &Rule, Findings &Known);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_INTERRUPTS_H
