//===- ComparisonTest.cpp - What differs between sets of runs ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComparisonFixture.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace ipoint::comparison_tests;

namespace {

/// \p Runs runs in which visits take \p Usual ticks, and \p Long of \p Count
/// take 1,000.
std::vector<Times> tails(size_t Runs, uint64_t Count, uint64_t Long,
                         double Usual = 100) {
  Times T;
  T.Count = Count;
  T.Ranges = {{Usual, Usual, Count - Long}, {1000, 1000, Long}};
  return std::vector<Times>(Runs, T);
}

std::vector<const Times *> pointers(const std::vector<Times> &Runs) {
  std::vector<const Times *> Result;
  Result.reserve(Runs.size());
  for (const Times &T : Runs)
    Result.push_back(&T);
  return Result;
}

TEST(Tail, FindsRareLongVisits) {
  auto A = tails(10, 10000, 1), B = tails(10, 10000, 17);
  std::optional<TailComparison> T = compareTails(pointers(A), pointers(B));
  ASSERT_TRUE(T);
  EXPECT_EQ(T->Level, 100);
  EXPECT_EQ(T->CountA, 10u);
  EXPECT_EQ(T->CountB, 170u);
  EXPECT_NEAR(*T->Ratio, 17, 1e-9);
  EXPECT_LT(T->Probability, 1e-6);
  EXPECT_LT(T->OfA.Mean, T->OfB.Mean);
  EXPECT_EQ(partingLevel(pointers(A), pointers(B)), 100);
}

TEST(Tail, TakesCountsForRandom) {
  // The same count in each run: by itself it would be known exactly.
  auto A = tails(10, 10000, 3), B = tails(10, 10000, 4);
  std::optional<TailComparison> T = compareTails(pointers(A), pointers(B));
  ASSERT_TRUE(T);
  EXPECT_GT(T->Probability, 0.01);
  EXPECT_FALSE(partingLevel(pointers(A), pointers(B)));
}

TEST(Tail, LeavesOutLevelsWithTooLittleBeyond) {
  auto A = tails(5, 100, 0), B = tails(5, 100, 1);
  EXPECT_FALSE(compareTails(pointers(A), pointers(B)));
}

TEST(Compare, ReportsADifferenceThatIsSureAndLargeEnough) {
  Normal N(2);
  ComparisonModel M =
      compare({setOf(N, 10, 1000), setOf(N, 10, 1020), setOf(N, 10, 1005)}, {});
  ASSERT_EQ(M.Pairs.size(), 2u);
  EXPECT_TRUE(M.Pairs[0].Items.front().Mean.Differs);
  EXPECT_NEAR(*M.Pairs[0].Items.front().Mean.Change, 0.02, 0.002);
  // As sure, but half a percent is not worth reporting.
  EXPECT_LT(*M.Pairs[1].Items.front().Mean.Adjusted, 0.01);
  EXPECT_FALSE(M.Pairs[1].Items.front().Mean.Differs);
  EXPECT_TRUE(M.differs());
}

TEST(Compare, MeasuresBelowTheStepByTheStep) {
  Normal N(3);
  RunSet A = setOf(N, 10, 0), B = setOf(N, 10, 0);
  for (RunSet *Set : {&A, &B}) {
    Set->Resolution = 26;
    for (auto &Run : Set->Items.begin()->second.ByRun)
      Run->Mean = Set == &A ? 0.1 : 0.2;
  }
  ComparisonModel M = compare({A, B}, {});
  // Twice as much, and nothing against the resolution.
  EXPECT_NEAR(*M.Pairs[0].Items.front().Mean.Change, 0.1 / 26, 1e-9);
  EXPECT_FALSE(M.differs());
}

/// What is found to differ has an interval without 0, and nothing else has.
TEST(Compare, HasIntervalsThatAgreeWithItsDecisions) {
  Normal N(9);
  unsigned Differing = 0;
  std::vector<RunSet> Sets(2);
  for (RunSet &Set : Sets) {
    Set = setOf(N, 6, 100);
    for (int I = 0; I < 40; ++I) {
      std::string Name = "b" + std::to_string(I);
      Set.Functions.begin()->second.Blocks[Name] = {"x;\n", 7};
      RunSet Other = setOf(N, 6, &Set == &Sets[1] ? 100 + 0.1 * I : 100);
      Set.Items[{"f.c", "f", 0, Subject::Block, Name}] =
          Other.Items.begin()->second;
    }
  }
  ComparisonModel M = compare(Sets, {.Least = 0});
  for (const ItemComparison &I : M.Pairs[0].Items) {
    EXPECT_EQ(I.Mean.Range->Low > 0 || I.Mean.Range->High < 0, I.Mean.Differs);
    EXPECT_EQ(I.Mean.IsSignificant, I.Mean.Differs);
    Differing += I.Mean.Differs;
  }
  EXPECT_GT(Differing, 5u);
  EXPECT_LT(Differing, 35u);
}

TEST(Compare, TestsThePercentilesThatRunsHave) {
  Normal N(12);
  RunSet A = setOf(N, 10, 100), B = setOf(N, 10, 100);
  for (RunSet *Set : {&A, &B})
    for (std::optional<Times> &T : Set->Items.begin()->second.ByRun)
      T->Quantiles[3] = (Set == &A ? 1000 : 1200) + 10 * N();
  FigureComparison F = compare({A, B}, {}).Pairs[0].Items[0].Quantiles[3];
  EXPECT_TRUE(F.Differs);
  ASSERT_TRUE(F.Range);
  EXPECT_TRUE(F.Range->Low > 0.17 && F.Range->High < 0.23) << F.Range->Low;
  // Of one run nothing is known of how runs differ.
  for (std::optional<Times> &T :
       llvm::drop_begin(B.Items.begin()->second.ByRun))
    T->Quantiles[3].reset();
  F = compare({A, B}, {}).Pairs[0].Items[0].Quantiles[3];
  EXPECT_TRUE(F.Difference && !F.Range && !F.Probability);
}

TEST(Compare, JoinsNoBlocksOfOtherText) {
  Normal N(8);
  RunSet A = setOf(N, 5, 100), B = setOf(N, 5, 200);
  B.Functions.begin()->second.Blocks["b"].Source = "y;\n";
  ComparisonModel M = compare({A, B}, {});
  EXPECT_TRUE(M.Pairs[0].Items.empty());
  ASSERT_EQ(M.Pairs[0].Changed.size(), 1u);
  EXPECT_EQ(M.Pairs[0].Changed[0].Block, "b");
}

TEST(Join, FindsFilesInOtherFolders) {
  Normal N(4);
  RunSet First = setOf(N, 2, 1, "src/parse/f.c");
  First.Functions[{"src/emit/f.c", "g", 0}];
  RunSet Other = setOf(N, 2, 1, "old/parse/f.c");
  Other.Functions[{"old/new.c", "h", 0}];
  alignFiles(First, Other);
  EXPECT_TRUE(Other.Functions.contains({"src/parse/f.c", "f", 0}));
  EXPECT_TRUE(Other.Items.begin()->first.File == "src/parse/f.c");
  EXPECT_TRUE(Other.Functions.contains({"old/new.c", "h", 0}));
}

/// Functions h.h/f, one of each of \p Units, in this order, and their items.
RunSet setOfUnits(std::vector<std::string> Units) {
  RunSet Set;
  for (unsigned I = 0; I < Units.size(); ++I) {
    FunctionText &Text = Set.Functions[{"h.h", "f", I}];
    Text.Unit = Units[I];
    Text.Ordinal = I;
    Set.Items[{"h.h", "f", I, Subject::Self, ""}].Visits = {Units[I].size()};
  }
  return Set;
}

TEST(Join, PairsFunctionsOfOneNameByTheirUnits) {
  const RunSet First = setOfUnits({"a.c", "bb.c", "ccc.c"});
  auto Aligned = [&](std::vector<std::string> Units) {
    RunSet Other = setOfUnits(Units);
    alignNamesakes(First, Other);
    EXPECT_EQ(Other.Items.size(), Units.size());
    std::vector<std::string> Result(6, "-");
    for (const auto &[Key, Text] : Other.Functions) {
      Result[std::get<2>(Key)] = Text.Unit;
      const ItemKey Own{"h.h", "f", std::get<2>(Key), Subject::Self, ""};
      EXPECT_EQ(Other.Items[Own].Visits.at(0), Text.Unit.size());
    }
    return llvm::join(Result, " ");
  };
  EXPECT_EQ(Aligned({"a.c", "bb.c", "ccc.c"}), "a.c bb.c ccc.c - - -");
  EXPECT_EQ(Aligned({"ccc.c", "a.c", "bb.c"}), "a.c bb.c ccc.c - - -");
  EXPECT_EQ(Aligned({"bb.c"}), "- bb.c - - - -");
  // What has no unit there takes a place that is free, in its order.
  EXPECT_EQ(Aligned({"0000.c", "ccc.c", "a.c"}), "a.c 0000.c ccc.c - - -");
  EXPECT_EQ(Aligned({"0000.c", "a.c", "11111.c", "bb.c", "ccc.c"}),
            "a.c bb.c ccc.c 0000.c 11111.c -");
}

/// A run that measured \p Timed and \p Untimed ticks for probes of one form.
RunInfo runWith(double Timed, double Untimed = 0) {
  RunInfo Run;
  Run.RateHz = 1e9;
  Run.Probes.resize(1);
  Run.Probes[0].TimedMean = Run.Probes[0].TimedMeanRecorded = Timed;
  Run.Probes[0].UntimedMean = Run.Probes[0].UntimedMeanRecorded = Untimed;
  return Run;
}

/// Two sets of two runs whose times are \p Raw, with one timed probe and three
/// untimed ones in each.
std::vector<RunSet> setsOf(Normal &N, std::vector<RunInfo> Runs,
                           std::vector<double> Raw) {
  std::vector<RunSet> Sets = {setOf(N, 2, 0), setOf(N, 2, 0)};
  for (size_t R = 0; R < 4; ++R) {
    Sets[R / 2].Runs[R % 2] = Runs[R];
    Times &T = *Sets[R / 2].Items.begin()->second.ByRun[R % 2];
    T.Mean = Raw[R];
    T.Timed = 1;
    T.Untimed = 3;
    T.Quantiles[0] = Raw[R];
    T.QuantileTimed[0] = 1;
  }
  return Sets;
}

std::vector<double> meansOf(const std::vector<RunSet> &Sets) {
  std::vector<double> Means;
  for (const RunSet &Set : Sets)
    for (const std::optional<Times> &T : Set.Items.begin()->second.ByRun)
      Means.push_back(T->Mean);
  return Means;
}

constexpr auto Ticks = ipoint::analysis::TimeUnit::Ticks;

TEST(Runs, PutsProbesAtTheirMeanOverAllRuns) {
  Normal N(5);
  std::vector<RunSet> Sets = setsOf(
      N, {runWith(20, 1), runWith(22, 3), runWith(24, 2), runWith(22, 2)},
      {122, 122, 122, 122});
  EXPECT_EQ(finishSets(Sets, Ticks), Ticks);
  for (double Mean : meansOf(Sets))
    EXPECT_NEAR(Mean, 122 - 22 - 3 * 2, 1e-9);
}

TEST(Runs, KeepsDifferencesBelowTheCostOfProbes) {
  Normal N(5);
  std::vector<RunSet> Sets =
      setsOf(N, {runWith(40), runWith(40), runWith(40), runWith(40)},
             {20, 21, 24, 25});
  finishSets(Sets, Ticks);
  EXPECT_EQ(meansOf(Sets), (std::vector<double>{-20, -19, -16, -15}));
}

TEST(Runs, TakesTheLeastCostThatAnyRunLeavesRoomFor) {
  Normal N(5);
  std::vector<RunInfo> Runs = {runWith(20), runWith(40), runWith(20),
                               runWith(40)};
  Runs[1].Probes[0].TimedMean = 26; // its times refute 40
  Runs[3].Probes[0].TimedMean = 28;
  for (RunInfo &Run : Runs)
    Run.LeastTimed = Run.Probes[0].TimedMeanRecorded / 2;
  std::vector<RunSet> Sets = setsOf(N, Runs, {30, 30, 30, 30});
  finishSets(Sets, Ticks);
  for (const RunSet &Set : Sets)
    for (size_t R = 0; R < 2; ++R) {
      const Times &T = *Set.Items.begin()->second.ByRun[R];
      EXPECT_NEAR(T.Mean, 4, 1e-9);
      EXPECT_NEAR(*T.Quantiles[0], 20, 1e-9);
      EXPECT_NEAR(Set.Runs[R].usedProbe().TimedMean, 26, 1e-9);
    }
}

TEST(Runs, CorrectsEachFormOfProbeByItsOwnCost) {
  Normal N(5);
  std::vector<RunInfo> Runs;
  for (double Called : {50., 54., 52., 52.}) {
    Runs.push_back(runWith(20));
    Runs.back().Probes.push_back(runWith(Called).Probes[0]);
    Runs.back().Probes[0].IsUsed = true;
  }
  std::vector<RunSet> Sets = setsOf(N, Runs, {152, 152, 152, 152});
  for (RunSet &Set : Sets)
    Set.Items.begin()->second.Form = 1;
  finishSets(Sets, Ticks);
  for (double Mean : meansOf(Sets))
    EXPECT_NEAR(Mean, 100, 1e-9);
}

/// A set of two runs of a function that calls nothing.
RunSet setOfTwo(double Ticks) {
  RunSet Set;
  Set.Runs.resize(2);
  Times T;
  T.Count = 4;
  T.Mean = T.Max = Ticks;
  T.Ranges = {{Ticks, Ticks, 3}, {2 * Ticks, 2 * Ticks, 1}};
  for (Subject What : {Subject::Self, Subject::Inclusive})
    Set.Items[{"a.c", "f", 0, What, ""}] = {1, 0, {T, T}, {3, 5}};
  Set.Functions[{"a.c", "f", 0}];
  return Set;
}

TEST(Comparison, KeepsTimesForPagesOnly) {
  for (bool Keeps : {false, true}) {
    CompareOptions Options;
    Options.KeepsTimes = Keeps;
    ComparisonModel Model = compare({setOfTwo(100), setOfTwo(200)}, Options);
    EXPECT_EQ(Model.Sets.front().Items.empty(), !Keeps);
    // Inclusive times that are the function's own are not compared twice.
    ASSERT_EQ(Model.Pairs.front().Items.size(), 1u);
    EXPECT_EQ(Model.Pairs.front().Items.front().Key.What, Subject::Self);
  }
}

TEST(Comparison, PoolsTheHistogramsOfRuns) {
  RunSet Set = setOfTwo(100);
  ItemKey Key{"a.c", "f", 0, Subject::Inclusive, ""};
  EXPECT_TRUE(isSelf(Set, Key));
  std::vector<TimeRange> Ranges = pooledRanges(Set.Items.at(Key));
  ASSERT_EQ(Ranges.size(), 2u);
  EXPECT_EQ(Ranges[0].High, 100);
  EXPECT_EQ(Ranges[0].Count, 6u);
  EXPECT_EQ(Ranges[1].Count, 2u);
  EXPECT_EQ(visitsOf(Set.Items.at(Key)), 4);
  Set.Items.at(Key).ByRun[1]->Max = 300;
  EXPECT_FALSE(isSelf(Set, Key));
}

} // namespace
