//===- Rebuilder.h - From events to visits and activations ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rebuilds, for one stream, the stack of activations (docs/method/
// reconstruction.md). The time between two reads, a segment, belongs to
// the activation that is on top of the stack in between, and to the block that
// it is in. So each tick is given to one block, and times of callees need not
// be subtracted.
//
// What is not sure is not used: a visit or an activation loses its time, never
// its count, where records were lost, an end is not known, or the counter was
// not read.
//
// Most records take the fast path, in run(), which keeps the visit on top in
// registers. Whatever else may come takes its course record by record: what
// becomes of visits and activations is in RebuilderSteps.h, path records are in
// RebuilderPaths.h, pauses, losses and times off CPU in RebuilderPauses.h.
//
// The events are those of TraceSink.h.
//
// How often a loop was entered and its body ran follows from its transitions.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_REBUILDER_H
#define IPOINT_CALLSTACK_REBUILDER_H

#include "PathCache.h"
#include "StreamState.h"
#include "TraceSink.h"
#include "ipoint/record.h"
#include "trace/StreamReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"

namespace ipoint::analysis {

template <TraceSink Sink> class Rebuilder : private StreamState {
  using Edge = typename Sink::Edge;

public:
  Rebuilder(const Rebuilder &) = delete; // its sink may look into it
  /// Of a stream from its beginning on; the others as in StreamState.
  Rebuilder(const SymbolTable &Symbols, Sink &Out,
            trace::SwitchReader *Switches = nullptr, uint64_t Slack = 0,
            HandlerTimes *Handlers = nullptr)
      : Rebuilder(Symbols, Out,
                  StreamState(Symbols, Switches, Slack, Handlers)) {}
  /// Goes on where another one was, with what that one had in its state().
  Rebuilder(const SymbolTable &Symbols, Sink &Out, StreamState Before)
      : StreamState(std::move(Before)), Symbols(Symbols),
        Sites(Symbols.sites().data()), QuickSites(Symbols.quickSites().data()),
        SiteCount(static_cast<uint32_t>(Symbols.sites().size())),
        FirstId(Symbols.firstId()), Out(Out), Edges(Out.edges()),
        Paths(Symbols) {
    Out.watch({&LastTime, &FirstTime, &LastMark, &Stack, &HandlerDepth});
  }
  /// The sink lives longer and must not look here any more. Not inline: GCC 14
  /// does not see that Out is the same sink as above, and warns of what
  /// dangles.
  LLVM_ATTRIBUTE_NOINLINE ~Rebuilder() { Out.watch(StreamView()); }

  /// All that it knows of the stream, to be moved away.
  StreamState &state() { return *this; }

  /// Takes the fast path for as many of \p Words as go on like that: timed
  /// records of the program, none of them later than \p End. Returns how many
  /// it took; \p Time becomes that of the last one, the first one's is at most
  /// 2^40 ticks behind it.
  size_t run(llvm::ArrayRef<uint64_t> Words, uint64_t End, uint64_t &Time);

  /// The same for untimed records: path records and entries.
  size_t runUntimed(llvm::ArrayRef<uint64_t> Words);

  // Any record, one by one.

  void timed(uint32_t Id, uint64_t Time) {
    uint32_t Index = Id - FirstId;
    if (Index >= SiteCount) [[unlikely]]
      return otherTimed(Id, Time);
    if (Time >= Alarm) [[unlikely]]
      prepare(Time);
    LastTime = Time;
    ++Stack.Timed;
    const Site &S = Sites[Index];
    if (MayHaveEnded) [[unlikely]]
      landAt(S, true);
    if (S.IsEntry)
      return enter(S, Time);
    Frame &F = Stack.top();
    Edge &E = Edges[F.Row + S.Column];
    if (E.To == S.Row && Out.step(E, F.VisitState, Time - F.VisitStart))
        [[likely]] {
      stepLoop(E);
      land(F, S.Row, 0, Time);
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
    const Site *S = Symbols.site(Id);
    if (S && S->EndsPath && ValueOf != Id)
      return path(*S, Id, Payload);
    countUntimed(Symbols.recordWeight());
    if (!S) [[unlikely]]
      return Out.event(Unusable{Unusable::Unknown});
    ValueOf = None;
    if (S->HasValue && value(*S, Payload)) [[unlikely]]
      return;
    if (MayHaveEnded) [[unlikely]]
      landAt(*S, false);
    if (S->IsEntry)
      return enterUntimed(*S);
    visit(*S);
    if (S->IsExit)
      leaveUntimed();
  }

  /// Records are missing here: no visit and no activation that is open now can
  /// be given a time.
  void gap() {
    Stack.gap();
    MayHaveEnded = 0;
    ValueOf = Unknown;
    HaveTime = false;
    Halted = Halt::No;
    IsRequested = false;
    Alarm = 0;
  }

  /// The stream has ended.
  void end() {
    reportPaths();
    while (!Stack.empty())
      abandonTop(CallAbandoned::Unfinished);
  }

  /// Reports what runUntimed() has only counted. No more events follow, or the
  /// state() goes to another one.
  void reportPaths();

  /// From the first to the last read of the counter, ticks.
  uint64_t elapsed() const {
    return FirstTime == NoTime ? 0 : LastTime - FirstTime + Account.Backward;
  }
  /// Where that time went; once the stream has ended.
  Accounts accounts() {
    Account.Outside = LastTime - Stack.at(0).SelfStart;
    return Account;
  }
  /// What of it the thread was off CPU, pauses apart, and how often.
  uint64_t offCpu() const { return Account.OffCpu; }
  uint64_t switches() const { return SwitchCount; }
  uint64_t preemptions() const { return PreemptionCount; }

private:
  //===--- The fast path, one by one ---===//

  void enter(const Site &S, uint64_t Time) {
    ++Stack.top().VisitState; // one more segment
    Out.entered(S.Function, S.Row, 1);
    if (Stack.isFull()) [[unlikely]]
      giveUp();
    Frame &F = Stack.push(S, Frame::AllSure | Frame::kindOf(S), 0, Time);
    Out.pushed(S.Function, S.IsInterrupt, true);
    HandlerDepth += S.IsInterrupt;
    if (HandlerDepth) [[unlikely]]
      F.VisitState = Frame::HasExtras; // closeVisit() is to see it
  }

  /// A visit of the activation on top begins, without a time.
  void visit(const Site &S) {
    Frame &F = Stack.top();
    Edge &E = Edges[F.Row + S.Column];
    if (E.To != S.Row || F.Function != S.Function ||
        (F.VisitState & Frame::Stale) || HandlerDepth) [[unlikely]]
      return step(S, LastTime, false);
    Reading = TimeKnown = false;
    noteWithoutTime(LastTime, false, Edges.info(E).CallsOut);
    Out.followed(E, 1);
    stepLoop(E);
    clearVisitExtras();
    land(F, S.Row, Frame::Spoiled, LastTime);
  }

  /// There is an untimed record in the visit on top, and what leads to it.
  void countUntimed(uint64_t Weight) {
    Stack.changeSums().Untimed += Weight;
    Frame &F = Stack.top();
    const bool Unsure = isUnsure(F);
    if (Unsure && (F.VisitState & Frame::Spoiled)) [[likely]]
      return addUnsure(accountsOf(F), Weight);
    if (Unsure)
      accountsOf(F).All.add(0, {0, Weight});
    FrameExtras &X = Stack.extras();
    X.SelfUntimed += Unsure ? 0 : Weight;
    X.VisitUntimed += Weight;
    F.VisitState |= Frame::HasExtras;
  }
  /// Untimed records that weigh so much lie in visits without a time of
  /// activations that are isUnsure().
  static void addUnsure(FormAccounts &A, uint64_t Untimed) {
    A.All.add(0, {0, Untimed});
    A.Unsure.add(0, {0, Untimed});
  }
  /// \p F, which is on top, has no sure self time: what is found out of that
  /// goes into the accounts at once.
  bool isUnsure(const Frame &F) const { return F.isUnsure() && !HandlerDepth; }
  FormAccounts &accountsOf(const Frame &F) {
    return F.Function == None ? Outside
                              : Account.Forms[Symbols.formOf(F.Function)];
  }
  void clearVisitExtras() {
    if (!(Stack.top().Flags & Frame::Extra))
      return;
    FrameExtras &X = Stack.extras();
    X.VisitRecorded = {};
    X.VisitUntimed = X.VisitLost = 0;
  }

  void stepLoop(const Edge &E, CallStack::Quick &Calls,
                typename Sink::Quick &Quick);
  OpenVisit leave(uint64_t Time, uint64_t Timed, CallStack::Quick &Calls,
                  typename Sink::Quick &Quick);
  OpenVisit stepOn(const Edge &E, OpenVisit V, uint64_t Timed,
                   CallStack::Quick &Calls, typename Sink::Quick &Quick);
  OpenVisit takeSlowly(uint32_t Index, uint64_t Time, OpenVisit V,
                       uint64_t Timed, CallStack::Quick &Calls,
                       typename Sink::Quick &Quick);

  void stepLoop(const Edge &E) {
    if (E.Step <= EdgeSlot::Leaves)
      return;
    const EdgeStep &I = Edges.step(E);
    if (I.Loop == EdgeStep::IsMark)
      LastMark = Symbols.blockAt(E.To);
    else if (count(I, Stack.loopCount(I.Slot)))
      Out.iterated(I.Loop, Stack.loopCount(I.Slot), Stack.loopCount(I.Slot));
  }
  /// What the transition \p S, to a loop's head or body, does to the loop's
  /// count. True: the body runs.
  template <class Step>
  [[gnu::always_inline]] static bool count(const Step &S, uint64_t &Times) {
    if (S.Enters)
      Times = 0;
    Times += S.Iterates;
    return S.Iterates;
  }
  /// The body of \p Loop runs, for the time \p Times.
  [[gnu::always_inline]] void iterate(uint32_t Loop, uint64_t Times,
                                      typename Sink::Quick &Quick) {
    if (!Quick.iterate(Loop, Times)) [[unlikely]] {
      Out.iterated(Loop, Times, Times);
      Quick = typename Sink::Quick(Out);
    }
  }

  /// The next visit of \p F begins.
  static void land(Frame &F, uint32_t Row, uint64_t State, uint64_t Time) {
    F.VisitStart = Time;
    F.VisitState = State;
    F.Row = Row;
  }

  /// A timed exit record of the activation on top, whose visit is closed.
  void leave(uint64_t Time) {
    const Frame &F = Stack.top();
    uint64_t HandlerTicks = 0;
    if (F.Flags != Frame::AllSure || F.Epoch != Stack.Epoch || !Stack.isPlain())
        [[unlikely]] {
      HandlerTicks = finish(Time);
    } else {
      ActivationTimes A = {Time - F.SelfStart, Stack.Timed - F.SelfTimed,
                           Time - F.EntryTime, Stack.Timed - F.EntryTimed};
      Out.finish(F.Function, A);
      if (Out.wantsLoopsOf(F.Function))
        Out.ended(F.Function, Time, A.Inclusive, Stack.loopCounts(F), {});
      Account.Forms[Symbols.formOf(F.Function)].All.add(A.Self,
                                                        {A.SelfProbes, 0});
    }
    Out.popped();
    Stack.pop(Time);
    if (HandlerTicks) [[unlikely]]
      noteRecorded(Recorded::Handler, HandlerTicks);
  }

  //===--- Whatever else may come: RebuilderSteps.h ---===//

  [[gnu::noinline]] void enterUntimed(const Site &S);
  [[gnu::noinline]] void leaveUntimed();
  [[gnu::noinline]] void step(const Site &S, uint64_t Time, bool Timed);
  Edge *transition(const Site &S, bool Landed);
  void closeVisit(Edge &E, uint64_t Time, bool Timed);
  void noteWithoutTime(uint64_t Time, bool Timed, bool CallsOut);
  void settle(uint64_t Time, bool Sure);
  Edge *impossible(const Site &S, bool Landed);
  void noteImpossible(const Frame &Top, const Site &S, bool Landed);
  bool findFrame(const Site &S);
  [[gnu::noinline]] void landAt(const Site &S, bool Timed);
  void unwindTo(uint32_t Index);
  [[gnu::noinline]] void giveUp();
  void abandonTop(CallAbandoned::Reason How);
  uint64_t inclusiveTime(uint64_t Time);
  [[gnu::noinline]] uint64_t finish(uint64_t Time);
  void excludeHandler(const Frame &F, StreamSums Then, uint64_t Inclusive);
  bool value(const Site &S, uint64_t Payload);

  //===--- Path records: RebuilderPaths.h ---===//

  bool doMore(const QuickPath &P, uint64_t Word, Frame &F,
              CallStack::QuickUntimed &Calls, typename Sink::Quick &Quick);
  void noteSteps(llvm::ArrayRef<LoopStep> Steps, uint64_t *Counts,
                 typename Sink::Quick &Quick);
  void emitSteps(llvm::ArrayRef<LoopStep> Steps, uint64_t *Counts);
  void noteRounds(const PathLoop &L, uint64_t Rounds, uint64_t *Counts);
  void emitPath(const QuickPath &P, uint64_t Word);
  [[gnu::noinline]] void emitCalls(const QuickPath &P, bool EndsBase);
  void path(const Site &Last, uint32_t Id, uint64_t Number);
  bool countPath(QuickPath &P, const PathInfo &I);
  [[gnu::noinline]] void missPath(const Site &Last, uint64_t Number);
  void startPath(llvm::ArrayRef<const Site *> Path);
  void endPath(const QuickPath &P);
  void countedPath(const QuickPath &P, uint64_t Count, uint32_t Id,
                   uint64_t Number);
  void goRound(const PathLoop &L, uint64_t Times);
  [[gnu::noinline]] void beginPath(const Site &First, const Site &Second);

  //===--- When nothing runs or is recorded: RebuilderPauses.h ---===//

  [[gnu::noinline]] void prepare(uint64_t Time);
  void leaveOut(uint64_t Time);
  void startAt(uint64_t Time);
  void elsewhere(uint64_t Time);
  uint64_t offCpu(uint64_t Time, llvm::ArrayRef<HandlerTimes::Span> Spans);
  void handled(uint64_t Ticks, uint64_t Count);
  void noteRecorded(Recorded::Kind Kind, uint64_t Ticks);
  void noteOffCpu(uint64_t Ticks, bool Preempted);
  void missOffCpu();
  bool noteInterrupt(uint64_t Time, llvm::ArrayRef<HandlerTimes::Span> Spans);
  [[gnu::noinline]] void otherTimed(uint32_t Id, uint64_t Time);
  void segment(uint64_t Time);
  void halt(uint64_t Time, Halt Why);
  void resume(uint64_t Time, Halt From);
  void called(uint32_t Id, uint64_t Ticks, uint64_t End);
  void probed(uint64_t Ticks, uint64_t End);
  void runtimeUntimed(uint32_t Id, uint64_t Payload);
  void beginAnew();
  void endHere(uint64_t Why);
  /// A pause must end before anything else is recorded.
  void checkHalt() {
    if (Halted != Halt::No) [[unlikely]]
      gap();
  }

  const SymbolTable &Symbols;
  FormAccounts Outside;              ///< where no activation is open; not used
  const Site *const Sites;           ///< by id less FirstId
  const QuickSite *const QuickSites; ///< the same
  const uint32_t SiteCount, FirstId;
  Sink &Out;
  EdgeTable<Edge> &Edges;
  PathCache Paths;
};

} // namespace ipoint::analysis

#include "RebuilderPaths.h"
#include "RebuilderPauses.h"
#include "RebuilderRun.h"
#include "RebuilderSteps.h"

#endif // IPOINT_CALLSTACK_REBUILDER_H
