//===- RunSets.h - Reading sets of runs to compare ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_RUNSETS_H
#define IPOINT_REPORT_RUNSETS_H

#include "compare/Compare.h"
#include "llvm/Support/Error.h"

namespace ipoint::report {

/// One set as the command line has it.
struct SetOption {
  std::string Name;
  std::vector<std::string> Traces;
  std::string Database; ///< empty: not named
};

/// Analyses each run of \p Sets by itself, and warns of damage. Errors: a set
/// has one run; a trace or database cannot be read; a trace has impossible
/// transitions, and not \p Impossible. With \p Source the sets keep their
/// source.
llvm::Expected<std::vector<compare::RunSet>>
readSets(llvm::ArrayRef<SetOption> Sets, bool Impossible, bool Source = false);

/// Compares \p Sets. Errors: one of them is of another program than the first.
llvm::Expected<compare::ComparisonModel>
compareSets(std::vector<compare::RunSet> Sets,
            const compare::CompareOptions &Options);

} // namespace ipoint::report

#endif // IPOINT_REPORT_RUNSETS_H
