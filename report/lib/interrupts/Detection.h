//===- Detection.h - Clusters in the times of one block -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lies beyond a gap in the times of a block: visits that something made
// longer, or a slow path of the block's own. Comparing the blocks with each
// other shows which of the two it is (Interrupts.h).
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_DETECTION_H
#define IPOINT_INTERRUPTS_DETECTION_H

#include "DetectorParams.h"
#include "Filter.h"
#include "Modes.h"
#include "overhead/ClockModel.h"

namespace ipoint::analysis {

/// What counts as a gap.
struct GapRule {
  double Step = 1; ///< of the clock, ticks
  /// Ticks; nothing that adds less counts as an interrupt.
  double LeastExcess = 1;
  bool Waits = false; ///< a read of the clock waits for the next step
  DetectorParams Params = {};

  static GapRule of(const ClockModel &Clock, const DetectorParams &Params = {});
  /// The same for times that differ by multiples of \p Ticks.
  GapRule onLattice(double Ticks) const;
  /// How far above \p Value, in a cluster around \p Median, the next value must
  /// lie.
  double gapAbove(double Value, double Median) const;
  /// Whether the visits that may be interrupted are too many for the rest to
  /// show what the block takes by itself.
  bool isTooFrequent(uint64_t Interrupted, uint64_t Visits) const {
    return double(Interrupted) > Params.MostInterrupted * double(Visits);
  }
};

struct BlockShape {
  bool IsClassifiable = false;
  uint64_t Visits = 0;
  double Expected =
      0; ///< ticks, of a visit of the main cluster that is interrupted
  double Median = 0;       ///< ticks
  uint64_t MainHigh = 0;   ///< ticks, where the main cluster ends
  double MainSum = 0;      ///< ticks, of its visits
  double LeastVisible = 0; ///< ticks, the smallest excess that has a gap
  /// Times beyond the gap, ascending.
  std::vector<Histogram::Bucket> Beyond;

  /// Of a block with several modes, ascending: the least time of an interrupted
  /// visit, and what such a visit takes without what interrupted it.
  std::vector<std::pair<uint64_t, double>> Modes;

  /// By how much the times in \p B are longer than is expected, ticks.
  double excessOf(const Histogram::Bucket &B) const {
    return std::max(1.0, B.middle() - Expected);
  }
  /// What an interrupted visit of \p Ticks takes without what
  /// interrupted it.
  double expectedOf(uint64_t Ticks) const {
    auto Above = llvm::upper_bound(
        Modes, Ticks, [](uint64_t T, const auto &M) { return T < M.first; });
    return Above == Modes.begin() ? Expected : std::prev(Above)->second;
  }
};

/// The clusters of a block with the raw \p Times.
BlockShape shapeOf(const Histogram &Times, const GapRule &Rule);

/// The emptiest place above the median of the main cluster of \p Times, which
/// ends at \p MainHigh, if counts there fall far below what lies on either
/// side, and enough visits lie beyond it.
std::optional<StructureModel>
structureOf(const Histogram &Times, uint64_t MainHigh, const GapRule &Rule);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_DETECTION_H
