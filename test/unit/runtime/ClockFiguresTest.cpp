//===- ClockFiguresTest.cpp - Spreads and rates of clocks -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <vector>

extern "C" {
#include "calibrate/hostclocks.h"
}

namespace {

TEST(ClockFigures, SpreadOfAHundredAndOne) {
  std::vector<double> Values;
  for (int I = 100; I >= 0; --I)
    Values.push_back(I);
  ipoint_spread Spread = ipoint_spread_of(Values.data(), Values.size());
  EXPECT_EQ(Spread.minimum, 0);
  EXPECT_EQ(Spread.median, 50);
  EXPECT_EQ(Spread.p99, 99);
  EXPECT_EQ(Spread.maximum, 100);
}

TEST(ClockFigures, SpreadOfNothing) {
  EXPECT_EQ(ipoint_spread_of(nullptr, 0).maximum, 0);
}

TEST(ClockFigures, RateIsAsUncertainAsItsTwoReadings) {
  // Ten seconds of a 25 MHz counter that were read within 100 ns and 300 ns.
  ipoint_joint_reading Begin{1000, 5000000000, 100};
  ipoint_joint_reading End{250001000, 15000000000, 300};
  double Error;
  EXPECT_DOUBLE_EQ(ipoint_joint_rate(&Begin, &End, 0, &Error), 25e6);
  EXPECT_DOUBLE_EQ(Error, 200 / 1e10);
  // A step of a thousand ticks is more than that.
  ipoint_joint_rate(&Begin, &End, 1000, &Error);
  EXPECT_DOUBLE_EQ(Error, 200 / 1e10 + 1000 / 250e6);
}

} // namespace
