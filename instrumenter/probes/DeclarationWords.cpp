//===- DeclarationWords.cpp - What the words of a declaration say ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/DeclarationWords.h"
#include "frontend/Tokens.h"
#include "probes/Sites.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace ipoint {

/// `#pragma INTERRUPT(name)`, and `#pragma ghs interrupt` for what follows it.
static bool namesInterrupt(StringRef Pragma, StringRef Name) {
  Pragma = Pragma.trim();
  const bool IsOfNext = Pragma.consume_front("ghs ");
  StringRef Rest = Pragma.drop_while([](char C) { return isAlnum(C); });
  return Pragma.drop_back(Rest.size()).equals_insensitive("interrupt") &&
         (IsOfNext || Rest.contains(Name));
}

static void take(StringRef Word, const Keywords &Words,
                 DeclarationWords &Result) {
  const Keyword *K = Words.find(Word);
  KeywordRole Role = K ? K->Role : KeywordRole::None;
  if (Role == KeywordRole::Interrupt || Word == "__interrupt")
    Result.Interrupt = true;
  if (Role == KeywordRole::Uninstrumented || Word == "__naked")
    Result.Uninstrumented = Word;
  if (Role == KeywordRole::InRam)
    Result.InRam = Word;
}

DeclarationWords declarationWords(StringRef Text, TextRange Declaration,
                                  StringRef Name, const Keywords &Words) {
  DeclarationWords Result;
  unsigned Depth = 0; // of the parentheses of an attribute
  bool Attribute = false, IsNamed = false;
  auto TakeSection = [&](StringRef Literal) {
    if (Result.Section.empty())
      Result.Section = Literal;
  };
  lexRaw(
      Text, Declaration, /*Line=*/1, rawOptions(),
      [&](const RawToken &T) {
        StringRef Word = Text.substr(T.Offset, T.Length);
        take(Word, Words, Result);
        IsNamed |= Word == Name;
        const Keyword *K = IsNamed ? nullptr : Words.find(Word);
        Result.HasMemories |= K && K->Role == KeywordRole::Memory;
        if (Word == "__attribute__" || Word == "__attribute")
          Attribute = true;
        else if (Attribute && Word == "(")
          ++Depth;
        else if (Depth && Word == ")")
          Attribute = --Depth != 0;
        else if (Depth == 2 && isInterruptAttribute(Word))
          Result.Interrupt = true;
        else if (Word.size() > 1 && Word.front() == '"')
          TakeSection(Word.drop_front().drop_back());
      },
      [&](StringRef Directive, unsigned) {
        Directive = Directive.ltrim();
        if (!Directive.consume_front("pragma"))
          return;
        Result.Interrupt |= namesInterrupt(Directive, Name);
        TakeSection(Directive.split('"').second.split('"').first);
      });
  return Result;
}

bool isInterruptByAttribute(const FunctionDecl *FD) {
  return FD->hasAttr<AnyX86InterruptAttr>() ||
         FD->hasAttr<ARMInterruptAttr>() || FD->hasAttr<AVRInterruptAttr>() ||
         FD->hasAttr<AVRSignalAttr>() || FD->hasAttr<M68kInterruptAttr>() ||
         FD->hasAttr<MSP430InterruptAttr>() ||
         FD->hasAttr<MipsInterruptAttr>() || FD->hasAttr<RISCVInterruptAttr>();
}

void moveInFrontOfHidden(FoundFunction &F, StringRef Text, StringRef Read) {
  for (Slot &S : F.Slots) {
    if (S.Length)
      continue;
    for (unsigned At = S.Offset; At && isSpace(Read[At - 1]); --At)
      if (Text[At - 1] != Read[At - 1])
        S.Offset = At - 1;
  }
}

} // namespace ipoint
