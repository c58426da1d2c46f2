//===- Collector.cpp - What the events add up to --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

void Collector::event(const Event &E) {
  std::visit(
      makeVisitor(
          [&](const MarkValue &V) {
            std::unique_ptr<ValueStats> &Values = Blocks[V.Block].Values;
            if (!Values)
              Values = std::make_unique<ValueStats>();
            Values->add(V.Value);
          },
          [&](const ImpossibleStep &I) { add(I, 1); },
          [](const UntimedInterrupted &) {}, // has nothing that is counted
          [&](const auto &Other) { add(Other); }),
      E);
}

void Collector::add(const ImpossibleStep &What, uint64_t Times) {
  auto [It, New] = Impossible.try_emplace(What, 0);
  It->second += Times;
  if (!New || Impossible.size() <= ImpossibleLimit)
    return;
  // What is left out once never comes in again, so counts are whole.
  auto Last = std::prev(Impossible.end());
  Account.ImpossibleOmitted += Last->second;
  Impossible.erase(Last);
}

void Collector::add(const EntryMissed &Call) {
  const uint32_t Function = Call.First->Function;
  seen(Function);
  InSlice.noteOpen(Function);
  if (OverTime)
    InBucket.noteOpen(Function);
  ++(Call.Why == EntryMissed::Cut ? Account.CutCalls
                                  : Account.StartedInTheMiddle);
  Account.Elsewhere += Call.Why == EntryMissed::Elsewhere;
}

void Collector::add(const CallAbandoned &Call) {
  if (Call.How == CallAbandoned::Cut) {
    ++Account.CutCalls;
    return;
  }
  FunctionStats &F = Functions[Call.Function];
  const bool Unfinished = Call.How == CallAbandoned::Unfinished;
  seen(Call.Function);
  ++F.InferredExits;
  Account.Unfinished += Unfinished && Call.Entered;
  if (!Call.AtMost)
    return;
  if (!F.Inferred)
    F.Inferred = std::make_unique<InferredStats>();
  (Unfinished ? F.Inferred->Open : F.Inferred->Ended).add(*Call.AtMost, 1);
}

void Collector::add(const TimedAlone &Call) {
  if (Call.IsIteration)
    return Loops[Call.Number].Iteration.add(Call.Ticks, {1, 0}, MinOverhead);
  FunctionStats &F = Functions[Call.Number];
  F.Called.add(Call.Ticks, {1, 0}, MinOverhead);
  if (Call.OffCpu)
    addInterrupted(F.CalledInterrupted, Call.Ticks, Call.OffCpu);
}

void Collector::add(const VisitInterrupted &Visit) {
  BlockStats &B = Blocks[Visit.Block];
  if (Visit.Kind == Recorded::Switch)
    addInterrupted(B.Interrupted, Visit.Ticks, Visit.More);
  else if (Visit.Kind == Recorded::Kernel)
    B.KnownInterrupted.add(Visit.Ticks);
}

void Collector::add(const CpuTaken &By) {
  if (!By.InCall)
    return;
  if (By.Why == CpuTaken::Kernel) {
    ++Account.KernelInterrupts;
    Account.KernelTicks += By.Ticks;
    return;
  }
  ++Account.Switches;
  Account.Preemptions += By.Why == CpuTaken::Preempted;
  Account.SwitchTicks += By.Ticks;
}

void Collector::add(const NotRecorded &What) {
  switch (What.Why) {
  case NotRecorded::BufferWait:
    ++Account.BufferWaits;
    Account.BufferWaitTicks += What.Amount;
    break;
  case NotRecorded::Gap:
    ++Account.Gaps;
    Account.GapTicks += What.Amount;
    break;
  case NotRecorded::Requested:
    ++Account.Requested;
    break;
  case NotRecorded::Lost:
    Account.LostRecords += What.Amount;
    break;
  case NotRecorded::Ended:
    ++Account.Ended[What.Amount];
    break;
  }
}

