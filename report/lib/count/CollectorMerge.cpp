//===- CollectorMerge.cpp - Adding collectors up, and their series --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

static void merge(InterruptedStats &S, const InterruptedStats &Other) {
  S.Own.merge(Other.Own);
  S.Response.merge(Other.Response);
  S.OffCpu.merge(Other.OffCpu);
}

static void merge(InferredStats &S, const InferredStats &Other) {
  S.Ended.merge(Other.Ended);
  S.Open.merge(Other.Open);
}

static void merge(ThresholdCounts &C, const ThresholdCounts &Other) {
  C.Below += Other.Below;
  C.Above += Other.Above;
  C.Between.merge(Other.Between);
  C.Unsure += Other.Unsure;
}

static void merge(ValueStats &V, const ValueStats &Other) {
  V.Min = V.Count ? std::min(V.Min, Other.Min) : Other.Min;
  V.Max = V.Count ? std::max(V.Max, Other.Max) : Other.Max;
  V.Sum += Other.Sum;
  V.Count += Other.Count;
}

/// What one of them may lack.
template <class Stats>
static void merge(std::unique_ptr<Stats> &To, std::unique_ptr<Stats> &From) {
  if (To && From)
    merge(*To, *From);
  else if (From)
    To = std::move(From);
}

static void merge(TraceAccount &A, const TraceAccount &Other) {
  for (uint64_t TraceAccount::*Member :
       {&TraceAccount::LostRecords, &TraceAccount::BufferWaits,
        &TraceAccount::BufferWaitTicks, &TraceAccount::Switches,
        &TraceAccount::SwitchTicks, &TraceAccount::Preemptions,
        &TraceAccount::KernelInterrupts, &TraceAccount::KernelTicks,
        &TraceAccount::Gaps, &TraceAccount::GapTicks, &TraceAccount::Requested,
        &TraceAccount::CutCalls, &TraceAccount::Counted,
        &TraceAccount::UnknownRecords, &TraceAccount::Unfinished,
        &TraceAccount::StartedInTheMiddle, &TraceAccount::Elsewhere,
        &TraceAccount::TooDeep, &TraceAccount::ImpossibleOmitted})
    A.*Member += Other.*Member;
  for (auto [Why, Streams] : Other.Ended)
    A.Ended[Why] += Streams;
  for (auto [Function, Times] : Other.Overwritten)
    A.Overwritten[Function] += Times;
}

void Collector::mergeImpossible(const Collector &Other) {
  for (const auto &[What, Times] : Other.Impossible)
    add(What, Times);
}

void Collector::mergePlaces(const Collector &Other, bool Continues) {
  uint64_t Streams = Longest.append(Other.Longest, Continues);
  for (size_t I = 0; I < Blocks.size(); ++I)
    Longest.Blocks[I].add(Other.Longest.Blocks[I], Streams,
                          Functions[Symbols.blocks()[I].Function].Calls);
  for (size_t I = 0; I < Functions.size(); ++I) {
    Longest.Self[I].add(Other.Longest.Self[I], Streams, Functions[I].Calls);
    Longest.Inclusive[I].add(Other.Longest.Inclusive[I], Streams,
                             Functions[I].Calls);
  }
}

void Collector::mergeSeries(Collector &Other) {
  if (!OverTime || !Other.OverTime)
    return;
  OverTime->add(std::move(*Other.OverTime));
  auto Merge = [&](uint32_t Object, const Distribution &Before) {
    Marks[Object].merge(Other.Marks[Object], Before.raw().histogram().count());
  };
  for (uint32_t I = 0; I < Blocks.size(); ++I)
    Merge(I, Blocks[I].Time);
  for (uint32_t I = 0; I < Functions.size(); ++I) {
    Merge(selfTimesOf(I), Functions[I].Self);
    Merge(inclusiveTimesOf(I), Functions[I].Inclusive);
  }
}

