//===- Activation.h - What is known of one call of a function -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_ACTIVATION_H
#define IPOINT_CALLSTACK_ACTIVATION_H

#include "ProbeCost.h"

namespace ipoint::analysis {

/// A complete activation.
struct Activation {
  bool SelfUsable = false;
  bool GrossUsable = false;
  uint64_t Self = 0;      ///< ticks, probes included
  uint64_t Gross = 0;     ///< ticks, probes included
  uint64_t SelfAway = 0;  ///< ticks without a CPU, which Self has not
  uint64_t GrossAway = 0; ///< the same of Gross
  ProbeCount SelfProbes, GrossProbes;
  uint64_t SelfExcess = 0;  ///< ticks; what time() returned in it
  uint64_t GrossExcess = 0; ///< the same with its callees
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_ACTIVATION_H
