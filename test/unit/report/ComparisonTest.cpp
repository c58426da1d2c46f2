//===- ComparisonTest.cpp - What samples of runs can tell -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/Closure.h"
#include "compare/Compare.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace ipoint::analysis;
using namespace ipoint::compare;

namespace {

/// Values of a normal distribution, by the sum of twelve uniform ones.
class Normal {
public:
  explicit Normal(uint64_t Seed) : Random(Seed) {}
  double operator()() {
    double Sum = -6;
    for (int I = 0; I < 12; ++I)
      Sum += double(Random() >> 11) * 0x1p-53;
    return Sum;
  }

private:
  std::mt19937_64 Random;
};

Units sample(Normal &N, size_t Size, double Mean) {
  Units Result;
  for (size_t I = 0; I < Size; ++I)
    Result.Values.push_back(Mean + N());
  return Result;
}

/// So many runs in which visits take \p Usual ticks, and \p Long of \p Count
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

TEST(Welch, GivesTheProbabilityOfT) {
  // t = 3 / sqrt(2) with 2 degrees of freedom, where the distribution has a
  // closed form: p = 1 - t / sqrt(t^2 + 2).
  Units A{{0, 2}, 0}, B{{3, 5}, 0};
  EXPECT_NEAR(welchProbability(A, B), 1 - 3 / std::sqrt(13.0), 1e-9);
  EXPECT_DOUBLE_EQ(welchProbability(A, B), welchProbability(B, A));
  // One side hardly varies: Welch's degrees of freedom are then those of the
  // other, 1, and p = 1 - 2 atan(t) / pi.
  Units Still{{0, 1e-9}, 0}, Varying{{2, 4}, 0};
  EXPECT_NEAR(welchProbability(Still, Varying),
              1 - 2 * std::atan(3.0) / 3.14159265358979, 1e-6);
}

TEST(Welch, HeedsTheLeastVariance) {
  Units A{{10, 10, 10}, 0}, B{{11, 11, 11}, 0};
  EXPECT_EQ(welchProbability(A, B), 0);
  EXPECT_EQ(welchProbability(A, A), 1);
  A.LeastVariance = B.LeastVariance = 1;
  EXPECT_GT(welchProbability(A, B), 0.2);
}

TEST(Welch, TellsNothingOfOneRun) {
  EXPECT_EQ(welchProbability({{1}, 0}, {{2, 3}, 0}), 1);
}

TEST(Discovery, AdjustsStepUp) {
  // Worked by hand: p(i) m / i, then the least of those from i on.
  std::vector<double> Adjusted = adjustForDiscovery({0.04, 0.01, 0.03, 0.5});
  EXPECT_DOUBLE_EQ(Adjusted[1], 0.04);
  EXPECT_NEAR(Adjusted[2], 0.04 * 4 / 3, 1e-12);
  EXPECT_NEAR(Adjusted[0], 0.04 * 4 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(Adjusted[3], 0.5);
}

TEST(Resampling, CoversTheDifferenceOfMeans) {
  Normal N(1);
  unsigned Covered = 0, All = 400;
  for (unsigned I = 0; I < All; ++I) {
    Units A = sample(N, 10, 0), B = sample(N, 10, 0.5);
    auto MeanOf = [](const Units &U, llvm::ArrayRef<uint32_t> Draw) {
      double Sum = 0;
      for (uint32_t D : Draw)
        Sum += U.Values[D];
      return Sum / double(Draw.size());
    };
    std::optional<Interval> Range = Resampling(10, 10).interval(
        [&](auto InA, auto InB) -> std::optional<double> {
          return MeanOf(B, InB) - MeanOf(A, InA);
        });
    ASSERT_TRUE(Range);
    Covered += Range->Low <= 0.5 && 0.5 <= Range->High;
  }
  // 95 % of 400 is 380; its standard deviation is 4.4.
  EXPECT_GE(Covered, 367u);
  EXPECT_LE(Covered, 396u);
}

TEST(Resampling, RefusesFewRuns) {
  auto Zero = [](auto, auto) { return std::optional(0.0); };
  EXPECT_FALSE(Resampling(4, 10).interval(Zero));
  EXPECT_TRUE(Resampling(5, 5).interval(Zero));
}

TEST(Tail, FindsRareLongVisits) {
  auto A = tails(10, 10000, 1), B = tails(10, 10000, 17);
  std::optional<TailComparison> T =
      compareTails(pointers(A), pointers(B), Resampling(10, 10));
  ASSERT_TRUE(T);
  EXPECT_EQ(T->Level, 100);
  EXPECT_EQ(T->CountA, 10u);
  EXPECT_EQ(T->CountB, 170u);
  EXPECT_NEAR(*T->Ratio, 17, 1e-9);
  EXPECT_LT(T->Probability, 1e-6);
  EXPECT_EQ(partingLevel(pointers(A), pointers(B)), 100);
}

TEST(Tail, TakesCountsForRandom) {
  // The same count in each run: by itself it would be known exactly.
  auto A = tails(10, 10000, 3), B = tails(10, 10000, 4);
  std::optional<TailComparison> T =
      compareTails(pointers(A), pointers(B), Resampling(10, 10));
  ASSERT_TRUE(T);
  EXPECT_GT(T->Probability, 0.01);
  EXPECT_FALSE(partingLevel(pointers(A), pointers(B)));
}

TEST(Tail, LeavesOutLevelsWithTooLittleBeyond) {
  auto A = tails(5, 100, 0), B = tails(5, 100, 1);
  EXPECT_FALSE(compareTails(pointers(A), pointers(B), Resampling(5, 5)));
}

/// A set whose one block takes \p Mean on average, in so many runs.
RunSet setOf(Normal &N, size_t Runs, double Mean,
             const std::string &File = "f.c") {
  RunSet Set;
  Set.Resolution = 1;
  Set.Runs.resize(Runs);
  Set.Functions[{File, "f", 0}].Blocks["b"] = {"x;\n", 7};
  Item &I = Set.Items[{File, "f", 0, Subject::Block, "b"}];
  for (size_t R = 0; R < Runs; ++R) {
    Times T;
    T.Count = 1000;
    T.Mean = Mean + N();
    I.ByRun.push_back(T);
    I.Visits.push_back(1000);
  }
  return Set;
}

TEST(Compare, TellsADifferenceThatIsSureAndLargeEnough) {
  Normal N(2);
  ComparisonModel M =
      compare({setOf(N, 10, 1000), setOf(N, 10, 1020), setOf(N, 10, 1005)}, {});
  ASSERT_EQ(M.Pairs.size(), 2u);
  EXPECT_TRUE(M.Pairs[0].Items.front().Mean.Differs);
  EXPECT_NEAR(*M.Pairs[0].Items.front().Mean.Change, 0.02, 0.002);
  // As sure, but half a percent is not worth telling.
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

/// A pair whose timed probes truly take 30 ticks and untimed ones 3; 20 and 2
/// are taken for it.
MeasuredPair pairOf(double Plain, double Timed, double Untimed) {
  MeasuredPair P;
  P.Plain = Plain;
  P.Elapsed = Plain + 100 + 30 * Timed + 3 * Untimed;
  P.Waited = 100;
  P.Timed = Timed;
  P.Untimed = Untimed;
  P.TimedCost = 20 * Timed;
  P.UntimedCost = 2 * Untimed;
  return P;
}

TEST(Closure, FitsBothKindsOfProbeToOtherInputs) {
  std::vector<MeasuredInput> Inputs(3);
  for (int Pair = 0; Pair < 10; ++Pair) {
    Inputs[0].Pairs.push_back(pairOf(1e6, 1000, 30000));
    Inputs[1].Pairs.push_back(pairOf(1e6 + Pair, 5000, 2000));
    Inputs[2].Pairs.push_back(pairOf(2e6, 3000, 9000));
  }
  ipoint::analysis::ClosureModel M = close(Inputs);
  const ipoint::analysis::ClosureInput &I = M.Inputs[2];
  EXPECT_NEAR(I.Unfitted.Error, (10.0 * 3000 + 9000) / 2e6, 1e-9);
  ASSERT_TRUE(I.Fitted);
  EXPECT_TRUE(I.Fitted->ByInputs);
  EXPECT_FALSE(I.Fitted->OneFactor);
  EXPECT_EQ(I.Fitted->FittedTo, 20u);
  EXPECT_NEAR(I.Fitted->Closure.TimedOverhead, 30, 1e-6);
  EXPECT_NEAR(I.Fitted->Closure.UntimedOverhead, 3, 1e-6);
  EXPECT_NEAR(I.Fitted->Closure.Error, 0, 1e-9);
}

TEST(Closure, TellsRunsThatWereNotFittedTo) {
  // The odd pairs say 30 ticks; in the even ones a probe takes 10 more.
  std::vector<MeasuredInput> Inputs(1);
  for (int Pair = 0; Pair < 10; ++Pair) {
    Inputs[0].Pairs.push_back(pairOf(1e6, 1000, 0));
    if (Pair % 2)
      Inputs[0].Pairs.back().Elapsed += 10 * 1000;
  }
  ipoint::analysis::ClosureModel M = close(Inputs);
  const ipoint::analysis::ClosureInput &I = M.Inputs[0];
  ASSERT_TRUE(I.Fitted);
  EXPECT_FALSE(I.Fitted->ByInputs);
  EXPECT_TRUE(I.Fitted->OneFactor);
  EXPECT_NEAR(I.Fitted->Closure.TimedOverhead, 30, 1e-6);
  EXPECT_NEAR(I.Fitted->Closure.Error, 0.01, 1e-9);
  ASSERT_TRUE(I.Fitted->Closure.Range && I.Unfitted.Range);
}

TEST(Closure, IsNotMovedByRunsThatWereHeldUp) {
  // Three of the pairs that are fitted to, and three of the others.
  std::vector<MeasuredInput> Inputs(1);
  for (int Pair = 0; Pair < 20; ++Pair) {
    Inputs[0].Pairs.push_back(pairOf(1e6, 1000, 0));
    if (Pair < 6)
      Inputs[0].Pairs.back().Elapsed *= 5;
  }
  ipoint::analysis::ClosureModel M = close(Inputs);
  const ipoint::analysis::ClosureInput &I = M.Inputs[0];
  EXPECT_NEAR(I.Unfitted.Error, 0.01, 1e-9);
  ASSERT_TRUE(I.Fitted);
  EXPECT_NEAR(I.Fitted->Closure.TimedOverhead, 30, 1e-3);
  EXPECT_NEAR(I.Fitted->Closure.Error, 0, 1e-6);
}

TEST(Closure, GivesNoIntervalOfFewPairs) {
  std::vector<MeasuredInput> Inputs(1);
  for (int Pair = 0; Pair < 9; ++Pair)
    Inputs[0].Pairs.push_back(pairOf(1e6, 1000 + Pair, 0));
  ipoint::analysis::ClosureModel M = close(Inputs);
  EXPECT_FALSE(M.Inputs[0].Unfitted.Range);
  EXPECT_FALSE(M.Inputs[0].Fitted->Closure.Range);
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
