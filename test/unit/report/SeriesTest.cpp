//===- SeriesTest.cpp - Tests of times in the order of execution ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/Series.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <functional>
#include <random>
#include <vector>

using namespace ipoint::analysis;

namespace {

SeriesSums sumsOf(const std::vector<uint64_t> &Ticks) {
  SeriesSums Result;
  for (uint64_t T : Ticks)
    Result.add(T, 1);
  return Result;
}

TEST(SeriesSums, KnowsTheLargestBesideSome) {
  EXPECT_EQ(sumsOf({10, 900, 12, 11}).maxBeside(sumsOf({900})), 12u);
  EXPECT_EQ(sumsOf({10, 900, 12, 11}).maxBeside(sumsOf({12})), 900u);
  EXPECT_EQ(sumsOf({900, 900}).maxBeside(sumsOf({900})), 900u);
  EXPECT_EQ(sumsOf({0, 7}).maxBeside(sumsOf({7})), 0u);
  EXPECT_EQ(sumsOf({0, 7}).maxBeside(sumsOf({7, 0})), std::nullopt);
  EXPECT_EQ(sumsOf({9, 8, 7, 6, 5}).maxBeside(sumsOf({9, 8, 7, 6})),
            std::nullopt);
}

TEST(SeriesSums, AreTheSameHoweverTheyAreAdded) {
  std::mt19937 Random(1);
  for (int Case = 0; Case < 200; ++Case) {
    std::vector<uint64_t> Ticks(Random() % 12), Kept;
    SeriesSums InTurn, Halves[2];
    for (size_t I = 0; I < Ticks.size(); ++I) {
      Ticks[I] = Random() % 6;
      uint64_t Times = 1 + Random() % 3;
      InTurn.add(Ticks[I], Times);
      Halves[I % 2].add(Ticks[I], Times);
      Kept.insert(Kept.end(), Times, Ticks[I]);
    }
    Halves[0].add(Halves[1]);
    std::sort(Kept.begin(), Kept.end(), std::greater<>());
    Kept.resize(SeriesSums::Most);
    for (const SeriesSums &S : {InTurn, Halves[0]}) {
      EXPECT_EQ(S.Count, InTurn.Count);
      EXPECT_EQ(S.Sum, InTurn.Sum);
      EXPECT_TRUE(std::equal(Kept.begin(), Kept.end(), S.Largest.begin()));
    }
  }
}

} // namespace
