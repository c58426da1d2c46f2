//===- Tails.cpp - What is exceeded with a small probability --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tails.h"
#include "Laws.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <numeric>

using namespace llvm;

namespace ipoint::analysis {

/// −2 log of the likelihood ratio at the upper end of an interval of 95 %, and
/// by how much it is larger for K exceedances: (1 + c/K), as Bartlett's
/// correction has it. Its upper end alone would cover 97.5 % if the excesses
/// were Pareto's; what is left is for those that are so in the limit only.
static constexpr double LikelihoodRatio = 3.841, ForFew = 10;
/// The lowest threshold is exceeded by this many times count^(2/3) values, the
/// rate of Hall (1982) and of Loretan and Phillips (1994).
static constexpr double MostExceedances = 2;
/// A threshold is refused where a value is a larger share of the exceedances
/// (as it is the first of exponential ones whose scale is under five times the
/// clock's resolution), or a gap less probable.
static constexpr double MostTied = 0.2, GapLevel = 0.01;

double TailEstimate::unseen() const { return 3 / double(Count); }

std::string unseenInWords(const TailEstimate &T) {
  return formatv("what happens less often than 3 in {0:n} is not excluded",
                 T.Count)
      .str();
}

/// Where \p F is largest in [\p Low, \p High]: the best of a grid, then golden
/// sections around it.
static double argMax(double Low, double High, function_ref<double(double)> F) {
  constexpr int Grid = 24, Rounds = 30;
  const double Step = (High - Low) / Grid;
  int Best = 0;
  double Most = F(Low);
  for (int I = 1; I <= Grid; ++I)
    if (double V = F(Low + I * Step); V > Most) {
      Most = V;
      Best = I;
    }
  double A = Low + std::max(Best - 1, 0) * Step,
         B = Low + std::min(Best + 1, Grid) * Step;
  const double Golden = (std::sqrt(5.0) - 1) / 2;
  double X = B - Golden * (B - A), Y = A + Golden * (B - A), FX = F(X),
         FY = F(Y);
  for (int I = 0; I < Rounds; ++I) {
    if (FX > FY) {
      B = Y;
      Y = X;
      FY = FX;
      FX = F(X = B - Golden * (B - A));
    } else {
      A = X;
      X = Y;
      FX = FY;
      FY = F(Y = A + Golden * (B - A));
    }
  }
  return (A + B) / 2;
}

namespace {

/// What of a series lies over a threshold.
struct Excesses {
  double Threshold = 0;
  std::vector<double> Over; ///< by how much, ascending; ties are spread
  double Mean = 0;
  double MostTied = 0; ///< share of the most frequent value

  size_t size() const { return Over.size(); }
  double most() const { return Over.back(); }
};

/// Of shape Rate × scale; its likelihood is that of one excess.
struct Pareto {
  double Rate = 0, Shape = 0; ///< rate 0: shape 0, an exponential distribution
  double Scale = 0;
  double LogLikelihood = 0;

