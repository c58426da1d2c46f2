//===- EstimateTest.cpp - From shares of samples to times -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sampled/Estimate.h"
#include "model/ModelBuilder.h"
#include "sampled/Join.h"
#include "gtest/gtest.h"
#include <cmath>
#include <functional>
#include <random>

using namespace ipoint;
using namespace ipoint::sampled;

using Random = std::mt19937_64;
using Samples = std::vector<std::pair<uint32_t, double>>;

/// \p Count samples of column 0 with the probability \p P, else of column 1.
static Samples draw(Random &R, size_t Count, double P) {
  Samples Result;
  std::bernoulli_distribution Hits(P);
  for (size_t I = 0; I < Count; ++I)
    Result.push_back({Hits(R) ? 0 : 1, 1});
  return Result;
}

/// How often in 2,000 trials \p Covers.
static double coverage(const std::function<bool(Random &)> &Covers) {
  Random R(20260101);
  constexpr int Trials = 2000;
  int Covered = 0;
  for (int I = 0; I < Trials; ++I)
    Covered += Covers(R);
  return static_cast<double>(Covered) / Trials;
}

static bool contains(const analysis::Interval &I, double Value) {
  return I.Low <= Value && Value <= I.High;
}

TEST(Shares, SamplesOfOneWeightAreCounted) {
  SampledRun R = countSamples({{0, 5}, {2, 5}, {2, 5}, {1, 5}});
  EXPECT_DOUBLE_EQ(R.All.Size, 4);
  EXPECT_DOUBLE_EQ(R.All.Columns[2], 2);
  EXPECT_EQ(R.Batches.size(), 4u);
  Shares S(R);
  EXPECT_FALSE(S.unitIsRun());
  EXPECT_DOUBLE_EQ(S.of({{2, 1}}).Value, 0.5);
  EXPECT_DOUBLE_EQ(S.of({{0, 1}, {2, 0.5}}).Value, 0.5);
  EXPECT_DOUBLE_EQ(S.of({{7, 1}}).Value, 0);
}

TEST(Shares, SamplesWeighWhatHasPassed) {
  // (3 + 1)² / (9 + 1) samples of equal weight.
  SampledRun R = countSamples({{0, 3}, {1, 1}});
  EXPECT_DOUBLE_EQ(R.All.Size, 1.6);
  EXPECT_DOUBLE_EQ(Shares(R).of({{0, 1}}).Value, 0.75);
}

TEST(Shares, NoSampleIsAnUpperLimit) {
  Random R(1);
  SampledRun Run = countSamples(draw(R, 1000, 0));
  Share S = Shares(Run).of({{0, 1}});
  EXPECT_EQ(S.Value, 0);
  EXPECT_EQ(S.Range.Low, 0);
  EXPECT_NEAR(S.Range.High, 0.00369, 0.00001); // −ln 0.025 samples
  EXPECT_EQ(Shares(Run).of({}).Range.High, S.Range.High);
}

TEST(Shares, NoSampleElsewhereIsALowerLimit) {
  Random R(1);
  InputRuns In;
  In.Sampled = {countSamples(draw(R, 1000, 1))};
  In.User = {1e6};
  In.System = {0};
  EXPECT_NEAR(Shares(In.Sampled).of({{0, 1}}).Range.Low, 1 - 0.00369, 0.00001);
  EXPECT_NEAR(Estimator({In}).time({{0, 1}}).Range.Low, 1e6 - 3690, 10);
}

TEST(Shares, NoneIsAboveAll) {
  Random R(1);
  for (size_t Count : {1, 3, 30, 300}) {
    InputRuns In;
    In.Sampled = {countSamples(draw(R, Count, 0.97))};
    In.User = {1000};
    In.System = {0};
    Shares S(In.Sampled);
    Estimator E({In});
    for (uint32_t Column : {0, 1, 2}) {
      EXPECT_LE(S.of({{Column, 1}}).Range.High, 1) << Count;
      EXPECT_LE(S.of({{Column, 0.5}}).Range.High, 0.5) << Count;
      EXPECT_LE(E.time({{Column, 1}}).Range.High, 1000) << Count;
    }
    EXPECT_DOUBLE_EQ(S.of({{0, 1}, {1, 1}}).Range.High, 1);
  }
}

class SharesOf : public testing::TestWithParam<double> {};

TEST_P(SharesOf, IntervalsOfRunsCover) {
  const double P = GetParam();
  double C = coverage([&](Random &R) {
    std::vector<SampledRun> Runs;
    for (int I = 0; I < 10; ++I)
      Runs.push_back(countSamples(draw(R, I % 2 ? 800 : 200, P)));
    return contains(Shares(Runs).of({{0, 1}}).Range, P);
  });
  EXPECT_NEAR(C, 0.95, 0.02);
}

