//===- CompareCommand.h - ipoint-report compare ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_COMPARECOMMAND_H
#define IPOINT_REPORT_COMPARECOMMAND_H

#include "llvm/Support/Error.h"

namespace ipoint::report {

/// Whether the command line asks for a comparison.
bool isCompare(int Count, char **Arguments);

/// Compares sets of runs as the command line says; answers --help itself and
/// then exits. Returns whether something differs. Errors say what is wrong with
/// the command line or the input.
llvm::Expected<bool> runCompare(int Count, char **Arguments);

} // namespace ipoint::report

#endif // IPOINT_REPORT_COMPARECOMMAND_H
