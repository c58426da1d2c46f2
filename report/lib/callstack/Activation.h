//===- Activation.h - What is known of one call of a function -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_ACTIVATION_H
#define IPOINT_CALLSTACK_ACTIVATION_H

#include "ProbeCost.h"
#include "llvm/ADT/ArrayRef.h"

namespace ipoint::analysis {

/// A path record, and how often it came in a row.
struct PathRun {
  uint64_t Record = 0;
  uint64_t Times = 0;
};

/// A complete activation.
struct Activation {
  bool SelfUsable = false;
  bool InclusiveUsable = false;
  uint64_t Self = 0;            ///< ticks, probes included
  uint64_t Inclusive = 0;       ///< ticks, probes included
  uint64_t SelfOffCpu = 0;      ///< ticks off CPU, which Self has not
  uint64_t InclusiveOffCpu = 0; ///< the same of Inclusive
  ProbeCount SelfProbes, InclusiveProbes;
  uint64_t SelfExcess = 0;       ///< ticks; what time() returned in it
  uint64_t InclusiveExcess = 0;  ///< the same with its callees
  llvm::ArrayRef<PathRun> Paths; ///< that it took, in their order
  bool ArePathsCut = false;      ///< there are more
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_ACTIVATION_H
