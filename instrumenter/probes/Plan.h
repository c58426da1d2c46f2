//===- Plan.h - Which sites become ipoints --------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_PLAN_H
#define IPOINT_PROBES_PLAN_H

#include "probes/Selection.h"

namespace ipoint {

/// Where each site of a FoundUnit went: index of its ipoint, by function and
/// site.
using SitePlan = std::vector<std::vector<std::optional<uint32_t>>>;

/// Chooses the ipoints of \p Found and fills \p Unit with functions, ipoints,
/// transitions, calls and skips; its other members are the caller's. The source
/// files get their paths only.
SitePlan planUnit(const FoundUnit &Found, const Selection &Chosen,
                  database::Unit &Unit);

} // namespace ipoint

#endif // IPOINT_PROBES_PLAN_H
