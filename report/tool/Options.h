//===- Options.h - The command line of ipoint-report ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_OPTIONS_H
#define IPOINT_REPORT_OPTIONS_H

#include "CheckOptions.h"
#include "Formats.h"
#include "budget/Budget.h"
#include "model/Analysis.h"
#include "output/Writer.h"

namespace ipoint::report {

/// What was asked for on the command line.
struct Options {
  Format Kind = Format::Text;
  std::vector<std::string> Traces;
  std::string Database;               ///< empty: not named
  std::vector<std::string> Baselines; ///< files of ipoint-run --baseline
  bool FindBaselines = false;         ///< take those beside the traces
  analysis::AnalysisOptions Analysis;
  bool ExcludeImpossible = false;      ///< do not refuse impossible transitions
  std::vector<budget::Budget> Budgets; ///< of the config file
  std::optional<CheckOptions> Check;   ///< budgets are judged for the answer
  uint64_t Events = 0; ///< of traces: see exporting::ExportOptions
  output::WriterOptions Output;
};

/// Reads the command line; answers --help and --version itself and then exits.
/// Errors say what is wrong with it.
llvm::Expected<Options> parseOptions(int Count, char **Arguments);

} // namespace ipoint::report

#endif // IPOINT_REPORT_OPTIONS_H
