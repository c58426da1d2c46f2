//===- Messages.h - What ipoint-report says on stderr ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_REPORT_MESSAGES_H
#define IPOINT_REPORT_MESSAGES_H

#include "database/Output.h"
#include "output/ProgressLine.h"
#include "trace/PacketReader.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace ipoint::report {

/// Prints \p What as one line, whatever is in it.
inline void warn(const llvm::Twine &What) {
  llvm::errs() << "ipoint-report: warning: " << printableMessage(What.str())
               << '\n';
}

/// The same of an error. Returns the exit code \p Code.
inline int printMessage(const llvm::Twine &What, int Code = 2) {
  llvm::errs() << "ipoint-report: error: " << printableMessage(What.str())
               << '\n';
  return Code;
}

/// Prints where to begin to read the pages that were written to \p Path.
inline void printPageOf(llvm::StringRef Path, bool IsSingleFile) {
  llvm::SmallString<256> Page(Path);
  if (!IsSingleFile)
    llvm::sys::path::append(Page, "index.html");
  llvm::outs() << printable(Page) << '\n';
}

/// While it lives, a terminal at standard error shows how far traces have been
/// read. No other code writes there meanwhile.
class ReadingLine {
public:
  /// \p What says which pass it is, from 1.
  explicit ReadingLine(std::function<std::string(unsigned Pass)> What) {
    if (llvm::sys::Process::StandardErrIsDisplayed())
      Shown.emplace(llvm::errs(), [this, What = std::move(What)] {
        return "ipoint-report: " + What(Read.pass()) + ": " +
               std::to_string(Read.percent()) + " %";
      });
  }

  trace::Progress *progress() { return &Read; }

private:
  trace::Progress Read;
  std::optional<output::ProgressLine> Shown; ///< none: not a terminal
};

} // namespace ipoint::report

#endif // IPOINT_REPORT_MESSAGES_H
