//===- SecondPass.h - Visits that are excluded ----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_SECONDPASS_H
#define IPOINT_INTERRUPTS_SECONDPASS_H

#include "Classes.h"
#include "FilterCollector.h"
#include "InterruptsModel.h"
#include "count/Collector.h"
#include "count/StreamPass.h"
#include "overhead/ClockModel.h"

namespace ipoint::analysis {

/// What was decided about each block, and what the second pass made of it.
struct ExcludedVisits {
  std::vector<Decision> Decisions; ///< by block
  InterruptClasses Classes;        ///< those that detection decided by
  std::unique_ptr<FilterCollector> Filtered; ///< null: nothing is excluded
};

/// Decides by \p Filter and \p Rules, which are by block, which visits are
/// excluded, and reads all streams again without them, as often as that finds
/// more; in \p StreamAccounts, by stream that has packets, how much that is.
/// \p Parts are as the first pass found them.
llvm::Expected<ExcludedVisits>
secondPass(const PassInput &In, llvm::ArrayRef<StreamPart> Parts,
           const Collector &All, const std::optional<FilterModel> &Filter,
           llvm::ArrayRef<const ThresholdRule *> Rules, const ClockModel &Clock,
           llvm::MutableArrayRef<Accounts> StreamAccounts);

/// What records alone exclude of \p V is from here on as what others exclude.
void joinRecords(ExcludedVisits &V);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_SECONDPASS_H
