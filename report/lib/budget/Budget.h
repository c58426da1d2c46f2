//===- Budget.h - What something may take ---------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   config, markers ──> Budgets ──scope──> what each is for ──measure──>
//   observed ──judge──> BudgetVerdicts, in the report
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_BUDGET_BUDGET_H
#define IPOINT_BUDGET_BUDGET_H

#include "model/BudgetModel.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace ipoint::budget {

/// As it was written; see toModel().
struct Limit {
  analysis::LimitUnit Unit = analysis::LimitUnit::Ticks;
  double Value = 0; ///< in Unit

  analysis::BudgetKind kind() const;
  /// Ticks of a clock of \p RateHz, iterations, or a share.
  double inModel(double RateHz) const;
};

/// "20 us", "64 iterations" or "5 %". Errors: it is none of these, or not more
/// than 0.
llvm::Expected<Limit> parseLimit(llvm::StringRef Text);

/// How many of \p Unit are one of what BudgetVerdict has, with a clock of \p
/// RateHz.
double unitsOf(analysis::LimitUnit Unit, double RateHz);
llvm::StringRef nameOf(analysis::LimitUnit Unit);

/// Which figure of a distribution is held against the limit.
struct Figure {
  enum class Kind {
    Raw,      ///< the high-water mark, as read
    Response, ///< the same, with the time off CPU
    Filtered, ///< the largest without probe overhead and interrupts
    Percentile,
    Tail, ///< the upper bound of what is exceeded with Exceedance
    Worst ///< the WCET estimate, with interrupts
  };
  Kind K = Kind::Raw;
  size_t Percentile = 0; ///< in PercentileShares
  double Exceedance = 0; ///< probability
};

/// "raw", "response", "filtered", "p50" … "p99.99", "worst", "tail 1e-6".
/// Errors: it is no such.
llvm::Expected<Figure> parseFigure(llvm::StringRef Text);

/// What a budget is for, and what it allows. Patterns that are empty match all.
struct Budget {
  std::string Name;
  std::string From;
  std::string Files, Functions;  ///< patterns
  std::string Blocks;            ///< pattern; empty: the function's times
  std::string Loops;             ///< pattern; empty: no loop
  std::string Marks;             ///< pattern of marks' names; empty: no mark
  std::vector<std::string> Path; ///< blocks; empty: no path
  std::vector<std::string> CallPath; ///< functions; empty: any
  bool IsSelf = false; ///< without callees; else with them, where that is asked
  Limit Most;
  Figure By;

  /// Shares of calls with their callees are known by their paths only.
  bool needsCallPaths() const;
};

/// What IPOINT_BUDGET says: of the function that it stands in, or of the block.
struct SourceBudget {
  Budget Of; ///< without patterns and origin
  bool IsOfBlock = false;
};

/// "inclusive <= 20 us", "self p99 <= 3 us", "self tail 1e-6 <= 9 us", "block
/// <= 400 ticks", "5 %": whose time (inclusive unless it is a share), which
/// figure (raw unless it is a share), and the limit. Errors: it is no such.
llvm::Expected<SourceBudget> parseMarker(llvm::StringRef Text);

/// Errors: a pattern of \p B is none.
llvm::Error checkPatterns(const Budget &B);

} // namespace ipoint::budget

#endif // IPOINT_BUDGET_BUDGET_H
