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

/// At most one for each function whose blocks are units: of the context that
/// takes longest. A block that no observed call executed is in none of them. A
/// call of a function executes a block if Path has as many executions of it as
/// calls, and two blocks if it has more of both in all than calls. The search
/// is bounded: what is not found in it is not reported. \p Time is the figure
/// that Path is the solution for; \p PlaceOf has the place of a block (None:
/// the function).
std::vector<BlocksApart> findNeverTogether(
    const FlowModel &Model, const UnitTimes &Units, const Solution &Path,
    std::optional<double> Times::*Time,
    llvm::function_ref<PlaceInSource(uint32_t Function, uint32_t Block)>
        PlaceOf);

} // namespace ipoint::worst

#endif // IPOINT_WORST_TOGETHER_H
