//===- Output.h - What the tools print and write --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, paths and sources come from programs and files that are not trusted.
// All of them that is printed passes here: reports and error messages
// alike.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_OUTPUT_H
#define IPOINT_DATABASE_OUTPUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <system_error>

namespace ipoint {

/// \p Text as a terminal can show it, on one line: `\xNN` for each byte of what
/// could control a terminal or change the order of what it shows (control
/// characters of both ranges, marks of direction, separators of lines), and of
/// what is not UTF-8.
std::string printable(llvm::StringRef Text);

/// The same of each line of \p Text.
std::string printableLines(llvm::StringRef Text);

/// The same, for a message: lines are joined by spaces.
std::string printableMessage(llvm::StringRef Text);

/// Prints "\p Who: \p What" to standard error, one printable line.
void printMessage(llvm::StringRef Who, const llvm::Twine &What);

} // namespace ipoint

namespace ipoint::database {

/// How many letters may be wrong, missing or too many in \p Given: two in the
/// place of each other are two of them.
inline unsigned mostSlips(llvm::StringRef Given) {
  return static_cast<unsigned>(Given.size() + 1) / 3;
}

/// "; did you mean 'NAME'?" with the name of \p Known, a range of strings, that
/// is nearest to \p Given; empty where none is near, or Given is one of them.
template <typename Range>
std::string didYouMean(llvm::StringRef Given, const Range &Known) {
  unsigned Least = mostSlips(Given) + 1;
  llvm::StringRef Nearest;
  for (llvm::StringRef Name : Known) {
    if (Name == Given)
      return "";
    // Counting ends where it is more than that.
    unsigned Slips = Given.edit_distance(Name, /*AllowReplacements=*/true,
                                         /*MaxEditDistance=*/Least);
    if (Slips < Least) {
      Least = Slips;
      Nearest = Name;
    }
  }
  return Nearest.empty() ? "" : ("; did you mean '" + Nearest + "'?").str();
}

} // namespace ipoint::database

namespace ipoint {

/// LLVM's complaint \p Message about the command line of \p Tool, as one line
/// that says how to mend it.
std::string mending(llvm::StringRef Tool, llvm::StringRef Message);

/// Warns, in the name of \p Tool, of variables whose names begin with IPOINT_
/// and that no tool reads: they would be without effect.
void warnOfUnknownVariables(llvm::StringRef Tool);

/// Writes \p Contents to \p Path, "-" for standard output. A regular file is
/// there whole, old or new, at any time. What is something else, a device, a
/// pipe or a link, stays what it is and is written to. Nothing is removed that
/// was not made here. From then on the process ignores SIGXFSZ.
std::error_code
writeOutput(llvm::StringRef Path,
            llvm::function_ref<void(llvm::raw_ostream &)> Contents);

} // namespace ipoint

#endif // IPOINT_DATABASE_OUTPUT_H
