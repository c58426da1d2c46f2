//===- SeenExcesses.cpp - How often blocks show each excess ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Classifier.h"
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
    if (Leasts.empty() || Excess > BinRatio * Leasts.back())
      Leasts.push_back(Excess);
  Counts.resize(Leasts.size());
  Exposures.resize(Leasts.size());
  Rates.resize(Leasts.size());
  for (const BlockView &B : Blocks)
    add(B, 1);
  findRates();
}

void SeenExcesses::remove(const BlockView &Block) {
  add(Block, -1);
  findRates();
}

void SeenExcesses::findRates() {
  AllRates = 0;
  for (auto [Rate, Count, Exposure] : zip_equal(Rates, Counts, Exposures)) {
    Rate = Exposure > 0 ? Count / Exposure : 0;
    AllRates += Rate;
  }
}

/// The bin of \p Excess, the first one for those below all.
size_t SeenExcesses::binOf(double Excess) const {
  auto Above = llvm::upper_bound(Leasts, Excess);
  return Above == Leasts.begin() ? 0 : size_t(Above - Leasts.begin()) - 1;
}

/// Calls \p F with the first and the end of each range of bins that \p Block
/// shows, ascending: those in which what it shows begins, too.
template <class Function>
void SeenExcesses::forEachShown(const BlockView &Block, Function &&F) const {
  auto FirstFrom = [&](size_t Begin, double Excess) {
    return size_t(
        std::lower_bound(Leasts.begin() + Begin, Leasts.end(), Excess) -
        Leasts.begin());
  };
  size_t Begin = binOf(Block.Visible);
  for (const ExcessBand &Hidden : Block.Hidden) {
    size_t Behind = FirstFrom(Begin, Hidden.High);
    F(Begin, std::min(Behind, FirstFrom(Begin, Hidden.Low)));
    Begin = Behind;
  }
  F(Begin, Leasts.size());
}

void SeenExcesses::add(const BlockView &Block, double Times) {
  for (auto [Excess, Count] : Block.Excesses)
    Counts[binOf(Excess)] += Times * Count;
  forEachShown(Block, [&, More = Times * Block.Exposure](size_t I, size_t End) {
    for (; I < End; ++I)
      Exposures[I] += More;
  });
}

double SeenExcesses::shareOf(const BlockView &Block) const {
  double Shown = 0;
  forEachShown(Block, [&](size_t I, size_t End) {
    for (; I < End; ++I)
      Shown += Rates[I];
  });
  return AllRates > 0 ? Shown / AllRates : 0;
}

double SeenExcesses::expectedIn(const BlockView &Block, double Enough) const {
  std::vector<double> Own(Leasts.size());
  for (auto [Excess, Count] : Block.Excesses)
    Own[binOf(Excess)] += Count;
  double Rate = 0;
  forEachShown(Block, [&](size_t I, size_t End) {
    for (; I < End && Rate * Block.Exposure <= Enough; ++I) {
      // Sums of what was added and taken away may be off by a little.
      double Others = Exposures[I] - Block.Exposure;
      if (Others > 1e-9 * Exposures[I])
        Rate += std::max(0.0, Counts[I] - Own[I]) / Others;
    }
  });
  return Rate * Block.Exposure;
}

} // namespace ipoint::analysis