  /// −log of the probability to exceed \p Y.
  double hazard(double Y) const {
    return Shape == 0 ? Y / Scale : std::log1p(Rate * Y) / Shape;
  }
};

} // namespace

/// Those of the largest \p Most values of \p Sorted that are larger than the
/// next one. A value that comes several times, by the clock's resolution, is
/// spread evenly over the half of the way to either neighbour.
static Excesses excessesOf(ArrayRef<double> Sorted, size_t Most) {
  Excesses E;
  const size_t N = Sorted.size();
  double Below = Sorted[N - Most - 1];
  auto First = size_t(upper_bound(Sorted, Below) - Sorted.begin());
  if (First == N)
    return E;
  E.Threshold = std::midpoint(Below, Sorted[First]);
  E.Over.reserve(N - First);
  for (size_t I = First, End; I < N; I = End) {
    for (End = I + 1; End < N && Sorted[End] == Sorted[I];)
      ++End;
    double Low = std::midpoint(Sorted[I - 1], Sorted[I]);
    double High =
        End < N ? std::midpoint(Sorted[I], Sorted[End]) : 2 * Sorted[I] - Low;
    double Count = double(End - I);
    E.MostTied = std::max(E.MostTied, Count / double(N - First));
    for (size_t J = I; J < End; ++J)
      E.Over.push_back(
          (End - I == 1 ? Sorted[I]
                        : Low + (High - Low) * (double(J - I) + 0.5) / Count) -
          E.Threshold);
  }
  E.Mean = meanOf(E.Over);
  return E;
}

/// The likelihood profiled over shapes (Grimshaw 1993): with θ = shape / scale
/// the most likely shape is the mean of log(1 + θy). θ is asked by
/// s = log(1 + θ·most), which grows about as shape × log(size).
static Pareto paretoAt(const Excesses &E, double S) {
  Pareto P;
  P.Rate = std::expm1(S) / E.most();
  double Sum = 0;
  for (double Y : E.Over)
    Sum += std::log1p(P.Rate * Y);
  P.Shape = Sum / double(E.size());
  if (std::abs(P.Shape) < 1e-9)
    P = {0, 0, E.Mean, 0};
  else
    P.Scale = P.Shape / P.Rate;
  P.LogLikelihood = -std::log(P.Scale) - P.Shape - 1;
  return P;
}

/// The most likely one of shape \p LeastShape (−1 or 0) or more.
static Pareto fitPareto(const Excesses &E, double LeastShape) {
  double Range = std::log(double(E.size()));
  double S = argMax(1.2 * LeastShape * Range, 2 * Range, [&](double At) {
    Pareto P = paretoAt(E, At);
    return P.Shape < LeastShape ? -1e300 : P.LogLikelihood;
  });
  Pareto Best = paretoAt(E, S);
  if (Best.Shape < LeastShape || LeastShape < 0) {
    // The uniform distribution, whose end is a little beyond the largest.
    double End = E.most() * (1 + 1 / double(E.size()));
    Pareto Uniform{-1 / End, -1, End, -std::log(End)};
    if (Best.Shape < LeastShape || Uniform.LogLikelihood > Best.LogLikelihood)
      Best = Uniform;
  }
  if (Pareto Exponential = paretoAt(E, 0);
      Exponential.LogLikelihood >= Best.LogLikelihood)
    Best = Exponential;
  return Best;
}

/// Anderson and Darling's A² of \p E against \p P.
static double andersonDarling(const Excesses &E, const Pareto &P) {
  const size_t K = E.size();
  double Sum = 0;
  for (size_t I = 0; I < K; ++I) {
    double Below = -std::expm1(-P.hazard(E.Over[I]));
    Sum += double(2 * I + 1) *
           (std::log(std::max(Below, 1e-300)) - P.hazard(E.Over[K - 1 - I]));
  }
  return -double(K) - Sum / double(K);
}

namespace {

/// Upper bounds by the profile likelihood (Coles 2001, 4.3.3): the largest
/// quantile of all distributions of shape 0 or more, and of all shares of
/// exceedances, that are together not much less likely than the most likely
/// ones.
class Contour {
public:
  /// \p E are excesses of \p Count values.
  Contour(const Excesses &E, size_t Count);

  double quantile(double Exceedance) const {
    double Log = std::log(Share / Exceedance);
    return Threshold + (Best.Shape == 0
                            ? Best.Scale * Log
                            : std::expm1(Best.Shape * Log) / Best.Rate);
  }
  double bound(double Exceedance) const;

