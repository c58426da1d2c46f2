//===- FindDatabase.h - The ipoint database that a trace is of ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_FINDDATABASE_H
#define IPOINT_REPORT_FINDDATABASE_H

#include "database/Program.h"
#include "trace/Trace.h"

namespace ipoint::report {

/// Reads the database \p Named by the user. If that is empty, the first of
/// these that has all units of \p Traces: what IPOINT_DB
/// names; the paths in the traces, which their programs were built with;
/// ipoint.db in the folder of the first trace and in the two above it; and
/// ipoint.db in the working folder.
///
/// Errors: there is none, with all that were tried and why each does not fit;
/// or, if one is of the same build, what is wrong with that. A database that
/// the user named is not held against the traces here.
llvm::Expected<database::Program>
findDatabase(llvm::StringRef Named, llvm::ArrayRef<trace::Trace> Traces);

} // namespace ipoint::report

#endif // IPOINT_REPORT_FINDDATABASE_H
