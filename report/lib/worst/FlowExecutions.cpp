//===- FlowExecutions.cpp - Where executions of a root begin and end ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls begin and end with their activations; of a part of a function, where
// borders are crossed. A path record may lead over these: what was called on
// the path in front of one follows from what its blocks call.
//
//===----------------------------------------------------------------------===//

#include "FlowSink.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

/// Of the visit of \p Block that begins now, in the call on top of the stack.
FlowSink::Moment FlowSink::momentAt(uint32_t Block) const {
  Moment M;
  M.IsKnown = Symbols.blocks()[Block].Timed;
  if (!M.IsKnown)
    return M;
  const CallStack &Stack = *View.Stack;
  const Frame &F = Stack.at(static_cast<uint32_t>(Stack.depth()));
  const StreamSums &Sums = Stack.sums();
  M.Epoch = Stack.Epoch;
  M.Inclusive = *View.Time - Sums.Paused - Sums.OffCpu;
  M.Probes = Stack.Timed;
  M.Self = *View.Time - F.SelfStart;
  M.SelfProbes = Stack.Timed - F.SelfTimed;
  M.IsSelfSure = !F.isUnsure();
  return M;
}

/// \p Block begins, in a call of which nothing is open.
void FlowSink::beginPart(uint32_t Block) {
  if (Block != Root.Begin)
    return;
  IsInPart = true;
  Begun = momentAt(Block);
  ++InStream;
}

/// \p Block begins, or the call ends in it. What was counted since the last
/// border is an execution if one was open and that \p IsWhole.
void FlowSink::endPart(uint32_t Block, bool IsWhole) {
  Call &C = Calls.front();
  IsWhole &= IsInPart;
  const Moment Now = momentAt(Block);
  if (IsWhole && Begun.IsKnown && Now.IsKnown && Begun.Epoch == Now.Epoch) {
    const uint64_t Ticks = Now.Inclusive - Begun.Inclusive;
    RootTime = {Ticks, corrected(Ticks, Now.Probes - Begun.Probes)};
    C.Inner.add({Now.Self - Begun.Self, Now.SelfProbes - Begun.SelfProbes,
                 Begun.IsSelfSure && Now.IsSelfSure});
    noteSelf(Root.Function, C);
  }
  endCall(std::move(C.Counts), *C.In);
  if (IsWhole) {
    endRoot();
  } else {
    Result.Incomplete += IsInPart;
    drop();
  }
  C.Inner = {};
  C.First = None;
  IsInPart = false;
}

/// \p E, where executions may begin or end, was taken by the root's call.
void FlowSink::cross(const Edge &E) {
  const uint32_t Block = Symbols.blockAt(E.To);
  endPart(Block, E.Local != None);
  Calls.front().Counts = newCounts(Root.Function);
  beginPart(Block);
}

/// What led to \p Block is not known.
void FlowSink::visit(uint32_t Block) {
  breakOff();
  if (!Root.isPart() || Depth != 1)
    return;
  Calls.front().Row = Symbols.transitions().rowOf(Block);
  beginPart(Block);
}

/// What was counted in contexts and sites since the last execution ended.
void FlowSink::drop() {
  for (Context *C : Used)
    release(*C);
  Used.clear();
  for (SiteNow *S : UsedSites)
    S->Flow = {};
  UsedSites.clear();
  for (CallSizes *S : UsedSizes)
    S->drop();
  UsedSizes.clear();
  RootTime.reset();
}

