//===- Detection.h - Which long visits interrupts lengthened --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Visits beyond a gap in the times of a block were either interrupted or took a
// slow path of the block. Comparing the blocks with each other shows which of
// the two it is.
//
//   histograms ──shapeOf──> what lies beyond a gap, block by block
//       ──findClasses──> classes of excess, over all blocks
//       ──detect──> decisions: interrupts come to each block in proportion to
//          its time, a slow path is one block's own
//   (second pass: FilterCollector) ──review──> classes that are none by their
//       times, and visits that are interrupted by theirs ──> detect, again
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_FIND_DETECTION_H
#define IPOINT_INTERRUPTS_FIND_DETECTION_H

#include "Classes.h"
#include "count/CollectedStats.h"
#include "observations/Observations.h"
#include "overhead/Clock.h"
#include "support/Ranges.h"
#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace ipoint::analysis {

// A block may take one of two times, and nothing in a long visit shows which of
// them an interrupt has lengthened. What interrupts add to all blocks shows it:
// it is the same for all.

/// One of the times that visits of a block take without interrupts.
struct Mode {
  double Ticks = 0;
  double Sum = 0; ///< ticks, of all visits that take about as long

  /// Adds \p Count visits of \p Length ticks; the mean is weighted by length,
  /// as longer ones are likelier to be interrupted.
  void add(double Length, double Count) {
    Ticks = Length * Count > 0 ? (Ticks * Sum + Length * Length * Count) /
                                     (Sum + Length * Count)
                               : Ticks;
    Sum += Length * Count;
  }
};

/// An interrupted visit, or several that took as long, or as long as a bin has.
struct LongVisit {
  double Low = 0, High = 0; ///< ticks: one of these
  double Count = 0;
  /// Found; several only of a bin, which may hold several lengths. Ascending.
  std::vector<AddedPart> Parts;
  /// Of a bin: what some of its visits took, ticks.
  std::vector<double> Known = {};

  /// What was added to most of them: a visit of which the time is known is no
  /// part that others are like, so that half of the visits have less.
  double mostHave() const {
    if (Known.empty())
      return std::ranges::max_element(Parts, {}, &AddedPart::Count)->Excess;
    double Seen = 0;
    for (const AddedPart &P : Parts)
      if (2 * (Seen += P.Count) >= Count)
        return P.Excess;
    return Parts.back().Excess;
  }
};

struct TimedBlock {
  std::vector<Mode> Modes; ///< one or more
  std::vector<LongVisit> Long;
};

/// Finds what was added to each long visit of \p Blocks, so that over all of
/// them as much as can be was added about equally often. It is at least
/// \p Least.
void findExcesses(llvm::MutableArrayRef<TimedBlock> Blocks, double Least,
                  const DetectorParams &Params = {});

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
  const TimeBins *Bins = nullptr; ///< null: times are known one by one
  uint64_t Visits = 0;
  double Expected =
      0; ///< ticks, of a visit of the main cluster that is interrupted
  double Median = 0;       ///< ticks
  uint64_t MainHigh = 0;   ///< ticks, where the main cluster ends
  double MainSum = 0;      ///< ticks, of its visits
  double LeastVisible = 0; ///< ticks, the smallest excess that has a gap
  /// Times beyond the gap, ascending.
  std::vector<Histogram::Bucket> Beyond;
  /// Of bins: for each of these where its times may lie.
  std::vector<LongVisit> InBins;

  /// Of a block with several modes, ascending: the least time of an interrupted
  /// visit, and what such a visit takes without what interrupted it.
  std::vector<std::pair<uint64_t, double>> Modes;

  /// How many visits take times beyond the gap.
  uint64_t beyond() const { return sumOf(Beyond, &Histogram::Bucket::Count); }
  /// Whether a gap separates what may be interrupted from the other visits, so
  /// that these show what the block takes by itself.
  bool isSeparated(const GapRule &Rule) const {
    return IsClassifiable && !Rule.isTooFrequent(beyond(), Visits);
  }
  /// Ticks that all visits take without what is beyond the gap, and in which
  /// what comes is in one of them.
  double exposure() const {
    return MainSum + masked() + Expected * double(beyond());
  }
  double masked() const { return Bins ? double(Bins->Masked) : 0; }
  /// Between its visits, when these are so short that they follow each other.
  double maskedByVisit() const {
    return Visits ? masked() / double(Visits) : 0;
  }
  /// The visits of Beyond[\p Of], for findExcesses().
  LongVisit longVisit(size_t Of) const {
    const Histogram::Bucket &T = Beyond[Of];
    return Bins ? InBins[Of]
                : LongVisit{T.middle(), T.middle(), double(T.Count), {}};
  }
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

