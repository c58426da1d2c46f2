//===- Together.h - What of the longest path was never seen together ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_TOGETHER_H
#define IPOINT_WORST_TOGETHER_H

#include "FlowModel.h"

namespace ipoint::worst {

/// At most one for each function whose blocks are units: of those contexts that
/// have one, that which takes longest. Where it has several calls on the path,
/// only blocks count that more than half of these execute for sure, and only
/// sets that at least one of these executes whole. What no observed call
/// executed is in none. The search is bounded: what is not found in it is not
/// reported. \p Time is the figure that \p Path is the solution for; \p PlaceOf
/// has the place of a block (None: the function).
std::vector<BlocksApart> findNeverTogether(
    const FlowModel &Model, const UnitTimes &Units, const Solution &Path,
    std::optional<double> Times::*Time,
    llvm::function_ref<PlaceInSource(uint32_t Function, uint32_t Block)>
        PlaceOf);

} // namespace ipoint::worst

#endif // IPOINT_WORST_TOGETHER_H
