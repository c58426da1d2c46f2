//===- LawsTest.cpp - Probabilities and quantiles of known distributions --===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stats/Laws.h"
#include "stats/RateStatistics.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace ipoint::analysis;

static constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN(),
                        Infinity = std::numeric_limits<double>::infinity();
static constexpr double Hostile[] = {
    NotANumber, -Infinity, Infinity, -1,  0,   -0.0, 5e-324, 1e-9,
    0.5,        1 - 1e-16, 1,        1.5, 300, 1e18, 1e300,  -1e300};

static bool isProbability(double P) { return P >= 0 && P <= 1; }

TEST(Laws, NothingThrowsAndNothingIsNoNumber) {
  for (double X : Hostile) {
    EXPECT_TRUE(isProbability(normalBelow(X))) << X;
    EXPECT_FALSE(std::isnan(normalQuantileAbove(X))) << X;
    for (double Y : Hostile) {
      EXPECT_TRUE(isProbability(studentAbove(X, Y))) << X << ' ' << Y;
      EXPECT_TRUE(isProbability(chiSquaredBelow(X, Y))) << X << ' ' << Y;
      EXPECT_TRUE(isProbability(chiSquaredAbove(X, Y))) << X << ' ' << Y;
      EXPECT_FALSE(std::isnan(studentQuantileAbove(X, Y))) << X << ' ' << Y;
      EXPECT_FALSE(std::isnan(chiSquaredQuantileBelow(X, Y))) << X << ' ' << Y;
      EXPECT_FALSE(std::isnan(chiSquaredQuantileAbove(X, Y))) << X << ' ' << Y;
    }
    for (uint64_t Count :
         {uint64_t(0), uint64_t(1), uint64_t(1000), UINT64_MAX})
      for (uint64_t Some : {uint64_t(0), uint64_t(1), UINT64_MAX}) {
        EXPECT_TRUE(isProbability(chanceOfAtLeast(Some, Count, X))) << X;
        EXPECT_TRUE(isProbability(chanceOfAtMost(Some, Count, X))) << X;
      }
    for (double N : {0.0, 1.0, 1e6, NotANumber, Infinity})
      if (auto R = binomialRange(N, X, 0.025)) {
        EXPECT_LE(R->Low, R->High) << N << ' ' << X;
      }
  }
}

TEST(Laws, WhatIsNotKnownClaimsNothing) {
  EXPECT_EQ(chanceOfAtLeast(5, 5, NotANumber), 1);
  EXPECT_EQ(chanceOfAtMost(0, 5, NotANumber), 1);
  EXPECT_EQ(studentAbove(3, 0), 1);
  EXPECT_EQ(studentQuantileAbove(0.025, 0), Infinity);
  EXPECT_EQ(chiSquaredQuantileAbove(0.025, NotANumber), Infinity);
  EXPECT_FALSE(binomialRange(NotANumber, 0.5, 0.025));
}

TEST(Laws, KnownValues) {
  EXPECT_NEAR(normalBelow(0), 0.5, 1e-12);
  EXPECT_NEAR(normalQuantileAbove(0.025), 1.959964, 1e-6);
  EXPECT_NEAR(studentQuantileAbove(0.025, 10), 2.228139, 1e-6);
  EXPECT_NEAR(studentAbove(2.228139, 10), 0.025, 1e-6);
  EXPECT_NEAR(chiSquaredQuantileAbove(0.05, 3), 7.814728, 1e-6);
  EXPECT_NEAR(chiSquaredQuantileBelow(0.05, 3), 0.351846, 1e-6);
  EXPECT_NEAR(chiSquaredAbove(7.814728, 3), 0.05, 1e-6);
  EXPECT_NEAR(chiSquaredBelow(7.814728, 3), 0.95, 1e-6);
}

TEST(Laws, IntervalsOfNothing) {
  Interval R = countInterval(0);
  EXPECT_EQ(R.Low, 0);
  EXPECT_NEAR(R.High, 3.688879, 1e-6);
}
