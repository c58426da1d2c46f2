//===- InterruptsModel.h - What a report says of interrupts, as values ----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_INTERRUPTSMODEL_H
#define IPOINT_INTERRUPTS_INTERRUPTSMODEL_H

#include "callstack/Accounts.h"
#include "stats/RateStatistics.h"
#include "stats/Sample.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::analysis {

/// The constants of detection: DetectorParams.def has the reasons.
struct DetectorParams : RateParams {
#define IPOINT_PARAM(Name, Default, Low, High) double Name = Default;
#define IPOINT_STEP(Name) bool Name = true;
#include "interrupts/DetectorParams.def"
};

/// Raw ticks From to To, both included.
struct Band {
  uint64_t From = 0;
  uint64_t To = UINT64_MAX;

  bool has(uint64_t Ticks) const { return Ticks >= From && Ticks <= To; }
};

/// Whether one of \p Bands has \p Ticks, raw.
inline bool isIn(llvm::ArrayRef<Band> Bands, uint64_t Ticks) {
  return llvm::any_of(Bands, [=](const Band &B) { return B.has(Ticks); });
}

/// Excesses from Low up to, but not at, High; ticks.
struct ExcessBand {
  double Low = 0, High = 0;

  bool holds(double Excess) const { return Excess >= Low && Excess < High; }
};

/// What became of a block under the filter.
enum class FilterState {
  Off,
  Applied,
  NothingToExclude,
  NotLinear,
  Refused,
  NotTimed,
  TooFewVisits
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
  /// Of times in bins: what interrupts are found to have added to the
  /// interrupted ones, ticks.
  std::optional<double> Added;
  double AddedWithin = 0; ///< how far that may be off
  /// Of times in bins: what interrupts have added to visits that are left, or
  /// that do not show them, if what one block has alone is interrupts; ticks.
  double MayBeAdded = 0;
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

  /// Adds \p Text to the reason.
  void addReason(const std::string &Text) {
    Reason += (Reason.empty() ? "" : "; ") + Text;
  }
};

/// "1 visit" and the like.
inline std::string visitsInWords(uint64_t Count) {
  return std::to_string(Count) + (Count == 1 ? " visit" : " visits");
}

/// Who decides which visits are excluded as interrupted.
enum class FilterMode { Rule, Detect, Layers };

/// Thresholds, and the blocks that they are for.
struct ThresholdRule {
  uint64_t Low = 0;            ///< raw ticks
  uint64_t High = 0;           ///< raw ticks
  double Majority = 0.5;       ///< more than this share must be below Low
  uint64_t LeastVisits = 10;   ///< with fewer a block is not classified
  double GapTolerance = 0;     ///< share of visits that may lie between
  bool LinearOnly = true;      ///< leave blocks alone that call foreign code
  std::string Function, Block; ///< glob patterns; empty: all
  std::string From;            ///< who said so: options, or a file and line

  bool isGlobal() const { return Function.empty() && Block.empty(); }

  /// The thresholds that hold: Low and High to the borders of the histogram's
  /// buckets in which they lie, apart from each other, so that a bucket is
  /// below LowEdge, beyond HighEdge or between them as a whole. The same below
  /// Histogram::ExactEnd.
  uint64_t lowEdge() const { return Histogram::lowOf(Histogram::indexOf(Low)); }
  uint64_t highEdge() const {
    return Histogram::highOf(Histogram::indexOf(High));
  }
};

/// A part of a block's main cluster that stands apart in it.
struct StructureModel {
  double From = 0;  ///< raw ticks, where it begins
  double Share = 0; ///< of the main cluster's visits
};

/// By how much visits were lengthened, ticks.
struct LengthModel {
  double Min = 0, Median = 0, Mean = 0, Max = 0;
  std::optional<double> P99; ///< where some are longer
  /// 95 % intervals, where there are enough.
  std::optional<double> MedianLow, MedianHigh, MeanLow, MeanHigh;
};

/// Per tick, with a 95 % interval.
struct RateModel {
  double Rate = 0, Low = 0, High = 0;
};

