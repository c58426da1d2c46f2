//===- TopLevel.cpp - The outermost structure of C text, by lexing --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Tokens.h"
#include "clang/Basic/IdentifierTable.h"
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
  TopLevelScanner(ActiveTokens &Tokens, const LangOptions &LangOpts,
                  ArrayRef<TextRange> Bodies,
                  std::vector<LexedFunction> &Functions,
                  std::vector<unsigned> &Ends)
      : Tokens(Tokens), Words(LangOpts), Bodies(Bodies), Functions(Functions),
        Ends(Ends) {
    Last.startToken(); // of kind unknown
    BeforeLast.startToken();
  }

  void scan() {
    for (Token T; Tokens.next(T); BeforeLast = Last, Last = T) {
      // What a declaration needs may come from an #include in front of it.
      unsigned Begin = Tokens.behindDirective();
      bool BetweenDeclarations =
          isOutermost() && (Ends.empty() ? Last.is(tok::unknown)
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

  /// A brace that is open. A parenthesis that is left open in it is closed by
  /// the brace that closes it.
  struct OpenBrace {
    bool HoldsValues = false; ///< in which no semicolon can stand
    unsigned Parens = 0;      ///< open in front of it
  };

  void take(const Token &T) {
    bool Outermost = isOutermost();
    switch (T.getKind()) {
    case tok::raw_identifier:
      if (Outermost && FirstWord.Name.empty() && isName(T))
        FirstWord = {Tokens.spelling(T), Tokens.offset(T), Ends.size()};
      return;
    case tok::l_paren:
      if (Outermost || (Braces.empty() && InDeclarator))
        noteName();
      ++Parens;
      return;
    case tok::r_paren:
      noteNameBefore();
      Parens -= Parens != 0;
      return;
    case tok::l_brace:
      return openBrace(Tokens.offset(T));
    case tok::r_brace:
      return closeBrace(Tokens.offset(T));
    case tok::semi:
      if (!Braces.empty() && Braces.back().HoldsValues)
        Braces.clear(); // the closing ones are missing
      if (isOutermost())
        endDeclaration(Tokens.offset(T) + 1);
      return;
    default:
      return;
    }
  }

  bool isOutermost() const { return Braces.empty() && Parens == 0; }

  bool isName(const Token &Word) {
    return Words.get(Tokens.spelling(Word)).getTokenID() == tok::identifier;
  }

  void noteName() {
    if (!Current.Name.empty())
      return;
    bool IsWord = Last.is(tok::raw_identifier);
    if (IsWord && isName(Last) && !isSpecifierWord(Tokens.spelling(Last)) &&
        !isTag(BeforeLast))
      Current = {Tokens.spelling(Last), Tokens.offset(Last), Ends.size()};
    else if (isOutermost())
      InDeclarator = Last.is(tok::star) || (IsWord && isTypeWord(Last));
  }

  /// The same at a closing parenthesis.
  void noteNameBefore() {
    if (!Braces.empty() || !Current.Name.empty())
      return;
    if (InDeclarator && Last.is(tok::raw_identifier) && isName(Last))
      Current = {Tokens.spelling(Last), Tokens.offset(Last), Ends.size()};
    else if (Parens == 0) // the other is missing behind the name
      Current = FirstWord;
  }

  /// Whether a declarator in parentheses can follow: `int (*name(void))(int)`.
  bool isTypeWord(const Token &Word) {
    tok::TokenKind K = Words.get(Tokens.spelling(Word)).getTokenID();
    return K != tok::kw_for && K != tok::kw_while && K != tok::kw_if &&
           K != tok::kw_switch && K != tok::kw_return &&
           !isSpecifierWord(Tokens.spelling(Word));
  }

  bool isTag(const Token &T) const {
    return T.is(tok::raw_identifier) && isTagWord(Tokens.spelling(T));
  }

  void openBrace(unsigned Offset) {
    // Behind a word in parentheses only a type has braces: here one is missing.
    if (Braces.empty() && Last.is(tok::raw_identifier) && !isTag(Last) &&
        !isTag(BeforeLast))
      Parens = 0;
    bool HoldsValues =
        Braces.empty() ? Last.is(tok::equal)
                       : Braces.back().HoldsValues &&
                             Last.isOneOf(tok::l_brace, tok::comma, tok::equal);
    if (isOutermost())
      openBody(Offset);
    Braces.push_back({HoldsValues, Parens});
    Parens = 0;
  }

  void closeBrace(unsigned Offset) {
    if (Braces.empty()) {
      // One too many: what it should have closed has ended before.
      if (!Functions.empty())
        Functions.back().IsSpoiled = true;
      Parens = 0;
      return endDeclaration(Offset + 1);
    }
    Parens = Braces.pop_back_val().Parens;
    if (isOutermost() && InBody)
      closeBody(Offset);
  }

  void openBody(unsigned Offset) {
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
    Functions.push_back({Current.Name, Current.Offset, Open, Close, false});
    InBody = false;
    endDeclaration(Close + 1);
  }

  void endDeclaration(unsigned End) {
    // `int f(a) int a;` may be the start of a K&R definition, `int f(int);`
    // not.
    if (!Current.Name.empty() && Last.is(tok::raw_identifier))
      Identifiers = Current;
    Current = FirstWord = Declared();
    InDeclarator = false;
    Ends.push_back(End);
  }

  ActiveTokens &Tokens;
  IdentifierTable Words; ///< distinguishes keywords from names
  ArrayRef<TextRange> Bodies;
  std::vector<LexedFunction> &Functions;
  std::vector<unsigned> &Ends;
  Token Last, BeforeLast;
  Declared Current, Identifiers, FirstWord;
  SmallVector<OpenBrace, 16> Braces;
  unsigned Parens = 0, Open = 0;
  bool InBody = false;
  bool InDeclarator = false; ///< in parentheses that can hold the name
};

} // namespace

TopLevel::TopLevel(StringRef Text, const LangOptions &LangOpts,
                   ArrayRef<TextRange> Inactive, ArrayRef<TextRange> Bodies) {
  ActiveTokens Tokens(Text, LangOpts, Inactive);
  TopLevelScanner(Tokens, LangOpts, Bodies, Functions, Ends).scan();
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
