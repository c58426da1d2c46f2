//===- Classes.cpp - Interrupts that add about as much --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Classes.h"
#include "stats/Laws.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

size_t excessBinOf(double Excess, const DetectorParams &Params) {
  return size_t(std::log(std::max(1.0, Excess)) / std::log1p(Params.BinWidth));
}

namespace {
/// A peak over the bins and the lowest place between it and the next one.
struct Peak {
  size_t At = 0;
  double Height = 0;
  size_t Valley = 0;
  double Floor = 0;
};
} // namespace

/// Whether the valley behind \p A is deep enough to keep it apart from \p B: a
/// third of the lower one, and more than three standard deviations of counts.
static bool isDeep(const Peak &A, const Peak &B, const DetectorParams &Params) {
  double Lower = std::min(A.Height, B.Height);
  return A.Floor < Lower / Params.ValleyDepth &&
         Lower - A.Floor > Params.ValleyDeviations * std::sqrt(Lower);
}

static std::vector<Peak> peaksOf(ArrayRef<double> Bins) {
  std::vector<Peak> Result;
  for (size_t I = 0; I < Bins.size(); ++I) {
    double Before = I ? Bins[I - 1] : 0;
    double Behind = I + 1 < Bins.size() ? Bins[I + 1] : 0;
    if (Bins[I] > 0 && Bins[I] >= Before && Bins[I] > Behind)
      Result.push_back({I, Bins[I]});
  }
  for (size_t I = 0; I + 1 < Result.size(); ++I) {
    Peak &P = Result[I];
    const double *Low =
        std::min_element(Bins.begin() + P.At, Bins.begin() + Result[I + 1].At);
    // In the middle of a valley with a flat floor.
    const double *End = std::find_if(Low, Bins.begin() + Result[I + 1].At,
                                     [&](double B) { return B > *Low; });
    P.Valley = size_t(Low - Bins.begin() + (End - Low) / 2);
    P.Floor = *Low;
  }
  return Result;
}

/// Splits at the valleys of what is counted in \p Raw, by bin.
static std::vector<ClassBand> splitAtValleys(ArrayRef<double> Raw,
                                             const DetectorParams &Params) {
  std::vector<double> Bins(Raw.size());
  for (size_t I = 1; I + 1 < Raw.size(); ++I)
    Bins[I] = (Raw[I - 1] + 2 * Raw[I] + Raw[I + 1]) / 4;
  std::vector<Peak> Peaks = peaksOf(Bins);
  for (size_t I = 0; I + 1 < Peaks.size();) {
    if (isDeep(Peaks[I], Peaks[I + 1], Params)) {
      ++I;
      continue;
    }
    // One peak: the higher one, with the valley behind both.
    Peak &A = Peaks[I], &B = Peaks[I + 1];
    if (A.Height > B.Height)
      B.At = A.At, B.Height = A.Height;
    Peaks.erase(Peaks.begin() + I);
    I = I ? I - 1 : 0; // the valley before it may be shallow now
  }
  std::vector<ClassBand> Result;
  double Low = 0;
  for (const Peak &P : Peaks) {
    double High =
        &P == &Peaks.back()
            ? INFINITY
            : std::exp((double(P.Valley) - 1.5) * std::log1p(Params.BinWidth));
    Result.push_back({Low, High});
    Low = High;
  }
  return Result;
}

double interruptionsOf(uint64_t Interrupted, uint64_t Visits,
                       const DetectorParams &Params) {
  if (Interrupted == 0)
    return 0;
  double Share = double(Interrupted) / double(Visits);
  return Share > Params.MostSaturated ? double(Interrupted)
                                      : -double(Visits) * std::log1p(-Share);
}

namespace {
/// What all blocks together have of a class.
struct ClassSum {
  double Count = 0, Sum = 0;
  std::vector<uint64_t> Counts; ///< by block

  double mean() const { return Sum / Count; }
};
} // namespace

static ClassSum sumOf(const ClassBand &Class, ArrayRef<BlockExcesses> Blocks) {
  ClassSum S;
  for (const BlockExcesses &B : Blocks) {
    uint64_t Count = 0;
    for (auto [Excess, Times] : B.Excesses)
      if (Class.holds(Excess)) {
        Count += Times;
        S.Sum += Excess * double(Times);
      }
    S.Counts.push_back(Count);
    S.Count += double(Count);
  }
  return S;
}

