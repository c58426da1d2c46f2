//===- RebuilderRun.h - The fast path of many records ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definition of Rebuilder::run(). What it does to a record is what timed() does
// where nothing is unusual; as soon as something is, it leaves the record to
// that. Measure test/bench/report-throughput before and after any change here.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_REBUILDERRUN_H
#define IPOINT_CALLSTACK_REBUILDERRUN_H

#include "Rebuilder.h"
#include <bit>

namespace ipoint::analysis {

/// Finds the index of a record's site.
class SiteFinder {
public:
  SiteFinder(uint32_t FirstId, uint32_t Sites)
      : First(FirstId | TimedBit), Sites(Sites) {}

  /// The index of the site of \p Word. Of an untimed record, and of one that is
  /// of no site, it is none.
  uint32_t operator()(uint64_t Word) const {
    static_assert(IPOINT_RECORD_TIMED == 1);
    return (static_cast<uint32_t>(std::rotl(Word, IdBits)) &
            (2 * TimedBit - 1)) -
           First;
  }
  bool isOne(uint32_t Index) const { return Index < Sites; }

private:
  static constexpr int IdBits = 64 - IPOINT_ID_SHIFT;
  static constexpr uint32_t TimedBit = uint32_t(1) << IdBits;
  uint32_t First, Sites;
};

template <TraceSink Sink>
size_t Rebuilder<Sink>::run(llvm::ArrayRef<uint64_t> Words, uint64_t End,
                            uint64_t &Time) {
  if (Alarm == 0 || HandlerDepth || MayHaveEnded)
    return 0;
  Out.expect(static_cast<uint32_t>(Words.size()));
  const uint64_t Last = std::min(End, Alarm - 1), TimedBefore = Stack.Timed;
  const SiteFinder Find(FirstId, SiteCount);
  const QuickSite *const All = QuickSites;
  typename Sink::Quick Quick(Out);
  CallStack::Quick Calls(Stack);
  OpenVisit V = Calls.visit();
  uint64_t Now = Time;
  const uint64_t *At = Words.begin();
  while (At != Words.end()) {
    uint64_t Next = trace::unwrap(Now, ipoint_record_value(*At));
    uint32_t Index = Find(*At);
    if (!Find.isOne(Index) || Next > Last) [[unlikely]]
      break;
    ++At;
    Now = Next;
    const QuickSite &S = All[Index];
    Edge &E = Quick.edge(V.Row + S.Column);
    if (E.To == S.To) [[likely]] {
      if (Quick.step(E, V.State, Now - V.Start)) [[likely]] {
        V = {Now, 0, S.Row};
        if (E.Step)
          V = stepOn(E, V, TimedBefore + (At - Words.begin()), Calls, Quick);
        continue;
      }
    } else if (S.IsEntry && !Calls.isFull() && Quick.enter(S.Function, S.Row))
        [[likely]] {
      Calls.push(V, S, Now, TimedBefore + (At - Words.begin()));
      V = {Now, 0, S.Row};
      continue;
    }
    V = takeSlowly(Index, Now, V, TimedBefore + (At - Words.begin()), Calls,
                   Quick);
    if (Alarm == 0 || HandlerDepth) [[unlikely]]
      break;
  }
  size_t Taken = At - Words.begin();
  Calls.keep(V, TimedBefore + Taken);
  if (Taken)
    LastTime = Now;
  Time = Now;
  return Taken;
}

/// Behind the transition \p E, which does more than to begin the visit \p V.
/// Returns the visit that is on top then.
template <TraceSink Sink>
[[gnu::always_inline]] inline OpenVisit
Rebuilder<Sink>::stepOn(const Edge &E, OpenVisit V, uint64_t Timed,
                        CallStack::Quick &Calls, typename Sink::Quick &Quick) {
  if (E.Step != EdgeSlot::Leaves) [[unlikely]] {
    stepLoop(E, Calls, Quick);
    if (!Edges.step(E).Leaves)
      return V;
  }
  return leave(V.Start, Timed, Calls, Quick);
}

/// Takes a record that does not take the fast path, when \p V is the visit
/// on top. Returns the visit that is on top then.
template <TraceSink Sink>
[[gnu::always_inline]] inline OpenVisit
Rebuilder<Sink>::takeSlowly(uint32_t Index, uint64_t Time, OpenVisit V,
                            uint64_t Timed, CallStack::Quick &Calls,
                            typename Sink::Quick &Quick) {
  Calls.keep(V, Timed - 1);
  timed(FirstId + Index, Time);
  Calls = CallStack::Quick(Stack);
  Quick = typename Sink::Quick(Out);
  return Calls.visit();
}

template <TraceSink Sink>
[[gnu::always_inline]] inline void
Rebuilder<Sink>::stepLoop(const Edge &E, CallStack::Quick &Calls,
                          typename Sink::Quick &Quick) {
  const EdgeStep &S = Edges.step(E);
  if (S.Loop == EdgeStep::IsMark) {
    LastMark = Symbols.blockAt(E.To);
    return;
  }
  uint64_t &Times = Calls.loopCount(S.Slot);
  if (count(S, Times))
    iterate(S.Loop, Times, Quick);
}

/// The activation on top ends, its last visit has been closed. Returns the
/// visit of the caller, which goes on.
template <TraceSink Sink>
[[gnu::always_inline]] inline OpenVisit
Rebuilder<Sink>::leave(uint64_t Time, uint64_t Timed, CallStack::Quick &Calls,
                       typename Sink::Quick &Quick) {
  uint32_t Function = Calls.function();
  ActivationTimes A = Calls.activation(Time, Timed);
  if (Calls.isPlain() && Quick.finish(Function, A)) [[likely]] {
    if (Out.wantsLoopsOf(Function)) [[unlikely]]
      Out.ended(Function, Time, A.Inclusive, &Calls.loopCount(0), {});
    Account.Forms[Symbols.formOf(Function)].All.add(A.Self, {A.SelfProbes, 0});
    return Calls.pop(Time, Timed);
  }
  Calls.keep({Time, 0, Symbols.transitions().emptyRow()}, Timed);
  LastTime = Time;
  leave(Time);
  Calls = CallStack::Quick(Stack);
  Quick = typename Sink::Quick(Out);
  return Calls.visit();
}

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_REBUILDERRUN_H
