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
    Instead = V.Instead;
    Bands = V.Interrupted;
  }
  Looked = LoggedTimes::of(V);
}

double BlockCut::added() const {
  return static_cast<double>(Interrupted.raw().moments().Sum) -
         static_cast<double>(Replaced.raw().moments().Sum);
}

FilterCollector::FilterCollector(const SymbolTable &Symbols,
                                 ArrayRef<Decision> Decisions, uint64_t MinBase)
    : Blocks(Decisions.size()), Functions(Symbols.functions().size()),
      MinBase(MinBase) {
  for (auto [B, V, S] : zip_equal(Blocks, Decisions, Symbols.blocks()))
    B.apply(V, S.Function);
}

void FilterCollector::startStream() {
  Streams.emplace_back();
  Open.clear();
}

void FilterCollector::visit(const LoggedVisit &V) {
  auto Stream = static_cast<uint32_t>(Streams.size());
  BlockCut &B = Blocks[V.Block];
  Open.resize(std::max<size_t>(Open.size(), V.Depth), {0, Taken});
  count(V.Block, V.Count);
  if (B.isWatched(V.Ticks))
    watch(B, {V.At - V.Ticks, V.Ticks, V.Block, Stream, B.Visits});
  if (!B.Applied || !B.Looked.has(V.Ticks) || !B.isInterrupted(V.Ticks))
    return;
  B.Interrupted.add(V.Ticks, V.Probes, MinBase);
  uint64_t Instead = B.Instead.Ticks;
  B.Replaced.add(Instead, V.Probes, MinBase);
  B.Values.add(V.Ticks);
  B.Switched += V.IsRecorded[Recorded::Switch];
  Log.add({V.At, V.Ticks, Instead, V.Block, Stream,
           V.IsRecorded[Recorded::Switch]});
  for (Recorded::Kind Kind : Recorded::All)
    Streams.back().Known[Kind].Unrecorded += !V.IsRecorded[Kind];
  uint64_t More = V.Ticks - Instead;
  Open[V.Depth - 1].Self += More;
  Taken += More;
  if (!V.IsHandlers)
    (V.CallsOut ? Streams.back().Calling : Streams.back().Interrupted) += More;
}

void FilterCollector::count(uint32_t Block, uint64_t Visits) {
  if (BlockCut &B = Blocks[Block]; B.CountVisits)
    B.Visits += Visits;
}

void FilterCollector::end(const LoggedEnd &E) {
  // One that was open where a part of the stream began may have none.
  if (E.Depth > Open.size())
    return;
  OpenCall C = Open[E.Depth - 1];
  Open.resize(E.Depth - 1);
  if (E.HasTimes) {
    Activation A = E.Times;
    A.SelfExcess = C.Self;
    A.InclusiveExcess = Taken - C.Before;
    addActivation(E.Function, E.Node, A);
  }
  if (E.IsApart)
    Taken = C.Before;
}

void FilterCollector::watch(BlockCut &B, const WatchedVisit &V) {
  constexpr size_t Limit = size_t(1) << 17; // 5 MB
  if (B.NotedVisits == BlockCut::MostWatched || Watched.size() == Limit)
    return;
  ++B.NotedVisits;
  Watched.push_back(V);
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
  Values.merge(Other.Values);
  Switched += Other.Switched;
}

void FilteredFunction::merge(const FilteredFunction &Other) {
  SelfInterrupted.merge(Other.SelfInterrupted);
  SelfReplaced.merge(Other.SelfReplaced);
  InclusiveInterrupted.merge(Other.InclusiveInterrupted);
  InclusiveReplaced.merge(Other.InclusiveReplaced);
}

void FilterCollector::add(const FilterCollector &Other) {
  auto Before = static_cast<uint32_t>(Streams.size());
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
  Streams.insert(Streams.end(), Other.Streams.begin(), Other.Streams.end());
  Log.add(Other.Log, Before);
  if (Paths && Other.Paths)
    Paths->merge(*Other.Paths);
}

void FilterCollector::settle() {
  for (const BlockCut &B : Blocks)
    if (uint64_t Interrupted = B.Interrupted.raw().moments().Count) {
      FilteredFunction &F = Functions[B.Function];
      F.Replaced += static_cast<double>(B.Replaced.raw().moments().Sum);
      F.Variance += static_cast<double>(Interrupted) * B.Instead.Variance;
    }
}

void FilterCollector::interrupted(uint32_t Block, Recorded::Kind Kind,
                                  uint64_t Response) {
  const BlockCut &B = Blocks[Block];
  RecordComparison &C = Streams.back().Known[Kind];
  if (!B.Applied)
    ++C.Undecided;
  else if (B.isInterrupted(Response))
    ++C.Beyond;
  else
    ++C.Within;
}

RecordComparison FilterCollector::heldAgainst(Recorded::Kind Kind) const {
  RecordComparison Sum;
  for (const StreamLoss &S : Streams) {
    const RecordComparison &C = S.Known[Kind];
    if (!C.recorded())
      continue;
    Sum.Beyond += C.Beyond;
    Sum.Within += C.Within;
    Sum.Undecided += C.Undecided;
    Sum.Unrecorded += C.Unrecorded;
  }
  return Sum;
}

} // namespace ipoint::analysis
