//===- HistoryWriter.h - A history as text, JSON or a page ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_HISTORYWRITER_H
#define IPOINT_OUTPUT_HISTORYWRITER_H

#include "Files.h"
#include "history/History.h"
#include "llvm/Support/Error.h"

namespace ipoint::output {

/// docs/history.md has the document.
struct HistoryOutput : PageOptions {
  std::string Function; ///< text: the values of this one
  bool All = false;     ///< text: whole lists
};

/// Writes \p Model as \p Options say. Errors name the path, or a function that
/// it does not have.
llvm::Error writeHistory(const history::HistoryModel &Model,
                         const HistoryOutput &Options);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_HISTORYWRITER_H
