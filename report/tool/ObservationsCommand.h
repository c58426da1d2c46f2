//===- ObservationsCommand.h - ipoint-report observations -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_OBSERVATIONSCOMMAND_H
#define IPOINT_REPORT_OBSERVATIONSCOMMAND_H

#include "llvm/Support/Error.h"

namespace ipoint::report {

/// Whether the command line is one of `ipoint-report observations`.
bool isObservations(int Count, char **Arguments);

/// Does what it says.
llvm::Error runObservations(int Count, char **Arguments);

} // namespace ipoint::report

#endif // IPOINT_REPORT_OBSERVATIONSCOMMAND_H
