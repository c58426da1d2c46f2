//===- Trial.h - Work that may end the process, tried in a child ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SUPPORT_TRIAL_H
#define IPOINT_SUPPORT_TRIAL_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ipoint {

/// Whether \p Work comes to its end, in a child process of which nothing else
/// is seen; at most a minute of processor time. True where no process can be
/// made. For libraries that take what is in a file for granted.
bool survives(llvm::function_ref<void()> Work);

} // namespace ipoint

#endif // IPOINT_SUPPORT_TRIAL_H
