//===- Filter.h - The threshold rule for interrupt clusters ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block whose majority of visits lies under `low`, with none between `low`
// and `high`, has its visits over `high` set aside; in raw ticks
// (docs/method.md).
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ANALYSIS_FILTER_H
#define IPOINT_ANALYSIS_FILTER_H

#include "Distribution.h"

namespace ipoint::analysis {

/// Keeps the largest values that it is given, and counts all.
class LargestValues {
public:
  static constexpr size_t Limit = 100;

  void add(uint64_t Value, uint64_t Times = 1);
  uint64_t count() const { return Count; }
  /// The values that were kept, largest first.
  std::vector<uint64_t> sorted() const;

private:
  void keep(uint64_t Value);

  std::vector<uint64_t> Heap; ///< smallest on top
  uint64_t Count = 0;
};

/// The visits of one block, told apart by the thresholds.
struct ThresholdCounts {
  uint64_t Below = 0;    ///< visits < low
  LargestValues Between; ///< low ≤ visit ≤ high
  LargestValues Above;   ///< visit > high
  Wide AboveSum = 0;     ///< ticks
  uint64_t AboveMin = UINT64_MAX;
  uint64_t AboveMax = 0;

  void add(uint64_t Ticks, const FilterModel &Rule, uint64_t Times = 1);
};

/// What the rule says about a block.
struct Verdict {
  FilterState State = FilterState::Off;
  std::string Reason; ///< of Refused: with the values that broke the rule
};

/// Applies \p Rule to a block with \p Counts (null: nothing was timed) that is
/// \p Linear or not.
Verdict judge(const FilterModel &Rule, const ThresholdCounts *Counts,
              bool Linear);

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_FILTER_H
