//===- HistoryWriter.h - A history as text, JSON or a page ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_HISTORYWRITER_H
#define IPOINT_OUTPUT_HISTORYWRITER_H

#include "history/History.h"
#include "llvm/Support/Error.h"

namespace ipoint::output {

enum class HistoryForm {
  Text, ///< for a terminal
  Json, ///< docs/history.md
  Html
};

struct HistoryOutput {
  HistoryForm Form = HistoryForm::Text;
  /// Of a file; "-" is standard output. Html: of a folder, or of a file.
  std::string Path;
  bool IsSingleFile = false;            ///< html: all in one file
  std::string Version;                  ///< of ipoint-report
  std::vector<std::string> CommandLine; ///< of ipoint-report
  std::string Function;                 ///< text: the values of this one
  bool All = false;                     ///< text: whole lists
  unsigned Width = 80;     ///< text: columns that its sentences take
  unsigned TableWidth = 0; ///< text: the same of its tables; 0: any number
};

/// Writes \p Model as \p Options say. Errors name the path, or a function that
/// it does not have.
llvm::Error writeHistory(const history::HistoryModel &Model,
                         const HistoryOutput &Options);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_HISTORYWRITER_H
