//===- SecondPass.h - Visits that are excluded ----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_EXCLUDE_SECONDPASS_H
#define IPOINT_INTERRUPTS_EXCLUDE_SECONDPASS_H

#include "FilterCollector.h"
#include "count/Collector.h"
#include "count/StreamPass.h"
#include "interrupts/InterruptsModel.h"
#include "interrupts/find/Classes.h"
#include "interrupts/find/Detection.h"

namespace ipoint::analysis {

/// Raw times of all blocks; null where there are none.
std::vector<const Histogram *> timesOf(const Collector &All);

/// Their clusters, while \p All is there.
std::vector<BlockShape> shapesOf(const Collector &All, const GapRule &Rule);

/// What \p Filter decides about each block, of \p Shapes, after the first pass:
/// the decisions, and of detection the reasons. \p Known is the result of
/// second passes.
DetectionResult decide(const FilterModel &Filter,
                       llvm::ArrayRef<const ThresholdRule *> Rules,
                       const Collector &All, const SymbolTable &Symbols,
                       llvm::ArrayRef<BlockShape> Shapes, const GapRule &Gaps,
                       const Findings &Known = {});

/// Adds to \p Known what the second pass over \p Found, \p Seen, shows. Classes
/// are none that follow at once upon each other or upon other interrupts, as
/// phases of a slower clock and refills of a cache do. What a block has alone
/// is a class if it keeps to a clock, and not to the number of the block's
/// visits. True if there was anything to add.
bool review(const DetectionResult &Found, const FilterCollector &Seen,
            const GapRule &Rule, Findings &Known);

/// What was decided about each block, and what the second pass made of it.
struct ExcludedVisits {
  std::vector<Decision> Decisions; ///< by block
  InterruptClasses Classes;        ///< those that detection decided by
  std::unique_ptr<FilterCollector> Filtered; ///< null: nothing is excluded
};

/// Decides by \p Filter, and \p Rules and \p Shapes, which are by block, which
/// visits are excluded, and reads all streams again without them, as often as
/// that finds more; in \p StreamAccounts, by stream that has packets, how much
/// that is.
/// \p Parts are as the first pass found them.
llvm::Expected<ExcludedVisits>
secondPass(const PassInput &In, llvm::ArrayRef<StreamPart> Parts,
           const Collector &All, const std::optional<FilterModel> &Filter,
           llvm::ArrayRef<const ThresholdRule *> Rules,
           llvm::ArrayRef<BlockShape> Shapes, const GapRule &Gaps,
           llvm::MutableArrayRef<Accounts> StreamAccounts);

/// What records alone exclude of \p V is from here on as what others exclude.
void joinRecords(ExcludedVisits &V);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_EXCLUDE_SECONDPASS_H
