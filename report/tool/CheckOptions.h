//===- CheckOptions.h - The command line of ipoint-report check -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_CHECKOPTIONS_H
#define IPOINT_REPORT_CHECKOPTIONS_H

#include "Formats.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace ipoint::report {

struct CheckOptions {
  std::vector<std::string> Baseline; ///< traces; empty: none
  double NoWorseThan = 0.05;         ///< a share
  bool IsStrict = false;             ///< what was not judged counts as broken
};

/// `ipoint-report check`.
llvm::cl::SubCommand &checkCommand();

/// What its own options say, and what is to be written.
llvm::Expected<Format> readCheck(CheckOptions &Result);

} // namespace ipoint::report

#endif // IPOINT_REPORT_CHECKOPTIONS_H
