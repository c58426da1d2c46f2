//===- StreamState.h - Where a Rebuilder is in its stream -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a Rebuilder between two records, without that of its sink. A
// Rebuilder with another sink type can continue the stream from this state.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_STREAMSTATE_H
#define IPOINT_CALLSTACK_STREAMSTATE_H

#include "CallStack.h"
#include "HandlerTimes.h"
#include "trace/SwitchReader.h"
#include <memory>

namespace ipoint::analysis {

struct StreamState {
  static constexpr uint64_t NoTime = UINT64_MAX;
  /// Why nothing runs between a record and the next one.
  enum class Halt { No, Paused, OffCpu };

  /// \p Switches, which may be null, says when the thread was off CPU, on a
  /// clock that is right to \p Slack ticks; \p Handlers, which may be null,
  /// too, when handlers with separate streams ran on it. Both are
  /// where the state is, and must outlive it.
  StreamState(const SymbolTable &Symbols, trace::SwitchReader *Switches,
              uint64_t Slack, HandlerTimes *Handlers)
      : Stack(Symbols), Switches(Switches), Slack(Slack), Handlers(Handlers) {
    nextOffCpu();
  }

  /// What comes behind Next.
  void nextOffCpu() {
    if (!Switches || !Switches->next(Next))
      Next.From = Next.To = NoTime;
  }

  /// Reads on behind Next in the switches of \p Fresh, which begins with the
  /// first one.
  void takeSwitches(StreamState &Fresh) {
    while (Fresh.Next.To < Next.To)
      Fresh.nextOffCpu();
    Switches = Fresh.Switches;
    Slack = Fresh.Slack;
  }

  /// Alarm, where all before is accounted for.
  uint64_t nextAlarm() const {
    uint64_t Soon = Next.From;
    if (Handlers)
      Soon = std::min(Soon, Handlers->next());
    return Soon == NoTime ? NoTime : Soon + 1;
  }

  CallStack Stack;
  uint64_t LastTime = 0;       ///< of the last read
  uint64_t Alarm = 0;          ///< a record from this time on is to be prepared
  bool HaveTime = false;       ///< LastTime is behind the last gap
  Halt Halted = Halt::No;      ///< since LastTime
  uint64_t FirstTime = NoTime; ///< of the first read
  uint32_t LastMark = None;    ///< block of the last mark
  bool WasPreempted = false;   ///< how it came to Halt::OffCpu
  bool IsRequested = false;    ///< it is a pause that was wanted
  uint64_t CutEpoch = UINT64_MAX; ///< begins behind such a pause
  trace::SwitchReader *Switches;
  uint64_t Slack;
  HandlerTimes *Handlers;
  trace::OffCpuSpan Next; ///< not yet, or not wholly, accounted for
  /// All that Switches has; null: not known, or no call was timed by itself.
  std::shared_ptr<const trace::OffCpuTimes> AllOffCpu;
  trace::OffCpuTimes InProbes; ///< those of AllOffCpu that no call has
  uint64_t EndTime = NoTime;   ///< of the call or probe whose record comes next
  uint64_t SwitchCount = 0, PreemptionCount = 0;
  uint64_t InterruptCount = 0; ///< that the kernel handled
  Accounts Account;
  uint32_t HandlerDepth = 0; ///< open activations of interrupt handlers
  /// A jump may have left the activations up to this one; so it is known within
  /// Patience records, or not at all.
  uint32_t MayHaveEnded = 0, Patience = 0;
  bool TimeKnown = false;   ///< the record that ends activations has a time
  uint32_t Intruder = None; ///< function of the activation that ended last
                            ///< above the one that a record is of
  /// Id of the record that comes, of a value; Unknown where it may be either
  /// one, as what was recorded before is not known.
  uint32_t ValueOf = Unknown;
  static constexpr uint32_t Unknown = None - 1;
  bool Reading = false; ///< a read of the counter ends the visit on top
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_STREAMSTATE_H
