//===- CallSizesTest.cpp - The few calls that take much longer ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "worst/Flow.h"
#include "gtest/gtest.h"
#include <random>

using ipoint::worst::CallSizes;

namespace {

/// A call of the root with \p Calls of \p Ticks each, and then \p Others.
void addRoot(CallSizes &To, unsigned Calls, uint64_t Ticks,
             std::initializer_list<uint64_t> Others = {}) {
  for (unsigned I = 0; I != Calls; ++I)
    To.add(Ticks);
  for (uint64_t Other : Others)
    To.add(Other);
  To.endRoot();
}

TEST(CallSizes, ChargesALongCallOnce) {
  CallSizes S;
  for (unsigned I = 0; I != 9; ++I)
    addRoot(S, 200, 12);
  addRoot(S, 199, 12, {1000, 5000});
  ASSERT_EQ(S.limit(), 13u);
  EXPECT_EQ(S.mostBeyond(13), 987u + 4987u);
  EXPECT_EQ(S.mostBeyond(12), 988u + 4988u);
  EXPECT_EQ(S.mostBeyond(4999), 5000u - 4608u); // from the start of a band
  EXPECT_EQ(S.mostBeyond(5000), 0u);
  EXPECT_EQ(S.mostBeyond(1e18), 0u);
}

/// As on a machine that interrupts each call of the root more than once.
TEST(CallSizes, LetsOneCallInAHundredExceedTheLimit) {
  CallSizes S;
  for (unsigned I = 0; I != 10; ++I)
    addRoot(S, 1980, 12, {15, 40, 40, 900, 5000, 5000, 5000, 6000});
  EXPECT_EQ(S.limit(), 13u);
  EXPECT_EQ(S.mostBeyond(13), 2u + 2 * 27 + 887 + 3 * 4987 + 5987);
}

TEST(CallSizes, HasNoLimitWhereLongCallsAreNotRare) {
  CallSizes Few;
  addRoot(Few, 98, 12, {5000});
  EXPECT_EQ(Few.limit(), std::nullopt);
  addRoot(Few, 1, 12);
  EXPECT_EQ(Few.limit(), 13u);
  CallSizes Seldom; // nine for each call of the root
  for (unsigned I = 0; I != 100; ++I)
    addRoot(Seldom, 8, 12, {I == 0 ? 5000u : 12u});
  EXPECT_EQ(Seldom.limit(), std::nullopt);
  addRoot(Seldom, 200, 12);
  EXPECT_EQ(Seldom.limit(), 13u);
  CallSizes Usual; // three of 200
  for (unsigned I = 0; I != 10; ++I)
    addRoot(Usual, 197, 12, {5000, 5000, 5000});
  EXPECT_EQ(Usual.limit(), std::nullopt);
  CallSizes Alike;
  addRoot(Alike, 1000, 12);
  EXPECT_EQ(Alike.limit(), std::nullopt);
  EXPECT_EQ(CallSizes().limit(), std::nullopt);
  EXPECT_EQ(CallSizes().mostBeyond(0), 0u);
}

TEST(CallSizes, ForgetsWhatDoesNotCount) {
  CallSizes S;
  addRoot(S, 199, 12, {20});
  S.add(100000);
  EXPECT_TRUE(S.isOpen());
  S.drop();
  EXPECT_FALSE(S.isOpen());
  EXPECT_EQ(S.mostBeyond(19), 20u - 18u);
  EXPECT_EQ(S.mostBeyond(20), 0u);
}

/// Whatever the limit is, and however the calls are divided among streams.
TEST(CallSizes, BoundsTheSumOfEachRoot) {
  std::mt19937_64 Random(7);
  for (unsigned Round = 0; Round != 50; ++Round) {
    CallSizes All, Parts[3];
    std::vector<std::vector<uint64_t>> Roots(1 + Random() % 20);
    for (std::vector<uint64_t> &Calls : Roots) {
      CallSizes &Part = Parts[Random() % 3];
      Calls.resize(1 + Random() % 400);
      for (uint64_t &Ticks : Calls) {
        Ticks = Random() >> (40 + Random() % 24);
        All.add(Ticks);
        Part.add(Ticks);
      }
      All.endRoot();
      Part.endRoot();
    }
    CallSizes Merged;
    for (const CallSizes &Part : Parts)
      Merged.merge(Part);
    EXPECT_EQ(All.limit(), Merged.limit());
    for (unsigned Try = 0; Try != 20; ++Try) {
      const uint64_t Limit =
          Try ? Random() >> (40 + Random() % 24) : All.limit().value_or(0);
      const uint64_t Beyond = All.mostBeyond(static_cast<double>(Limit));
      EXPECT_EQ(Beyond, Merged.mostBeyond(static_cast<double>(Limit)));
      uint64_t Most = 0;
      for (const std::vector<uint64_t> &Calls : Roots) {
        uint64_t OfRoot = 0;
        for (uint64_t Ticks : Calls)
          OfRoot += Ticks - std::min(Ticks, Limit);
        Most = std::max(Most, OfRoot);
      }
      EXPECT_GE(Beyond, Most);
      if (Try == 0) {
        EXPECT_EQ(Beyond, Most);
      }
      EXPECT_LE(static_cast<double>(Beyond),
                static_cast<double>(Most) +
                    400 * (1 + static_cast<double>(Limit) / 8));
    }
  }
}

} // namespace
