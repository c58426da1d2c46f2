//===- CallSizes.h - The few calls that take much longer ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that is called thousands of times in a call of the root takes,
// once in a while, as long as an interrupt that was not recognised. If each of
// its calls took that long, the estimate would be nonsense. So its calls have a
// limit, and what they took beyond it in a call of the root, at most, is
// charged once:
//
//   sum of all calls <= calls x limit + most beyond the limit
//
// is true of each observed call of the root, whatever the limit is.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_CALLSIZES_H
#define IPOINT_WORST_CALLSIZES_H

#include <cstdint>
#include <optional>
#include <vector>

namespace ipoint::worst {

/// Times of a function's calls within calls of the root, in bands: one for each
/// value up to 15, above that eight to each power of two.
class CallSizes {
public:
  /// Calls of the function for each call of the root, on average, from which on
  /// they have a limit.
  static constexpr uint64_t LeastPerRoot = 100;
  /// As many calls may exceed it as calls of the root have the function, or one
  /// of these if that is more: an interrupt of 1 kHz meets as many calls of a
  /// tenth of a microsecond, the shortest that is a unit.
  static constexpr uint64_t PerExceeding = 10000;

  /// A call, in the call of the root that is open.
  void add(uint64_t Ticks);
  bool isOpen() const { return !Now.empty(); }
  /// That ends; or nothing of it counts.
  void endRoot();
  void drop();
  void merge(const CallSizes &Other);

  /// The end of a band; none: few calls, or none that is much longer.
  std::optional<uint64_t> limit() const;
  /// The most that calls took beyond \p Limit in one call of the root, up to
  /// the width of a band for each call that is longer.
  uint64_t mostBeyond(double Limit) const;

private:
  struct Band {
    uint64_t Count = 0, Sum = 0;
  };
  // By band:
  std::vector<Band> Now;        ///< in the call of the root that is open
  std::vector<uint64_t> Counts; ///< of all
  std::vector<uint64_t> Beyond; ///< mostBeyond() of the smallest value in it
  uint64_t Roots = 0;           ///< calls of the root that have the function
  uint64_t Longest = 0, LongestNow = 0;
};

} // namespace ipoint::worst

#endif // IPOINT_WORST_CALLSIZES_H
