//===- PathNumbers.h - Numbers for the paths of a function ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After Ball and Larus, Efficient path profiling (MICRO-29, 1996): a path's
// number is the sum of what its transitions add, and the paths from a place are
// numbered from 0 without gaps. Here a number is stored together with the
// ipoint at which the path ends, and what a transition adds is added in the
// text of its target: so a target with several sources adds nothing.
//
// A counted loop (CountedLoops.h) is as one ipoint to this: what leads round in
// it adds nothing, and the paths through it are numbered by the ways out.
// Beside its number a path has the count of one such loop; or, where counts are
// sums, each ipoint that counts has an entry of the count table to itself.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_PATHNUMBERS_H
#define IPOINT_PROBES_PATHNUMBERS_H

#include "database/Words.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <utility>
#include <vector>

namespace ipoint {

/// What paths go through: the ipoints of one function.
struct PathPlaces {
  /// Where calls begin. Nothing leads there, and no path ends there.
  uint32_t Entry = 0;
  /// By ipoint, whether each path that comes there must end there; false for
  /// the entry.
  std::vector<bool> MustEnd;
  // Which loops can be counted, by ipoint:
  std::vector<bool> Bodies;   ///< a loop's body, whose rounds are paths else
  std::vector<bool> Counters; ///< a statement can be put there
  std::vector<bool> Records;  ///< what its block calls may store records
  /// A record there cannot hold a count: no path with one leads there.
  std::vector<bool> Plain;
  /// Source and target, each pair once.
  llvm::ArrayRef<std::pair<uint32_t, uint32_t>> Transitions;
  bool HasSums = false; ///< paths are counted where they end
};

struct PathNumbers {
  /// By ipoint: Path, Sum or Count. Where nothing follows paths end.
  std::vector<database::Encoding> Encodings;
  /// By ipoint, the number of the first path that begins there, if any does;
  /// 0 at the entry. Those of the other ipoints follow in their order.
  std::vector<std::optional<uint64_t>> Bases;
  std::vector<uint32_t> Increments; ///< by transition
  std::vector<bool> Rounds; ///< by transition, whether it ends a round that is
                            ///< counted
  /// By ipoint where paths end, whether one of them may have a count.
  std::vector<bool> HasCount;
  /// Of sums, by ipoint: those whose visits are added to the count table there,
  /// as a counted loop has been left.
  std::vector<llvm::SmallVector<uint32_t, 2>> Added;
  /// Of sums, by ipoint that counts, in which variable.
  std::vector<uint32_t> Counter;
  /// With a count of C, the path N has the number N + (C << CountBits); none if
  /// no loop is counted.
  std::optional<unsigned> CountBits;
  uint64_t Total = 0; ///< numbers of the function: from 0 up to it
};

/// The number of paths from one ipoint, of a function with \p Ipoints, beyond
/// which more of them end: so few that a variable of 32 bits holds all numbers.
uint64_t pathLimit(size_t Ipoints);

/// Ends paths where they must, where a cycle would have no end, where numbers
/// could not be distinguished, between two counted loops, and where more than
/// about \p Limit would begin at one ipoint. Time and memory grow with the
/// number of transitions.
PathNumbers numberPaths(PathPlaces Places, uint64_t Limit);

} // namespace ipoint

#endif // IPOINT_PROBES_PATHNUMBERS_H
