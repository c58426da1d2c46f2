//===- FlowModel.cpp - The longest path as a linear program ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowModel.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

FlowModel::FlowModel(const SymbolTable &Symbols, const Instances &Of,
                     const UnitTimes &Units, ArrayRef<Fact> Facts,
                     ObservedBounds Observed, bool AssumeNever)
    : Symbols(Symbols), Of(Of), Units(Units), Facts(Facts), Observed(Observed),
      AssumeNever(AssumeNever), Layout(Of.all().size()) {
  std::set<uint32_t> Needed; // functions whose blocks facts are about
  for (const Fact &F : Facts)
    for (const Counted &C : F.Terms)
      if (C.Is == Counted::Block)
        Needed.insert(Symbols.blocks()[C.Number].Function);
  BitVector Calling(Of.all().size());
  for (const CallGroup &G : Of.calls())
    Calling.set(G.Caller);
  for (uint32_t I = 0; I < Of.all().size(); ++I) {
    uint32_t Function = Of.all()[I].Key.Function;
    addInstance(I, Calling[I] || Units.unitOf(Function) == UnitKind::Blocks ||
                       Needed.count(Function));
  }
  addCalls();
  for (uint32_t I = 0; I < Layout.size(); ++I)
    if (Layout[I].FirstEdge) {
      addBalance(I);
      addLoops(I);
      if (Observed >= ObservedBounds::Loops)
        addCycles(I);
      if (Observed >= ObservedBounds::Counts)
        addCounts(I);
    }
  if (Observed >= ObservedBounds::Loops)
    for (const auto &Functions : Of.recursions())
      addRecursion(Functions);
  if (Observed >= ObservedBounds::Totals)
    addTotals();
  addFacts();
}

uint32_t FlowModel::add(Column C, std::string Name) {
  Columns.push_back(std::move(C));
  return P.addColumn(std::move(Name));
}

/// Unique, and in the exported program what a reader can find.
std::string FlowModel::nameOf(uint32_t Instance) const {
  const ContextKey &Key = Of.all()[Instance].Key;
  return Symbols.functions()[Key.Function].Name + "." +
         std::to_string(Instance);
}

/// By block, how many calls were left there by a jump in what it called.
static std::vector<uint64_t> endedByBlock(const Instance &I) {
  std::vector<uint64_t> Ended(I.S->Blocks.size()), Out(Ended.size());
  if (!I.Seen)
    return Ended;
  Ended[I.S->Entry] = I.Seen->Calls;
  for (auto [E, F] : zip_equal(I.S->Edges, I.Seen->Edges)) {
    Ended[E.To] += F.Count;
    Out[E.From] += F.Count;
  }
  for (auto [In, Left] : zip_equal(Ended, Out))
    In -= std::min(In, Left);
  return Ended;
}

void FlowModel::addInstance(uint32_t Number, bool NeedsFlow) {
  const Instance &I = Of.all()[Number];
  std::string Name = nameOf(Number);
  UnitKind Unit = Units.unitOf(I.Key.Function);
  Layout[Number].Calls =
      add({Column::Call, Number, 0,
           Unit == UnitKind::Blocks ? std::nullopt : Units.ofCall(I.Key)},
          Name + ".calls");
  if (!I.S || !NeedsFlow || Unit == UnitKind::Inclusive)
    return;
  auto &Leading = Into[I.S];
  if (Leading.empty()) {
    Leading.resize(I.S->Blocks.size());
    for (auto [Index, E] : enumerate(I.S->Edges))
      Leading[E.To].push_back(static_cast<uint32_t>(Index));
  }
  Layout[Number].Ended = endedByBlock(I);
  Layout[Number].FirstEdge = static_cast<uint32_t>(Columns.size());
  for (auto [Index, E] : enumerate(I.S->Edges)) {
    Column C{Column::Visit, Number, static_cast<uint32_t>(Index), std::nullopt};
    if (Unit == UnitKind::Blocks) {
      auto V = Units.ofVisit(I.Key, *I.S, E);
      C.IsMeasured = V && V->IsMeasured;
      if (V)
        C.Time = V->Time;
    }
    uint32_t At = add(std::move(C), Name + ".t" + std::to_string(Index));
    // Of the context, or of all together where it was not seen.
    const ContextFlow *F = I.Seen;
    if (AssumeNever && (!F || F->Edges[Index].Count == 0))
      P.Columns[At].Upper = 0;
  }
}

std::vector<uint32_t> FlowModel::visitsOf(uint32_t Instance,
                                          uint32_t Block) const {
  std::vector<uint32_t> Result;
  const Shape &S = *Of.all()[Instance].S;
  if (S.Entry == Block)
    Result.push_back(Layout[Instance].Calls);
  if (Layout[Instance].FirstEdge)
    for (uint32_t Edge : Into.at(&S)[Block])
      Result.push_back(*Layout[Instance].FirstEdge + Edge);
  return Result;
}

FlowModel::Terms FlowModel::visits(uint32_t Instance, uint32_t Block,
                                   double Factor) const {
  Terms Result;
  for (uint32_t Column : visitsOf(Instance, Block))
    Result.push_back({Column, Factor});
  return Result;
}

