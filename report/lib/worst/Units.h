//===- Units.h - What the time of a function is made of -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block that is shorter than ten probes cannot be timed by itself where a
// reading of the counter overtakes other work: its function as a whole can.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_UNITS_H
#define IPOINT_WORST_UNITS_H

#include "Flow.h"
#include "WorstModel.h"
#include "model/Model.h"

namespace ipoint::worst {

/// Which units are chosen.
enum class UnitChoice { Auto, Blocks, Functions };

/// What is chosen for \p Report where \p Choice is Auto: functions, if the
/// counter's readings overtake other work and a block is shorter than ten
/// probes or has no time.
UnitChoice choose(UnitChoice Choice, const analysis::ReportModel &Report);

/// Where functions are units and readings overtake other work: those whose
/// calls take less than ten probes on average, without callees. Their time
/// belongs to the calls around them. Neither \p Root nor what \p Facts give a
/// time is one of them.
llvm::BitVector tooShort(const analysis::ReportModel &Report, uint32_t Root,
                         llvm::ArrayRef<Fact> Facts);

/// Of these, those that take less with their callees, too: where they are not
/// instrumented, the calls around them have their time.
llvm::BitVector tooShortWithCallees(const analysis::ReportModel &Report,
                                    const llvm::BitVector &TooShort);

/// The longest times of units, by context. What it is made of must outlive it.
class UnitTimes {
public:
  UnitTimes(const SymbolTable &Symbols, const analysis::ReportModel &Report,
            const Flow &Seen, llvm::ArrayRef<Fact> Facts, UnitChoice Choice);

  UnitKind unitOf(uint32_t Function) const { return Units[Function]; }
  /// Blocks are units of \p Function, but only some of its ipoints are timed:
  /// the time of what lies between two of these is that of its first
  /// transition.
  bool hasPaths(uint32_t Function) const { return HasPaths[Function]; }
  /// What a call of a function that is a unit takes at most without interrupts,
  /// as far as these were found, or calls have a limit (CallSizes); else none.
  std::optional<double> limitOf(uint32_t Function) const;
  /// Of a call, where the function is a unit; none where it has no time.
  std::optional<Times> ofCall(const ContextKey &Key) const;

  struct Visit {
    Times Time;
    bool IsMeasured = false; ///< the transition has this time in some context
  };
  /// Of a visit that \p Edge of \p S ends. Where the transition was never
  /// measured, the longest of the block's; none where it has none.
  std::optional<Visit> ofVisit(const ContextKey &Key, const Shape &S,
                               const Shape::Edge &Edge) const;

private:
  UnitKind choiceFor(uint32_t Function, UnitChoice Choice) const;
  bool hasTimedBlocks(uint32_t Function) const;
  bool hasTimedPaths(uint32_t Function) const;
  void findInner();
  /// \p T without interrupts: at most the longest that is not excluded.
  static Times withFiltered(double Raw, double Corrected,
                            const std::optional<analysis::TimeModel> &T);
  const analysis::BlockModel *modelOf(uint32_t Block) const;

  const SymbolTable &Symbols;
  const analysis::ReportModel &Report;
  const Flow &Seen;
  std::vector<UnitKind> Units; ///< by function
  llvm::BitVector HasPaths;    ///< the same
  /// The same: HasInner, part of its time is that of its callees; HasOthers,
  /// it has other calls, whose times are known separately.
  llvm::BitVector HasInner, HasOthers;
  std::map<uint32_t, double> BlockTimes; ///< that facts give
  std::map<uint32_t, double> FunctionTimes;
  std::vector<uint32_t> IndexInFunction; ///< by block
};

} // namespace ipoint::worst

#endif // IPOINT_WORST_UNITS_H
