//===- CallStack.h - The activations that are open in one stream ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is kept for each activation is such that a record of the activation on
// top touches one cache line of it, and that nothing has to be added up while
// nothing unusual happens: where a callee returns, the moments from which its
// caller's times count are moved on by what the callee took. Then each time is
// a difference of two moments.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_CALLSTACK_H
#define IPOINT_CALLSTACK_CALLSTACK_H

#include "Frame.h"
#include "stats/SmallTimes.h"
#include <utility>

namespace ipoint::analysis {

class CallStack {
public:
  class Quick;
  class QuickUntimed;

  /// Is in the counts of loops whose entry was not seen.
  static constexpr uint64_t CountedAnew = uint64_t(1) << 62;
  /// Of one activation.
  static constexpr uint32_t MostPathRuns = 1000, MostValues = 16;
  /// Deeper stacks than this are given up (an activation takes 240 bytes).
  static constexpr size_t DepthLimit = size_t(1) << 20;

  explicit CallStack(const SymbolTable &Symbols)
      : Symbols(Symbols), Frames(64), Extras(64),
        TopOf(Symbols.functions().size(), None), History(64) {
    Frames[0].Row = Symbols.transitions().emptyRow();
  }

  bool empty() const { return Depth == 0; }
  size_t depth() const { return Depth; }
  /// The frame on top; one that is of no function where there is none, to which
  /// everything may be done.
  Frame &top() { return Frames[Depth]; }
  /// From 1, the lowest one, to depth().
  Frame &at(uint32_t Index) { return Frames[Index]; }
  const Frame &at(uint32_t Index) const { return Frames[Index]; }
  /// The uppermost frame of \p Function, or None.
  uint32_t topOf(uint32_t Function) const { return TopOf[Function]; }

  /// Deeper it may not become.
  bool isFull() const { return Depth >= DepthLimit; }

  /// An activation of \p Function, which \p HasLoops or not, is on top from
  /// \p Time on, in the block with \p Row.
  [[gnu::always_inline]] Frame &push(uint32_t Function, uint32_t Row,
                                     bool HasLoops, uint32_t Flags,
                                     uint64_t State, uint64_t Time) {
    // One frame is spare: where QuickUntimed has no room, all records would
    // come here, again and again.
    if (Depth + 2 >= Frames.size()) [[unlikely]]
      grow();
    Frame &F = Frames[Depth + 1];
    F.Row = Row;
    F.Loops = LoopsEnd;
    open(F, Function, Flags, State, Time);
    if (HasLoops)
      openLoops(Function);
    return F;
  }
  Frame &push(const Site &S, uint32_t Flags, uint64_t State, uint64_t Time) {
    return push(S.Function, S.Row, S.HasLoops, Flags, State, Time);
  }

  /// Takes the frame on top away, which ends at \p Time; what is below it goes
  /// on there.
  [[gnu::always_inline]] void pop(uint64_t Time) {
    const Frame &F = Frames[Depth];
    Frame &Caller = Frames[--Depth];
    TopOf[F.Function] = F.Below;
    LoopsEnd = F.Loops;
    leaveOut(Caller, Time - F.EntryTime);
    Caller.SelfTimed += Timed - F.EntryTimed;
    if (F.Epoch != Epoch) [[unlikely]]
      Caller.VisitState |= Frame::Stale;
    if (F.Flags & Frame::Extra) {
      PathRuns.truncate(PathRuns.size() - Extras[Depth + 1].PathRuns);
      Values.truncate(Values.size() - Extras[Depth + 1].Values);
    }
  }