void Collector::mergeThreads(const Collector &Other, bool Continues) {
  uint32_t Before = Stream - Continues;
  for (auto [F, O, E, OE] :
       zip_equal(Functions, Other.Functions, Entries, Other.Entries)) {
    bool Twice = Continues && O.InFirst && E.LastStream == Stream;
    F.Threads += O.Threads - Twice;
    F.InFirst |= O.InFirst && Before == 0;
    if (OE.LastStream != NoStream)
      E.LastStream = Before + OE.LastStream;
  }
  Stream = Before + Other.Stream;
  if (Paths && Other.Paths)
    Paths->merge(*Other.Paths, Before);
  for (const auto &[Of, Calls] : Other.ByStream)
    ByStream[{Before + Of.first, Of.second}].add(Calls);
  for (const auto &[Block, O] : Other.ByMark) {
    ByMark[Block].Once.merge(O.Once);
    ByMark[Block].Several += O.Several;
  }
  for (auto [To, From] : zip(ByLoop, Other.ByLoop))
    To.merge(From);
}

void Collector::add(Collector &&Settled, bool Continues) {
  mergePlaces(Settled, Continues); // which counts the calls before
  mergeThreads(Settled, Continues);
  mergeSeries(Settled); // which counts the visits before
  for (auto [B, O] : zip_equal(Blocks, Settled.Blocks)) {
    B.Visits += O.Visits;
    B.Time.merge(O.Time);
    B.Bins.merge(O.Bins);
    merge(B.Interrupted, O.Interrupted);
    B.KnownInterrupted.merge(O.KnownInterrupted);
    merge(B.ByThresholds, O.ByThresholds);
    merge(B.Values, O.Values);
  }
  for (auto [F, O] : zip_equal(Functions, Settled.Functions)) {
    F.Calls += O.Calls;
    F.InferredExits += O.InferredExits;
    F.Self.merge(O.Self);
    F.Inclusive.merge(O.Inclusive);
    F.Called.merge(O.Called);
    merge(F.SelfInterrupted, O.SelfInterrupted);
    merge(F.InclusiveInterrupted, O.InclusiveInterrupted);
    merge(F.CalledInterrupted, O.CalledInterrupted);
    merge(F.Inferred, O.Inferred);
  }
  for (auto [E, O] : zip_equal(Edges, Settled.Edges)) {
    E.Count += O.Count;
    E.Time.merge(O.Time);
  }
  for (auto [L, O] : zip_equal(Loops, Settled.Loops))
    L.merge(O);
  merge(Account, Settled.Account);
  Slices.append(std::move(Settled.Slices));
  mergeImpossible(Settled);
  Taken.merge(Settled.Taken);
}

void Collector::openSeries(SeriesGrid Grid) {
  auto Objects = selfTimesOf(static_cast<uint32_t>(Functions.size()));
  OverTime = std::make_unique<Series>(Grid, Objects);
  Marks.resize(Objects);
  Counts.watchNews();
  InBucket = ActiveFunctions(Functions.size());
  CallsBefore.resize(Functions.size());
  openLoops();
}

/// How often a loop's body ran in a call is known of loops that are entered
/// once in it: their counts begin anew at each entry.
void Collector::openLoops() {
  ByLoop.resize(Loops.size());
  OuterLoops.resize(Functions.size());
  for (auto [F, Outer] : zip_equal(Symbols.functions(), OuterLoops)) {
    if (F.StoresSums)
      continue;
    auto IsIn = [&](uint32_t Inner, uint32_t Loop) {
      StringRef Name = Symbols.loops()[Inner].Name;
      return Name.consume_front(Symbols.loops()[Loop].Name) &&
             Name.starts_with("/");
    };
    for (uint32_t Loop : F.Loops)
      if (Symbols.loops()[Loop].Body != None &&
          none_of(F.Loops, [&](uint32_t Other) { return IsIn(Loop, Other); }))
        Outer.push_back(Loop);
  }
}

