//===- CallPathValues.h - Numbers of call paths ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_CALLPATHVALUES_H
#define IPOINT_PROFILE_CALLPATHVALUES_H

#include "Profile.h"

namespace ipoint::profile {

/// What the calls on a path took, by the keys of docs/formats.md.
Values valuesOf(const analysis::CallPaths::Node &N);
/// Sets that of \p N. \returns false where a value is no number of 64 bits.
bool readNode(const Values &All, analysis::CallPaths::Node &N);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_CALLPATHVALUES_H
