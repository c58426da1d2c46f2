//===- FilterTest.cpp - The threshold rule --------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-051 IP-REQ-052

#include "interrupts/exclude/Filter.h"
#include "interrupts/find/Detection.h"
#include "gtest/gtest.h"
#include <random>

using namespace ipoint::analysis;

namespace {

ThresholdRule makeRule() {
  ThresholdRule R;
  R.Low = 500;
  R.High = 1900;
  R.LeastVisits = 1;
  return R;
}

const ThresholdRule Rule = makeRule();

Decision decisionOf(std::initializer_list<uint64_t> Values, bool Linear = true,
                    const ThresholdRule &R = Rule) {
  ThresholdCounts Counts({R.lowEdge(), R.highEdge()});
  Histogram Times;
  for (uint64_t Value : Values) {
    Counts.add(Value);
    Times.add(Value);
  }
  return decideByRule(R, &Times, &Counts, Linear, 1);
}

TEST(Filter, HoldsWithAClearGap) {
  EXPECT_EQ(decisionOf({24, 108, 27, 2000, 5500}).State, FilterState::Applied);
}

TEST(Filter, ThresholdsBelongToTheGap) {
  EXPECT_EQ(decisionOf({1, 499, 1901}).State, FilterState::Applied);
  EXPECT_EQ(decisionOf({1, 2, 500, 1901}).State, FilterState::Refused);
  EXPECT_EQ(decisionOf({1, 2, 1900, 1901}).State, FilterState::Refused);
}

TEST(Filter, NamesWhatBrokeTheRule) {
  Decision V = decisionOf({1, 2, 3, 4, 5, 500, 1000, 1300, 2500});
  EXPECT_EQ(V.State, FilterState::Refused);
  EXPECT_EQ(V.Reason, "3 visits lie between 500 and 1900: 1300, 1000, 500");
}

TEST(Filter, ThresholdsMoveToTheBordersOfBuckets) {
  ThresholdRule Long = Rule;
  Long.Low = 40001; // of the bucket from 40,000 to 40,031
  Long.High = 70000;
  EXPECT_EQ(Long.lowEdge(), 40000u);
  EXPECT_EQ(Long.highEdge(), 70015u); // from 69,952
  EXPECT_EQ(decisionOf({1, 2, 39999, 70016}, true, Long).State,
            FilterState::Applied);
  EXPECT_EQ(decisionOf({1, 2, 40000, 70016}, true, Long).State,
            FilterState::Refused);
  EXPECT_EQ(decisionOf({1, 2, 70015}, true, Long).State,
            FilterState::NothingToExclude);
  EXPECT_EQ(Rule.lowEdge(), 500u);
  EXPECT_EQ(Rule.highEdge(), 1900u);
}

/// What a reader of the histogram alone decides: which buckets are excluded.
struct ByBuckets {
  bool IsApplied = false;
  uint64_t Excluded = 0;

