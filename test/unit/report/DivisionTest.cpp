//===- DivisionTest.cpp - Streams among threads ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/StreamPass.h"
#include "gtest/gtest.h"

using namespace ipoint::analysis;

namespace {

using Shares = std::vector<std::vector<StreamPart>>;

Shares divided(std::vector<uint64_t> Sizes, Division How) {
  std::vector<StreamPart> Streams;
  for (uint64_t Size : Sizes)
    Streams.push_back({nullptr, "", Size, SliceClock(0, 0)});
  return divide(Streams, How);
}

/// What each share costs; fails unless they are the streams, in their order.
std::vector<double> costsOf(const Shares &All, std::vector<uint64_t> Sizes,
                            const Division &How) {
  std::vector<double> Result;
  uint64_t From = 0;
  auto Size = Sizes.begin();
  for (const std::vector<StreamPart> &Share : All) {
    EXPECT_FALSE(Share.empty());
    Result.push_back(How.WalkCost * double(From));
    for (const StreamPart &P : Share) {
      EXPECT_EQ(P.From, From);
      EXPECT_EQ(P.Size, *Size);
      Result.back() += double(std::min(P.To, P.Size) - P.From);
      From = P.isLast() ? 0 : P.To;
      Size += P.isLast();
    }
  }
  EXPECT_EQ(Size, Sizes.end());
  return Result;
}

TEST(Division, PartsOfAStreamEndAtTheSameTime) {
  for (unsigned Jobs : {1, 2, 3, 8}) {
    Division How = {Jobs, 0.25, 1};
    Shares All = divided({1000000}, How);
    EXPECT_EQ(All.size(), Jobs);
    std::vector<double> Costs = costsOf(All, {1000000}, How);
    for (double Cost : Costs)
      EXPECT_NEAR(Cost, Costs.front(), 0.01 * Costs.front());
  }
}

TEST(Division, StreamsStayWholeWhereAWalkCostsMore) {
  std::vector<StreamPart> Two = {{nullptr, "", 1000, SliceClock(0, 0)},
                                 {nullptr, "", 800, SliceClock(0, 0)}};
  for (const std::vector<StreamPart> &Share : divide(Two, {2, 0.25, 1})) {
    EXPECT_EQ(Share.size(), 1u);
    EXPECT_TRUE(Share[0].isFirst() && Share[0].isLast());
  }
}

TEST(Division, ShortStreamsAreNotDivided) {
  Division How = {4, 0.25, 1000};
  EXPECT_EQ(divided({1999}, How).size(), 1u);
  EXPECT_EQ(divided({2001}, How).size(), 2u);
  EXPECT_EQ(divided({900, 900, 900, 900}, How).size(), 4u);
  EXPECT_EQ(divided({}, How).size(), 1u);
}

TEST(Division, LongStreamsAreDividedWhereThatHelps) {
  std::vector<uint64_t> Sizes = {10, 100000, 3000, 0, 500, 40000};
  for (unsigned Jobs : {1, 2, 3, 5, 40}) {
    Division How = {Jobs, 0.5, 10};
    Shares All = divided(Sizes, How);
    EXPECT_LE(All.size(), Jobs);
    std::vector<double> Costs = costsOf(All, Sizes, How);
    // Several threads need no longer than one for the longest stream.
    EXPECT_LE(*std::max_element(Costs.begin(), Costs.end()),
              Jobs == 1 ? 143510 : 100000);
  }
}

} // namespace
