//===- Decisions.h - What the filter decided, in a profile ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A profile counts the runs, or sets of runs, for which a block was decided
// upon in each way, and keeps one of the reasons.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_DECISIONS_H
#define IPOINT_PROFILE_DECISIONS_H

#include "Profile.h"
#include "interrupts/exclude/Filter.h"

namespace ipoint::profile {

/// Adds the decision \p D on the block of \p Slot.
void note(const analysis::Decision &D, uint64_t Slot, Function &To);

/// The decision on that block: Applied where something was excluded once.
analysis::Decision decisionOn(uint64_t Slot, const Function &In);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_DECISIONS_H
