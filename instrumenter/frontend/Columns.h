//===- Columns.h - Where preprocessed code was written --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Preprocessed text has lines, by its line markers, and no columns; and behind
// a macro call of several lines GCC's lines are not those of the user either.
// Both are found again by aligning the tokens of the text with those of the
// file that the markers name. Tokens that have no counterpart came from a
// macro.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_COLUMNS_H
#define IPOINT_FRONTEND_COLUMNS_H

#include "frontend/Places.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <vector>

namespace ipoint {

constexpr unsigned NoToken = ~0u;

/// A token with the line that the user would name.
struct PlacedToken {
  unsigned Offset = 0;
  unsigned Line = 0;
  llvm::StringRef Spelling;
  bool IsWord = false;
};

/// For each token of the preprocessed text its counterpart in the original, or
/// NoToken.
using Counterparts = std::vector<unsigned>;

/// The alignment of the largest weight.
/// \returns nothing if that is too much work.
std::optional<Counterparts> align(llvm::ArrayRef<PlacedToken> Written,
                                  llvm::ArrayRef<PlacedToken> Processed);

/// For each token without a counterpart the word whose expansion it came from.
std::vector<unsigned> macrosOf(llvm::ArrayRef<PlacedToken> Written,
                               const Counterparts &Found);

/// A token of preprocessed text, and where its line markers say that it is.
struct MarkedPlace {
  unsigned Offset = 0;
  llvm::StringRef File; ///< absolute path
  unsigned Line = 0;
};

/// Gives the file at an absolute path, or null.
using FileReader = llvm::function_ref<std::unique_ptr<llvm::MemoryBuffer>(
    llvm::StringRef Path)>;

std::unique_ptr<llvm::MemoryBuffer> readFromDisk(llvm::StringRef Path);

/// Where each of \p Places in the preprocessed \p Text was written. Relative
/// names in its line markers start at \p Directory. \p Anchors, in the order of
/// the text, are the beginnings of statements and the ends of functions, where
/// no parenthesis is open: only the pieces between those that have not moved
/// are lexed, and of them only those that hold a place which has.
std::vector<WrittenPlace> findWritten(llvm::StringRef Text,
                                      const clang::LangOptions &LangOpts,
                                      llvm::StringRef Directory,
                                      llvm::ArrayRef<MarkedPlace> Places,
                                      llvm::ArrayRef<MarkedPlace> Anchors,
                                      FileReader Read = readFromDisk);

} // namespace ipoint

#endif // IPOINT_FRONTEND_COLUMNS_H
