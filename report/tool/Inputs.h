//===- Inputs.h - Traces or profiles to report on -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_INPUTS_H
#define IPOINT_REPORT_INPUTS_H

#include "model/Analysis.h"

namespace ipoint::report {

/// What is reported on: traces, or the runs of profiles that were added up.
struct Inputs {
  std::vector<trace::Trace> Traces;
  std::unique_ptr<profile::Profile> Reduced; ///< null: the traces are folders
  std::string From;                          ///< the first path that was named

  /// Sets what analysis needs to know of them.
  void setIn(analysis::AnalysisOptions &Options) const {
    Options.Reduced = Reduced.get();
    Options.ReducedFrom = From;
  }
};

/// Opens \p Paths, all of them folders of traces or all of them profiles.
/// Errors name the path.
llvm::Expected<Inputs> openInputs(llvm::ArrayRef<std::string> Paths);

/// The same, one for each run. Errors also: a profile has several runs.
llvm::Expected<std::vector<Inputs>> openRuns(llvm::ArrayRef<std::string> Paths);

/// Reads the profiles \p Paths and adds them up.
llvm::Expected<std::unique_ptr<profile::Profile>>
mergeProfiles(llvm::ArrayRef<std::string> Paths);

} // namespace ipoint::report

#endif // IPOINT_REPORT_INPUTS_H
