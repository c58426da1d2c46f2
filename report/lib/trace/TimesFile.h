//===- TimesFile.h - Times that a target has added up ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_TIMESFILE_H
#define IPOINT_TRACE_TIMESFILE_H

#include "Trace.h"

namespace ipoint::trace {

/// Times of an entry of the count table, which the target has added up; ticks,
/// without probes.
struct Times {
  struct Bin {
    uint64_t Low = 0, High = 0; ///< of the values in it
    uint64_t Count = 0;         ///< not 0
  };
  uint32_t Index = 0;
  uint64_t Count = 0;
  /// Of a path: how often it came without a time. Of self times: the path that
  /// ended the longest call: its index less the first one of the unit that may
  /// have times, modulo 2^32. Of inclusive ones: calls that began.
  uint64_t Other = 0;
  uint64_t Min = 0, Max = 0, Sum = 0;
  uint64_t Above = 0; ///< the sum of those over High …
  uint64_t High = 0;  ///< … where a bin ends
  uint64_t MaxAt = 0; ///< when the longest ended, since the start; 0: unknown
  std::vector<Bin> Bins; ///< ascending
  /// Of these, some long visits, by core and in their order, of which more is
  /// known.
  struct Visit {
    uint64_t Ticks = 0;
    uint64_t At = 0;     ///< when it ended, since the start
    uint64_t Number = 0; ///< of the times of its index there, from 1 on
    uint32_t Core = 0;   ///< on which it ran
  };
  std::vector<Visit> Visits;
};

/// Reads the file of times of \p T (docs/formats.md), in the order of their
/// indices; nothing without one. Errors name the file: unreadable, of another
/// version, cut off, with figures that no times have.
llvm::Expected<std::vector<Times>> readTimes(const Trace &T);

/// The name of that file.
std::string timesFile(const Trace &T);

} // namespace ipoint::trace

#endif // IPOINT_TRACE_TIMESFILE_H
