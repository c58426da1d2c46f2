//===- RateStatistics.cpp - Counts, rates and periods ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RateStatistics.h"
#include "llvm/ADT/STLExtras.h"
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

using namespace llvm;
using boost::math::binomial;
using boost::math::chi_squared;
using boost::math::complement;

namespace ipoint::analysis {

/// What each side of a 95 % interval leaves out.
static constexpr double Tail = 0.025;

Range countInterval(double Count, double Dispersion) {
  double Events = Count / Dispersion;
  Range R;
  if (Events > 0)
    R.Low = quantile(chi_squared(2 * Events), Tail) / 2;
  R.High = quantile(complement(chi_squared(2 * Events + 2), Tail)) / 2;
  return {R.Low * Dispersion, R.High * Dispersion};
}

Range meanInterval(double Count, double Mean, double Deviation) {
  boost::math::students_t T(Count - 1);
  double Half = quantile(complement(T, Tail)) * Deviation / std::sqrt(Count);
  return {Mean - Half, Mean + Half};
}

double chanceOfAtLeast(uint64_t Least, uint64_t Count, double Share) {
  if (Least == 0 || Share >= 1)
    return 1;
  if (Least > Count || Share <= 0)
    return 0;
  return cdf(complement(binomial(double(Count), Share), double(Least) - 1));
}

double chanceOfAtMost(uint64_t Most, uint64_t Count, double Share) {
  if (Most >= Count || Share <= 0)
    return 1;
  if (Share >= 1)
    return 0;
  return cdf(binomial(double(Count), Share), double(Most));
}

double chanceOfDistance(double Distance, double CountA, double CountB) {
  double Root = std::sqrt(CountA * CountB / (CountA + CountB));
  double X = (Root + 0.12 + 0.11 / Root) * Distance;
  if (X < 0.2) // the series converges slowly, to 1
    return 1;
  double Sum = 0;
  for (int J = 1; J <= 100; ++J)
    Sum += (J % 2 ? 2 : -2) * std::exp(-2.0 * J * J * X * X);
  return std::clamp(Sum, 0.0, 1.0);
}

/// How many periods a difference may span: with more, the number could be
/// taken wrong while the period is not known well.
static constexpr double MostPeriods = 16;

/// How well the \p Differences keep to a period near \p Guess.
static std::optional<Period> keepTo(ArrayRef<double> Differences,
                                    double Guess) {
  Period P;
  P.Ticks = Guess;
  for (int Round = 0; Round < 3; ++Round) {
    double Sum = 0, Periods = 0;
    for (double D : Differences)
      if (D >= P.Ticks / 2 && D <= MostPeriods * P.Ticks) {
        Sum += D;
        Periods += std::round(D / P.Ticks);
      }
    if (Periods == 0)
      return std::nullopt;
    P.Ticks = Sum / Periods;
  }
  double Count = 0, Short = 0, Cosines = 0, Squares = 0, Periods = 0;
  for (double D : Differences) {
    if (D > MostPeriods * P.Ticks)
      continue;
    if (D < P.Ticks / 2) {
      ++Short;
      continue;
    }
    ++Count;
    double Times = std::round(D / P.Ticks);
    Periods += Times;
    Cosines += std::cos(2 * M_PI * D / P.Ticks);
    Squares += (D - Times * P.Ticks) * (D - Times * P.Ticks);
  }
  P.Strength = Cosines / Count;
  P.Uncertainty = std::sqrt(Squares) / Periods;
  // Rayleigh's test, far beyond what the search over guesses could find by
  // chance; and no events in between.
  bool Keeps = Count >= 10 && P.Strength > 0.8 &&
               P.Strength * P.Strength * Count > 20 &&
               Short <= 0.05 * (Count + Short);
  return Keeps ? std::optional(P) : std::nullopt;
}

std::optional<Period> findPeriod(ArrayRef<uint64_t> Times) {
  std::vector<double> Differences;
  for (size_t I = 1; I < Times.size(); ++I)
    Differences.push_back(double(Times[I] - Times[I - 1]));
  if (Differences.size() < 10)
    return std::nullopt;
  std::vector<double> Sorted = Differences;
  llvm::sort(Sorted);
  std::optional<Period> Best;
  for (double Share : {0.02, 0.1, 0.25, 0.5})
    for (double Parts = 1; Parts <= 8; ++Parts) {
      double Guess = Sorted[size_t(Share * double(Sorted.size()))] / Parts;
      if (Guess < 1)
        continue;
      std::optional<Period> P = keepTo(Differences, Guess);
      if (P && (!Best || P->Ticks > Best->Ticks * 1.01))
        Best = P;
    }
  return Best;
}

double dispersion(ArrayRef<uint64_t> Times) {
  if (Times.size() < 100)
    return 1;
  size_t Windows = std::min<size_t>(100, Times.size() / 10);
  double Begin = double(Times.front());
  double Width = (double(Times.back()) - Begin) / double(Windows);
  if (Width < 1)
    return 1;
  std::vector<double> Counts(Windows);
  for (uint64_t T : Times)
    ++Counts[std::min(Windows - 1, size_t((double(T) - Begin) / Width))];
  double Mean = double(Times.size()) / double(Windows), Squares = 0;
  for (double C : Counts)
    Squares += (C - Mean) * (C - Mean);
  double Degrees = double(Windows) - 1;
  double Statistic = Squares / Mean;
  chi_squared Law(Degrees);
  bool IsPoisson =
      cdf(Law, Statistic) > 0.0005 && cdf(complement(Law, Statistic)) > 0.0005;
  return IsPoisson ? 1
                   : std::max(Statistic / Degrees, 1 / double(Times.size()));
}

} // namespace ipoint::analysis
