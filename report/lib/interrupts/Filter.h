//===- Filter.h - Which visits of a block are excluded --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decisions on single blocks: by thresholds (a block whose majority of visits
// lies under `low`, with none between `low` and `high`, has its visits over
// `high` excluded) and by layers; in raw ticks (docs/method/). Detection
// classifies all blocks together: Interrupts.h.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_FILTER_H
#define IPOINT_INTERRUPTS_FILTER_H

#include "InterruptsModel.h"
#include "count/ThresholdCounts.h"
#include "stats/Histogram.h"
#include "llvm/ADT/ArrayRef.h"

namespace ipoint::analysis {

/// Raw ticks From to To, both included.
struct Band {
  uint64_t From = 0;
  uint64_t To = UINT64_MAX;
};

/// What an interrupted visit would have taken, by the other visits of its
/// block.
struct Replacement {
  uint64_t Ticks = 0;  ///< Expected, as a visit can be given it
  double Expected = 0; ///< ticks
  double Variance = 0; ///< of it, ticks²
};

/// What was decided about a block.
struct Decision {
  FilterState State = FilterState::Off;
  std::string Reason; ///< of Refused: with the values that broke the rule
  std::string By;     ///< which rule, in words
  /// Of Applied: visits in these are interrupted. Ascending, apart from each
  /// other.
  std::vector<Band> Interrupted;
  Replacement Instead; ///< also of ByRecords
  /// Visits in which the kernel handled an interrupt, as it reports, are
  /// interrupted, whatever they take.
  bool ByRecords = false;
  /// Visits in these are left, but may be interrupted. Ascending.
  std::vector<Band> Left;
  /// Of these, what other blocks show to be the block's own.
  std::vector<Band> OwnPaths;
  /// Of Applied, by a rule: excluded visits that detection finds to be the
  /// block's own, in words.
  std::string TwoClusters;
  /// Parts of Left that may be one class: when they come is to be noted.
  std::vector<Band> Watched;
  /// Visits are to be numbered where they are noted.
  bool CountVisits = false;
};

/// Applies \p Rule to a block whose raw times are \p Times (null: nothing was
/// timed) with their \p Counts, that is \p Linear or not.
Decision decideByRule(const ThresholdRule &Rule, const Histogram *Times,
                      const ThresholdCounts *Counts, bool Linear, double Step);

/// Drops \p Layers times what is more than two sample standard deviations from
/// the mean of the rest, to either side; to the width of a bucket.
Decision decideByLayers(unsigned Layers, const Histogram &Times, double Step);

/// What a visit of a block with the raw \p Times takes that lies in none of
/// \p Interrupted. A longer visit is likelier to be interrupted, so this is the
/// mean weighted by length (docs/method/interrupts.md). \p Step is the clock's.
Replacement undisturbed(const Histogram &Times,
                        llvm::ArrayRef<Band> Interrupted, double Step);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_FILTER_H
