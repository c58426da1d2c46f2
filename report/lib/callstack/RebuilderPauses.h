//===- RebuilderPauses.h - When nothing runs or is recorded ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of a Rebuilder's members: records of the runtime, and times
// between two reads of the counter that belong to no visit (pauses, losses,
// times off CPU).
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_REBUILDERPAUSES_H
#define IPOINT_CALLSTACK_REBUILDERPAUSES_H

#include "Rebuilder.h"

namespace ipoint::analysis {

/// Something else than an ipoint may lie between the last read and this one,
/// at \p Time.
template <TraceSink Sink> void Rebuilder<Sink>::prepare(uint64_t Time) {
  checkHalt();
  elsewhere(Time);
  if (!HaveTime) {
    leaveOut(Time);
    // What lies in between is no segment of anything.
    ++Stack.top().SelfTimed;
    ++Stack.extras().VisitLost;
  }
  startAt(Time);
}

/// It is not known what happened from the last read to \p Time.
template <TraceSink Sink> void Rebuilder<Sink>::leaveOut(uint64_t Time) {
  CallStack::leaveOut(Stack.top(), Time - LastTime);
  if (FirstTime != NoTime)
    (Time < LastTime ? Account.Backward : Account.Lost) +=
        std::max(Time, LastTime) - std::min(Time, LastTime);
}

template <TraceSink Sink> void Rebuilder<Sink>::startAt(uint64_t Time) {
  if (FirstTime == NoTime)
    FirstTime = Time;
  LastTime = Time;
  HaveTime = true;
  Alarm = nextAlarm();
}

/// Sets apart what of the time from the last read to \p Time, as far as it is
/// known, was not the stream's: something else had the CPU.
template <TraceSink Sink> void Rebuilder<Sink>::elsewhere(uint64_t Time) {
  llvm::ArrayRef<HandlerTimes::Span> Spans;
  if (Handlers && Time >= Handlers->next())
    Spans = Handlers->upTo(Time);
  uint64_t Shared = offCpu(Time, Spans);
  if (Spans.empty() || !HaveTime || Halted != Halt::No)
    return;
  uint64_t Ticks = 0;
  for (HandlerTimes::Span S : Spans)
    Ticks += overlap(S, {LastTime, Time});
  handled(Ticks - Shared, Spans.size());
}

/// Emits the times without CPU between the last read and \p Time. A record lies
/// within a time without CPU only because two clocks differ: what is not longer
/// than that is none. Returns how much of it lies in \p Spans.
template <TraceSink Sink>
uint64_t Rebuilder<Sink>::offCpu(uint64_t Time,
                                 llvm::ArrayRef<HandlerTimes::Span> Spans) {
  uint64_t Shared = 0;
  while (Next.From < Time) {
    if (Next.Why == trace::OffCpuSpan::Interrupted) {
      if (!noteInterrupt(Time, Spans))
        break;
      continue;
    }
    if (Next.Unseen) {
      missOffCpu();
      nextOffCpu();
      continue;
    }
    uint64_t From = std::max(Next.From, LastTime);
    uint64_t To = std::min(Next.To, Time);
    if (HaveTime && Halted == Halt::No && To > From && To - From > Slack) {
      noteOffCpu(To - From, Next.Why == trace::OffCpuSpan::Preempted);
      for (HandlerTimes::Span S : Spans)
        Shared += overlap(S, {From, To});
    }
    if (Next.To > Time) {
      Next.From = Time;
      break;
    }
    nextOffCpu();
  }
  return Shared;
}

/// Up to Next.To the thread was off CPU, since when is not known: no visit and
/// no activation that is open has a sure time.
template <TraceSink Sink> void Rebuilder<Sink>::missOffCpu() {
  if (!HaveTime || Halted != Halt::No || Next.To <= LastTime)
    return;
  noteOffCpu(Next.To - LastTime, false);
  Stack.missTime();
}

/// Notes in whose visit the kernel handled the interrupt that is Next: who ran
/// in the middle of it, for at its ends two clocks may differ. The stream did
/// not run in \p Spans. False: that is after \p Time.
template <TraceSink Sink>
bool Rebuilder<Sink>::noteInterrupt(uint64_t Time,
                                    llvm::ArrayRef<HandlerTimes::Span> Spans) {
  uint64_t Middle = Next.From + (Next.To - Next.From) / 2;
  uint64_t Ticks = overlap({Next.From, Next.To}, {LastTime, Time});
  if (Middle >= Time)
    return false;
  bool InHandler = llvm::any_of(Spans, [Middle](HandlerTimes::Span S) {
    return S.From <= Middle && Middle < S.To;
  });
  nextOffCpu();
  if (!HaveTime || Halted != Halt::No || Middle < LastTime || InHandler)
    return true;
  ++InterruptCount;
  noteRecorded(Recorded::Kernel, Ticks);
  if (!Stack.empty())
    Out.event(CpuTaken{CpuTaken::Kernel, Ticks, true});
  return true;
}

/// \p Count handlers took \p Ticks, without times off CPU.
template <TraceSink Sink>
void Rebuilder<Sink>::handled(uint64_t Ticks, uint64_t Count) {
  Account.Handlers += Ticks;
  Account.HandlerCount += Count;
  // Their first and their last probe lie in two segments, where there would be
  // one.
  Stack.Timed += Count;
  Stack.top().VisitState += Count;
  Stack.changeSums().Paused += Ticks;
  CallStack::leaveOut(Stack.top(), Ticks);
  if (Ticks)
    noteRecorded(Recorded::Handler, Ticks);
}

/// \p Ticks while the visit on top was open are a recorded interruption's.
template <TraceSink Sink>
void Rebuilder<Sink>::noteRecorded(Recorded::Kind Kind, uint64_t Ticks) {
  Stack.extras().VisitRecorded[Kind] += Ticks;
  Stack.top().VisitState |= Frame::HasExtras;
}

template <TraceSink Sink>
void Rebuilder<Sink>::noteOffCpu(uint64_t Ticks, bool Preempted) {
  ++SwitchCount;
  PreemptionCount += Preempted;
  Account.OffCpu += Ticks;
  CallStack::leaveOut(Stack.top(), Ticks);
  noteRecorded(Recorded::Switch, Ticks);
  Stack.extras().SelfOffCpu += Ticks;
  Stack.changeSums().OffCpu += Ticks;
  Out.event(CpuTaken{Preempted ? CpuTaken::Preempted : CpuTaken::Voluntary,
                     Ticks, !Stack.empty()});
}

/// A timed record that is not of a function of the program.
template <TraceSink Sink>
void Rebuilder<Sink>::otherTimed(uint32_t Id, uint64_t Time) {
  switch (Id) {
  case IPOINT_ID_PAUSE:
    return halt(Time, Halt::Paused);
  case IPOINT_ID_SWITCH_OUT:
  case IPOINT_ID_PREEMPTED:
    WasPreempted = Id == IPOINT_ID_PREEMPTED;
    return halt(Time, Halt::OffCpu);
  case IPOINT_ID_RESUME:
    return resume(Time, Halt::Paused);
  case IPOINT_ID_SWITCH_IN:
    return resume(Time, Halt::OffCpu);
  default:
    Out.event(Unusable{Unusable::Unknown});
    if (Id < IPOINT_ID_FIRST)
      gap();
    else
      segment(Time);
  }
}

/// A read of the counter that begins nothing.
template <TraceSink Sink> void Rebuilder<Sink>::segment(uint64_t Time) {
  prepare(Time);
  ++Stack.Timed;
  ++Stack.top().VisitState;
}

template <TraceSink Sink> void Rebuilder<Sink>::halt(uint64_t Time, Halt Why) {
  segment(Time);
  Halted = Why;
  Alarm = 0;
}

template <TraceSink Sink>
void Rebuilder<Sink>::resume(uint64_t Time, Halt From) {
  if (Halted != From) {
    // A task's stream begins where it first gets the CPU.
    if (From == Halt::OffCpu && FirstTime == NoTime) {
      leaveOut(Time);
      return startAt(Time);
    }
    Out.event(Unusable{Unusable::Unknown});
    return gap();
  }
  uint64_t Ticks = Time - LastTime;
  if (From == Halt::Paused) {
    Out.event(NotRecorded{
        IsRequested ? NotRecorded::Gap : NotRecorded::BufferWait, Ticks});
    (IsRequested ? Account.Gaps : Account.BufferWait) += Ticks;
    Stack.changeSums().Paused += Ticks;
    CallStack::leaveOut(Stack.top(), Ticks);
  } else {
    noteOffCpu(Ticks, WasPreempted);
  }
  elsewhere(Time); // the kernel's word for it
  Halted = Halt::No;
  IsRequested = false;
  startAt(Time);
}

/// A call ended at \p End, as far as that is known, whose function has the
/// entry \p Id, or an iteration of the loop with this body. Probes in it are no
/// part of its \p Ticks, so it began earlier than these say: where it was off
/// CPU as it began may be missed. Before the first record it is not known which
/// times were probes'. Nothing else is subtracted than what surely lies in it,
/// so that no call gets shorter than it was.
template <TraceSink Sink>
void Rebuilder<Sink>::called(uint32_t Id, uint64_t Ticks, uint64_t End) {
  const Site *S = Symbols.site(Id);
  if (!S)
    return Out.event(Unusable{Unusable::Unknown});
  uint64_t OffCpu = 0;
  if (AllOffCpu && End != NoTime) {
    uint64_t Begin = std::max(End - std::min(End, Ticks), FirstTime);
    if (AllOffCpu->mayMiss(Begin, End))
      return; // it has no time
    uint64_t All = AllOffCpu->within(Begin, End, Slack);
    OffCpu = All - std::min(All, InProbes.touching(Begin, End));
  }
  if (OffCpu <= Slack || OffCpu >= Ticks)
    OffCpu = 0;
  if (S->IsEntry)
    return Out.event(TimedAlone{false, S->Function, Ticks - OffCpu, OffCpu});
  const uint32_t Loop = Symbols.loopAt(*S);
  if (Loop == None)
    return Out.event(Unusable{Unusable::Unknown});
  Out.event(TimedAlone{true, Loop, Ticks - OffCpu, OffCpu});
}

/// A probe that took long ended at \p End: what the thread was off CPU in it is
/// in no call's time.
template <TraceSink Sink>
void Rebuilder<Sink>::probed(uint64_t Ticks, uint64_t End) {
  if (!AllOffCpu || End == NoTime)
    return;
  uint64_t Begin = End - std::min(End, Ticks);
  if (uint64_t OffCpu =
          AllOffCpu->wholly(Begin - std::min(Begin, Slack), End + Slack))
    InProbes.add(Begin, End, OffCpu);
}

template <TraceSink Sink>
void Rebuilder<Sink>::runtimeUntimed(uint32_t Id, uint64_t Payload) {
  if (Id == IPOINT_ID_CORE)
    return;
  if (Id == IPOINT_ID_JUMP) {
    constexpr uint32_t Few = 64;
    MayHaveEnded = Stack.depth();
    Patience = Few;
    return;
  }
  if (Id == IPOINT_ID_CALL_END || Id == IPOINT_ID_PROBE_END) {
    // It may have waited for room, and lie behind a later time.
    constexpr uint64_t MostWait = uint64_t(1) << 36;
    EndTime =
        FirstTime == NoTime
            ? NoTime
            : trace::unwrap(LastTime - std::min(LastTime, MostWait), Payload);
    return;
  }
  const uint64_t End = std::exchange(EndTime, NoTime);
  if (Id == IPOINT_ID_CALL)
    return called(ipoint_call_id(Payload), ipoint_call_ticks(Payload), End);
  if (Id == IPOINT_ID_PROBE)
    return probed(Payload, End);
  bool WasRequested = IsRequested || Id == IPOINT_ID_GAP;
  if (Id == IPOINT_ID_GAP && Payload != IPOINT_GAP_WINDOW)
    Out.event(NotRecorded{NotRecorded::Requested, 0});
  if (Id == IPOINT_ID_GAP)
    beginAnew();
  else if (Id == IPOINT_ID_END)
    endHere(Payload);
  else if (Id == IPOINT_ID_LOST)
    Out.event(NotRecorded{NotRecorded::Lost, Payload});
  else
    Out.event(Unusable{Unusable::Unknown});
  // While it was paused a thread may lose records; it resumes all the same.
  Halt Before = Halted;
  gap();
  Halted = Before;
  IsRequested = Halted == Halt::Paused && WasRequested;
  if (WasRequested)
    CutEpoch = Stack.Epoch;
}

/// The thread ran on without being recorded, because that was wanted: what is
/// open now may have ended, and more may be open.
template <TraceSink Sink> void Rebuilder<Sink>::beginAnew() {
  while (!Stack.empty())
    abandonTop(CallAbandoned::Cut);
}

template <TraceSink Sink> void Rebuilder<Sink>::endHere(uint64_t Why) {
  beginAnew();
  Out.event(NotRecorded{NotRecorded::Ended, Why});
}

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_REBUILDERPAUSES_H
