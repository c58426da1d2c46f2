//===- Nearest.h - What a mistyped name was meant to be -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_NEAREST_H
#define IPOINT_DATABASE_NEAREST_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace ipoint::database {

/// How many letters may be wrong, missing or too many in \p Given: two in the
/// place of each other are two of them.
inline unsigned mostSlips(llvm::StringRef Given) {
  return static_cast<unsigned>(Given.size() + 1) / 3;
}

/// "; did you mean 'NAME'?" with the name of \p Known, a range of strings, that
/// is nearest to \p Given; empty where none is near, or Given is one of them.
template <typename Range>
std::string didYouMean(llvm::StringRef Given, const Range &Known) {
  unsigned Least = mostSlips(Given) + 1;
  llvm::StringRef Nearest;
  for (llvm::StringRef Name : Known) {
    if (Name == Given)
      return "";
    // Counting ends where it is more than that.
    unsigned Slips = Given.edit_distance(Name, /*AllowReplacements=*/true,
                                         /*MaxEditDistance=*/Least);
    if (Slips < Least) {
      Least = Slips;
      Nearest = Name;
    }
  }
  return Nearest.empty() ? "" : ("; did you mean '" + Nearest + "'?").str();
}

} // namespace ipoint::database

#endif // IPOINT_DATABASE_NEAREST_H
