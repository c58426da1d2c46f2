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
  ByRecords = V.ByRecords;
  Instead = V.Instead;
  Added = V.Added;
  AddedWithin = V.AddedWithin;
  if (Applied)
    Bands = V.Interrupted;
  Looked = LoggedTimes::of(V);
}

double BlockCut::added() const {
  return static_cast<double>(Interrupted.raw().moments().Sum) -
         static_cast<double>(Replaced.raw().moments().Sum);
}

FilterCollector::FilterCollector(const SymbolTable &Symbols,
                                 ArrayRef<Decision> Decisions, uint64_t MinBase,
                                 bool RecordsDecide)
    : Blocks(Decisions.size()), Functions(Symbols.functions().size()),
      MinBase(MinBase), RecordsDecide(RecordsDecide) {
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
  openAt(V.Depth);
  count(V.Block, V.Count);
  if (B.isWatched(V.Ticks))
    watch(B, {V.At - V.Ticks, V.Ticks, V.Block, Stream, B.Visits});
  bool IsDetected =
      B.Applied && B.Looked.has(V.Ticks) && B.isInterrupted(V.Ticks);
  if (IsDetected)
    exclude(B, V);
  if (RecordsDecide && V.IsRecorded[Recorded::Kernel])
    noteKernel(B, V, IsDetected);
}

/// \p V is interrupted, by what it took.
void FilterCollector::exclude(BlockCut &B, const LoggedVisit &V) {
  B.Interrupted.add(V.Ticks, V.Probes, MinBase);
  uint64_t Instead = B.Instead.Ticks;
  B.Replaced.add(Instead, V.Probes, MinBase);
  B.Values.add(V.Ticks);
  noteExcluded(V.Block, V.At, V.Ticks);
  B.Switched += V.IsRecorded[Recorded::Switch];
  Log.add({V.At, V.Ticks, Instead, V.Block,
           static_cast<uint32_t>(Streams.size()),
           V.IsRecorded[Recorded::Switch], V.IsRecorded[Recorded::Kernel]});
  for (Recorded::Kind Kind : Recorded::All)
    Streams.back().Known[Kind].Unrecorded += !V.IsRecorded[Kind];
  takeFrom(V, V.Ticks - Instead);
}

/// In \p V the kernel handled an interrupt. Unless its time shows that, too, no
/// class and no rate of what is detected is made of it.
void FilterCollector::noteKernel(BlockCut &B, const LoggedVisit &V,
                                 bool IsDetected) {
  if (!B.ByRecords && !IsDetected) {
    ++RecordedLeft;
    return;
  }
  // It can't have taken longer without the interrupt.
  uint64_t Instead = std::min(B.Instead.Ticks, V.Ticks);
  RecordedExcesses.add(V.Ticks - Instead);
  ++B.Recorded;
  if (IsDetected)
    return;
  B.KnownInterrupted.add(V.Ticks, V.Probes, MinBase);
  B.KnownReplaced.add(Instead, V.Probes, MinBase);
  B.Values.add(V.Ticks);
  noteExcluded(V.Block, V.At, V.Ticks);
  takeFrom(V, V.Ticks - Instead);
}

/// The visit \p V and the calls that it lies in took \p More than they are
/// taken to take, ticks modulo 2^64.
void FilterCollector::takeFrom(const LoggedVisit &V, uint64_t More) {
  OpenCall &C = openAt(V.Depth);
  C.Self += More;
  ExcludedInCall One = {1, int64_t(More), V.At};
  C.Own.add(One);
  C.All.add(One);
  Taken += More;
  if (!V.IsHandlers)
    (V.CallsOut ? Streams.back().Calling : Streams.back().Interrupted) += More;
}

FilterCollector::OpenCall &FilterCollector::openAt(uint32_t Depth) {
  Open.resize(
      std::max<size_t>(Open.size(), Depth),
      {.Self = 0, .Untimed = {}, .Before = Taken, .Own = {}, .All = {}});
  return Open[Depth - 1];
}

/// What such a visit would have taken is not known. So it loses what records
/// give, which is less than the interrupt took.
void FilterCollector::untimed(const LoggedUntimed &V) {
  if (!RecordsDecide)
    return;
  RecordedUntimed.add(V.Ticks, 1);
  OpenCall &C = openAt(V.Depth);
  C.Self += V.Ticks;
  Taken += V.Ticks;
  if (!V.IsHandlers)
    C.Untimed[V.CallsOut] += V.Ticks;
}

void FilterCollector::count(uint32_t Block, uint64_t Visits) {
  if (BlockCut &B = Blocks[Block]; B.CountVisits)
    B.Visits += Visits;
}

void FilterCollector::end(const LoggedEnd &E) {
  // One that was open where a part of the stream began may have none.
  if (E.Depth > Open.size()) {
    OpenCall C;
    C.Before = Taken;
    if (E.HasTimes)
      addCall(E, C);
    return;
  }
  OpenCall C = Open[E.Depth - 1];
  Open.resize(E.Depth - 1);
  if (E.HasTimes)
    addCall(E, C);
  if (!E.IsHandler && !Open.empty())
    Open.back().All.add(C.All);
  // Otherwise it is not known whose they are.
  if (E.HasTimes && E.Times.SelfUsable) {
    Streams.back().Interrupted += C.Untimed[false];
    Streams.back().Calling += C.Untimed[true];
  }
  if (E.IsHandler)
    Taken = C.Before;
}

