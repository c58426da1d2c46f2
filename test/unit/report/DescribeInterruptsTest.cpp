//===- DescribeInterruptsTest.cpp - What is reported is what decided ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interrupts/describe/DescribeInterrupts.h"
#include "ProgramBuilder.h"
#include "interrupts/describe/ClassDescriber.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace ipoint;
using namespace ipoint::analysis;

namespace {

database::Program makeProgram() {
  database::Program P;
  addFunction(addUnit(P), "f");
  return P;
}

/// A block with visits of \p Times, of which interrupted ones are excluded from
/// \p From ticks on. \p Times must outlive it.
class InterruptedBlock {
public:
  InterruptedBlock(Histogram &Times, uint64_t From)
      : Times(Times), Decisions(decide(Times, From)) {}

  /// An interrupted visit of \p Ticks that ends at \p At.
  void add(uint64_t At, uint64_t Ticks) {
    Times.add(Ticks);
    Seen.Blocks[0].Interrupted.add(Ticks, {}, 0);
    Seen.Log.add({At, Ticks, Decisions[0].Instead.Ticks, 0, 0, false});
  }

  InterruptsModel describe(std::vector<ClassBand> Bands,
                           llvm::ArrayRef<StreamOrigin> Streams = {}) const {
    const Histogram *All[] = {&Times, nullptr};
    return describeInterrupts(Seen, Symbols, All, Decisions, shapesOf(All, {}),
                              Streams, InterruptClasses(std::move(Bands)), {},
                              FilterMode::Detect);
  }

private:
  static std::vector<Decision> decide(const Histogram &Times, uint64_t From) {
    std::vector<Decision> Result(2);
    Decision &V = Result[0];
    V.State = FilterState::Applied;
    V.Interrupted = {{From, UINT64_MAX}};
    V.Instead = undisturbed(Times, V.Interrupted, 1);
    return Result;
  }

  Histogram &Times;
  const database::Program P = makeProgram();
  const SymbolTable Symbols{P, {true}};
  std::vector<Decision> Decisions;
  FilterCollector Seen{Symbols, Decisions, 0};
};

/// Of a block with \p Times and 400 interrupted visits, which come to them,
/// each of \p TicksOf its number; those from \p From ticks on are excluded.
InterruptsModel describeInterrupted(Histogram &Times, uint64_t From,
                                    uint64_t (*TicksOf)(uint64_t)) {
  InterruptedBlock Block(Times, From);
  for (uint64_t I = 0; I < 400; ++I)
    Block.add((I * I + 1000 * I) * 1000, TicksOf(I));
  return Block.describe({{{0, INFINITY}, {0}}});
}

/// A block of 1,000 visits of 100 ticks, and 40 of 400 to 430 that are
/// excluded: excesses lie so close together that they are one class.
class DescribeInterrupts : public testing::Test {
protected:
  void SetUp() override {
    Times.add(100, 1000);
    Decision &V = Decisions[0];
    V.State = FilterState::Applied;
    V.Interrupted = {{300, UINT64_MAX}};
    V.Instead = undisturbed(Times, V.Interrupted, 1);
    for (uint64_t Ticks = 400; Ticks < 440; ++Ticks)
      Times.add(Ticks);
  }

  /// The counts of the classes.
  std::vector<uint64_t> describe(std::vector<ClassBand> Decided,
                                 FilterMode By) {
    FilterCollector Seen(Symbols, Decisions, 0);
    for (uint64_t Ticks = 400; Ticks < 440; ++Ticks) {
      Seen.Blocks[0].Interrupted.add(Ticks, {}, 0);
      Seen.Log.add({Ticks * 100000, Ticks, 100, 0, 0, false});
    }
    const Histogram *All[] = {&Times, nullptr};
    std::vector<uint64_t> Counts;
    for (const ClassModel &K :
         describeInterrupts(Seen, Symbols, All, Decisions, shapesOf(All, {}),
                            {}, InterruptClasses(std::move(Decided)), {}, By)
             .Classes)
      Counts.push_back(K.Count);
    return Counts;
  }

