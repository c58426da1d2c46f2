//===- ComparisonWriter.h - What differs between sets of runs -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_COMPARISONWRITER_H
#define IPOINT_OUTPUT_COMPARISONWRITER_H

#include "compare/Compare.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace ipoint::output {

enum class ComparisonForm {
  Text, ///< for a terminal
  Json, ///< docs/compare.md
  Html  ///< of a model that keeps its times and source
};

struct ComparisonOptions {
  ComparisonForm Form = ComparisonForm::Text;
  /// Of a file; "-" is standard output. Html: of a folder, or of a file.
  std::string Path;
  bool IsSingleFile = false; ///< html: all in one file
  /// Html: the unit that the page begins with. The model's is ticks, or
  /// nanoseconds where clocks differ.
  analysis::TimeUnit FirstUnit = analysis::TimeUnit::Ticks;
  std::string Version;                  ///< of ipoint-report
  std::vector<std::string> CommandLine; ///< of ipoint-report
  unsigned Top = 20;                    ///< text: differences in the table
  unsigned Width = 80;     ///< text: columns that its sentences take
  unsigned TableWidth = 0; ///< text: the same of its table; 0: any number
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