void Collector::add(const Unusable &Record) {
  switch (Record.Why) {
  case Unusable::Unknown:
    ++Account.UnknownRecords;
    break;
  case Unusable::Overwritten:
    ++Account.Overwritten[Record.Function];
    break;
  case Unusable::TooDeep:
    ++Account.TooDeep;
    break;
  }
}

bool Collector::longest(const Edge &E, uint64_t Ticks) {
  uint32_t Block = Slots.info(E).From;
  return Longest.noteVisit(Longest.Blocks[Block], Ticks,
                           Entries[Symbols.blocks()[Block].Function].Calls);
}

void Collector::entered(uint32_t Function, uint32_t Row, uint64_t Times) {
  EntryCount &E = Entries[Function];
  E.Calls += Times;
  if (E.Row == TransitionTable::NoRow)
    E.Row = Row;
  if (E.Row != Row) { // entries of two names: counted one by one
    Blocks[Symbols.blockAt(Row)].Visits += Times;
    Blocks[Symbols.blockAt(E.Row)].Visits -= Times;
  }
  seen(Function);
}

void Collector::finish(uint32_t Function, const ActivationTimes &A) {
  if (Paths) {
    Paths->addSelf(A.Self, {A.SelfProbes, 0});
    Paths->addInclusive(A.Inclusive, {A.InclusiveProbes, 0});
  }
  SmallTimes::Outcome OfSelf, OfInclusive;
  if (A.isLeaf()) {
    OfSelf = OfInclusive = ShortTimes.addLeaf(Function, A.Self, A.SelfProbes);
  } else {
    OfSelf = ShortTimes.addSelf(Function, A.Self, A.SelfProbes);
    OfInclusive =
        ShortTimes.addInclusive(Function, A.Inclusive, A.InclusiveProbes);
  }
  if (OfSelf == SmallTimes::NotCounted)
    Functions[Function].Self.add(A.Self, {A.SelfProbes, 0}, MinOverhead);
  if (OfInclusive == SmallTimes::NotCounted)
    Functions[Function].Inclusive.add(A.Inclusive, {A.InclusiveProbes, 0},
                                      MinOverhead);
  if (OfSelf != SmallTimes::Counted || OfInclusive != SmallTimes::Counted) {
    uint64_t Calls = Entries[Function].Calls;
    noteInSeries(selfTimesOf(Function), A.Self, OfSelf,
                 Longest.noteCall(Longest.Self[Function], A.Self, Calls, 0));
    noteInSeries(
        inclusiveTimesOf(Function), A.Inclusive, OfInclusive,
        Longest.noteCall(Longest.Inclusive[Function], A.Inclusive, Calls, 0));
  }
}

void Collector::iterated(uint32_t Loop, uint64_t First, uint64_t Last) {
  if (First != Last)
    return Loops[Loop].iterate(First, Last);
  if (Counts.add(Iterations[Loop], 0, First, ShortEnd) !=
      SmallTimes::NotCounted)
    return;
  if (First < Histogram::ExactEnd)
    Loops[Loop].Reached.add(First);
  else
    Loops[Loop].iterateOften(First);
}

void Collector::seen(uint32_t Function) {
  EntryCount &E = Entries[Function];
  Functions[Function].Threads += E.LastStream != Stream;
  Functions[Function].InFirst |= Stream == 1;
  E.LastStream = Stream;
}

void Collector::resume(const CallStack &Stack) {
  InSlice.noteAll();
  InBucket.noteAll();
  if (!Paths)
    return;
  for (uint32_t Index = 1; Index <= Stack.depth(); ++Index) {
    const Frame &F = Stack.at(Index);
    Paths->push(F.Function, F.Flags & Frame::Interrupt, /*Entered=*/false);
  }
}