INSTANTIATE_TEST_SUITE_P(Each, SharesOf, testing::Values(0.5, 0.1, 0.01));

TEST(Shares, IntervalsCoverWhereRunsDiffer) {
  double C = coverage([&](Random &R) {
    std::vector<SampledRun> Runs;
    std::normal_distribution<double> Spread(0.2, 0.03);
    for (int I = 0; I < 8; ++I)
      Runs.push_back(countSamples(draw(R, 500, Spread(R))));
    return contains(Shares(Runs).of({{0, 1}}).Range, 0.2);
  });
  EXPECT_NEAR(C, 0.95, 0.02);
}

TEST(Shares, IntervalsOfOneRunCoverWhereSamplesCluster) {
  double C = coverage([&](Random &R) {
    // Each stretch of 10 samples is of one column.
    Samples All;
    for (int I = 0; I < 400; ++I)
      All.insert(All.end(), 10, draw(R, 1, 0.3).front());
    return contains(Shares(countSamples(All)).of({{0, 1}}).Range, 0.3);
  });
  EXPECT_NEAR(C, 0.95, 0.02);
}

TEST(Shares, FewSamplesCoverToo) {
  for (double P : {0.001, 0.003, 0.997, 0.999}) {
    double C = coverage([&](Random &R) {
      std::vector<SampledRun> Runs;
      for (int I = 0; I < 5; ++I)
        Runs.push_back(countSamples(draw(R, 300, P)));
      return contains(Shares(Runs).of({{0, 1}}).Range, P);
    });
    EXPECT_GE(C, 0.95) << P;
  }
}

TEST(Shares, SetsThatAreAlikeSeldomDiffer) {
  double C = coverage([&](Random &R) {
    SampledRun A = countSamples(draw(R, 1000, 0.3));
    SampledRun B = countSamples(draw(R, 4000, 0.3));
    return compareShares({&A}, {&B}).Probability >= 0.05;
  });
  EXPECT_NEAR(C, 0.95, 0.02);
}

TEST(Shares, SetsThatDifferAreFound) {
  Random R(7);
  SampledRun A = countSamples(draw(R, 4000, 0.30));
  SampledRun B = countSamples(draw(R, 4000, 0.36));
  Homogeneity H = compareShares({&A}, {&B});
  EXPECT_LT(H.Probability, 0.001);
  EXPECT_NEAR(H.Difference, 0.06, 0.02);
  EXPECT_NEAR(H.Expected, 0.8 * std::sqrt(0.33 * 0.67 / 2000), 0.001);
}

TEST(Shares, RunsThatDifferAmongThemselvesAreNoFinding) {
  double C = coverage([&](Random &R) {
    std::normal_distribution<double> Spread(0.3, 0.05);
    std::vector<SampledRun> Runs;
    for (int I = 0; I < 20; ++I)
      Runs.push_back(countSamples(draw(R, 500, Spread(R))));
    std::vector<const SampledRun *> A, B;
    for (int I = 0; I < 20; ++I)
      (I < 10 ? A : B).push_back(&Runs[I]);
    return compareShares(A, B).Probability >= 0.05;
  });
  EXPECT_GE(C, 0.90); // χ² for F, of 18 degrees
}

/// Ten runs each: shares, CPU times and calls that vary.
static InputRuns makeRuns(Random &R, double CpuSpread, double CallsSpread) {
  InputRuns Result;
  std::normal_distribution<double> Cpu(1e6, CpuSpread * 1e6),
      Calls(1000, CallsSpread * 1000);
  for (int I = 0; I < 10; ++I) {
    Result.Sampled.push_back(countSamples(draw(R, 1000, 0.2)));
    Result.User.push_back(Cpu(R));
    Result.System.push_back(5e4);
    Result.Calls.push_back({Calls(R)});
  }
  return Result;
}

TEST(Estimate, IsShareTimesTimeByCalls) {
  InputRuns In;
  In.Sampled = {countSamples({{0, 1}, {0, 1}, {1, 1}, {1, 1}})};
  In.User = {800, 1200};
  In.System = {100, 100};
  In.Calls = {{10, 0}, {10, 0}};
  Estimator E({In});
  TimeEstimate T = E.time({{0, 1}});
  EXPECT_DOUBLE_EQ(E.cpu(), 2200);
  EXPECT_DOUBLE_EQ(T.Ticks, 1000); // of two runs
  EXPECT_DOUBLE_EQ(E.perCall(T, 0).Mean, 50);
  EXPECT_DOUBLE_EQ(E.unsampledKernel().Ticks, 200);
  In.ExcludesKernel = false;
  Estimator Whole({In});
  EXPECT_DOUBLE_EQ(Whole.time({{0, 1}}).Ticks, 1100);
  EXPECT_DOUBLE_EQ(Whole.unsampledKernel().Ticks, 0);
}

