//===- Measure.h - What was observed of what a budget is for --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_BUDGET_MEASURE_H
#define IPOINT_BUDGET_MEASURE_H

#include "Scope.h"

namespace ipoint::budget {

struct Measured {
  /// As BudgetVerdict::Observed.
  std::optional<double> Value;
  /// Where Value is not known, but is not more than this.
  std::optional<double> AtMost;
  std::optional<analysis::PlaceModel> At;
  std::string Reason; ///< why Value is not known; else what is not in it
};

/// The figure of \p S that \p B limits.
Measured measure(const Budget &B, const Subject &S,
                 const analysis::ReportModel &Report);

/// Whose times these are: BudgetVerdict::Times.
llvm::StringRef timesName(const Budget &B, const Subject &S);

/// That figure in words: "inclusive time, raw HWM".
std::string measureName(const Budget &B, const Subject &S);

/// The shares of the run's time that functions have are of this: the self times
/// of all functions, ticks.
double timeOfRun(const analysis::ReportModel &Report);

} // namespace ipoint::budget

#endif // IPOINT_BUDGET_MEASURE_H
