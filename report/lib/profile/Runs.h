//===- Runs.h - Facts of runs and of profiles as JSON ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_RUNS_H
#define IPOINT_PROFILE_RUNS_H

#include "Profile.h"

namespace ipoint::profile {

/// All of \p R but its path and its units.
std::string toText(const Run &R);
/// Sets that of \p To. \returns false where \p Text is not as toText() writes
/// it.
bool readRun(llvm::StringRef Text, Run &To);

/// The unit records of \p R, in hexadecimal.
std::string unitsOf(const Run &R);
bool readUnits(llvm::StringRef Text, Run &To);

std::string toText(const analysis::FilterModel &F);
std::optional<analysis::FilterModel> readFilter(llvm::StringRef Text);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_RUNS_H