void Collector::ended(uint32_t Function, uint64_t At, uint64_t Inclusive,
                      const uint64_t *LoopCounts, ArrayRef<CallValue> Values) {
  if (!OverTime)
    return;
  At += uint64_t(Run) << 48; // another one in each run, as clocks may be alike
  for (const CallValue &V : Values) {
    MarkedCalls &Of = ByMark[V.Block];
    if (V.Times == 1)
      Of.Once.add(V.Value, Inclusive, At);
    else
      ++Of.Several;
  }
  for (uint32_t Loop : OuterLoops[Function])
    if (uint64_t Times = LoopCounts[Symbols.loops()[Loop].Slot];
        Times < CallStack::CountedAnew)
      ByLoop[Loop].add(int64_t(Times), Inclusive, At);
}

void Collector::endSeries() {
  closeBucket();
  if (Paths)
    Paths->endStream(Stream);
}

void Collector::startSeries() {
  endSeries();
  OverTime->startStream(Run);
}

void Collector::openBucket(uint64_t Ticks) {
  closeBucket();
  OverTime->open(Ticks);
}

/// Takes what was counted since the last bucket.
void Collector::closeBucket() {
  Series::Entries Some;
  auto Put = [&](uint32_t Object, const SeriesSums &S) {
    if (S.Count)
      Some.push_back({Object, S});
  };
  BitVector Active = takeActive(InBucket);
  forEachBlockOf(Active, [&](uint32_t Block) { Put(Block, takeNew(Block)); });
  for (uint32_t F : Active.set_bits()) {
    SeriesSums Self = OverTime->takeLong(selfTimesOf(F));
    SeriesSums Inclusive = OverTime->takeLong(inclusiveTimesOf(F));
    auto AddTo = [](SeriesSums &S) {
      return [&S](uint64_t Ticks, uint64_t Times) { S.add(Ticks, Times); };
    };
    ShortTimes.forEachNew(F, AddTo(Self), AddTo(Inclusive));
    if (!Mixed.empty()) {
      Mixed[F].Self.forEachNew(Counts, AddTo(Self));
      Mixed[F].Inclusive.forEachNew(Counts, AddTo(Inclusive));
    }
    Put(selfTimesOf(F), Self);
    Put(inclusiveTimesOf(F), Inclusive);
    uint64_t Calls = Entries[F].Calls;
    if (uint64_t Before = std::exchange(CallsBefore[F], Calls);
        Calls != Before || Self.Count || Inclusive.Count)
      ByStream[{Stream, F}].add({Calls - Before, Self, Inclusive});
  }
  OverTime->close(std::move(Some));
}

SeriesSums Collector::takeNew(uint32_t Block) {
  SeriesSums S = OverTime->takeLong(Block);
  auto Add = [&](uint64_t Ticks, uint64_t Times) { S.add(Ticks, Times); };
  for (uint32_t Slot : slotsOf(Block)) {
    Counts.forEachNew(Slots[Slot].Times, Add);
    Counts.forEachNew(MoreTimes[Slot], Add);
    if (Others[Slot].Times)
      OtherTimes[Others[Slot].Times].Short.forEachNew(Counts, Add);
  }
  return S;
}

/// How many values of \p Object have been counted.
uint64_t Collector::countOf(uint32_t Object) const {
  uint64_t Sum = 0;
  auto Add = [&](uint64_t, auto, uint64_t Times) { Sum += Times; };
  auto Nothing = [](uint64_t, auto, uint64_t) {};
  if (Object < Blocks.size()) {
    for (uint32_t Slot : slotsOf(Object)) {
      forEachTime(Slot, Add);
      if (uint32_t Times = Others[Slot].Times)
        Sum += OtherTimes[Times].Rest.raw().histogram().count();
    }
    return Sum;
  }
  uint32_t Function = (Object - static_cast<uint32_t>(Blocks.size())) / 2;
  bool IsSelf = Object == selfTimesOf(Function);
  if (IsSelf)
    ShortTimes.forEach(Function, Add, Nothing);
  else
    ShortTimes.forEach(Function, Nothing, Add);
  if (!Mixed.empty())
    (IsSelf ? Mixed[Function].Self : Mixed[Function].Inclusive)
        .forEach(Counts, Add);
  const FunctionStats &F = Functions[Function];
  return Sum + (IsSelf ? F.Self : F.Inclusive).raw().histogram().count();
}

} // namespace ipoint::analysis
