//===- AveragesTest.cpp - Means, variances and medians of values ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stats/Laws.h"
#include <gtest/gtest.h>

using namespace ipoint::analysis;

TEST(Averages, KnownValues) {
  EXPECT_DOUBLE_EQ(meanOf({2, 4, 9}), 5);
  EXPECT_DOUBLE_EQ(varianceOf({2, 4, 9}), 13);
  EXPECT_EQ(medianOf({9, 2, 4}), 4);
  EXPECT_EQ(medianOf({9, 2, 4, 7}), 5.5);
}

TEST(Averages, OneValue) {
  EXPECT_EQ(meanOf({0.1}), 0.1);
  EXPECT_EQ(medianOf({0.1}), 0.1);
  EXPECT_EQ(varianceOf({0.1}), 0);
  EXPECT_EQ(varianceOf({}), 0);
}

// Two sets of runs that all take as long must not differ by rounding.
TEST(Averages, WhatIsConstantIsNotRounded) {
  for (size_t Count = 1; Count < 50; ++Count) {
    std::vector<double> Same(Count, 0.1);
    EXPECT_EQ(meanOf(Same), 0.1) << Count;
    EXPECT_EQ(varianceOf(Same), 0) << Count;
  }
}

TEST(Averages, Pairs) {
  const double X[] = {1, 2, 6}, Y[] = {2, 3, 13};
  PairMoments M = momentsOf(X, Y);
  EXPECT_DOUBLE_EQ(M.MeanX, 3);
  EXPECT_DOUBLE_EQ(M.MeanY, 6);
  EXPECT_DOUBLE_EQ(M.SquaresX, 14);
  EXPECT_DOUBLE_EQ(M.Products, 32);
}
