//===- OverloadTest.cpp - Where too much is interrupted -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interrupts/describe/DescribeInterrupts.h"
#include "gtest/gtest.h"

using namespace ipoint::analysis;

namespace {

/// 400 ticks at each 1000th tick of execution.
struct OverloadTest : testing::Test {
  /// A block of \p Ticks with 2000 visits, \p Interrupted of them.
  void add(uint64_t Ticks, unsigned Interrupted) {
    Histogram &H = Histograms.emplace_back();
    for (unsigned I = 0; I < 2000; ++I)
      H.add(Ticks + (I < Interrupted ? 400 : 0));
  }
  Overload decide() {
    std::vector<const Histogram *> Times;
    for (const Histogram &H : Histograms)
      Times.push_back(&H);
    return {Times,
            ProbeTicks.empty() ? std::vector<double>(Times.size()) : ProbeTicks,
            std::vector<Decision>(Times.size()),
            shapesOf(Times, {1, 3}),
            {1, 3}};
  }

  std::vector<Histogram> Histograms;
  std::vector<double> ProbeTicks; ///< by block; none: 0 each
};

} // namespace

TEST_F(OverloadTest, LongBlocksAreHeldAgainstShortOnes) {
  for (unsigned Ticks : {10, 20, 30})
    add(Ticks, 2 * Ticks);
  add(1000, 2000); // each visit is interrupted once: no gap shows it
  Overload O = decide();
  std::optional<OverloadModel> Long = O.of({3}, 2000);
  ASSERT_TRUE(Long);
  EXPECT_NEAR(Long->Interrupts, 1, 0.05);
  EXPECT_NEAR(Long->Share, 0.4 / 1.4, 0.01);
  EXPECT_TRUE(O.ofAll(2000));
}

TEST_F(OverloadTest, SeparatePathsAreNoLoad) {
  add(10, 20);
  add(20, 40); // two blocks may be alike by chance
  add(1000, 2000);
  EXPECT_FALSE(decide().of({2}, 2000));
  add(30, 600); // nor does a path come in proportion to time
  EXPECT_FALSE(decide().of({2}, 2000));
}

TEST_F(OverloadTest, WithoutLongBlocksGapsShowIt) {
  for (unsigned I = 0; I < 4; ++I)
    add(10, 100); // slow paths of blocks that last alike
  EXPECT_FALSE(decide().ofAll(2000));
}

TEST_F(OverloadTest, WhatIsExcludedIsNoLoad) {
  for (unsigned Ticks : {10, 20, 30})
    add(Ticks, 2 * Ticks);
  std::vector<const Histogram *> Times;
  std::vector<Decision> Decisions(3);
  for (size_t I = 0; I < 3; ++I) {
    Times.push_back(&Histograms[I]);
    Decisions[I].Interrupted = {{200, UINT64_MAX}};
    Decisions[I].Instead.Expected = double(10 * (I + 1));
  }
  const std::vector<double> NoProbes(3);
  EXPECT_FALSE(
      Overload(Times, NoProbes, Decisions, shapesOf(Times, {1, 3}), {1, 3})
          .ofAll(2000));
}

/// Interrupts that add 4 % of a time with its probes add 12 % of what is
/// reported without them.
TEST_F(OverloadTest, WhatProbesTakeIsNoTimeToCompareWith) {
  for (unsigned Ticks : {100, 200, 300})
    add(Ticks, Ticks / 5); // 400 ticks in each 10,000
  add(4000, 2000);
  EXPECT_FALSE(decide().of({3}, 2000));
  ProbeTicks = {0, 0, 0, 3000.0 * 2000};
  EXPECT_TRUE(decide().of({3}, 2000));
}

/// Of times that are added up in place: what comes while a probe masks
/// interrupts is served behind it, in blocks as short as others.
TEST_F(OverloadTest, WhatComesWhileProbesMaskInterruptsIsALoad) {
  TimeBins Bins[4];
  for (unsigned Ticks : {10, 20, 30})
    add(Ticks, 2 * (Ticks + 100));
  // Of 2000 visits behind probes of 500 ticks 1020 are interrupted; 400 of them
  // are excluded.
  Histogram &H = Histograms.emplace_back();
  for (unsigned I = 0; I < 2000; ++I)
    H.add(I < 980 ? 10 : I < 1600 ? 409 : 411);
  std::vector<const Histogram *> Times;
  std::vector<const TimeBins *> In;
  for (auto [Of, B] : llvm::zip_equal(Histograms, Bins)) {
    Of.forEach(
        [&, &B = B](const Histogram::Bucket &T) { B.add(T.Low, T.High); });
    B.Masked = 2000 * (&B == &Bins[3] ? 500 : 100);
    Times.push_back(&Of);
    In.push_back(&B);
  }
  std::vector<Decision> Decisions(4);
  Decisions[3].Interrupted = {{410, UINT64_MAX}};
  Decisions[3].Instead.Expected = 10;
  Overload O(Times, std::vector<double>(4), Decisions,
             shapesOf(Times, {1, 3}, In), {1, 3});
  std::optional<OverloadModel> Behind = O.of({3}, 2000);
  ASSERT_TRUE(Behind);
  EXPECT_NEAR(Behind->Interrupts, 0.51, 0.03);
  EXPECT_GT(Behind->Share, 0.8);
}
