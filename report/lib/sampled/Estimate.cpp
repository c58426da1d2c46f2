//===- Estimate.cpp - From shares of samples to times ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Estimate.h"
#include "stats/Averages.h"
#include "stats/Intervals.h"
#include "stats/Laws.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::estimate {

static constexpr double Side = (1 - ConfidenceLevel) / 2;

static double sumOf(ArrayRef<double> Values) {
  double Sum = 0;
  for (double V : Values)
    Sum += V;
  return Sum;
}

/// A variance with its degrees of freedom.
struct Part {
  double Variance, Freedom;
};

/// Of a sum of independent parts (Welch, Satterthwaite).
static double freedomOf(ArrayRef<Part> Parts) {
  double Sum = 0, Squares = 0;
  for (const Part &P : Parts) {
    Sum += P.Variance;
    Squares += P.Freedom > 0 ? P.Variance * P.Variance / P.Freedom : 0;
  }
  return Squares > 0 ? std::max(Sum * Sum / Squares, 1.0) : 1;
}

static double quantile(ArrayRef<Part> Parts) {
  return studentQuantileAbove(Side, freedomOf(Parts));
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
    Part Parts[] = {
        {Scale * Scale * S.Variance, S.Freedom},
        {OfCpu * OfCpu, static_cast<double>(I.Runs.User.size()) - 1}};
    double T = quantile(Parts);
    double OfShare = T * Scale * std::sqrt(S.Variance);
    // Limits of few samples are wider than the variance implies.
    double Low = std::max(Scale * (S.Value - S.Range.Low), 0.0);
    double High = Scale * (S.Range.High - S.Value);
    if (S.Effective >= Shares::FewSamples)
      Low = High = OfShare;
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
    Half *= Runs > 1 ? studentQuantileAbove(Side, Runs - 1) : 0;
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
    Sum += sumOf(callsOf(I.Runs, Function));
  return Sum;
}

SampledMean Estimator::perCall(const TimeEstimate &Time,
                               uint32_t Function) const {
  double Calls = 0;
  std::vector<Part> Parts;
  double Variance = 0;
  for (const Input &I : Inputs) {
    std::vector<double> Runs = callsOf(I.Runs, Function);
    Calls += sumOf(Runs);
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

} // namespace ipoint::estimate
