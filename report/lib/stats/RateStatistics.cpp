//===- RateStatistics.cpp - Counts, rates and periods ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RateStatistics.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

/// What each side of a 95 % interval leaves out.
static constexpr double Tail = 0.025;

Interval countInterval(double Count, double Dispersion) {
  double Events = Count / Dispersion;
  Interval R;
  if (Events > 0)
    R.Low = chiSquaredQuantileBelow(Tail, 2 * Events) / 2;
  R.High = chiSquaredQuantileAbove(Tail, 2 * Events + 2) / 2;
  return {R.Low * Dispersion, R.High * Dispersion};
}

double studentFactor(double Degrees) {
  return studentQuantileAbove(Tail, Degrees);
}

std::optional<Interval> meanInterval(double Count, double Mean,
                                     double Deviation, double Skewness,
                                     const RateParams &Params) {
  if (Count < Params.LeastForMean)
    return std::nullopt;
  double Factor = studentFactor(Count - 1);
  double Error = Deviation / std::sqrt(Count);
  // g(t) = t + a·t² + a²·t³/3 + a/2 has no skewness; its inverse:
  double A = Skewness / (3 * std::sqrt(Count));
  auto Inverse = [&](double Y) {
    // Near 0 the cubic is a line.
    return std::abs(A) < 1e-9 ? Y
                              : (std::cbrt(1 + 3 * A * (Y - A / 2)) - 1) / A;
  };
  return Interval{Mean - Inverse(Factor) * Error,
                  Mean - Inverse(-Factor) * Error};
}

//===--- Periods ---===//

/// How well the \p Differences keep to a period near \p Guess.
static std::optional<Period> keepTo(ArrayRef<double> Differences, double Guess,
                                    const RateParams &Params) {
  Period P;
  P.Ticks = Guess;
  for (int Round = 0; Round < 3; ++Round) {
    double Sum = 0, Periods = 0;
    for (double D : Differences)
      if (D >= P.Ticks / 2 && D <= Params.MostPeriods * P.Ticks) {
        Sum += D;
        Periods += std::round(D / P.Ticks);
      }
    if (Periods == 0)
      return std::nullopt;
    P.Ticks = Sum / Periods;
  }
  double Count = 0, Short = 0, Cosines = 0;
  for (double D : Differences) {
    if (D > Params.MostPeriods * P.Ticks)
      continue;
    if (D < P.Ticks / 2) {
      ++Short;
      continue;
    }
    ++Count;
    Cosines += std::cos(2 * M_PI * D / P.Ticks);
  }
  P.Strength = Cosines / Count;
  // Rayleigh's test, and no events in between.
  bool Keeps = P.Strength > Params.LeastStrength &&
               P.Strength * P.Strength * Count > Params.LeastRayleigh &&
               Short <= Params.MostShort * (Count + Short);
  return Keeps ? std::optional(P) : std::nullopt;
}

namespace {

/// Events that lie on a line over the numbers of their periods, and how far
/// from it.
struct Fit {
  double Slope = 0, SlopeError = 0;
  double Squares = 0;     ///< of distances from the line
  double Differences = 0; ///< squares of those between neighbours' distances

  /// Von Neumann's ratio (1941): 2 for distances that do not depend on each
  /// other, about 15/n for those of a walk of n steps from its own line.
  double ratio() const { return Squares > 0 ? Differences / Squares : 0; }
};

} // namespace

/// Least squares of \p Y over \p X; three values or more.
static Fit fitLine(ArrayRef<double> X, ArrayRef<double> Y) {
  PairMoments M = momentsOf(X, Y);
  Fit F;
  F.Slope = M.Products / M.SquaresX;
  double Before = 0;
  for (size_t I = 0; I < X.size(); ++I) {
    double E = Y[I] - M.MeanY - F.Slope * (X[I] - M.MeanX);
    F.Squares += E * E;
    F.Differences += I ? (E - Before) * (E - Before) : 0;
    Before = E;
  }
  F.SlopeError = std::sqrt(F.Squares / (double(X.size()) - 2) / M.SquaresX);
  return F;
}

/// Some successive events with the number of the period that each is in.
struct Numbered {
  size_t First = 0;            ///< of the events
  std::vector<double> Periods; ///< since the first
};

/// The longest run of \p Times in which no two are further apart than can be
/// counted in periods of \p Ticks; what comes before its period is left out by
/// having the number of the one before.
static Numbered numberPeriods(ArrayRef<uint64_t> Times, double Ticks,
                              const RateParams &Params) {
  Numbered Best, Now;
  Now.Periods = {0};
  for (size_t I = 1; I < Times.size(); ++I) {
    double D = double(Times[I] - Times[I - 1]);
    if (D > Params.MostPeriods * Ticks) {
      if (Now.Periods.size() > Best.Periods.size())
        Best = std::move(Now);
      Now = {I, {0}};
    } else {
      Now.Periods.push_back(Now.Periods.back() + std::round(D / Ticks));
    }
  }
  return Now.Periods.size() > Best.Periods.size() ? Now : Best;
}

/// \p Values of the events in \p Run, from the first one's on.
static std::vector<double> valuesOf(const Numbered &Run,
                                    ArrayRef<uint64_t> Values) {
  std::vector<double> Result;
  for (uint64_t V : Values.slice(Run.First, Run.Periods.size()))
    Result.push_back(double(V - Values[Run.First]));
  return Result;
}