uint64_t Collector::time(Edge &E, uint64_t Ticks, ProbeCount Probes, uint64_t) {
  uint64_t State = Probes.Timed - 1; // none but segments
  OtherVisits &Other = Others[Slots.slotOf(E)];
  SmallTimes::Outcome How = SmallTimes::NotCounted;
  if (Probes.Untimed == 0)
    How = Counts.add(cellOf(E, State), State, Ticks, ShortEnd);
  if (How == SmallTimes::NotCounted && Other.Times == 0) {
    Other.Times = static_cast<uint32_t>(OtherTimes.size());
    OtherTimes.emplace_back();
  }
  if (Probes.Untimed != 0)
    How = OtherTimes[Other.Times].Short.add(Counts, Ticks, Probes);
  bool IsLongest = How != SmallTimes::Counted && longest(E, Ticks);
  if (How == SmallTimes::NotCounted)
    OtherTimes[Other.Times].Rest.add(Ticks, Probes, MinOverhead);
  if (How != SmallTimes::Counted)
    noteInSeries(Slots.info(E).From, Ticks, How, IsLongest);
  if (How != SmallTimes::NotCounted)
    return 0;
  const EdgeInfo &I = Slots.info(E);
  if (I.CallsOut)
    OtherCallsOut[I.Form].add(Ticks, Probes);
  if (HasRules)
    countByThresholds(I.From, Ticks, 1);
  return 0;
}

std::array<Spent, 3> Collector::callsOut() {
  std::array<Spent, 3> Result = OtherCallsOut;
  for (uint32_t Slot : CallingSlots)
    forEachTime(Slot, [&](uint64_t Ticks, ProbeCount Probes, uint64_t Times) {
      Result[Slots.info(Slot).Form].add(
          Ticks * Times, {Probes.Timed * Times, Probes.Untimed * Times});
    });
  return Result;
}

void Collector::countByThresholds(uint32_t Block, uint64_t Ticks,
                                  uint64_t Times) {
  if (ThresholdCounts *T = Blocks[Block].ByThresholds.get())
    T->add(Ticks, Times);
}

/// The transition \p Edge, which leaves \p From and was counted in \p Slot.
void Collector::settleEdge(uint32_t From, uint32_t Edge, uint32_t Slot) {
  Collector::Edge &E = Slots[Slot];
  EdgeStats &Stats = Edges[Edge];
  if (Others[Slot].Times)
    Stats.Time = std::move(OtherTimes[Others[Slot].Times].Rest);
  forEachTime(Slot, [&](uint64_t Ticks, ProbeCount Probes, uint64_t Times) {
    Stats.Time.add(Ticks, Probes, MinOverhead, Times);
    if (HasRules)
      countByThresholds(From, Ticks, Times);
  });
  Stats.Count = Others[Slot].Untimed + Stats.Time.raw().moments().Count;
  Blocks[Symbols.targetOf(Edge)].Visits += Stats.Count;
  const EdgeStep &S = Slots.step(E);
  if (S.Loop != None && S.Loop != EdgeStep::IsMark) {
    Loops[S.Loop].Entered += S.Enters ? Stats.Count : 0;
    Loops[S.Loop].Iterations += S.Iterates ? Stats.Count : 0;
  }
  Blocks[From].Time.merge(Stats.Time);
}

void Collector::settleFunction(uint32_t Function) {
  FunctionStats &F = Functions[Function];
  const EntryCount &E = Entries[Function];
  F.Calls = E.Calls;
  if (E.Row != TransitionTable::NoRow)
    Blocks[Symbols.blockAt(E.Row)].Visits += E.Calls;
  auto AddTo = [&](Distribution &D) {
    return [&](uint64_t Ticks, uint64_t Timed, uint64_t Times) {
      D.add(Ticks, {Timed, 0}, MinOverhead, Times);
    };
  };
  ShortTimes.forEach(Function, AddTo(F.Self), AddTo(F.Inclusive));
  if (Mixed.empty())
    return;
  auto AddMixed = [&](Distribution &D) {
    return [&](uint64_t Ticks, ProbeCount Probes, uint64_t Times) {
      D.add(Ticks, Probes, MinOverhead, Times);
    };
  };
  Mixed[Function].Self.forEach(Counts, AddMixed(F.Self));
  Mixed[Function].Inclusive.forEach(Counts, AddMixed(F.Inclusive));
}

