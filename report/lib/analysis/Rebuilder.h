//===- Rebuilder.h - From events to visits and activations ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rebuilds, for one stream, the stack of activations (docs/method.md, section
// Rebuilding). The time between two reads of the counter, a segment, belongs to
// the activation that is on top of the stack in between, and to the block that
// it is in. So each tick is given to one block, and times of callees need not
// be subtracted.
//
// What is not sure is not used: a visit or an activation loses its time, never
// its count, where records were lost, an end is not known, or the counter was
// not read.
//
// The sink is a template parameter, for this runs once per record. Hot:
//
//   Edge, edge(Slot)                   what it keeps of a transition, derived
//                                      from EdgeSlot; by its slot in the table
//   enter(Function, Block)             an entry record
//   step(Edge, State, Ticks)           a transition was taken and the visit
//                                      before it took so long; State as in
//                                      Frame. False if this is left to follow()
//                                      and time()
//   pushed(Site, Entered), popped()    an activation is on top of the stack,
//   its
//                                      entry seen or not; it is not any more
//   finish(Function, Self, SelfProbes, Gross, GrossProbes)
//                                      an exit record of an activation that is
//                                      sure and has timed probes only
//   iterate(Loop, Times)               its body begins, for the Times-th time
//                                      since it was entered
//
// And the others:
//
//   visit(Block)                       a record of a block, neither an entry's
//                                      nor behind a transition
//   follow(Edge)                       a transition was taken, without a time
//   time(Edge, Ticks, Probes, At) -> ticks   the same with the time of the
//                                      visit before it, which ended At, Probes
//                                      in it; what comes back is taken as
//                                      excess, modulo 2^64
//   impossible(FromBlock, ToBlock)     one was taken that is not possible
//   value(Block, Value)                a mark recorded a value
//   finish(Function, Activation)       an exit record of any other activation
//   abandon(Function, How, Entered)    an activation ended without one; Entered
//                                      tells whether its entry was seen
//   inferred(Function, How, Ticks)     it took at most so long, gross; or so
//                                      long until the stream ended
//   middle(Function, Cut)              one is seen whose entry was not; Cut:
//                                      recording had paused, as was wanted
//   away(Ticks, Preempted)             the thread had no CPU in a visit, which
//                                      that time is no part of
//   struck(Block, Ticks, Away)         a visit is complete that was like that;
//                                      before its time()
//   lost(Records), pause(Ticks), unknown(), deep()
//   apart(Ticks)                       a pause that was wanted: it ran on
//   ended(Why)                         it ran on behind the end of the stream
//
// How often a loop was entered and its body ran follows from its transitions.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ANALYSIS_REBUILDER_H
#define IPOINT_ANALYSIS_REBUILDER_H

#include "Activation.h"
#include "CallStack.h"
#include "Places.h"
#include "ipoint/record.h"
#include "trace/SwitchReader.h"
#include "llvm/Support/MathExtras.h"

