//===- Kinds.cpp - Interrupts that add about as much --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kinds.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

static const double BinWidth = std::log(1.05);
size_t excessBinOf(double Excess) {
  return size_t(std::log(std::max(1.0, Excess)) / BinWidth);
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
static bool isDeep(const Peak &A, const Peak &B) {
  double Lower = std::min(A.Height, B.Height);
  return A.Floor < Lower / 3 && Lower - A.Floor > 3 * std::sqrt(Lower);
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
static std::vector<KindBand> splitAtValleys(ArrayRef<double> Raw) {
  std::vector<double> Bins(Raw.size());
  for (size_t I = 1; I + 1 < Raw.size(); ++I)
    Bins[I] = (Raw[I - 1] + 2 * Raw[I] + Raw[I + 1]) / 4;
  std::vector<Peak> Peaks = peaksOf(Bins);
  for (size_t I = 0; I + 1 < Peaks.size();) {
    if (isDeep(Peaks[I], Peaks[I + 1])) {
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
  std::vector<KindBand> Result;
  double Low = 0;
  for (const Peak &P : Peaks) {
    double High = &P == &Peaks.back()
                      ? INFINITY
                      : std::exp((double(P.Valley) - 1.5) * BinWidth);
    Result.push_back({Low, High});
    Low = High;
  }
  return Result;
}

double strikesOf(uint64_t Struck, uint64_t Visits) {
  if (Struck == 0)
    return 0;
  double Share = double(Struck) / double(Visits);
  return Share > 0.9 ? double(Struck) : -double(Visits) * std::log1p(-Share);
}

namespace {
/// What all blocks together have of a kind.
struct KindSum {
  double Count = 0, Sum = 0;
  std::vector<uint64_t> Counts; ///< by block

  double mean() const { return Sum / Count; }
};
} // namespace

static KindSum sumOf(const KindBand &Kind, ArrayRef<BlockExcesses> Blocks) {
  KindSum S;
  for (const BlockExcesses &B : Blocks) {
    uint64_t Count = 0;
    for (auto [Excess, Times] : B.Excesses)
      if (Kind.holds(Excess)) {
        Count += Times;
        S.Sum += Excess * double(Times);
      }
    S.Counts.push_back(Count);
    S.Count += double(Count);
  }
  return S;
}

/// Of the visits in \p Blocks, how many are expected to be struck \p Times or
/// more often, if \p Single and \p More are all that were struck.
static double expectedMultiples(ArrayRef<BlockExcesses> Blocks,
                                const KindSum &Single, const KindSum &More,
                                unsigned Times) {
  double Expected = 0;
  for (auto [B, One, Others] : zip_equal(Blocks, Single.Counts, More.Counts)) {
    if (One + Others == 0)
      continue;
    double Visits = double(B.Visits);
    double Mean = strikesOf(One + Others, B.Visits) / Visits;
    double Fewer = 0, Term = std::exp(-Mean);
    for (unsigned I = 0; I < Times; ++I) {
      Fewer += Term;
      Term *= Mean / (I + 1);
    }
    Expected += Visits * (1 - Fewer);
  }
  return Expected;
}

/// Two strikes of a kind in one visit add twice as much, and may look like a
/// kind of its own: these are joined where chance makes as many.
static void joinMultiples(std::vector<KindBand> &Kinds,
                          ArrayRef<BlockExcesses> Blocks) {
  for (size_t I = 0; I + 1 < Kinds.size(); ++I) {
    const double One = sumOf(Kinds[I], Blocks).mean();
    for (unsigned Times = 2; I + 1 < Kinds.size(); ++Times) {
      KindSum Single = sumOf(Kinds[I], Blocks);
      KindSum More = sumOf(Kinds[I + 1], Blocks);
      double Expected = expectedMultiples(Blocks, Single, More, Times);
      if (std::abs(More.mean() / One - Times) > 0.5 ||
          More.Count > 1.5 * Expected + 3 * std::sqrt(Expected))
        break;
      Kinds[I].High = Kinds[I + 1].High;
      Kinds.erase(Kinds.begin() + I + 1);
    }
  }
}

/// The least excess that shows in blocks with half of all exposure.
static double seenByHalf(ArrayRef<BlockExcesses> Blocks) {
  std::vector<std::pair<double, double>> Least; // visible, exposure
  double All = 0, Seeing = 0;
  for (const BlockExcesses &B : Blocks) {
    Least.push_back({B.LeastVisible, B.Exposure});
    All += B.Exposure;
  }
  llvm::sort(Least);
  for (auto [Excess, Exposure] : Least)
    if ((Seeing += Exposure) >= All / 2)
      return Excess;
  return 0;
}

/// What only LeastExposure or less could show is told by itself: a few strikes
/// in blocks that seldom run would else speak for all others.
static void splitUnseen(std::vector<KindBand> &Kinds,
                        ArrayRef<BlockExcesses> Blocks) {
  double Half = seenByHalf(Blocks);
  for (size_t I = 0; I < Kinds.size(); ++I) {
    double Least = INFINITY, Most = 0, All = 0, Seeing = 0;
    for (const BlockExcesses &B : Blocks)
      for (auto [Excess, Count] : B.Excesses)
        if (Kinds[I].holds(Excess)) {
          Least = std::min(Least, Excess);
          Most = std::max(Most, Excess);
        }
    for (const BlockExcesses &B : Blocks) {
      All += B.Exposure;
      Seeing += B.LeastVisible <= Least ? B.Exposure : 0;
    }
    if (Least >= Half || Most < Half || Seeing > LeastExposure * All)
      continue;
    Kinds.insert(Kinds.begin() + ptrdiff_t(I), {Kinds[I].Low, Half});
    Kinds[++I].Low = Half;
  }
}

std::vector<KindBand> findKinds(ArrayRef<BlockExcesses> Blocks) {
  std::vector<double> Bins;
  for (const BlockExcesses &B : Blocks)
    for (auto [Excess, Count] : B.Excesses) {
      size_t Bin = excessBinOf(Excess) + 2;
      Bins.resize(std::max(Bins.size(), Bin + 3));
      Bins[Bin] += double(Count);
    }
  std::vector<KindBand> Kinds = splitAtValleys(Bins);
  joinMultiples(Kinds, Blocks);
  splitUnseen(Kinds, Blocks);
  return Kinds;
}

} // namespace ipoint::analysis
