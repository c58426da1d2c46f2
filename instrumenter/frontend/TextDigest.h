//===- TextDigest.h - What lexing finds in a unit -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_TEXTDIGEST_H
#define IPOINT_FRONTEND_TEXTDIGEST_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace ipoint {

struct TextDigest {
  /// The tokens, with a space behind each, and the directives that are no line
  /// markers, each in a line by itself: equal for texts that differ in
  /// comments, white space or the places of lines alone.
  std::string Tokens;
  /// KB of stack that a parse may take for what lies in each other: rather more
  /// than it will.
  unsigned Stack = 0;
};

TextDigest digestOf(llvm::StringRef Text);

} // namespace ipoint

#endif // IPOINT_FRONTEND_TEXTDIGEST_H
