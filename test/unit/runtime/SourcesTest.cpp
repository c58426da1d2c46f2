//===- SourcesTest.cpp - Regular interruptions among gaps -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <vector>

extern "C" {
#include "calibrate/tool/calibrator.h"
}

namespace {

constexpr uint64_t Period = 1000000, Length = 500000, Cycles = 2000;

size_t find(const std::vector<ipoint_gap> &Gaps,
            ipoint_source (&Sources)[IPOINT_MOST_SOURCES]) {
  return ipoint_sources_find(Gaps.data(), Gaps.size(), Period * Cycles, 1,
                             Sources);
}

// Where the kernel's tick is just before the timer's both are one gap, and
// where something holds the timer up it is late: it comes in these cycles all
// the same.
TEST(Sources, CountsWhatSomethingElseMadeEarlyOrLate) {
  std::vector<ipoint_gap> Gaps;
  for (uint64_t C = 0; C != Cycles; ++C) {
    uint64_t Jitter = C * 7919 % 400;
    if (C % 4 == 1)
      Gaps.push_back({C * Period - 14000, Length + 14000});
    else if (C % 40 == 2)
      Gaps.push_back({C * Period + 30000, Length});
    else
      Gaps.push_back({C * Period + Jitter, Length});
  }
  ipoint_source Sources[IPOINT_MOST_SOURCES];
  ASSERT_EQ(find(Gaps, Sources), 1u);
  EXPECT_NEAR(Sources[0].period_ns, Period, 1);
  EXPECT_EQ(Sources[0].events, Cycles);
  EXPECT_NEAR(Sources[0].cycles, 1, 1e-9);
  EXPECT_NEAR(Sources[0].share, 0.5035, 0.001);
}

// What is missing is missing: a gap that is not due then, or much shorter, is
// no other's.
TEST(Sources, TakesNothingElseForWhatIsMissing) {
  std::vector<ipoint_gap> Gaps;
  for (uint64_t C = 0; C != Cycles; ++C)
    if (C % 4 != 1)
      Gaps.push_back({C * Period + C * 7919 % 400, Length});
    else if (C % 8 == 1)
      Gaps.push_back({C * Period + 700000, 300000});
    else
      Gaps.push_back({C * Period - 1000, 20000});
  ipoint_source Sources[IPOINT_MOST_SOURCES];
  ASSERT_GE(find(Gaps, Sources), 1u);
  EXPECT_EQ(Sources[0].events, Cycles * 3 / 4);
  EXPECT_NEAR(Sources[0].cycles, 0.75, 0.001);
  EXPECT_NEAR(Sources[0].share, 0.375, 0.001);
}

} // namespace
