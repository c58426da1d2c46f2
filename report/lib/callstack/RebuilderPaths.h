//===- RebuilderPaths.h - Path records ------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of a Rebuilder's members: what path records do. A path record
// stands for the visits of its ipoints, as if each had stored an untimed
// record; path() takes it like that. Most path records go on from where the
// activation on top is, or begin an activation, and nothing is unusual. These
// take a fast path, which counts the record and does to the stack what the
// visits would have done. Which transitions were taken is reported in the end.
// A counted loop is gone round in one step, however often that is.
// Measure test/bench/report-throughput before and after any change here.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_REBUILDERPATHS_H
#define IPOINT_CALLSTACK_REBUILDERPATHS_H

#include "Rebuilder.h"
#include <optional>

namespace ipoint::analysis {

template <TraceSink Sink>
size_t Rebuilder<Sink>::runUntimed(llvm::ArrayRef<uint64_t> Words) {
  if constexpr (Sink::InOrder) {
    return 0;
  } else {
    if (HandlerDepth || MayHaveEnded || Halted != Halt::No || ValueOf != None)
      return 0;
    if (Paths.isFull()) [[unlikely]]
      reportPaths();
    CallStack::QuickUntimed Calls(Stack, LastTime);
    if (!Calls.isPlain())
      return 0;
    Out.expect(static_cast<uint32_t>(Words.size()));
    typename Sink::Quick Quick(Out);
    const bool WantsCalls = Out.wantsCalls();
    const std::optional<unsigned> OnlyForm =
        Symbols.weighsPaths() ? std::nullopt : Symbols.onlyForm();
    std::array<uint64_t, 3> Records = {}; // what they weigh
    const uint64_t *At = Words.begin();
    while (At != Words.end() && !ipoint_record_is_timed(*At)) {
      QuickPath &P = Paths.find(*At);
      Frame *const F = Calls.next(P.Begins);
      const bool EndsBase = P.Ends & Calls.isBase(F);
      // Few branches: which path comes next is hard to foresee.
      if (!(P.IsQuick & Calls.hasRoom(F) &
            (P.Begins | (F->Row == P.FirstRow))) ||
          (EndsBase && !Calls.mayEndBase())) [[unlikely]]
        break;
      if (P.HasSteps)
        noteSteps(Paths.steps(Paths.info(P)), Stack.loopCounts(*F), Quick);
      else if (P.DoesMore && !doMore(P, *At, *F, Calls, Quick)) [[unlikely]]
        break;
      if (!OnlyForm) [[unlikely]]
        Records[Symbols.formOf(Symbols.functionAt(Calls.top().Row))] +=
            Paths.weightOf(P, *At);
      F->Row = P.LastRow;
      ++P.Times;
      ++At;
      if constexpr (Sink::TakesPaths)
        emitPath(P, *(At - 1));
      else if (WantsCalls) [[unlikely]]
        emitCalls(P, EndsBase);
      if (EndsBase) [[unlikely]] {
        if constexpr (!Sink::TakesPaths)
          Out.popped();
        Calls.popBase();
        if (!Calls.isPlain())
          break;
        continue;
      }
      Calls.moveTo(F, P.Ends);
    }
    Calls.keep();
    size_t Taken = At - Words.begin();
    if (Taken == 0)
      return 0;
    Reading = TimeKnown = false;
    if (OnlyForm)
      Records[*OnlyForm] = Taken;
    Stack.changeSums().Untimed += Records[0] + Records[1] + Records[2];
    for (auto [Form, Count] : llvm::enumerate(Records))
      addUnsure(Account.Forms[Form], Count);
    return Taken;
  }
}

/// What \p P does to loops and the mark, in the activation \p F, where it may
/// begin and end. False if nothing is done: the record \p Word does not take
/// the fast path.
template <TraceSink Sink>
[[gnu::always_inline]] inline bool
Rebuilder<Sink>::doMore(const QuickPath &P, uint64_t Word, Frame &F,
                        CallStack::QuickUntimed &Calls,
                        typename Sink::Quick &Quick) {
  const PathInfo &I = Paths.info(P);
  PathLoop *const L = I.Loop == None ? nullptr : &Paths.loop(I);
  uint64_t Rounds = 0;
  if (L) {
    const uint64_t Count = PathCache::countOf(P, Word);
    if ((Count >= L->Most) | (Count < L->Counts)) [[unlikely]]
      return false;
    Rounds = Count - L->Counts;
    L->Rounds += Rounds;
  }
  if (P.Begins & I.HasLoops)
    Calls.openLoops(F, I.Function);
  uint64_t *const Counts = Stack.loopCounts(F);
  llvm::ArrayRef<LoopStep> Steps = Paths.steps(I);
  if (L) {
    noteSteps(Steps.take_front(L->StepsBefore), Counts, Quick);
    if (Rounds != 0 && L->Steps != 0) {
      noteRounds(*L, Rounds, Counts);
      Quick = typename Sink::Quick(Out);
    }
    Steps = Steps.drop_front(L->StepsBefore);
  }
  noteSteps(Steps, Counts, Quick);
  if (I.Mark != None)
    LastMark = I.Mark;
  if (P.Ends & I.HasLoops)
    Calls.closeLoops(F);
  return true;
}

/// What visit() does to loops, whose \p Counts these are.
template <TraceSink Sink>
[[gnu::always_inline]] inline void
Rebuilder<Sink>::noteSteps(llvm::ArrayRef<LoopStep> Steps, uint64_t *Counts,
                           typename Sink::Quick &Quick) {
  for (const LoopStep &S : Steps)
    if (count(S, Counts[S.Slot]))
      iterate(S.Loop, Counts[S.Slot], Quick);
}

/// The same for \p Rounds rounds of a counted loop.
template <TraceSink Sink>
void Rebuilder<Sink>::noteRounds(const PathLoop &L, uint64_t Rounds,
                                 uint64_t *Counts) {
  llvm::ArrayRef<LoopStep> Steps = Paths.steps(L);
  if constexpr (!Sink::EachRound) {
    // None is entered anew in each round.
    if (llvm::none_of(Steps, [](const LoopStep &S) { return S.Enters; })) {
      for (const LoopStep &S : Steps) {
        uint64_t &Times = Counts[S.Slot];
        Out.iterated(S.Loop, Times + 1, Times + Rounds);
        Times += Rounds;
      }
      return;
    }
  }
  for (; Rounds != 0; --Rounds)
    emitSteps(Steps, Counts);
}

/// What noteSteps() does, by the sink itself.
template <TraceSink Sink>
void Rebuilder<Sink>::emitSteps(llvm::ArrayRef<LoopStep> Steps,
                                uint64_t *Counts) {
  for (const LoopStep &S : Steps) {
    uint64_t &Times = Counts[S.Slot];
    if (count(S, Times))
      Out.iterated(S.Loop, Times, Times);
  }
}

/// Of one that begins or ends with \p P; the end of one from before comes
/// later.
template <TraceSink Sink>
void Rebuilder<Sink>::emitCalls(const QuickPath &P, bool EndsBase) {
  if (P.Begins)
    Out.pushed(Paths.info(P).Function, /*IsHandler=*/false, /*Entered=*/true);
  if (P.Ends && !EndsBase)
    Out.popped();
}

/// Of \p P, whose record is \p Word, with all that it begins or ends.
template <TraceSink Sink>
void Rebuilder<Sink>::emitPath(const QuickPath &P, uint64_t Word) {
  const PathInfo &I = Paths.info(P);
  TakenPath Path = {P.Word, Paths.indexOf(P), I.Function, P.Begins,
                    P.Ends, Paths.slots(I),   {},         0,
                    0};
  if (I.Loop != None) {
    const PathLoop &L = Paths.loop(I);
    Path.Round = Paths.slots(L);
    Path.RoundsAt = L.Head;
    Path.Rounds = PathCache::countOf(P, Word) - L.Counts;
  }
  Out.took(Path);
}

template <TraceSink Sink> void Rebuilder<Sink>::reportPaths() {
  if constexpr (!Sink::InOrder && !Sink::TakesPaths) {
    for (QuickPath &P : Paths.all()) {
      PathInfo &I = Paths.info(P);
      uint64_t Rounds = 0;
      if (I.Loop != None) {
        PathLoop &L = Paths.loop(I);
        if (L.Rounds != 0)
          for (uint32_t Slot : Paths.slots(L))
            Out.followed(Edges[Slot], L.Rounds);
        Rounds = L.Rounds + L.Slowly;
        L.Rounds = L.Slowly = 0;
      }
      if (P.Times != 0 && P.Begins)
        Out.entered(I.Function, P.FirstRow, P.Times);
      if (P.Times != 0)
        for (uint32_t Slot : Paths.slots(I))
          Out.followed(Edges[Slot], P.Times);
      if (I.Sites != 0 && P.Times + I.Slowly + Rounds != 0)
        Out.path(P.Word, P.Times + I.Slowly, Rounds);
      P.Times = I.Slowly = 0;
    }
  }
  if (Paths.isFull())
    Paths.clear();
}

/// A path record: the visits of the path's ipoints, as if each had stored an
/// untimed record. The last one stores one, if it is timed or has a
/// value.
template <TraceSink Sink>
void Rebuilder<Sink>::path(const Site &Last, uint32_t Id, uint64_t Number) {
  if (Last.HasValue && ValueOf == Unknown && !HaveTime) [[unlikely]] {
    countUntimed(Symbols.recordWeight());
    return Out.event(NotRecorded{NotRecorded::Lost, 1});
  }
  if (Paths.isFull()) [[unlikely]]
    reportPaths();
  const uint64_t Word = ipoint_record_untimed(Id, Number);
  QuickPath &P = Paths.find(Word);
  PathInfo &I = Paths.info(P);
  llvm::ArrayRef<const Site *> Path = Paths.sites(I);
  if (MayHaveEnded && !Path.empty()) [[unlikely]]
    landAt(*Path.front(), false);
  countUntimed(Paths.weightOf(P, Word));
  if (countPath(P, I))
    return;
  if (I.Loop != None)
    return countedPath(P, PathCache::countOf(P, Word), Id, Number);
  if (Path.empty()) [[unlikely]] {
    return missPath(Last, Number);
  }
  bool HasRecord = Last.IsTimed || Last.HasValue;
  ValueOf = Last.HasValue ? Id : None;
  startPath(Path);
  ++I.Slowly;
  for (const Site *S : Path.drop_front().drop_back(HasRecord))
    visit(*S);
  endPath(P);
}

/// Takes a path of the activation on top, which goes on, in one step: behind
/// its first visit no time passes. False if it is left to visit().
template <TraceSink Sink>
bool Rebuilder<Sink>::countPath(QuickPath &P, const PathInfo &I) {
  if constexpr (Sink::InOrder) {
    return false;
  } else {
    Frame &F = Stack.top();
    if (!P.IsQuick || P.Begins || P.Ends || I.Loop != None || HandlerDepth ||
        F.Row != P.FirstRow || (F.VisitState & Frame::Stale))
      return false;
    ++P.Times;
    if constexpr (Sink::TakesPaths)
      emitPath(P, P.Word);
    ValueOf = None;
    if (I.Slots != 0) {
      Reading = TimeKnown = false;
      noteWithoutTime(LastTime, false, I.IsFirstCalling);
      if (I.IsCalling && !F.isUnsure())
        Stack.extras().CallsOut = true;
      emitSteps(Paths.steps(I), Stack.loopCounts(F));
      if (I.Mark != None)
        LastMark = I.Mark;
      clearVisitExtras();
      land(F, P.LastRow, Frame::Spoiled, LastTime);
    }
    endPath(P);
    return true;
  }
}

/// The program has no such path.
template <TraceSink Sink>
void Rebuilder<Sink>::missPath(const Site &Last, uint64_t Number) {
  if (Stack.top().Function == Last.Function)
    Stack.top().VisitState |= Frame::Stale;
  Stack.spoil();
  Out.event(ImpossibleStep{Last.Block, Last.Block, Number});
}

template <TraceSink Sink>
void Rebuilder<Sink>::startPath(llvm::ArrayRef<const Site *> Path) {
  const Site &First = *Path.front();
  const Frame &Top = Stack.top();
  if (First.IsSum)
    enterUntimed(First);
  else if (Top.Row != First.Row || Top.Function != First.Function) [[unlikely]]
    beginPath(First, *Path[1]);
}

template <TraceSink Sink> void Rebuilder<Sink>::endPath(const QuickPath &P) {
  if (Stack.top().Flags & Frame::SelfSure)
    Stack.takePath(P.Word);
  if (P.Ends)
    leaveUntimed();
}

/// A path through a counted loop. Where a record has no room for the count,
/// others with the rest of it follow.
template <TraceSink Sink>
void Rebuilder<Sink>::countedPath(const QuickPath &P, uint64_t Count,
                                  uint32_t Id, uint64_t Number) {
  PathInfo &I = Paths.info(P);
  PathLoop &L = Paths.loop(I);
  llvm::ArrayRef<const Site *> Path = Paths.sites(I);
  const Site &Last = *Path.back();
  const bool HasMore = Count == L.Most;
  const uint64_t Own = HasMore || L.Counts;
  const bool GoesOn = Stack.top().Function == Last.Function &&
                      (Stack.top().Flags & Frame::InLoop) &&
                      !(Stack.top().VisitState & Frame::Stale);
  // What was counted before has kept one back.
  if (Count + GoesOn < Own) [[unlikely]]
    return missPath(Last, Number);
  if (!GoesOn) {
    startPath(Path);
    for (const Site *S : Path.slice(1, L.Head))
      visit(*S);
  }
  const uint64_t Rounds = Count + GoesOn - Own;
  goRound(L, Rounds);
  L.Slowly += Rounds;
  if (HasMore) {
    Stack.top().Flags |= Frame::InLoop;
    return;
  }
  Stack.top().Flags &= ~uint32_t(Frame::InLoop);
  const bool HasRecord = Last.IsTimed || Last.HasValue;
  ValueOf = Last.HasValue ? Id : None;
  ++I.Slowly;
  for (const Site *S : Path.drop_front(L.Head + 1).drop_back(HasRecord))
    visit(*S);
  endPath(P);
}

/// From the head of a counted loop to its head.
template <TraceSink Sink>
void Rebuilder<Sink>::goRound(const PathLoop &L, uint64_t Times) {
  llvm::ArrayRef<const Site *> Round = Paths.sites(L);
  // Behind the first one nothing changes but counts.
  bool AtOnce = !Sink::EachRound && L.IsWhole;
  for (uint64_t Single = AtOnce ? std::min<uint64_t>(Times, 1) : Times;
       Single != 0; --Single)
    for (const Site *S : Round)
      visit(*S);
  if (!AtOnce || Times <= 1)
    return;
  for (uint32_t Slot : Paths.slots(L))
    Out.followed(Edges[Slot], Times - 1);
  noteRounds(L, Times - 1, Stack.loopCounts(Stack.top()));
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
