//===- Flow.cpp - How often and how long, within calls of a root ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow.h"
#include "FlowSink.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <bit>
#include <numeric>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

static void mergeMost(uint64_t &To, uint64_t From) { To = std::max(To, From); }

static void mergeMost(std::vector<uint64_t> &To,
                      const std::vector<uint64_t> &From) {
  To.resize(std::max(To.size(), From.size()));
  for (auto [I, Value] : enumerate(From))
    mergeMost(To[I], Value);
}

void EdgeFlow::merge(const EdgeFlow &Other) {
  Count += Other.Count;
  Timed += Other.Timed;
  mergeMost(MostRaw, Other.MostRaw);
  mergeMost(MostCorrected, Other.MostCorrected);
}

void SiteFlow::merge(const SiteFlow &Other) {
  Count += Other.Count;
  mergeMost(MostInVisit, Other.MostInVisit);
  IsOrdered &= Other.IsOrdered;
}

uint32_t sitesOf(const DirectCalls &C, const SymbolTable &Symbols) {
  constexpr uint32_t Most = 8;
  const auto &Pointers = Symbols.pointerCalls();
  auto First = partition_point(
      Pointers, [&](const PointerCalls &P) { return P.Block < C.Block; });
  const bool ByPointer = First != Pointers.end() && First->Block == C.Block;
  return C.IsUnbounded || ByPointer || C.Most > Most ? 1 : std::max(C.Most, 1u);
}

void ContextFlow::merge(const ContextFlow &Other) {
  Calls += Other.Calls;
  mergeMost(MostCalls, Other.MostCalls);
  mergeMost(MostSelfRaw, Other.MostSelfRaw);
  mergeMost(MostSelfCorrected, Other.MostSelfCorrected);
  SelfTimed += Other.SelfTimed;
  Edges.resize(std::max(Edges.size(), Other.Edges.size()));
  for (auto [I, E] : enumerate(Other.Edges))
    Edges[I].merge(E);
  mergeMost(MostVisits, Other.MostVisits);
  mergeMost(MostInRoot, Other.MostInRoot);
  MostInLoop.resize(std::max(MostInLoop.size(), Other.MostInLoop.size()));
  for (auto [I, Most] : enumerate(Other.MostInLoop))
    mergeMost(MostInLoop[I], Most);
  mergeMost(MostBegun, Other.MostBegun);
  LeastBegun.resize(std::max(LeastBegun.size(), Other.LeastBegun.size()),
                    LoopMost::NotEntered);
  for (auto [I, Least] : enumerate(Other.LeastBegun))
    LeastBegun[I] = std::min(LeastBegun[I], Least);
  mergeMost(MostCompleted, Other.MostCompleted);
}

bool LongestRootCall::isBefore(const LongestRootCall &Other) const {
  return std::tie(Raw, Other.Trace, Other.Number) <
         std::tie(Other.Raw, Trace, Number);
}

const ContextFlow *Flow::ofFunction(uint32_t Function) const {
  return valueIn(ByFunction, Function);
}

const ContextFlow *Flow::of(const ContextKey &Key) const {
  return valueIn(Contexts, Key);
}

void Flow::merge(Flow &&Other) {
  CallsItself |= Other.CallsItself;
  RootCalls += Other.RootCalls;
  Incomplete += Other.Incomplete;
  Shapes.merge(Other.Shapes);
  for (const auto &[Key, C] : Other.Contexts)
    Contexts[Key].merge(C);
  for (const auto &[Function, C] : Other.ByFunction)
    ByFunction[Function].merge(C);
  for (const auto &[Key, S] : Other.Sites)
    Sites[Key].merge(S);
  for (auto &[Function, Sets] : Other.Ran)
    Ran[Function].merge(std::move(Sets));
  for (const auto &[Function, S] : Other.Sizes)
    Sizes[Function].merge(S);
  if (Other.Longest && (!Longest || Longest->isBefore(*Other.Longest)))
    Longest = std::move(Other.Longest);
}

void Flow::settle() {
  for (auto &[Function, F] : ByFunction) {
    ContextFlow InRoot;
    InRoot.MostCalls = F.MostCalls;
    InRoot.MostInRoot = std::move(F.MostInRoot);
    F = std::move(InRoot);
  }
  for (auto &[Key, C] : Contexts) {
    ContextFlow &F = ByFunction[Key.Function];
    F.merge(C);
  }
  auto settleLeast = [](ContextFlow &C) {
    for (uint64_t &Least : C.LeastBegun)
      Least = Least == LoopMost::NotEntered ? 0 : Least;
  };
  for (auto &[Key, C] : Contexts)
    settleLeast(C);
  for (auto &[Function, F] : ByFunction)
    settleLeast(F);
  for (auto &[Function, Sets] : Ran)
    Sets.sort();
}

namespace {

/// What one thread finds in its streams.
struct Found {
  Flow All;
  Error Failed = Error::success();
};

} // namespace

