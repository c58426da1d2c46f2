//===- PathTimes.h - The paths that functions took ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A path is what lies between two records of an activation: from its entry, or
// from where a path ended, to where the next one ends. How often it was taken
// is known wherever there are path records. How long it took, where each call
// of a function has a time: from the calls that took no other path.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_PATHTIMES_H
#define IPOINT_COUNT_PATHTIMES_H

#include "Distribution.h"
#include "callstack/Accounts.h"
#include <map>
#include <memory>

namespace ipoint::analysis {

class PathTimes {
public:
  /// Paths that are listed; what comes beyond is only counted.
  static constexpr size_t Limit = size_t(1) << 18;

  struct Path {
    uint64_t Times = 0; ///< how often it was taken
    /// How often in all the counted loop on it was gone round.
    uint64_t Rounds = 0;
    /// Self times of the calls that took no other one, once they are settled;
    /// null: there are none.
    std::unique_ptr<Distribution> Self;
    MixedTimes Short; ///< until then, those that are

    void addSelf(uint64_t Ticks, ProbeCount Probes, uint64_t MinOverhead,
                 uint64_t Times = 1) {
      if (!Self)
        Self = std::make_unique<Distribution>();
      Self->add(Ticks, Probes, MinOverhead, Times);
    }
  };
  /// The call of a function that took longest, the first of several.
  struct LongestCall {
    uint64_t Ticks = 0; ///< its self or inclusive time, raw
    std::vector<PathRun> Paths;
    bool IsCut = false; ///< there are more than are listed, behind or before
  };

  /// The path with the number and to the ipoint of \p Record was taken.
  void count(uint64_t Record, uint64_t Times, uint64_t Rounds);
  /// A call of \p Function, whose self time is usable, has ended.
  void finish(uint32_t Function, const Activation &A, uint64_t MinOverhead);
  /// The longest call of \p Function by self time, \p Ticks, ended with the
  /// path of \p Record, and began with it, too, where it is \p Whole.
  void noteLast(uint32_t Function, uint64_t Ticks, uint64_t Record, bool Whole);
  /// No more calls follow.
  void settle(uint64_t MinOverhead);
  /// Adds a path that was taken so often, with \p Self times (null: none).
  void add(uint64_t Record, uint64_t Times, uint64_t Rounds,
           const Distribution *Self);
  /// Adds what \p Other has, which comes behind. Both are settled.
  void merge(const PathTimes &Other);

  const std::map<uint64_t, Path> &all() const { return Paths; } ///< by record
  /// Of \p Function; null if no call of it has path records and a time.
  const LongestCall *longestOf(uint32_t Function) const;
  /// The same by inclusive time.
  const LongestCall *longestInclusiveOf(uint32_t Function) const;
  /// How often paths beyond the limit were taken.
  uint64_t omitted() const { return Omitted; }

private:
  Path *find(uint64_t Record);
  /// What find() found last for records of this hash.
  std::pair<uint64_t, Path *> &recent(uint64_t Record) {
    constexpr uint64_t Golden = 0x9e3779b97f4a7c15; // multiplicative hashing
    return Recent[(Record * Golden) >> (64 - RecentBits)];
  }
  using LongestCalls = std::vector<LongestCall>; ///< by function
  static LongestCall &longest(LongestCalls &Calls, uint32_t Function) {
    if (Function >= Calls.size())
      Calls.resize(Function + 1);
    return Calls[Function];
  }
  static const LongestCall *known(const LongestCalls &Calls, uint32_t Function);

  static constexpr unsigned RecentBits = 12;
  std::map<uint64_t, Path> Paths;
  std::vector<std::pair<uint64_t, Path *>> Recent; ///< empty: none was found
  LongestCalls Longest, LongestInclusive;
  SmallTimes Counts; ///< of the paths' Short
  uint64_t Omitted = 0;
};

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_PATHTIMES_H