TEST(Estimate, InputsAddUp) {
  InputRuns A, B;
  A.Sampled = {countSamples({{0, 1}, {1, 1}})};
  A.User = {1000};
  A.System = {0};
  A.Calls = {{10}, {10}};
  B = A;
  B.User = {4000};
  B.Calls = {{5}};
  Estimator E({A, B});
  TimeEstimate T = E.time({{0, 1}});
  EXPECT_DOUBLE_EQ(T.Ticks, 2 * 500 + 2000);
  EXPECT_DOUBLE_EQ(E.perCall(T, 0).Mean, 3000.0 / 25);
}

/// By how much runs differ in CPU time, and in calls.
class EstimateOfRuns
    : public testing::TestWithParam<std::pair<double, double>> {};

TEST_P(EstimateOfRuns, IntervalsCover) {
  auto [Cpu, Calls] = GetParam();
  double C = coverage([&, Cpu = Cpu, Calls = Calls](Random &R) {
    Estimator E({makeRuns(R, Cpu, Calls)});
    return contains(E.perCall(E.time({{0, 1}}), 0).Range, 0.2 * 1e6 / 1000);
  });
  EXPECT_NEAR(C, 0.95, 0.02);
}

INSTANTIATE_TEST_SUITE_P(Each, EstimateOfRuns,
                         testing::Values(std::pair(0.0, 0.0),
                                         std::pair(0.05, 0.0),
                                         std::pair(0.0, 0.1),
                                         std::pair(0.05, 0.1)));

TEST(Estimate, IntervalsOfInclusiveTimesCover) {
  double C = coverage([&](Random &R) {
    Estimator E({makeRuns(R, 0.02, 0)});
    // All of column 0 and a quarter of column 1.
    TimeEstimate T = E.time({{0, 1}, {1, 0.25}});
    return contains(E.perCall(T, 0).Range, (0.2 + 0.25 * 0.8) * 1e6 / 1000);
  });
  EXPECT_NEAR(C, 0.95, 0.02);
}

TEST(Estimate, TheMeanThatLeads) {
  SampledMean Narrow = {100, {95, 105}}, Wide = {100, {5, 300}},
              None = {0, {0, 150}}, Nearly = {0, {0, 80}},
              Direct = {140, {139, 141}};
  EXPECT_EQ(analysis::bestOf(Narrow, Direct, 1, false, std::nullopt).From,
            MeanSource::Sampled);
  EXPECT_EQ(
      analysis::bestOf(Narrow, std::nullopt, 1, false, std::nullopt).Range.High,
      105);
  // What lasts against its probes is known better directly.
  EXPECT_EQ(analysis::bestOf(Wide, Direct, 1, false, std::nullopt).From,
            MeanSource::Direct);
  EXPECT_EQ(analysis::bestOf(Wide, Direct, 20, false, std::nullopt).From,
            MeanSource::Sampled);
  EXPECT_EQ(analysis::bestOf(None, Direct, 1, false, std::nullopt).From,
            MeanSource::Direct);
  EXPECT_EQ(analysis::bestOf(None, Direct, 20, false, std::nullopt).From,
            MeanSource::Bounded);
  EXPECT_EQ(analysis::bestOf(Nearly, Direct, 1, false, std::nullopt).From,
            MeanSource::Bounded);
  EXPECT_EQ(analysis::bestOf(None, Direct, 1, true, std::nullopt).From,
            MeanSource::Bounded);
  // No limit is above the largest observed time.
  EXPECT_EQ(analysis::bestOf(None, Direct, 1, true, 120).Range.High, 120);
  EXPECT_EQ(analysis::bestOf(None, Direct, 1, true, 200).Range.High, 150);
  EXPECT_EQ(analysis::bestOf(Narrow, Direct, 1, false, 99).Range.High, 105);
  // Without a baseline as before.
  EXPECT_EQ(
      analysis::bestOf(std::nullopt, Direct, 100, false, std::nullopt).From,
      MeanSource::Direct);
  EXPECT_EQ(analysis::bestOf(std::nullopt, Direct, 1, true, std::nullopt).From,
            MeanSource::NotKnown);
  EXPECT_EQ(
      analysis::bestOf(std::nullopt, std::nullopt, 1, false, std::nullopt).From,
      MeanSource::NotKnown);
}

