//===- ObservedRows.cpp - What was observed as rows -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

/// The terms of a row in which each of them counts once.
static std::vector<std::pair<uint32_t, double>>
eachOnce(ArrayRef<uint32_t> Columns) {
  std::vector<std::pair<uint32_t, double>> Result;
  for (uint32_t Column : Columns)
    Result.push_back({Column, 1});
  return Result;
}

bool FlowModel::hasLoopFact(uint32_t Loop) const {
  const Counted Body{Counted::Block, Symbols.loops()[Loop].Body};
  return any_of(Facts, [&](const Fact &F) {
    bool IsOfLoop = F.Is == Fact::LoopBound && F.Loop == Loop;
    return F.Most && (IsOfLoop || (F.Is == Fact::Sum && F.Terms.size() == 1 &&
                                   F.Terms[0] == Body));
  });
}

void FlowModel::addLoops(uint32_t Number) {
  if (Observed == ObservedBounds::None)
    return;
  const Instance &I = Of.all()[Number];
  for (auto [Loop, L] : enumerate(I.S->Loops))
    if (L.Body && I.Any && !hasLoopFact(L.Symbol))
      addObservedLoop(Number, static_cast<uint32_t>(Loop));
}

/// Each time that it is entered; each time that a loop around it is; in a call.
/// What never ran has the bound 0, which is listed.
void FlowModel::addObservedLoop(uint32_t Number, uint32_t Loop) {
  const Instance &I = Of.all()[Number];
  const Shape::Loop &L = I.S->Loops[Loop];
  const ContextFlow &Seen =
      I.Seen->MostVisits[L.Head.value_or(*L.Body)] != 0 ? *I.Seen : *I.Any;
  Fact Total; // of bodies
  Total.Is = Fact::Sum;
  Total.From = Origin::Observed;
  Total.Terms = {{Counted::Block, I.S->Blocks[*L.Body]}};
  auto Add = [&](uint64_t Bound, std::vector<uint32_t> Times, StringRef Per,
                 Fact F) {
    BoundRow B;
    B.Bound = static_cast<double>(Bound);
    B.Times = std::move(Times);
    B.Words =
        "iterations of " + Symbols.loops()[L.Symbol].Name + " " + Per.str();
    B.Loop = L.Symbol;
    F.Most = B.Bound;
    // Not what a part did of a whole one.
    if (!L.IsOpen && !(I.S->isPart() && F.Per == Scope::Call))
      B.Proposed = std::move(F);
    addBound(std::move(B), eachOnce(stepsOf(Number, Loop, /*Enters=*/false)));
  };
  Fact Bound;
  Bound.From = Origin::Observed;
  Bound.Loop = L.Symbol;
  Add(Seen.MostBegun[Loop], stepsOf(Number, Loop, /*Enters=*/true),
      "each time that it is entered", Bound);
  for (std::optional<uint32_t> Outer = L.Outer; Outer;
       Outer = I.S->Loops[*Outer].Outer) {
    const Shape::Loop &Around = I.S->Loops[*Outer];
    auto At = static_cast<size_t>(find(Around.Blocks, *L.Body) -
                                  Around.Blocks.begin());
    Fact InOuter = Total;
    InOuter.Loop = Around.Symbol;
    Add(Seen.MostInLoop[*Outer][At], stepsOf(Number, *Outer, /*Enters=*/true),
        ("each time that " + Symbols.loops()[Around.Symbol].Name +
         " is entered"),
        std::move(InOuter));
  }
  Fact InCall = Bound;
  InCall.Per = Scope::Call;
  InCall.Function = I.Key.Function;
  Add(Seen.MostVisits[*L.Body], {Layout[Number].Calls}, "in a call",
      std::move(InCall));
}

/// Cycles that lead through the body of no loop: by goto.
void FlowModel::addCycles(uint32_t Number) {
  const Instance &I = Of.all()[Number];
  std::vector<std::vector<uint32_t>> Next(I.S->Blocks.size());
  for (const Shape::Edge &E : I.S->Edges)
    if (!E.Iterates)
      Next[E.From].push_back(E.To);
  for (const auto &Cycle : cyclesOf(Next))
    for (uint32_t Block : Cycle) {
      if (!I.Any)
        continue;
      BoundRow B;
      B.Bound = static_cast<double>(
          std::max(I.Seen->MostVisits[Block], I.Any->MostVisits[Block]));
      B.Times = {Layout[Number].Calls};
      B.Words = "in a call";
      B.Block = I.S->Blocks[Block];
      addBound(std::move(B), visits(Number, Block));
    }
}

