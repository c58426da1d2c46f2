//===- ClassDescriber.h - What one interrupt class does -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_CLASSDESCRIBER_H
#define IPOINT_INTERRUPTS_CLASSDESCRIBER_H

#include "InterruptLengths.h"
#include "InterruptRates.h"
#include "ObservedBlocks.h"

namespace ipoint::analysis {

/// A class, as far as it shows in others.
struct KnownClass {
  double Length = 0; ///< ticks, of one interrupt on average
  double Added = 0;  ///< ticks, by all of them
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
};

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
  void setExposures();
  bool isSingle(double Excess) const;
  Within within(llvm::ArrayRef<KnownClass> Known) const;
  double exposureTo(llvm::ArrayRef<KnownClass> Known) const;
  double shareSeen(const ObservedBlock &B) const;
  double pathsSeen(const ObservedBlock &B) const;
  OtherExcess otherExcess(double Each, const Within &Less) const;
  double mostTooLong() const;
  bool seesAll(const ObservedBlock &B) const;
  void addTo(Values &Some, const ObservedBlock &B, double Own) const;
  bool mayBeInterrupted(double Mean, double More) const;
  double medianJitter(const ObservedBlock &B) const;
  void setLength(double Each, const Within &Less);
  void setRates(double Each, double Exposure, const std::optional<Period> &P,
                const ClassTimes &Times, const Dispersion &Counts);
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
  uint64_t Singles = 0;
  /// Of all blocks; Added is of Singles.
  double Execution = 0, Interruptions = 0, Added = 0;
};

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_CLASSDESCRIBER_H
