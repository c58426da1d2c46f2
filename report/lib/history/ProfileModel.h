//===- ProfileModel.h - A profile's figures, without its database ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_HISTORY_PROFILEMODEL_H
#define IPOINT_HISTORY_PROFILEMODEL_H

#include "model/Model.h"
#include "profile/Profile.h"

namespace ipoint::history {

/// Of a report on \p P what its names and sums are enough for: clock, functions
/// that ran, their calls, times, blocks and loops, by which budgets can be
/// judged. FunctionModel::File is the path's last part: what a checkout's
/// folder is called differs. Errors: its runs have clocks of different rates,
/// or it has what no profile has.
llvm::Expected<analysis::ReportModel> modelOf(const profile::Profile &P);

} // namespace ipoint::history

#endif // IPOINT_HISTORY_PROFILEMODEL_H
