//===- ClassDescriber.h - What one interrupt class does -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_CLASSDESCRIBER_H
#define IPOINT_INTERRUPTS_CLASSDESCRIBER_H

#include "InterruptLengths.h"
#include "ObservedBlocks.h"

namespace ipoint::analysis {

/// What classes that add less do to one that adds more.
struct Shorter {
  double Added = 0; ///< ticks, by all of their interrupts
  /// To each tick in which a longer one runs: how many of them come, with a
  /// period and without, and how many ticks they add.
  double Periodic = 0, Poisson = 0, Rate = 0;
};

/// Describes one class. Blocks, the log and the symbols are to outlive it.
class ClassDescriber {
public:
  ClassDescriber(const ClassBand &Class, llvm::ArrayRef<ObservedBlock> Blocks,
                 const InterruptionLog &Log, const SymbolTable &Symbols,
                 const GapRule &Rule)
      : Class(Class), Blocks(Blocks), Log(Log), Symbols(Symbols), Rule(Rule) {}

  /// No interrupts: none could be told. Adds to \p Less what this class does to
  /// longer ones, and to \p Unseen, by block, what is not seen of it.
  ClassModel describe(Shorter &Less, llvm::MutableArrayRef<UnseenModel> Unseen);

private:
  void gather();
  void setCounted();
  uint64_t interruptionsIn(double Excess) const;
  void gatherLengths();
  double shareSeen(const ObservedBlock &B) const;
  double pathsSeen(const ObservedBlock &B) const;
  Besides besides(double Each, const Shorter &Less) const;
  double mostTooLong() const;
  bool seesAll(const ObservedBlock &B) const;
  void addTo(Values &Some, const ObservedBlock &B, double Own) const;
  bool mayBeInterrupted(double Mean, double More) const;
  double medianJitter(const ObservedBlock &B) const;
  void setLength(double Each, const Shorter &Less);
  void setBlocks();
  void addUnseen(llvm::MutableArrayRef<UnseenModel> Unseen) const;

  const ClassBand Class;
  llvm::ArrayRef<ObservedBlock> Blocks;
  const InterruptionLog &Log;
  const SymbolTable &Symbols;
  const GapRule &Rule;

  ClassModel K;
  std::vector<uint64_t> Counts;  ///< by block
  std::vector<double> Exposures; ///< by block: ticks in which it is seen
  /// By block: whether lengths are those of its visits. They are of blocks that
  /// see all of the class, if any was interrupted.
  std::vector<bool> IsMeasured;
  Values Lengths;
  /// Sums of so many lengths lie apart from sums of more, so that each excess
  /// tells how many interrupts are in it.
  bool IsCounted = false;
  double PerLength = 1; ///< interrupts for each of Lengths, if Poisson
  double Execution = 0, Interruptions = 0, Added = 0;
};

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_CLASSDESCRIBER_H
