//===- ProfileFile.h - Profiles as files ----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_PROFILEFILE_H
#define IPOINT_PROFILE_PROFILEFILE_H

#include "Profile.h"

namespace ipoint::profile {

/// The figures of no function belong to this one.
inline constexpr int64_t OfProgram = 0;

/// Whether the file \p Path begins as those of SQLite do: no trace does.
bool isProfile(llvm::StringRef Path);

/// Writes \p P to the file \p Path, whole or not at all. Errors name \p Path.
llvm::Error write(const Profile &P, llvm::StringRef Path);

/// Reads the profile \p Path. Errors name \p Path: unreadable, no profile, of
/// another version, cut or damaged, with what no profile has.
llvm::Expected<Profile> read(llvm::StringRef Path);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_PROFILEFILE_H
