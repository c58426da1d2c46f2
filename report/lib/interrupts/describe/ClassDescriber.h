//===- ClassDescriber.h - What one interrupt class does -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_DESCRIBE_CLASSDESCRIBER_H
#define IPOINT_INTERRUPTS_DESCRIBE_CLASSDESCRIBER_H

#include "count/Places.h"
#include "interrupts/InterruptsModel.h"
#include "interrupts/exclude/FilterCollector.h"
#include "interrupts/find/Classes.h"
#include "interrupts/find/Detection.h"
#include "stats/RateStatistics.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// What else makes the excesses of visits that interrupts of a class lengthen,
/// beside its length.
struct OtherExcess {
  /// By how much, and how often, as a share.
  std::vector<std::pair<double, double>> Jitter;
  double Share = 0; ///< of visits that other interrupts lengthen, too
  double Ticks = 0; ///< by how much, on average
  /// Between what the median of what they add to a visit lies, ticks.
  double Least = 0, Most = 0;
  /// The excesses, each less the median of what its block's own times add: the
  /// lengths, if these are all alike.
  Values IfConstant;
  /// By how much excesses may be too long because shorter visits hide theirs.
  double MostTooLong = 0;
};

/// Of \p Excesses, one or more, in any order; the median and its interval are
/// without \p More.
LengthModel lengthOf(Values Excesses, OtherExcess More,
                     const RateParams &Params = {});

/// When interrupts began, from Begin to End.
struct InterruptTimes {
  std::vector<uint64_t> Times;
  uint64_t Begin = 0, End = 0;

  /// The variance of their counts over its mean.
  Dispersion dispersion(const RateParams &Params) const {
    return analysis::dispersion(Times, Begin, End, Params);
  }
};

/// Those of one class in the stream with most.
struct ClassTimes {
  InterruptTimes Elapsed;
  /// The same without what interrupts of the class before them added.
  InterruptTimes Execution;
};

/// Those of \p Class, one of \p Classes; \p Streams by their numbers.
ClassTimes timesOf(uint32_t Class, const InterruptClasses &Classes,
                   const InterruptionLog &Log,
                   llvm::ArrayRef<StreamOrigin> Streams);

/// Per tick, if \p Interrupted visits were interrupted in \p Exposure ticks;
/// \p Each: interrupts for each of them. Nothing without \p Exposure.
std::optional<RateModel> rateOf(uint64_t Interrupted, double Each,
                                double Exposure, const Dispersion &Counts);

/// Per tick, of what keeps to the period \p P.
RateModel rateOf(const Period &P);

/// A block that is classified.
struct ObservedBlock {
  uint32_t Block = 0;
  /// Ticks of its visits, without interrupts, in which one could be seen.
  double Execution = 0;
  /// Visits that are left: by how much longer they are than Expected, and their
  /// ticks. An interrupt is seen in them if it adds much more than they do.
  std::vector<std::pair<double, double>> Paths;
  double Hidden = 0; ///< ticks of visits that are not decided
  double Expected = 0;
  double LeastVisible = 0;      ///< the smallest excess that is excluded
  std::vector<ExcessBand> Left; ///< excesses that are left
  BlockExcesses Interrupted;
  /// Where times are in bins: of Interrupted, before and after it is known
  /// where in the bins their excesses lie.
  std::vector<LongVisit> InBins;
  std::vector<AddedPart> Parts;
  /// By how much more than Expected interrupted visits take without interrupts,
  /// and how likely each is.
  std::vector<std::pair<double, double>> Jitter;

  /// The ticks of all its visits, without interrupts.
  double ticks() const {
    double All = Execution + Hidden;
    for (auto [More, Ticks] : Paths)
      All += Ticks;
    return All;
  }

  bool sees(double Excess) const {
    return Excess >= LeastVisible &&
           llvm::none_of(Left,
                         [&](const ExcessBand &B) { return B.holds(Excess); });
  }
};

/// The blocks in whose times interrupts can be seen, or are known to hide; by
/// block.
std::vector<ObservedBlock> observedBlocks(
    const FilterCollector &Seen, llvm::ArrayRef<const Histogram *> Times,
    llvm::ArrayRef<Decision> Decisions, llvm::ArrayRef<BlockShape> Shapes,
    const GapRule &Rule, FilterMode By);

/// A class, as far as it shows in others.
struct KnownClass {
  double Length = 0;          ///< ticks, of one interrupt on average
  double Added = 0;           ///< ticks, by all of them
  double Least = 0, Most = 0; ///< ticks, of visits with one
  double Visits = 0;          ///< with one
  /// Once it is described: how many come while another runs; 0: not known.
  double PerTick = 0;
  bool IsPeriodic = false;
};

