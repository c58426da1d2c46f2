//===- Decide.h - Decisions on all blocks ---------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_DECIDE_H
#define IPOINT_INTERRUPTS_DECIDE_H

#include "Interrupts.h"
#include "count/Collector.h"

namespace ipoint::analysis {

/// Raw times of all blocks; null where there are none.
std::vector<const Histogram *> timesOf(const Collector &All);

/// What \p Filter says of each block, after the first pass: the decisions, and
/// of detection the reasons. \p Known is the result of second passes.
DetectionResult decide(const FilterModel &Filter,
                       llvm::ArrayRef<const ThresholdRule *> Rules,
                       const Collector &All, const SymbolTable &Symbols,
                       const ClockModel &Clock, const Findings &Known = {});

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_DECIDE_H
