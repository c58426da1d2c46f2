//===- BudgetConfig.h - The section `budgets` of a config file ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_BUDGETCONFIG_H
#define IPOINT_REPORT_BUDGETCONFIG_H

#include "budget/Budget.h"
#include "database/ConfigFile.h"

namespace ipoint::report {

/// The budgets in \p File, a file that `ipoint-instrument` reads too
/// (docs/configuration.md); none if there is no such section.
///
/// Errors name the file, and the line and column where that is possible.
llvm::Expected<std::vector<budget::Budget>>
readBudgetConfig(database::ConfigText &File);

} // namespace ipoint::report

#endif // IPOINT_REPORT_BUDGETCONFIG_H
