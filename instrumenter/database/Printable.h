//===- Printable.h - Text of others for a terminal ------------------------===//
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

#ifndef IPOINT_DATABASE_PRINTABLE_H
#define IPOINT_DATABASE_PRINTABLE_H

#include "llvm/ADT/Twine.h"
#include <string>

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

#endif // IPOINT_DATABASE_PRINTABLE_H
