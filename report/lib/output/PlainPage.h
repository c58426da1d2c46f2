//===- PlainPage.h - The report without scripts ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HTML for browsers that run no scripts: the verdict, a table of the functions
// that ran, and their sources as the text has them. All that comes from the
// program is escaped.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_PLAINPAGE_H
#define IPOINT_OUTPUT_PLAINPAGE_H

#include "Writer.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ipoint::output {

/// \p PageOf returns the page that a function of an index is in; empty: this
/// one.
void printPlainFront(llvm::raw_ostream &Out,
                     const analysis::ReportModel &Report,
                     const WriterOptions &Options,
                     llvm::function_ref<std::string(size_t)> PageOf);

/// Nothing, if it did not run.
void printPlainFunction(llvm::raw_ostream &Out,
                        const analysis::ReportModel &Report,
                        const WriterOptions &Options,
                        const analysis::FunctionModel &F);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_PLAINPAGE_H
