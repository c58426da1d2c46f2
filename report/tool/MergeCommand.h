//===- MergeCommand.h - ipoint-report merge -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_MERGECOMMAND_H
#define IPOINT_REPORT_MERGECOMMAND_H

#include "llvm/Support/Error.h"

namespace ipoint::report {

/// Whether the command line asks for it.
bool isMerge(int Count, char **Arguments);

/// Adds profiles to one, as the command line wants.
llvm::Error runMerge(int Count, char **Arguments);

} // namespace ipoint::report

#endif // IPOINT_REPORT_MERGECOMMAND_H
