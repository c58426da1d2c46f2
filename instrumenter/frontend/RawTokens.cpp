//===- RawTokens.cpp - Tokens of a text, not preprocessed -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/RawTokens.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

void lexRaw(StringRef Text, TextRange Range, unsigned Line,
            const LangOptions &LangOpts,
            function_ref<void(const RawToken &)> OnToken,
            function_ref<void(StringRef, unsigned)> OnDirective) {
  Lexer Raw(SourceLocation::getFromRawEncoding(1), LangOpts, Text.begin(),
            Text.begin(), Text.end());
  Raw.seek(Range.Begin, /*IsAtStartOfLine=*/true);
  Token T;
  auto OffsetOf = [](const Token &T) {
    return T.getLocation().getRawEncoding() - 1;
  };
  unsigned Counted = Range.Begin; // Line is the number of the line there
  auto LineAt = [&](unsigned Offset) {
    Line += Text.slice(Counted, Offset).count('\n');
    Counted = Offset;
    return Line;
  };
  auto IsInside = [&] { return T.isNot(tok::eof) && OffsetOf(T) < Range.End; };
  Raw.LexFromRawLexer(T);
  while (IsInside()) {
    unsigned Offset = OffsetOf(T);
    if (T.is(tok::hash) && T.isAtStartOfLine()) {
      unsigned End = Offset + 1;
      for (Raw.LexFromRawLexer(T); T.isNot(tok::eof) && !T.isAtStartOfLine();
           Raw.LexFromRawLexer(T))
        End = OffsetOf(T) + T.getLength();
      OnDirective(Text.slice(Offset + 1, End), LineAt(Offset));
      continue;
    }
    OnToken({Offset, T.getLength(), LineAt(Offset), T.is(tok::raw_identifier),
             T.needsCleaning()});
    // Lines end between tokens, but for those that are spliced.
    if (!T.needsCleaning())
      Counted += T.getLength();
    Raw.LexFromRawLexer(T);
  }
}

} // namespace ipoint
