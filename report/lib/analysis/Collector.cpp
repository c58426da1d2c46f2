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

void LoopStats::iterateOften(uint64_t Times) {
  if (Times > CallStack::CountedAnew) {
    ++Anew;
    Times -= CallStack::CountedAnew;
  } else {
    Most = std::max(Most, Times);
    if (Histogram::lowOf(Histogram::indexOf(Times)) == Times)
      Reached.add(Times);
  }
  MaxIterations = std::max(MaxIterations, Times);
}

/// How often the loop was entered for exactly k iterations is how often it
/// reached k less how often it reached what comes next.
void LoopStats::settle() {
  uint64_t Before = Entered, Last = 0;
  auto Add = [&](uint64_t Reaching) {
    if (Before > Reaching)
      PerEntry.add(Last, Before - Reaching);
    Before = Reaching;
  };
  Reached.forEach([&](const Histogram::Bucket &B) {
    if (B.Low < Histogram::ExactEnd)
      Most = std::max(Most, B.Low);
    Add(B.Count);
    Last = std::min(B.High, Most);
  });
  Add(0);
  MaxIterations = std::max(MaxIterations, Most);
}

void Collector::longest(const Edge &E, uint64_t Ticks) {
  uint32_t Block = sourceOf(E);
  Longest.note(Longest.Blocks[Block], Ticks,
               Entries[Symbols.blocks()[Block].Function].Calls);
}

void Collector::longest(uint32_t Function, uint64_t Self, uint64_t Gross) {
  Longest.note(Longest.Self[Function], Self, Entries[Function].Calls);
  Longest.note(Longest.Gross[Function], Gross, Entries[Function].Calls);
}

void Collector::enterNew(uint32_t Function, uint32_t Block) {
  EntryCount &E = Entries[Function];
  if (E.Block == None) {
    E.Block = Block;
    ShortTimes.open(Function);
  }
  if (E.Block != Block) { // entries of two names: counted one by one
    ++Blocks[Block].Visits;
    --Blocks[E.Block].Visits;
  }
  seen(Function);
}

void Collector::seen(uint32_t Function) {
  EntryCount &E = Entries[Function];
  Functions[Function].Threads += E.LastStream != Stream;
  E.LastStream = Stream;
}

uint64_t Collector::time(Edge &E, uint64_t Ticks, ProbeCount Probes, uint64_t) {
  uint64_t State = Probes.Timed - 1; // none but segments
  if (E.Times.Key == TimeCell::NoKey && Probes.Untimed == 0)
    E.Times.Key = State;
  if (Probes.Untimed == 0 && step(E, State, Ticks))
    return 0;
  if (E.Others == 0) {
    E.Others = static_cast<uint32_t>(OtherTimes.size());
    OtherTimes.emplace_back();
  }
  OtherTimes[E.Others].add(Ticks, Probes, MinBase);
  longest(E, Ticks);
  if (E.CallsOut)
    OtherCallsOut[E.Form].add(Ticks, Probes);
  if (HasRules)
    judgeAt(sourceOf(E), Ticks, 1);
  return 0;
}

std::array<Spent, 3> Collector::callsOut() {
  std::array<Spent, 3> Result = OtherCallsOut;
  for (uint32_t Slot : CallingSlots) {
    const Edge &E = Slots[Slot];
    Counts.forEach(E.Times, [&](uint64_t Ticks, uint64_t Times) {
      Result[E.Form].add(Ticks * Times, {(E.Times.Key + 1) * Times, 0});
    });
  }
  return Result;
}

/// The block that \p E leaves.
uint32_t Collector::sourceOf(const Edge &E) {
  if (Sources.empty()) {
    Sources.resize(Slots.size());
    ArrayRef<TransitionTable::Slot> Table = Symbols.transitions().slots();
    for (auto [Source, S] : zip_equal(Sources, Table))
      Source = S.Edge == None ? None : Symbols.sourceOf(S.Edge);
  }
  return Sources[&E - Slots.data()];
}

void Collector::judgeAt(uint32_t Block, uint64_t Ticks, uint64_t Times) {
  if (ThresholdCounts *T = Blocks[Block].Thresholds.get())
    T->add(Ticks, Times);
}

/// The transition \p Edge, which leaves \p From and was counted in \p Slot.
void Collector::settleEdge(uint32_t From, uint32_t Edge, uint32_t Slot) {
  Collector::Edge &E = Slots[Slot];
  EdgeStats &Stats = Edges[Edge];
  if (E.Others)
    Stats.Time = std::move(OtherTimes[E.Others]);
  Counts.forEach(E.Times, [&](uint64_t Ticks, uint64_t Times) {
    Stats.Time.add(Ticks, {E.Times.Key + 1, 0}, MinBase, Times);
    if (HasRules)
      judgeAt(From, Ticks, Times);
  });
  Stats.Count = E.Untimed + Stats.Time.raw().moments().Count;
  Blocks[Symbols.targetOf(Edge)].Visits += Stats.Count;
  if (E.Loop != None && E.Loop != EdgeSlot::IsMark) {
    Loops[E.Loop].Entered += E.Enters ? Stats.Count : 0;
    Loops[E.Loop].Iterations += E.Iterates ? Stats.Count : 0;
  }
  Blocks[From].Time.merge(Stats.Time);
}

void Collector::settleFunction(uint32_t Function) {
  FunctionStats &F = Functions[Function];
  const EntryCount &E = Entries[Function];
  F.Calls = E.Calls;
  if (E.Block != None)
    Blocks[E.Block].Visits += E.Calls;
  auto AddTo = [&](Distribution &D) {
    return [&](uint64_t Ticks, uint64_t Timed, uint64_t Times) {
      D.add(Ticks, {Timed, 0}, MinBase, Times);
    };
  };
  ShortTimes.forEach(Function, AddTo(F.Self), AddTo(F.Gross));
}

void Collector::settle() {
  std::vector<uint32_t> SlotOf(Edges.size());
  for (auto [Slot, S] : enumerate(Symbols.transitions().slots()))
    if (S.Edge != None)
      SlotOf[S.Edge] = static_cast<uint32_t>(Slot);
  for (uint32_t From = 0; From < Blocks.size(); ++From) {
    auto [Begin, End] = Symbols.edgesOf(From);
    for (uint32_t Edge = Begin; Edge != End; ++Edge)
      settleEdge(From, Edge, SlotOf[Edge]);
  }
  for (uint32_t F = 0; F < Functions.size(); ++F)
    settleFunction(F);
  for (LoopStats &L : Loops)
    L.settle();
}

} // namespace ipoint::analysis
