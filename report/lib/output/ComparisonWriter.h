//===- ComparisonWriter.h - What differs between sets of runs -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_COMPARISONWRITER_H
#define IPOINT_OUTPUT_COMPARISONWRITER_H

#include "Files.h"
#include "compare/Compare.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace ipoint::output {

/// The page is of a model that keeps its times and source; docs/compare.md has
/// the document.
struct ComparisonOptions : PageOptions {
  /// Html: the unit that the page begins with. The model's is ticks, or
  /// nanoseconds where clocks differ.
  analysis::TimeUnit FirstUnit = analysis::TimeUnit::Ticks;
  unsigned Top = 20; ///< text: differences in the table
};

/// Writes \p Model as \p Options say. Errors name the path.
llvm::Error writeComparison(const compare::ComparisonModel &Model,
                            const ComparisonOptions &Options);

/// The form for a terminal.
void printComparisonText(llvm::raw_ostream &Out,
                         const compare::ComparisonModel &Model,
                         const ComparisonOptions &Options);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_COMPARISONWRITER_H
