//===- Flow.cpp - How often and how long, within calls of a root ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow.h"
#include "FlowSink.h"
#include "llvm/ADT/STLExtras.h"

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
  auto It = ByFunction.find(Function);
  return It == ByFunction.end() ? nullptr : &It->second;
}

const ContextFlow *Flow::of(const ContextKey &Key) const {
  auto It = Contexts.find(Key);
  return It == Contexts.end() ? nullptr : &It->second;
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

} // namespace ipoint::worst
