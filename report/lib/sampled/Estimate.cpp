//===- Estimate.cpp - Mean times by shares of samples ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Estimate.h"
#include "stats/Differences.h"
#include "stats/RateStatistics.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::sampled {

static constexpr double Tail = (1 - ConfidenceLevel) / 2;

static double sumOf(const Counted &In, const Contrast &C) {
  double Sum = 0;
  for (auto [Column, Weight] : C)
    if (Column < In.Columns.size())
      Sum += Weight * In.Columns[Column];
  return Sum;
}

/// The largest share that \p C can have, as each sample is in one column. What
/// has no sample may have no column.
static double mostOf(const Contrast &C) {
  double Most = C.empty() ? 1 : 0;
  for (auto [Column, Weight] : C)
    Most = std::max(Most, Weight);
  return Most;
}

SampledRun countSamples(ArrayRef<std::pair<uint32_t, double>> Samples) {
  SampledRun Result;
  double Sum = 0, Squares = 0;
  for (auto [Column, Weight] : Samples) {
    Sum += Weight;
    Squares += Weight * Weight;
  }
  double Factor = Squares > 0 ? Sum / Squares : 0;
  size_t Batches = std::min(SampledRun::BatchCount, Samples.size());
  Result.Batches.resize(Batches);
  Result.Weight = Factor > 0 ? 1 / Factor : 1;
  for (size_t B = 0; B < Batches; ++B) {
    size_t Begin = B * Samples.size() / Batches;
    size_t End = (B + 1) * Samples.size() / Batches;
    for (auto [Column, Weight] : Samples.slice(Begin, End - Begin))
      Result.Batches[B].add(Column, Weight * Factor);
    Result.All.add(Result.Batches[B]);
  }
  return Result;
}

Shares::Shares(ArrayRef<SampledRun> Runs) {
  size_t NotEmpty = 0;
  for (const SampledRun &R : Runs) {
    All.add(R.All);
    NotEmpty += R.All.Size > 0;
  }
  UnitIsRun = NotEmpty >= LeastRuns;
  for (const SampledRun &R : Runs) {
    if (R.All.Size > 0 && UnitIsRun)
      Units.push_back(R.All);
    else if (R.All.Size > 0)
      Units.insert(Units.end(), R.Batches.begin(), R.Batches.end());
  }
  double Squares = 0;
  for (const Counted &U : Units)
    Squares += U.Size * U.Size;
  // Of units of different size the larger ones have most of the variance
  // (Satterthwaite).
  if (Squares > 0)
    UnitFreedom = std::max(All.Size * All.Size / Squares - 1, 1.0);
}

/// Limits of a share \p Value that \p Effective samples are of, as of a Poisson
/// count; without any, each would be \p Each.
static Interval countLimits(double Effective, double Value, double Each) {
  Interval Few = countInterval(Effective);
  if (Effective > 0)
    Each = Value / Effective;
  return {Few.Low * Each, Few.High * Each};
}

Share Shares::of(const Contrast &C) const {
  Share Result;
  double N = All.Size;
  Result.Freedom = UnitFreedom;
  if (N <= 0) {
    Result.Range = {0, 1};
    return Result;
  }
  Result.Value = sumOf(All, C) / N;
  double Squares = 0;
  for (auto [Column, Weight] : C)
    if (Column < All.Columns.size())
      Squares += Weight * Weight * All.Columns[Column] / N;
  double Sum = 0;
  for (const Counted &U : Units) {
    double Off = sumOf(U, C) - Result.Value * U.Size;
    Sum += Off * Off;
  }
  auto Count = static_cast<double>(Units.size());
  double BetweenUnits = Count > 1 ? Count / (Count - 1) * Sum / (N * N) : 0;
  // Parts of a run can have their samples at regular distances, which is not
  // to be relied on.
  double Chance = std::max(Squares - Result.Value * Result.Value, 0.0) / N;
  Result.Variance = UnitIsRun ? BetweenUnits : std::max(BetweenUnits, Chance);
  double Half =
      std::sqrt(Result.Variance) * studentQuantileAbove(Tail, Result.Freedom);
  // A share of all may come out above 1 by its last digit.
  const double Most = std::max(mostOf(C), Result.Value);
  Result.Range = {std::max(Result.Value - Half, 0.0),
                  std::min(Result.Value + Half, Most)};
  Result.Effective =
      Squares > 0 ? Result.Value * Result.Value / Squares * N : 0;
  constexpr double LastDigits = 1e-9;
  double Rest = std::max(Most - Result.Value, 0.0);
  if (Rest < LastDigits * Most)
    Rest = 0;
  const double RestSquares =
      Most * Most - 2 * Most * Result.Value + Squares; // of Most − weight
  const double EffectiveRest =
      RestSquares > 0 && Rest > 0 ? Rest * Rest / RestSquares * N : 0;
  Result.IsOfFew = std::min(Result.Effective, EffectiveRest) < FewSamples;
  if (Result.Effective < FewSamples) {
    Interval Few = countLimits(Result.Effective, Result.Value, 1 / N);
    Result.Range = {std::min(Result.Range.Low, Few.Low),
                    std::min(std::max(Result.Range.High, Few.High), Most)};
  }
  if (EffectiveRest < FewSamples) {
    Interval Few = countLimits(EffectiveRest, Rest, Most / N);
    Result.Range = {
        std::max(std::min(Result.Range.Low, Most - Few.High), 0.0),
        std::max(Result.Range.High, std::min(Most - Few.Low, Most))};
  }
  return Result;
}

