//===- TimeUnit.h - Units of times ----------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SUPPORT_TIMEUNIT_H
#define IPOINT_SUPPORT_TIMEUNIT_H

#include "llvm/ADT/StringRef.h"

namespace ipoint::analysis {

enum class TimeUnit { Ticks, Nanoseconds, Microseconds };

inline llvm::StringRef nameOf(TimeUnit U) {
  return U == TimeUnit::Ticks         ? "ticks"
         : U == TimeUnit::Nanoseconds ? "ns"
                                      : "us";
}

/// How many of \p U a tick is of a clock of \p RateHz.
inline double unitsPerTick(TimeUnit U, double RateHz) {
  return U == TimeUnit::Ticks         ? 1
         : U == TimeUnit::Nanoseconds ? 1e9 / RateHz
                                      : 1e6 / RateHz;
}

} // namespace ipoint::analysis

#endif // IPOINT_SUPPORT_TIMEUNIT_H
