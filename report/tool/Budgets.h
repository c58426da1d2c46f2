//===- Budgets.h - The budgets of a command line, judged ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_BUDGETS_H
#define IPOINT_REPORT_BUDGETS_H

#include "Options.h"
#include "database/Program.h"

namespace ipoint::report {

/// Adds to \p Report which budgets of \p O, and of the source, it keeps.
/// Errors, of `check` only: a budget is for nothing in the program, one of the
/// source is not understood, there is none at all, or the baseline cannot be
/// read; other outputs are warned of the first two of these.
llvm::Error judgeBudgets(const Options &O, analysis::ReportModel &Report);

/// Whether a budget in the source of \p Program needs call paths.
bool markersNeedCallPaths(const database::Program &Program);

/// Whether one of them is broken.
bool isAnyBroken(const analysis::ReportModel &Report);

/// Whether nothing can be said of any.
bool isNoneJudged(const analysis::ReportModel &Report);

} // namespace ipoint::report

#endif // IPOINT_REPORT_BUDGETS_H
