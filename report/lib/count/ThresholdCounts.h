//===- ThresholdCounts.h - Visits divided by thresholds -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_THRESHOLDCOUNTS_H
#define IPOINT_COUNT_THRESHOLDCOUNTS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ipoint::analysis {

/// Keeps the largest values that it is given, and counts all.
class LargestValues {
public:
  static constexpr size_t Limit = 100;

  void add(uint64_t Value, uint64_t Times = 1);
  void merge(const LargestValues &Other);
  uint64_t count() const { return Count; }
  /// The values that were kept, largest first.
  std::vector<uint64_t> sorted() const;

private:
  void keep(uint64_t Value);

  std::vector<uint64_t> Heap; ///< smallest on top
  uint64_t Count = 0;
};

/// Raw ticks. Visits below Low are usual ones, those above High too long.
struct Thresholds {
  uint64_t Low = 0, High = 0;
};

/// The visits of one block, divided by thresholds.
struct ThresholdCounts {
  Thresholds Limits;
  uint64_t Below = 0;    ///< visits < low
  uint64_t Above = 0;    ///< visits > high
  LargestValues Between; ///< low ≤ visit ≤ high

  explicit ThresholdCounts(Thresholds Limits) : Limits(Limits) {}
  void add(uint64_t Ticks, uint64_t Times = 1) {
    if (Ticks < Limits.Low)
      Below += Times;
    else if (Ticks > Limits.High)
      Above += Times;
    else
      Between.add(Ticks, Times);
  }
};

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_THRESHOLDCOUNTS_H
