//===- FlowCounts.cpp - What is counted in a call, and in calls -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowCounts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

/// How many loops are around \p Loop.
static unsigned nestingOf(const Shape &S, uint32_t Loop) {
  unsigned Depth = 0;
  for (std::optional<uint32_t> L = S.Loops[Loop].Outer; L;
       L = S.Loops[*L].Outer)
    ++Depth;
  return Depth;
}

Layout::Layout(const Shape &S)
    : Of(S), Slots(static_cast<uint32_t>(S.Blocks.size())), Scopes(Slots),
      Up(Slots, None), LoopSlots(S.Loops.size()), Within(S.Loops.size() + 1) {
  for (uint32_t Block = 0; Block != Slots; ++Block)
    Inmost.push_back(Block);
  std::vector<std::pair<unsigned, uint32_t>> Order;
  for (uint32_t Loop = 0; Loop != S.Loops.size(); ++Loop)
    Order.push_back({nestingOf(S, Loop), Loop});
  sort(Order);
  for (auto [Depth, Loop] : Order) {
    LoopSlots[Loop] = Slots;
    for (uint32_t Block : S.Loops[Loop].Blocks) {
      Scopes.push_back(1 + Loop);
      Up.push_back(std::exchange(Inmost[Block], Slots++));
    }
  }
  for (auto [Depth, Loop] : reverse(Order)) {
    Within.back().push_back(Loop);
    for (std::optional<uint32_t> L = Loop; L; L = S.Loops[*L].Outer)
      Within[*L].push_back(Loop);
  }
}

void Layout::describe(FlowEdge &E, const SymbolTable &Symbols,
                      uint32_t Local) const {
  const Shape::Edge &S = Of.Edges[Local];
  auto liesWithin = [&](uint32_t Block, const Shape::Loop &L) {
    return is_contained(L.Blocks, Block);
  };
  E.Local = Local;
  E.Slot = Inmost[S.To];
  E.Scope = Scopes[E.Slot];
  E.Loop = S.Loop.value_or(None);
  E.Enters = S.Enters;
  E.Iterates = S.Iterates;
  for (auto [Index, L] : enumerate(Of.Loops)) {
    if (!liesWithin(S.From, L))
      continue;
    if (S.To == (L.Head ? L.Head : L.Body) && S.Loop.value_or(Index) == Index) {
      E.Loop = static_cast<uint32_t>(Index);
      E.Completes = true;
    }
    StringRef Name = Symbols.loops()[L.Symbol].Name;
    StringRef Last = Name.substr(Name.rfind('/') + 1);
    if (L.Head || !Last.starts_with("do.") || liesWithin(S.To, L))
      continue;
    // A condition is evaluated where the body may come next, or another operand
    // of && or ||.
    bool IsCondition = any_of(Of.Edges, [&](const Shape::Edge &Other) {
      return Other.From == S.From &&
             (Other.To == L.Body ||
              (liesWithin(Other.To, L) &&
               Symbols.blocks()[Of.Blocks[Other.To]].Kind ==
                   database::Kind::Operand));
    });
    if (IsCondition)
      E.Leaves = static_cast<uint32_t>(Index);
  }
  E.IsBorder = Of.Blocks[S.To] == None;
  E.HasLoops = E.Loop != None || E.Leaves != None || E.Scope != 0;
}

void CallsPart::absorb(CallsPart &Other, uint64_t Times) {
  Calls += Other.Calls * Times;
  Self.merge(Other.Self);
  for (uint32_t I : Other.Most.used()) {
    Most.raise(I, Other.Most[I]);
    if (I < InRoot.size())
      InRoot[I] += Other.InRoot[I] * Times;
  }
  Edges.absorb(Other.Edges, Times);
  if (Other.RanLoops)
    for (auto [To, From] : zip_equal(Loops, Other.Loops))
      To.merge(From);
  RanLoops |= Other.RanLoops;
  Other.clear();
}

void CallsPart::clear() {
  Calls = 0;
  Self = {};
  for (uint32_t I : Most.used())
    if (I < InRoot.size())
      InRoot[I] = 0;
  Most.clear();
  Edges.clear();
  if (RanLoops)
    Loops.assign(Loops.size(), LoopMost());
  RanLoops = false;
}

