//===- Verdict.h - What a report comes to, in sentences -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the outputs: written once, shown by text and page. What comes from
// the program is as it is: an output makes it printable, or escapes it.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_VERDICT_H
#define IPOINT_OUTPUT_VERDICT_H

#include "Writer.h"

namespace ipoint::output {

struct VerdictItem {
  /// `time`, `longest`, `budgets`, `change`, `figures` or `next`.
  llvm::StringLiteral About;
  std::string Text;                    ///< one sentence
  std::optional<size_t> Function = {}; ///< in ReportModel::Functions
  std::string Command = {}; ///< for a shell, that does it; empty: none
  bool IsAffected = false;  ///< a conclusion cannot be relied on
};

/// What takes the time, the longest call, which budgets hold, what changed,
/// which figures may be quoted, and what would make them better: in this order,
/// each where there is something to say. Times are in \p In.
std::vector<VerdictItem> verdictOf(const analysis::ReportModel &Report,
                                   const WriterOptions &Options, Unit In);

/// \p Share with as many digits as its 95 % interval of ± \p Off bears out:
/// "41 ± 3 %", "41.2 ± 0.4 %".
std::string shareWithin(double Share, double Off);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_VERDICT_H
