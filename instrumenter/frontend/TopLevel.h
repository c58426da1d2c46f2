//===- TopLevel.h - The outermost structure of C text, by lexing ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After an error Clang's tree can silently miss a function, or end one in the
// wrong place. The text itself shows where the outermost braces are, so the
// tree is compared with it.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_TOPLEVEL_H
#define IPOINT_FRONTEND_TOPLEVEL_H

#include "frontend/Places.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace ipoint {

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

#endif // IPOINT_FRONTEND_TOPLEVEL_H
