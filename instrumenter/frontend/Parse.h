//===- Parse.h - Parsing C text with Clang --------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements and expressions are parsed and walked by recursion, in Clang too.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_PARSE_H
#define IPOINT_FRONTEND_PARSE_H

#include "frontend/Keywords.h"
#include "frontend/Tokens.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace ipoint {

/// Runs \p Walk, which may take \p Stack KB for its recursions, on a stack that
/// is large enough. To be called while there is no other thread.
/// \returns false if no stack is: then \p Walk has not run.
bool runOnDeepStack(unsigned Stack, llvm::function_ref<void()> Walk);

} // namespace ipoint

namespace clang {
class ASTContext;
} // namespace clang

namespace ipoint {

/// The text of a unit and how to read it.
struct Source {
  std::string Path;               ///< as given to the compiler
  std::string Text;               ///< what is read, edited and written
  bool Preprocessed = false;      ///< Text is the output of `-E`
  std::vector<std::string> Flags; ///< compiler flags that matter to the parse
  std::string Directory;          ///< absolute; relative paths start here
  /// C text that has an error where Clang takes the basic types for others than
  /// the compiler; read with preprocessed text only.
  std::string TypeChecks = {};
  /// What is to stand at the top of functions that may be signal handlers
  /// (ipoint/probe.h, IPOINT_HANDLER).
  std::string Handler = {};
  /// What the compiler adds to C: hidden in headers, too.
  Keywords Words = {};
};

/// An error that Clang reported in the main text.
struct ParseError {
  unsigned Offset = 0;
  std::string Message;
};

/// What a parse gives; valid during the call of the consumer only.
struct Parsed {
  clang::ASTContext &Context;
  std::vector<ParseError>
      Errors; ///< in the main text, outside of system headers
  std::vector<TextRange> Inactive; ///< what an #if switched off, sorted
  bool Optimizes = false;          ///< so the flags say
  /// The text, or a header, has words for where a pointer leads.
  bool HasMemories = false;
};

/// Parses \p S, \p ForClang in place of its text if there is one (digestOf()),
/// and calls \p Consume with what came out. Preprocessed text is read with a
/// shim for what GCC's preprocessor leaves and Clang does not know; the shim is
/// never part of any output.
/// \returns why nothing could be parsed, if so.
std::optional<std::string>
parseText(const Source &S, const std::optional<std::string> &ForClang,
          llvm::function_ref<void(Parsed &)> Consume);

} // namespace ipoint

#endif // IPOINT_FRONTEND_PARSE_H
