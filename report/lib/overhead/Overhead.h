//===- Overhead.h - What probes cost by the times themselves --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime measures the clock resolution and the cost of a probe before the
// program runs. A sample of the trace says what they were while it ran.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OVERHEAD_OVERHEAD_H
#define IPOINT_OVERHEAD_OVERHEAD_H

#include "Clock.h"
#include "count/Collector.h"
#include "trace/Trace.h"

namespace ipoint::analysis {

/// Differences of successive reads of the counter, and their resolution.
class DifferenceSample {
public:
  void add(uint64_t Difference);
  uint64_t count() const { return Count; }

  /// The clock resolution, ticks: the largest number of which all differences
  /// are multiples. It need not be whole (a processor scales a slow
  /// oscillator): then nearly all small differences are multiples of it, to one
  /// tick. Nothing where too few, or too few different, ones were seen: those
  /// of a small loop are multiples of its length on any clock.
  std::optional<double> resolution() const;

  /// The tenth smallest difference, ticks. A probe lies in each of them, so no
  /// smaller cost of a probe is likely; a single difference proves nothing, as
  /// the counters of two processors may differ. Nothing where there are fewer.
  std::optional<uint64_t> least() const;

private:
  static constexpr uint64_t SmallEnd = 4096; ///< ticks

  std::optional<double> fractionalResolution() const;
  bool fits(double Resolution) const;

  std::vector<uint64_t> Small = std::vector<uint64_t>(SmallEnd); ///< by value
  uint64_t Count = 0;
  uint64_t NotZero = 0;
  uint64_t Common = 0;            ///< divisor of all
  uint64_t Smallest = UINT64_MAX; ///< that is not 0
  std::vector<uint64_t>
      Different; ///< the first ones, each once, none of them 0
};

/// What the differences at the beginning of each stream of \p T come to, at
/// most a million in all. Errors name a stream that can't be opened.
llvm::Expected<trace::Reduced> differencesIn(const trace::Trace &T);

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
