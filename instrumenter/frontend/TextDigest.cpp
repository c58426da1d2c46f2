//===- TextDigest.cpp - What lexing finds in a unit -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/TextDigest.h"
#include "frontend/RawTokens.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace clang;
using namespace llvm;

namespace ipoint {

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

} // namespace

static bool isLineMarker(StringRef Directive) {
  Directive = Directive.ltrim();
  return (!Directive.empty() && isDigit(Directive.front())) ||
         Directive.starts_with("line");
}

TextDigest digestOf(StringRef Text) {
  LangOptions LangOpts;
  LangOpts.LineComment = true;
  LangOpts.C99 = LangOpts.C11 = LangOpts.C17 = LangOpts.C23 = true;
  LangOpts.DollarIdents = true;
  TextDigest Result;
  Result.Tokens.reserve(Text.size());
  StackEstimate Estimate;
  auto OnToken = [&](const RawToken &T) {
    StringRef Token = Text.substr(T.Offset, T.Length);
    Result.Tokens += Token;
    Result.Tokens += ' ';
    Estimate.take(Token, T.IsWord);
  };
  auto OnDirective = [&](StringRef Directive, unsigned) {
    if (!isLineMarker(Directive))
      ((Result.Tokens += "\n#") += Directive) += '\n';
  };
  lexRaw(Text, {0, static_cast<unsigned>(Text.size())}, 1, LangOpts, OnToken,
         OnDirective);
  Result.Stack = Estimate.most();
  return Result;
}

} // namespace ipoint
