//===- Sums.cpp - Visits with several interrupts --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Classes.h"
#include "stats/Laws.h"
#include <cmath>
#include <map>
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

bool isSpreadLike(ArrayRef<uint64_t> Counts, ArrayRef<double> Expected,
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
  bool isAsWide(const SeenBand &Sum, const SeenBand &A,
                const SeenBand &B) const;
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
  if (std::min(A.Count, B.Count) >= Params.Few &&
      (Within <= Params.BinWidth * Middle || isAsWide(Sum, A, B)))
    return Evidence::Length;
  return isByChance(Sum, A, B) ? Evidence::Chance : Evidence::None;
}

/// Whether \p Sum, of which there are some, is as wide as lengths of \p A and
/// \p B make it together that do not depend on each other; none of these is
/// so wide that it may have several interrupts in it.
bool SumFinder::isAsWide(const SeenBand &Sum, const SeenBand &A,
                         const SeenBand &B) const {
  const double Width = Sum.High - Sum.Low,
               Expected = std::hypot(A.High - A.Low, B.High - B.Low);
  auto MayHaveTwo = [](const SeenBand &S) { return S.High >= 2 * S.Low; };
  return Sum.Count >= Params.LeastVisits && !MayHaveTwo(A) && !MayHaveTwo(B) &&
         Width <= Params.MostApart * Expected &&
         Expected <= Params.MostApart * Width;
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

/// Of \p Now, in bins, behind the visits with one interrupt of a class, or with
/// several: those with more of them, which bins do not part, if each bin can
/// have such, as far as the length is known, and none of them more than those
/// with one less have. Their number is that on average; none where it is
/// something else.
std::vector<uint32_t> SumFinder::severalOf(const SeenBand &Now) const {
  if (Seen.empty() || Now.Ranges.empty() || Seen.back().Count < Params.Few ||
      !all_equal(Found.back().Of) || !isAsOften(Now.Count, Seen.back().Count))
    return {};
  const uint32_t Class = Found.back().owner();
  const SeenBand &One = Seen[size_t(
      find_if(Found,
              [&](auto &F) { return F.Of.size() == 1 && F.owner() == Class; }) -
      Found.begin())];
  const double Each = One.Median,
               Within = std::clamp((One.High - One.Low) / 2 / Each,
                                   Params.SumWithin, Params.BinWidth);
  double Others = 0;
  std::map<double, double> Counts; // by the least number that a bin can have
  for (auto [Range, Times] : Now.Ranges) {
    const double Least = std::ceil(Range.first / (1 + Within) / Each);
    (Least * Each * (1 - Within) > Range.second ? Others : Counts[Least]) +=
        double(Times);
  }
  double Before = Seen.back().Count, Last = double(Found.back().Of.size());
  for (auto [Number, Count] : Counts) {
    if (!isAsOften(Count, Number > Last + 1 ? 0 : Before)) {
      Others += Count;
      continue;
    }
    Before = Count;
    Last = Number;
  }
  if (Others > Params.StraysOfBeyond * Now.Count)
    return {};
  return std::vector<uint32_t>(std::max(Found.back().Of.size() + 1,
                                        size_t(std::lround(Now.mean() / Each))),
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

} // namespace ipoint::analysis
