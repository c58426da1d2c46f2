//===- Judge.h - Which budgets were kept ----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_BUDGET_JUDGE_H
#define IPOINT_BUDGET_JUDGE_H

#include "Budget.h"
#include "compare/Compare.h"
#include "model/Model.h"

namespace ipoint::budget {

/// \p B for each thing that it is for; nothing where that is nothing of the
/// program. Call paths must be there where needsCallPaths().
std::vector<analysis::BudgetVerdict> judge(const Budget &B,
                                           const analysis::ReportModel &Report);

/// The bounds of loops, each as a budget.
std::vector<analysis::BudgetVerdict>
judgeBounds(const analysis::ReportModel &Report);

/// \p M, of \p Report, for what it stands in. Errors name the place in the
/// source: what is written there is no budget.
llvm::Expected<analysis::BudgetVerdict>
judgeMarker(const analysis::BudgetMarker &M,
            const analysis::ReportModel &Report);

/// Of each function that ran: what of it is worse in the second set of \p
/// Model, the runs of \p Report, than in the first, by as much as Model's
/// options call a difference.
std::vector<analysis::BudgetVerdict>
judgeAgainst(const compare::ComparisonModel &Model,
             const analysis::ReportModel &Report);

} // namespace ipoint::budget

#endif // IPOINT_BUDGET_JUDGE_H
