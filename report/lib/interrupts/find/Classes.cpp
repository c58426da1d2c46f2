//===- Classes.cpp - Interrupts that add about as much --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Classes.h"
#include "stats/Laws.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace llvm;

namespace ipoint::analysis {

SeenBand::SeenBand(const ExcessBand &Band, ArrayRef<BlockExcesses> Blocks) {
  for (const BlockExcesses &B : Blocks) {
    uint64_t Here = 0;
    for (auto [I, Of] : enumerate(B.Excesses))
      if (auto [Excess, Times] = Of; Band.holds(Excess)) {
        Excesses.push_back(Of);
        Here += Times;
        Sum += Excess * double(Times);
        if (!B.Ranges.empty())
          Ranges.push_back({B.Ranges[I], Times});
      }
    Counts.push_back(Here);
    Count += double(Here);
  }
  llvm::sort(Excesses);
  Low = valueAt(Excesses, 0.05 * Count);
  Median = valueAt(Excesses, 0.5 * Count);
  High = valueAt(Excesses, 0.95 * Count);
}

/// Whether no block has more of \p Counts than chance gives it, if they come in
/// proportion to \p Expected; both are by block.
static bool isSpreadLike(ArrayRef<uint64_t> Counts, ArrayRef<double> Expected,
                         const DetectorParams &Params) {
  const uint64_t Count =
      std::accumulate(Counts.begin(), Counts.end(), uint64_t(0));
  const double All = std::accumulate(Expected.begin(), Expected.end(), 0.0);
  return all_of(zip_equal(Counts, Expected), [&](const auto &Block) {
    auto [Here, Of] = Block;
    return double(Here) * All <= Params.OutlierTimes * double(Count) * Of ||
           chanceOfAtLeast(Here, Count, Of / All) >= Params.PoissonChance;
  });
}

namespace {

/// The evidence that visits have the interrupts of two bands.
enum class Evidence {
  None,
  Chance, ///< it brings as many together
  Length  ///< what both add is known well, and they are as long
};

class SumFinder {
public:
  SumFinder(ArrayRef<BlockExcesses> Blocks, const DetectorParams &Params)
      : Blocks(Blocks), Params(Params) {
    for (const BlockExcesses &B : Blocks)
      Exposure += B.Exposure;
  }

  ClassBand explain(const ExcessBand &Band);

private:
  Evidence evidenceOf(const SeenBand &Sum, double At, const SeenBand &A,
                      const SeenBand &B) const;
  bool mayBe(const SeenBand &Sum, double Ticks, double Within) const;
  std::vector<double> expected(const SeenBand &A, const SeenBand &B,
                               bool InHandlers) const;
  bool isByChance(const SeenBand &Sum, const SeenBand &A,
                  const SeenBand &B) const;
  bool isAsOften(double Count, double Most) const {
    return Count <=
           Params.MostApart * Most + Params.Deviations * std::sqrt(Most);
  }
  double mostWithout(ArrayRef<uint32_t> Of) const;
  std::vector<uint32_t> severalOf(const SeenBand &Now) const;