void FlowModel::addCounts(uint32_t Number) {
  const Instance &I = Of.all()[Number];
  if (!I.Seen)
    return;
  auto Add = [&](uint32_t Block, uint64_t Bound, std::vector<uint32_t> Times,
                 StringRef Per) {
    BoundRow B;
    B.Bound = static_cast<double>(Bound);
    B.Times = std::move(Times);
    B.Words = Per.str();
    B.Block = I.S->Blocks[Block];
    addBound(std::move(B), visits(Number, Block));
  };
  for (uint32_t Block = 0; Block < I.S->Blocks.size(); ++Block)
    if (Block != I.S->Entry && I.S->Blocks[Block] != None)
      Add(Block, I.Seen->MostVisits[Block], {Layout[Number].Calls},
          "in a call");
  for (auto [Loop, L] : enumerate(I.S->Loops))
    for (auto [Block, Most] : zip_equal(L.Blocks, I.Seen->MostInLoop[Loop]))
      Add(Block, Most,
          stepsOf(Number, static_cast<uint32_t>(Loop), /*Enters=*/true),
          "each time that the loop around it is entered");
}

void FlowModel::addTotals() {
  std::map<uint32_t, std::vector<uint32_t>> Instances; // by function
  for (auto [Index, I] : enumerate(Of.all()))
    if (I.Any && Layout[Index].FirstEdge)
      Instances[I.Key.Function].push_back(static_cast<uint32_t>(Index));
  for (const auto &[Function, All] : Instances) {
    const Instance &First = Of.all()[All.front()];
    for (uint32_t Block = 0; Block < First.S->Blocks.size(); ++Block) {
      if (First.S->Blocks[Block] == None)
        continue;
      BoundRow B;
      B.Bound = static_cast<double>(First.Any->MostInRoot[Block]);
      B.Words = "in a call of the root";
      B.Block = First.S->Blocks[Block];
      Terms Sum;
      for (uint32_t I : All)
        append_range(Sum, visits(I, Block));
      addBound(std::move(B), std::move(Sum));
    }
  }
}

/// Calls that begin a recursion of \p Functions.
std::vector<uint32_t>
FlowModel::callsInto(const std::set<uint32_t> &Functions) const {
  std::vector<uint32_t> Result;
  auto Is = [&](uint32_t Instance) {
    return Functions.count(Of.all()[Instance].Key.Function) != 0;
  };
  for (auto [Index, C] : enumerate(Columns))
    if (C.Is == Column::CallOf && !Is(C.Instance) && Is(C.Edge))
      Result.push_back(static_cast<uint32_t>(Index));
  return Result;
}

/// Calls, and bodies of loops or all blocks, from where the recursion begins to
/// its end; calls in a call of the root where no more is known.
void FlowModel::addRecursion(const std::set<uint32_t> &Functions) {
  std::vector<uint32_t> Begins = callsInto(Functions);
  bool HasRoot = Functions.count(Of.all()[0].Key.Function) != 0;
  ArrayRef<uint64_t> Most = Of.seen().MostInRecursion;
  // A cycle of the source may be more than the one that was observed.
  const bool IsKnown = any_of(Of.seen().Recursions, [&](const auto &Observed) {
    return all_of(Functions,
                  [&](uint32_t F) { return is_contained(Observed, F); });
  });
  for (uint32_t Function : Functions) {
    std::vector<uint32_t> All = instancesOf(Function);
    const Instance &First = Of.all()[All.front()];
    if (!First.S || !First.Any)
      continue;
    bool HasFact = any_of(Facts, [&](const Fact &F) {
      return F.Is == Fact::Calls && F.Terms[0].Number == Function;
    });
    for (uint32_t Block = 0; Block < First.S->Blocks.size(); ++Block) {
      bool IsEntry = Block == First.S->Entry;
      bool IsBody = any_of(First.S->Loops, [&](const Shape::Loop &L) {
        return L.Body == Block && !hasLoopFact(L.Symbol);
      });
      if (IsEntry ? HasFact
                  : !IsKnown || !(IsBody || Observed >= ObservedBounds::Counts))
        continue;
      Terms Sum;
      for (uint32_t I : All)
        if (IsEntry)
          Sum.push_back({Layout[I].Calls, 1});
        else if (Layout[I].FirstEdge)
          append_range(Sum, visits(I, Block));
      BoundRow B;
      B.Block = First.S->Blocks[Block];
      if (IsEntry) {
        B.Bound = static_cast<double>(First.Any->MostCalls);
        B.Words = "calls in a call of the root";
        addBound(B, Sum);
      }
      if (!IsKnown || B.Block == None)
        continue;
      B.Bound = static_cast<double>(Most[B.Block]);
      B.Times = Begins;
      B.IsOnce = HasRoot;
      B.Words = "in a recursion";
      addBound(std::move(B), std::move(Sum));
    }
  }
}

} // namespace ipoint::worst
