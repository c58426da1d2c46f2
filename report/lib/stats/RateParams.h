//===- RateParams.h - The constants of rates and periods ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_RATEPARAMS_H
#define IPOINT_STATS_RATEPARAMS_H

namespace ipoint::analysis {

/// RateParams.def has the reasons.
struct RateParams {
#define IPOINT_PARAM(Name, Default, Low, High) double Name = Default;
#include "stats/RateParams.def"
};

} // namespace ipoint::analysis

#endif // IPOINT_STATS_RATEPARAMS_H
