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
// The sink is a template parameter, for this runs once per record:
//
//   enter(Function)                    an entry record
//   visit(Block)                       any record of the program
//   follow(Edge)                       a possible transition was taken
//   impossible(FromBlock, ToBlock)     one was taken that is not possible
//   value(Block, Value)                a mark recorded a value
//   enterLoop(Loop)                    a loop was entered
//   iterate(Loop, Times)               its body begins, for the Times-th time
//                                      since it was entered
//   time(Block, Ticks, Probes) -> ticks a visit is complete; Probes lie in it;
//                                      what comes back is taken as excess
//   finish(Function, Activation)       an exit record
//   abandon(Function, How, Entered)    an activation ended without one; Entered
//                                      tells whether its entry was seen
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
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ANALYSIS_REBUILDER_H
#define IPOINT_ANALYSIS_REBUILDER_H

#include "Activation.h"
#include "Symbols.h"
#include "ipoint/record.h"
#include "trace/SwitchReader.h"
#include "llvm/Support/MathExtras.h"

namespace ipoint::analysis {

template <class Sink> class Rebuilder {
public:
  /// Deeper stacks than this are given up (an activation takes 208 bytes).
  static constexpr size_t DepthLimit = size_t(1) << 20;

  /// \p Switches, which may be null, tells when the thread had no CPU, on a
  /// clock that is right to \p Slack ticks.
  Rebuilder(const SymbolTable &Symbols, Sink &Out,
            trace::SwitchReader *Switches = nullptr, uint64_t Slack = 0)
      : Symbols(Symbols), Out(Out), TopOf(Symbols.functions().size(), None),
        Switches(Switches), Slack(Slack) {
    nextAway();
  }

  void timed(uint32_t Id, uint64_t Time) {
    if (Id < IPOINT_ID_FIRST) [[unlikely]]
      return runtimeTimed(Id, Time);
    checkHalt();
    segment(Time);
    event(Id, Time, true);
  }

  void untimed(uint32_t Id, uint64_t Payload) {
    if (Id < IPOINT_ID_FIRST) [[unlikely]]
      return runtimeUntimed(Id, Payload);
    checkHalt();
    ++Probes.Untimed;
    if (!Stack.empty()) {
      ++Stack.back().SelfProbes.Untimed;
      ++Stack.back().VisitUntimed;
    }
    if (!value(Id, Payload))
      event(Id, 0, false);
  }

  /// Records are missing here: no visit and no activation that is open now can
  /// be given a time.
  void gap() {
    ++Epoch;
    HaveTime = false;
    Halted = Halt::No;
    Apart = false;
  }

  /// The stream has ended.
  void end() {
    while (!Stack.empty())
      abandonTop(Abandoned::Unfinished);
  }

  /// From the first to the last read of the counter, ticks.
  uint64_t elapsed() const {
    return LastTime > FirstTime ? LastTime - FirstTime : 0;
  }
  /// What of it the thread had no CPU, pauses apart, and how often.
  uint64_t switchedOut() const { return SwitchedOut; }
  uint64_t switches() const { return SwitchCount; }
  uint64_t preemptions() const { return PreemptionCount; }

private:
  /// Why nothing runs between a record and the next one.
  enum class Halt { No, Paused, Away };

  struct Frame {
    uint32_t Function;
    uint32_t Block;
    uint32_t Below; ///< next frame of the same function, or None
    bool Entered;   ///< its entry record was seen
    bool SelfUsable, GrossUsable, VisitUsable;
    uint64_t Epoch;      ///< in which it was entered
    uint64_t VisitEpoch; ///< in which the visit began
    uint64_t VisitTime;
    uint64_t VisitAway;    ///< without a CPU, in no other time here
    uint64_t VisitTimed;   ///< segments in the visit
    uint64_t VisitUntimed; ///< untimed records in the visit
    uint64_t Self;         ///< of visits that are over
    ProbeCount SelfProbes;
    uint64_t SelfExcess;
    uint64_t SelfAway; ///< of visits that are over
    // The stream's accounts when it was entered.
    uint64_t EntryTime, EntryPaused, EntryAway, EntryExcess;
    ProbeCount EntryProbes;
    size_t Loops; ///< where its loops' counts begin
  };

  /// Whether the untimed record is all that a mark's value has: its mark makes
  /// a timed record too.
  bool value(uint32_t Id, uint64_t Payload) {
    const Site *S = Symbols.site(Id);
    if (!S || !S->HasValue) [[likely]]
      return false;
    bool IsSigned =
        Symbols.blocks()[S->Block].Value == database::MarkValue::Signed;
    Out.value(S->Block, IsSigned
                            ? llvm::SignExtend64<IPOINT_VALUE_BITS>(Payload)
                            : static_cast<int64_t>(Payload));
    return S->IsTimed;
  }

  void stepLoop(const Frame &F, uint32_t Edge) {
    const LoopStep &L = Symbols.loopStep(Edge);
    if (L.Loop == None) [[likely]]
      return;
    uint64_t &Times = LoopCounts[F.Loops + L.Slot];
    if (L.Enters) {
      Times = 0;
      Out.enterLoop(L.Loop);
    }
    if (L.Iterates)
      Out.iterate(L.Loop, ++Times);
  }

  /// It is not known which way the activation on top has come: its loops count
  /// from here.
  void forgetLoops(const Frame &F) {
    std::fill(LoopCounts.begin() + F.Loops, LoopCounts.end(), 0);
  }

  /// Gives the time since the last read to the activation on top.
  void segment(uint64_t Time) {
    uint64_t Own = Time - LastTime;
    if (Time > Next.From) [[unlikely]]
      Own -= switchedOut(Time);
    if (HaveTime) [[likely]] {
      ++Probes.Timed;
      if (!Stack.empty()) {
        Frame &Top = Stack.back();
        Top.VisitTime += Own;
        ++Top.VisitTimed;
      }
    }
    startAt(Time);
  }

  void startAt(uint64_t Time) {
    if (FirstTime == NoTime) [[unlikely]]
      FirstTime = Time;
    LastTime = Time;
    HaveTime = true;
  }

  void nextAway() {
    if (!Switches || !Switches->next(Next))
      Next.From = Next.To = NoTime;
  }

  /// What of the time from the last read to \p Time the thread had no CPU, as
  /// far as it is known; tells it to whom it concerns. A record lies within a
  /// time without CPU only because two clocks differ: what is not longer than
  /// that is none.
  uint64_t switchedOut(uint64_t Time) {
    uint64_t Sum = 0;
    while (Next.From < Time) {
      uint64_t From = std::max(Next.From, LastTime);
      uint64_t To = std::min(Next.To, Time);
      if (HaveTime && Halted == Halt::No && To > From && To - From > Slack) {
        Sum += To - From;
        away(To - From, Next.Preempted);
      }
      if (Next.To > Time) {
        Next.From = Time;
        break;
      }
      nextAway();
    }
    return Sum;
  }

  void away(uint64_t Ticks, bool Preempted) {
    SwitchedOut += Ticks;
    ++SwitchCount;
    PreemptionCount += Preempted;
    if (Stack.empty())
      return;
    Stack.back().VisitAway += Ticks;
    AwayTime += Ticks;
    Out.away(Ticks, Preempted);
  }

  void event(uint32_t Id, uint64_t Time, bool Timed) {
    const Site *S = Symbols.site(Id);
    if (!S) [[unlikely]]
      return Out.unknown();
    Out.visit(S->Block);
    if (S->IsEntry)
      return enter(*S, Time, Timed);
    if (Stack.empty() || Stack.back().Function != S->Function) [[unlikely]]
      findFrame(*S);
    step(*S, Timed);
    Landed = false;
    if (S->IsExit)
      leave(Time, Timed);
  }

  void enter(const Site &S, uint64_t Time, bool Timed) {
    if (!Timed && !Stack.empty())
      spoilTop();
    Out.enter(S.Function);
    push(S, true, Timed);
    Frame &F = Stack.back();
    F.EntryTime = Time;
  }

  /// The next record of the activation on top is of block S.Block.
  void step(const Site &S, bool Timed) {
    Frame *F = &Stack.back();
    if (F->Block != None && F->VisitEpoch == Epoch) {
      uint32_t Edge = Symbols.edge(F->Block, S.Block);
      if (Edge == None) [[unlikely]] {
        impossible(S);
        F = &Stack.back();
        forgetLoops(*F);
      } else {
        Out.follow(Edge);
        stepLoop(*F, Edge);
      }
    } else {
      forgetLoops(*F);
    }
    closeVisit(*F, Timed);
    F->Block = S.Block;
    F->VisitTime = 0;
    F->VisitAway = 0;
    F->VisitTimed = 0;
    F->VisitUntimed = 0;
    F->VisitUsable = Timed;
    F->VisitEpoch = Epoch;
  }

  void closeVisit(Frame &F, bool Timed) {
    F.Self += F.VisitTime;
    F.SelfAway += F.VisitAway;
    F.SelfProbes.Timed += F.VisitTimed;
    if (F.VisitUsable && Timed && F.VisitEpoch == Epoch) {
      if (F.VisitAway) [[unlikely]]
        Out.struck(F.Block, F.VisitTime, F.VisitAway);
      uint64_t More =
          Out.time(F.Block, F.VisitTime, {F.VisitTimed, F.VisitUntimed});
      F.SelfExcess += More;
      Excess += More;
    }
  }

  /// The transition of the activation on top is not possible. It may be one of
  /// an activation of the same function below it, whose callees up to here
  /// ended without an exit (longjmp out of a recursion).
  void impossible(const Site &S) {
    uint32_t Index = Stack.back().Below;
    for (unsigned Tries = 0; Index != None && Tries < 64; ++Tries) {
      const Frame &F = Stack[Index];
      uint32_t Edge = F.Block == None || F.VisitEpoch != Epoch
                          ? None
                          : Symbols.edge(F.Block, S.Block);
      if (Edge != None) {
        unwindTo(Index);
        return Out.follow(Edge);
      }
      Index = F.Below;
    }
    Frame &Top = Stack.back();
    Out.impossible(Top.Block, S.Block);
    Top.VisitUsable = Top.SelfUsable = false;
    // Behind a longjmp it is the same activation all the same.
    if (!Landed)
      Top.GrossUsable = false;
  }

  /// The record is not of the function on top. Activations above the nearest
  /// one of its function ended without an exit; if there is none, its entry was
  /// not seen. Then it was entered before anything that was seen since records
  /// were lost last, and all of that has ended.
  void findFrame(const Site &S) {
    uint32_t Index = TopOf[S.Function];
    if (Index != None) {
      unwindTo(Index);
      return;
    }
    while (!Stack.empty() && Stack.back().Epoch == Epoch)
      abandonTop(Abandoned::Passed);
    if (!Stack.empty())
      spoilTop();
    Out.middle(S.Function, Epoch == CutEpoch);
    push(S, false, false);
    Stack.back().Block = None;
  }

  /// Ends what is above frame \p Index, whose visit then has no sure time.
  void unwindTo(uint32_t Index) {
    while (Stack.size() > size_t(Index) + 1)
      abandonTop(Abandoned::Passed);
    spoilTop();
    Landed = true;
  }

  /// The time since the last read may be another's.
  void spoilTop() {
    Stack.back().VisitUsable = Stack.back().SelfUsable = false;
  }

  void push(const Site &S, bool Entered, bool Timed) {
    if (Stack.size() >= DepthLimit) [[unlikely]] {
      end();
      Out.deep();
    }
    Stack.push_back({S.Function,
                     S.Block,
                     TopOf[S.Function],
                     Entered,
                     Timed,
                     Timed,
                     Timed,
                     Epoch,
                     Epoch,
                     0,
                     0,
                     0,
                     0,
                     0,
                     {},
                     0,
                     0,
                     0,
                     PausedTime,
                     AwayTime,
                     Excess,
                     Probes,
                     LoopCounts.size()});
    LoopCounts.resize(LoopCounts.size() + Symbols.loopsOf(S.Function));
    TopOf[S.Function] = static_cast<uint32_t>(Stack.size() - 1);
  }

  void pop() {
    TopOf[Stack.back().Function] = Stack.back().Below;
    LoopCounts.resize(Stack.back().Loops);
    Stack.pop_back();
  }

  void abandonTop(Abandoned How) {
    const Frame &F = Stack.back();
    if (F.Entered || How == Abandoned::Passed)
      Out.abandon(F.Function, How, F.Entered);
    pop();
  }

  /// An exit record of the activation on top, whose visit has been closed.
  void leave(uint64_t Time, bool Timed) {
    const Frame &F = Stack.back();
    bool Sure = Timed && F.Entered && F.Epoch == Epoch;
    Activation A;
    A.SelfUsable = Sure && F.SelfUsable;
    A.GrossUsable = Sure && F.GrossUsable;
    A.Self = F.Self;
    A.SelfProbes = F.SelfProbes;
    A.SelfExcess = F.SelfExcess;
    A.SelfAway = F.SelfAway;
    A.GrossAway = AwayTime - F.EntryAway;
    A.Gross = Time - F.EntryTime - (PausedTime - F.EntryPaused) - A.GrossAway;
    A.GrossProbes = {Probes.Timed - F.EntryProbes.Timed,
                     Probes.Untimed - F.EntryProbes.Untimed};
    A.GrossExcess = Excess - F.EntryExcess;
    if (A.SelfUsable || A.GrossUsable)
      Out.finish(F.Function, A);
    if (Symbols.functions()[F.Function].IsInterrupt)
      setApart(F, A);
    pop();
    if (!Timed && !Stack.empty())
      spoilTop();
  }

  /// What an interrupt handler took is no part of what it interrupted.
  void setApart(const Frame &F, const Activation &A) {
    PausedTime += A.Gross;
    Probes = F.EntryProbes;
    Excess = F.EntryExcess;
  }

  void runtimeTimed(uint32_t Id, uint64_t Time) {
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
      gap();
    }
  }

