//===- ModeCollector.h - Visits of blocks with several modes --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block that takes one of several times, as where the frequency changes,
// takes mostly the one that it took before, and other blocks theirs. In the
// second pass it is noted what came behind what; a further pass knows then
// which of its times an interrupted visit had, and puts that one in its place.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_MODECOLLECTOR_H
#define IPOINT_INTERRUPTS_MODECOLLECTOR_H

#include "Filter.h"
#include "stats/Sample.h"

namespace ipoint::analysis {

/// One of a block's modes in the second pass.
struct ModeSample {
  Band In;
  Replacement Instead;
  Sample
      Interrupted; ///< visits that had this time but for what interrupted them
  /// Visits behind one that took this time, too: among others may be
  /// interrupted ones that had another time.
  Histogram Again;
};

/// What the last visit in the stream took that was not interrupted, of any
/// block with several times: the clock is one for all.
enum class Pace : uint8_t { Shortest, Longer, Unknown };

/// Those of a block; none where it has only one.
class ModeCollector {
public:
  void apply(const Decision &V);
  bool empty() const { return Times.empty(); }
  /// Whether it is known which of its times an interrupted visit had.
  bool isTableKnown() const { return !Table.empty(); }

  /// A stream begins.
  void start() { Before = Times.size(); }
  /// A visit that is not interrupted. \p Last is changed.
  void pass(uint64_t Ticks, Pace &Last);
  /// A visit that is interrupted; what takes its place, \p Instead if it is not
  /// known which time it had.
  const Replacement &passInterrupted(uint64_t Ticks, Pace Last,
                                     const Replacement &Instead);
  void merge(const ModeCollector &Other);

  llvm::ArrayRef<ModeSample> times() const { return Times; }
  /// Situations differ in which time the block took before, and in the pace:
  /// how long visits that took which time were there, in all, ticks.
  llvm::ArrayRef<std::vector<double>> situations() const { return Behind; }
  /// Interrupted visits in each, by their length.
  llvm::ArrayRef<Histogram> interrupted() const { return InterruptedBehind; }

private:
  size_t situation(Pace Last) const {
    return Before * (size_t(Pace::Unknown) + 1) + size_t(Last);
  }

  std::vector<ModeSample> Times; ///< ascending
  ModeTable Table;
  size_t Before = 0; ///< of Times; their number: none
  std::vector<std::vector<double>> Behind;
  std::vector<Histogram> InterruptedBehind;
};

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_MODECOLLECTOR_H
