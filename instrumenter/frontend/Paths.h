//===- Paths.h - Absolute paths of files ----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_PATHS_H
#define IPOINT_FRONTEND_PATHS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace ipoint {

/// \p Path, which is relative to \p Directory unless it is absolute, without
/// `.` and `..`.
std::string absolutePath(llvm::StringRef Path, llvm::StringRef Directory);

} // namespace ipoint

#endif // IPOINT_FRONTEND_PATHS_H
