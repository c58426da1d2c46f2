//===- ProfileTimes.h - How long functions took, by a profile -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_PROFILETIMES_H
#define IPOINT_DATABASE_PROFILETIMES_H

#include "llvm/Support/Error.h"
#include <map>
#include <string>

namespace ipoint::database {

/// Raw times and the records in them, added up.
struct TimeSum {
  int64_t Count = 0;
  int64_t Ticks = 0;
  int64_t Timed = 0, Untimed = 0; ///< records
};

/// Of the calls of a function.
struct FunctionTimes {
  int64_t Calls = 0;
  int64_t Visits = 0; ///< of its blocks
  int64_t LoopsEntered = 0, LoopIterations = 0;
  TimeSum Self, Inclusive;
  TimeSum Called; ///< inclusive, of calls that were timed by themselves
};

struct ProfileTimes {
  /// Mean ticks that a record takes, over the profile's runs.
  double TimedRecord = 0, UntimedRecord = 0;
  /// By file (absolute) and name.
  std::map<std::pair<std::string, std::string>, FunctionTimes> Functions;

  /// Reads the profile \p Path (docs/formats.md). Errors name \p Path: it is no
  /// profile, of another version, cut or damaged.
  static llvm::Expected<ProfileTimes> read(llvm::StringRef Path);
};

} // namespace ipoint::database

#endif // IPOINT_DATABASE_PROFILETIMES_H
