//===- SeenExcesses.cpp - Which lengths of a class blocks show ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SeenExcesses.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace ipoint::analysis {

/// Excesses that differ by less are as good as one: so there are few bins.
static constexpr double BinRatio = 1.01;

SeenExcesses::SeenExcesses(ArrayRef<BlockView> Blocks) {
  std::vector<double> All;
  for (const BlockView &B : Blocks)
    for (auto [Excess, Count] : B.Excesses)
      All.push_back(Excess);
  llvm::sort(All);
  for (double Excess : All)
    if (Bins.empty() || Excess > BinRatio * Bins.back().Least)
      Bins.push_back({Excess, 0, 0});
  for (const BlockView &B : Blocks)
    add(B, 1);
}

/// The bin of \p Excess, the first one for those below all.
size_t SeenExcesses::binOf(double Excess) const {
  auto Above = llvm::upper_bound(
      Bins, Excess, [](double E, const Bin &B) { return E < B.Least; });
  return Above == Bins.begin() ? 0 : size_t(Above - Bins.begin()) - 1;
}

/// Calls \p F with each bin that \p Block shows: those in which what it shows
/// begins, too.
template <class Function>
void SeenExcesses::forEachShown(const BlockView &Block, Function &&F) const {
  const ClassBand *Hidden = Block.Hidden.data();
  const ClassBand *End = Hidden + Block.Hidden.size();
  for (size_t I = binOf(Block.Visible); I < Bins.size(); ++I) {
    while (Hidden != End && Hidden->High <= Bins[I].Least)
      ++Hidden;
    if (Hidden == End || Hidden->Low > Bins[I].Least)
      F(I);
  }
}

void SeenExcesses::add(const BlockView &Block, double Times) {
  for (auto [Excess, Count] : Block.Excesses)
    Bins[binOf(Excess)].Count += Times * Count;
  forEachShown(Block,
               [&](size_t I) { Bins[I].Exposure += Times * Block.Exposure; });
}

double SeenExcesses::shareOf(const BlockView &Block) const {
  auto RateOf = [](const Bin &B) {
    return B.Exposure > 0 ? B.Count / B.Exposure : 0;
  };
  double All = 0, Shown = 0;
  for (const Bin &B : Bins)
    All += RateOf(B);
  forEachShown(Block, [&](size_t I) { Shown += RateOf(Bins[I]); });
  return All > 0 ? Shown / All : 0;
}

double SeenExcesses::expectedIn(const BlockView &Block) const {
  std::vector<double> Own(Bins.size());
  for (auto [Excess, Count] : Block.Excesses)
    Own[binOf(Excess)] += Count;
  double Rate = 0;
  forEachShown(Block, [&](size_t I) {
    // Sums of what was added and taken away may be off by a little.
    double Others = Bins[I].Exposure - Block.Exposure;
    if (Others > 1e-9 * Bins[I].Exposure)
      Rate += std::max(0.0, Bins[I].Count - Own[I]) / Others;
  });
  return Rate * Block.Exposure;
}

} // namespace ipoint::analysis
