//===- Classes.cpp - Interrupts that add about as much --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Classes.h"
#include <algorithm>
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
         Lower - A.Floor > Params.Deviations * std::sqrt(Lower);
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
static std::vector<ExcessBand> splitAtValleys(ArrayRef<double> Raw,
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
  std::vector<ExcessBand> Result;
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

double interruptionsOf(uint64_t Interrupted, uint64_t Visits) {
  // One more visit, so that there is an end where all are interrupted.
  return -double(Visits) *
         std::log1p(-double(Interrupted) / double(Visits + 1));
}

/// How wide a gap beside the middle of \p Band is at least, as a logarithm,
/// that parts others from it: several times what lies between nearly all of it,
/// where that is known.
static double leastApart(const SeenBand &Band, const DetectorParams &Params) {
  double Most = std::log(Params.ApartRatio);
  if (Band.Count < Params.LeastVisits)
    return Most;
  double Width = std::log(Band.High / Band.Low);
  return std::clamp(Params.ApartWidths * Width,
                    std::min(Most, 2 * std::log1p(Params.BinWidth)), Most);
}

/// Whether what \p Band has in \p Beyond is too much in one block to be as the
/// rest of it: a few are no evidence.
static bool isElsewhere(const SeenBand &Band, const ExcessBand &Beyond,
                        ArrayRef<BlockExcesses> Blocks,
                        const DetectorParams &Params) {
  SeenBand Apart(Beyond, Blocks);
  if (Apart.Count < Params.Few)
    return false;
  std::vector<double> Rest;
  for (auto [All, Here] : zip_equal(Band.Counts, Apart.Counts))
    Rest.push_back(double(All - Here) + 0.5); // none is no rate of 0
  return !isSpreadLike(Apart.Counts, Rest, Params);
}

/// Splits from each band what lies apart from its middle: behind a gap that is
/// as wide, in proportion, as the band reaches from its median to there. A few
/// visits beside many make no valley that chance could not. One as wide as the
/// band suffices where other blocks have what lies behind it.
static void splitApart(std::vector<ExcessBand> &Bands,
                       ArrayRef<BlockExcesses> Blocks,
                       const DetectorParams &Params) {
  for (size_t K = 0; K < Bands.size(); ++K) {
    SeenBand Band(Bands[K], Blocks);
    if (Band.Excesses.empty())
      continue;
    const ExcessBand Outer = Bands[K];
    const Values &Sorted = Band.Excesses;
    double Least = leastApart(Band, Params);
    // Where the gap lies, if there is one between two neighbours.
    auto GapIn = [&](size_t I, double Inner) -> std::optional<double> {
      double A = Sorted[I].first, B = Sorted[I + 1].first,
             Middle = std::sqrt(A * B), Width = std::log(B / A);
      if (Width < std::abs(std::log(Inner / Band.Median)))
        return std::nullopt;
      ExcessBand Beyond = Inner == A ? ExcessBand{Middle, Outer.High}
                                     : ExcessBand{Outer.Low, Middle};
      return Width >= Least ||
                     (Width >= std::max(std::log(Band.High / Band.Low),
                                        2 * std::log1p(Params.BinWidth)) &&
                      isElsewhere(Band, Beyond, Blocks, Params))
                 ? std::optional(Middle)
                 : std::nullopt;
    };
    auto Middle =
        size_t(llvm::lower_bound(Sorted, std::pair(Band.Median, uint64_t(0))) -
               Sorted.begin());
    std::optional<double> Above, Below;
    for (size_t I = Middle; I + 1 < Sorted.size() && !Above; ++I)
      Above = GapIn(I, Sorted[I].first);
    for (size_t I = Middle; I-- > 0 && !Below;)
      Below = GapIn(I, Sorted[I + 1].first);
    if (Above) {
      Bands[K].High = *Above;
      Bands.insert(Bands.begin() + ptrdiff_t(K) + 1, {*Above, Outer.High});
    }
    if (Below) {
      Bands[K].Low = *Below;
      Bands.insert(Bands.begin() + ptrdiff_t(K), {Outer.Low, *Below});
      --K; // what was split off may be split again
    }
  }
}

InterruptClasses::InterruptClasses(std::vector<ClassBand> Given)
    : Bands(std::move(Given)) {
  for (const ClassBand &B : Bands)
    Count = std::max(Count, B.owner() + 1);
}

const ClassBand *InterruptClasses::bandOf(double Excess) const {
  auto Found = llvm::partition_point(
      Bands, [&](const ClassBand &B) { return B.High <= Excess; });
  return Found != Bands.end() && Found->holds(Excess) ? &*Found : nullptr;
}

InterruptClasses findClasses(ArrayRef<BlockExcesses> Blocks,
                             const DetectorParams &Params) {
  std::vector<double> Bins;
  for (const BlockExcesses &B : Blocks)
    for (auto [Excess, Count] : B.Excesses) {
      size_t Bin = excessBinOf(Excess, Params) + 2;
      Bins.resize(std::max(Bins.size(), Bin + 3));
      Bins[Bin] += double(Count);
    }
  std::vector<ExcessBand> Bands = splitAtValleys(Bins, Params);
  if (Params.SplitApart)
    splitApart(Bands, Blocks, Params);
  return InterruptClasses(findSums(Bands, Blocks, Params));
}

} // namespace ipoint::analysis
