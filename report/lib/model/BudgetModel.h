//===- BudgetModel.h - What budgets allow and what was observed, as values ===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_BUDGETMODEL_H
#define IPOINT_MODEL_BUDGETMODEL_H

#include "TimesModel.h"
#include <cstddef>
#include <optional>
#include <string>

namespace ipoint::analysis {

/// What a budget limits.
enum class BudgetKind {
  Time,       ///< of one call or visit
  Iterations, ///< of a loop, each time that it is entered
  Share,      ///< of the run's time
  Worsening   ///< of a mean or percentile against a baseline, relative
};

/// In which unit a limit was written; what is observed is shown in it.
enum class LimitUnit {
  Ticks,
  Nanoseconds,
  Microseconds,
  Milliseconds,
  Seconds,
  Iterations,
  Percent
};

enum class BudgetState { Kept, Broken, NotJudged };

/// What IPOINT_BUDGET says in the source.
struct BudgetMarker {
  size_t Function = 0; ///< in ReportModel::Functions
  std::string Block;   ///< that it stands in; empty: in none that is known
  unsigned Line = 0;
  std::string Text; ///< as it is written
};

/// A budget, and one thing that it is for. Observed and Limit are ticks of the
/// trace's clock, iterations, or shares (0.05 is 5 %).
struct BudgetVerdict {
  std::string Name;    ///< the user's; empty: has none
  std::string From;    ///< who set it, e.g. "ipoint.yaml: line 7"
  std::string Subject; ///< e.g. "crc16", "crc16/while.1/body"
  std::string Measure; ///< what of it, in words, e.g. "inclusive time, raw HWM"
  BudgetKind Kind = BudgetKind::Time;
  LimitUnit Unit = LimitUnit::Ticks;
  std::string Times; ///< whose they are: self, inclusive, block, path or loop
  bool IsBound = false; ///< the bound of a loop
  bool ByMark = false;  ///< it limits a high-water mark
  size_t Function = 0;  ///< in ReportModel::Functions
  std::string Block;    ///< that a time is of; empty: of the function
  std::string File;     ///< that has the text, relative to the root
  unsigned Line = 0;
  double Limit = 0;
  std::optional<double> Observed; ///< none: not known
  std::optional<PlaceModel> At;   ///< of Observed; none: not known
  /// Ticks of Observed that detected interrupts added; none: not of a call or
  /// visit with any.
  std::optional<double> Interrupts;
  BudgetState State = BudgetState::NotJudged;
  std::string Reason; ///< of NotJudged; else what more is to be said, or empty
};

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_BUDGETMODEL_H