struct PeriodModel {
  double Ticks = 0, Uncertainty = 0, Strength = 0;
};

/// What a block has of an interrupt class.
struct ClassBlockModel {
  std::string Function, Block;
  uint64_t Count = 0;
  double Expected = 0; ///< by its share of the execution time
  bool Agrees = false;
};

/// An interrupt class: excesses that lie together.
struct ClassModel {
  uint64_t Count = 0;
  /// In visits with a known time without a CPU, and in those with an interrupt
  /// the kernel reports; nothing where single visits are not known.
  std::optional<uint64_t> Switched, Recorded;
  LengthModel Length;
  /// Nothing where no time was seen that they could come in.
  std::optional<RateModel> PerExecutionTick, PerElapsedTick;
  /// Of counts, where they are not Poisson; nothing where the order of visits
  /// is not known.
  std::optional<double> Dispersion;
  std::optional<PeriodModel> Periodic;
  std::vector<ClassBlockModel> Blocks; ///< none without PerExecutionTick
  /// One block has all of them but one at most: only their times show that they
  /// are interrupts.
  bool IsAlone = false;
};

/// Interrupts that are to be expected in a block by the others' rate, where no
/// gap separates them.
struct UnseenModel {
  std::string Function, Block;
  double Expected = 0; ///< how many
  double Added = 0;    ///< ticks that they add, in all
  uint32_t Number = 0; ///< of the block in the SymbolTable
};

/// Of a time of which no figure without interrupts can be given.
struct OverloadModel {
  double Interrupts = 0; ///< that are expected in one, on average
  /// Of the time without what was excluded, what they are expected to add.
  double Share = 0;
};

/// What is excluded, held against records of one kind: visits.
struct RecordComparison {
  // With such a record; by the time that they took with the interruption they
  uint64_t Beyond = 0;    ///< would have been excluded
  uint64_t Within = 0;    ///< would not
  uint64_t Undecided = 0; ///< are in blocks that nothing is excluded of
  /// That were excluded, in streams with such records, and have none.
  uint64_t Unrecorded = 0;

  uint64_t recorded() const { return Beyond + Within + Undecided; }
};

/// Visits in which the kernel reports an interrupt.
struct RecordedModel {
  uint64_t Count = 0; ///< that are excluded
  uint64_t Alone = 0; ///< of these: detection would not have excluded them
  uint64_t Left = 0;  ///< that are not, as too many of their block's are
  LengthModel Length; ///< of Count: what they took more than is expected
  /// That have no time, and what records give of them, ticks.
  uint64_t Untimed = 0;
  double UntimedTicks = 0;
};

/// What is added to visits that count for a class.
struct ReportedBand : ExcessBand {
  size_t Class = 0; ///< of Classes
};

struct InterruptsModel {
  std::vector<ClassModel> Classes; ///< by length
  std::vector<ReportedBand> Bands; ///< ascending
  std::vector<UnseenModel> Unseen; ///< by Number
  /// By block: what they add to visits that are not excluded, ticks.
  std::vector<double> UnseenTicks;
  /// Nothing where single visits are not known.
  std::optional<ByRecord<RecordComparison>> Known;
  std::optional<RecordedModel> ByKernel; ///< where there are such visits
  uint64_t NotLogged = 0; ///< interrupts without a time, for want of room
};

struct FilterModel {
  FilterMode Mode = FilterMode::Detect;
  std::string From; ///< who chose it: an option, a file and line, or "default"
  bool LinearOnly = true;           ///< of detection and layers
  unsigned Layers = 0;              ///< of FilterMode::Layers
  DetectorParams Detector;          ///< also of what is reported of interrupts
  std::vector<ThresholdRule> Rules; ///< the last one that matches a block holds
};

struct ExcludedModel {
  std::string Function, File, Block;
  uint64_t Count = 0;
  double Min = 0, Max = 0; ///< raw ticks
  double Added = 0;        ///< ticks
  std::string By;          ///< which rule, in words
};

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_INTERRUPTSMODEL_H
