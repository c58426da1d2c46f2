//===- TopLevel.cpp - The outermost structure of C text, by lexing --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lib/TopLevel.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

namespace {

/// Raw tokens of a text without directives and inactive ranges.
class ActiveTokens {
public:
  ActiveTokens(StringRef Text, const LangOptions &LangOpts,
               ArrayRef<TextRange> Inactive)
      : Text(Text), Raw(SourceLocation::getFromRawEncoding(1), LangOpts,
                        Text.begin(), Text.begin(), Text.end()),
        Inactive(Inactive) {
    lex();
  }

  /// False at the end of the text.
  bool next(Token &Result) {
    while (Ahead.isNot(tok::eof)) {
      if (Ahead.is(tok::hash) && Ahead.isAtStartOfLine()) {
        skipDirective();
        continue;
      }
      Result = Ahead;
      lex();
      if (!isInactive(offset(Result)))
        return true;
    }
    return false;
  }

  /// Start of the line behind the last directive before the token that next()
  /// gave, if that line can take a declaration; 0 if there was none. Pragmas
  /// belong to what follows them and do not count.
  unsigned behindDirective() const { return BehindDirective; }

  /// The next token is the one at \p Offset, in the middle of a line.
  void skipTo(unsigned Offset) {
    Raw.seek(Offset, /*IsAtStartOfLine=*/false);
    lex();
  }

  unsigned offset(const Token &T) const {
    return T.getLocation().getRawEncoding() - 1;
  }
  StringRef spelling(const Token &T) const {
    return Text.substr(offset(T), T.getLength());
  }

private:
  void skipDirective() {
    lex();
    bool IsPragma =
        Ahead.is(tok::raw_identifier) && spelling(Ahead) == "pragma";
    unsigned End = offset(Ahead);
    while (Ahead.isNot(tok::eof) && !Ahead.isAtStartOfLine()) {
      End = offset(Ahead) + Ahead.getLength();
      lex();
    }
    size_t Line = Text.find('\n', End);
    bool DirectiveFollows = Ahead.is(tok::hash) && Ahead.isAtStartOfLine();
    if (!IsPragma && !DirectiveFollows && Line != StringRef::npos)
      BehindDirective = Line + 1;
  }

  void lex() { Raw.LexFromRawLexer(Ahead); }
  bool isInactive(unsigned Offset) {
    while (!Inactive.empty() && Inactive.front().End <= Offset)
      Inactive = Inactive.drop_front();
    return !Inactive.empty() && Inactive.front().Begin <= Offset;
  }

  StringRef Text;
  Lexer Raw;
  ArrayRef<TextRange> Inactive;
  Token Ahead;
  unsigned BehindDirective = 0;
};

/// Words that stand before a parenthesis in a declaration without being the
/// declared name.
bool isSpecifierWord(StringRef Word) {
  return StringSwitch<bool>(Word)
      .Cases("__attribute__", "__attribute", "__declspec", "_Alignas", true)
      .Cases("__asm__", "__asm", "asm", true)
      .Cases("typeof", "__typeof__", "__typeof", "typeof_unqual", true)
      .Cases("_Atomic", "_BitInt", "alignas", true)
      .Default(false);
}

bool isTagWord(StringRef Word) {
  return Word == "struct" || Word == "union" || Word == "enum";
}

/// Follows the outermost declarations of a text.
class TopLevelScanner {
public:
  TopLevelScanner(ActiveTokens &Tokens, ArrayRef<TextRange> Bodies,
                  std::vector<LexedFunction> &Functions,
                  std::vector<unsigned> &Ends)
      : Tokens(Tokens), Bodies(Bodies), Functions(Functions), Ends(Ends) {
    Last.startToken(); // of kind unknown
    BeforeLast.startToken();
  }

