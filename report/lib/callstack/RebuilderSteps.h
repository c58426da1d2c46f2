//===- RebuilderSteps.h - Records out of the fast path --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of a Rebuilder's members: visits and activations that lack
// something. What is not sure is not used.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_REBUILDERSTEPS_H
#define IPOINT_CALLSTACK_REBUILDERSTEPS_H

#include "Rebuilder.h"

namespace ipoint::analysis {

/// An untimed entry record: its caller's visit and its own have no sure time.
template <TraceSink Sink> void Rebuilder<Sink>::enterUntimed(const Site &S) {
  Stack.spoil();
  Out.entered(S.Function, S.Row, 1);
  if (Stack.isFull())
    giveUp();
  Stack.push(S, Frame::Entered | Frame::kindOf(S), Frame::Spoiled, LastTime);
  Out.pushed(S.Function, S.IsInterrupt, true);
  HandlerDepth += S.IsInterrupt;
}

template <TraceSink Sink> void Rebuilder<Sink>::leaveUntimed() {
  const Frame &F = Stack.top();
  if (F.Flags & Frame::Interrupt)
    excludeHandler(F, Stack.sumsAtEntry(), inclusiveTime(LastTime));
  settle(LastTime, false);
  Out.popped();
  Stack.pop(LastTime);
  Stack.spoil();
}

/// The next record of an activation is of block S.Block.
template <TraceSink Sink>
void Rebuilder<Sink>::step(const Site &S, uint64_t Time, bool Timed) {
  if (S.Block == None) [[unlikely]] {
    Stack.top().VisitState += Timed; // it is a segment all the same
    return Out.event(Unusable{Unusable::Unknown});
  }
  Reading = TimeKnown = Timed;
  bool Landed = Stack.top().Function != S.Function && findFrame(S);
  if (Edge *E = transition(S, Landed)) {
    closeVisit(*E, Time, Timed);
    stepLoop(*E);
  } else {
    noteWithoutTime(Time, Timed, false);
    Stack.forgetLoops();
    Out.visit(S.Block);
  }
  Frame &F = Stack.top();
  clearVisitExtras();
  uint64_t State = HandlerDepth ? Frame::HasExtras : 0;
  land(F, S.Row, Timed ? State : Frame::Spoiled, Time);
  Reading = false;
}

/// The transition of the activation on top to \p S; null if it is not known,
/// or not possible.
template <TraceSink Sink>
typename Rebuilder<Sink>::Edge *Rebuilder<Sink>::transition(const Site &S,
                                                            bool Landed) {
  Frame &F = Stack.top();
  if (F.VisitState & Frame::Stale)
    return nullptr;
  Edge &E = Edges[F.Row + S.Column];
  return E.To == S.Row ? &E : impossible(S, Landed);
}

/// The visit of the activation on top ends with \p E.
template <TraceSink Sink>
void Rebuilder<Sink>::closeVisit(Edge &E, uint64_t Time, bool Timed) {
  const Frame &F = Stack.top();
  const EdgeInfo &I = Edges.info(E);
  if (!Timed || (F.VisitState & Frame::Spoiled)) {
    noteWithoutTime(Time, Timed, I.CallsOut);
    return Out.followed(E, 1);
  }
  ProbeCount Probes = {(F.VisitState & Frame::Segments) + 1, 0};
  uint64_t Ticks = Time - F.VisitStart;
  if (F.VisitState & Frame::HasExtras) {
    const FrameExtras &X = Stack.extras();
    Probes.Untimed = X.VisitUntimed;
    for (Recorded::Kind Kind : Recorded::All)
      if (uint64_t More = X.VisitRecorded[Kind])
        Out.event(VisitInterrupted{Symbols.blockAt(F.Row), Kind, Ticks,
                                   Kind == Recorded::Kernel ? 0 : More});
  }
  if (uint64_t More = Out.time(E, Ticks, Probes, Time)) {
    Stack.extras().SelfExcess += More;
    Stack.changeSums().Excess += More;
    if (!HandlerDepth)
      (I.CallsOut ? Account.InterruptedCalling : Account.Interrupted) += More;
  }
  if (HandlerDepth && I.CallsOut)
    Account.Forms[I.Form].HandlerCalling.add(Ticks, Probes);
}

/// The visit of the activation on top ends, and has no time by itself.
template <TraceSink Sink>
void Rebuilder<Sink>::noteWithoutTime(uint64_t Time, bool Timed,
                                      bool CallsOut) {
  const Frame &F = Stack.top();
  uint64_t Probes = (F.VisitState & Frame::Segments) + Reading;
  if (isUnsure(F)) {
    const FrameExtras X = Stack.extrasOfTop();
    return accountsOf(F).Unsure.add(Time - F.VisitStart,
                                    {Probes - X.VisitLost, X.VisitUntimed});
  }
  FrameExtras &X = Stack.extras();
  X.CallsOut |= CallsOut;
  Probes -= X.VisitLost;
  Spent Visit = {Time - F.VisitStart, {Probes, X.VisitUntimed}};
  X.WithoutTime.add(Visit);
  if (X.CallsOut)
    X.WithoutTimeCalling.add(Visit);
  if constexpr (Sink::UntimedInterrupts)
    if (uint64_t Ticks = X.VisitRecorded[Recorded::Kernel])
      Out.event(UntimedInterrupted{Ticks, X.CallsOut});
  X.CallsOut &= !Timed;
}

/// The activation on top ends, its visits are closed; its self time is
/// \p Sure.
template <TraceSink Sink>
void Rebuilder<Sink>::settle(uint64_t Time, bool Sure) {
  const Frame &F = Stack.top();
  if (HandlerDepth) {
    Account.Handlers += Time - F.SelfStart;
    HandlerDepth -= (F.Flags & Frame::Interrupt) != 0;
    return;
  }
  const FrameExtras X = Stack.extrasOfTop();
  FormAccounts &A = Account.Forms[Symbols.formOf(F.Function)];
  A.All.add(Time - F.SelfStart, {Stack.Timed - F.SelfTimed, X.SelfUntimed});
  if (Sure)
    A.Calling.add(X.WithoutTimeCalling);
  else
    A.Unsure.add(X.WithoutTime);
}

/// The transition of the activation on top is not possible. It may be one of
/// an activation of the same function below it, whose callees up to here
/// ended without an exit (longjmp out of a recursion).
template <TraceSink Sink>
typename Rebuilder<Sink>::Edge *Rebuilder<Sink>::impossible(const Site &S,
                                                            bool Landed) {
  uint32_t Index = Stack.top().Below;
  for (unsigned Tries = 0; Index != None && Tries < 64; ++Tries) {
    const Frame &F = Stack.at(Index);
    Edge &E = Edges[F.Row + S.Column];
    if (!Stack.isStale(Index) && E.To == S.Row) {
      unwindTo(Index);
      return &E;
    }
    Index = F.Below;
  }
  Frame &Top = Stack.top();
  noteImpossible(Top, S, Landed);
  Stack.spoil();
  // Behind a longjmp it is the same activation all the same.
  if (!Landed)
    Top.Flags &= ~uint32_t(Frame::InclusiveSure);
  return nullptr;
}

/// A signal handler that the runtime does not see records into the ring of what
/// it interrupts. Where that is a probe between its two stores, the handler's
/// first record lies in the place of the probe's, and what comes behind it is
/// lost.
template <TraceSink Sink>
void Rebuilder<Sink>::noteImpossible(const Frame &Top, const Site &S,
                                     bool Landed) {
  uint32_t From = Symbols.blockAt(Top.Row);
  if (Landed && Intruder != None && !Symbols.blocks()[From].Calls)
    Out.event(Unusable{Unusable::Overwritten, Intruder});
  else
    Out.event(ImpossibleStep{From, S.Block});
}

/// The record is not of the function on top. Activations above the nearest
/// one of its function ended without an exit (true); if there is none, its
/// entry was not seen. Then it was entered before anything that was seen
/// since records were lost last, and all of that has ended.
template <TraceSink Sink> bool Rebuilder<Sink>::findFrame(const Site &S) {
  uint32_t Index = Stack.topOf(S.Function);
  Intruder = None;
  if (Index != None) {
    const Frame &Above = Stack.at(Index + 1);
    if (Above.Flags & Frame::Entered)
      Intruder = Above.Function;
    unwindTo(Index);
    return true;
  }
  auto Why = Stack.Epoch == CutEpoch ? EntryMissed::Cut : EntryMissed::Missing;
  while (!Stack.empty() && Stack.top().Epoch == Stack.Epoch) {
    if (Stack.top().Flags & Frame::Entered)
      Why = EntryMissed::Elsewhere;
    abandonTop(CallAbandoned::Passed);
  }
  Out.event(EntryMissed{&S, Why});
  Stack.spoil();
  Stack.top().VisitState += Reading;
  Reading = false;
  if (Stack.isFull())
    giveUp();
  Frame &F =
      Stack.push(S, Frame::kindOf(S), Frame::Stale | Frame::Spoiled, LastTime);
  F.Row = Symbols.transitions().emptyRow();
  Out.pushed(S.Function, S.IsInterrupt, false);
  HandlerDepth += S.IsInterrupt;
  return false;
}

/// The next record behind a jump is of \p S. Where it is not an entry, the jump
/// has led there or above it. A function that is entered although a call of it
/// was open at the jump is called from where that call was, which has ended.
template <TraceSink Sink>
void Rebuilder<Sink>::landAt(const Site &S, bool Timed) {
  uint32_t Index = Stack.topOf(S.Function);
  while (S.IsEntry && Index != None && Index > MayHaveEnded)
    Index = Stack.at(Index).Below;
  if (S.IsEntry && Index != None) {
    TimeKnown = Timed;
    Stack.Timed -= Timed; // the read is its caller's
    unwindTo(Index - 1);
    Stack.Timed += Timed;
    MayHaveEnded = Index - 1;
  }
  bool GoesOn = !S.IsEntry && (Index == None || Index <= MayHaveEnded);
  if (GoesOn || --Patience == 0)
    MayHaveEnded = 0;
}

/// Ends what is above frame \p Index, whose visit then has no sure time.
template <TraceSink Sink> void Rebuilder<Sink>::unwindTo(uint32_t Index) {
  while (Stack.depth() > Index)
    abandonTop(CallAbandoned::Passed);
  Stack.spoil();
}

template <TraceSink Sink> void Rebuilder<Sink>::giveUp() {
  end();
  Out.event(Unusable{Unusable::TooDeep});
}

template <TraceSink Sink>
void Rebuilder<Sink>::abandonTop(CallAbandoned::Reason How) {
  const Frame &F = Stack.top();
  CallAbandoned Call = {F.Function, How, (F.Flags & Frame::Entered) != 0, {}};
  if (Call.Entered && (F.Flags & Frame::InclusiveSure) &&
      F.Epoch == Stack.Epoch && How != CallAbandoned::Cut &&
      (TimeKnown || How == CallAbandoned::Unfinished))
    Call.AtMost = inclusiveTime(LastTime);
  if (Call.Entered || How == CallAbandoned::Passed)
    Out.event(Call);
  noteWithoutTime(LastTime, true, false);
  settle(LastTime, false);
  Reading = false; // it lies above all others
  Out.popped();
  Stack.pop(LastTime);
}

/// Of the activation on top, up to \p Time.
template <TraceSink Sink>
uint64_t Rebuilder<Sink>::inclusiveTime(uint64_t Time) {
  const StreamSums &Now = Stack.sums(), &Then = Stack.sumsAtEntry();
  return Time - Stack.top().EntryTime - (Now.Paused - Then.Paused) -
         (Now.OffCpu - Then.OffCpu);
}

/// What is known of the activation on top, which ends with a timed exit
/// record. Returns how much of the visit below it that was.
template <TraceSink Sink> uint64_t Rebuilder<Sink>::finish(uint64_t Time) {
  const Frame &F = Stack.top();
  const FrameExtras X = Stack.extrasOfTop();
  const StreamSums &Now = Stack.sums(), &Then = Stack.sumsAtEntry();
  bool Sure = (F.Flags & Frame::Entered) && F.Epoch == Stack.Epoch;
  Activation A;
  A.SelfUsable = Sure && (F.Flags & Frame::SelfSure);
  A.InclusiveUsable = Sure && (F.Flags & Frame::InclusiveSure);
  A.Self = Time - F.SelfStart;
  A.SelfProbes = {Stack.Timed - F.SelfTimed, X.SelfUntimed};
  A.SelfExcess = X.SelfExcess;
  A.SelfOffCpu = X.SelfOffCpu;
  A.InclusiveOffCpu = Now.OffCpu - Then.OffCpu;
  A.Inclusive = inclusiveTime(Time);
  A.InclusiveProbes = {Stack.Timed - F.EntryTimed, Now.Untimed - Then.Untimed};
  A.InclusiveExcess = Now.Excess - Then.Excess;
  A.Paths = Stack.takenPaths();
  A.ArePathsCut = X.ArePathsCut;
  if (A.SelfUsable || A.InclusiveUsable)
    Out.finish(F.Function, A);
  if (A.InclusiveUsable && (X.Values || Out.wantsLoopsOf(F.Function)))
    Out.ended(F.Function, Time, A.Inclusive, Stack.loopCounts(F),
              Stack.values());
  const bool IsHandler = F.Flags & Frame::Interrupt;
  if (IsHandler)
    excludeHandler(F, Then, A.Inclusive);
  settle(Time, A.SelfUsable);
  return IsHandler ? A.Inclusive : 0;
}

/// What an interrupt handler took is no part of what it interrupted.
template <TraceSink Sink>
void Rebuilder<Sink>::excludeHandler(const Frame &F, StreamSums Then,
                                     uint64_t Inclusive) {
  Account.HandlerCount += HandlerDepth == 1;
  Stack.Timed = F.EntryTimed;
  StreamSums &Now = Stack.changeSums();
  Now.Paused += Inclusive;
  Now.Untimed = Then.Untimed;
  Now.Excess = Then.Excess;
}

/// Whether the untimed record is all that a mark's value has: its mark makes
/// a timed record too.
template <TraceSink Sink>
bool Rebuilder<Sink>::value(const Site &S, uint64_t Payload) {
  bool IsSigned =
      Symbols.blocks()[S.Block].Value == database::MarkValue::Signed;
  int64_t Value = IsSigned ? llvm::SignExtend64<IPOINT_VALUE_BITS>(Payload)
                           : static_cast<int64_t>(Payload);
  if (Stack.top().Function == S.Function)
    Stack.noteValue(S.Block, Value);
  Out.event(MarkValue{S.Block, Value});
  return S.IsTimed;
}

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_REBUILDERSTEPS_H
