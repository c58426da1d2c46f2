//===- Overhead.h - Whether overheads can be true -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OVERHEAD_OVERHEAD_H
#define IPOINT_OVERHEAD_OVERHEAD_H

#include "ClockModel.h"
#include "count/Collector.h"

namespace ipoint::analysis {

/// Some times of a distribution, and what figures have in their place.
struct Exchanged {
  const Distribution *Old = nullptr, *New = nullptr;
};

/// Lowers the mean overheads in \p Clock to what \p All, which was measured
/// with them, leaves room for: no code takes less than no time, so a mean time
/// with T probes in it shows that a probe takes at most a T-th of it. What
/// interrupts added leaves no room: \p Blocks and \p Functions (self times)
/// have by what interrupted times are exchanged; empty: no visit is
/// interrupted. The evidence is kept with the overhead, and uncertainties are
/// set.
void limitOverheads(ClockModel &Clock, const SymbolTable &Symbols,
                    const Collector &All, llvm::ArrayRef<Exchanged> Blocks = {},
                    llvm::ArrayRef<Exchanged> Functions = {});

} // namespace ipoint::analysis

#endif // IPOINT_OVERHEAD_OVERHEAD_H
