//===- AwayTimesTest.cpp - How long a thread was off CPU ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trace/AwayTimes.h"
#include "gtest/gtest.h"

using namespace ipoint::trace;

namespace {

TEST(AwayTimes, AddsUpWhatOverlaps) {
  AwayTimes T;
  EXPECT_EQ(T.within(0, 1000), 0u);
  T.add({100, 150, Away::Waits});
  T.add({200, 210, Away::Preempted});
  T.add({300, 400, Away::Interrupted});
  EXPECT_EQ(T.within(0, 1000), 60u);
  EXPECT_EQ(T.within(0, 100), 0u);
  EXPECT_EQ(T.within(120, 205), 35u);
  EXPECT_EQ(T.within(150, 200), 0u);
  EXPECT_EQ(T.within(210, 400), 0u);
  EXPECT_EQ(T.within(140, 110), 0u);
}

TEST(AwayTimes, KeepsTheSumInBoundedMemory) {
  AwayTimes Few(64), All;
  for (uint64_t I = 0; I != 10000; ++I)
    for (AwayTimes *T : {&Few, &All})
      T->add({100 * I, 100 * I + 1 + I % 7, Away::Waits});
  EXPECT_EQ(Few.within(0, 1000000), All.within(0, 1000000));
  // At an edge a span of many times is taken in proportion.
  uint64_t Exact = All.within(123456, 765432);
  EXPECT_NEAR(double(Few.within(123456, 765432)), double(Exact), 20);
  EXPECT_EQ(Exact, All.within(123456, 500000) + All.within(500000, 765432));
}

} // namespace
