//===- SeriesTests.cpp - Whether a series is of independent, alike values -===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Laws.h"
#include "Tails.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

using namespace llvm;

namespace ipoint::analysis {

using Complex = std::complex<double>;

/// Lags that the test of Ljung and Box adds up, and those of neighbours.
static constexpr size_t NearLags = 20;
/// A phase of a period has this many values at least, so that χ² holds.
static constexpr size_t LeastInPhase = 20;

/// The discrete Fourier transform in place, of a power of two (Cooley and Tukey
/// 1965); not normalised.
static void transform(std::vector<Complex> &Data) {
  const size_t N = Data.size();
  for (size_t I = 1, J = 0; I < N; ++I) {
    size_t Bit = N >> 1;
    for (; J & Bit; Bit >>= 1)
      J ^= Bit;
    J ^= Bit;
    if (I < J)
      std::swap(Data[I], Data[J]);
  }
  std::vector<Complex> Roots(N / 2);
  for (size_t I = 0; I < N / 2; ++I)
    Roots[I] = std::polar(1.0, -2 * std::numbers::pi * double(I) / double(N));
  for (size_t Half = 1; Half < N; Half *= 2) {
    const size_t Stride = N / Half / 2;
    for (size_t Begin = 0; Begin < N; Begin += 2 * Half)
      for (size_t I = 0; I < Half; ++I) {
        Complex &A = Data[Begin + I], &B = Data[Begin + Half + I];
        const Complex &R = Roots[I * Stride];
        // Without the checks for infinity of operator*.
        Complex C(B.real() * R.real() - B.imag() * R.imag(),
                  B.real() * R.imag() + B.imag() * R.real());
        B = A - C;
        A += C;
      }
  }
}

namespace {

/// A series as the tests see it.
struct Series {
  explicit Series(ArrayRef<double> Values);

  /// Normal scores of the midranks (van der Waerden 1952), of variance 1; and
  /// how far they are from the middle, likewise.
  std::vector<double> Scores, Spread;
  std::vector<uint8_t> IsHigh; ///< among about the largest tenth
  double High = 0;             ///< how many of these
  /// By lag: Σ of products of Scores; pairs of values that are both high.
  std::vector<double> Products, HighPairs;
  std::vector<double> Power; ///< of Scores, by frequency, of mean 1

