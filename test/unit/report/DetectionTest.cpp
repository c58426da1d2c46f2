//===- DetectionTest.cpp - Interrupts and slow paths ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-055

#include "interrupts/find/Detection.h"
#include "DetectionFixture.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace ipoint::analysis;

namespace {

DetectionResult detect(const std::vector<const Histogram *> &Times,
                       const GapRule &R, const Findings &Known = {}) {
  return detect(shapesOf(Times, R), Times, R, Known);
}

std::vector<FilterState> statesOf(std::vector<const Histogram *> Times) {
  std::vector<FilterState> Result;
  for (const Decision &V : detect(Times, Rule).Decisions)
    Result.push_back(V.State);
  return Result;
}

constexpr FilterState Applied = FilterState::Applied,
                      Refused = FilterState::Refused,
                      Nothing = FilterState::NothingToExclude;

TEST(Detection, TheMainClusterEndsAtAGapAsWideAsItself) {
  Histogram H;
  for (uint64_t V = 24; V <= 108; ++V)
    H.add(V, 100);
  H.add(300, 5);
  H.add(2000, 5);
  BlockShape S = shapeOf(H, Rule);
  EXPECT_EQ(S.MainHigh, 108u);
  EXPECT_EQ(S.Beyond.size(), 2u);
  // A tail that grows thin has no gap, however long it is.
  Histogram Tail;
  for (uint64_t V = 100, N = 1 << 20; N; V = V * 3 / 2, N /= 2)
    Tail.add(V, N);
  EXPECT_TRUE(shapeOf(Tail, Rule).Beyond.empty());
  EXPECT_FALSE(shapeOf(makeBlock(40, 19, 1), Rule).IsClassifiable);
}

TEST(Detection, InterruptsComeInProportionToTime) {
  Histogram A = makeBlock(40, 100000, 40), B = makeBlock(80, 100000, 80),
            C = makeBlock(10, 100000, 10);
  EXPECT_EQ(statesOf({&A, &B, &C}), (std::vector{Applied, Applied, Applied}));
}

TEST(Detection, ASlowPathIsOneBlocksOwn) {
  Histogram A = makeBlock(40, 100000, 40), B = makeBlock(80, 100000, 80),
            Slow = makeBlock(10, 100000, 1000), Never = makeBlock(70, 9000, 0);
  EXPECT_EQ(statesOf({&A, &B, &Slow, &Never}),
            (std::vector{Applied, Applied, Refused, Nothing}));
}

TEST(Detection, WhatOneBlockHasAloneIsLeftUnlessItsTimesTell) {
  Histogram A = makeBlock(40, 1000000, 60), B = makeBlock(80, 100, 0);
  DetectionResult R = detect({&A, &B}, Rule);
  EXPECT_EQ(R.Decisions[0].State, Refused);
  ASSERT_EQ(R.Decisions[0].Watched.size(), 1u);
  EXPECT_EQ(R.Decisions[0].Watched[0].From, 2040u);
  Findings Known;
  Known.Admitted.push_back({0, R.Decisions[0].Watched[0]});
  R = detect({&A, &B}, Rule, Known);
  EXPECT_EQ(R.Decisions[0].State, Applied);
  EXPECT_TRUE(R.Decisions[0].Watched.empty());
}

TEST(Detection, WhatOthersAreNotInterruptedByIsAdmittedByItsTimes) {
  Histogram A = makeBlock(40, 100000, 200), B = makeBlock(80, 100000, 0);
  DetectionResult R = detect({&A, &B}, Rule);
  EXPECT_EQ(R.Decisions[0].State, Refused);
  ASSERT_EQ(R.Decisions[0].Watched.size(), 1u);
  Findings Known;
  Known.Admitted.push_back({0, R.Decisions[0].Watched[0]});
  EXPECT_EQ(detect({&A, &B}, Rule, Known).Decisions[0].State, Applied);
}

TEST(Detection, TheOnlyInterruptOfABlockIsSeenWhereverItLies) {
  // The longest of all, in a block whose gap begins at 40.
  Histogram A = makeBlock(400, 100000, 40), B = makeBlock(800, 100000, 80),
            One = makeBlock(40, 10000, 0);
  One.add(40 + 2499);
  EXPECT_EQ(statesOf({&A, &B, &One}), (std::vector{Applied, Applied, Applied}));
}

TEST(Detection, AQuarterInterruptedIsTooMuch) {
  Histogram A = makeBlock(1000, 1000, 300), B = makeBlock(2000, 1000, 240),
            C = makeBlock(500, 1000, 80);
  EXPECT_EQ(statesOf({&A, &B, &C}), (std::vector{Refused, Applied, Applied}));
  // Nor is it evidence against a block that has as much of it alone.
  EXPECT_EQ(statesOf({&A, &B}), (std::vector{Refused, Refused}));
}

TEST(Detection, AQuarterIsNotTooMuchWhereOtherBlocksLetExpectIt) {
  Histogram A = makeBlock(1000, 1000, 300), B = makeBlock(400, 1000, 120),
            C = makeBlock(100, 10000, 310);
  EXPECT_EQ(statesOf({&A, &B, &C}), (std::vector{Applied, Applied, Applied}));
}

TEST(Detection, AUsualTimeIsNotReportedAsUnexplained) {
  Histogram A = makeBlock(1000, 10000, 200), B = makeBlock(2000, 10000, 400);
  B.add(2700, 4000);
  Decision V = detect({&A, &B}, Rule).Decisions[1];
  EXPECT_NE(V.Reason.find("4000 visits of 2"), std::string::npos);
  EXPECT_EQ(V.Reason.find("clock"), std::string::npos);
}

TEST(Detection, TimesOnALatticeHaveNoGapBetweenNeighbours) {
  // An instruction takes 6.4 ticks, and where it begins in a tick varies.
  Histogram H;
  for (auto [Ticks, Count] :
       std::initializer_list<std::pair<int, int>>{{300, 24},
                                                  {301, 78},
                                                  {307, 4901},
                                                  {308, 1151},
                                                  {313, 1578},
                                                  {314, 2212},
                                                  {320, 15},
                                                  {1209, 15},
                                                  {1216, 34}})
    H.add(uint64_t(Ticks), uint64_t(Count));
  BlockShape S = shapeOf(H, {1, 3});
  EXPECT_EQ(S.MainHigh, 320u);
  EXPECT_EQ(S.Beyond.size(), 2u);
}

TEST(Detection, ExcessesThatDifferByATickAreAlike) {
  std::vector<Histogram> Blocks(3);
  for (auto [H, Ticks] : llvm::zip_equal(Blocks, std::vector{100, 200, 300})) {
    H.add(uint64_t(Ticks), 10000);
    H.add(uint64_t(Ticks + 44 + Ticks / 200), uint64_t(Ticks));
  }
  for (const Decision &V :
       detect({&Blocks[0], &Blocks[1], &Blocks[2]}, {1, 3}).Decisions)
    EXPECT_EQ(V.State, Applied);
}

TEST(Detection, AQuarterInAllIsMadeLessByWhatIsMostFrequent) {
  // Neither is a quarter: what no other block has is left, the rest is not.
  Histogram A = makeBlock(1000, 10000, 200), B = makeBlock(2000, 10000, 400);
  B.add(2700, 3000);
  EXPECT_EQ(statesOf({&A, &B}), (std::vector{Applied, Applied}));
  EXPECT_LT(detect({&A, &B}, Rule).Decisions[1].Left[0].To, 4000u);
}

TEST(Detection, AClockOfTwoSpeedsHidesNoInterrupts) {
  // At the lower speed the longer block's times lie beyond a gap, as those of
  // the shorter one do not.
  Histogram A = makeBlock(400, 100000, 80), B = makeBlock(2400, 100000, 480);
  A.add(460, 40000);
  B.add(2760, 40000);
  DetectionResult R = detect({&A, &B}, Rule);
  EXPECT_EQ(R.Decisions[0].State, Applied);
  ASSERT_EQ(R.Decisions[1].State, Applied);
  ASSERT_EQ(R.Decisions[1].Left.size(), 1u);
  EXPECT_EQ(R.Decisions[1].Left[0].From, 2760u);
  EXPECT_GT(R.Decisions[1].Interrupted.front().From, R.Decisions[1].Left[0].To);
  EXPECT_LE(R.Decisions[1].Interrupted.front().From, 4400u);
}

TEST(Detection, TheTailOfTheMainClusterIsItsOwnWhateverLiesBeyond) {
  // As of a normal distribution around 4000: beyond it are as many visits at a
  // lower speed that its tail is less than a tenth of them.
  Histogram H;
  for (int64_t V = -480; V <= 480; V += 4)
    H.add(uint64_t(4000 + V),
          uint64_t(40 * std::exp(-V * V / 2.0 / (120 * 120)) + 1));
  for (uint64_t V = 6000; V < 6800; V += 4)
    H.add(V, 8);
  for (uint64_t V = 13000; V < 14000; V += 10)
    H.add(V, 2);
  EXPECT_EQ(shapeOf(H, Rule).MainHigh, 4483u);
}

/// Adds \p Interrupted visits that took \p Own ticks and 9000 to 10000 more.
void addInterrupted(Histogram &H, uint64_t Own, uint64_t Interrupted) {
  for (uint64_t I = 0; I < Interrupted; ++I)
    H.add(Own + 9000 + I * 1000 / Interrupted);
}

/// How many visits beyond \p Ticks the decision does not excluded.
uint64_t leftBeyond(uint64_t Ticks, const Histogram &H, const Decision &V) {
  uint64_t Left = 0;
  H.forEach([&](const Histogram::Bucket &B) {
    bool IsInterrupted = llvm::any_of(V.Interrupted, [&](const Band &S) {
      return B.Low >= S.From && B.Low <= S.To;
    });
    Left += B.Low > Ticks && !IsInterrupted ? B.Count : 0;
  });
  return Left;
}

TEST(Detection, WhatWasAddedAtEitherSpeedIsOneKind) {
  // At 1.6 times the time: of the longest block what is added looks like two
  // classes, one of which no other block has.
  for (uint64_t Slow : {40000u, 60000u}) {
    std::vector<Histogram> Blocks(3);
    for (auto [H, Ticks] :
         llvm::zip_equal(Blocks, std::vector{4000u, 1500u, 100u})) {
      uint64_t Times = Ticks * 16 / 10;
      H.add(Ticks, 100000 - Slow);
      H.add(Times, Slow);
      addInterrupted(H, Ticks, Ticks * (100000 - Slow) / 1000000);
      addInterrupted(H, Times, Times * Slow / 1000000);
    }
    DetectionResult R = detect({&Blocks[0], &Blocks[1], &Blocks[2]}, Rule);
    for (auto [H, V] : llvm::zip_equal(Blocks, R.Decisions)) {
      EXPECT_EQ(V.State, Applied);
      EXPECT_EQ(leftBeyond(7000, H, V), 0u);
    }
  }
}

TEST(Detection, APathThatHidesInterruptsIsNoTimeWithoutInterrupts) {
  // Interrupted as often as the others, which its times hide.
  Histogram A = makeBlock(400, 100000, 400), B = makeBlock(80, 100000, 80),
            Path = makeBlock(1000, 100000, 1000);
  for (uint64_t I = 0; I < 20000; ++I)
    Path.add(2000 + I / 4);
  EXPECT_EQ(statesOf({&A, &B, &Path}),
            (std::vector{Applied, Applied, Refused}));
}

TEST(Detection, TheTailOfManyInterruptsIsNotHeldAgainstThem) {
  // One stray lies apart from the tail.
  Histogram Long, A, B;
  Long.add(1500, 100000);
  addInterrupted(Long, 4500, 1600);
  for (uint64_t Excess = 9000; Excess < 10500; Excess += 25)
    Long.add(1500 + Excess);
  for (uint64_t Excess = 11000; Excess < 12000; Excess += 300)
    Long.add(1500 + Excess);
  Long.add(6500);
  A.add(500, 100000);
  addInterrupted(A, 3500, 530);
  for (uint64_t Excess : {9400, 9600, 9800})
    A.add(500 + Excess);
  B.add(100, 100000);
  addInterrupted(B, 3100, 100);
  EXPECT_EQ(statesOf({&Long, &A, &B}),
            (std::vector{Applied, Applied, Applied}));
}

TEST(Detection, APathTakesNoMoreInterruptsWithItThanItHasVisits) {
  // No gap of a tenth parts the block's own visits from its interrupts.
  Histogram Long, A, B;
  Long.add(1500, 100000);
  addInterrupted(Long, 4500, 1600);
  for (uint64_t Excess = 9000; Excess < 12000;
       Excess += Excess < 10500 ? 1 : 300)
    Long.add(1500 + Excess);
  A.add(500, 100000);
  addInterrupted(A, 3500, 530);
  B.add(100, 100000);
  addInterrupted(B, 3100, 100);
  DetectionResult R = detect({&Long, &A, &B}, Rule);
  EXPECT_EQ(R.Decisions[0].State, Applied);
  ASSERT_EQ(R.Decisions[0].Left.size(), 1u);
  EXPECT_LT(R.Decisions[0].Left[0].To, 13500u);
  EXPECT_EQ(leftBeyond(13500, Long, R.Decisions[0]), 0u);
}

TEST(Detection, BlocksAreComparedByWhatTheyShow) {
  // Two blocks with long tails show long interrupts only; short ones that
  // nothing parts from these are seen in little blocks alone, and are many.
  auto AddSpread = [](Histogram &H, double From, double To, unsigned Count) {
    for (unsigned I = 0; I < Count; ++I)
      H.add(uint64_t(50 + From * std::pow(To / From, double(I) / Count)));
  };
  std::vector<Histogram> Blocks(12);
  for (unsigned I = 0; I < Blocks.size(); ++I) {
    Histogram &H = Blocks[I];
    if (I < 10) {
      H.add(50, 20'000);
      double Shift = std::pow(11'000.0 / 300, I / 120.0);
      AddSpread(H, 300 * Shift, 11'000 * Shift, 12);
      continue;
    }
    H.add(50, 1'000'000);
    for (uint64_t Tail : {140, 230, 400, 740, 1400, 2700, 5300})
      H.add(Tail, 40);
    AddSpread(H, 14'000 + 500 * I, 50'000 + 100 * I, 10);
    AddSpread(H, 50'000, 57'000, 24);
  }
  std::vector<const Histogram *> Times;
  for (const Histogram &H : Blocks)
    Times.push_back(&H);
  DetectionResult Found = detect(Times, Rule);
  EXPECT_EQ(Found.Classes.size(), 1u);
  EXPECT_GT(Found.Shapes[10].LeastVisible, 10'000);
  for (unsigned I : {10, 11}) {
    EXPECT_EQ(Found.Decisions[I].State, Applied);
    EXPECT_EQ(Found.Decisions[I].Reason, "");
  }
}

/// A handler lasts 300 ticks while the first three blocks run, and 800 while
/// the others do.
TEST(Detection, AClassMayReachAPartOfTheProgramOnly) {
  Histogram Blocks[6];
  std::vector<const Histogram *> Times;
  for (unsigned I = 0; I < 6; ++I) {
    const uint64_t Ticks = 40 << I % 3;
    Blocks[I].add(Ticks, 20000);
    Blocks[I].add(Ticks + (I < 3 ? 300 : 800), Ticks);
    Times.push_back(&Blocks[I]);
  }
  EXPECT_EQ(statesOf(Times), std::vector(6, Applied));
  // A path that the blocks have in common comes with their visits.
  for (unsigned I = 0; I < 6; ++I) {
    Blocks[I] = Histogram();
    Blocks[I].add(40 << I % 3, 20000);
    if (I < 3)
      Blocks[I].add((40 << I) + 300, 100);
  }
  DetectionResult R = detect(Times, Rule);
  EXPECT_EQ(R.Decisions[0].State, Refused);
}

TEST(Detection, StructureInTheMainClusterIsNamed) {
  Histogram H;
  H.add(24, 9360);
  for (uint64_t V = 68; V <= 108; ++V)
    H.add(V, 16);
  std::optional<StructureModel> S = structureOf(H, 108, {});
  ASSERT_TRUE(S);
  EXPECT_EQ(S->From, 68);
  EXPECT_NEAR(S->Share, 0.0655, 0.0001);
  Histogram Smooth;
  for (uint64_t V = 0; V < 100; ++V)
    Smooth.add(100 + V, 1000 - 9 * V);
  EXPECT_FALSE(structureOf(Smooth, 200, {}));
}

} // namespace
