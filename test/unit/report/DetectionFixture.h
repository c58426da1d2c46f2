//===- DetectionFixture.h - Times of blocks that something interrupts -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TEST_UNIT_REPORT_DETECTIONFIXTURE_H
#define IPOINT_TEST_UNIT_REPORT_DETECTIONFIXTURE_H

#include "interrupts/find/Detection.h"

namespace ipoint::analysis {

inline const GapRule Rule = {1, 100};

/// \p Visits of about \p Ticks, \p Interrupted of which something made 2000 to
/// 2500 ticks longer.
inline Histogram makeBlock(uint64_t Ticks, uint64_t Visits,
                           uint64_t Interrupted) {
  Histogram H;
  H.add(Ticks, Visits - Interrupted);
  for (uint64_t I = 0; I < Interrupted; ++I)
    H.add(Ticks + 2000 + I * 500 / Interrupted);
  return H;
}

} // namespace ipoint::analysis

#endif // IPOINT_TEST_UNIT_REPORT_DETECTIONFIXTURE_H
