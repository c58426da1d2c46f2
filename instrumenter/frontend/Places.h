//===- Places.h - Places in a text and in the files that it comes from ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_PLACES_H
#define IPOINT_FRONTEND_PLACES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace ipoint {

/// A half-open range of offsets in the text.
struct TextRange {
  unsigned Begin = 0;
  unsigned End = 0;
};

/// A place in a file that the user wrote.
struct WrittenPlace {
  unsigned Line = 0;
  unsigned Column = 0;    ///< in bytes, from 1; 0: not known
  bool FromMacro = false; ///< a macro makes what is there: its call's place
};

/// Where text was written that a function has from another file than its own.
struct IncludedPlace {
  std::string File; ///< absolute path
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: not known
  bool InText = true;  ///< the main text holds it
};

/// A place in the text.
struct TextPlace {
  /// In the function's file, without a column in preprocessed text. Of included
  /// text: the beginning of the directive's line.
  WrittenPlace Written;
  unsigned Offset = 0; ///< in the main text
  std::optional<IncludedPlace> Included;
};

/// \p Path, which is relative to \p Directory unless it is absolute, without
/// `.` and `..`.
std::string absolutePath(llvm::StringRef Path, llvm::StringRef Directory);

} // namespace ipoint

#endif // IPOINT_FRONTEND_PLACES_H