  const database::Program P = makeProgram();
  const SymbolTable Symbols{P, {true}};
  std::vector<Decision> Decisions{2};
  Histogram Times;
};

TEST_F(DescribeInterrupts, ClassesAreThoseThatDecided) {
  EXPECT_EQ(
      describe({{{0, 310}, {0}}, {{310, INFINITY}, {1}}}, FilterMode::Detect),
      (std::vector<uint64_t>{10, 30}));
}

TEST_F(DescribeInterrupts, AClassOfWhichNothingIsLeftIsNone) {
  EXPECT_EQ(
      describe({{{0, 200}, {0}}, {{200, INFINITY}, {1}}}, FilterMode::Detect),
      std::vector<uint64_t>{40});
}

TEST_F(DescribeInterrupts, WhatRulesExcludeIsDividedHere) {
  EXPECT_EQ(describe({}, FilterMode::Rule), std::vector<uint64_t>{40});
}

TEST_F(DescribeInterrupts, LayersHaveNoClasses) {
  EXPECT_TRUE(describe({}, FilterMode::Layers).empty());
}

/// Interrupts of 9,500 to 10,500 ticks in a block whose visits take 900 less
/// than expected or, four in ten, 1,500 more.
TEST(InterruptLengths, MedianHoldsLengthsThatDifferLessThanVisits) {
  OtherExcess More;
  More.Jitter = {{-900, 0.6}, {1500, 0.4}};
  Values Excesses;
  for (unsigned Length = 9500; Length <= 10500; ++Length)
    Excesses.push_back(Length % 5 < 3 ? std::pair(Length - 900.0, 1)
                                      : std::pair(Length + 1500.0, 1));
  for (auto [Excess, Count] : Excesses)
    More.IfConstant.push_back({Excess + 900, Count});
  LengthModel L = lengthOf(Excesses, More);
  ASSERT_TRUE(L.MedianLow);
  EXPECT_LE(*L.MedianLow, 10000);
  EXPECT_GE(*L.MedianHigh, 10000);
}

/// Where blocks take nearly one time, the interval is as narrow as the lengths
/// make it.
TEST(InterruptLengths, MedianIsAsSureAsLengthsAre) {
  OtherExcess More;
  More.Jitter = {{-1, 0.5}, {1, 0.5}};
  Values Excesses;
  for (unsigned Ticks = 1000; Ticks < 1400; ++Ticks)
    Excesses.push_back({Ticks, 1});
  for (auto [Excess, Count] : Excesses)
    More.IfConstant.push_back({Excess + 1, Count});
  LengthModel L = lengthOf(Excesses, More);
  ASSERT_TRUE(L.MedianLow);
  EXPECT_NEAR(*L.MedianLow, 1180, 3);
  EXPECT_NEAR(*L.MedianHigh, 1220, 3);
}

/// A block takes 4,000 ticks, or twice as often 6,400. An interrupt of 2,250
/// makes the shorter visits as long as the longer ones are, so only the longer
/// ones show it.
TEST(InterruptLengths, WhatShorterVisitsHideIsInTheIntervals) {
  Histogram Times;
  Times.add(4000, 4000);
  Times.add(6400, 8000);
  InterruptsModel M = describeInterrupted(
      Times, 7000, [](uint64_t I) { return 8600 + I % 101; });
  ASSERT_EQ(M.Classes.size(), 1u);
  const LengthModel &L = M.Classes[0].Length;
  ASSERT_TRUE(L.MeanLow && L.MedianLow);
  EXPECT_LE(*L.MeanLow, 2250);
  EXPECT_GE(*L.MeanHigh, 2250);
  EXPECT_LE(*L.MedianLow, 2250);
  EXPECT_GE(*L.MedianHigh, 2250);
  // The longer visits have three quarters of the time, in which as many are
  // seen: so the interval of the rate holds that of all.
  const double Ticks = 4000 * 4000 + 8000 * 6400;
  ASSERT_TRUE(M.Classes[0].PerExecutionTick);
  EXPECT_LE(M.Classes[0].PerExecutionTick->Low, 400 / Ticks);
  EXPECT_GE(M.Classes[0].PerExecutionTick->High, 400 / (8000 * 6400.0));
}

/// A block takes 200 ticks in half of its time and 3,000 in the other; of
/// interrupts of 1,000 only those in the longer visits are beyond what is left
/// of it as usual.
TEST(InterruptRates, ExposureIsTheTimeOfVisitsThatShowAnInterrupt) {
  Histogram Times;
  Times.add(200, 150000);
  Times.add(3000, 10000);
  InterruptsModel M =
      describeInterrupted(Times, 3600, [](uint64_t) { return uint64_t(4000); });
  ASSERT_EQ(M.Classes.size(), 1u);
  ASSERT_TRUE(M.Classes[0].PerExecutionTick);
  EXPECT_GE(M.Classes[0].PerExecutionTick->High, 400 / 30e6);
  EXPECT_LE(M.Classes[0].PerExecutionTick->Low, 400 / 30e6);
}

/// While a handler of 3,000 ticks runs, 3.5 others of 100 come on average, so
/// that no visit shows the length alone.
TEST(InterruptLengths, MedianIsWithoutTheManyThatCameWithin) {
  OtherExcess More;
  More.Share = 1 - std::exp(-3.5);
  More.Ticks = 100;
  More.Least = 100 * (3.5 - std::log(2));
  More.Most = 100 * (3.5 + 1.0 / 3);
  const Values Excesses = {{3100, 14}, {3200, 28}, {3300, 32}, {3400, 28},
                           {3500, 20}, {3600, 12}, {3700, 6}};
  More.IfConstant = Excesses;
  LengthModel L = lengthOf(Excesses, More);
  EXPECT_NEAR(L.Median, 3000, 50);
  ASSERT_TRUE(L.MedianLow);
  EXPECT_LE(*L.MedianLow, 3000);
  EXPECT_GE(*L.MedianHigh, 3000);
}

/// A timer of 500 ticks comes each 20,000, so that two in five visits with
/// interrupts of about 8,000 ticks have it in them, too: the median of these is
/// the one without it.
TEST(InterruptLengths, MedianIsWithoutTheTimersTheyHaveInThem) {
  Histogram Times;
  Times.add(100, 743000);
  InterruptedBlock Block(Times, 400);
  auto Add = [&](uint64_t Begin, uint64_t Excess) {
    Block.add(Begin + 100 + Excess, 100 + Excess);
  };
  for (uint64_t I = 0; I < 400; ++I) {
    // Ten periods, of which the first has the long one.
    const uint64_t Begin = I * 200000, At = I * 7919 % 20000,
                   Length = 7750 + I * 137 % 501;
    const bool HasTimer = At + Length >= 20000;
    Add(Begin, 500);
    Add(Begin + std::max<uint64_t>(At, 700), Length + (HasTimer ? 500 : 0));
    for (uint64_t Timer = HasTimer ? 2 : 1; Timer < 10; ++Timer)
      Add(Begin + Timer * 20000, 500);
  }
  InterruptsModel M =
      Block.describe({{{0, 4000}, {0}}, {{4000, INFINITY}, {1}}});
  ASSERT_EQ(M.Classes.size(), 2u);
  EXPECT_TRUE(M.Classes[0].Periodic);
  const LengthModel &L = M.Classes[1].Length;
  EXPECT_NEAR(L.Median, 8000, 25);
  ASSERT_TRUE(L.MedianLow);
  EXPECT_LE(*L.MedianLow, 8000);
  EXPECT_GE(*L.MedianHigh, 8000);
}

/// 300 visits with interrupts of 500 to 5,000 ticks, which begin \p Apart ticks
/// after each other, in a run of ten million ticks.
ClassModel describeStorm(uint64_t Apart) {
  Histogram Times;
  Times.add(100, 80000);
  InterruptedBlock Block(Times, 400);
  uint64_t At = 1000000;
  for (uint64_t I = 0; I < 300; ++I) {
    const uint64_t Ticks = 600 + I * 137 % 4501;
    At += Apart + I * 71 % 200 + Ticks;
    Block.add(At, Ticks);
  }
  StreamOrigin Stream;
  Stream.First = 0;
  Stream.Last = 10000000;
  return std::move(
      Block.describe({{{0, INFINITY}, {0}}}, Stream).Classes.front());
}

/// Where they take 85 % of the time in which they come, each comes while
/// another one runs.
TEST(InterruptRates, WhatTakesMostOfTheTimeHasNone) {
  ClassModel K = describeStorm(400);
  EXPECT_FALSE(K.PerExecutionTick);
  EXPECT_FALSE(K.PerElapsedTick);
  EXPECT_FALSE(K.Length.MeanLow);
  EXPECT_FALSE(K.Length.MedianLow);
  EXPECT_EQ(K.Count, 300u);
}

/// A tenth of the time in the run, a third of it where they come: as many of
/// them may be two.
TEST(InterruptRates, WhatComesWhileTheHandlerRunsIsInTheIntervals) {
  ClassModel K = describeStorm(5500);
  ASSERT_TRUE(K.PerExecutionTick);
  const RateModel Rate = *K.PerExecutionTick;
  EXPECT_GE(Rate.High, 1.3 * Rate.Rate);
  ASSERT_TRUE(K.Length.MeanLow);
  EXPECT_LE(*K.Length.MeanLow, K.Length.Mean / 1.3);
}

} // namespace
