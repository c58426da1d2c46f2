//===- DescribeInterrupts.h - What a report says of interrupts ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   DetectionResult ──bands of its classes──┐
//   FilterCollector ──observedBlocks──> excesses ──ClassDescriber──> models
//
// Detection forms classes of the first pass's histograms: an excess is what the
// middle of a bucket lies above what the block is expected to take. The second
// pass refines these: excesses have the block's undisturbed time as their base,
// that of the mode that the visit had where a block has several, and the least
// and the greatest are known to the tick. The class remains the one that
// decided: its band is kept, and bands cover all excesses without overlap, so
// that each excluded visit is in one of them. review() asks the same bands.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_DESCRIBE_DESCRIBEINTERRUPTS_H
#define IPOINT_INTERRUPTS_DESCRIBE_DESCRIBEINTERRUPTS_H

#include "count/Places.h"
#include "interrupts/exclude/FilterCollector.h"
#include "interrupts/find/Classes.h"
#include "interrupts/find/Detection.h"
#include <cmath>

namespace ipoint::analysis {

/// What is known of the interrupts that \p Seen, the second pass with these
/// \p Decisions, has excluded of \p Streams, \p By which filter. The classes of
/// detection are those that have \p Decided. What rules exclude is divided into
/// classes here, as none decided; what layers drop has none.
InterruptsModel describeInterrupts(
    const FilterCollector &Seen, const SymbolTable &Symbols,
    llvm::ArrayRef<const Histogram *> Times, llvm::ArrayRef<Decision> Decisions,
    llvm::ArrayRef<BlockShape> Shapes, llvm::ArrayRef<StreamOrigin> Streams,
    const InterruptClasses &Decided, const GapRule &Rule, FilterMode By);

/// Where visits last as long as the time between interrupts, nearly all are
/// interrupted: their main cluster is interrupted visits, no gap shows it, and
/// short blocks seem to have slow paths. But these have the same excess, in
/// proportion to their time, in several short blocks; what that rate would add
/// to all blocks decides which of them have no figure.
class Overload {
public:
  Overload() = default;
  /// Of blocks with the raw \p Times (null: none), of which probes take
  /// \p ProbeTicks, after \p Decisions; these have \p Shapes.
  Overload(llvm::ArrayRef<const Histogram *> Times,
           llvm::ArrayRef<double> ProbeTicks,
           llvm::ArrayRef<Decision> Decisions,
           llvm::ArrayRef<BlockShape> Shapes, const GapRule &Rule);

  /// Of the time that \p OfBlocks take in \p Count visits or calls; nothing
  /// where it can be given.
  std::optional<OverloadModel> of(llvm::ArrayRef<uint32_t> OfBlocks,
                                  uint64_t Count) const;
  /// The same of all blocks together.
  std::optional<OverloadModel> ofAll(uint64_t Count) const;

  /// Takes from classes in \p M the rates that are too low.
  void withholdRates(InterruptsModel &M) const;

private:
  /// What interrupts are expected in a block.
  struct Load {
    double Count = 0; ///< interrupts
    double Added = 0; ///< ticks by which they lengthen what was not excluded
    double Ticks = 0; ///< without what was excluded, and without probes

    void add(const Load &L) {
      Count += L.Count;
      Added += L.Added;
      Ticks += L.Ticks;
    }
  };
  struct Suspect {
    double Rate = 0;                   ///< per tick without interrupts
    double Length = 0;                 ///< ticks, on average
    double Least = INFINITY, Most = 0; ///< ticks

    bool holds(double Excess) const {
      return Excess >= Least && Excess <= Most;
    }
    void extendTo(double Low, double High) {
      Least = std::min(Least, Low);
      Most = std::max(Most, High);
    }
  };

  void addSuspects(llvm::ArrayRef<BlockShape> Shapes, const GapRule &Rule);
  Load loadOf(const Histogram &Times, const Decision &V, const BlockShape &S,
              const GapRule &Rule) const;
  std::optional<OverloadModel> asModel(const Load &L, uint64_t Count) const;

  std::vector<Load> Blocks; ///< by block; none where nothing is suspected
  Load All;
  std::vector<Suspect> Suspects;
  double MostLeft = 1, LeastCount = 0;
};

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_DESCRIBE_DESCRIBEINTERRUPTS_H
