//===- Estimate.h - The longest time that parts and bounds allow ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_ESTIMATE_H
#define IPOINT_WORST_ESTIMATE_H

#include "FlowModel.h"

namespace ipoint::worst {

struct EstimateOptions {
  unsigned Contexts = 3; ///< sites in a CallString at most
  UnitChoice Units = UnitChoice::Auto;
  ObservedBounds Observed = ObservedBounds::Loops;
  bool AssumeNever = false; ///< what was never measured is left out
  std::vector<Fact> Facts;
  std::vector<ViolatedFact> Violations; ///< of these, by what was observed
  llvm::raw_ostream *Lp = nullptr;      ///< where the program is written to
};

/// The estimate for \p Seen.Root. Errors: the root never completed a call, or
/// has no time; something has no bound (which, and the fact to write); facts
/// that contradict each other (the smallest set of them).
llvm::Expected<WorstModel> estimate(const SymbolTable &Symbols,
                                    const analysis::ReportModel &Report,
                                    const Flow &Seen,
                                    const EstimateOptions &Options);

} // namespace ipoint::worst

#endif // IPOINT_WORST_ESTIMATE_H
