//===- Scope.h - What a budget is for -------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_BUDGET_SCOPE_H
#define IPOINT_BUDGET_SCOPE_H

#include "Budget.h"
#include "model/Model.h"

namespace ipoint::budget {

/// One thing that a budget is for. What is null is not meant, or, of a path,
/// was not taken.
struct Subject {
  size_t Function = 0; ///< in ReportModel::Functions
  const analysis::BlockModel *Block = nullptr;
  const analysis::LoopModel *Loop = nullptr;
  const analysis::PathModel *Path = nullptr;
  std::string Name; ///< for the user
  unsigned Line = 0;
};

/// All that \p B, whose patterns are valid, is for in the program that \p
/// Report is about, whether it ran or not.
std::vector<Subject> subjectsOf(const Budget &B,
                                const analysis::ReportModel &Report);

} // namespace ipoint::budget

#endif // IPOINT_BUDGET_SCOPE_H
