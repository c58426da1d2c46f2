//===- Errors.h - Errors that name a file ---------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SUPPORT_ERRORS_H
#define IPOINT_SUPPORT_ERRORS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace ipoint {

/// An error whose text is "PATH: WHAT".
inline llvm::Error errorAt(llvm::StringRef Path, const llvm::Twine &What) {
  return llvm::createStringError(Path + ": " + What);
}

/// An error without a place: who knows it puts it in front.
inline llvm::Error plainError(const llvm::Twine &What) {
  return llvm::createStringError(What);
}

} // namespace ipoint

#endif // IPOINT_SUPPORT_ERRORS_H