/// The period and its uncertainty from all of the times: by a regression where
/// they keep to a line; else by the distances between neighbours. Nothing if no
/// four events in a row keep to it: the uncertainty is not known then.
static std::optional<Period> refine(Period P, ArrayRef<uint64_t> Times,
                                    const RateParams &Params) {
  Numbered Run = numberPeriods(Times, P.Ticks, Params);
  if (Run.Periods.size() < 4 || Run.Periods.back() < 3)
    return std::nullopt;
  std::vector<double> At = valuesOf(Run, Times);
  P.Degrees = double(At.size()) - 2;
  Fit F = fitLine(Run.Periods, At);
  if (F.Squares == 0 || F.ratio() >= Params.LeastRatio) {
    P.Ticks = F.Slope;
    P.Uncertainty = F.SlopeError;
    return P;
  }
  P.Ticks = At.back() / Run.Periods.back();
  double Squares = 0;
  for (size_t I = 1; I < At.size(); ++I) {
    double E =
        At[I] - At[I - 1] - P.Ticks * (Run.Periods[I] - Run.Periods[I - 1]);
    Squares += E * E;
  }
  P.Uncertainty = std::sqrt(Squares) / Run.Periods.back();
  return P;
}

bool Period::explains(double Count, double InTicks,
                      const RateParams &Params) const {
  return Params.MostApart * Count * Ticks >= InTicks;
}

std::optional<Period> findPeriod(ArrayRef<uint64_t> Times,
                                 const RateParams &Params) {
  std::vector<double> Differences;
  for (size_t I = 1; I < Times.size(); ++I)
    Differences.push_back(double(Times[I] - Times[I - 1]));
  if (double(Differences.size()) <
      Params.LeastRayleigh) // of no fewer is it more
    return std::nullopt;
  std::vector<double> Sorted = Differences;
  llvm::sort(Sorted);
  std::optional<Period> Best;
  for (double Share : {0.02, 0.1, 0.25, 0.5})
    for (double Parts = 1; Parts <= 8; ++Parts) {
      double Guess = Sorted[size_t(Share * double(Sorted.size()))] / Parts;
      if (Guess < 1)
        continue;
      std::optional<Period> P = keepTo(Differences, Guess, Params);
      if (P && (!Best || P->Ticks > Best->Ticks * 1.01))
        Best = P;
    }
  return Best ? refine(*Best, Times, Params) : std::nullopt;
}

bool keepsToClock(ArrayRef<uint64_t> Times, const RateParams &Params) {
  std::optional<Period> P = findPeriod(Times, Params);
  if (!P)
    return false;
  Numbered Run = numberPeriods(Times, P->Ticks, Params);
  if (double(Run.Periods.size()) < Params.LeastOfClock)
    return false;
  Fit F = fitLine(Run.Periods, valuesOf(Run, Times));
  // Where visits take the same time to the tick, what comes at every nth one
  // has no distance from the line but what sums of fractions leave.
  return F.Squares > 1e-6 && F.ratio() >= Params.LeastRatio;
}

bool keepsToCount(ArrayRef<uint64_t> Times, ArrayRef<uint64_t> Numbers,
                  const RateParams &Params) {
  std::optional<Period> P = findPeriod(Times, Params);
  if (!P)
    return false;
  Numbered Run = numberPeriods(Times, P->Ticks, Params);
  Fit F = fitLine(Run.Periods, valuesOf(Run, Numbers));
  // What comes at any time within a visit is 0.3 visits from the line if
  // nothing else varies.
  return std::sqrt(F.Squares / double(Run.Periods.size())) <
         Params.ApartFromCount;
}

//===--- Counts in windows ---===//

/// The dispersion in \p Windows of equal length; \p IsPoisson if a Poisson
/// process may show it.
static double dispersionIn(ArrayRef<uint64_t> Times, uint64_t Begin,
                           uint64_t End, size_t Windows,
                           const RateParams &Params, bool &IsPoisson) {
  double Width = double(End - Begin) / double(Windows);
  std::vector<double> Counts(Windows);
  for (uint64_t T : Times)
    ++Counts[std::min(Windows - 1, size_t(double(T - Begin) / Width))];
  double Dispersion = varianceOf(Counts) / meanOf(Counts);
  double Degrees = double(Windows) - 1, Statistic = Dispersion * Degrees;
  IsPoisson = chiSquaredBelow(Statistic, Degrees) > Params.PoissonChance &&
              chiSquaredAbove(Statistic, Degrees) > Params.PoissonChance;
  return Dispersion;
}

Dispersion dispersion(ArrayRef<uint64_t> Times, uint64_t Begin, uint64_t End,
                      const RateParams &Params) {
  auto N = double(Times.size());
  if (N < Params.LeastWindows * Params.Few)
    return {};
  Begin = std::min(Begin, Times.front());
  End = std::max(End, Times.back());
  if (End - Begin < Times.size()) // no time between them
    return {};
  Dispersion Most{1 / double(Times.size())};
  bool AllPoisson = true;
  for (auto Windows =
           static_cast<size_t>(std::min(Params.MostWindows, N / Params.Few));
       double(Windows) >= Params.LeastWindows; Windows /= 2) {
    bool IsPoisson = false;
    double Value = dispersionIn(Times, Begin, End, Windows, Params, IsPoisson);
    AllPoisson &= IsPoisson;
    if (Value <= Most.Value)
      continue;
    Most = {Value,
            studentFactor(double(Windows) - 1) / normalQuantileAbove(Tail)};
  }
  return AllPoisson ? Dispersion() : Most;
}

} // namespace ipoint::analysis