/// Reads \p Share, of \p All streams. Notes how many calls of the root there
/// are in each.
static Found read(ArrayRef<StreamPart> Share, const PassInput &In,
                  const Root &Of, const FlowOptions &Options,
                  ArrayRef<StreamPart> All, MutableArrayRef<uint64_t> Calls) {
  FlowSink Sink(In.Symbols, Of, Options);
  Found Result;
  trace::DamageList Damages; // reports list them
  for (const StreamPart &Part : Share) {
    size_t Number =
        find_if(All, [&](const StreamPart &P) { return P.Path == Part.Path; }) -
        All.begin();
    Sink.startStreamOf(Part.Of->Path, Number);
    Result.Failed = joinErrors(
        std::move(Result.Failed),
        readInto(Part, In, Sink, Damages,
                 [](const trace::StreamSummary &, Rebuilder<FlowSink> &) {}));
    Calls[Number] = Sink.inStream();
  }
  Result.All = std::move(Sink.result());
  return Result;
}

/// Makes of the number of the longest call, see FlowSink, that in its trace.
static void numberLongest(Flow &F, ArrayRef<StreamPart> All,
                          ArrayRef<uint64_t> Calls) {
  if (!F.Longest)
    return;
  uint64_t &Number = F.Longest->Number;
  const size_t Stream = Number >> FlowSink::StreamShift;
  Number -= uint64_t(Stream) << FlowSink::StreamShift;
  for (size_t Before = 0; Before != Stream; ++Before)
    if (All[Before].Of == All[Stream].Of)
      Number += Calls[Before];
}

Expected<Flow> observeFlow(const PassInput &In, const Root &Of,
                           const FlowOptions &Options) {
  std::vector<StreamPart> Streams = startPass(In);
  // No stream is divided: a call of the root may be as long as one.
  auto Shares = divide(Streams, {In.Jobs, 1, StreamPart::ToItsEnd});
  std::vector<std::optional<Found>> All(Shares.size());
  std::vector<uint64_t> Calls(Streams.size());
  atTheSameTime(Shares.size(), [&](size_t I) {
    All[I] = read(Shares[I], In, Of, Options, Streams, Calls);
  });
  Flow Result;
  Error Failed = Error::success();
  Result.Root = Of;
  Result.Depth = Options.Depth;
  Result.InCaller = Options.InCaller;
  for (std::optional<Found> &F : All) {
    Failed = joinErrors(std::move(Failed), std::move(F->Failed));
    numberLongest(F->All, Streams, Calls);
    Result.merge(std::move(F->All));
  }
  if (Failed)
    return Failed;
  Result.settle();
  return Result;
}

void BlockSets::add(ArrayRef<uint32_t> Blocks, size_t Of) {
  auto contains = [&](const BitVector &Set) {
    return all_of(Blocks, [&](uint32_t Block) { return Set[Block]; });
  };
  if (IsFull || (Last < Sets.size() && contains(Sets[Last])))
    return;
  Last = static_cast<size_t>(find_if(Sets, contains) - Sets.begin());
  if (Last != Sets.size())
    return;
  BitVector New(Of);
  for (uint32_t Block : Blocks)
    New.set(Block);
  add(std::move(New));
}

void BlockSets::add(BitVector New) {
  // A.test(B) is whether A has a bit that B has not.
  if (any_of(Sets, [&](const BitVector &Set) { return !New.test(Set); }))
    return;
  erase_if(Sets, [&](const BitVector &Set) { return !Set.test(New); });
  Sets.push_back(std::move(New));
  Last = Sets.size() - 1;
  if (Sets.size() <= Most)
    return;
  IsFull = true;
  Sets.clear();
}

void BlockSets::merge(BlockSets &&Other) {
  IsFull |= Other.IsFull;
  if (IsFull)
    Sets.clear();
  for (BitVector &Set : Other.Sets)
    if (!IsFull)
      add(std::move(Set));
}

void BlockSets::sort() {
  llvm::sort(Sets, [](const BitVector &A, const BitVector &B) {
    auto Left = A.getData(), Right = B.getData();
    return std::lexicographical_compare(Left.begin(), Left.end(), Right.begin(),
                                        Right.end());
  });
  Last = 0;
}

static constexpr unsigned BandBits = 3; ///< 2^BandBits to a power of two

static size_t bandOf(uint64_t Ticks) {
  const unsigned Width = static_cast<unsigned>(std::bit_width(Ticks));
  const unsigned Shift = Width > BandBits + 1 ? Width - BandBits - 1 : 0;
  return (size_t(Shift) << BandBits) + static_cast<size_t>(Ticks >> Shift);
}

/// The smallest value in it.
static uint64_t lowOf(size_t Band) {
  const size_t Shift = Band >> BandBits > 1 ? (Band >> BandBits) - 1 : 0;
  return uint64_t(Band - (Shift << BandBits)) << Shift;
}

void CallSizes::add(uint64_t Ticks) {
  const size_t Index = bandOf(Ticks);
  if (Index >= Now.size())
    Now.resize(Index + 1);
  ++Now[Index].Count;
  Now[Index].Sum += Ticks;
  LongestNow = std::max(LongestNow, Ticks);
}

void CallSizes::drop() {
  Now.clear();
  LongestNow = 0;
}