/// What enters a block leaves it. A call ends in a block that nothing follows,
/// or where one was left by a jump.
void FlowModel::addBalance(uint32_t Number) {
  const Shape &S = *Of.all()[Number].S;
  BitVector Leads(S.Blocks.size());
  std::vector<LinearProgram::Row> Rows(S.Blocks.size());
  for (auto [Index, E] : enumerate(S.Edges)) {
    uint32_t Column = *Layout[Number].FirstEdge + Index;
    Leads.set(E.From);
    if (E.From == E.To)
      continue;
    Rows[E.From].Terms.push_back({Column, -1});
    Rows[E.To].Terms.push_back({Column, 1});
  }
  Rows[S.Entry].Terms.push_back({Layout[Number].Calls, 1});
  for (auto [Block, R] : enumerate(Rows)) {
    if (!Leads[Block])
      continue; // whatever enters it ends here
    R.Lower = R.Upper = 0;
    R.Name = nameOf(Number) + ".b" + std::to_string(Block);
    if (Layout[Number].Ended[Block])
      R.Terms.push_back({add({Column::End, Number}, R.Name + ".end"), -1});
    P.addRow(std::move(R));
  }
}

/// How often \p G calls in a visit; \p R has the sum of its calls.
void FlowModel::addCallRows(const CallGroup &G, LinearProgram::Row R) {
  if (G.IsObserved) {
    BoundRow B;
    B.Bound = G.Most;
    B.Times = visitsOf(G.Caller, G.Block);
    B.Block = Of.all()[G.Caller].S->Blocks[G.Block];
    B.Words = "calls of " +
              Symbols.functions()[Of.all()[G.Callees[0]].Key.Function].Name +
              " in a visit";
    return addBound(std::move(B), std::move(R.Terms));
  }
  // A visit that was left by a jump may have left some calls out.
  double Sure = Layout[G.Caller].Ended[G.Block] ? 0 : G.Least;
  LinearProgram::Row Least = R;
  if (G.Most != Infinity) {
    append_range(R.Terms, visits(G.Caller, G.Block, -G.Most));
    R.Upper = 0;
    P.addRow(std::move(R));
  }
  if (Sure > 0) {
    append_range(Least.Terms, visits(G.Caller, G.Block, -Sure));
    Least.Lower = 0;
    Least.Name += ".least";
    P.addRow(std::move(Least));
  }
}

/// Instances are called as often as calls lead to them, the root once more.
void FlowModel::addCalls() {
  std::vector<LinearProgram::Row> Into(Layout.size());
  for (auto [I, R] : enumerate(Into)) {
    R.Name = nameOf(I) + ".called";
    R.Terms.push_back({Layout[I].Calls, 1});
    R.Lower = R.Upper = I == 0 ? 1 : 0;
  }
  for (auto [Number, G] : enumerate(Of.calls())) {
    LinearProgram::Row R;
    R.Name = nameOf(G.Caller) + ".site" + std::to_string(Number);
    FirstCallOf.push_back(Columns.size());
    for (uint32_t Callee : G.Callees) {
      uint32_t Column = add({Column::CallOf, G.Caller, Callee},
                            R.Name + "." + std::to_string(Callee));
      R.Terms.push_back({Column, 1});
      Into[Callee].Terms.push_back({Column, -1});
    }
    addCallRows(G, std::move(R));
  }
  for (LinearProgram::Row &R : Into)
    P.addRow(std::move(R));
}

void FlowModel::addBound(BoundRow B, Terms Sum) {
  LinearProgram::Row R;
  R.Terms = std::move(Sum);
  double Constant = B.Times.empty() || B.IsOnce ? B.Bound : 0;
  for (uint32_t Column : B.Times)
    R.Terms.push_back({Column, -B.Bound});
  (B.IsLower ? R.Lower : R.Upper) = Constant;
  R.Name = "bound" + std::to_string(Bounds.size());
  B.Row = P.addRow(std::move(R));
  Bounds.push_back(std::move(B));
}

std::vector<uint32_t> FlowModel::stepsOf(uint32_t Instance, uint32_t Loop,
                                         bool Enters) const {
  std::vector<uint32_t> Result;
  const Shape &S = *Of.all()[Instance].S;
  // It was entered before the part began.
  if (Enters && Loop < S.Loops.size() && S.Loops[Loop].IsOpen)
    Result.push_back(Layout[Instance].Calls);
  for (auto [Index, E] : enumerate(S.Edges))
    if (E.Loop == Loop && (Enters ? E.Enters : E.Iterates))
      Result.push_back(*Layout[Instance].FirstEdge + Index);
  return Result;
}

std::vector<uint32_t> FlowModel::instancesOf(uint32_t Function) const {
  std::vector<uint32_t> Result;
  for (auto [Index, I] : enumerate(Of.all()))
    if (I.Key.Function == Function)
      Result.push_back(static_cast<uint32_t>(Index));
  return Result;
}

} // namespace ipoint::worst
