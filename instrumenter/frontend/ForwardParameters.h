//===- ForwardParameters.h - Parameters that are declared twice -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_FORWARDPARAMETERS_H
#define IPOINT_FRONTEND_FORWARDPARAMETERS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace ipoint {

/// \p Text as long, with blanks for what GCC knows of parameters and Clang does
/// not: `int sum(int n; int a[n], int n)` declares one before its turn. Array
/// bounds of such a list are blanks, too, as they may name it. Nothing where
/// there is none.
/// Source: GCC's manual, "Arrays of Variable Length".
std::optional<std::string> withoutForwardParameters(llvm::StringRef Text);

} // namespace ipoint

#endif // IPOINT_FRONTEND_FORWARDPARAMETERS_H
