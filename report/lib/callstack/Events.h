//===- Events.h - What happens seldom in a stream -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Rebuilder makes of the records of a stream an ordered list: calls that
// begin and end, visits and the transitions between them, which most records
// are, and the events here. A sink handles an Event by std::visit, so that the
// compiler shows which events it does not know.
//
// Functions, blocks and loops are numbers in the SymbolTable, times are ticks.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_EVENTS_H
#define IPOINT_CALLSTACK_EVENTS_H

#include "Accounts.h"
#include <cstdint>
#include <optional>
#include <variant>

namespace ipoint::analysis {

struct Site;

/// A record comes of a call that is not open here: its entry was not seen.
/// Nothing is made of the record yet.
struct EntryMissed {
  enum Reason {
    Missing,  ///< the stream begins later, or records were lost
    Cut,      ///< recording had paused, as was wanted
    Elsewhere ///< neither: what began later was open, so that was left by a
              ///< jump, or is on another stack
  };
  const Site *First; ///< of the record
  Reason Why;
};

/// The call on top ended without an exit record.
struct CallAbandoned {
  enum Reason {
    Passed,     ///< records of a function below it came
    Unfinished, ///< it was open when the stream ended
    Cut ///< it was open when recording paused or ended because that was wanted
  };
  uint32_t Function;
  Reason How;
  bool Entered; ///< its entry was seen
  /// It took no longer than that, callees included; or so long until the stream
  /// ended.
  std::optional<uint64_t> AtMost;
};

/// A call or an iteration that was timed by itself has ended, wherever it
/// began.
struct TimedAlone {
  bool IsIteration;
  uint32_t Number;        ///< of the function or the loop
  uint64_t Ticks, OffCpu; ///< without and of the time off CPU
};

/// A mark recorded a value.
struct MarkValue {
  uint32_t Block;
  int64_t Value;
};

/// A complete visit was interrupted, by its records; its time comes next.
struct VisitInterrupted {
  uint32_t Block;
  Recorded::Kind Kind;
  uint64_t Ticks; ///< of the visit
  uint64_t More;  ///< of the interruption; 0 where that is part of the visit
};

/// A visit without a time, in which the kernel handled an interrupt.
struct UntimedInterrupted {
  uint64_t Ticks; ///< of the interrupt
  bool CallsOut;  ///< what has no probes may have been called in the visit
};

/// The thread was off CPU, which is no part of the visit on top; or the kernel
/// handled an interrupt, which is.
struct CpuTaken {
  enum Reason { Voluntary, Preempted, Kernel };
  Reason Why;
  uint64_t Ticks;
  bool InCall; ///< a call is open
};

/// Records are not there, though the program may have run.
struct NotRecorded {
  enum Reason {
    BufferWait, ///< the thread waited for the buffer, for Amount ticks
    Gap,        ///< it ran on unrecorded for Amount ticks, as was wanted
    Requested,  ///< the program asked for the gap that is here
    Lost,       ///< Amount records are missing, as far as a record counts them
    Ended       ///< the program ran on behind the end, for the reason Amount of
                ///< record.h
  };
  Reason Why;
  uint64_t Amount;
};

/// A transition that the program does not have, or, at \c To, a path.
struct ImpossibleStep {
  uint32_t From, To; ///< blocks
  std::optional<uint64_t> Path = std::nullopt;
  auto operator<=>(const ImpossibleStep &) const = default;
};

/// A record from which nothing can be made.
struct Unusable {
  enum Reason {
    Unknown,     ///< it is of nothing that is known
    Overwritten, ///< behind an entry of Function where nothing can be called:
                 ///< an interrupt took its place
    TooDeep      ///< as many calls are open as can be
  };
  Reason Why;
  uint32_t Function = UINT32_MAX;
};

using Event = std::variant<EntryMissed, CallAbandoned, TimedAlone, MarkValue,
                           VisitInterrupted, UntimedInterrupted, CpuTaken,
                           NotRecorded, ImpossibleStep, Unusable>;

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_EVENTS_H
