//===- Keywords.h - Words that compilers add to C -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang does not know `__interrupt`, `@ 0x200` and the like, and need not: it
// reads blanks in their place, so that every offset stays. What is written has
// them as they were. One notation, for the table here and for config files
// (docs/builds.md, "Compilers that are neither GCC nor Clang").
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_KEYWORDS_H
#define IPOINT_FRONTEND_KEYWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace ipoint {

struct RawToken;

/// What a word says of what is declared with it.
enum class KeywordRole {
  None,
  Memory, ///< where a pointer leads: it may be longer than others
  // Of a function:
  Interrupt,
  InRam,         ///< excepted where there is no operating system
  Uninstrumented ///< probes cannot be in it
};

struct Keyword {
  /// What is hidden beside the word: `w`, `w()`, `w{}`, `w...` and `w...end`.
  enum class Extent { Word, Group, Braces, Declarator, UpToWord };
  Extent E = Extent::Word;
  KeywordRole Role = KeywordRole::None;
  std::string End; ///< of UpToWord: the last word
};

/// Whether \p Word, in an attribute, makes an interrupt handler of a function.
bool isInterruptAttribute(llvm::StringRef Word);

class Keywords {
public:
  /// Errors: \p Entry is not in the notation; the message has it.
  llvm::Error add(llvm::StringRef Entry, KeywordRole Role);
  /// Adds those of a compiler. Errors: no compiler is called \p Name.
  llvm::Error addCompiler(llvm::StringRef Name);

  bool empty() const { return Words.empty() && Macros.empty(); }
  const Keyword *find(llvm::StringRef Word) const;
  /// `WORD=TEXT`, for words that the parse is to read as something else.
  llvm::ArrayRef<std::string> macros() const { return Macros; }

  /// \p Text with blanks where it has these words, as long. Directives stay,
  /// but for what macros stand for. Assembly is hidden, too: between `#asm` and
  /// `#endasm`, `#pragma asm` and `#pragma endasm`; so are attributes that name
  /// interrupt handlers, which processors write each in their way.
  std::string hide(llvm::StringRef Text) const;
  /// Whether \p Text has words of the role Memory.
  bool hasMemoryIn(llvm::StringRef Text) const;

private:
  size_t endOf(llvm::ArrayRef<RawToken> Tokens, size_t At,
               llvm::StringRef Text) const;
  void hideIn(llvm::ArrayRef<RawToken> Tokens, llvm::StringRef Text,
              std::string &Result) const;

  llvm::StringMap<Keyword> Words;
  std::vector<std::string> Macros;
};

} // namespace ipoint

#endif // IPOINT_FRONTEND_KEYWORDS_H
