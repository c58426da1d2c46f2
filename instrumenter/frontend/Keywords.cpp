//===- Keywords.cpp - Words that compilers add to C -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Keywords.h"
#include "frontend/KeywordTable.h"
#include "frontend/Tokens.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace llvm;

namespace ipoint {

/// A word of C, or one of the signs that compilers use like one.
static bool isKeyword(StringRef Text) {
  return Text == "@" ||
         (!Text.empty() && !isDigit(Text.front()) && all_of(Text, [](char C) {
           return isAlnum(C) || C == '_' || C == '$';
         }));
}

Error Keywords::add(StringRef Entry, KeywordRole Role) {
  using Extent = Keyword::Extent;
  auto [Left, Meaning] = Entry.split('=');
  StringRef Word = Left.trim();
  Keyword K{Extent::Word, Role, ""};
  if (Word.consume_back("()"))
    K.E = Extent::Group;
  else if (Word.consume_back("{}"))
    K.E = Extent::Braces;
  else if (size_t Dots = Word.find("..."); Dots != StringRef::npos) {
    K.End = Word.drop_front(Dots + 3);
    K.E = K.End.empty() ? Extent::Declarator : Extent::UpToWord;
    Word = Word.take_front(Dots);
  }
  const bool IsMacro = Entry.contains('=');
  if (!isKeyword(Word) || (!K.End.empty() && !isKeyword(K.End)) ||
      (IsMacro && (K.E != Extent::Word || Word == "@")))
    return createStringError(
        "'" + Entry +
        "' is no keyword: give 'word', 'word()', 'word{}', 'word...', "
        "'word...word' or 'word=text'");
  if (IsMacro)
    Macros.push_back((Word + "=" + Meaning.trim()).str());
  else
    Words[Word] = std::move(K);
  return Error::success();
}

Error Keywords::addCompiler(StringRef Name) {
  if (StringRef Base = Name; Base.consume_back("-c90"))
    if (Error E = addCompiler(Base))
      return E;
  const auto *Found = find_if(
      CompilerTable, [&](const CompilerWords &C) { return Name == C.Name; });
  if (Found == std::end(CompilerTable)) {
    std::string Known;
    for (const CompilerWords &C : CompilerTable)
      Known += (Known.empty() ? "" : ", ") + std::string(C.Name);
    return createStringError("no compiler is called '" + Name +
                             "'; there are " + Known);
  }
  for (auto [Entries, Role] :
       {std::pair(Found->Hidden, KeywordRole::None),
        std::pair(Found->Memory, KeywordRole::Memory),
        std::pair(Found->Interrupt, KeywordRole::Interrupt),
        std::pair(Found->InRam, KeywordRole::InRam),
        std::pair(Found->Uninstrumented, KeywordRole::Uninstrumented)}) {
    SmallVector<StringRef> List;
    StringRef(Entries).split(List, ',', -1, false);
    for (StringRef Entry : List)
      if (Error E = add(Entry.trim(), Role))
        return E;
  }
  return Error::success();
}

const Keyword *Keywords::find(StringRef Word) const {
  auto It = Words.find(Word);
  return It == Words.end() ? nullptr : &It->second;
}

bool isInterruptAttribute(StringRef Word) {
  return is_contained({"interrupt", "__interrupt__", "signal", "__signal__",
                       "isr", "__isr__", "interrupt_handler"},
                      Word);
}

static StringRef spelling(const RawToken &T, StringRef Text) {
  return Text.substr(T.Offset, T.Length);
}

/// The token behind the group that opens at \p At, or the end.
static size_t behindGroup(ArrayRef<RawToken> Tokens, size_t At,
                          StringRef Text) {
  for (unsigned Depth = 0; At < Tokens.size(); ++At) {
    StringRef Token = spelling(Tokens[At], Text);
    if (Token == "(" || Token == "[" || Token == "{")
      ++Depth;
    else if ((Token == ")" || Token == "]" || Token == "}") && --Depth == 0)
      return At + 1;
  }
  return At;
}

/// The token behind what is hidden with the word at \p At; that itself, if the
/// word is none of these.
size_t Keywords::endOf(ArrayRef<RawToken> Tokens, size_t At,
                       StringRef Text) const {
  using Extent = Keyword::Extent;
  const size_t Next = At + 1;
  auto Is = [&](size_t I, StringRef Token) {
    return I < Tokens.size() && spelling(Tokens[I], Text) == Token;
  };
  StringRef Word = spelling(Tokens[At], Text);
  // Processors differ in what such an attribute has to say.
  if (Word == "__attribute__" && Is(Next, "(") && Is(Next + 1, "(") &&
      isInterruptAttribute(
          spelling(Tokens[std::min(Next + 2, Tokens.size() - 1)], Text)))
    return behindGroup(Tokens, Next, Text);
  const Keyword *K = find(Word);
  if (!K)
    return At;
  if (K->E == Extent::Group)
    return Is(Next, "(") ? behindGroup(Tokens, Next, Text) : Next;
  if (K->E == Extent::Braces)
    return Is(Next, "{") ? behindGroup(Tokens, Next, Text) : At;
  size_t End = Next;
  if (K->E == Extent::Declarator)
    while (End < Tokens.size()) {
      StringRef Token = spelling(Tokens[End], Text);
      if (is_contained({";", ",", "=", "{", ")", "]", "}"}, Token))
        break;
      End = Token == "(" || Token == "[" ? behindGroup(Tokens, End, Text)
                                         : End + 1;
    }
  return End;
}

/// Line breaks stay.
static void blank(std::string &Text, size_t Begin, size_t End) {
  for (char &C : MutableArrayRef(Text.data() + Begin, End - Begin))
    C = C == '\n' || C == '\r' || C == '\\' ? C : ' ';
}

void Keywords::hideIn(ArrayRef<RawToken> Tokens, StringRef Text,
                      std::string &Result) const {
  for (size_t I = 0; I < Tokens.size();) {
    const Keyword *K = find(spelling(Tokens[I], Text));
    if (K && K->E == Keyword::Extent::UpToWord) {
      // What is between is no C, where an apostrophe takes the rest of its
      // line.
      const size_t Begin = Tokens[I].Offset, Behind = Begin + Tokens[I].Length;
      StringRef Rest =
          Text.slice(Behind, Tokens.back().Offset + Tokens.back().Length);
      size_t Stop = Rest.find(K->End);
      Stop = Stop == StringRef::npos ? Behind : Behind + Stop + K->End.size();
      blank(Result, Begin, Stop);
      while (I < Tokens.size() && Tokens[I].Offset < Stop)
        ++I;
      continue;
    }
    size_t End = endOf(Tokens, I, Text);
    // Braces stay, so that a statement does: `__asm { nop }`.
    const bool KeepsEnds = K && K->E == Keyword::Extent::Braces && End > I + 2;
    for (size_t J = I; J < End; ++J)
      if (!KeepsEnds || (J != I + 1 && J + 1 != End))
        blank(Result, Tokens[J].Offset, Tokens[J].Offset + Tokens[J].Length);
    I = std::max(End, I + 1);
  }
}

/// Where the body of a macro begins in \p Directive; its end, if it is none.
static size_t macroBody(StringRef Directive) {
  StringRef Rest = Directive.ltrim();
  if (!Rest.consume_front("define"))
    return Directive.size();
  Rest = Rest.ltrim().drop_while(
      [](char C) { return isAlnum(C) || C == '_' || C == '$'; });
  if (Rest.starts_with("("))
    Rest = Rest.drop_front(std::min(Rest.find(')'), Rest.size()));
  return Directive.size() - Rest.size();
}

bool Keywords::hasMemoryIn(StringRef Text) const {
  bool Found = false;
  auto Look = [&](const RawToken &T) {
    const Keyword *K = T.IsWord ? find(spelling(T, Text)) : nullptr;
    Found |= K && K->Role == KeywordRole::Memory;
  };
  lexRaw(Text, {0, static_cast<unsigned>(Text.size())}, 1, rawOptions(), Look,
         [](StringRef, unsigned) {});
  return Found;
}

std::string Keywords::hide(StringRef Text) const {
  const clang::LangOptions Options = rawOptions();
  std::string Result = Text.str();
  std::vector<RawToken> Tokens;
  std::optional<size_t> Assembly; // where it has begun
  auto Add = [&](const RawToken &T) { Tokens.push_back(T); };
  auto OnDirective = [&](StringRef Directive, unsigned) {
    const size_t Begin = Directive.begin() - Text.begin();
    const size_t End = Begin + Directive.size();
    StringRef Words = Directive.trim();
    const bool IsPragma = Words.consume_front("pragma");
    Words = Words.ltrim();
    if (!Assembly && Words.equals_insensitive("asm")) {
      Assembly = End;
    } else if (Assembly && Words.equals_insensitive("endasm")) {
      blank(Result, *Assembly, Begin - 1);
      Assembly.reset();
    } else if (size_t Body = Begin + macroBody(Directive); Body < End) {
      std::vector<RawToken> InMacro;
      lexRaw(
          Text, {static_cast<unsigned>(Body), static_cast<unsigned>(End)}, 1,
          Options, [&](const RawToken &T) { InMacro.push_back(T); },
          [](StringRef, unsigned) {});
      hideIn(InMacro, Text, Result);
      return;
    } else {
      return;
    }
    if (!IsPragma) // `#` alone is a directive, too
      blank(Result, Begin, End);
  };
  lexRaw(Text, {0, static_cast<unsigned>(Text.size())}, 1, Options, Add,
         OnDirective);
  hideIn(Tokens, Text, Result);
  return Result;
}

} // namespace ipoint
