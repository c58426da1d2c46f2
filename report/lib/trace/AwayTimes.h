//===- AwayTimes.h - How long a thread was off CPU ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_AWAYTIMES_H
#define IPOINT_TRACE_AWAYTIMES_H

#include "SwitchReader.h"
#include <vector>

namespace ipoint::trace {

/// All times in which a thread was off CPU, for calls of which no more is known
/// than when they ended and how long they took.
class AwayTimes {
public:
  /// Memory does not grow with the stream: where there are more than \p Most
  /// times, two that follow each other become one, spread over both.
  explicit AwayTimes(size_t Most = 1 << 16) : Most(Most) {}

  /// Adds \p A, which begins behind the end of the one before. The kernel's
  /// interrupts are none.
  void add(const Away &A);

  /// Ticks off CPU from \p From to \p To.
  uint64_t within(uint64_t From, uint64_t To) const {
    return To > From ? before(To) - before(From) : 0;
  }

private:
  struct Span {
    uint64_t From, To;
    uint64_t Ticks;  ///< off CPU, of To - From
    uint64_t Before; ///< those of all spans before
  };
  uint64_t before(uint64_t Time) const;
  void halve();

  size_t Most;
  std::vector<Span> Spans; ///< by time
};

} // namespace ipoint::trace

#endif // IPOINT_TRACE_AWAYTIMES_H
