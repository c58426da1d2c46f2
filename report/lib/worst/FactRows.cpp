//===- FactRows.cpp - Flow facts as rows ----------------------------------===//
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

/// Columns that add up to how often \p C is executed, times its factor; in the
/// instance \p Only, or in all.
FlowModel::Terms FlowModel::termsOf(const Counted &C,
                                    std::optional<uint32_t> Only) const {
  Terms Result;
  auto AddFrom = [&](uint32_t I) {
    const Instance &In = Of.all()[I];
    if (C.Is == Counted::Function) {
      Result.push_back({Layout[I].Calls, C.Factor});
    } else if (In.S && Layout[I].FirstEdge && C.Is == Counted::Block) {
      if (std::optional<uint32_t> Block = In.S->find(C.Number))
        append_range(Result, visits(I, *Block, C.Factor));
    } else if (In.S && Layout[I].FirstEdge) {
      for (auto [Index, E] : enumerate(In.S->Edges))
        if (E.Symbol == C.Number)
          Result.push_back({*Layout[I].FirstEdge + Index, C.Factor});
    }
  };
  if (Only)
    AddFrom(*Only);
  else
    for (uint32_t I : instancesOf(functionOf(Symbols, C)))
      AddFrom(I);
  return Result;
}

uint32_t functionOf(const SymbolTable &Symbols, const Counted &C) {
  return C.Is == Counted::Function ? C.Number
         : C.Is == Counted::Block
             ? Symbols.blocks()[C.Number].Function
             : Symbols.blocks()[Symbols.sourceOf(C.Number)].Function;
}

void FlowModel::addFacts() {
  for (const Fact &F : Facts)
    switch (F.Is) {
    case Fact::LoopBound:
      addLoopFact(F);
      break;
    case Fact::Sum:
    case Fact::Calls:
      addSumFact(F);
      break;
    case Fact::Never:
      for (const Counted &C : F.Terms)
        addFactRow(F, 0, false, {}, termsOf(C, std::nullopt));
      break;
    case Fact::NotBoth:
      addNotBoth(F);
      break;
    case Fact::Targets: // they are in the calls
    case Fact::Time:    // and these in the costs
      break;
    }
}

void FlowModel::addFactRow(const Fact &F, double Bound, bool IsLower,
                           std::vector<uint32_t> Times, Terms Sum) {
  BoundRow B;
  B.Bound = Bound;
  B.IsLower = IsLower;
  B.Times = std::move(Times);
  B.From = F.From;
  B.Place = F.Place;
  B.Words = F.Words;
  B.Loop = F.Loop;
  if (F.Loop == None && !F.Terms.empty() && F.Terms[0].Is == Counted::Block)
    B.Block = F.Terms[0].Number;
  addBound(std::move(B), std::move(Sum));
}

/// Rows for what \p F says at most and at least.
void FlowModel::addFactRows(const Fact &F, const std::vector<uint32_t> &Times,
                            const Terms &Sum) {
  if (F.Most)
    addFactRow(F, *F.Most, false, Times, Sum);
  if (F.Least && *F.Least > 0)
    addFactRow(F, *F.Least, true, Times, Sum);
}

std::vector<uint32_t> FlowModel::callsOfFunction(uint32_t Function) const {
  std::vector<uint32_t> Result;
  for (uint32_t I : instancesOf(Function))
    Result.push_back(Layout[I].Calls);
  return Result;
}

/// Index of the loop \p Symbol in the shape of \p Instance.
uint32_t FlowModel::loopIn(uint32_t Instance, uint32_t Symbol) const {
  auto Loops = ArrayRef(Of.all()[Instance].S->Loops);
  auto It = find_if(Loops, [&](const auto &L) { return L.Symbol == Symbol; });
  return static_cast<uint32_t>(It - Loops.begin());
}