namespace {

/// Columns of two sets, those with few samples added up in the last one.
struct Cells {
  std::vector<uint32_t> Of; ///< by column
  uint32_t Count = 1;

  Cells(const Counted &A, const Counted &B) {
    constexpr double Least = 5; // expected in each set (Cochran 1954)
    size_t Columns = std::max(A.Columns.size(), B.Columns.size());
    double Smaller = std::min(A.Size, B.Size) / (A.Size + B.Size);
    std::vector<bool> Enough(Columns);
    for (uint32_t I = 0; I < Columns; ++I) {
      double Both = (I < A.Columns.size() ? A.Columns[I] : 0) +
                    (I < B.Columns.size() ? B.Columns[I] : 0);
      Enough[I] = Both * Smaller >= Least;
      Of.push_back(Enough[I] ? Count++ : 0);
    }
  }
  std::vector<double> sums(const Counted &C) const {
    std::vector<double> Result(Count);
    for (size_t I = 0; I < C.Columns.size(); ++I)
      Result[Of[I]] += C.Columns[I];
    return Result;
  }
};

} // namespace

static Counted sumOf(ArrayRef<const SampledRun *> Runs) {
  Counted Result;
  for (const SampledRun *R : Runs)
    Result.add(R->All);
  return Result;
}

/// Σ (seen − expected)² / expected of \p Seen, of \p Size samples, against the
/// shares \p Expected.
static double chiSquaredOf(ArrayRef<double> Seen, double Size,
                           ArrayRef<double> Expected) {
  double Sum = 0;
  for (size_t I = 0; I < Seen.size(); ++I) {
    double E = Expected[I] * Size;
    Sum += E > 0 ? (Seen[I] - E) * (Seen[I] - E) / E : 0;
  }
  return Sum;
}

static std::vector<double> sharesOf(std::vector<double> Sums, double Size) {
  for (double &S : Sums)
    S /= Size;
  return Sums;
}

Homogeneity compareShares(ArrayRef<const SampledRun *> A,
                          ArrayRef<const SampledRun *> B) {
  Homogeneity Result;
  Counted SumA = sumOf(A), SumB = sumOf(B);
  if (SumA.Size <= 0 || SumB.Size <= 0)
    return Result;
  Cells Into(SumA, SumB);
  Counted Both = SumA;
  Both.add(SumB);
  std::vector<double> Expected = sharesOf(Into.sums(Both), Both.Size);
  double Between = 0, Within = 0;
  size_t Filled = 0, Runs = 0;
  for (auto [Set, Sum] : {std::pair(A, &SumA), std::pair(B, &SumB)}) {
    std::vector<double> Cells = Into.sums(*Sum);
    Between += chiSquaredOf(Cells, Sum->Size, Expected);
    std::vector<double> Own = sharesOf(std::move(Cells), Sum->Size);
    for (const SampledRun *R : Set)
      Within += chiSquaredOf(Into.sums(R->All), R->All.Size, Own);
    Runs += Set.size();
  }
  std::vector<double> OfA = sharesOf(Into.sums(SumA), SumA.Size);
  std::vector<double> OfB = sharesOf(Into.sums(SumB), SumB.Size);
  constexpr double MeanOfNormal = 0.7978845608; // of |z|: sqrt(2 / π)
  for (size_t I = 0; I < Expected.size(); ++I) {
    Filled += Expected[I] > 0;
    Result.Difference += std::abs(OfA[I] - OfB[I]) / 2;
    // A share of all may come out above 1 by its last digit.
    double Spread = std::max(0.0, Expected[I] * (1 - Expected[I]));
    Result.Expected +=
        MeanOfNormal / 2 * std::sqrt(Spread * (1 / SumA.Size + 1 / SumB.Size));
  }
  if (Filled < 2)
    return Result;
  auto Freedom = static_cast<double>(Filled - 1);
  double Inner = Freedom * static_cast<double>(Runs - 2);
  double Over = Inner > 0 ? std::max(Within / Inner, 1.0) : 1;
  Result.Probability = chiSquaredAbove(Between / Over, Freedom);
  return Result;
}

static double quantile(ArrayRef<ErrorOfMean> Parts) {
  return studentQuantileAbove(Tail, degreesOfSum(Parts));
}

/// The half width that remains of \p Half where \p Other is added, both of
/// independent errors (MOVER: Zou and Donner 2008).
static double joined(double Half, double Other) {
  return std::sqrt(Half * Half + Other * Other);
}