/// Sums over buckets, each as if its values were in its middle.
struct BucketSums {
  double Count = 0, Sum = 0, Squares = 0, Cubes = 0;

  void add(const Histogram::Bucket &B) {
    double Value = B.middle(), N = double(B.Count);
    Count += N;
    Sum += N * Value;
    Squares += N * Value * Value;
    Cubes += N * Value * Value * Value;
  }
  double mean() const { return Sum / Count; }
  double variance() const {
    return std::max(0.0, Squares / Count - mean() * mean());
  }
};

/// What a visit of a block with the raw \p Times takes that lies in none of
/// \p Interrupted. A longer visit is likelier to be interrupted, so this is the
/// mean weighted by length (docs/method/interrupts.md). \p Step is the clock's.
Replacement undisturbed(const Histogram &Times,
                        llvm::ArrayRef<Band> Interrupted, double Step);

/// The clusters of a block with the raw \p Times, which may be in \p Bins.
BlockShape shapeOf(const Histogram &Times, const GapRule &Rule,
                   const TimeBins *Bins = nullptr);

/// Those of blocks with the raw \p Times (null: none), by block. \p Bins, if
/// any, outlive them.
std::vector<BlockShape> shapesOf(llvm::ArrayRef<const Histogram *> Times,
                                 const GapRule &Rule,
                                 llvm::ArrayRef<const TimeBins *> Bins = {});

/// The emptiest place above the median of the main cluster of \p Times, which
/// ends at \p MainHigh, if counts there fall far below what lies on either
/// side, and enough visits lie beyond it.
std::optional<StructureModel>
structureOf(const Histogram &Times, uint64_t MainHigh, const GapRule &Rule);

/// Visits of a block that are interrupted, by their times.
struct Admission {
  uint32_t Block = 0;
  Band Ticks; ///< raw
};

/// Results of the second pass that histograms cannot give.
struct Findings {
  std::vector<ExcessBand> Revoked; ///< bands of excess that are no interrupts
  std::vector<Admission> Admitted;
  /// Blocks some of whose visits may keep to a clock: whether they keep to the
  /// number of visits is to be asked.
  std::vector<uint32_t> Counted;
};

struct DetectionResult {
  std::vector<BlockShape> Shapes; ///< by block
  InterruptClasses Classes;
  std::vector<Decision> Decisions; ///< by block
};

/// Classifies blocks with the raw \p Times (null: none, or not to be
/// classified), which have \p Shapes; by block.
DetectionResult detect(std::vector<BlockShape> Shapes,
                       llvm::ArrayRef<const Histogram *> Times,
                       const GapRule &Rule, const Findings &Known = {});

/// "20", or "20 to 30".
std::string rangeInWords(uint64_t Low, uint64_t High);

/// What detection finds in a set.
struct DetectedSet {
  size_t Interrupted = 0;           ///< values that were taken out
  size_t Left = 0;                  ///< values beyond a gap that were not
  double LeftLow = 0, LeftHigh = 0; ///< from and to, of these
};

/// Takes the values out of \p Sets that detection finds to be interrupted: to
/// it each set is a block, and interrupts come to each in proportion to its
/// time. It has no times of day to go by, so that what one set has alone is
/// left, whether or not it keeps to a clock.
std::vector<DetectedSet>
dropInterrupted(llvm::MutableArrayRef<observations::Set> Sets);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_FIND_DETECTION_H
