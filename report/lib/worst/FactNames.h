//===- FactNames.h - What a user's names are in a program -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name is FUNCTION, FUNCTION/BLOCK, FUNCTION/LOOP or FUNCTION/BLOCK -> BLOCK,
// by stable names. Where several functions have the name, FILE: stands in
// front, the last parts of the path of its source file, or of its unit.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_FACTNAMES_H
#define IPOINT_WORST_FACTNAMES_H

#include "Facts.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace ipoint::worst {

/// Whether \p Path ends with \p End, whole parts of a path each.
bool endsWithPath(llvm::StringRef Path, llvm::StringRef End);

/// Finds names in a SymbolTable, which must outlive it. Errors have no place:
/// the name, what is wrong with it, and what may be meant.
class FactNames {
public:
  explicit FactNames(const analysis::SymbolTable &Symbols) : S(Symbols) {}
  const analysis::SymbolTable &symbols() const { return S; }

  /// Number of the function \p Name, of \p File where Name has no file. One
  /// that is not instrumented is found where \p MayBePlain.
  llvm::Expected<uint32_t> function(llvm::StringRef Name, llvm::StringRef File,
                                    bool MayBePlain = false) const;
  /// A function, a block or a transition.
  llvm::Expected<Counted> counted(llvm::StringRef Name, llvm::StringRef File,
                                  bool MayBePlain = false) const;
  /// FUNCTION/LOOP, or FILE:LINE where it begins.
  llvm::Expected<uint32_t> loop(llvm::StringRef Name,
                                llvm::StringRef File) const;
  /// The only loop that begins in \p Line of \p File.
  llvm::Expected<uint32_t> loopAt(llvm::StringRef File, unsigned Line) const;
  /// The block of \p Function that \p Line, \p Column lies in: the last one
  /// that begins before. None: no block does.
  uint32_t blockAt(uint32_t Function, unsigned Line, unsigned Column) const;

  /// What is to be written to have these found again.
  std::string nameOf(uint32_t Function) const;
  std::string nameOf(const Counted &C) const;
  std::string nameOfLoop(uint32_t Loop) const;

private:
  llvm::Expected<uint32_t> block(uint32_t Function, llvm::StringRef Name) const;

  const analysis::SymbolTable &S;
};

/// A linear constraint, as "2 * f/then.1 + g <= 3 * f": fills Terms, Least and
/// Most of \p Into. \p Find finds names. Errors have no place; \p Column is
/// where in \p Text, from 1.
llvm::Error
parseSum(llvm::StringRef Text,
         llvm::function_ref<llvm::Expected<Counted>(llvm::StringRef)> Find,
         Fact &Into, size_t &Column);

} // namespace ipoint::worst

#endif // IPOINT_WORST_FACTNAMES_H
