//===- Paths.cpp - Absolute paths of files --------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Paths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ipoint {

std::string absolutePath(StringRef Path, StringRef Directory) {
  SmallString<128> Result(sys::path::is_absolute(Path) ? "" : Directory);
  sys::path::append(Result, Path);
  sys::path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

} // namespace ipoint
