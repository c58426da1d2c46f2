//===- ObservedSets.h - Interrupts among single times ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_OBSERVEDSETS_H
#define IPOINT_INTERRUPTS_OBSERVEDSETS_H

#include "observations/Observations.h"

namespace ipoint::analysis {

/// What detection finds in a set.
struct DetectedSet {
  size_t Interrupted = 0;           ///< values that were taken out
  size_t Left = 0;                  ///< values beyond a gap that were not
  double LeftLow = 0, LeftHigh = 0; ///< from and to, of these
};

/// Takes the values out of \p Sets that detection finds to be interrupted: to
/// it each set is a block, and interrupts come to each in proportion to its
/// time. It has no times of day to go by, so that what one set has alone is
/// left, whether or not it keeps to a clock.
std::vector<DetectedSet>
dropInterrupted(llvm::MutableArrayRef<observations::Set> Sets);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_OBSERVEDSETS_H