void CallSizes::endRoot() {
  if (Now.empty())
    return;
  ++Roots;
  const size_t Size = std::max(Counts.size(), Now.size());
  Counts.resize(Size);
  Beyond.resize(Size);
  Band Above;
  for (size_t I = Now.size(); I-- != 0;) {
    Counts[I] += Now[I].Count;
    Above.Count += Now[I].Count;
    Above.Sum += Now[I].Sum;
    Beyond[I] = std::max(Beyond[I], Above.Sum - Above.Count * lowOf(I));
  }
  Longest = std::max(Longest, LongestNow);
  drop();
}

void CallSizes::merge(const CallSizes &Other) {
  const size_t Size = std::max(Counts.size(), Other.Counts.size());
  Counts.resize(Size);
  Beyond.resize(Size);
  for (size_t I = 0; I != Other.Counts.size(); ++I) {
    Counts[I] += Other.Counts[I];
    Beyond[I] = std::max(Beyond[I], Other.Beyond[I]);
  }
  Roots += Other.Roots;
  Longest = std::max(Longest, Other.Longest);
}

std::optional<uint64_t> CallSizes::limit() const {
  const uint64_t Calls =
      std::accumulate(Counts.begin(), Counts.end(), uint64_t(0));
  const uint64_t Exceeding = Calls / CallsForOneBeyond;
  if (Calls < LeastPerRoot * Roots || Exceeding == 0)
    return std::nullopt;
  uint64_t Above = 0;
  size_t I = Counts.size();
  while (I != 0 && Above + Counts[I - 1] <= Exceeding)
    Above += Counts[--I];
  return Above == 0 ? std::nullopt : std::optional(lowOf(I));
}

uint64_t CallSizes::mostBeyond(double Limit) const {
  if (Limit >= static_cast<double>(Longest))
    return 0;
  return Beyond[bandOf(static_cast<uint64_t>(std::max(0.0, Limit)))];
}

// Sums and profiles have no calls one by one. What a run counted in all is at
// least what one call of the root did, so it bounds that, though less tightly.

static uint64_t mostOf(const Distribution &D) {
  return D.empty() ? 0 : D.raw().moments().Max;
}

static uint64_t mostCorrected(const Distribution &D, const ProbeOverhead &O) {
  return D.empty() ? 0 : static_cast<uint64_t>(D.correctedFigures(O).Max);
}

/// \p Calls of what \p S is of.
static ContextFlow countedFlow(const Collector &All, const Shape &S,
                               uint64_t Calls, const ProbeOverhead &O) {
  const FunctionStats &Stats = All.Functions[S.Function];
  ContextFlow F;
  F.Calls = F.MostCalls = Calls;
  F.MostSelfRaw = mostOf(Stats.Self);
  F.MostSelfCorrected = mostCorrected(Stats.Self, O);
  F.SelfTimed = Stats.Self.raw().moments().Count;
  for (const Shape::Edge &E : S.Edges) {
    const EdgeStats &Of = All.Edges[E.Symbol];
    F.Edges.push_back({Of.Count, Of.Time.raw().moments().Count, mostOf(Of.Time),
                       mostCorrected(Of.Time, O)});
  }
  for (uint32_t Block : S.Blocks)
    F.MostVisits.push_back(Block == None ? Calls : All.Blocks[Block].Visits);
  F.MostInRoot = F.MostVisits;
  for (const Shape::Loop &L : S.Loops) {
    std::vector<uint64_t> &InLoop = F.MostInLoop.emplace_back();
    for (uint32_t Block : L.Blocks)
      InLoop.push_back(F.MostVisits[Block]);
    const LoopStats &Of = All.Loops[L.Symbol];
    F.MostBegun.push_back(Of.IsCounted ? Of.Iterations : Of.maxIterations());
    F.LeastBegun.push_back(0);
    F.MostCompleted.push_back(F.MostBegun.back());
  }
  return F;
}

Flow flowOfCounts(const Collector &All, const SymbolTable &Symbols,
                  const Root &Of, const ProbeOverhead &Overhead) {
  Flow Result;
  Result.Root = Of;
  Result.IsCounted = true;
  Result.RootCalls = Of.isPart() ? All.Blocks[Of.Begin].Visits
                                 : All.Functions[Of.Function].Calls;
  for (uint32_t Function = 0; Function < All.Functions.size(); ++Function) {
    const bool IsRoot = Function == Of.Function;
    const uint64_t Calls =
        IsRoot ? Result.RootCalls : All.Functions[Function].Calls;
    if (Calls == 0)
      continue;
    const Shape &S =
        Result.Shapes
            .try_emplace(Function, Symbols, IsRoot ? Of : Root{Function})
            .first->second;
    Result.Contexts[{Function, {}}] = countedFlow(All, S, Calls, Overhead);
  }
  for (const DirectCalls &C : Symbols.directCalls()) {
    uint32_t Callee = Symbols.blocks()[C.Entry].Function;
    uint64_t Visits = All.Blocks[C.Block].Visits;
    if (Visits && All.Functions[Callee].Calls)
      Result.Sites[{C.Block, Callee}] = {Visits, C.Count};
  }
  Result.settle();
  return Result;
}

} // namespace ipoint::worst
