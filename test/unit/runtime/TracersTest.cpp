//===- TracersTest.cpp - Lines of the kernel's tracers of noise -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

extern "C" {
#include "calibrate/tool/calibrator.h"
}

namespace {

TEST(Tracers, LinesOfOsnoise) {
  ipoint_tracer_sums Sums{};
  EXPECT_FALSE(ipoint_tracer_line("# tracer: osnoise\n", &Sums));
  EXPECT_TRUE(ipoint_tracer_line(
      "           <...>-859     [000] ....    81.637220: 1000000        190  "
      "99.98100                 9     18      0   1007     18      1\n",
      &Sums));
  EXPECT_TRUE(ipoint_tracer_line(
      "           <...>-860     [001] ....    81.638154: 1000000        656  "
      "99.93440                74     23      0   1006     16      3\n",
      &Sums));
  EXPECT_EQ(Sums.samples, 2);
  EXPECT_EQ(Sums.runtime_us, 2000000);
  EXPECT_EQ(Sums.noise_us, 846);
  EXPECT_EQ(Sums.largest_us, 74);
  EXPECT_EQ(Sums.hardware, 41);
}

TEST(Tracers, LinesOfHwlat) {
  ipoint_tracer_sums Sums{};
  EXPECT_TRUE(
      ipoint_tracer_line("           <...>-1729  [001] d...   678.473449: #1   "
                         "   inner/outer(us): "
                         "  11/12     ts:1581527483.343962693 count:6\n",
                         &Sums));
  EXPECT_EQ(Sums.samples, 1);
  EXPECT_EQ(Sums.largest_us, 12);
}

} // namespace