  /// The mark \p Block recorded \p Value in the activation on top.
  void noteValue(uint32_t Block, int64_t Value) {
    FrameExtras &X = extras();
    auto Own = llvm::MutableArrayRef(Values).take_back(X.Values);
    auto *V =
        llvm::find_if(Own, [=](auto &Each) { return Each.Block == Block; });
    if (V != Own.end()) {
      *V = {Block, Value, V->Times + 1};
    } else if (X.Values < MostValues) {
      ++X.Values;
      Values.push_back({Block, Value, 1});
    }
  }
  /// The activation on top, which has a self time as far as is known, took the
  /// path of \p Record.
  void takePath(uint64_t Record) {
    FrameExtras &X = extras();
    if (X.PathRuns && PathRuns.back().Record == Record) {
      ++PathRuns.back().Times;
    } else if (X.PathRuns == MostPathRuns) {
      X.ArePathsCut = true;
    } else {
      ++X.PathRuns;
      PathRuns.push_back({Record, 1});
    }
  }
  /// Those of the activation on top.
  llvm::ArrayRef<PathRun> takenPaths() const {
    return llvm::ArrayRef(PathRuns).take_back(extrasOfTop().PathRuns);
  }
  llvm::ArrayRef<CallValue> values() const {
    return llvm::ArrayRef(Values).take_back(extrasOfTop().Values);
  }

  /// \p Ticks, which are over, are no part of the visit and the self time of
  /// \p F.
  static void leaveOut(Frame &F, uint64_t Ticks) {
    F.VisitStart += Ticks;
    F.SelfStart += Ticks;
  }

  /// The visit on top, and so the activation's self time, has no sure time.
  void spoil() {
    top().VisitState |= Frame::Spoiled;
    top().Flags &= ~uint32_t(Frame::SelfSure);
  }

  /// How much of the time was the thread's is not known here: no activation
  /// that is open has a sure time, nor has the visit on top.
  void missTime() {
    spoil();
    for (uint32_t I = 0; I <= Depth; ++I)
      Frames[I].Flags &= ~uint32_t(Frame::InclusiveSure);
  }

  /// Records are missing here.
  void gap() {
    ++Epoch;
    top().VisitState |= Frame::Stale;
  }

  /// Whether a gap lies in the visit of the frame \p Index.
  bool isStale(uint32_t Index) const {
    // Those above it were entered later.
    return (Frames[Index].VisitState & Frame::Stale) ||
           (Index < Depth && Frames[Index + 1].Epoch != Epoch);
  }

  /// What is unusual about the frame on top.
  FrameExtras &extras() {
    Frame &F = top();
    FrameExtras &E = Extras[Depth];
    if (!(F.Flags & Frame::Extra))
      E = {};
    F.Flags |= Frame::Extra;
    return E;
  }
  FrameExtras extrasOfTop() const {
    return Frames[Depth].Flags & Frame::Extra ? Extras[Depth] : FrameExtras();
  }

  /// The stream's sums. Frames refer to what they were at their entry, so there
  /// is a copy of each such state; most frames refer to one.
  const StreamSums &sums() const { return History[Sums]; }
  const StreamSums &sumsAtEntry() const { return History[Frames[Depth].Sums]; }
  /// Whether they are what they were when the frame on top was entered.
  bool isPlain() const { return Frames[Depth].Sums == Sums; }
  /// The stream's sums, to be changed.
  StreamSums &changeSums() {
    uint32_t Own = Frames[Depth].Sums + 1;
    if (Sums == Own)
      return History[Sums];
    if (Own == History.size())
      History.emplace_back();
    History[Own] = History[Sums];
    Sums = Own;
    return History[Sums];
  }

  /// From here on a part of the stream is read.
  void markResumed() {
    for (uint32_t Index = 1; Index <= Depth; ++Index)
      Frames[Index].Flags |= Frame::Resumed;
  }

  /// The counts of the loops of \p F, by their slots.
  uint64_t *loopCounts(const Frame &F) { return LoopCounts.data() + F.Loops; }
  /// Those of the frame on top.
  uint64_t &loopCount(uint32_t Slot) {
    return LoopCounts[Frames[Depth].Loops + Slot];
  }
  /// It is not known which way the activation on top has come: its loops count
  /// from here.
  void forgetLoops() {
    std::fill(LoopCounts.begin() + Frames[Depth].Loops,
              LoopCounts.begin() + LoopsEnd, CountedAnew);
  }

