//===- Sums.cpp - Visits with several interrupts in them ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sums.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

SeenBand::SeenBand(const ExcessBand &Band, ArrayRef<BlockExcesses> Blocks) {
  for (const BlockExcesses &B : Blocks) {
    uint64_t Here = 0;
    for (auto [Excess, Times] : B.Excesses)
      if (Band.holds(Excess)) {
        Excesses.push_back({Excess, Times});
        Here += Times;
        Sum += Excess * double(Times);
      }
    Counts.push_back(Here);
    Count += double(Here);
  }
  llvm::sort(Excesses);
  auto At = [&](double Share) {
    double Seen = 0;
    for (auto [Excess, Times] : Excesses)
      if ((Seen += double(Times)) >= Share * Count)
        return Excess;
    return 0.0;
  };
  Low = At(0.05);
  Median = At(0.5);
  High = At(0.95);
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
  Evidence evidenceOf(const SeenBand &Sum, const SeenBand &A,
                      const SeenBand &B) const;
  double expected(const SeenBand &A, const SeenBand &B) const;

  ArrayRef<BlockExcesses> Blocks;
  const DetectorParams &Params;
  double Exposure = 0;
  std::vector<SeenBand> Seen;
  std::vector<ClassBand> Found; ///< as many
  uint32_t Classes = 0;
};

} // namespace

/// In how many visits interrupts of \p A and \p B meet by chance: they fall
/// into one visit, or one comes while the other's handler runs.
double SumFinder::expected(const SeenBand &A, const SeenBand &B) const {
  bool IsSame = &A == &B;
  double Result = 0;
  for (auto [Block, InA, InB] : zip_equal(Blocks, A.Counts, B.Counts))
    if (InA && InB)
      Result +=
          double(InA) * double(InB) / double(Block.Visits) / (IsSame ? 2 : 1);
  if (Exposure > 0)
    Result += (A.Sum * B.Count + (IsSame ? 0 : B.Sum * A.Count)) / Exposure;
  return Result;
}

Evidence SumFinder::evidenceOf(const SeenBand &Sum, const SeenBand &A,
                               const SeenBand &B) const {
  double Middle = A.Median + B.Median;
  double Within = std::max(Params.SumWithin * Middle,
                           (A.High - A.Low + B.High - B.Low) / 2);
  if (std::abs(Sum.Median - Middle) > Within)
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
  double Most = expected(A, B);
  return Sum.Count <=
                 Params.MostApart * Most + Params.Deviations * std::sqrt(Most)
             ? Evidence::Chance
             : Evidence::None;
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
      Evidence Here = evidenceOf(Now, Seen[I], Seen[J]);
      if (Here == Evidence::None)
        continue;
      Best = Here;
      Result.Of = Found[I].Of;
      append_range(Result.Of, Found[J].Of);
      llvm::sort(Result.Of);
    }
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
