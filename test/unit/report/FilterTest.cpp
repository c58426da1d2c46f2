//===- FilterTest.cpp - The threshold rule -===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Filter.h"
#include "gtest/gtest.h"

using namespace ipoint::analysis;

namespace {

const FilterModel Rule = {500, 1900, 0.5, true};

Verdict judged(std::initializer_list<uint64_t> Values, bool Linear = true,
               FilterModel R = Rule) {
  ThresholdCounts Counts;
  for (uint64_t Value : Values)
    Counts.add(Value, R);
  return judge(R, &Counts, Linear);
}

TEST(Filter, HoldsWithAClearGap) {
  EXPECT_EQ(judged({24, 108, 27, 2000, 5500}).State, FilterState::Applied);
}

TEST(Filter, ThresholdsBelongToTheGap) {
  EXPECT_EQ(judged({1, 499, 1901}).State, FilterState::Applied);
  EXPECT_EQ(judged({1, 2, 500, 1901}).State, FilterState::Refused);
  EXPECT_EQ(judged({1, 2, 1900, 1901}).State, FilterState::Refused);
}

TEST(Filter, NamesWhatBrokeTheRule) {
  Verdict V = judged({1, 2, 3, 4, 5, 500, 1000, 1300, 2500});
  EXPECT_EQ(V.State, FilterState::Refused);
  EXPECT_EQ(V.Reason, "3 visits lie between 500 and 1900: 1300, 1000, 500");
}

TEST(Filter, HalfIsNoMajority) {
  EXPECT_EQ(judged({1, 2000}).State, FilterState::Refused);
  EXPECT_EQ(judged({1, 1, 2000}).State, FilterState::Applied);
  FilterModel Strict = Rule;
  Strict.Majority = 0.9;
  EXPECT_EQ(judged({1, 1, 2000}, true, Strict).State, FilterState::Refused);
}

TEST(Filter, NothingOverTheThresholdIsNothingToSetAside) {
  EXPECT_EQ(judged({1, 2, 3}).State, FilterState::NothingToSetAside);
  EXPECT_EQ(judged({1, 2, 1000}).State, FilterState::NothingToSetAside);
}

TEST(Filter, LinearBlocksUnlessAsked) {
  EXPECT_EQ(judged({1, 1, 2000}, false).State, FilterState::NotLinear);
  FilterModel All = Rule;
  All.LinearOnly = false;
  EXPECT_EQ(judged({1, 1, 2000}, false, All).State, FilterState::Applied);
  EXPECT_EQ(judge(Rule, nullptr, true).State, FilterState::NotTimed);
}

TEST(Filter, KeepsTheLargestValuesAndCountsAll) {
  LargestValues Values;
  for (uint64_t I = 0; I < 1000; ++I)
    Values.add(I * 7919 % 1000);
  EXPECT_EQ(Values.count(), 1000u);
  std::vector<uint64_t> Sorted = Values.sorted();
  ASSERT_EQ(Sorted.size(), LargestValues::Limit);
  EXPECT_EQ(Sorted.front(), 999u);
  EXPECT_EQ(Sorted.back(), 900u);
}

} // namespace
