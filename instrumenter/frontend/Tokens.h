//===- Tokens.h - What a text shows without a parse -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_TOKENS_H
#define IPOINT_FRONTEND_TOKENS_H

#include "frontend/Places.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace ipoint {

struct RawToken {
  unsigned Offset = 0;
  unsigned Length = 0;
  unsigned Line = 0;
  bool IsWord = false;
  bool IsSpliced = false; ///< its spelling holds line splices or trigraphs
};

/// Of all that C and its compilers have.
clang::LangOptions rawOptions();

/// Calls \p OnToken for each token of \p Range in \p Text outside of
/// directives, and \p OnDirective with the directive's text behind the `#` and
/// its line. The range begins with a line, outside of comments; \p Line is its
/// number.
void lexRaw(llvm::StringRef Text, TextRange Range, unsigned Line,
            const clang::LangOptions &LangOpts,
            llvm::function_ref<void(const RawToken &)> OnToken,
            llvm::function_ref<void(llvm::StringRef Directive, unsigned Line)>
                OnDirective);

struct TextDigest {
  /// The tokens, with a space behind each, and the directives that are no line
  /// markers, each in a line by itself: equal for texts that differ in
  /// comments, white space or the places of lines alone.
  std::string Tokens;
  /// KB of stack that a parse may take for what lies in each other: rather more
  /// than it will.
  unsigned Stack = 0;
  /// What Clang is to read in place of the text, as long, where it has
  /// parameters that only GCC knows.
  std::optional<std::string> ForClang;
};

TextDigest digestOf(llvm::StringRef Text);

// After an error Clang's tree can silently miss a function, or end one in the
// wrong place. The text itself shows where the outermost braces are, so the
// tree is compared with it.

/// What looks like a function definition: `name (…) … { … }` outside of any
/// brace.
struct LexedFunction {
  llvm::StringRef Name;
  unsigned NameOffset = 0;
  unsigned Open = 0;      ///< offset of its `{`
  unsigned Close = 0;     ///< offset of its `}`
  bool IsSpoiled = false; ///< a `}` too many follows
};

class TopLevel {
public:
  /// Lexes \p Text, leaving out directives and \p Inactive (sorted: what an #if
  /// has switched off). \p Bodies, sorted, are bodies of functions whose
  /// braces, at Begin and End, are known to match: they are passed over.
  TopLevel(llvm::StringRef Text, const clang::LangOptions &LangOpts,
           llvm::ArrayRef<TextRange> Inactive,
           llvm::ArrayRef<TextRange> Bodies = {});

  /// The function whose body opens at \p Open, if braces match there.
  const LexedFunction *functionAt(unsigned Open) const;

  llvm::ArrayRef<LexedFunction> functions() const { return Functions; }

  /// Where a declaration can stand in front of the one that declares the name
  /// at \p NameOffset: the end of what precedes it.
  unsigned declarationPlaceBefore(unsigned NameOffset) const;

private:
  std::vector<LexedFunction> Functions; ///< sorted by Open
  std::vector<unsigned>
      Ends; ///< sorted: where an external declaration has ended
};

} // namespace ipoint

#endif // IPOINT_FRONTEND_TOKENS_H