  void halt(uint64_t Time, Halt Why) {
    checkHalt();
    segment(Time);
    Halted = Why;
  }

  void resume(uint64_t Time, Halt From) {
    if (Halted != From) {
      // A task's stream begins where it first gets the CPU.
      if (From == Halt::Away && FirstTime == NoTime)
        return startAt(Time);
      Out.unknown();
      return gap();
    }
    uint64_t Ticks = Time - LastTime;
    if (From == Halt::Paused) {
      if (Apart)
        Out.apart(Ticks);
      else
        Out.pause(Ticks);
      PausedTime += Ticks;
    } else {
      away(Ticks, WasPreempted);
    }
    switchedOut(Time); // the kernel's word for it
    startAt(Time);
    Halted = Halt::No;
    Apart = false;
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
    uint64_t Since = LastTime;
    gap();
    Halted = Before;
    Apart = Halted == Halt::Paused && WasApart;
    LastTime = Since;
    if (WasApart)
      CutEpoch = Epoch;
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
  Sink &Out;
  std::vector<Frame> Stack;
  std::vector<uint32_t> TopOf; ///< by function: its uppermost frame, or None
  std::vector<uint64_t> LoopCounts; ///< by open activation and its loops
  uint64_t Epoch = 0;               ///< counts the gaps
  uint64_t LastTime = 0;            ///< of the last read
  bool HaveTime = false;            ///< LastTime is of this epoch
  uint64_t FirstTime = NoTime;      ///< of the first read
  Halt Halted = Halt::No;           ///< since LastTime
  bool WasPreempted = false;        ///< how it came to Halt::Away
  bool Apart = false;               ///< it is a pause that was wanted
  uint64_t CutEpoch = UINT64_MAX;   ///< begins behind such a pause
  bool Landed = false;              ///< the frame on top was just unwound to
  uint64_t PausedTime = 0; ///< ticks, in all, of drain and interrupt handlers
  uint64_t AwayTime = 0;   ///< ticks, in all, in activations
  uint64_t Excess = 0;     ///< ticks, in all
  ProbeCount Probes;       ///< in all
  trace::SwitchReader *Switches;
  const uint64_t Slack;
  trace::Away Next; ///< not yet, or not wholly, accounted for
  uint64_t SwitchedOut = 0, SwitchCount = 0, PreemptionCount = 0;
};

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_REBUILDER_H
