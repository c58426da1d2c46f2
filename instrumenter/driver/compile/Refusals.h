//===- Refusals.h - Which functions a compiler would not have -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler names the line of what it refuses by the line markers, where
// several functions can lie in one line. Without the markers its lines are
// those of the instrumented text itself, and each error belongs to one
// function.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMPILE_REFUSALS_H
#define IPOINT_DRIVER_COMPILE_REFUSALS_H

#include "driver/compile/Instrument.h"

namespace ipoint {

/// \p Text with its line markers blanked; all other lines keep their places.
std::string withoutLineMarkers(llvm::StringRef Text);

struct Refusal {
  uint32_t Function = 0; ///< index in the unit's functions
  std::string Message;   ///< the compiler's
};

/// The functions of \p Result in which a compiler found errors, in the order of
/// its \p Messages about the text without line markers, which it read as \p
/// File; each function once.
std::vector<Refusal> refusalsIn(llvm::StringRef Messages, llvm::StringRef File,
                                const Instrumented &Result);

/// The first error among a compiler's messages, without its place.
llvm::StringRef firstError(llvm::StringRef Messages);

} // namespace ipoint

#endif // IPOINT_DRIVER_COMPILE_REFUSALS_H
