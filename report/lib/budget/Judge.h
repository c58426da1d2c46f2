//===- Judge.h - What a budget covers, measured and judged ----------------===//
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
#include "worst/TimeSeries.h"
#include <map>

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

/// A tail that a budget is of.
struct TailOf {
  worst::SeriesOf Series;
  double Exceedance = 0;
  auto operator<=>(const TailOf &) const = default;
};
/// The WCET estimate of a function, with interrupts; none: why.
struct WorstOf {
  std::optional<double> Ticks;
  std::string Reason;
};

/// What is not in a report, but found for the budgets that are of it.
struct Estimates {
  std::map<TailOf, analysis::TailEstimate> Tails; ///< of raw times, ticks
  std::map<size_t, WorstOf> Longest;              ///< by function in the report
};

/// Whose times \p B, of a tail, is for in \p S; nothing if it is of no tail.
std::optional<TailOf> tailOf(const Budget &B, const Subject &S,
                             const analysis::ReportModel &Report);
/// Those that \p Budgets, whose patterns are valid, and the markers in \p
/// Report are of, each once: reports do not have them. Of what ran only.
std::vector<TailOf> tailsOf(llvm::ArrayRef<Budget> Budgets,
                            const analysis::ReportModel &Report);
/// Functions whose WCET estimate they are of, in the same way.
std::vector<size_t> estimatesOf(llvm::ArrayRef<Budget> Budgets,
                                const analysis::ReportModel &Report);

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
                 const analysis::ReportModel &Report, const Estimates &Known);

/// Whose times these are: BudgetVerdict::Times.
llvm::StringRef timesName(const Budget &B, const Subject &S);

/// That figure in words: "inclusive time, raw HWM".
std::string measureName(const Budget &B, const Subject &S);

/// The shares of the run's time that functions have are of this: the self times
/// of all functions, ticks.
double timeOfRun(const analysis::ReportModel &Report);

/// \p B for each thing that it is for; nothing where that is nothing of the
/// program. Call paths must be there where needsCallPaths().
/// Budgets of what is not \p Known are not judged.
std::vector<analysis::BudgetVerdict> judge(const Budget &B,
                                           const analysis::ReportModel &Report,
                                           const Estimates &Known = {});

/// The bounds of loops, each as a budget.
std::vector<analysis::BudgetVerdict>
judgeBounds(const analysis::ReportModel &Report);

/// \p M, of \p Report, for what it stands in. Errors name the place in the
/// source: what is written there is no budget.
llvm::Expected<analysis::BudgetVerdict>
judgeMarker(const analysis::BudgetMarker &M,
            const analysis::ReportModel &Report, const Estimates &Known = {});

/// Of each function that ran: what of it is worse in the second set of \p
/// Model, the runs of \p Report, than in the first, by as much as Model's
/// options call a difference.
std::vector<analysis::BudgetVerdict>
judgeAgainst(const compare::ComparisonModel &Model,
             const analysis::ReportModel &Report);

} // namespace ipoint::budget

#endif // IPOINT_BUDGET_JUDGE_H
