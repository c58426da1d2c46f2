//===- Counts.h - What was counted in place -----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TRACE_COUNTS_H
#define IPOINT_TRACE_COUNTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace ipoint::trace {

/// An entry of the count table that is not 0.
struct Count {
  uint32_t Index = 0;
  uint64_t Times = 0;
};

/// Reads the file of counts \p Path (docs/formats.md), in the order of their
/// indices. Errors name \p Path and the line: unreadable, of another version,
/// cut off, not in order.
llvm::Expected<std::vector<Count>> readCounts(llvm::StringRef Path);

} // namespace ipoint::trace

#endif // IPOINT_TRACE_COUNTS_H
