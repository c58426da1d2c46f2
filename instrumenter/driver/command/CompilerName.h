//===- CompilerName.h - Which compiler we stand before --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMMAND_COMPILERNAME_H
#define IPOINT_DRIVER_COMMAND_COMPILERNAME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace ipoint {

/// The compiler that a link to ipoint-cc stands for by its name \p Argv0: GCC
/// for `ipoint-gcc` and for `gcc`. None if it is called ipoint-cc.
std::optional<std::string> compilerOfName(llvm::StringRef Argv0);

/// The programs that \p Name means, in the order of PATH; a path means itself.
std::vector<std::string> programsOfName(llvm::StringRef Name);

/// The program that \p Name means, links to ourselves in PATH left out. Errors:
/// there are only those.
llvm::Expected<std::string> compilerBehindUs(llvm::StringRef Name);

/// Whether an ipoint-cc has started this process, through a compiler's wrapper
/// that looked for its compiler in PATH: what comes to it is instrumented
/// already. Marks the environment for those that this process will start.
bool isInsideAnother();

/// Errors: a compiler cache has started us to compile by \p Words. It keys its
/// results by what the compiler is given, and so would miss our settings and
/// the database.
llvm::Error refuseCacheBefore(llvm::ArrayRef<std::string> Words);

} // namespace ipoint

#endif // IPOINT_DRIVER_COMMAND_COMPILERNAME_H
