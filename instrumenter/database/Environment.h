//===- Environment.h - The environment variables of all tools -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_ENVIRONMENT_H
#define IPOINT_DATABASE_ENVIRONMENT_H

#include "llvm/ADT/StringRef.h"

namespace ipoint {

/// Warns, in the name of \p Tool, of variables whose names begin with IPOINT_
/// and that no tool reads: they would be without effect.
void warnOfUnknownVariables(llvm::StringRef Tool);

} // namespace ipoint

#endif // IPOINT_DATABASE_ENVIRONMENT_H