  ArrayRef<BlockExcesses> Blocks;
  const DetectorParams &Params;
  double Exposure = 0;
  std::vector<SeenBand> Seen;
  std::vector<ClassBand> Found; ///< as many
  uint32_t Classes = 0;
};

} // namespace

/// In how many visits, by block, interrupts of \p A and \p B meet by chance:
/// they fall into one visit, or, \p InHandlers, one comes while the other's
/// handler runs.
std::vector<double> SumFinder::expected(const SeenBand &A, const SeenBand &B,
                                        bool InHandlers) const {
  bool IsSame = &A == &B;
  std::vector<double> Result;
  for (auto [Block, InA, InB] : zip_equal(Blocks, A.Counts, B.Counts)) {
    double &Here = Result.emplace_back();
    if (InA && InB)
      Here =
          double(InA) * double(InB) / double(Block.Visits) / (IsSame ? 2 : 1);
    if (InHandlers && Exposure > 0)
      Here +=
          (B.Sum * double(InA) + (IsSame ? 0 : A.Sum * double(InB))) / Exposure;
  }
  return Result;
}

/// Whether those in bins of \p Sum may have had \p Ticks added to them, to
/// \p Within: but for a few, as no machine is quiet.
bool SumFinder::mayBe(const SeenBand &Sum, double Ticks, double Within) const {
  double Others = 0;
  for (auto [Range, Times] : Sum.Ranges)
    if (Ticks + Within < Range.first || Ticks - Within > Range.second)
      Others += double(Times);
  return Others <= Params.StraysOfBeyond * Sum.Count;
}

/// Whether chance brings as many together as there are visits of \p Sum. What
/// handlers bring together is in all blocks.
bool SumFinder::isByChance(const SeenBand &Sum, const SeenBand &A,
                           const SeenBand &B) const {
  std::vector<double> Expected = expected(A, B, /*InHandlers=*/true);
  if (!isAsOften(Sum.Count,
                 std::accumulate(Expected.begin(), Expected.end(), 0.0)))
    return false;
  auto Most = size_t(llvm::max_element(Sum.Counts) - Sum.Counts.begin());
  bool IsAlone = Sum.Count - double(Sum.Counts[Most]) < Params.LeastElsewhere &&
                 !isSpreadLike(Sum.Counts, Expected, Params);
  return !IsAlone ||
         isAsOften(Sum.Count, expected(A, B, /*InHandlers=*/false)[Most]);
}

/// That \p Sum, which lies at \p At ticks, is of \p A and \p B.
Evidence SumFinder::evidenceOf(const SeenBand &Sum, double At,
                               const SeenBand &A, const SeenBand &B) const {
  double Middle = A.Median + B.Median;
  double Within = std::max(Params.SumWithin * Middle,
                           (A.High - A.Low + B.High - B.Low) / 2);
  if (Sum.Ranges.empty() ? std::abs(At - Middle) > Within
                         : !mayBe(Sum, Middle, Within))
    return Evidence::None;
  // A block without visits of either band is unlikely to have visits with both.
  double Together = 0;
  for (auto [InSum, InA, InB] : zip_equal(Sum.Counts, A.Counts, B.Counts))
    Together += InA && InB ? double(InSum) : 0;
  if (2 * Together < Sum.Count)
    return Evidence::None;
  // A few that happen to be a part as long are no class yet.
  if (Within <= Params.BinWidth * Middle &&
      std::min(A.Count, B.Count) >= Params.Few)
    return Evidence::Length;
  return isByChance(Sum, A, B) ? Evidence::Chance : Evidence::None;
}

/// How many visits have all interrupts \p Of but one.
double SumFinder::mostWithout(ArrayRef<uint32_t> Of) const {
  double Result = 0;
  for (auto [F, S] : zip_equal(Found, Seen))
    if (F.Of.size() + 1 == Of.size() &&
        std::includes(Of.begin(), Of.end(), F.Of.begin(), F.Of.end()))
      Result = std::max(Result, S.Count);
  return Result;
}

/// Of \p Now, in bins, behind the visits with two interrupts of a class: those
/// with three, four and more, which bins do not part, if each of them can be
/// one. Their number is that on average; none where it is something else.
std::vector<uint32_t> SumFinder::severalOf(const SeenBand &Now) const {
  if (Seen.empty() || Now.Ranges.empty() || Found.back().Of.size() < 2 ||
      !all_equal(Found.back().Of) || !isAsOften(Now.Count, Seen.back().Count))
    return {};
  const uint32_t Class = Found.back().owner();
  const size_t One = size_t(
      find_if(Found,
              [&](auto &F) { return F.Of.size() == 1 && F.owner() == Class; }) -
      Found.begin());
  const double Each = Seen[One].Median;
  double Others = 0;
  for (auto [Range, Times] : Now.Ranges)
    if (std::floor(Range.second * (1 + Params.BinWidth) / Each) * Each <
        Range.first * (1 - Params.BinWidth))
      Others += double(Times);
  if (Others > Params.StraysOfBeyond * Now.Count)
    return {};
  return std::vector<uint32_t>(
      std::max(Found.back().Of.size() + 1, size_t(Now.mean() / Each + 0.5)),
      Class);
}

ClassBand SumFinder::explain(const ExcessBand &Band) {
  ClassBand Result{Band, {}};
  SeenBand Now(Band, Blocks);
  Evidence Best = Evidence::None;
  for (size_t I = 0; I < Seen.size() && Params.JoinMultiples; ++I)
    for (size_t J = I; J < Seen.size(); ++J) {
      size_t Interrupts = Found[I].Of.size() + Found[J].Of.size();
      // The fewest interrupts that can be it are the likeliest.
      if (!Result.Of.empty() && Interrupts >= Result.Of.size())
        continue;
      // A band that has room for one more may have visits with more: it begins
      // with the fewest.
      bool HasMore =
          Interrupts > 2 &&
          Now.High - Now.Low >= std::min(Seen[I].Median, Seen[J].Median);
      Evidence Here =
          evidenceOf(Now, HasMore ? Now.Low : Now.Median, Seen[I], Seen[J]);
      if (Here == Evidence::None)
        continue;
      std::vector<uint32_t> Of = Found[I].Of;
      append_range(Of, Found[J].Of);
      llvm::sort(Of);
      // One more seldom comes more often: a handler may be as long as several
      // of another one.
      if (Of.size() > 2 && !isAsOften(Now.Count, mostWithout(Of)))
        continue;
      Best = Here;
      Result.Of = std::move(Of);
    }
  if (Result.Of.empty() && Params.JoinMultiples)
    Result.Of = severalOf(Now);
  if (Result.Of.empty())
    Result.Of = {Classes++};
  // Some may be long ones of the class, and which is not known.
  if (Best == Evidence::Chance && llvm::all_equal(Result.Of))
    Result.Of.resize(1);
  Seen.push_back(std::move(Now));
  Found.push_back(Result);
  return Result;
}

std::vector<ClassBand> findSums(ArrayRef<ExcessBand> Bands,
                                ArrayRef<BlockExcesses> Blocks,
                                const DetectorParams &Params) {
  SumFinder Finder(Blocks, Params);
  std::vector<ClassBand> Result;
  for (const ExcessBand &Band : Bands)
    Result.push_back(Finder.explain(Band));
  return Result;
}

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