  uint64_t Timed = 0; ///< timed records so far, those of handlers apart
  uint64_t Epoch = 0; ///< counts the gaps

private:
  /// \p F, which has its row and loops, is on top.
  [[gnu::always_inline]] void open(Frame &F, uint32_t Function, uint32_t Flags,
                                   uint64_t State, uint64_t Time) {
    F.VisitStart = F.SelfStart = F.EntryTime = Time;
    F.VisitState = State;
    F.EntryTimed = F.SelfTimed = Timed;
    F.Function = Function;
    F.Flags = Flags;
    F.Epoch = Epoch;
    F.Below = std::exchange(TopOf[Function], ++Depth);
    F.Sums = Sums;
  }
  [[gnu::noinline]] void grow() {
    Frames.resize(Frames.size() * 2);
    Extras.resize(Frames.size());
  }

  [[gnu::noinline]] void openLoops(uint32_t Function) {
    size_t Begin = LoopsEnd;
    LoopsEnd += Symbols.loopsOf(Function);
    if (LoopsEnd > LoopCounts.size())
      LoopCounts.resize(LoopsEnd * 2);
    std::fill(LoopCounts.begin() + Begin, LoopCounts.begin() + LoopsEnd, 0);
  }

  const SymbolTable &Symbols;
  std::vector<Frame> Frames;        ///< the first stands for none
  std::vector<FrameExtras> Extras;  ///< the same
  std::vector<uint32_t> TopOf;      ///< by function
  std::vector<StreamSums> History;  ///< up to Sums
  std::vector<uint64_t> LoopCounts; ///< by open activation and its loops
  /// By open activation, of which only the one on top takes more.
  llvm::SmallVector<PathRun, 0> PathRuns;
  llvm::SmallVector<CallValue, 0> Values; ///< the same
  uint32_t Depth = 0;
  uint32_t Sums = 0;
  size_t LoopsEnd = 0;
};

/// What is on top of a stack, in registers: for activations whose times are
/// sure, while the stack itself is not touched.
class CallStack::Quick {
public:
  explicit Quick(CallStack &S)
      : Stack(&S), Top(&S.Frames[S.Depth]), TopOf(S.TopOf.data()),
        Depth(S.Depth), Full(std::min(S.Frames.size() - 1, DepthLimit)),
        Sums(S.Sums), Epoch(S.Epoch) {}

  /// No more can be pushed.
  bool isFull() const { return Depth >= Full; }
  uint32_t function() const { return Top->Function; }
  OpenVisit visit() const {
    return {Top->VisitStart, Top->VisitState, Top->Row};
  }
  uint64_t &loopCount(uint32_t Slot) {
    return Stack->LoopCounts[Top->Loops + Slot];
  }

  /// The entry \p S is met at \p Time, in the visit \p V; \p Timed is the
  /// stream's count of timed records.
  [[gnu::always_inline]] void push(const OpenVisit &V, QuickSite S,
                                   uint64_t Time, uint64_t Timed) {
    Top->VisitStart = V.Start;
    Top->VisitState = V.State + 1; // one more segment
    Top->Row = V.Row;
    Frame &F = *++Top;
    F.SelfStart = F.EntryTime = Time;
    F.EntryTimed = F.SelfTimed = Timed;
    F.Function = S.Function;
    F.Flags = Frame::AllSure;
    F.Epoch = Epoch;
    F.Below = std::exchange(TopOf[S.Function], ++Depth);
    F.Sums = Sums;
    F.Loops = Stack->LoopsEnd;
    if (S.HasLoops)
      Stack->openLoops(S.Function);
  }

