//===- InstancesTest.cpp - Contexts that make one instance ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowFixture.h"
#include "worst/FlowModel.h"
#include <random>

using namespace ipoint;
using namespace ipoint::flow_tests;

namespace {

/// A Flow with any numbers in it.
class AnyFlow {
public:
  AnyFlow(const SymbolTable &Symbols, unsigned Depth, unsigned Seed)
      : Symbols(Symbols), Random(Seed) {
    Seen.Root = {F};
    Seen.Depth = Depth;
    for (uint32_t Function : {F, G, H}) {
      Seen.Shapes.try_emplace(Function, Symbols, Root{Function});
      for (uint32_t Block = 0; Block != Ipoints; ++Block)
        for (uint32_t Callee : calleesOf(Function, Block))
          if (number(4))
            Seen.Sites[{Function * Ipoints + Block, Callee}] = {1, number(3)};
    }
    add({F, {}});
    for (int Walk = 0; Walk != 40; ++Walk)
      addWalk();
    Seen.settle();
    Report.Functions.resize(3);
  }

  Flow Seen;
  ReportModel Report;

private:
  uint64_t number(unsigned Below) { return Random() % Below; }

  /// Calls that lead from one to the next, all of which were seen.
  void addWalk() {
    for (ContextKey At{F, {}}; number(5);) {
      uint32_t Block = static_cast<uint32_t>(number(Ipoints));
      const std::vector<uint32_t> &Callees = calleesOf(At.Function, Block);
      if (Callees.empty())
        continue;
      At.Sites.push_back(At.Function * Ipoints + Block);
      if (At.Sites.size() > Seen.Depth)
        At.Sites.erase(At.Sites.begin());
      At.Function = Callees[number(static_cast<unsigned>(Callees.size()))];
      if (!Seen.of(At))
        add(At);
    }
  }

  void add(const ContextKey &Key) {
    const Shape &S = Seen.Shapes.at(Key.Function);
    ContextFlow &C = Seen.Contexts[Key];
    auto fill = [&](std::vector<uint64_t> &To, size_t Size) {
      To.resize(Size);
      for (uint64_t &N : To)
        N = 1 + number(5);
    };
    C.Calls = C.MostCalls = 1 + number(5);
    for (size_t I = 0; I != S.Edges.size(); ++I)
      C.Edges.push_back({number(3), 1, number(100), 1});
    fill(C.MostVisits, S.Blocks.size());
    fill(C.MostInRoot, S.Blocks.size());
    for (const Shape::Loop &L : S.Loops)
      fill(C.MostInLoop.emplace_back(), L.Blocks.size());
    fill(C.MostBegun, S.Loops.size());
    C.LeastBegun = C.MostCompleted = C.MostBegun;
  }

  const SymbolTable &Symbols;
  std::mt19937 Random;
};

/// The longest path through \p Of.
Solution longest(const FlowModel &Of) {
  LinearProgram P = Of.program();
  for (auto [C, As] : llvm::zip_equal(P.Columns, Of.columns()))
    if (As.Time)
      C.Cost = *As.Time->Raw;
  llvm::Expected<Solution> S = Solver(P).solve();
  EXPECT_TRUE(bool(S));
  return S ? *S : Solution();
}

/// f calls h twice where its do loop ends.
TEST(Instances, CallsOfOneFunctionInABlockAreSites) {
  const SymbolTable Symbols(makeProgram(), {true});
  AnyFlow Any(Symbols, 3, 1);
  const uint32_t Site = F * Ipoints + DoJoin;
  for (bool IsOrdered : {true, false}) {
    Any.Seen.Sites[{Site, H}].IsOrdered = IsOrdered;
    const UnitTimes Units(Symbols, Any.Report, Any.Seen, {},
                          UnitChoice::Blocks);
    const Instances All(Symbols, Any.Seen, Units, {3, false, {}});
    std::vector<std::vector<uint32_t>> Sites; // by group
    for (const CallGroup &G : All.calls())
      if (G.Caller == 0 && All.all()[0].S->Blocks[G.Block] == Site &&
          All.all()[G.Callees[0]].Key.Function == H) {
        EXPECT_EQ(G.Least, static_cast<double>(G.Callees.size()));
        EXPECT_EQ(G.Most, G.Least);
        std::vector<uint32_t> &Of = Sites.emplace_back();
        for (uint32_t Callee : G.Callees)
          Of.push_back(All.all()[Callee].Key.Sites.back());
      }
    using Groups = std::vector<std::vector<uint32_t>>;
    const uint32_t One = siteAt(Site, 0), Two = siteAt(Site, 1);
    EXPECT_EQ(Sites, IsOrdered ? Groups({{One}, {Two}}) : Groups({{One, Two}}));
  }
}

TEST(Instances, MergedOnesHaveTheSameEstimate) {
  const SymbolTable Symbols(makeProgram(), {true});
  size_t Contexts = 0, Left = 0;
  for (unsigned Seed = 0; Seed != 24; ++Seed) {
    const unsigned Depth = Seed % 4;
    const AnyFlow Any(Symbols, Depth, Seed);
    const UnitTimes Units(Symbols, Any.Report, Any.Seen, {},
                          UnitChoice::Blocks);
    const Instances All(Symbols, Any.Seen, Units, {Depth, false, {}});
    Instances Merged = All;
    Merged.merge();
    ASSERT_EQ(Merged.contexts().size(), All.all().size());
    Contexts += All.all().size();
    Left += Merged.all().size();
    for (ObservedBounds Level : {ObservedBounds::Loops, ObservedBounds::Counts,
                                 ObservedBounds::Totals}) {
      const FlowModel Whole(Symbols, All, Units, {}, Level, false),
          Small(Symbols, Merged, Units, {}, Level, false);
      const Solution S = longest(Small);
      ASSERT_EQ(S.Is, Solution::Optimal);
      EXPECT_NEAR(S.Value, longest(Whole).Value, 1e-9 * S.Value) << Seed;
      // Functions whose calls are on the path are those of its contexts.
      std::set<uint32_t> Called = {F}, OfContexts;
      for (auto [C, Count] : llvm::zip_equal(Small.columns(), S.Columns))
        if (C.Is == FlowModel::Column::CallOf && Count > 1e-6)
          Called.insert(Merged.all()[C.Edge].Key.Function);
      for (auto [I, Is] : llvm::zip_equal(
               Merged.contexts(), Merged.called([&](size_t Call, size_t To) {
                 return S.Columns[Small.callOf(Call, To)] > 1e-6;
               })))
        if (Is)
          OfContexts.insert(I.Key.Function);
      EXPECT_EQ(Called, OfContexts) << Seed;
    }
  }
  EXPECT_LT(Left, Contexts * 3 / 4);
}

} // namespace