  void scan() {
    for (Token T; Tokens.next(T); BeforeLast = Last, Last = T) {
      // What a declaration needs may come from an #include in front of it.
      unsigned Begin = Tokens.behindDirective();
      bool BetweenDeclarations =
          Braces == 0 && Parens == 0 &&
          (Ends.empty() ? Last.is(tok::unknown)
                        : Tokens.offset(Last) < Ends.back());
      if (BetweenDeclarations && (Ends.empty() ? Begin : Begin > Ends.back()))
        Ends.push_back(Begin);
      take(T);
    }
  }

private:
  /// The word in front of the first parenthesis of a declaration.
  struct Declared {
    StringRef Name;
    unsigned Offset = 0;
    size_t EndsBefore = 0; ///< how many declarations had ended before it
  };

  void take(const Token &T) {
    bool Outermost = Braces == 0 && Parens == 0;
    switch (T.getKind()) {
    case tok::l_paren:
      if (Outermost)
        noteName();
      ++Parens;
      return;
    case tok::r_paren:
      Parens -= Parens != 0;
      return;
    case tok::l_brace:
      if (Outermost)
        openBrace(Tokens.offset(T));
      ++Braces;
      return;
    case tok::r_brace:
      Braces -= Braces != 0;
      if (Braces == 0 && Parens == 0 && InBody)
        closeBody(Tokens.offset(T));
      return;
    case tok::semi:
      if (Outermost)
        endDeclaration(Tokens.offset(T) + 1);
      return;
    default:
      return;
    }
  }

  void noteName() {
    if (Current.Name.empty() && Last.is(tok::raw_identifier) &&
        !isSpecifierWord(Tokens.spelling(Last)) &&
        !(BeforeLast.is(tok::raw_identifier) &&
          isTagWord(Tokens.spelling(BeforeLast))))
      Current = {Tokens.spelling(Last), Tokens.offset(Last), Ends.size()};
  }

  void openBrace(unsigned Offset) {
    Open = Offset;
    // Behind a semicolon there can only be the body of a K&R definition, and
    // what looked like declarations were its parameters.
    bool OldStyle = Last.is(tok::semi);
    if (OldStyle) {
      Current = Identifiers;
      if (!Current.Name.empty())
        Ends.resize(Current.EndsBefore);
    }
    InBody = OldStyle ||
             (!Current.Name.empty() &&
              Last.isOneOf(tok::r_paren, tok::r_square, tok::raw_identifier));
    auto Known = partition_point(
        Bodies, [&](const TextRange &Body) { return Body.Begin < Offset; });
    if (InBody && Known != Bodies.end() && Known->Begin == Offset)
      Tokens.skipTo(Known->End);
  }

  void closeBody(unsigned Close) {
    Functions.push_back({Current.Name, Current.Offset, Open, Close});
    InBody = false;
    endDeclaration(Close + 1);
  }

  void endDeclaration(unsigned End) {
    // `int f(a) int a;` may be the start of a K&R definition, `int f(int);`
    // not.
    if (!Current.Name.empty() && Last.is(tok::raw_identifier))
      Identifiers = Current;
    Current = Declared();
    Ends.push_back(End);
  }

  ActiveTokens &Tokens;
  ArrayRef<TextRange> Bodies;
  std::vector<LexedFunction> &Functions;
  std::vector<unsigned> &Ends;
  Token Last, BeforeLast;
  Declared Current, Identifiers;
  unsigned Braces = 0, Parens = 0, Open = 0;
  bool InBody = false;
};

} // namespace

TopLevel::TopLevel(StringRef Text, const LangOptions &LangOpts,
                   ArrayRef<TextRange> Inactive, ArrayRef<TextRange> Bodies) {
  ActiveTokens Tokens(Text, LangOpts, Inactive);
  TopLevelScanner(Tokens, Bodies, Functions, Ends).scan();
}

const LexedFunction *TopLevel::functionAt(unsigned Open) const {
  auto It = partition_point(
      Functions, [&](const LexedFunction &F) { return F.Open < Open; });
  return It != Functions.end() && It->Open == Open ? &*It : nullptr;
}

unsigned TopLevel::declarationPlaceBefore(unsigned NameOffset) const {
  auto It =
      partition_point(Ends, [&](unsigned End) { return End <= NameOffset; });
  return It == Ends.begin() ? 0 : *std::prev(It);
}

} // namespace ipoint