void FlowSink::endRoot() {
  ++Result.RootCalls;
  for (Context *C : Used)
    addLeavesToPart(*C);
  noteLongest();
  for (CallSizes *S : UsedSizes)
    S->endRoot();
  UsedSizes.clear();
  SmallVector<uint32_t, 16> Called;
  for (Context *C : Used) {
    if (!C->All)
      C->All = &Result.Contexts[{C->Function, C->Sites}];
    C->Part->addTo(*C->All);
    Function &F = Functions[C->Function];
    if (F.Calls == 0)
      Called.push_back(C->Function);
    F.Calls += C->Part->Calls;
    for (uint32_t Slot : C->Part->Most.used())
      if (Slot < F.InRoot.size())
        F.InRoot[Slot] += C->Part->InRoot[Slot];
  }
  for (uint32_t Number : Called) {
    Function &F = Functions[Number];
    ContextFlow &All = Result.ByFunction[Number];
    All.MostCalls = std::max(All.MostCalls, std::exchange(F.Calls, 0));
    All.MostInRoot.resize(F.InRoot.size());
  }
  for (Context *C : Used) {
    Function &F = Functions[C->Function];
    std::vector<uint64_t> &Most = Result.ByFunction[C->Function].MostInRoot;
    for (uint32_t Slot : C->Part->Most.used())
      if (Slot < F.InRoot.size())
        Most[Slot] = std::max(Most[Slot], std::exchange(F.InRoot[Slot], 0));
    release(*C);
  }
  Used.clear();
  for (SiteNow *S : UsedSites)
    Result.Sites[S->Key].merge(std::exchange(S->Flow, {}));
  UsedSites.clear();
}

/// Keeps the call of the root that ends, if it took longer than all before.
void FlowSink::noteLongest() {
  auto Time = std::exchange(RootTime, std::nullopt);
  if (!Time)
    return;
  LongestRootCall New;
  New.Raw = Time->first;
  New.Corrected = Time->second;
  New.Trace = TracePath.str();
  New.Number = (Stream << StreamShift) + InStream;
  if (Result.Longest && !Result.Longest->isBefore(New))
    return;
  for (const Context *C : Used) {
    const CallsPart &P = *C->Part;
    New.Calls[C->Function] += P.Calls;
    New.SelfTicks[C->Function] += P.Self.Ticks;
    for (uint32_t Local : P.Edges.used()) {
      auto &[Count, Ticks] = New.Edges[P.L.Of.Edges[Local].Symbol];
      Count += P.Edges[Local].Count;
      Ticks += P.Edges[Local].Ticks;
    }
  }
  Result.Longest = std::move(New);
}

//===--- Times ---===//

/// What it leaves in Call::Inner goes to the caller.
void FlowSink::endSelf(uint32_t Function, SelfTime Self) {
  Call &C = Calls[Top - 1];
  C.Inner.add(Self);
  if (Top > 1 && Function < InCaller.size() && InCaller[Function])
    return;
  noteSelf(Function, C);
  C.Inner = {};
}

/// That of \p C, of \p Function, is what is in Inner.
void FlowSink::noteSelf(uint32_t Function, Call &C) {
  const SelfTime &Self = C.Inner;
  if (!Self.IsUsable)
    return;
  const uint64_t Corrected = corrected(Self.Ticks, Self.Probes);
  C.Counts->Self = {1, Self.Ticks, Self.Ticks, Corrected};
  CallSizes *Sizes = Functions[Function].Sizes;
  if (!Sizes)
    return;
  if (!Sizes->isOpen())
    UsedSizes.push_back(Sizes);
  Sizes->add(Corrected);
}

void FlowSink::finish(uint32_t Function, const ActivationTimes &A) {
  if (!isCounting() || (Top == 1 && Root.isPart()))
    return;
  endSelf(Function, {A.Self, A.SelfProbes});
  if (Top == 1)
    RootTime = {A.Inclusive, corrected(A.Inclusive, A.InclusiveProbes)};
}

void FlowSink::finish(uint32_t Function, const Activation &A) {
  if (!isCounting() || (Top == 1 && Root.isPart()))
    return;
  endSelf(Function, {A.Self, A.SelfProbes.Timed, A.SelfUsable});
  if (Top == 1 && A.InclusiveUsable)
    RootTime = {A.Inclusive, corrected(A.Inclusive, A.InclusiveProbes.Timed)};
}

} // namespace ipoint::worst
