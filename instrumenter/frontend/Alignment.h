//===- Alignment.h - Tokens of two texts that belong together -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_ALIGNMENT_H
#define IPOINT_FRONTEND_ALIGNMENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
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

} // namespace ipoint

#endif // IPOINT_FRONTEND_ALIGNMENT_H