  /// Whether the times of the activation on top are sure, if it ends now.
  bool isPlain() const {
    return (Top->Flags == Frame::AllSure) & (Top->Sums == Sums) &
           (Top->Epoch == Epoch);
  }
  /// Its times, if it ends at \p Time.
  ActivationTimes activation(uint64_t Time, uint64_t Timed) const {
    return {Time - Top->SelfStart, Timed - Top->SelfTimed,
            Time - Top->EntryTime, Timed - Top->EntryTimed};
  }
  /// It ends. Returns the visit that goes on.
  [[gnu::always_inline]] OpenVisit pop(uint64_t Time, uint64_t Timed) {
    const Frame &F = *Top;
    TopOf[F.Function] = F.Below;
    Stack->LoopsEnd = F.Loops;
    uint64_t Inclusive = Time - F.EntryTime;
    --Depth;
    --Top;
    Top->SelfStart += Inclusive;
    Top->SelfTimed += Timed - F.EntryTimed;
    return {Top->VisitStart + Inclusive, Top->VisitState, Top->Row};
  }

  /// Puts everything back into the stack.
  void keep(const OpenVisit &V, uint64_t Timed) {
    Top->VisitStart = V.Start;
    Top->VisitState = V.State;
    Top->Row = V.Row;
    Stack->Depth = Depth;
    Stack->Timed = Timed;
  }

private:
  CallStack *Stack;
  Frame *Top;
  uint32_t *TopOf;
  uint32_t Depth;
  size_t Full;
  uint32_t Sums;
  uint64_t Epoch;
};

/// The same for activations that have no sure times, while no time is read. One
/// that begins here gets a row, and its loops if it has any; most end before
/// more is wanted. keep() completes the others.
class CallStack::QuickUntimed {
public:
  /// \p Time is that of the last read.
  QuickUntimed(CallStack &S, uint64_t Time)
      : Top(&S.Frames[S.Depth]), Base(Top),
        Full(&S.Frames[std::min(S.Frames.size() - 2, DepthLimit)]), Stack(S),
        Time(Time) {}

  /// An untimed record in the visit on top takes nothing but to be counted, as
  /// in all that begin here.
  bool isPlain() const {
    return (Top->VisitState == Frame::Spoiled) &
           ((Top->Flags & ~uint32_t(Frame::Extra)) == Frame::Entered) &
           (Top->VisitStart == Time);
  }
  const Frame &top() const { return *Top; }
  /// The frame on top; where one \p Begins, that one, if it hasRoom().
  Frame *next(bool Begins) const { return Top + Begins; }
  bool hasRoom(const Frame *F) const { return F <= Full; }
  /// \p F, which is next(), is on top, or it was and \p Ends.
  void moveTo(Frame *F, bool Ends) { Top = F - Ends; }

  // Of \p F, which is next(), if its function has loops:
  void openLoops(Frame &F, uint32_t Function) {
    F.Loops = Stack.LoopsEnd;
    Stack.openLoops(Function);
  }
  void closeLoops(const Frame &F) { Stack.LoopsEnd = F.Loops; }

  /// Whether \p F is the one on top of those that did not begin here.
  bool isBase(const Frame *F) const { return F == Base; }
  /// Whether the base frame has no time, if it ends now.
  bool mayEndBase() const {
    return (Base->EntryTime == Time) & (Base->EntryTimed == Stack.Timed) &
           (Base->Epoch == Stack.Epoch) & (Base->Flags == Frame::Entered);
  }
  /// Ends the base frame, which is on top.
  void popBase() {
    Stack.pop(Time);
    Stack.spoil();
    Base = Top = &Stack.top();
  }

  /// Puts everything back into the stack.
  void keep() {
    size_t Loops = Base->Loops;
    for (Frame *F = Base; F != Top;) {
      Loops += Stack.Symbols.loopsOf(F->Function);
      ++F;
      F->Loops = Loops;
      Stack.open(*F, Stack.Symbols.functionAt(F->Row), Frame::Entered,
                 Frame::Spoiled, Time);
    }
  }

private:
  Frame *Top;
  Frame *Base; ///< what is above it began here
  Frame *const Full;
  CallStack &Stack;
  const uint64_t Time;
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_CALLSTACK_H
