//===- FlowByHandTest.cpp - Flow of calls that are written by hand --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-072

#include "FlowFixture.h"

using namespace ipoint;
using namespace ipoint::flow_tests;

namespace {

/// Records of blocks by hand, 10 ticks apart.
class Script {
public:
  Script &at(uint32_t Function, std::initializer_list<uint32_t> Blocks) {
    for (uint32_t Block : Blocks)
      Records.push_back(
          ipoint_record_timed(First + Function * Ipoints + Block, Time += 10));
    return *this;
  }
  std::vector<uint64_t> Records;

private:
  uint64_t Time = 1000;
};

/// Blocks as they are timed, and what a Script's records give.
class FlowByHand : public FlowOfTraces {
protected:
  Flow observe(const Script &S, const Root &Of = {F}) {
    return FlowOfTraces::observe(makeTrace("t", {S.Records}), Symbols,
                                 {2, MinOverhead, {}}, /*Jobs=*/1, Of);
  }
  database::Program P = makeProgram();
  SymbolTable Symbols{P, {true}};
};
using Numbers = std::vector<uint64_t>;

TEST_F(FlowByHand, CountsTriangularLoops) {
  Script S;
  S.at(H, {Entry, Join, Head});
  for (unsigned Round = 0; Round != 4; ++Round) {
    S.at(H, {Body});
    for (unsigned Inner = 0; Inner != Round; ++Inner)
      S.at(H, {InnerBody, InnerJoin});
    S.at(H, {InnerBody, Break, Behind, Head});
  }
  S.at(H, {ForJoin, DoBody, DoBody, DoJoin, Exit});
  Flow All = observe(S, {H});
  const ContextFlow *C = All.of({H, {}});
  ASSERT_TRUE(C);
  EXPECT_EQ(All.RootCalls, 1u);
  EXPECT_EQ(C->MostVisits, (Numbers{1, 0, 1, 5, 4, 10, 4, 6, 4, 1, 2, 1, 1}));
  EXPECT_EQ(C->MostInLoop,
            (std::vector<Numbers>{{5, 4, 10, 4, 6, 4}, {4, 1, 3}, {2}}));
  EXPECT_EQ(C->MostBegun, (Numbers{4, 4, 2}));
  EXPECT_EQ(C->LeastBegun, (Numbers{4, 1, 2}));
  // What break ends does not come to its end.
  EXPECT_EQ(C->MostCompleted, (Numbers{4, 3, 2}));
  const Shape &Sh = All.Shapes.at(H);
  EXPECT_EQ(Sh.Entry, 0u);
  EXPECT_EQ(Sh.Loops[1].Outer, 0u);
  EXPECT_FALSE(Sh.Loops[1].Head);
  EXPECT_TRUE(Sh.Edges[3].Enters);
  EXPECT_TRUE(Sh.Edges[5].Iterates);
  EXPECT_EQ(Sh.Edges[5].Loop, 0u);
}

/// A call that longjmp left counts as far as it came.
TEST_F(FlowByHand, CountsWhatIsLeftByAJump) {
  Script S;
  S.at(F, {Entry, Then}).at(G, {Entry, Join, Head, Body, InnerBody});
  S.at(F, {Join, Head, ForJoin, DoBody, DoJoin, Exit});
  Flow All = observe(S);
  EXPECT_EQ(All.RootCalls, 1u);
  EXPECT_EQ(All.Incomplete, 0u);
  const ContextFlow *C = All.of({G, {Then}});
  ASSERT_TRUE(C);
  EXPECT_EQ(C->Calls, 1u);
  EXPECT_EQ(C->SelfTimed, 0u);
  EXPECT_EQ(C->MostVisits[InnerBody], 1u);
  EXPECT_EQ(C->MostInLoop[0], (Numbers{1, 1, 1, 0, 0, 0}));
  EXPECT_EQ((All.Sites.at({Then, G}).Count), 1u);
}

TEST_F(FlowByHand, DropsWhatIsNotComplete) {
  Script Left; // by a jump that leaves the root
  Left.at(G, {Entry, Join}).at(F, {Entry, Join, Head});
  Left.at(G, {Head, ForJoin, DoBody, DoJoin, Exit});
  Script Impossible;
  Impossible.at(F, {Entry, Head, ForJoin, DoBody, DoJoin, Exit});
  Script Unfinished;
  Unfinished.at(F, {Entry, Join});
  Script Middle;
  Middle.at(F, {Head, ForJoin, DoBody, DoJoin, Exit});
  Script Unknown;
  Unknown.at(F, {Entry, Join}).at(H + 1, {0}).at(F, {Head, ForJoin, DoBody});
  Unknown.at(F, {DoJoin, Exit});
  for (const Script *S : {&Left, &Impossible, &Unfinished, &Middle, &Unknown}) {
    Flow All = observe(*S);
    EXPECT_EQ(All.RootCalls, 0u);
    EXPECT_EQ(All.Incomplete, 1u);
    EXPECT_TRUE(All.Contexts.empty());
    EXPECT_TRUE(All.Sites.empty());
    EXPECT_FALSE(All.ofFunction(F));
    EXPECT_FALSE(All.Longest);
  }
}

/// A handler of an interrupt that calls what the root calls, too.
TEST_F(FlowByHand, LeavesOutHandlers) {
  P.Units.front().Functions[G].IsInterrupt = true;
  SymbolTable WithHandler(P, {true});
  Script S;
  S.at(F, {Entry, Join, Head}).at(G, {Entry, Then}).at(H, {Entry, Join, Head});
  S.at(H, {ForJoin, DoBody, DoJoin, Exit});
  S.at(G, {Join, Head, ForJoin, DoBody, DoJoin, Exit});
  S.at(F, {ForJoin, DoBody, DoJoin, Exit});
  trace::Trace T = makeTrace("t", {S.Records});
  Flow All = FlowOfTraces::observe(T, WithHandler, {2, MinOverhead, {}});
  EXPECT_EQ(All.RootCalls, 1u);
  EXPECT_EQ(All.Contexts.size(), 1u);
  ASSERT_TRUE(All.Longest);
  EXPECT_EQ(All.Longest->Raw, 70u);
  // The handler itself can be the root.
  Flow OfHandler =
      FlowOfTraces::observe(T, WithHandler, {2, MinOverhead, {}}, 1, {G});
  EXPECT_EQ(OfHandler.RootCalls, 1u);
  EXPECT_TRUE(OfHandler.of({H, {Ipoints + Then}}));
}

/// Executions that are open where records are missing, or the call ends, are
/// not whole; the others count, though the begin of the call was not seen.
TEST_F(FlowByHand, DropsPartsThatAreNotWhole) {
  Script S;
  S.at(G, {Head, Body, InnerBody, Break, Behind, Head, Body, InnerBody});
  S.at(H + 1, {0}).at(G, {Break, Behind, Head, Body, InnerBody, InnerJoin});
  S.at(G, {InnerBody, Break, Behind, Head, ForJoin, DoBody, DoJoin, Exit});
  Flow All = observe(S, partOfG(Body, {Body, ForJoin}));
  EXPECT_EQ(All.RootCalls, 2u);
  EXPECT_EQ(All.Incomplete, 1u);
  ASSERT_TRUE(All.Longest);
  EXPECT_EQ(All.Longest->Raw, 70u);
  EXPECT_EQ(All.Longest->Number, 3u);
  All = observe(S, partOfG(InnerJoin, {DoJoin}));
  EXPECT_EQ(All.RootCalls, 1u);
  EXPECT_EQ(All.Longest->Raw, 70u);
  All = observe(S, partOfG(Break, {InnerJoin}));
  EXPECT_EQ(All.RootCalls, 1u); // the second time
  EXPECT_EQ(All.Incomplete, 2u);
}

TEST_F(FlowByHand, MergesInAnyOrder) {
  Script A, B;
  A.at(F, {Entry, Join, Head, ForJoin, DoBody, DoJoin, Exit});
  B.at(F, {Entry, Then, Join, Head, ForJoin, DoBody, DoBody, DoJoin, Exit});
  Flow AB = observe(A), BA = observe(B);
  AB.merge(observe(B));
  BA.merge(observe(A));
  AB.settle();
  BA.settle();
  EXPECT_EQ(textOf(AB), textOf(BA));
  EXPECT_EQ(AB.RootCalls, 2u);
  EXPECT_EQ(AB.of({F, {}})->MostBegun[2], 2u);
}

TEST_F(FlowByHand, KeepsWhatEachCallExecuted) {
  Script S;
  S.at(F, {Entry, Join, Exit}).at(F, {Entry, Join, Head, ForJoin, DoBody});
  S.at(F, {DoBody, DoJoin, Exit}).at(F, {Entry, Then, Join, Exit});
  Flow All = observe(S);
  EXPECT_TRUE(All.Ran.at(F).isKnown());
  std::vector<std::vector<uint32_t>> Sets;
  for (const llvm::BitVector &Set : All.Ran.at(F).all())
    Sets.emplace_back(Set.set_bits_begin(), Set.set_bits_end());
  EXPECT_EQ(Sets, (std::vector<std::vector<uint32_t>>{
                      {Entry, Then, Join, Exit},
                      {Entry, Join, Head, ForJoin, DoBody, DoJoin, Exit}}));
}

TEST(BlockSets, KeepsTheLargestUpToALimit) {
  BlockSets A, B;
  A.add({0, 1}, 70);
  A.add({1}, 70);
  A.add({0, 69}, 70);
  B.add({0, 1, 2}, 70);
  B.merge(std::move(A));
  ASSERT_EQ(B.all().size(), 2u);
  EXPECT_EQ(B.all().front().count(), 3u);
  B.add({69}, 70);
  EXPECT_EQ(B.all().size(), 2u);
  BlockSets Many;
  for (uint32_t Block = 1; Block <= BlockSets::Most; ++Block)
    Many.add({0, Block}, 1000);
  EXPECT_TRUE(Many.isKnown());
  EXPECT_EQ(Many.all().size(), BlockSets::Most);
  Many.add({0, 999}, 1000);
  EXPECT_FALSE(Many.isKnown());
  B.merge(std::move(Many));
  EXPECT_FALSE(B.isKnown());
}

} // namespace