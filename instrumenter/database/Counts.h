//===- Counts.h - Where paths have their counts ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that store sums have an entry of the count table for each path, and
// one for each ipoint that counts in a loop. A path's number and the ipoint at
// which it ends identify it; its index in the unit's range of
// the table is the sum of its number and a constant of that ipoint, chosen so
// that no two paths have one index (docs/formats.md).
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_COUNTS_H
#define IPOINT_DATABASE_COUNTS_H

#include "database/Paths.h"
#include "database/Program.h"

namespace ipoint::database {

/// What an entry of the count table counts.
struct CountedPath {
  bool IsState = false;   ///< it counts nothing: see TimingStates
  uint32_t Last = Unused; ///< index in Unit::Ipoints
  uint64_t Number = 0;    ///< without a count; 0 for an entry's own count
  bool IsRounds = false;  ///< visits of Last, which counts in a loop
  static constexpr uint32_t Unused = ~0u;
};

/// Sets U.Counts and the CountAt and RoundsAt of its ipoints. Equal units get
/// equal ones.
void assignCounts(Unit &U);

/// Entries of the count table that say whether something is timed by itself;
/// of functions that are counted and timed in windows. Indices in the unit's
/// range, of which they are the last ones.
struct TimingStates {
  std::vector<std::optional<uint32_t>> Calls;      ///< by function
  std::vector<std::optional<uint32_t>> Iterations; ///< by Unit::Loops
  uint32_t Count = 0;
};
TimingStates timingStates(const Unit &U);

/// What is wrong with a unit's counts.
struct CountFault {
  uint32_t Ipoint = 0;   ///< index in Unit::Ipoints
  bool OfRounds = false; ///< RoundsAt, else CountAt
  const char *Why = "";
};

/// By index in the unit's range of the count table. \p Paths is of \p U, and
/// its check() has found nothing. \p Fault is set where two paths have one
/// entry, or a path has none.
std::vector<CountedPath> countedPaths(const Unit &U, const PathTable &Paths,
                                      std::optional<CountFault> &Fault);

// Each returns the table, row and column that is wrong, and why; empty if
// nothing is.

/// Each number of \p U must stand for one path, and each path of what stores
/// sums have one count, and no other.
std::string damageOfPaths(const Unit &U);

/// No two units of \p P may have one entry of the count table.
std::string damageOfCounts(const Program &P);

} // namespace ipoint::database

#endif // IPOINT_DATABASE_COUNTS_H
