//===- DeclarationWords.h - What the words of a declaration say -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_DECLARATIONWORDS_H
#define IPOINT_PROBES_DECLARATIONWORDS_H

#include "frontend/Keywords.h"
#include "frontend/Places.h"
#include "clang/AST/Decl.h"
#include <optional>

namespace ipoint {

struct FoundFunction;

/// What Clang's target does not know, or the parse does not see.
struct DeclarationWords {
  bool Interrupt = false;
  bool HasMemories = false;   ///< in front of its name: KeywordRole::Memory
  std::string InRam;          ///< the word; empty: none
  std::string Uninstrumented; ///< the word; empty: none
  std::string Section; ///< the first string literal, as section names are
};

/// Of the words of \p Text in front of the body of the function \p Name:
/// attributes, pragmas, and the keywords of compilers for small processors.
DeclarationWords declarationWords(llvm::StringRef Text, TextRange Declaration,
                                  llvm::StringRef Name, const Keywords &Words);

/// Whether an attribute that Clang knows makes an interrupt handler of \p FD.
bool isInterruptByAttribute(const clang::FunctionDecl *FD);

/// Clang's \p Read is \p Text with hidden words: what is to be put behind these
/// goes in front of them, as `__far char *p` is one declaration.
void moveInFrontOfHidden(FoundFunction &F, llvm::StringRef Text,
                         llvm::StringRef Read);

} // namespace ipoint

#endif // IPOINT_PROBES_DECLARATIONWORDS_H
