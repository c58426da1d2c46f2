//===- RawTokens.h - Tokens of a text, not preprocessed -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_RAWTOKENS_H
#define IPOINT_FRONTEND_RAWTOKENS_H

#include "frontend/Places.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace ipoint {

struct RawToken {
  unsigned Offset = 0;
  unsigned Length = 0;
  unsigned Line = 0;
  bool IsWord = false;
  bool IsSpliced = false; ///< its spelling holds line splices or trigraphs
};

/// Calls \p OnToken for each token of \p Range in \p Text outside of
/// directives, and \p OnDirective with the directive's text behind the `#` and
/// its line. The range begins with a line, outside of comments; \p Line is its
/// number.
void lexRaw(llvm::StringRef Text, TextRange Range, unsigned Line,
            const clang::LangOptions &LangOpts,
            llvm::function_ref<void(const RawToken &)> OnToken,
            llvm::function_ref<void(llvm::StringRef Directive, unsigned Line)>
                OnDirective);

} // namespace ipoint

#endif // IPOINT_FRONTEND_RAWTOKENS_H
