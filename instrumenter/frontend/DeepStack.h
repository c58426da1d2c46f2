//===- DeepStack.h - Room for walks over deep nests -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements and expressions are parsed and walked by recursion, in Clang too.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_FRONTEND_DEEPSTACK_H
#define IPOINT_FRONTEND_DEEPSTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ipoint {

/// Runs \p Walk, which may take \p Stack KB for its recursions, on a stack that
/// is large enough. To be called while there is no other thread.
/// \returns false if no stack is: then \p Walk has not run.
bool runOnDeepStack(unsigned Stack, llvm::function_ref<void()> Walk);

} // namespace ipoint

#endif // IPOINT_FRONTEND_DEEPSTACK_H
