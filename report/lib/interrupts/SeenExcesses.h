//===- SeenExcesses.h - Which lengths of a class blocks show --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short excesses are beyond a gap in some blocks only. So what several blocks
// have of a class is compared excess by excess: each with the exposure of those
// blocks that show it, as the product-limit estimator does for truncated
// values.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_SEENEXCESSES_H
#define IPOINT_INTERRUPTS_SEENEXCESSES_H

#include "Classes.h"
#include "llvm/ADT/ArrayRef.h"
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// What a block has of a class, and could have.
struct BlockView {
  double Exposure = 0;            ///< ticks
  double Visible = 0;             ///< ticks, the least excess that it shows
  std::vector<ExcessBand> Hidden; ///< but for these, ascending
  std::vector<std::pair<double, double>> Excesses; ///< with their counts
};

class SeenExcesses {
public:
  explicit SeenExcesses(llvm::ArrayRef<BlockView> Blocks);

  /// \p Block, which is one of them, is none any more.
  void remove(const BlockView &Block);
  /// The share of the class that a block like \p Block shows.
  double shareOf(const BlockView &Block) const;
  /// How many the others let expect in \p Block, which is one of them; where
  /// these are more than \p Enough, any number between.
  double expectedIn(const BlockView &Block, double Enough) const;

private:
  void add(const BlockView &Block, double Times);
  void findRates();
  size_t binOf(double Excess) const;
  template <class Function>
  void forEachShown(const BlockView &Block, Function &&F) const;

  // By bin; one has excesses from its least to the next one's. All bins are
  // gone through for each block: so each figure has one vector.
  std::vector<double> Leasts; ///< ascending
  std::vector<double> Counts, Exposures;
  std::vector<double> Rates; ///< counts over exposures
  double AllRates = 0;
};

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_SEENEXCESSES_H
