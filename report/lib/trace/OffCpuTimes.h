//===- OffCpuTimes.h - How long a thread was off CPU ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_OFFCPUTIMES_H
#define IPOINT_TRACE_OFFCPUTIMES_H

#include "SwitchReader.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace ipoint::trace {

/// All times in which a thread was off CPU, for calls of which no more is known
/// than when they ended and how long they took.
class OffCpuTimes {
public:
  /// Memory does not grow with the stream: where there are more than \p Most
  /// times, two that follow each other become one. Where in it the thread was
  /// off CPU is then not known.
  explicit OffCpuTimes(size_t Most = 1 << 16) : Most(Most) {}

  /// Adds \p A, which begins behind the end of the one before. The kernel's
  /// interrupts are none.
  void add(const OffCpuSpan &A);
  /// The same, of which \p Ticks were off CPU.
  void add(uint64_t From, uint64_t To, uint64_t Ticks);

  /// Ticks off CPU from \p From to \p To, at least. At either end a part of one
  /// that is not longer than \p Slack is none: only clocks differ.
  uint64_t within(uint64_t From, uint64_t To, uint64_t Slack = 0) const;
  /// Of times of which at least a part lies there, all ticks.
  uint64_t touching(uint64_t From, uint64_t To) const;
  /// Of times that may lie there wholly.
  uint64_t wholly(uint64_t From, uint64_t To) const;

private:
  struct Span {
    uint64_t From, To;
    uint64_t Ticks;  ///< off CPU, of To - From
    uint64_t Before; ///< those of all spans before
    uint64_t within(uint64_t Begin, uint64_t End, uint64_t Slack) const;
    bool isJoined() const { return Ticks != To - From; }
  };
  /// Those that lie at least in part from \p From to \p To.
  llvm::ArrayRef<Span> overlapping(uint64_t From, uint64_t To) const;
  static void join(Span &S, const Span &Next);
  void halve();

  size_t Most;
  uint64_t Each = 1;       ///< times that a span has
  uint64_t InLast = 0;     ///< that the last one has
  std::vector<Span> Spans; ///< by time
};

} // namespace ipoint::trace

#endif // IPOINT_TRACE_OFFCPUTIMES_H
