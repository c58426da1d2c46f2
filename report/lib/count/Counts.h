//===- Counts.h - What was counted in place, as events ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_COUNTS_H
#define IPOINT_COUNT_COUNTS_H

#include "Collector.h"
#include "trace/Trace.h"

namespace ipoint::analysis {

/// Adds the calls, transitions and paths in the file of counts of \p T to \p
/// Out; their sum goes into its account. Errors name the file: it cannot be
/// read, is of another build, or has counts that no run can have.
llvm::Error addCounts(const trace::Trace &T, const SymbolTable &Symbols,
                      Collector &Out);

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_COUNTS_H