void FlowModel::addLoopFact(const Fact &F) {
  uint32_t Function = Symbols.loops()[F.Loop].Function;
  bool IsOfOther = F.Function != None && F.Function != Function;
  Terms All;
  for (uint32_t I : instancesOf(Function)) {
    if (!Layout[I].FirstEdge)
      continue;
    uint32_t Loop = loopIn(I, F.Loop);
    Terms Iterations;
    for (uint32_t Column : stepsOf(I, Loop, /*Enters=*/false))
      Iterations.push_back({Column, 1});
    if (F.Per == Scope::Entry)
      addFactRows(F, stepsOf(I, Loop, /*Enters=*/true), Iterations);
    else if (F.Per == Scope::Call && !IsOfOther)
      addFactRows(F, {Layout[I].Calls}, Iterations);
    append_range(All, Iterations);
  }
  if (F.Per == Scope::Call && IsOfOther)
    addFactRows(F, callsOfFunction(F.Function), All);
  else if (F.Per == Scope::Root)
    addFactRows(F, {}, All);
}

/// In each call of a function that all terms are of: for each instance, as that
/// is tighter than for all calls together.
void FlowModel::addSumFact(const Fact &F) {
  auto Sum = [&](std::optional<uint32_t> Only) {
    Terms Result;
    for (const Counted &C : F.Terms)
      append_range(Result, termsOf(C, Only));
    return Result;
  };
  bool IsWithin = all_of(F.Terms, [&](const Counted &C) {
    return C.Is != Counted::Function && functionOf(Symbols, C) == F.Function;
  });
  if (F.Per == Scope::Entry) {
    uint32_t Function = Symbols.loops()[F.Loop].Function;
    for (uint32_t I : instancesOf(Function))
      if (Layout[I].FirstEdge)
        addFactRows(F, stepsOf(I, loopIn(I, F.Loop), /*Enters=*/true), Sum(I));
    return;
  }
  if (F.Per != Scope::Call)
    return addFactRows(F, {}, Sum(std::nullopt));
  if (!IsWithin)
    return addFactRows(F, callsOfFunction(F.Function), Sum(std::nullopt));
  for (uint32_t I : instancesOf(F.Function))
    addFactRows(F, {Layout[I].Calls}, Sum(I));
}

/// The most visits of a block in a call: what bounds of the loops around it
/// multiply to.
double FlowModel::mostPerCall(uint32_t Number, uint32_t Block) const {
  const Instance &I = Of.all()[Number];
  double Most = 1;
  for (auto [Index, L] : enumerate(I.S->Loops)) {
    if (!is_contained(L.Blocks, Block))
      continue;
    double Bound = Infinity;
    for (const Fact &F : Facts)
      if (F.Is == Fact::LoopBound && F.Loop == L.Symbol && F.Most &&
          F.Per == Scope::Entry)
        Bound = std::min(Bound, *F.Most);
    if (Bound == Infinity && I.Any && Observed >= ObservedBounds::Loops)
      Bound = static_cast<double>(I.Any->MostBegun[Index]);
    Most *= Bound;
  }
  return Most;
}

/// Of two that exclude each other, x/X + y/Y ≤ 1 in each call, where X and Y
/// are the most that there can be. Exclusion is no linear constraint; this is
/// the tightest one that it implies.
void FlowModel::addNotBoth(const Fact &F) {
  std::vector<uint32_t> All = instancesOf(
      F.Per == Scope::Call ? F.Function : functionOf(Symbols, F.Terms[0]));
  for (uint32_t I : All) {
    if (!Layout[I].FirstEdge)
      continue;
    Terms Sum;
    bool IsBounded = true;
    for (const Counted &C : F.Terms) {
      std::optional<uint32_t> Block = Of.all()[I].S->find(C.Number);
      if (!Block)
        continue;
      double Most = mostPerCall(I, *Block);
      IsBounded &= Most > 0 && Most < Infinity;
      for (auto [Column, Factor] : termsOf(C, I))
        Sum.push_back({Column, Factor / Most});
    }
    if (IsBounded)
      addFactRow(F, 1, false, {Layout[I].Calls}, std::move(Sum));
  }
}

} // namespace ipoint::worst
