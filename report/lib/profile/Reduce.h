//===- Reduce.h - From what was measured to a profile, and back -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_REDUCE_H
#define IPOINT_PROFILE_REDUCE_H

#include "Profile.h"
#include "interrupts/exclude/SecondPass.h"

namespace ipoint::profile {

/// What was counted, and what was excluded of it.
struct Measured {
  analysis::FirstPass First;
  analysis::ExcludedVisits Excluded;
  /// By block: what interrupts that were not excluded add, ticks. Empty: none
  /// are expected.
  std::vector<double> UnseenTicks;
  /// Functions of other builds than the database's, as they are in a profile.
  std::vector<FunctionName> OfOtherBuilds;
};

/// Adds what was measured, \p M, to \p To, which has none yet.
void reduce(const analysis::SymbolTable &Symbols, const Measured &M,
            Profile &To);

/// What \p From, which was read from \p Path, has of the program with \p
/// Symbols; what was excluded only if \p Excludes. Errors name \p Path: it has
/// a function, block or path that the program does not have, or counts that no
/// run can have.
llvm::Expected<Measured> restore(const Profile &From, llvm::StringRef Path,
                                 const analysis::SymbolTable &Symbols,
                                 const analysis::ClockModel &Clock,
                                 bool Excludes);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_REDUCE_H
