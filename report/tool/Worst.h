//===- Worst.h - What ipoint-report worst is asked for --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_WORST_H
#define IPOINT_REPORT_WORST_H

#include "worst/Estimate.h"
#include "llvm/Support/Error.h"

namespace ipoint::report {

struct WorstCall {
  std::string Root;                ///< see worst::findRoot()
  std::vector<std::string> Inputs; ///< traces, or profiles
  std::string Database;            ///< empty: not named
  std::string Config;              ///< the file of --config; empty: none
  std::vector<std::string> Facts;  ///< files of flow facts
  unsigned ContextDepth = 3;       ///< call sites in a context at most
  worst::ObservedBounds Observed = worst::ObservedBounds::Loops;
  bool AssumeNever = false; ///< what was not measured is left out
  worst::UnitChoice Units = worst::UnitChoice::Auto;
  std::string Proposals;    ///< to write observed facts to; empty: none
  std::string Rules;        ///< to write those to that leave out functions
                            ///< that are too short; empty: none
  std::string LpFile;       ///< to write the linear program to; empty: none
  bool KeepsSource = false; ///< fills WorstModel::Sources
};

/// The longest path from \p Call's root. Errors name what cannot be read, which
/// bound is missing or contradicts which, and what to write.
llvm::Expected<worst::WorstModel> estimateWorst(const WorstCall &Call);

struct Options;
/// The longest paths that \p O asks for and its budgets are of, from functions
/// of \p Report, as ipoint-report worst estimates them by default. Errors: a
/// root is nothing of the program.
llvm::Expected<std::vector<worst::FunctionPath>>
longestPaths(const Options &O, const analysis::ReportModel &Report);

} // namespace ipoint::report

#endif // IPOINT_REPORT_WORST_H
