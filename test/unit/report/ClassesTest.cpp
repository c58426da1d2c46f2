//===- ClassesTest.cpp - Interrupts that add about as much ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-055

#include "DetectionFixture.h"
#include "interrupts/find/Detection.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace ipoint::analysis;

namespace {

TEST(Classes, KindsAreSplitWhereFewLieBetweenMany) {
  std::vector<BlockExcesses> Blocks(1);
  Blocks[0].Visits = 100000;
  std::vector<std::pair<double, uint64_t>> &Excesses = Blocks[0].Excesses;
  for (double E = 2000; E < 2500; E += 10)
    Excesses.push_back({E, 5});
  Excesses.push_back({4000, 1}); // a tail is no class
  EXPECT_EQ(findClasses(Blocks).size(), 1u);
  for (double E = 12000; E < 15000; E += 100)
    Excesses.push_back({E, 5});
  InterruptClasses Classes = findClasses(Blocks);
  ASSERT_EQ(Classes.size(), 2u);
  EXPECT_TRUE(Classes.bandOf(4000));
  EXPECT_GT(Classes.bands()[0].High, 2500);
  EXPECT_LT(Classes.bands()[0].High, 12000);
}

TEST(Classes, AFewThatLieFarFromAllOthersAreNoneOfTheirs) {
  std::vector<BlockExcesses> Blocks(1);
  Blocks[0].Visits = 100000;
  Blocks[0].Excesses = {{15, 1}, {90, 1}, {300, 1}, {555, 1}};
  EXPECT_EQ(findClasses(Blocks).size(), 4u);
  Blocks[0].Excesses = {{60, 1}, {120, 1}, {495, 90}, {500, 100}, {1600, 2}};
  EXPECT_EQ(findClasses(Blocks).size(), 4u);
  // A long tail is that of one class: log-normal lengths, of which one is e
  // times the next but few.
  Blocks[0].Excesses.clear();
  for (double P = 0.0025; P < 1; P += 0.005)
    Blocks[0].Excesses.push_back({500 * std::pow(P / (1 - P), 0.6), 1});
  EXPECT_EQ(findClasses(Blocks).size(), 1u);
}

TEST(Classes, InterruptsThatMeetInAVisitAreNoFurtherClass) {
  std::vector<BlockExcesses> Blocks(1);
  Blocks[0].Visits = 10000;
  for (double E = 2000; E < 2500; E += 10)
    Blocks[0].Excesses.push_back({E, 20});
  Blocks[0].Excesses.push_back({4500, 50});
  // 1,050 of 10,000 were interrupted, so about 56 twice.
  EXPECT_EQ(findClasses(Blocks).size(), 1u);
  // As many of each, but of more visits: about 5.5 twice.
  Blocks[0].Visits = 100000;
  EXPECT_EQ(findClasses(Blocks).size(), 2u);
}

/// In pairs, of which half are in one visit: more than chance makes. The
/// lengths of two differ as those of one do, times the root of two.
TEST(Classes, PairsInOneVisitAreNoFurtherClass) {
  BlockExcesses B;
  B.Visits = 100000;
  for (double A = 1000; A <= 1300; A += 20) {
    B.Excesses.push_back({A, 32});
    for (double Other = 1000; Other <= 1300; Other += 20)
      B.Excesses.push_back({A + Other, 1});
  }
  InterruptClasses Classes = findClasses(B);
  EXPECT_EQ(Classes.size(), 1u);
  ASSERT_TRUE(Classes.bandOf(2300));
  EXPECT_EQ(Classes.bandOf(2300)->timesOf(0), 2u);
  // What is all alike is something else.
  erase_if(B.Excesses, [](auto &E) { return E.first > 1500; });
  B.Excesses.push_back({2300, 256});
  EXPECT_EQ(findClasses(B).size(), 2u);
}

TEST(Classes, InterruptsThatComeWhileTheirHandlerRunsAreNoFurtherClass) {
  // 2,000 ticks at each 8,000th on average: a fifth comes in the handler.
  BlockExcesses B;
  B.Visits = 100000;
  B.Exposure = 10e6;
  B.Excesses = {{2000, 800}, {4000, 160}, {6000, 35}, {8000, 8}};
  InterruptClasses Classes = findClasses(B);
  EXPECT_EQ(Classes.size(), 1u);
  ASSERT_TRUE(Classes.bandOf(6000));
  EXPECT_EQ(Classes.bandOf(6000)->timesOf(0), 3u);
}

TEST(Classes, ABandOfSeveralSumsIsNamedByTheFewestInterrupts) {
  // The few with four, five or six lie in one band, half of them with five.
  BlockExcesses B;
  B.Visits = 100000;
  B.Exposure = 20e6;
  B.Excesses = {{2500, 1200}, {5000, 250}, {7500, 70},
                {10000, 20},  {12500, 16}, {15000, 6}};
  InterruptClasses Classes = findClasses(B);
  EXPECT_EQ(Classes.size(), 1u);
  EXPECT_EQ(Classes.bandOf(10000)->timesOf(0), 4u);
}

/// 60 in each of ten blocks of lengths that differ by half; \p Slow visits of
/// the last block take twice as long.
static std::vector<BlockExcesses> makeBlocksWithPath(double Ticks,
                                                     uint64_t Slow) {
  std::vector<BlockExcesses> Blocks(10);
  for (BlockExcesses &B : Blocks) {
    B.Visits = 5000;
    B.Exposure = 500000;
    for (double E = 1700; E < 2700; E += 50)
      B.Excesses.push_back({E, 3});
  }
  Blocks.back().Excesses.push_back({Ticks, Slow});
  return Blocks;
}

TEST(Classes, WhatOneBlockHasBehindAGapIsNoTailOfAllOthers) {
  EXPECT_EQ(findClasses(makeBlocksWithPath(4500, 12)).size(), 2u);
  // It may be chance.
  EXPECT_EQ(findClasses(makeBlocksWithPath(4500, 1)).size(), 1u);
}

TEST(Classes, APathOfOneBlockIsNoSumThatHandlersOfAllBlocksMake) {
  // Two in a visit would last as long, and a fifth comes in a handler: but
  // these are in all blocks.
  EXPECT_EQ(findClasses(makeBlocksWithPath(5000, 12)).size(), 2u);
  std::vector<BlockExcesses> Blocks = makeBlocksWithPath(5000, 12);
  for (BlockExcesses &B : Blocks)
    B.Excesses.push_back({5000, 6});
  EXPECT_EQ(findClasses(Blocks).size(), 1u);
}

TEST(Classes, AHandlerMayBeAsLongAsSeveralOfAnotherOne) {
  // 900 ticks, and one in ten of 3,600; some come in a handler. Four of 900
  // would have less visits than three.
  BlockExcesses B;
  B.Visits = 120000;
  B.Exposure = 10e6;
  B.Excesses = {{900, 1300}, {1800, 200}, {2700, 40}, {3600, 170}, {4500, 50}};
  InterruptClasses Classes = findClasses(B);
  EXPECT_EQ(Classes.size(), 2u);
  ASSERT_TRUE(Classes.bandOf(3600));
  EXPECT_EQ(Classes.bandOf(3600)->Of, (std::vector<uint32_t>{1}));
  EXPECT_EQ(Classes.bandOf(2700)->timesOf(0), 3u);
  EXPECT_EQ(Classes.bandOf(4500)->Of, (std::vector<uint32_t>{0, 1}));
}

TEST(Classes, SumsOfTwoClassesAreNoThird) {
  BlockExcesses B;
  B.Visits = 100000;
  B.Excesses = {{355, 600}, {1346, 30}, {1701, 371}};
  InterruptClasses Classes = findClasses(B);
  EXPECT_EQ(Classes.size(), 2u);
  EXPECT_EQ(Classes.bandOf(1701)->Of, (std::vector<uint32_t>{0, 1}));
  // As long by chance: they are in blocks that have neither.
  BlockExcesses Sums = {100000, {{1701, 371}}, 0, 0};
  B.Excesses.pop_back();
  EXPECT_EQ(findClasses({B, Sums}).size(), 3u);
}

TEST(Classes, SlowVisitsAreNotOfAClassThatIsAlikeToAFewTicks) {
  BlockExcesses B;
  B.Visits = 100000;
  for (double E = 995; E <= 1005; ++E)
    B.Excesses.push_back({E, 50});
  B.Excesses.push_back({700, 5});
  EXPECT_EQ(findClasses(B).size(), 2u);
}

} // namespace
