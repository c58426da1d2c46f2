//===- WorstWriter.h - The longest path as text, JSON and a page ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_WORSTWRITER_H
#define IPOINT_OUTPUT_WORSTWRITER_H

#include "support/TimeUnit.h"
#include "worst/WorstModel.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace ipoint::output {

enum class WorstForm {
  Text, ///< for a terminal
  Json, ///< docs/worst.md
  Html  ///< of a model that has its sources
};

struct WorstOptions {
  WorstForm Form = WorstForm::Text;
  /// Of a file; "-" is standard output. Html: of a folder, or of a file.
  std::string Path;
  bool IsSingleFile = false; ///< html: all in one file
  /// Of times; a page shows any and begins with it. Ticks where the clock's
  /// rate is not known.
  analysis::TimeUnit Unit = analysis::TimeUnit::Ticks;
  std::string Version;                  ///< of ipoint-report
  std::vector<std::string> CommandLine; ///< of ipoint-report
  bool All = false;                     ///< text: lists whole
  unsigned Width = 80;     ///< text: columns that its sentences take
  unsigned TableWidth = 0; ///< text: the same of its tables; 0: any number
};

/// Writes \p Model as \p Options say. Errors name the path.
llvm::Error writeWorst(const worst::WorstModel &Model,
                       const WorstOptions &Options);

/// The form for a terminal.
void printWorstText(llvm::raw_ostream &Out, const worst::WorstModel &Model,
                    const WorstOptions &Options);

/// The JSON document.
void printWorstJson(llvm::raw_ostream &Out, const worst::WorstModel &Model,
                    const WorstOptions &Options);

/// The same in ticks with the sources of \p Model, for a page.
void printWorstData(llvm::json::OStream &Json, const worst::WorstModel &Model,
                    const WorstOptions &Options);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_WORSTWRITER_H
