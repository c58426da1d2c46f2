//===- Tokens.cpp - What a text shows without a parse ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Tokens.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <vector>

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

namespace {

/// What Clang's parser and our walks take for one construct in another, KB of
/// stack; measured, and rounded up.
enum StackOf : unsigned {
  OpenBracket = 10, ///< while it is open
  ClosedGroup = 5,  ///< behind it: a cast, or the condition of what follows
  Prefix = 5,       ///< an operator, or a word, behind another
  Operator = 1,
  Word = 2,
};

/// Follows the brackets of a text. In each that is open, tokens count from the
/// last one behind which nothing can belong to what came before: operators in
/// a row, and arms of an `else if`, nest without brackets.
class StackEstimate {
public:
  void take(StringRef Token, bool IsWord) {
    // Behind a closed brace the next word begins anew.
    bool EndsBraces = Token == "}" || (IsWord && Token != "else");
    if (Previous == Last::Brace && EndsBraces)
      reset();
    Last Now = IsWord ? Last::Word : Last::Operator;
    if (Token == "(" || Token == "[" || Token == "{") {
      bool HoldsValues =
          Token == "{" && (PreviousToken == "=" ||
                           (Open.back().HoldsValues &&
                            (PreviousToken == "{" || PreviousToken == ",")));
      count(OpenBracket);
      Open.push_back({0, HoldsValues});
    } else if (Token == ")" || Token == "]" || Token == "}") {
      close(Token == ")" ? ClosedGroup : Operator);
      Now = Token == "}" ? Last::Brace : Last::Operand;
    } else if (Token == ";" || (Token == "," && Open.back().HoldsValues)) {
      reset();
    } else if (IsWord) {
      count(Previous == Last::Word ? Prefix : Word);
    } else if (isDigit(Token.front()) || Token.ends_with("\"") ||
               Token.ends_with("'")) {
      Now = Last::Operand;
    } else {
      count(Previous == Last::Operator || Token == "?" ? Prefix : Operator);
    }
    Previous = Now;
    PreviousToken = Token;
  }

  unsigned most() const { return Most; }

private:
  enum class Last { Operator, Word, Operand, Brace };

  struct Bracket {
    unsigned Stack = 0;
    bool HoldsValues = false; ///< a list of initialisers: commas part them
  };

  void count(unsigned Stack) {
    Open.back().Stack += Stack;
    Most = std::max(Most, Total += Stack);
  }

  void reset() {
    Total -= Open.back().Stack;
    Open.back().Stack = 0;
  }

  /// The group counts for \p Stack from here on.
  void close(unsigned Stack) {
    if (Open.size() == 1)
      return;
    reset();
    Open.pop_back();
    Open.back().Stack -= OpenBracket;
    Total -= OpenBracket;
    count(Stack);
  }

  SmallVector<Bracket, 32> Open = {Bracket()};
  Last Previous = Last::Operator;
  StringRef PreviousToken;
  unsigned Total = 0, Most = 0;
};

/// Blanks what GCC knows of parameters and Clang does not: `int sum(int n;
/// int a[n], int n)` declares one before its turn. Array bounds of such a list
/// are blanks, too, as they may name it.
/// Source: GCC's manual, "Arrays of Variable Length".
///
/// Looks for `;` between parentheses, outside of any brace: only forward
/// declarations, and the header of a `for` loop, have one.
class ForwardParameters {
public:
  explicit ForwardParameters(StringRef Text) : Text(Text) {}

  void take(const RawToken &T) {
    switch (T.Length == 1 ? Text[T.Offset] : ' ') {
    case '{':
      ++Braces;
      break;
    case '}':
      Braces -= Braces > 0;
      break;
    case '(':
      if (Braces == 0)
        Lists.push_back({T.Offset + 1});
      break;
    case ')':
      if (Braces || Lists.empty())
        break;
      if (Lists.back().IsForward)
        blankBounds(Lists.back().Begin, T.Offset);
      Lists.pop_back();
      break;
    case ';':
      if (Braces || Lists.empty() ||
          !isDeclaration(Lists.back().Begin, T.Offset))
        break;
      blank(Lists.back().Begin, T.Offset + 1);
      Lists.back() = {T.Offset + 1, true};
      break;
    default:
      break;
    }
  }

  /// The text without them; nothing where there are none.
  std::optional<std::string> Result;

private:
  struct List {
    size_t Begin = 0; ///< behind its `(`, or its last `;`
    bool IsForward = false;
  };

  /// Whether there are types and names only, and no `for` before them.
  bool isDeclaration(size_t Begin, size_t End) const {
    if (!all_of(Text.slice(Begin, End), [](char C) {
          return isAlnum(C) || isSpace(C) || C == '_' || C == '*' || C == ',';
        }))
      return false;
    StringRef Before = Text.take_front(Text.rfind('(', Begin)).rtrim();
    return !Before.ends_with("for");
  }

  void blank(size_t Begin, size_t End) {
    if (!Result)
      Result = Text.str();
    for (char &C : MutableArrayRef(Result->data() + Begin, End - Begin))
      C = C == '\n' ? C : ' ';
  }

  /// An array of arrays needs to know how long these are.
  void blankBounds(size_t Begin, size_t End) {
    char Before = 0;
    for (size_t I = Begin; I < End; ++I) {
      size_t Close = Text[I] == '[' ? Text.find(']', I) : StringRef::npos;
      if (Close < End) {
        blank(I + 1, Close);
        if (Before == ']' && Close > I + 1)
          (*Result)[I + 1] = '1';
        I = Close;
      }
      Before = isSpace(Text[I]) ? Before : Text[I];
    }
  }

  StringRef Text;
  std::vector<List> Lists;
  unsigned Braces = 0;
};

} // namespace

static bool isLineMarker(StringRef Directive) {
  Directive = Directive.ltrim();
  return (!Directive.empty() && isDigit(Directive.front())) ||
         Directive.starts_with("line");
}

LangOptions rawOptions() {
  LangOptions Result;
  Result.LineComment = true;
  Result.C99 = Result.C11 = Result.C17 = Result.C23 = true;
  Result.DollarIdents = true;
  return Result;
}

TextDigest digestOf(StringRef Text) {
  TextDigest Result;
  Result.Tokens.reserve(Text.size());
  StackEstimate Estimate;
  ForwardParameters Forward(Text);
  auto OnToken = [&](const RawToken &T) {
    StringRef Token = Text.substr(T.Offset, T.Length);
    Result.Tokens += Token;
    Result.Tokens += ' ';
    Estimate.take(Token, T.IsWord);
    Forward.take(T);
  };
  auto OnDirective = [&](StringRef Directive, unsigned) {
    if (!isLineMarker(Directive))
      ((Result.Tokens += "\n#") += Directive) += '\n';
  };
  lexRaw(Text, {0, static_cast<unsigned>(Text.size())}, 1, rawOptions(),
         OnToken, OnDirective);
  Result.Stack = Estimate.most();
  Result.ForClang = std::move(Forward.Result);
  return Result;
}

} // namespace ipoint