// A call takes itself no more than with its callees.
TEST(Estimate, InclusiveMeansBoundSelfTimes) {
  using namespace analysis;
  ReportModel Report;
  Report.Sampling.emplace();
  auto Best = [&](Interval Self, std::optional<SampledMean> Inclusive) {
    FunctionModel F;
    F.Sampled.emplace();
    F.Sampled->Samples = 1;
    F.Sampled->Self = {0, Self};
    F.Sampled->Inclusive = Inclusive;
    Report.Functions = {F};
    chooseMeans(Report);
    return Report.Functions.front().BestSelf;
  };
  EXPECT_EQ(Best({0, 150}, std::nullopt).Range.High, 150);
  EXPECT_EQ(Best({0, 150}, SampledMean{100, {90, 110}}).Range.High, 110);
  EXPECT_EQ(Best({0, 150}, SampledMean{0, {0, 120}}).Range.High, 120);
  EXPECT_EQ(Best({0, 150}, SampledMean{200, {190, 210}}).Range.High, 150);
  EXPECT_EQ(Best({0, 150}, SampledMean{100, {90, 110}}).From,
            MeanSource::Bounded);
}

TEST(Estimate, CallsThatWereNotTimedMayHaveBeenLonger) {
  for (auto [Timed, High] : {std::pair(3, 500), std::pair(1000, 100)}) {
    analysis::ReportModel Report;
    Report.Sampling.emplace();
    analysis::FunctionModel &F = Report.Functions.emplace_back();
    F.Calls = 1000;
    F.Sampled.emplace().Samples = 100;
    F.Sampled->Self = SampledMean{0, {0, 500}};
    analysis::TimeModel &T = F.Self.emplace();
    T.Raw.Count = Timed;
    T.Raw.Max = 100;
    T.BelowResolution = true;
    analysis::BlockModel &B = F.Blocks.emplace_back();
    B.Visits = F.Calls;
    B.Time = T;
    B.Sampled.emplace().Mean = F.Sampled->Self;
    analysis::chooseMeans(Report);
    EXPECT_EQ(F.BestSelf.From, MeanSource::Bounded);
    EXPECT_EQ(F.BestSelf.Range.High, High);
    EXPECT_EQ(F.Blocks.front().Best.Range.High, High);
  }
}

/// Of a time of \p Count calls, \p Mean each.
static analysis::TimeModel timesOf(uint64_t Count, double Mean) {
  analysis::TimeModel T;
  T.Raw.Count = T.Corrected.Count = Count;
  T.Raw.Mean = T.Raw.Max = T.Corrected.Mean = Mean;
  T.Corrected.Uncertainty.emplace().Mean = 10;
  return T;
}

TEST(Estimate, SelfTimesOfFewCallsAreNotAboveInclusiveTimesOfAll) {
  analysis::ReportModel Report;
  analysis::FunctionModel &F = Report.Functions.emplace_back();
  auto Choose = [&](uint64_t Timed, double Self, uint64_t TimedWhole) {
    F.Calls = 100;
    F.IsCounted = true;
    F.Self = timesOf(Timed, Self);
    F.Inclusive = timesOf(TimedWhole, 300);
    analysis::chooseMeans(Report);
    return F.BestSelf;
  };
  EXPECT_EQ(Choose(5, 200, 100).Mean, 200);
  EXPECT_EQ(Choose(5, 305, 100).Range.High, 310);
  EXPECT_EQ(Choose(5, 400, 100).From, MeanSource::Bounded);
  EXPECT_EQ(Choose(5, 400, 100).Range.High, 310);
  // Of other calls, or of all.
  EXPECT_EQ(Choose(5, 400, 99).Mean, 400);
  EXPECT_EQ(Choose(100, 400, 100).Mean, 400);
  // One says nothing of the others.
  EXPECT_EQ(Choose(1, 200, 100).From, MeanSource::NotKnown);
  F.Calls = 1;
  F.Inclusive = timesOf(1, 300);
  analysis::chooseMeans(Report);
  EXPECT_EQ(F.BestSelf.From, MeanSource::Direct);
}

TEST(Names, AreJoinedByNameAndSource) {
  std::vector<KnownFunction> All = {{"f", "/a/src/one.c"},
                                    {"f", "/a/src/two.c"},
                                    {"g", "/a/src/one.c"},
                                    {"h", "/a/x/one.c"},
                                    {"h", "/a/y/one.c"}};
  NameIndex Index(All);
  auto Find = [&](const char *Name, const char *Source) {
    sampled::SampledFunction F;
    F.Name = Name;
    F.Source = Source;
    std::optional<uint32_t> I = Index.find(F);
    return I ? static_cast<int>(*I) : -1;
  };
  EXPECT_EQ(Find("f", "/b/src/two.c"), 1);
  EXPECT_EQ(Find("f", "/b/src/./x/../one.c"), 0);
  EXPECT_EQ(Find("f", "/b/src/three.c"), -1);
  EXPECT_EQ(Find("f", ""), -1); // either
  EXPECT_EQ(Find("g", ""), 2);
  EXPECT_EQ(Find("h", "/b/y/one.c"), 4);
  EXPECT_EQ(Find("h", "/b/one.c"), -1); // either
  EXPECT_EQ(Find("", ""), -1);
}
