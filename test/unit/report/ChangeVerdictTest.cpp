//===- ChangeVerdictTest.cpp - The outcome of a comparison ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComparisonFixture.h"
#include "gtest/gtest.h"

using namespace ipoint::comparison_tests;

namespace {

/// A set of a function's self times.
RunSet setOfSelf(Normal &N, const std::string &Name, size_t Runs, double Mean,
                 const std::string &Function, double Self) {
  RunSet Set = setOf(N, Runs, Mean);
  Set.Name = Name;
  for (RunInfo &Run : Set.Runs)
    Run.RateHz = 1e9;
  Set.Functions[{"f.c", Function, 0}];
  Set.Items[{"f.c", Function, 0, Subject::Self, ""}] =
      setOf(N, Runs, Self).Items.begin()->second;
  return Set;
}

TEST(Verdict, NamesWhatMovesMostAndWhetherAnythingElseDoes) {
  Normal N(10);
  ComparisonModel M = compare({setOfSelf(N, "old", 10, 100, "g", 1000),
                               setOfSelf(N, "new", 10, 150, "g", 1100)},
                              {});
  ChangeVerdict V = changeVerdict(M, M.Pairs[0]);
  EXPECT_EQ(V.About, "change");
  EXPECT_EQ(V.Function, "g");
  EXPECT_FALSE(V.IsAffected);
  EXPECT_TRUE(llvm::StringRef(V.Text).starts_with(
      "From old to new the self time of g changed most: mean +"))
      << V.Text;
  EXPECT_TRUE(llvm::StringRef(V.Text).contains(" % (adjusted interval +"));
  EXPECT_TRUE(llvm::StringRef(V.Text).ends_with(
      "1 of the other 1 time differs: 1 longer, 0 shorter."))
      << V.Text;
  M = compare({setOfSelf(N, "old", 10, 100, "g", 1000),
               setOfSelf(N, "new", 10, 100, "g", 1000)},
              {});
  EXPECT_EQ(changeVerdict(M, M.Pairs[0]).Text,
            "No significant difference between old and new in 2 times.");
}

// A run takes half as long again, and of that a function whose self time
// differs is little.
TEST(Verdict, NamesAnInclusiveTimeThatSelfTimesDoNotExplain) {
  Normal N(10);
  auto Make = [&](const std::string &Name, double Self, double All) {
    RunSet Set = setOfSelf(N, Name, 10, 100, "g", Self);
    Set.Items[{"f.c", "main", 0, Subject::Inclusive, ""}] =
        setOf(N, 10, All).Items.begin()->second;
    Set.Functions[{"f.c", "main", 0}];
    return Set;
  };
  ComparisonModel M =
      compare({Make("old", 1000, 100000), Make("new", 1100, 150000)}, {});
  EXPECT_TRUE(llvm::StringRef(changeVerdict(M, M.Pairs[0]).Text)
                  .starts_with("From old to new the inclusive time of main "
                               "changed most: mean +"))
      << changeVerdict(M, M.Pairs[0]).Text;
  M = compare({Make("old", 1000, 100000), Make("new", 1100, 100150)}, {});
  EXPECT_EQ(changeVerdict(M, M.Pairs[0]).Function, "g");
}

TEST(Verdict, NamesTheFunctionWhoseCallsMoveMostTime) {
  Normal N(10);
  RunSet A = setOfSelf(N, "old", 10, 100, "g", 1000), B = A;
  B.Name = "new";
  for (auto &[Key, Item] : B.Items)
    if (Key.Function == "g")
      for (uint64_t &Visits : Item.Visits)
        Visits *= 3;
  ComparisonModel M = compare({A, B}, {});
  std::vector<ChangeVerdict> V = verdictOf(M, M.Pairs[0]);
  ASSERT_EQ(V.size(), 2u);
  EXPECT_EQ(V[1].About, "calls");
  EXPECT_EQ(V[1].Function, "g");
  EXPECT_FALSE(V[1].IsAffected);
  EXPECT_TRUE(llvm::StringRef(V[1].Text).contains(" before (+200 %)"))
      << V[1].Text;
}

TEST(Verdict, SaysWhatFewAndUnequalRunsCost) {
  Normal N(11);
  ComparisonModel M = compare({setOfSelf(N, "old", 3, 100, "g", 1000),
                               setOfSelf(N, "new", 10, 100, "g", 1000)},
                              {});
  std::vector<ChangeVerdict> V = verdictOf(M, M.Pairs[0]);
  ASSERT_EQ(V.size(), 2u);
  EXPECT_EQ(V[1].About, "runs");
  EXPECT_EQ(V[1].Command, "ipoint-run -n 10");
  EXPECT_TRUE(V[1].IsAffected);
  // Welch's degrees of freedom are 3.1: t(0.995) of these times the root of
  // 1/3 + 1/10, against 2.88 times that of 2/10.
  EXPECT_TRUE(llvm::StringRef(V[1].Text).starts_with(
      "3 runs against 10: intervals are 2."))
      << V[1].Text;
}

TEST(Verdict, GivesTimesBelowTheResolutionInTicks) {
  Normal N(12);
  RunSet A = setOfSelf(N, "old", 10, 100, "g", 10),
         B = setOfSelf(N, "new", 10, 100, "g", 50);
  A.Resolution = B.Resolution = 26;
  ComparisonModel M = compare({A, B}, {});
  std::string Text = changeVerdict(M, M.Pairs[0]).Text;
  EXPECT_TRUE(llvm::StringRef(Text).contains("g changed most: mean +")) << Text;
  EXPECT_TRUE(llvm::StringRef(Text).contains(" ticks (adjusted interval +"));
  EXPECT_FALSE(llvm::StringRef(Text).contains("%")) << Text;
}

TEST(Verdict, NamesConditionsThatMayBeTheReason) {
  Normal N(13);
  RunSet A = setOfSelf(N, "old", 10, 100, "g", 10),
         B = setOfSelf(N, "new", 10, 100, "g", 10);
  B.Builds = {{"gcc", "-O2 -DFAST", "blocks", "blocks", 1}};
  A.Builds = {{"gcc", "-O2", "blocks", "blocks", 1}};
  ComparisonModel M = compare({A, B}, {});
  ASSERT_EQ(M.Pairs[0].Conditions.size(), 1u);
  EXPECT_EQ(M.Pairs[0].Conditions[0].Name, "flags");
  EXPECT_EQ(verdictOf(M, M.Pairs[0]).size(), 1u);
  for (RunInfo &Run : B.Runs)
    Run.Arguments = "400";
  M = compare({A, B}, {});
  ASSERT_EQ(verdictOf(M, M.Pairs[0]).size(), 2u);
  EXPECT_EQ(verdictOf(M, M.Pairs[0])[1].Text,
            "The sets differ in arguments (\"\" and \"400\"): a difference of "
            "times may come from that.");
}

} // namespace
