//===- CountedLoop.h - Loops whose rounds are counted by ipoint -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that store sums count what happens within such a loop in variables,
// which compilers keep in registers, and add them to the count table where the
// loop is left. Few of its ipoints count their visits: after Knuth and
// Stevenson, Optimal measurement points for program frequency counts (BIT 13,
// 1973), what comes to an ipoint leaves it, and the rest follows from that.
//
//   for (…) {          head:  condition
//     …                body:  counts
//     if (…)
//       …              then:  counts
//   }                  join:  visited as often as the body
//
// The body leads to `then`, which nothing else leads to, and to the join: what
// did not take the one way took the other.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_COUNTEDLOOP_H
#define IPOINT_DATABASE_COUNTEDLOOP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ipoint::database {

class CountedLoop {
public:
  using Transition = std::pair<uint32_t, uint32_t>; ///< source, target

  /// The loop with the \p Members, each of which \p Inside leads to from
  /// \p Head, one of them; \p Inside are all transitions between two members.
  /// \p IsShared: whether more than one transition leads to a member.
  /// \returns nothing where a cycle does without the head, or where visits
  /// do not determine which of two ways was taken.
  static std::optional<CountedLoop>
  find(uint32_t Head, llvm::ArrayRef<uint32_t> Members,
       llvm::ArrayRef<Transition> Inside,
       llvm::function_ref<bool(uint32_t)> IsShared);

  /// First its head; each comes after what leads to it, new rounds aside.
  llvm::ArrayRef<uint32_t> ipoints() const { return Ipoints; }
  /// Those that count their visits.
  llvm::ArrayRef<uint32_t> counters() const { return Counters; }
  llvm::ArrayRef<Transition> transitions() const { return Inside; }

  /// How often each of transitions() was taken, where \p Visits, by counters(),
  /// were counted, and the loop was left from each of ipoints() as often as \p
  /// Left says. Visits that must have been and were not counted are added:
  /// counting may have been paused, or a process forked, between a loop and the
  /// end of the path that it is on.
  std::vector<uint64_t> taken(llvm::ArrayRef<uint64_t> Visits,
                              llvm::ArrayRef<uint64_t> Left) const;

private:
  static constexpr uint32_t None = ~0u;
  /// By ipoint. Ways are indices in Inside.
  struct Place {
    llvm::SmallVector<uint32_t, 2> Alone; ///< ways that alone lead to a target
    uint32_t Shared = None;               ///< the other one
    uint32_t Counter = None;              ///< index in Counters
    bool IsShared = false;
  };

  bool putInOrder(uint32_t Head, llvm::ArrayRef<uint32_t> Members);
  bool describe(llvm::function_ref<bool(uint32_t)> IsShared);
  uint32_t placeOf(uint32_t Ipoint) const;

  std::vector<uint32_t> Ipoints, Counters;
  std::vector<Transition> Inside;
  std::vector<Place> Places;                           ///< as Ipoints
  std::vector<std::pair<uint32_t, uint32_t>> ByIpoint; ///< sorted: its place
};

} // namespace ipoint::database

#endif // IPOINT_DATABASE_COUNTEDLOOP_H
