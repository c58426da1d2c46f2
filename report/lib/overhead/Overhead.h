//===- Overhead.h - Whether overheads can be true -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OVERHEAD_OVERHEAD_H
#define IPOINT_OVERHEAD_OVERHEAD_H

#include "ClockModel.h"
#include "profile/Collector.h"

namespace ipoint::analysis {

/// Lowers the mean overheads in \p Clock to what \p All, which was measured
/// with them, leaves room for: no code takes less than no time, so a mean time
/// with T probes in it shows that a probe takes at most a T-th of it. The
/// evidence is kept with the overhead, and uncertainties are set.
void limitOverheads(ClockModel &Clock, const SymbolTable &Symbols,
                    const Collector &All);

} // namespace ipoint::analysis

#endif // IPOINT_OVERHEAD_OVERHEAD_H