/// Gives \p All its arrays, where it is new.
static void prepareArrays(ContextFlow &All, const Shape &S) {
  if (!All.MostVisits.empty())
    return;
  All.Edges.resize(S.Edges.size());
  All.MostVisits.resize(S.Blocks.size());
  All.MostInRoot.resize(S.Blocks.size());
  All.MostBegun.resize(S.Loops.size());
  All.LeastBegun.resize(S.Loops.size(), LoopMost::NotEntered);
  All.MostCompleted.resize(S.Loops.size());
  for (const Shape::Loop &L : S.Loops)
    All.MostInLoop.emplace_back(L.Blocks.size());
}

static void raiseTo(uint64_t &Most, uint64_t Value) {
  Most = std::max(Most, Value);
}

void CallsPart::addTo(ContextFlow &All) const {
  prepareArrays(All, L.Of);
  All.Calls += Calls;
  raiseTo(All.MostCalls, Calls);
  raiseTo(All.MostSelfRaw, Self.MostRaw);
  raiseTo(All.MostSelfCorrected, Self.MostCorrected);
  All.SelfTimed += Self.Timed;
  for (uint32_t I : Edges.used())
    All.Edges[I].merge(Edges[I]);
  for (uint32_t I : Most.used())
    if (uint32_t Scope = L.Scopes[I]) {
      raiseTo(All.MostInLoop[Scope - 1][I - L.LoopSlots[Scope - 1]], Most[I]);
    } else {
      raiseTo(All.MostVisits[I], Most[I]);
      raiseTo(All.MostInRoot[I], InRoot[I]);
    }
  for (auto [I, M] : enumerate(Loops)) {
    raiseTo(All.MostBegun[I], M.Begun);
    raiseTo(All.MostCompleted[I], M.Completed);
    All.LeastBegun[I] = std::min(All.LeastBegun[I], M.Least);
  }
}

void CallCounts::stepLoops(const FlowEdge &E, function_ref<CallsPart &()> Into,
                           uint64_t Times) {
  RanLoops = true;
  if (E.Leaves != None)
    Runs[E.Leaves].Completed += Times;
  if (E.Loop == None)
    return;
  LoopRun &R = Runs[E.Loop];
  R.Completed += E.Completes * Times;
  if (E.Enters) {
    const auto &Within = L.Within[E.Loop];
    if (any_of(Within, [&](uint32_t I) {
          return Runs[I].hasRun() || !Used[1 + I].empty();
        }))
      endRuns(Within, Into());
    R.IsEntered = true;
  }
  R.Begun += E.Iterates * Times;
}

void CallCounts::endRuns(ArrayRef<uint32_t> Loops, CallsPart &Into) {
  Into.RanLoops = true;
  for (uint32_t Loop : Loops) {
    LoopRun &R = Runs[Loop];
    if (R.hasRun())
      Into.Loops[Loop].merge(
          {R.Begun, R.IsEntered ? R.Begun : LoopMost::NotEntered, R.Completed});
    R = {};
    for (uint32_t Slot : Used[1 + Loop]) {
      uint64_t N = std::exchange(Counts[Slot], 0);
      Into.Most.raise(Slot, N);
      count(L.Up[Slot], L.Scopes[L.Up[Slot]], N);
    }
    Used[1 + Loop].clear();
  }
}

void CallCounts::end(CallsPart &Into, BlockSets &Ran) {
  if (RanLoops)
    endRuns(L.Within.back(), Into);
  RanLoops = false;
  Ran.add(Used.front(), L.Of.Blocks.size());
  for (uint32_t Slot : Used.front()) {
    uint64_t N = std::exchange(Counts[Slot], 0);
    Into.Most.raise(Slot, N);
    Into.InRoot[Slot] += N;
  }
  Used.front().clear();
  Into.Edges.absorb(Edges);
  ++Into.Calls;
  Into.Self.merge(Self);
  Self = {};
}

} // namespace ipoint::worst
