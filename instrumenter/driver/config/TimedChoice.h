//===- TimedChoice.h - Which functions are worth timing -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/configuration.md, "What is worth timing?".
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_CONFIG_TIMEDCHOICE_H
#define IPOINT_DRIVER_CONFIG_TIMEDCHOICE_H

#include "database/ProfileTimes.h"
#include "database/Words.h"
#include <optional>

namespace ipoint {

/// Timed probes that a mean time must be long: what one does to it is then a
/// tenth at most. The runtime goes by the same (core/calls.c).
inline constexpr double LeastProbesInTime = 10;

/// The most of a function of \p P that lasts that long from one reading of the
/// counter to the next, if this is timed; nothing where \p F has no times.
std::optional<database::TimedIpoints>
worthTiming(const database::FunctionTimes &F, const database::ProfileTimes &P);

} // namespace ipoint

#endif // IPOINT_DRIVER_CONFIG_TIMEDCHOICE_H