void FilterCollector::watch(BlockCut &B, const WatchedVisit &V) {
  constexpr size_t Limit = size_t(1) << 17; // 5 MB
  if (B.NotedVisits == BlockCut::MostWatched || Watched.size() == Limit)
    return;
  ++B.NotedVisits;
  Watched.push_back(V);
}

/// One of \p Object, as a Series calls it, that took \p Ticks and ended at
/// \p At is excluded.
void FilterCollector::noteExcluded(uint32_t Object, uint64_t At,
                                   uint64_t Ticks) {
  if (OverTime)
    Excluded[{static_cast<uint32_t>(Streams.size()), Object,
              At >> OverTime->Shift}]
        .add(Ticks, 1);
}

/// The call \p C ended, of whose times those that can be used lose something.
void FilterCollector::addCall(const LoggedEnd &E, const OpenCall &C) {
  FilteredFunction &F = Functions[E.Function];
  const CallTimes &T = E.Times;
  auto SelfObject = static_cast<uint32_t>(Blocks.size()) + 2 * E.Function;
  auto Stream = static_cast<uint32_t>(Streams.size());
  uint64_t Self = T.SelfUsable ? C.Self : 0;
  uint64_t Inclusive = T.InclusiveUsable ? Taken - C.Before : 0;
  if (Self) {
    F.SelfInterrupted.add(T.Self, T.SelfProbes, MinBase);
    F.SelfReplaced.add(T.Self - Self, T.SelfProbes, MinBase);
    noteExcluded(SelfObject, E.At, T.Self);
    takeLonger(F.LongestSelf, {T.Self, Self, Stream, C.Own});
  } else if (T.SelfUsable && C.Own.Count == 0 && E.Where) {
    takeLonger(F.LoggedSelf, {T.Self, Stream, E.Where});
  }
  if (Inclusive) {
    F.InclusiveInterrupted.add(T.Inclusive, T.InclusiveProbes, MinBase);
    F.InclusiveReplaced.add(T.Inclusive - Inclusive, T.InclusiveProbes,
                            MinBase);
    noteExcluded(SelfObject + 1, E.At, T.Inclusive);
    takeLonger(F.LongestInclusive, {T.Inclusive, Inclusive, Stream, C.All});
    F.MostTaken = std::max(F.MostTaken, static_cast<int64_t>(Inclusive));
  } else if (T.InclusiveUsable && C.All.Count == 0 && E.Where) {
    takeLonger(F.LoggedInclusive, {T.Inclusive, Stream, E.Where});
  }
  if (Paths.empty())
    return;
  Paths[E.Node].Self += Self;
  Paths[E.Node].Inclusive += Inclusive;
}

void BlockCut::merge(const BlockCut &Other) {
  Visits += Other.Visits;
  Interrupted.merge(Other.Interrupted);
  Replaced.merge(Other.Replaced);
  KnownInterrupted.merge(Other.KnownInterrupted);
  KnownReplaced.merge(Other.KnownReplaced);
  Recorded += Other.Recorded;
  Values.merge(Other.Values);
  Switched += Other.Switched;
}

void FilteredFunction::merge(const FilteredFunction &Other, uint32_t Streams) {
  SelfInterrupted.merge(Other.SelfInterrupted);
  SelfReplaced.merge(Other.SelfReplaced);
  InclusiveInterrupted.merge(Other.InclusiveInterrupted);
  InclusiveReplaced.merge(Other.InclusiveReplaced);
  takeLonger(LongestSelf, Other.LongestSelf, Streams);
  takeLonger(LongestInclusive, Other.LongestInclusive, Streams);
  MostTaken = std::max(MostTaken, Other.MostTaken);
  takeLonger(LoggedSelf, Other.LoggedSelf, Streams);
  takeLonger(LoggedInclusive, Other.LoggedInclusive, Streams);
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
    F.merge(O, Before);
  Streams.insert(Streams.end(), Other.Streams.begin(), Other.Streams.end());
  Log.add(Other.Log, Before);
  for (const auto &[Key, Sums] : Other.Excluded)
    Excluded[{Key.Stream + Before, Key.Object, Key.Bits}].add(Sums);
  RecordedExcesses.merge(Other.RecordedExcesses);
  RecordedLeft += Other.RecordedLeft;
  RecordedUntimed.merge(Other.RecordedUntimed);
  for (auto [P, O] : zip_equal(Paths, Other.Paths)) {
    P.Self += O.Self;
    P.Inclusive += O.Inclusive;
  }
}

void FilterCollector::settle() {
  for (const BlockCut &B : Blocks) {
    FilteredFunction &F = Functions[B.Function];
    for (auto [Out, In] : {std::pair(&B.Interrupted, &B.Replaced),
                           std::pair(&B.KnownInterrupted, &B.KnownReplaced)})
      if (uint64_t Count = Out->raw().moments().Count) {
        F.Replaced += static_cast<double>(In->raw().moments().Sum);
        F.Variance += static_cast<double>(Count) * B.Instead.Variance;
      }
    F.Variance += B.AddedWithin * B.AddedWithin;
  }
}

void FilterCollector::joinRecords() {
  for (BlockCut &B : Blocks) {
    B.ByRecord.merge(B.KnownInterrupted.raw().histogram());
    B.Interrupted.merge(B.KnownInterrupted);
    B.Replaced.merge(B.KnownReplaced);
    B.KnownInterrupted = {};
    B.KnownReplaced = {};
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