static double varianceOfMean(ArrayRef<double> Values) {
  return Values.size() > 1
             ? varianceOf(Values) / static_cast<double>(Values.size())
             : 0;
}

Estimator::Estimator(std::vector<InputRuns> All) {
  for (InputRuns &R : All) {
    Shares Samples(R.Sampled);
    std::vector<double> Sampled = R.User;
    if (!R.ExcludesKernel)
      for (size_t I = 0; I < Sampled.size(); ++I)
        Sampled[I] += R.System[I];
    Input &I = Inputs.emplace_back(Input{std::move(R), std::move(Samples)});
    I.Times = static_cast<double>(std::max<size_t>(I.Runs.Calls.size(), 1));
    if (Sampled.empty())
      continue;
    I.Sampled = meanOf(Sampled);
    I.Variance = varianceOfMean(Sampled);
    Cpu += I.Times * (meanOf(I.Runs.User) + meanOf(I.Runs.System));
  }
}

TimeEstimate Estimator::time(const Contrast &C) const {
  TimeEstimate Result;
  double Below = 0, Above = 0;
  for (const Input &I : Inputs) {
    Share S = I.Samples.of(C);
    double Scale = I.Times * I.Sampled, Ticks = Scale * S.Value;
    // The share's limits, and what the CPU time adds to them, on the same
    // scale: relative variances of a product add up.
    double OfCpu = I.Times * S.Value * std::sqrt(I.Variance);
    ErrorOfMean Parts[] = {
        {Scale * Scale * S.Variance, S.Freedom},
        {OfCpu * OfCpu, static_cast<double>(I.Runs.User.size()) - 1}};
    double T = quantile(Parts);
    double OfShare = T * Scale * std::sqrt(S.Variance);
    // Limits of few samples are wider than the variance implies.
    double Low = std::max(Scale * (S.Value - S.Range.Low), 0.0);
    double High = Scale * (S.Range.High - S.Value);
    if (!S.IsOfFew)
      Low = High = OfShare;
    High = std::min(High, Scale * std::max(mostOf(C) - S.Value, 0.0));
    Low = joined(Low, T * OfCpu);
    High = joined(High, T * OfCpu);
    Result.Ticks += Ticks;
    Result.Samples += S.Effective;
    Below += Low * Low;
    Above += High * High;
  }
  Result.Range = {std::max(Result.Ticks - std::sqrt(Below), 0.0),
                  Result.Ticks + std::sqrt(Above)};
  return Result;
}

TimeEstimate Estimator::unsampledKernel() const {
  TimeEstimate Result;
  double Square = 0;
  for (const Input &I : Inputs) {
    if (!I.Runs.ExcludesKernel || I.Runs.System.empty())
      continue;
    Result.Ticks += I.Times * meanOf(I.Runs.System);
    double Runs = static_cast<double>(I.Runs.System.size());
    double Half = I.Times * std::sqrt(varianceOfMean(I.Runs.System));
    Half *= Runs > 1 ? studentQuantileAbove(Tail, Runs - 1) : 0;
    Square += Half * Half;
  }
  Result.Range = {std::max(Result.Ticks - std::sqrt(Square), 0.0),
                  Result.Ticks + std::sqrt(Square)};
  return Result;
}

/// Of \p Function, by run.
static std::vector<double> callsOf(const InputRuns &R, uint32_t Function) {
  std::vector<double> Result;
  Result.reserve(R.Calls.size());
  for (const std::vector<double> &Run : R.Calls)
    Result.push_back(Function < Run.size() ? Run[Function] : 0);
  return Result;
}

double Estimator::calls(uint32_t Function) const {
  double Sum = 0;
  for (const Input &I : Inputs)
    for (double Calls : callsOf(I.Runs, Function))
      Sum += Calls;
  return Sum;
}

SampledMean Estimator::perCall(const TimeEstimate &Time,
                               uint32_t Function) const {
  double Calls = 0;
  std::vector<ErrorOfMean> Parts;
  double Variance = 0;
  for (const Input &I : Inputs) {
    std::vector<double> Runs = callsOf(I.Runs, Function);
    Calls = std::accumulate(Runs.begin(), Runs.end(), Calls);
    double OfSum = I.Times * I.Times * varianceOfMean(Runs);
    Parts.push_back({OfSum, static_cast<double>(Runs.size()) - 1});
    Variance += OfSum;
  }
  double Relative = std::sqrt(Variance) / Calls;
  if (Relative > 0)
    Relative *= quantile(Parts);
  SampledMean Result;
  Result.Mean = Time.Ticks / Calls;
  double OfCalls = Time.Ticks * Relative;
  Result.Range = {
      std::max(Time.Ticks - joined(Time.Ticks - Time.Range.Low, OfCalls), 0.0) /
          Calls,
      (Time.Ticks + joined(Time.Range.High - Time.Ticks, OfCalls)) / Calls};
  return Result;
}

} // namespace ipoint::sampled