namespace ipoint::analysis {

/// What the rebuilding needs of a transition.
struct EdgeSlot {
  uint32_t To = TransitionTable::Empty;
  /// Which it enters or whose body it begins; or IsMark, of one to a mark.
  uint32_t Loop = None;
  static constexpr uint32_t IsMark = None - 1;
  uint32_t Slot : 27 = 0;
  uint32_t Form : 2 = 0;     ///< trace::ProbeForm of its function's probes
  uint32_t CallsOut : 1 = 0; ///< the block that it leaves is not linear
  uint32_t Enters : 1 = 0;   ///< from outside
  uint32_t Iterates : 1 = 0; ///< begins the body
};

/// The slots of the table of transitions, as a sink keeps them.
template <class Edge> std::vector<Edge> makeEdges(const SymbolTable &Symbols) {
  const auto &Slots = Symbols.transitions().slots();
  std::vector<Edge> Result(Slots.size());
  for (size_t I = 0; I < Slots.size(); ++I) {
    EdgeSlot &E = Result[I];
    E.To = Slots[I].To;
    if (Slots[I].Edge == None)
      continue;
    const LoopStep &L = Symbols.loopStep(Slots[I].Edge);
    E.Loop = L.Loop;
    if (L.Loop == None && Symbols.blocks()[E.To].Kind == database::Kind::Mark)
      E.Loop = EdgeSlot::IsMark;
    E.Slot = L.Slot;
    E.Enters = L.Enters;
    E.Iterates = L.Iterates;
    const BlockSymbol &From = Symbols.blocks()[Symbols.sourceOf(Slots[I].Edge)];
    E.CallsOut = !From.Linear;
    E.Form = Symbols.formOf(From.Function);
  }
  return Result;
}

template <class Sink> class Rebuilder {
  using Edge = typename Sink::Edge;

public:
  /// \p Switches, which may be null, tells when the thread had no CPU, on a
  /// clock that is right to \p Slack ticks.
  Rebuilder(const Rebuilder &) = delete; // its sink may look into it
  Rebuilder(const SymbolTable &Symbols, Sink &Out,
            trace::SwitchReader *Switches = nullptr, uint64_t Slack = 0)
      : Symbols(Symbols), Sites(Symbols.sites().data()),
        SiteCount(static_cast<uint32_t>(Symbols.sites().size())),
        FirstId(Symbols.firstId()), Out(Out), Stack(Symbols),
        Switches(Switches), Slack(Slack) {
    if constexpr (requires { Out.watch(StreamView()); })
      Out.watch({&LastTime, &FirstTime, &LastMark});
    nextAway();
  }

  void timed(uint32_t Id, uint64_t Time) {
    uint32_t Index = Id - FirstId;
    if (Index >= SiteCount) [[unlikely]]
      return otherTimed(Id, Time);
    if (Time >= Alarm) [[unlikely]]
      prepare(Time);
    LastTime = Time;
    ++Stack.Timed;
    const Site &S = Sites[Index];
    if (S.IsEntry)
      return enter(S, Time);
    Frame &F = Stack.top();
    Edge &E = Out.edge(F.Row + S.Column);
    if (E.To == S.Block && Out.step(E, F.VisitState, Time - F.VisitStart))
        [[likely]] {
      stepLoop(E);
      land(F, S, 0, Time);
    } else {
      step(S, Time, true);
    }
    if (S.IsExit)
      leave(Time);
  }

  void untimed(uint32_t Id, uint64_t Payload) {
    if (Id < IPOINT_ID_FIRST) [[unlikely]]
      return runtimeUntimed(Id, Payload);
    checkHalt();
    ++Stack.changeSums().Untimed;
    FrameExtras &X = Stack.extras();
    ++X.SelfUntimed;
    ++X.VisitUntimed;
    Stack.top().VisitState |= Frame::HasExtras;
    const Site *S = Symbols.site(Id);
    if (!S) [[unlikely]]
      return Out.unknown();
    if (S->HasValue && value(*S, Payload)) [[unlikely]]
      return;
    if (S->IsEntry)
      return enterUntimed(*S);
    step(*S, LastTime, false);
    if (S->IsExit)
      leaveUntimed();
  }

  /// Records are missing here: no visit and no activation that is open now can
  /// be given a time.
  void gap() {
    Stack.gap();
    HaveTime = false;
    Halted = Halt::No;
    Apart = false;
    Alarm = 0;
  }

  /// The stream has ended.
  void end() {
    while (!Stack.empty())
      abandonTop(Abandoned::Unfinished);
  }

  /// From the first to the last read of the counter, ticks.
  uint64_t elapsed() const {
    return FirstTime == NoTime ? 0 : LastTime - FirstTime + Account.Backward;
  }
  /// Where that time went; once the stream has ended.
  Accounts accounts() {
    Account.Outside = LastTime - Stack.at(0).SelfStart;
    return Account;
  }
  /// What of it the thread had no CPU, pauses apart, and how often.
  uint64_t switchedOut() const { return Account.Away; }
  uint64_t switches() const { return SwitchCount; }
  uint64_t preemptions() const { return PreemptionCount; }

private:
  /// Why nothing runs between a record and the next one.
  enum class Halt { No, Paused, Away };

  //===--- The usual course ---===//

  void enter(const Site &S, uint64_t Time) {
    ++Stack.top().VisitState; // one more segment
    Out.enter(S.Function, S.Block);
    if (Stack.depth() >= CallStack::DepthLimit) [[unlikely]]
      giveUp();
    Frame &F = Stack.push(S, Frame::AllSure | Frame::kindOf(S), 0, Time);
    Out.pushed(S, true);
    HandlerDepth += S.IsInterrupt;
    if (HandlerDepth) [[unlikely]]
      F.VisitState = Frame::HasExtras; // closeVisit() is to see it
  }

  void stepLoop(const Edge &E) {
    if (E.Loop == None)
      return;
    if (E.Loop == EdgeSlot::IsMark) {
      LastMark = E.To;
      return;
    }
    uint64_t &Times = Stack.loopCount(E.Slot);
    if (E.Enters)
      Times = 0;
    if (E.Iterates)
      Out.iterate(E.Loop, ++Times);
  }

  /// The next visit of \p F begins.
  void land(Frame &F, const Site &S, uint64_t State, uint64_t Time) {
    F.VisitStart = Time;
    F.VisitState = State;
    F.Row = S.Row;
    F.Block = S.Block;
  }

  /// A timed exit record of the activation on top, whose visit is closed.
  void leave(uint64_t Time) {
    const Frame &F = Stack.top();
    if (F.Flags != Frame::AllSure || F.Epoch != Stack.Epoch || !Stack.isPlain())
        [[unlikely]] {
      finish(Time);
    } else {
      uint64_t Self = Time - F.SelfStart, Probes = Stack.Timed - F.SelfTimed;
      Out.finish(F.Function, Self, Probes, Time - F.EntryTime,
                 Stack.Timed - F.EntryTimed);
      Spent &All = Account.Forms[Symbols.formOf(F.Function)].All;
      All.Ticks += Self;
      All.Probes.Timed += Probes;
    }
    Out.popped();
    Stack.pop(Time);
  }

  //===--- Whatever else may come ---===//

  /// An untimed entry record: its caller's visit and its own have no sure time.
  [[gnu::noinline]] void enterUntimed(const Site &S) {
    Stack.spoil();
    Out.enter(S.Function, S.Block);
    if (Stack.depth() >= CallStack::DepthLimit)
      giveUp();
    Stack.push(S, Frame::Entered | Frame::kindOf(S), Frame::Spoiled, LastTime);
    Out.pushed(S, true);
    HandlerDepth += S.IsInterrupt;
  }

  [[gnu::noinline]] void leaveUntimed() {
    const Frame &F = Stack.top();
    if (F.Flags & Frame::Interrupt)
      setApart(F, Stack.sumsAtEntry(), grossTime(LastTime));
    settle(LastTime, false);
    Out.popped();
    Stack.pop(LastTime);
    Stack.spoil();
  }

  /// The next record of an activation is of block S.Block.
  [[gnu::noinline]] void step(const Site &S, uint64_t Time, bool Timed) {
    if (S.Block == None) [[unlikely]] {
      Stack.top().VisitState += Timed; // it is a segment all the same
      return Out.unknown();
    }
    Reading = TimeKnown = Timed;
    bool Landed = Stack.top().Function != S.Function && findFrame(S);
    if (Edge *E = transition(S, Landed)) {
      closeVisit(*E, Time, Timed);
      stepLoop(*E);
    } else {
      noteLoose(Time, Timed, false);
      Stack.forgetLoops();
      Out.visit(S.Block);
    }
    Frame &F = Stack.top();
    if (F.Flags & Frame::Extra) {
      FrameExtras &X = Stack.extras();
      X.VisitAway = X.VisitUntimed = X.VisitLost = 0;
    }
    uint64_t State = HandlerDepth ? Frame::HasExtras : 0;
    land(F, S, Timed ? State : Frame::Spoiled, Time);
    Reading = false;
  }

  /// The transition of the activation on top to \p S; null if it is not known,
  /// or not possible.
  Edge *transition(const Site &S, bool Landed) {
    Frame &F = Stack.top();
    if (F.VisitState & Frame::Stale)
      return nullptr;
    Edge &E = Out.edge(F.Row + S.Column);
    return E.To == S.Block ? &E : impossible(S, Landed);
  }

  /// The visit of the activation on top ends with \p E.
  void closeVisit(Edge &E, uint64_t Time, bool Timed) {
    const Frame &F = Stack.top();
    if (!Timed || (F.VisitState & Frame::Spoiled)) {
      noteLoose(Time, Timed, E.CallsOut);
      return Out.follow(E);
    }
    ProbeCount Probes = {(F.VisitState & Frame::Segments) + 1, 0};
    uint64_t Ticks = Time - F.VisitStart;
    if (F.VisitState & Frame::HasExtras) {
      const FrameExtras &X = Stack.extras();
      Probes.Untimed = X.VisitUntimed;
      if (X.VisitAway)
        Out.struck(F.Block, Ticks, X.VisitAway);
    }
    if (uint64_t More = Out.time(E, Ticks, Probes, Time)) {
      Stack.extras().SelfExcess += More;
      Stack.changeSums().Excess += More;
      if (!HandlerDepth)
        (E.CallsOut ? Account.StruckCalling : Account.Struck) += More;
    }
    if (HandlerDepth && E.CallsOut)
      Account.Forms[E.Form].HandlerCalling.add(Ticks, Probes);
  }

  /// The visit of the activation on top ends, and has no time by itself.
  void noteLoose(uint64_t Time, bool Timed, bool CallsOut) {
    const Frame &F = Stack.top();
    FrameExtras &X = Stack.extras();
    X.CallsOut |= CallsOut;
    uint64_t Probes = (F.VisitState & Frame::Segments) + Reading - X.VisitLost;
    Spent Visit = {Time - F.VisitStart, {Probes, X.VisitUntimed}};
    X.Loose.add(Visit);
    if (X.CallsOut)
      X.LooseCalling.add(Visit);
    X.CallsOut &= !Timed;
  }

  /// The activation on top ends, its visits are closed; its self time is
  /// \p Sure.
  void settle(uint64_t Time, bool Sure) {
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
      A.Calling.add(X.LooseCalling);
    else
      A.Unsure.add(X.Loose);
  }

  /// The transition of the activation on top is not possible. It may be one of
  /// an activation of the same function below it, whose callees up to here
  /// ended without an exit (longjmp out of a recursion).
  Edge *impossible(const Site &S, bool Landed) {
    uint32_t Index = Stack.top().Below;
    for (unsigned Tries = 0; Index != None && Tries < 64; ++Tries) {
      const Frame &F = Stack.at(Index);
      Edge &E = Out.edge(F.Row + S.Column);
      if (!Stack.isStale(Index) && E.To == S.Block) {
        unwindTo(Index);
        return &E;
      }
      Index = F.Below;
    }
    Frame &Top = Stack.top();
    Out.impossible(Top.Block, S.Block);
    Stack.spoil();
    // Behind a longjmp it is the same activation all the same.
    if (!Landed)
      Top.Flags &= ~uint32_t(Frame::GrossSure);
    return nullptr;
  }

  /// The record is not of the function on top. Activations above the nearest
  /// one of its function ended without an exit (true); if there is none, its
  /// entry was not seen. Then it was entered before anything that was seen
  /// since records were lost last, and all of that has ended.
  bool findFrame(const Site &S) {
    uint32_t Index = Stack.topOf(S.Function);
    if (Index != None) {
      unwindTo(Index);
      return true;
    }
    while (!Stack.empty() && Stack.top().Epoch == Stack.Epoch)
      abandonTop(Abandoned::Passed);
    Stack.spoil();
    Stack.top().VisitState += Reading;
    Reading = false;
    Out.middle(S.Function, Stack.Epoch == CutEpoch);
    if (Stack.depth() >= CallStack::DepthLimit)
      giveUp();
    Frame &F = Stack.push(S, Frame::kindOf(S), Frame::Stale | Frame::Spoiled,
                          LastTime);
    F.Block = None;
    Out.pushed(S, false);
    HandlerDepth += S.IsInterrupt;
    return false;
  }

  /// Ends what is above frame \p Index, whose visit then has no sure time.
  void unwindTo(uint32_t Index) {
    while (Stack.depth() > Index)
      abandonTop(Abandoned::Passed);
    Stack.spoil();
  }

  [[gnu::noinline]] void giveUp() {
    end();
    Out.deep();
  }

  void abandonTop(Abandoned How) {
    const Frame &F = Stack.top();
    bool Entered = F.Flags & Frame::Entered;
    if (Entered || How == Abandoned::Passed)
      Out.abandon(F.Function, How, Entered);
    if (Entered && (F.Flags & Frame::GrossSure) && F.Epoch == Stack.Epoch &&
        How != Abandoned::Cut && (TimeKnown || How == Abandoned::Unfinished))
      Out.inferred(F.Function, How, grossTime(LastTime));
    noteLoose(LastTime, true, false);
    settle(LastTime, false);
    Reading = false; // it lies above all others
    Out.popped();
    Stack.pop(LastTime);
  }

  /// Of the activation on top, up to \p Time.
  uint64_t grossTime(uint64_t Time) {
    const StreamSums &Now = Stack.sums(), &Then = Stack.sumsAtEntry();
    return Time - Stack.top().EntryTime - (Now.Paused - Then.Paused) -
           (Now.Away - Then.Away);
  }

  /// What is known of the activation on top, which ends with a timed exit
  /// record.
  [[gnu::noinline]] void finish(uint64_t Time) {
    const Frame &F = Stack.top();
    const FrameExtras X = Stack.extrasOfTop();
    const StreamSums &Now = Stack.sums(), &Then = Stack.sumsAtEntry();
    bool Sure = (F.Flags & Frame::Entered) && F.Epoch == Stack.Epoch;
    Activation A;
    A.SelfUsable = Sure && (F.Flags & Frame::SelfSure);
    A.GrossUsable = Sure && (F.Flags & Frame::GrossSure);
    A.Self = Time - F.SelfStart;
    A.SelfProbes = {Stack.Timed - F.SelfTimed, X.SelfUntimed};
    A.SelfExcess = X.SelfExcess;
    A.SelfAway = X.SelfAway;
    A.GrossAway = Now.Away - Then.Away;
    A.Gross = grossTime(Time);
    A.GrossProbes = {Stack.Timed - F.EntryTimed, Now.Untimed - Then.Untimed};
    A.GrossExcess = Now.Excess - Then.Excess;
    if (A.SelfUsable || A.GrossUsable)
      Out.finish(F.Function, A);
    if (F.Flags & Frame::Interrupt)
      setApart(F, Then, A.Gross);
    settle(Time, A.SelfUsable);
  }

  /// What an interrupt handler took is no part of what it interrupted.
  void setApart(const Frame &F, StreamSums Then, uint64_t Gross) {
    Stack.Timed = F.EntryTimed;
    StreamSums &Now = Stack.changeSums();
    Now.Paused += Gross;
    Now.Untimed = Then.Untimed;
    Now.Excess = Then.Excess;
  }

  /// Whether the untimed record is all that a mark's value has: its mark makes
  /// a timed record too.
  bool value(const Site &S, uint64_t Payload) {
    bool IsSigned =
        Symbols.blocks()[S.Block].Value == database::MarkValue::Signed;
    Out.value(S.Block, IsSigned ? llvm::SignExtend64<IPOINT_VALUE_BITS>(Payload)
                                : static_cast<int64_t>(Payload));
    return S.IsTimed;
  }

  //===--- Pauses, losses and times without a CPU ---===//

  /// Something else than an ipoint may lie between the last read and this one,
  /// at \p Time.
  [[gnu::noinline]] void prepare(uint64_t Time) {
    checkHalt();
    if (Time > Next.From)
      switchedOut(Time);
    if (!HaveTime) {
      leaveOut(Time);
      // What lies in between is no segment of anything.
      ++Stack.top().SelfTimed;
      ++Stack.extras().VisitLost;
    }
    startAt(Time);
  }

  /// It is not known what happened from the last read to \p Time.
  void leaveOut(uint64_t Time) {
    CallStack::leaveOut(Stack.top(), Time - LastTime);
    if (FirstTime != NoTime)
      (Time < LastTime ? Account.Backward : Account.Lost) +=
          std::max(Time, LastTime) - std::min(Time, LastTime);
  }

  void startAt(uint64_t Time) {
    if (FirstTime == NoTime)
      FirstTime = Time;
    LastTime = Time;
    HaveTime = true;
    Alarm = Next.From == NoTime ? NoTime : Next.From + 1;
  }

  void nextAway() {
    if (!Switches || !Switches->next(Next))
      Next.From = Next.To = NoTime;
  }

  /// Tells in what of the time from the last read to \p Time the thread had no
  /// CPU, as far as it is known, to whom it concerns. A record lies within a
  /// time without CPU only because two clocks differ: what is not longer than
  /// that is none.
  void switchedOut(uint64_t Time) {
    while (Next.From < Time) {
      uint64_t From = std::max(Next.From, LastTime);
      uint64_t To = std::min(Next.To, Time);
      if (HaveTime && Halted == Halt::No && To > From && To - From > Slack)
        away(To - From, Next.Preempted);
      if (Next.To > Time) {
        Next.From = Time;
        break;
      }
      nextAway();
    }
  }

  void away(uint64_t Ticks, bool Preempted) {
    Account.Away += Ticks;
    ++SwitchCount;
    PreemptionCount += Preempted;
    CallStack::leaveOut(Stack.top(), Ticks);
    if (Stack.empty())
      return;
    FrameExtras &X = Stack.extras();
    X.VisitAway += Ticks;
    X.SelfAway += Ticks;
    Stack.top().VisitState |= Frame::HasExtras;
    Stack.changeSums().Away += Ticks;
    Out.away(Ticks, Preempted);
  }

  /// A timed record that is not of a function of the program.
  [[gnu::noinline]] void otherTimed(uint32_t Id, uint64_t Time) {
    switch (Id) {
    case IPOINT_ID_PAUSE:
      return halt(Time, Halt::Paused);
    case IPOINT_ID_SWITCH_OUT:
    case IPOINT_ID_PREEMPTED:
      WasPreempted = Id == IPOINT_ID_PREEMPTED;
      return halt(Time, Halt::Away);
    case IPOINT_ID_RESUME:
      return resume(Time, Halt::Paused);
    case IPOINT_ID_SWITCH_IN:
      return resume(Time, Halt::Away);
    default:
      Out.unknown();
      if (Id < IPOINT_ID_FIRST)
        gap();
      else
        segment(Time);
    }
  }

  /// A read of the counter that begins nothing.
  void segment(uint64_t Time) {
    prepare(Time);
    ++Stack.Timed;
    ++Stack.top().VisitState;
  }

  void halt(uint64_t Time, Halt Why) {
    segment(Time);
    Halted = Why;
    Alarm = 0;
  }

  void resume(uint64_t Time, Halt From) {
    if (Halted != From) {
      // A task's stream begins where it first gets the CPU.
      if (From == Halt::Away && FirstTime == NoTime) {
        leaveOut(Time);
        return startAt(Time);
      }
      Out.unknown();
      return gap();
    }
    uint64_t Ticks = Time - LastTime;
    if (From == Halt::Paused) {
      if (Apart)
        Out.apart(Ticks);
      else
        Out.pause(Ticks);
      (Apart ? Account.Gaps : Account.Drain) += Ticks;
      Stack.changeSums().Paused += Ticks;
      CallStack::leaveOut(Stack.top(), Ticks);
    } else {
      away(Ticks, WasPreempted);
    }
    switchedOut(Time); // the kernel's word for it
    Halted = Halt::No;
    Apart = false;
    startAt(Time);
  }

  void runtimeUntimed(uint32_t Id, uint64_t Payload) {
    bool WasApart = Apart || Id == IPOINT_ID_GAP;
    if (Id == IPOINT_ID_GAP)
      beginAnew();
    else if (Id == IPOINT_ID_END)
      endHere(Payload);
    else if (Id == IPOINT_ID_LOST)
      Out.lost(Payload);
    else
      Out.unknown();
    // While it was paused a thread may lose records; it resumes all the same.
    Halt Before = Halted;
    gap();
    Halted = Before;
    Apart = Halted == Halt::Paused && WasApart;
    if (WasApart)
      CutEpoch = Stack.Epoch;
  }

  /// The thread ran on without being recorded, because that was wanted: what is
  /// open now may have ended, and more may be open.
  void beginAnew() {
    while (!Stack.empty())
      abandonTop(Abandoned::Cut);
  }

  void endHere(uint64_t Why) {
    beginAnew();
    Out.ended(Why);
  }

  /// A pause must end before anything else is recorded.
  void checkHalt() {
    if (Halted != Halt::No) [[unlikely]]
      gap();
  }

  static constexpr uint64_t NoTime = UINT64_MAX;

  const SymbolTable &Symbols;
  const Site *const Sites; ///< by id less FirstId
  const uint32_t SiteCount, FirstId;
  Sink &Out;
  CallStack Stack;
  uint64_t LastTime = 0;       ///< of the last read
  uint64_t Alarm = 0;          ///< a record from this time on is to be prepared
  bool HaveTime = false;       ///< LastTime is behind the last gap
  Halt Halted = Halt::No;      ///< since LastTime
  uint64_t FirstTime = NoTime; ///< of the first read
  uint32_t LastMark = None;    ///< block of the last mark
  bool WasPreempted = false;   ///< how it came to Halt::Away
  bool Apart = false;          ///< it is a pause that was wanted
  uint64_t CutEpoch = UINT64_MAX; ///< begins behind such a pause
  trace::SwitchReader *Switches;
  const uint64_t Slack;
  trace::Away Next; ///< not yet, or not wholly, accounted for
  uint64_t SwitchCount = 0, PreemptionCount = 0;
  Accounts Account;
  uint32_t HandlerDepth = 0; ///< open activations of interrupt handlers
  bool TimeKnown = false;    ///< the record that ends activations has a time
  bool Reading = false;      ///< a read of the counter ends the visit on top
};

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_REBUILDER_H