void Collector::lookUpSlots() {
  for (auto [Slot, S] : enumerate(Symbols.transitions().slots()))
    if (S.Edge != None)
      SlotOfEdge[S.Edge] = static_cast<uint32_t>(Slot);
  for (auto [Block, S] : enumerate(Symbols.blocks())) {
    if (BlockRuns.empty() || BlockRuns.back().Function != S.Function)
      BlockRuns.push_back({S.Function, static_cast<uint32_t>(Block), 0});
    BlockRuns.back().End = static_cast<uint32_t>(Block) + 1;
  }
}

/// Functions that may have ended visits or calls since this was last asked.
BitVector Collector::takeActive(ActiveFunctions &Of) {
  return Of.take([&](uint32_t F) { return Entries[F].Calls; }, Longest.stack());
}

/// What is not active has not changed since the last slice.
void Collector::endSlice() {
  std::vector<SliceLog::Entry> SoFar;
  SliceSums Sums, Inclusive;
  auto Take = [&](SliceSums &Of, uint32_t Object) {
    Of.take([&](unsigned Bucket, uint64_t Count, uint64_t Sum) {
      SoFar.push_back({Object, Bucket, Count, Sum});
    });
  };
  BitVector Active = takeActive(InSlice);
  forEachBlockOf(Active, [&](uint32_t Block) {
    for (uint32_t Slot : slotsOf(Block)) {
      forEachTime(Slot, [&](uint64_t Ticks, ProbeCount, uint64_t Times) {
        Sums.add(Ticks, Times);
      });
      if (Others[Slot].Times)
        Sums.add(OtherTimes[Others[Slot].Times].Rest.raw().histogram());
    }
    Take(Sums, Block);
  });
  for (uint32_t F : Active.set_bits()) {
    auto AddTo = [](SliceSums &Of) {
      return
          [&Of](uint64_t Ticks, auto, uint64_t Times) { Of.add(Ticks, Times); };
    };
    ShortTimes.forEach(F, AddTo(Sums), AddTo(Inclusive));
    if (!Mixed.empty()) {
      Mixed[F].Self.forEach(Counts, AddTo(Sums));
      Mixed[F].Inclusive.forEach(Counts, AddTo(Inclusive));
    }
    Sums.add(Functions[F].Self.raw().histogram());
    Inclusive.add(Functions[F].Inclusive.raw().histogram());
    Take(Sums, selfTimesOf(F));
    Take(Inclusive, inclusiveTimesOf(F));
  }
  Slices.end(*Slice, SoFar);
}

void Collector::settle() {
  if (Slice)
    endSlice();
  if (OverTime)
    endSeries();
  for (uint32_t From = 0; From < Blocks.size(); ++From) {
    auto [Begin, End] = Symbols.edgesOf(From);
    for (uint32_t Edge = Begin; Edge != End; ++Edge)
      settleEdge(From, Edge, SlotOfEdge[Edge]);
  }
  for (uint32_t F = 0; F < Functions.size(); ++F)
    settleFunction(F);
  Taken.settle(MinOverhead);
  for (auto [L, C] : zip_equal(Loops, Iterations)) {
    Counts.forEach(C, [&L = L](uint64_t Iteration, uint64_t Times) {
      L.Reached.add(Iteration, Times);
    });
    L.settle();
  }
  Counts = SmallTimes(); // the larger part of what only records need
}

void Collector::forgetCounted() {
  for (auto [F, Stats] : zip_equal(Symbols.functions(), Functions)) {
    if (!F.StoresSums)
      continue;
    Stats.Calls = 0;
    Stats.Threads = 0; // of all that ran it, those with records
    for (uint32_t Block : F.Blocks) {
      Blocks[Block].Visits = 0;
      auto [Begin, End] = Symbols.edgesOf(Block);
      for (uint32_t Edge = Begin; Edge != End; ++Edge)
        Edges[Edge].Count = 0;
    }
    for (uint32_t Loop : F.Loops)
      Loops[Loop].Entered = Loops[Loop].Iterations = 0;
  }
}

} // namespace ipoint::analysis