/// What classes are described by; all of it outlives a description.
struct ClassEvidence {
  const InterruptionLog &Log;
  llvm::ArrayRef<StreamOrigin> Streams; ///< by number
  const SymbolTable &Symbols;
  const GapRule &Rule;
  /// Times were added up in place: Log has some visits, that the target kept.
  bool IsInPlace = false;
};

/// The shares that interrupts take of the time in which those of a class come,
/// on average over what these add; 0 where single visits are not known.
struct Load {
  double Own = 0, All = 0; ///< those of the class, and of all
};

Load loadAround(uint32_t Class, const InterruptClasses &Classes,
                const ClassEvidence &Given, const RateParams &Params);

/// Describes one class. Classes and blocks are to outlive it.
class ClassDescriber {
public:
  ClassDescriber(uint32_t Class, const InterruptClasses &Classes,
                 llvm::ArrayRef<ObservedBlock> Blocks,
                 const ClassEvidence &Given)
      : Class(Class), Classes(Classes), Blocks(Blocks), From(Given),
        Rule(Given.Rule) {}

  /// What is known before any is described.
  KnownClass gather();
  /// The description; its count is 0 if no visit has one interrupt of the
  /// class. Shorter classes must have been described before. Adds the rate of
  /// this class to its entry in \p Known, which has all classes, and to \p
  /// Unseen, by block, the interrupts that are expected but not seen.
  ClassModel describe(llvm::MutableArrayRef<KnownClass> Known,
                      llvm::MutableArrayRef<UnseenModel> Unseen);

private:
  /// What one block has of the class.
  struct Part {
    uint64_t Visits = 0;  ///< with it
    uint64_t Singles = 0; ///< of these, with one interrupt and no other
    uint64_t InSums = 0;  ///< interrupts in the others
    double Exposure = 0;  ///< ticks in which it is seen
    /// Whether lengths are those of its visits. They are of blocks that see all
    /// of the class, if any was interrupted.
    bool IsMeasured = false;

    /// How many interrupts there are, if they are Poisson and any number of
    /// them may look like one.
    double byChance(uint64_t OfVisits) const {
      return std::max(interruptionsOf(Visits, OfVisits),
                      double(Singles + InSums));
    }
  };
  /// What shorter ones do to those of this class, in whose band they hide.
  struct Within {
    /// To each tick: how many of them come, with a period and without, and how
    /// many ticks they add.
    double Periodic = 0, Poisson = 0, Rate = 0;
  };

  void gatherLengths();
  void allowForBins(llvm::ArrayRef<KnownClass> Known);
  void setExposures();
  bool isSingle(double Excess) const { return Classes.isSingle(Excess, Class); }
  Within within(llvm::ArrayRef<KnownClass> Known) const;
  double exposureTo(llvm::ArrayRef<KnownClass> Known) const;
  std::vector<double> typicalLengths() const;
  double shareSeen(const ObservedBlock &B, llvm::ArrayRef<double> Each,
                   double Less) const;
  OtherExcess otherExcess(double Each, const Within &Less) const;
  double mostTooLong() const;
  bool seesAll(const ObservedBlock &B) const;
  void addTo(Values &Some, const ObservedBlock &B, double Own) const;
  bool mayBeInterrupted(double Mean, double More) const;
  double medianJitter(const ObservedBlock &B) const;
  void setLength(double Each, const Within &Less);
  void setRates(double Each, double Exposure, const std::optional<Period> &P,
                const ClassTimes &Times, const Dispersion &Counts);
  void allowForHidden(double Exposure, const std::optional<Period> &P);
  void allowForOwn(double Exposure);
  void setBlocks();
  void addUnseen(llvm::MutableArrayRef<UnseenModel> Unseen) const;
  double mean() const { return Added / double(Singles); }

  const uint32_t Class;
  const InterruptClasses &Classes;
  llvm::ArrayRef<ObservedBlock> Blocks;
  const ClassEvidence From;
  const GapRule &Rule;

  ClassModel K;
  std::vector<Part> Parts; ///< by block
  Values Lengths;
  /// No visit with one interrupt is as long as two of them, so that each was
  /// counted.
  bool IsCounted = false;
  double PerLength = 1; ///< interrupts for each of Lengths, if Poisson
  double TooLong = 0;   ///< that Lengths may be, ticks
  uint64_t Singles = 0;
  /// Of all blocks; Added is of Singles.
  double Execution = 0, Interruptions = 0, Added = 0;
  double LeastExecution = 0; ///< if lengths are as short as they may be
};

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_DESCRIBE_CLASSDESCRIBER_H
