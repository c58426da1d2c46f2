//===- BudgetWords.h - Verdicts on budgets, in words ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the outputs. What comes from the program is as it is: an output
// makes it printable, or escapes it.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_BUDGETWORDS_H
#define IPOINT_OUTPUT_BUDGETWORDS_H

#include "model/Model.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace ipoint::output {

/// How many verdicts are what.
struct BudgetCounts {
  size_t Kept = 0, Broken = 0, NotJudged = 0;

  explicit BudgetCounts(const analysis::ReportModel &Report);
  size_t all() const { return Kept + Broken + NotJudged; }
  /// "3 budgets: 1 kept, 1 broken, 1 not judged".
  std::string inWords() const;
};

/// \p Value of a verdict in \p Unit: "54.92 us".
std::string amount(double Value, analysis::LimitUnit Unit, double RateHz);

/// What was observed, what was allowed, and why: "crc16 took 54.92 us, more
/// than 20 us (inclusive time, raw HWM); in call 7, …".
std::string sentence(const analysis::BudgetVerdict &V,
                     const analysis::ReportModel &Report);

/// Where a high-water mark was: "in call 7, until 1.2 us after the first record
/// of thread 3 in trace". \p Since is its PlaceModel::Since, with its unit.
std::string placeInWords(const analysis::PlaceModel &P, llvm::StringRef Since);

/// \p Ticks of a run, of which three digits are enough, such as "12.30 ms".
std::string sinceStart(double Ticks, uint64_t RateHz);

/// "on board=7, firmware=2.1, 12.30 ms after its start", as far as is known.
std::string originInWords(const analysis::MarkOrigin &O, uint64_t RateHz);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_BUDGETWORDS_H