  size_t size() const { return Scores.size(); }
  /// Lags that are looked at: of more, too few pairs are left.
  size_t mostLag() const { return size() / 4; }

private:
  void rank(ArrayRef<double> Values);
  void correlate();
};

} // namespace

/// Makes the mean of \p Values 0 and their variance 1, where they have any.
static void standardise(std::vector<double> &Values) {
  double Mean = meanOf(Values), Deviation = std::sqrt(varianceOf(Values));
  for (double &V : Values)
    V = Deviation > 0 ? (V - Mean) / Deviation : 0;
}

Series::Series(ArrayRef<double> Values) {
  rank(Values);
  Spread.reserve(size());
  for (double S : Scores)
    Spread.push_back(std::abs(S));
  standardise(Spread);
  correlate();
}

void Series::rank(ArrayRef<double> Values) {
  const size_t N = Values.size();
  std::vector<std::pair<double, uint32_t>> Sorted(N);
  for (size_t I = 0; I < N; ++I)
    Sorted[I] = {Values[I], uint32_t(I)};
  sort(Sorted);
  Scores.resize(N);
  IsHigh.resize(N);
  for (size_t I = 0, End; I < N; I = End) {
    for (End = I + 1; End < N && Sorted[End].first == Sorted[I].first;)
      ++End;
    double Share = double(I + End) / 2 / double(N); // of the midrank
    double Score = normalQuantileAbove(1 - Share);
    bool IsIn = 10 * I >= 9 * N;
    for (size_t J = I; J < End; ++J) {
      Scores[Sorted[J].second] = Score;
      IsHigh[Sorted[J].second] = IsIn;
    }
    High += IsIn ? double(End - I) : 0;
  }
  standardise(Scores);
}

/// Wiener and Khinchin: two series in one transform, and two correlations in
/// another, as real and imaginary parts.
void Series::correlate() {
  const size_t N = size();
  size_t Length = 1;
  while (Length < 2 * N)
    Length *= 2;
  std::vector<Complex> Data(Length);
  for (size_t I = 0; I < N; ++I)
    Data[I] = {Scores[I], double(IsHigh[I])};
  transform(Data);
  Power.resize(Length / 2);
  for (size_t I = 0; I <= Length / 2; ++I) {
    size_t Mirror = (Length - I) % Length;
    Complex A = (Data[I] + std::conj(Data[Mirror])) / 2.0;
    Complex B = (Data[I] - std::conj(Data[Mirror])) / 2.0;
    if (I > 0)
      Power[I - 1] = std::norm(A) / double(N);
    Data[I] = Data[Mirror] = {std::norm(A), std::norm(B)};
  }
  transform(Data);
  Products.resize(N);
  HighPairs.resize(N);
  for (size_t I = 0; I < N; ++I) {
    Products[I] = Data[I].real() / double(Length);
    HighPairs[I] = std::round(Data[I].imag() / double(Length));
  }
}

/// \p Probability is that of the most unusual of \p Count.
static double ofMany(double Probability, size_t Count) {
  return std::min(1.0, Probability * double(Count));
}

static double normalBeyond(double Z) { return 2 * normalBelow(-std::abs(Z)); }

/// Runs above and below the median (Wald and Wolfowitz 1940).
static SeriesTest runs(const Series &S) {
  SeriesTest T{"runs", "values resemble those right before them",
               SeriesTest::Independence};
  double Above = 0, Below = 0, Runs = 0;
  int Last = 0;
  double Median = medianOf(S.Scores);
  for (double V : S.Scores) {
    int Side = V > Median ? 1 : V < Median ? -1 : 0;
    if (Side == 0)
      continue;
    (Side > 0 ? Above : Below) += 1;
    Runs += Side != Last;
    Last = Side;
  }
  double N = Above + Below, Mean = 2 * Above * Below / N + 1;
  double Variance = (Mean - 1) * (Mean - 2) / (N - 1);
  if (std::min(Above, Below) < 20 || !(Variance > 0))
    return T;
  T.Statistic = (Runs - Mean) / std::sqrt(Variance);
  T.Probability = normalBeyond(T.Statistic);
  return T;
}

/// Ljung and Box 1978.
static SeriesTest ljungBox(const Series &S) {
  SeriesTest T{"ljung-box", "values depend on the 20 before them",
               SeriesTest::Independence};
  double N = double(S.size());
  if (!(S.Products[0] > 0))
    return T;
  for (size_t L = 1; L <= NearLags; ++L) {
    double R = S.Products[L] / S.Products[0];
    T.Statistic += N * (N + 2) * R * R / (N - double(L));
  }
  T.Probability = chiSquaredAbove(T.Statistic, NearLags);
  return T;
}

/// The largest autocorrelation of all lags, standardised.
static SeriesTest largestLag(const Series &S) {
  SeriesTest T{"autocorrelation", "values depend on values long before them",
               SeriesTest::Independence};
  double N = double(S.size());
  for (size_t L = 1; L <= S.mostLag(); ++L) {
    double Z = std::abs(S.Products[L]) / std::sqrt(N - double(L));
    if (Z > T.Statistic) {
      T.Statistic = Z;
      T.At = L;
    }
  }
  T.Probability = ofMany(normalBeyond(T.Statistic), S.mostLag());
  return T;
}

/// Values by their phase in each period: the sum of squares between phases,
/// which the products at the period's multiples add up to. For each period χ²
/// (as that of Kruskal and Wallis 1952, of normal scores).
static SeriesTest phases(const Series &S) {
  SeriesTest T{"phases", "values come back with a period",
               SeriesTest::Independence};
  double N = double(S.size()), Least = 1;
  const size_t Most = S.size() / LeastInPhase;
  for (size_t P = 2; P <= Most; ++P) {
    double Sum = S.Products[0];
    for (size_t L = P; L < S.size(); L += P)
      Sum += 2 * S.Products[L];
    double Between = Sum * double(P) / N, Degrees = double(P - 1);
    // Most are far from unusual: no distribution is asked.
    if (Between < Degrees + 2 * std::sqrt(2 * Degrees))
      continue;
    double Probability = chiSquaredAbove(Between, Degrees);
    if (Probability < Least) {
      Least = Probability;
      T.Statistic = Between;
      T.At = P;
    }
  }
  T.Probability = ofMany(Least, Most - 1);
  return T;
}

/// Fisher's test (1929) of the largest ordinate of the periodogram. It has
/// twice as many frequencies as Fisher's: a period may lie between two.
static SeriesTest periodogram(const Series &S) {
  SeriesTest T{"periodogram", "values go up and down with a period",
               SeriesTest::Independence};
  size_t Largest = size_t(max_element(S.Power) - S.Power.begin());
  T.Statistic = S.Power[Largest];
  T.At = size_t(std::llround(2 * double(S.Power.size()) / double(Largest + 1)));
  T.Probability = ofMany(std::exp(-T.Statistic), S.Power.size());
  return T;
}

/// At which lag high values follow high ones more often than by chance, where
/// the number of such pairs is Poisson's.
static SeriesTest highPairs(const Series &S, StringRef Name, StringRef Asks,
                            size_t From, size_t To) {
  SeriesTest T{Name, Asks, SeriesTest::Independence};
  double N = double(S.size()), Share = S.High / N, Least = 1;
  for (size_t L = From; L <= To; ++L) {
    double Pairs = S.HighPairs[L], Mean = (N - double(L)) * Share * Share;
    if (Pairs < Mean + 2 * std::sqrt(Mean))
      continue;
    // Poisson's, as that of χ².
    double Probability = chiSquaredBelow(2 * Mean, 2 * Pairs);
    if (Probability < Least) {
      Least = Probability;
      T.Statistic = Pairs / Mean;
      T.At = L;
    }
  }
  T.Probability = ofMany(Least, To - From + 1);
  return T;
}

/// Spearman's rank correlation with time, of normal scores.
static SeriesTest trend(const Series &S) {
  SeriesTest T{"trend", "values grow or fall from the first to the last",
               SeriesTest::Sameness};
  double N = double(S.size()), Sum = 0;
  for (size_t I = 0; I < S.size(); ++I)
    Sum += S.Scores[I] * (double(I) - (N - 1) / 2);
  T.Statistic = Sum / std::sqrt(N * (N * N - 1) / 12);
  T.Probability = normalBeyond(T.Statistic);
  return T;
}

/// The probability that a Brownian bridge leaves \p X (Kolmogorov 1933).
static double kolmogorovAbove(double X) {
  if (X < 0.3)
    return 1;
  double Sum = 0;
  for (int J = 1; J <= 20; ++J)
    Sum += (J % 2 ? 2 : -2) * std::exp(-2.0 * J * J * X * X);
  return std::clamp(Sum, 0.0, 1.0);
}

/// Where the level of \p Of, a series with the mean 0 and variance 1, changes:
/// cumulative sums (Pettitt 1979).
template <class Range>
static SeriesTest changeOf(const Range &Of, StringRef Name, StringRef Asks) {
  SeriesTest T{Name, Asks, SeriesTest::Sameness};
  double Sum = 0, N = double(Of.size());
  for (size_t I = 0; I < Of.size(); ++I) {
    Sum += Of[I];
    if (std::abs(Sum) > T.Statistic) {
      T.Statistic = std::abs(Sum);
      T.At = I + 2; // the first value behind the change
    }
  }
  T.Statistic /= std::sqrt(N);
  T.Probability = kolmogorovAbove(T.Statistic);
  return T;
}

static SeriesTest changeOfHigh(const Series &S) {
  std::vector<double> High(S.IsHigh.begin(), S.IsHigh.end());
  standardise(High);
  return changeOf(High, "high values",
                  "the largest values come more often in a part of the series");
}

/// Kolmogorov and Smirnov's test of the first half against the second.
static SeriesTest halves(const Series &S) {
  SeriesTest T{"halves", "both halves have different distributions",
               SeriesTest::Sameness};
  const size_t Half = S.size() / 2;
  std::vector<double> A(S.Scores.begin(), S.Scores.begin() + long(Half)),
      B(S.Scores.begin() + long(Half), S.Scores.end());
  sort(A);
  sort(B);
  double NA = double(A.size()), NB = double(B.size()), Largest = 0;
  for (size_t I = 0, J = 0; I < A.size() && J < B.size();) {
    double At = std::min(A[I], B[J]);
    while (I < A.size() && A[I] == At)
      ++I;
    while (J < B.size() && B[J] == At)
      ++J;
    Largest = std::max(Largest, std::abs(double(I) / NA - double(J) / NB));
  }
  T.Statistic = Largest * std::sqrt(NA * NB / (NA + NB));
  T.Probability = kolmogorovAbove(T.Statistic);
  return T;
}

std::vector<SeriesTest> testSeries(ArrayRef<double> Values) {
  Series S(Values.take_front(MostTested));
  return {runs(S),
          ljungBox(S),
          largestLag(S),
          phases(S),
          periodogram(S),
          highPairs(S, "clusters", "the largest values come in clusters", 1,
                    NearLags),
          highPairs(S, "distant pairs",
                    "the largest values come in pairs, long after each other",
                    NearLags + 1, S.mostLag()),
          trend(S),
          changeOf(S.Scores, "level", "the level changes"),
          changeOf(S.Spread, "spread", "the spread changes"),
          changeOfHigh(S),
          halves(S)};
}

} // namespace ipoint::analysis
