//===- FilterCollector.cpp - Times without what was excluded --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FilterCollector.h"

using namespace llvm;

namespace ipoint::analysis {

void BlockCut::apply(const Decision &V, uint32_t InFunction) {
  Applied = V.State == FilterState::Applied;
  Function = InFunction;
  Watched = V.Watched;
  CountVisits = V.CountVisits;
  if (Applied) {
    SpareFirst = V.SpareFirst;
    Instead = V.Instead;
    Bands = V.Interrupted;
    Own.apply(V);
  }
  uint64_t Top = UINT64_MAX;
  for (const Band &B : Bands)
    if (B.From > Instead.Ticks)
      Top = std::min(Top, B.From - 1);
    else if (B.To < Instead.Ticks)
      Floor = std::max(Floor, B.To + 1);
  for (const Band &B : Watched)
    Top = std::min(Top, B.From - 1);
  Span = Top - Floor;
  // No visit is so long, so each is looked up.
  if (CountVisits || !Own.empty()) {
    Floor = UINT64_MAX;
    Span = 0;
  }
}

double BlockCut::added() const {
  return static_cast<double>(Interrupted.raw().moments().Sum) -
         static_cast<double>(Replaced.raw().moments().Sum);
}

FilterCollector::FilterCollector(const SymbolTable &Symbols,
                                 ArrayRef<Decision> Decisions, uint64_t MinBase)
    : Blocks(Decisions.size()), Functions(Symbols.functions().size()),
      Slots(Symbols), MinBase(MinBase) {
  for (auto [B, V, S] : zip_equal(Blocks, Decisions, Symbols.blocks()))
    B.apply(V, S.Function);
  for (uint32_t Slot = 0; Slot < Slots.size(); ++Slot) {
    uint32_t From = Slots.info(Slot).From;
    if (From == None)
      continue;
    Slots[Slot].Floor = Blocks[From].Floor;
    Slots[Slot].Span = Blocks[From].Span;
  }
}

uint64_t FilterCollector::time(Edge &E, uint64_t Ticks, ProbeCount Probes,
                               uint64_t At) {
  uint32_t Block = Slots.info(E).From;
  BlockCut &B = Blocks[Block];
  bool First = B.LastStream != Stream;
  if (First)
    B.Own.start();
  E.Stream = B.LastStream = Stream;
  bool WasAway = std::exchange(Switched, false);
  B.Visits += B.CountVisits;
  if (B.isWatched(Ticks))
    watch(B, {At - Ticks, Ticks, Block, Stream, B.Visits});
  if (!B.Applied || Ticks - B.Floor <= B.Span)
    return 0;
  if (!B.isInterrupted(Ticks)) {
    B.Own.pass(Ticks, Last);
    return 0;
  }
  if (First && B.SpareFirst) {
    ++B.Spared;
    return 0;
  }
  B.Interrupted.add(Ticks, Probes, MinBase);
  uint64_t Instead =
      (B.Own.empty() ? B.Instead
                     : B.Own.passInterrupted(Ticks, Last, B.Instead))
          .Ticks;
  B.Replaced.add(Instead, Probes, MinBase);
  B.Values.add(Ticks);
  B.Switched += WasAway;
  Log.add({At, Ticks, Instead, Block, Stream, WasAway});
  return Ticks - Instead;
}

void FilterCollector::watch(BlockCut &B, const WatchedVisit &V) {
  constexpr size_t Limit = size_t(1) << 17; // 5 MB
  if (B.NotedVisits == BlockCut::MostWatched || Watched.size() == Limit)
    return;
  ++B.NotedVisits;
  Watched.push_back(V);
}

void FilterCollector::resume(const CallStack &) {
  if (Visited)
    for (unsigned Block : Visited->set_bits())
      Blocks[Block].LastStream = Stream;
}

void FilterCollector::suspend(const CallStack &Stack) {
  Open.clear();
  for (uint32_t Index = 1; Index <= Stack.depth(); ++Index) {
    auto [Self, Inclusive] = Stack.excessOf(Index);
    bool IsResumed = Stack.at(Index).Flags & Frame::Resumed;
    Open.push_back({Self, Inclusive, IsResumed});
  }
}

void FilterCollector::finish(uint32_t Function, const Activation &A) {
  const CallStack &Stack = *View.Stack;
  auto Depth = static_cast<uint32_t>(Stack.depth());
  bool IsResumed = Stack.at(Depth).Flags & Frame::Resumed;
  bool IsPath = Paths && (IsResumed || A.SelfExcess || A.InclusiveExcess);
  uint32_t Node = IsPath ? Paths->nodeOf(Stack) : CallPaths::Root;
  if (IsResumed)
    Resumed.push_back({Function, Depth, Node, A});
  else
    addActivation(Function, Node, A);
}

void FilterCollector::addActivation(uint32_t Function, uint32_t Node,
                                    const Activation &A) {
  FilteredFunction &F = Functions[Function];
  if (A.SelfUsable && A.SelfExcess) {
    F.SelfInterrupted.add(A.Self, A.SelfProbes, MinBase);
    F.SelfReplaced.add(A.Self - A.SelfExcess, A.SelfProbes, MinBase);
  }
  if (A.InclusiveUsable && A.InclusiveExcess) {
    F.InclusiveInterrupted.add(A.Inclusive, A.InclusiveProbes, MinBase);
    F.InclusiveReplaced.add(A.Inclusive - A.InclusiveExcess, A.InclusiveProbes,
                            MinBase);
  }
  if (Paths)
    Paths->add(Node, A);
}

void BlockCut::merge(const BlockCut &Other) {
  Visits += Other.Visits;
  Interrupted.merge(Other.Interrupted);
  Replaced.merge(Other.Replaced);
  Own.merge(Other.Own);
  Values.merge(Other.Values);
  Spared += Other.Spared;
  Switched += Other.Switched;
}

void FilteredFunction::merge(const FilteredFunction &Other) {
  SelfInterrupted.merge(Other.SelfInterrupted);
  SelfReplaced.merge(Other.SelfReplaced);
  InclusiveInterrupted.merge(Other.InclusiveInterrupted);
  InclusiveReplaced.merge(Other.InclusiveReplaced);
}

/// Activations that were open at the end here are those that \p Rest began
/// with.
void FilterCollector::complete(const FilterCollector &Rest) {
  for (ResumedActivation R : Rest.Resumed) {
    const OpenExcess &Before = Open[R.Depth - 1];
    R.Known.SelfExcess += Before.Self;
    R.Known.InclusiveExcess += Before.Inclusive;
    addActivation(R.Function, R.Node, R.Known);
  }
  std::vector<OpenExcess> Before = std::exchange(Open, Rest.Open);
  for (auto [Now, Then] : zip(Open, Before)) {
    if (!Now.IsResumed)
      break;
    Now.Self += Then.Self;
    Now.Inclusive += Then.Inclusive;
  }
}

void FilterCollector::add(const FilterCollector &Other, bool Continues) {
  complete(Other);
  uint32_t Before = Stream - Continues;
  for (WatchedVisit V : Other.Watched) {
    BlockCut &B = Blocks[V.Block];
    V.Stream += Before;
    V.Number += B.Visits;
    watch(B, V);
  }
  for (auto [B, O] : zip_equal(Blocks, Other.Blocks))
    B.merge(O);
  for (auto [F, O] : zip_equal(Functions, Other.Functions))
    F.merge(O);
  Log.add(Other.Log, Before);
  Switches.Beyond += Other.Switches.Beyond;
  Switches.Within += Other.Switches.Within;
  Switches.Undecided += Other.Switches.Undecided;
  if (Paths && Other.Paths)
    Paths->merge(*Other.Paths);
  Stream = Before + Other.Stream;
}

void FilterCollector::settle() {
  for (const BlockCut &B : Blocks)
    if (uint64_t Interrupted = B.Interrupted.raw().moments().Count) {
      FilteredFunction &F = Functions[B.Function];
      F.Replaced += static_cast<double>(B.Replaced.raw().moments().Sum);
      if (!B.Own.isTableKnown())
        F.Variance += static_cast<double>(Interrupted) * B.Instead.Variance;
      else
        for (const ModeSample &O : B.Own.times())
          F.Variance += static_cast<double>(O.Interrupted.moments().Count) *
                        O.Instead.Variance;
    }
}

void FilterCollector::interrupted(uint32_t Block, uint64_t Ticks,
                                  uint64_t Away) {
  const BlockCut &B = Blocks[Block];
  Switched = true;
  if (!B.Applied)
    ++Switches.Undecided;
  else if (B.isInterrupted(Ticks + Away))
    ++Switches.Beyond;
  else
    ++Switches.Within;
}

} // namespace ipoint::analysis
