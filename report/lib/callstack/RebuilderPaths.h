//===- RebuilderPaths.h - Path records ------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of a Rebuilder's members: what path records do. A path record
// stands for the visits of its ipoints, as if each had stored an untimed record
// of its own; path() takes it like that. Most path records go on from where the
// activation on top is, or begin an activation, and nothing is unusual. These
// take a fast path, which counts the record and does to the stack what the
// visits would have done. Which transitions were taken is reported in the end.
// Measure test/bench/report-throughput before and after any change here.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_REBUILDERPATHS_H
#define IPOINT_CALLSTACK_REBUILDERPATHS_H

#include "Rebuilder.h"

namespace ipoint::analysis {

/// A sink that can be told of transitions at the end, all at once.
template <class Sink>
concept CountsPaths = requires(Sink &Out, typename Sink::Edge &E) {
  Out.followed(E, uint64_t());
  Out.path(uint64_t(), uint64_t());
};

template <TraceSink Sink>
size_t Rebuilder<Sink>::runUntimed(llvm::ArrayRef<uint64_t> Words) {
  if constexpr (!CountsPaths<Sink>) {
    return 0;
  } else {
    if (HandlerDepth || Halted != Halt::No || ValueOf != None)
      return 0;
    if (Paths.isFull()) [[unlikely]]
      reportPaths();
    Out.expect(static_cast<uint32_t>(Words.size()));
    typename Sink::Quick Quick(Out);
    CallStack::QuickUntimed Calls(Stack, LastTime);
    std::array<uint64_t, 3> Records = {};
    const uint64_t *At = Words.begin();
    for (; At != Words.end() && !ipoint_record_is_timed(*At); ++At) {
      PathInfo &I = Paths.find(*At);
      uint32_t Function = Calls.top().Function;
      if (!take(I, Calls, Quick)) [[unlikely]]
        break;
      ++I.Times;
      ++Records[Symbols.formOf(Function)];
    }
    Calls.keep();
    size_t Taken = At - Words.begin();
    if (Taken != 0) {
      Reading = TimeKnown = false;
      Stack.changeSums().Untimed += Taken;
    }
    for (auto [Form, Count] : llvm::enumerate(Records))
      addUnsure(Account.Forms[Form], Count);
    return Taken;
  }
}

/// False if the record does not take the fast path.
template <TraceSink Sink>
[[gnu::always_inline]] inline bool
Rebuilder<Sink>::take(const PathInfo &I, CallStack::QuickUntimed &Calls,
                      typename Sink::Quick &Quick) {
  const Frame &F = Calls.top();
  if (!(I.IsQuick & Calls.isPlain())) [[unlikely]]
    return false;
  if (I.Begins) {
    // enterUntimed()
    if (Calls.isFull() || !Quick.enter(I.Function, I.FirstRow)) [[unlikely]]
      return false;
    Calls.push(I.Function, I.FirstRow, I.HasLoops);
  } else if ((F.Row != I.FirstRow) | (F.Function != I.Function) |
             (I.Ends & !Calls.mayEnd())) [[unlikely]] {
    return false;
  }
  if (I.Steps | (I.Mark != None))
    noteSteps(I, Calls, Quick);
  if (I.Ends) {
    // leaveUntimed()
    Out.popped();
    Calls.pop();
  } else {
    Calls.top().Row = I.LastRow;
  }
  return true;
}

/// What visit() does to loops and marks.
template <TraceSink Sink>
[[gnu::always_inline]] inline void
Rebuilder<Sink>::noteSteps(const PathInfo &I, CallStack::QuickUntimed &Calls,
                           typename Sink::Quick &Quick) {
  if (I.Mark != None) [[unlikely]]
    LastMark = I.Mark;
  const LoopStep *Step = Paths.steps(I);
  for (const LoopStep *End = Step + I.Steps; Step != End; ++Step) {
    uint64_t &Times = Calls.loopCount(Step->Slot);
    if (Step->Enters)
      Times = 0;
    if (Step->Iterates && !Quick.iterate(Step->Loop, ++Times)) [[unlikely]] {
      Out.iterate(Step->Loop, Times);
      Quick = typename Sink::Quick(Out);
    }
  }
}

template <TraceSink Sink> void Rebuilder<Sink>::reportPaths() {
  if constexpr (CountsPaths<Sink>) {
    for (PathInfo &I : Paths.all()) {
      if (I.Times != 0)
        for (uint32_t Slot : Paths.slots(I))
          Out.followed(Edges[Slot], I.Times);
      if (I.Sites != 0 && I.Times + I.Slowly != 0)
        Out.path(I.Word, I.Times + I.Slowly);
      I.Times = I.Slowly = 0;
    }
  }
  if (Paths.isFull())
    Paths.clear();
}

/// A path record: the visits of the path's ipoints, as if each had stored an
/// untimed record of its own. The last one stores one, if it is timed or has a
/// value.
template <TraceSink Sink>
void Rebuilder<Sink>::path(const Site &Last, uint32_t Id, uint64_t Number) {
  if (Last.HasValue && ValueOf == Unknown && !HaveTime) [[unlikely]]
    return Out.lost(1);
  if (Paths.isFull()) [[unlikely]]
    reportPaths();
  PathInfo &I = Paths.find(ipoint_record_untimed(Id, Number));
  llvm::ArrayRef<const Site *> Path = Paths.sites(I);
  if (Path.empty()) [[unlikely]] {
    if (Stack.top().Function == Last.Function)
      Stack.top().VisitState |= Frame::Stale;
    Stack.spoil();
    return Out.noPath(Last.Block, Number);
  }
  bool HasRecord = Last.IsTimed || Last.HasValue;
  ValueOf = Last.HasValue ? Id : None;
  const Site &First = *Path.front();
  const Frame &Top = Stack.top();
  if (First.IsSum)
    enterUntimed(First);
  else if (Top.Row != First.Row || Top.Function != First.Function) [[unlikely]]
    beginPath(First, *Path[1]);
  ++I.Slowly;
  for (const Site *S : Path.drop_front().drop_back(HasRecord))
    visit(*S);
  if (Stack.top().Flags & Frame::SelfSure)
    Stack.takePath(I.Word);
  if (Last.IsExit && !HasRecord)
    leaveUntimed();
}

/// The activation on top does not stand where the path begins: it may be one
/// below that does (longjmp), or its records were lost.
template <TraceSink Sink>
void Rebuilder<Sink>::beginPath(const Site &First, const Site &Second) {
  Reading = TimeKnown = false;
  bool Landed = Stack.top().Function != First.Function && findFrame(First);
  auto Stands = [&](uint32_t Index) {
    return Stack.isStale(Index) || Stack.at(Index).Row == First.Row;
  };
  if (Stands(Stack.depth()))
    return;
  uint32_t Index = Stack.top().Below;
  for (unsigned Tries = 0; Index != None && Tries < 64; ++Tries) {
    if (!Stack.isStale(Index) && Stands(Index))
      return unwindTo(Index);
    Index = Stack.at(Index).Below;
  }
  Frame &Top = Stack.top();
  noteImpossible(Top, Second, Landed);
  Stack.spoil();
  if (!Landed)
    Top.Flags &= ~uint32_t(Frame::InclusiveSure);
  Top.VisitState |= Frame::Stale;
}

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_REBUILDERPATHS_H
