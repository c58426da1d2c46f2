//===- Classes.h - Interrupts that add about as much ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interrupts in one visit add up. What they add may look like another class:
// two of a class where a visit is long or a handler was waiting for its
// own end; one of each of two classes where they are due together.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_FIND_CLASSES_H
#define IPOINT_INTERRUPTS_FIND_CLASSES_H

#include "interrupts/InterruptsModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// Excesses, ticks, and how often each came.
using Values = std::vector<std::pair<double, uint64_t>>;

/// Of \p Sorted, pairs of a value and its weight, the first value at which
/// these weigh at least \p Weight, or the last one; 0 where there is none.
template <class Range> double valueAt(const Range &Sorted, double Weight) {
  double Seen = 0, Result = 0;
  for (auto [Value, Times] : Sorted) {
    Result = Value;
    if ((Seen += double(Times)) >= Weight)
      break;
  }
  return Result;
}

/// Visits that are lengthened alike, as they have the same interrupts in them.
struct ClassBand : ExcessBand {
  /// Of which class each of these is, ascending; one, or several that add up.
  std::vector<uint32_t> Of;

  /// The class that such visits count for: the longest one.
  uint32_t owner() const { return Of.back(); }
  /// How many of its interrupts are in such a visit.
  uint64_t timesOf(uint32_t Class) const { return llvm::count(Of, Class); }
};

/// Interrupts by what they add to a visit: each class has a band for one
/// interrupt, and may have bands for visits with more in them.
class InterruptClasses {
public:
  InterruptClasses() = default;
  /// \p Bands ascend, and leave no gap.
  explicit InterruptClasses(std::vector<ClassBand> Bands);

  /// How many classes there are.
  uint32_t size() const { return Count; }
  llvm::ArrayRef<ClassBand> bands() const { return Bands; }
  /// That of \p Excess; null: none has it.
  const ClassBand *bandOf(double Excess) const;
  /// How many interrupts of \p Class are in a visit with \p Excess.
  uint64_t timesOf(double Excess, uint32_t Class) const {
    const ClassBand *Band = bandOf(Excess);
    return Band ? Band->timesOf(Class) : 0;
  }
  /// Whether one of \p Class is, and no other interrupt.
  bool isSingle(double Excess, uint32_t Class) const {
    const ClassBand *Band = bandOf(Excess);
    return Band && Band->Of.size() == 1 && Band->owner() == Class;
  }
  /// Whether visits with \p Excess count for \p Class.
  bool isOf(double Excess, uint32_t Class) const {
    const ClassBand *Band = bandOf(Excess);
    return Band && Band->owner() == Class;
  }

private:
  std::vector<ClassBand> Bands;
  uint32_t Count = 0;
};

/// What was added to some visits.
struct AddedPart {
  double Excess = 0; ///< ticks
  /// Of a bin: between what it lies, with a probability of 95 %.
  double Least = 0, Most = 0;
  double Count = 0;
  double Low = 0, High = 0; ///< of a bin: what of it can be that part's
};

/// By how much visits of one block were lengthened.
struct BlockExcesses {
  uint64_t Visits = 0;     ///< all of the block
  Values Excesses;         ///< of visits that were lengthened; in any order
  double LeastVisible = 0; ///< ticks: what adds less shows nowhere in it
  double Exposure = 0;     ///< ticks in which it could be interrupted
  /// Of bins: from where to where each of Excesses may be.
  std::vector<std::pair<double, double>> Ranges = {};

  void add(const AddedPart &P, bool IsInBin) {
    Excesses.push_back({P.Excess, uint64_t(P.Count)});
    if (IsInBin)
      Ranges.push_back({P.Low, P.High});
  }
};

/// Excesses are counted in bins that are DetectorParams::BinWidth wide.
size_t excessBinOf(double Excess, const DetectorParams &Params);

/// Splits the excesses of all \p Blocks where few lie between many, and
/// identifies the parts that are visits with several interrupts.
InterruptClasses findClasses(llvm::ArrayRef<BlockExcesses> Blocks,
                             const DetectorParams &Params = {});

/// How often a block was interrupted of whose \p Visits \p Interrupted were
/// interrupted once or more often, if the interrupts are Poisson and its visits
/// as long as each other.
double interruptionsOf(uint64_t Interrupted, uint64_t Visits);

/// What all blocks together have in a band.
struct SeenBand {
  double Count = 0, Sum = 0; ///< visits; ticks that were added to them
  double Low = 0, Median = 0, High = 0; ///< nine in ten are from Low to High
  Values Excesses;                      ///< ascending
  std::vector<uint64_t> Counts;         ///< by block

  /// Of bins: from where to where excesses may be, and how many.
  std::vector<std::pair<std::pair<double, double>, uint64_t>> Ranges;

  SeenBand(const ExcessBand &Band, llvm::ArrayRef<BlockExcesses> Blocks);
  double mean() const { return Sum / Count; }
};

/// Whether no block has more of \p Counts than chance gives it, if they come in
/// proportion to \p Expected; both are by block.
bool isSpreadLike(llvm::ArrayRef<uint64_t> Counts,
                  llvm::ArrayRef<double> Expected,
                  const DetectorParams &Params);

/// Which classes the interrupts are of whose visits are in each of \p Bands: a
/// band is that of visits with the interrupts of two shorter ones if its
/// excesses are as long as both of these together, as far as bins show that,
/// and
///   - what these add is known to a few per cent, and they are not just a few;
///   or
///   - they are no more than chance brings together. Of one class they are not
///     parted from it then, as they may be its longest ones.
/// Three interrupts or more are in at most about as many visits as all of them
/// but one.
std::vector<ClassBand> findSums(llvm::ArrayRef<ExcessBand> Bands,
                                llvm::ArrayRef<BlockExcesses> Blocks,
                                const DetectorParams &Params);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_FIND_CLASSES_H