  ByBuckets(const Histogram &Times, const ThresholdRule &R) {
    uint64_t Below = 0, Between = 0, All = 0;
    Times.forEach([&](const Histogram::Bucket &B) {
      All += B.Count;
      (B.High < R.Low ? Below : B.Low > R.High ? Excluded : Between) += B.Count;
    });
    IsApplied = Excluded && double(Below) > R.Majority * double(All) &&
                double(Between) <= R.GapTolerance * double(All);
    if (!IsApplied)
      Excluded = 0;
  }
};

TEST(Filter, ExcludesWholeBuckets) {
  std::mt19937_64 Random(7);
  auto Any = [&] { return Random() >> (20 + Random() % 44); };
  unsigned Applied = 0;
  for (unsigned Case = 0; Case < 20000; ++Case) {
    ThresholdRule R = Rule;
    R.Low = Any();
    R.High = R.Low + Any();
    R.GapTolerance = Random() % 2 ? 0.2 : 0;
    ThresholdCounts Counts({R.lowEdge(), R.highEdge()});
    Histogram Times;
    std::vector<uint64_t> Values;
    for (unsigned I = 0; I < 12; ++I) {
      // Also next to the thresholds, where it matters.
      uint64_t Near = Random() % 2 ? R.Low : R.High;
      Values.push_back(Random() % 3 ? Any() % (R.Low + 1) : Any());
      if (Random() % 8 == 0)
        Values.back() = Near + Random() % 64 - std::min<uint64_t>(Near, 32);
      Counts.add(Values.back());
      Times.add(Values.back());
    }
    Decision V = decideByRule(R, &Times, &Counts, true, 1);
    ByBuckets Known(Times, R);
    ASSERT_EQ(V.State == FilterState::Applied, Known.IsApplied);
    uint64_t Excluded = 0;
    for (uint64_t Value : Values)
      for (const Band &B : V.Interrupted)
        Excluded += Value >= B.From && Value <= B.To;
    ASSERT_EQ(Excluded, Known.Excluded);
    Applied += Known.IsApplied;
  }
  EXPECT_GT(Applied, 1000u);
}

TEST(Filter, HalfIsNoMajority) {
  EXPECT_EQ(decisionOf({1, 2000}).State, FilterState::Refused);
  EXPECT_EQ(decisionOf({1, 1, 2000}).State, FilterState::Applied);
  ThresholdRule Strict = Rule;
  Strict.Majority = 0.9;
  EXPECT_EQ(decisionOf({1, 1, 2000}, true, Strict).State, FilterState::Refused);
}

TEST(Filter, NothingOverTheThresholdIsNothingToExclude) {
  EXPECT_EQ(decisionOf({1, 2, 3}).State, FilterState::NothingToExclude);
  EXPECT_EQ(decisionOf({1, 2, 1000}).State, FilterState::NothingToExclude);
}

TEST(Filter, LinearBlocksUnlessAsked) {
  EXPECT_EQ(decisionOf({1, 1, 2000}, false).State, FilterState::NotLinear);
  ThresholdRule All = Rule;
  All.LinearOnly = false;
  EXPECT_EQ(decisionOf({1, 1, 2000}, false, All).State, FilterState::Applied);
  EXPECT_EQ(decideByRule(Rule, nullptr, nullptr, true, 1).State,
            FilterState::NotTimed);
}

TEST(Filter, FewVisitsAreNotClassified) {
  ThresholdRule Many = Rule;
  Many.LeastVisits = 4;
  EXPECT_EQ(decisionOf({1, 1, 2000}, true, Many).State,
            FilterState::TooFewVisits);
  EXPECT_EQ(decisionOf({1, 1, 1, 2000}, true, Many).State,
            FilterState::Applied);
}

TEST(Filter, AShareOfVisitsMayLieBetweenIfThatIsTolerated) {
  ThresholdRule Lenient = Rule;
  Lenient.GapTolerance = 0.25;
  Decision V = decisionOf({1, 1, 1, 1000, 2000}, true, Lenient);
  EXPECT_EQ(V.State, FilterState::Applied);
  EXPECT_EQ(V.Reason, "1 visit lies between 500 and 1900: 1000, tolerated");
  EXPECT_EQ(decisionOf({1, 1, 1, 1, 1000, 1000, 2000}, true, Lenient).State,
            FilterState::Refused);
}

TEST(Filter, LongVisitsAreLikelierToBeInterrupted) {
  // Of 10 and 30 ticks, as often: an interrupt falls into the latter three
  // times out of four.
  Histogram Times;
  Times.add(10, 1000);
  Times.add(30, 1000);
  Times.add(9000, 5);
  Replacement R = undisturbed(Times, {{1900, UINT64_MAX}}, 1);
  EXPECT_EQ(R.Ticks, 25u);
  EXPECT_NEAR(R.Variance, 100, 1e-6); // which is more than 75 of the lengths
}

TEST(Filter, ACoarseClockMakesNoVisitLong) {
  // 27 ticks, read with a step of 1000.
  Histogram Times;
  Times.add(0, 973);
  Times.add(1000, 27);
  EXPECT_EQ(undisturbed(Times, {}, 1000).Ticks, 27u);
}

TEST(Filter, LayersDropOnBothSides) {
  Histogram Times;
  Times.add(100, 1000);
  Times.add(90, 3);
  Times.add(110, 3);
  Times.add(5000, 2);
  Decision One = decideByLayers(1, Times, 1);
  ASSERT_EQ(One.State, FilterState::Applied);
  // The first layer sees the long ones only: they make its deviation large.
  EXPECT_EQ(One.Interrupted.back().From, 111u);
  Decision Two = decideByLayers(2, Times, 1);
  ASSERT_EQ(Two.Interrupted.size(), 2u);
  EXPECT_EQ(Two.Interrupted[0].To, 99u);
  EXPECT_EQ(Two.Interrupted[1].From, 101u);
  EXPECT_EQ(Two.Instead.Ticks, 100u);
  Histogram Same;
  Same.add(7, 1000);
  EXPECT_EQ(decideByLayers(3, Same, 1).State, FilterState::NothingToExclude);
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