/// Of the visits in \p Blocks, how many are expected to be interrupted \p Times
/// or more often, if \p Single and \p More are all that were interrupted.
static double expectedMultiples(ArrayRef<BlockExcesses> Blocks,
                                const ClassSum &Single, const ClassSum &More,
                                unsigned Times, const DetectorParams &Params) {
  double Expected = 0;
  for (auto [B, One, Others] : zip_equal(Blocks, Single.Counts, More.Counts)) {
    if (One + Others == 0)
      continue;
    double Visits = double(B.Visits);
    double Mean = interruptionsOf(One + Others, B.Visits, Params) / Visits;
    Expected += Visits * poissonAtLeast(Times, Mean);
  }
  return Expected;
}

/// Two interrupts of a class in one visit add twice as much, and may look like
/// a class of its own: these are joined where chance makes as many.
static void joinMultiples(std::vector<ClassBand> &Classes,
                          ArrayRef<BlockExcesses> Blocks,
                          const DetectorParams &Params) {
  for (size_t I = 0; I + 1 < Classes.size(); ++I) {
    const double One = sumOf(Classes[I], Blocks).mean();
    for (unsigned Times = 2; I + 1 < Classes.size(); ++Times) {
      ClassSum Single = sumOf(Classes[I], Blocks);
      ClassSum More = sumOf(Classes[I + 1], Blocks);
      double Expected = expectedMultiples(Blocks, Single, More, Times, Params);
      if (std::abs(More.mean() / One - Times) > Params.MultipleWithin ||
          More.Count > Params.MultiplesRatio * Expected +
                           Params.MultiplesDeviations * std::sqrt(Expected))
        break;
      Classes[I].High = Classes[I + 1].High;
      Classes.erase(Classes.begin() + I + 1);
    }
  }
}

/// Splits from each class what lies apart from its middle: behind a gap that is
/// as wide, in proportion, as the class reaches from its median to there. A few
/// visits beside many make no valley that chance could not.
static void splitApart(std::vector<ClassBand> &Classes,
                       ArrayRef<BlockExcesses> Blocks,
                       const DetectorParams &Params) {
  for (size_t K = 0; K < Classes.size(); ++K) {
    std::vector<std::pair<double, uint64_t>> Sorted;
    uint64_t Count = 0, Seen = 0;
    for (const BlockExcesses &B : Blocks)
      for (auto [Excess, Times] : B.Excesses)
        if (Classes[K].holds(Excess)) {
          Sorted.push_back({Excess, Times});
          Count += Times;
        }
    if (Sorted.empty())
      continue;
    llvm::sort(Sorted);
    size_t Middle = 0;
    while (2 * (Seen += Sorted[Middle].second) < Count)
      ++Middle;
    double Median = Sorted[Middle].first;
    // Where the gap lies, if there is one between two neighbours.
    auto GapIn = [&](size_t I, double Inner) -> std::optional<double> {
      double A = Sorted[I].first, B = Sorted[I + 1].first;
      double Reach = std::max(Inner / Median, Median / Inner);
      return B / A >= std::max(Params.ApartRatio, Reach)
                 ? std::optional(std::sqrt(A * B))
                 : std::nullopt;
    };
    std::optional<double> Above, Below;
    for (size_t I = Middle; I + 1 < Sorted.size() && !Above; ++I)
      Above = GapIn(I, Sorted[I].first);
    for (size_t I = Middle; I-- > 0 && !Below;)
      Below = GapIn(I, Sorted[I + 1].first);
    ClassBand Outer = Classes[K];
    if (Above) {
      Classes[K].High = *Above;
      Classes.insert(Classes.begin() + ptrdiff_t(K) + 1, {*Above, Outer.High});
    }
    if (Below) {
      Classes[K].Low = *Below;
      Classes.insert(Classes.begin() + ptrdiff_t(K), {Outer.Low, *Below});
      --K; // what was split off may be split again
    }
  }
}

std::vector<ClassBand> findClasses(ArrayRef<BlockExcesses> Blocks,
                                   const DetectorParams &Params) {
  std::vector<double> Bins;
  for (const BlockExcesses &B : Blocks)
    for (auto [Excess, Count] : B.Excesses) {
      size_t Bin = excessBinOf(Excess, Params) + 2;
      Bins.resize(std::max(Bins.size(), Bin + 3));
      Bins[Bin] += double(Count);
    }
  std::vector<ClassBand> Classes = splitAtValleys(Bins, Params);
  if (Params.SplitApart)
    splitApart(Classes, Blocks, Params);
  if (Params.JoinMultiples)
    joinMultiples(Classes, Blocks, Params);
  return Classes;
}

} // namespace ipoint::analysis