  Pareto Best;

private:
  double Threshold, Share, K;
  /// The most likely one of each rate, and by how much others of that rate may
  /// be less likely, for one excess.
  std::vector<std::pair<Pareto, double>> Profile;
};

} // namespace

/// The larger solution w of w + exp(−w) = 1 + \p Room.
static double upperRoot(double Room) {
  // Newton's method from the right of a convex function.
  double W = Room + std::sqrt(2 * Room);
  for (int I = 0; I < 6 && W > 0; ++I)
    W += (Room - W - std::expm1(-W)) / -std::expm1(-W);
  return W;
}
/// The larger solution w of exp(w) − 1 − w = \p Room.
static double upperRootOfShare(double Room) {
  double W = std::sqrt(2 * Room);
  for (int I = 0; I < 6 && W > 0; ++I)
    W += (Room + W - std::expm1(W)) / std::expm1(W);
  return W;
}

Contour::Contour(const Excesses &E, size_t Count)
    : Best(fitPareto(E, 0)), Threshold(E.Threshold),
      Share(double(E.size()) / double(Count)), K(double(E.size())) {
  const double Room = LikelihoodRatio * (1 + ForFew / K) / 2 / K;
  auto RoomAt = [&](const Pareto &P) {
    return P.LogLikelihood - Best.LogLikelihood + Room;
  };
  double BestS = std::log1p(Best.Rate * E.most());
  auto End = [&](double Out) {
    double In = BestS;
    for (int I = 0; I < 20; ++I) {
      double Middle = (In + Out) / 2;
      (RoomAt(paretoAt(E, Middle)) > 0 ? In : Out) = Middle;
    }
    return In;
  };
  double Low = RoomAt(paretoAt(E, 0)) > 0 ? 0 : End(0);
  double High = End(4 * std::log(K));
  constexpr int Steps = 64;
  for (int I = 0; I <= Steps; ++I) {
    Pareto P = paretoAt(E, Low + (High - Low) * I / Steps);
    if (double R = RoomAt(P); R >= 0)
      Profile.push_back({P, R});
  }
}

double Contour::bound(double Exceedance) const {
  double Most = quantile(Exceedance);
  for (const auto &[P, Room] : Profile) {
    constexpr int Parts = 8;
    for (int I = 0; I <= Parts; ++I) {
      double OfShare = Room * I / Parts;
      double M = std::log(Share / Exceedance) + upperRootOfShare(OfShare);
      double Up = std::exp(upperRoot(Room - OfShare));
      double Q = P.Shape == 0 ? P.Scale * Up * M
                              : std::expm1(P.Shape * Up * M) / P.Rate;
      Most = std::max(Most, Threshold + Q);
    }
  }
  return Most;
}

/// Critical values of A² at the level of 10 % where both parameters are
/// estimated, by shape (after Choulakian and Stephens 2001): of 10,000
/// simulated samples of 500 each.
static double criticalSquare(double Shape) {
  static constexpr std::pair<double, double> Known[] = {
      {-1, 1.51}, {-0.75, 1.05}, {-0.5, 0.97}, {-0.25, 0.87},
      {0, 0.79},  {0.25, 0.73},  {0.5, 0.67},  {1, 0.64}};
  for (size_t I = 1; I < std::size(Known); ++I)
    if (auto [From, Low] = Known[I - 1]; Shape < Known[I].first)
      return Low + (Known[I].second - Low) * std::max(Shape - From, 0.0) /
                       (Known[I].first - From);
  return std::end(Known)[-1].second;
}

/// How probable a gap as wide as the widest one is, by \p P: normalised
/// spacings are exponential (Pyke 1965). \p Above: values beyond it.
static double chanceOfGap(const Excesses &E, const Pareto &P, size_t &Above) {
  double Widest = 0, Last = 0;
  const size_t K = E.size();
  for (size_t I = 0; I < K; ++I) {
    double At = P.hazard(E.Over[I]);
    if (double Gap = double(K - I) * (At - Last); Gap > Widest) {
      Widest = Gap;
      Above = K - I;
    }
    Last = At;
  }
  return -std::expm1(double(K) * std::log1p(-std::exp(-Widest)));
}

/// What is wrong with a threshold; empty: nothing.
static std::string objectionTo(const Excesses &E) {
  const size_t K = E.size();
  if (K < LeastExceedances)
    return "too few of the largest values differ from each other";
  if (E.MostTied > MostTied)
    return formatv("ties: of the {0:n} largest values {1:P0} are the same: the "
                   "clock's resolution is too coarse for how they spread",
                   K, E.MostTied)
        .str();
  Pareto P = fitPareto(E, -1);
  size_t Above = 0;
  if (chanceOfGap(E, P, Above) < GapLevel)
    return formatv("a gap: the largest {0:n} values are a mode apart from "
                   "those below",
                   Above)
        .str();
  if (andersonDarling(E, P) > criticalSquare(P.Shape))
    return formatv("no generalised Pareto distribution fits the {0:n} largest "
                   "values",
                   K)
        .str();
  return "";
}

/// Thresholds are tried from the lowest one on, until the exceedances pass
/// (Bader, Yan and Zhang 2018).
static std::optional<Excesses> chooseThreshold(ArrayRef<double> Sorted,
                                               std::string &Objection) {
  double Most = MostExceedances * std::pow(double(Sorted.size()), 2.0 / 3);
  for (; Most >= double(LeastExceedances); Most *= 0.8) {
    Excesses E = excessesOf(Sorted, size_t(Most));
    std::string Now = objectionTo(E);
    if (Now.empty())
      return E;
    if (Objection.empty())
      Objection = Now;
  }
  return std::nullopt;
}

static void addPoints(TailEstimate &T, ArrayRef<double> Sorted,
                      const Contour *C) {
  for (double P = 1; P > T.Exceedance / 1.001; P *= std::pow(10, -0.25)) {
    double Beyond = P * double(T.Count);
    TailPoint At{P, {}, {}, {}};
    if (Beyond >= 1)
      At.Observed = Sorted[T.Count - size_t(Beyond)];
    if (C && P <= double(T.Fit->Exceedances) / double(T.Count)) {
      At.Fitted = C->quantile(P);
      At.Bound = C->bound(P);
    }
    T.Curve.push_back(At);
  }
}

static void testInto(TailEstimate &T, ArrayRef<double> Values) {
  T.Tests = testSeries(Values);
  T.Level = RefusalRate / double(T.Tests.size());
  for (SeriesTest::Aim Aim : {SeriesTest::Independence, SeriesTest::Sameness}) {
    const SeriesTest *Worst = nullptr;
    for (const SeriesTest &Test : T.Tests)
      if (Test.Of == Aim && Test.Probability < T.Level &&
          (!Worst || Test.Probability < Worst->Probability))
        Worst = &Test;
    if (!Worst)
      continue;
    T.Refusals.push_back(
        ((Aim == SeriesTest::Independence ? "not independent: "
                                          : "not alike over time: ") +
         Worst->Asks)
            .str());
  }
}

/// Sets the bound of \p T, whose exceedances are \p E. What is exceeded so
/// often that it lies among them, order statistics bound; \p C is not set then.
static void bound(TailEstimate &T, ArrayRef<double> Sorted, const Excesses &E,
                  std::optional<Contour> &C) {
  if (T.Exceedance * double(T.Count) > double(E.size()) / 2) {
    if (auto Ranks = quantileRanks(T.Count, 1 - T.Exceedance))
      T.Bound = Sorted[Ranks->High - 1];
    return;
  }
  C.emplace(E, T.Count);
  T.Fit = TailFit{E.Threshold, E.size(), C->Best.Shape, C->Best.Scale,
                  C->quantile(T.Exceedance)};
  T.Bound = C->bound(T.Exceedance);
}

TailEstimate tailOf(ArrayRef<double> Values, const TailOptions &Options) {
  TailEstimate T;
  T.Count = Values.size();
  T.Exceedance = Options.Exceedance;
  T.Refusals = Options.Refusals;
  if (T.Count == 0)
    return T;
  std::vector<double> Sorted(Values);
  sort(Sorted);
  T.Largest = Sorted.back();
  std::optional<Contour> C;
  if (T.Count < LeastInSeries) {
    T.Refusals.push_back(
        formatv("{0:n} values are too few; {1:n} are the least", T.Count,
                LeastInSeries)
            .str());
  } else {
    if (T.Exceedance * MostExtrapolation * double(T.Count) < 0.999)
      T.Refusals.push_back(
          formatv("a probability of {0} is too far from {1:n} values: {2} is "
                  "the least",
                  format("%.2g", T.Exceedance), T.Count,
                  format("%.2g", 1 / MostExtrapolation / double(T.Count)))
              .str());
    testInto(T, Values);
    std::string Objection;
    std::optional<Excesses> E = chooseThreshold(Sorted, Objection);
    if (!E)
      T.Refusals.push_back(Objection);
    if (T.Refusals.empty())
      bound(T, Sorted, *E, C);
  }
  addPoints(T, Sorted, C ? &*C : nullptr);
  return T;
}

} // namespace ipoint::analysis
