//===- Times.h - Which entries have times in place ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where times are added up as they arise (ipoint/times.h), they have the
// indices of the count table: those of paths, and two more for each function.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_TIMES_H
#define IPOINT_DATABASE_TIMES_H

#include "database/FilterSection.h"
#include "database/Program.h"

namespace ipoint::database {

/// Indices in the unit's range of the count table.
struct TimesInPlace {
  /// By function: of its self times; the next one is of its inclusive times.
  /// None: it is not timed in place.
  std::vector<std::optional<uint32_t>> OfFunction;
  /// The first index that may have times; all behind it have room for them. The
  /// unit's Counts: none has.
  uint32_t First = 0;
  uint32_t Functions = 0; ///< from this one on they are of functions
};
TimesInPlace timesInPlace(const Unit &U);

/// The thresholds of \p Filter, by index from First on: of the blocks that
/// paths with times begin with. Bins of their histograms begin at the low one
/// and behind the high one; 2^32 - 1: at neither. Empty if all are that.
std::vector<std::pair<uint32_t, uint32_t>>
timeEdges(const Unit &U, const FilterSection &Filter);

} // namespace ipoint::database

#endif // IPOINT_DATABASE_TIMES_H
