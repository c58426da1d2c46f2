//===- BlockCalls.h - How often the calls of a block happen ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block is a graph of sites: that of its ipoint, and those that are none and
// come before the next ipoints. A call at a site of which each walk through the
// graph passes one happens once; at one that lies in a cycle it can happen any
// number of times. Of several calls of one callee the least and the most on a
// walk count: in `c ? f(1) : f(2)` there is one.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_BLOCKCALLS_H
#define IPOINT_PROBES_BLOCKCALLS_H

#include "probes/Plan.h"

namespace ipoint {

/// Adds to \p Calls those of \p Found at \p Sites, the block of \p Ipoint, its
/// own site first. \p OfSite is as in the FunctionPlan. Walks that end where
/// control does not return count only if there are no others: their visits do
/// not come to an end. Time grows with the sites of the block times its
/// callees, up to a limit beyond which calls are Maybe.
void addCallsOf(const FoundFunction &Found,
                llvm::ArrayRef<std::optional<uint32_t>> OfSite,
                llvm::ArrayRef<unsigned> Sites, uint32_t Ipoint,
                std::vector<PlannedCall> &Calls);

} // namespace ipoint

#endif // IPOINT_PROBES_BLOCKCALLS_H
