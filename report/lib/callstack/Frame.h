//===- Frame.h - What is kept of an open activation -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_FRAME_H
#define IPOINT_CALLSTACK_FRAME_H

#include "Accounts.h"
#include "program/Symbols.h"

namespace ipoint::analysis {

/// Sums over a stream. The times of an activation have what they grew by
/// since its entry taken out of them.
struct StreamSums {
  uint64_t Paused = 0;  ///< ticks of waits and of interrupt handlers
  uint64_t OffCpu = 0;  ///< ticks off CPU, in activations
  uint64_t Excess = 0;  ///< ticks
  uint64_t Untimed = 0; ///< what untimed records weigh
};

/// What happens to few activations.
struct FrameExtras {
  uint64_t SelfOffCpu = 0;  ///< ticks off CPU
  uint64_t SelfExcess = 0;  ///< ticks
  uint64_t SelfUntimed = 0; ///< what untimed records in it weigh
  /// Ticks of recorded interruptions in the visit that is open.
  ByRecord<uint64_t> VisitRecorded = {};
  uint64_t VisitUntimed = 0; ///< of SelfUntimed, in the visit that is open
  uint64_t VisitLost = 0;    ///< segments of that visit that were lost
  /// Visits that have no time by themselves; those of them in which what has no
  /// probes may have been called.
  Spent WithoutTime, WithoutTimeCalling;
  bool CallsOut = false;    ///< since the last timed record
  bool ArePathsCut = false; ///< it took more paths than it has runs of
  uint32_t PathRuns = 0;    ///< of CallStack::takenPaths()
  uint32_t Values = 0;      ///< of CallStack::values()
};

/// The visit that is on top, as far as most records need it.
struct OpenVisit {
  uint64_t Start = 0; ///< as in Frame
  uint64_t State = 0;
  uint32_t Row = 0;
};

struct Frame {
  // The state of a visit: how many segments it has before the last one, and:
  static constexpr uint64_t Stale = uint64_t(1) << 63; ///< a gap lies in it
  /// It has no sure time.
  static constexpr uint64_t Spoiled = uint64_t(1) << 62;
  static constexpr uint64_t HasExtras = uint64_t(1) << 61;
  static constexpr uint64_t Segments = HasExtras - 1;

  enum : uint32_t {
    Entered = 1,  ///< its entry record was seen
    SelfSure = 2, ///< its self time is known, as far as it has come
    InclusiveSure = 4,
    AllSure = 7,
    Extra = 8,      ///< it has FrameExtras
    Interrupt = 16, ///< it is of an interrupt handler
    Resumed = 32,   ///< it was open where the part of the stream began
    InLoop = 64     ///< at the head of one, whose count is not complete
  };

  /// It has no sure self time.
  bool isUnsure() const { return !(Flags & SelfSure); }

  static uint32_t kindOf(const Site &S) {
    return S.IsInterrupt * uint32_t(Interrupt);
  }

  uint64_t VisitStart = 0; ///< ticks, moved on by what is not the visit's
  uint64_t VisitState = Stale | Spoiled;
  uint64_t SelfStart = 0;  ///< ticks, moved on by what is not its own
  uint64_t EntryTime = 0;  ///< ticks
  uint64_t EntryTimed = 0; ///< timed records in the stream at its entry
  uint64_t SelfTimed = 0;  ///< the same, moved on by those of its callees
  uint32_t Row = 0;        ///< of the block, in the table of transitions
  uint32_t Function = None;
  uint32_t Flags = 0;
  uint64_t Epoch = 0;    ///< in which it was entered
  uint32_t Below = None; ///< next frame of the same function, or None
  uint32_t Sums = 0;     ///< which were the stream's at its entry
  size_t Loops = 0;      ///< where its loops' counts begin
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_FRAME_H
