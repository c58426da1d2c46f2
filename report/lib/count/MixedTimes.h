//===- MixedTimes.h - Short times with untimed probes in them -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To add a time to a Distribution takes some hundred instructions. Most are
// short, and few different numbers of probes lie in them: these are counted
// here with an increment each, and added in the end, as often as they came.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_MIXEDTIMES_H
#define IPOINT_COUNT_MIXEDTIMES_H

#include "callstack/ProbeCost.h"
#include "stats/SmallTimes.h"
#include <array>

namespace ipoint::analysis {

class MixedTimes {
public:
  /// Times from this on, ticks, are not counted here.
  static constexpr uint64_t End = 2048;

  /// Counts \p Ticks with \p Probes in \p Counts, always the same ones.
  SmallTimes::Outcome add(SmallTimes &Counts, uint64_t Ticks,
                          ProbeCount Probes) {
    if (Probes.Timed >> KeyBits | Probes.Untimed >> UntimedBits)
      return SmallTimes::NotCounted;
    TimeCell &C = Cells[(Probes.Timed + 3 * Probes.Untimed) % Cells.size()];
    return Counts.add(C, Probes.Untimed << KeyBits | Probes.Timed, Ticks, End);
  }
  /// Calls \p F with times, their probes and how often they came.
  template <class Function>
  void forEach(const SmallTimes &Counts, Function &&F) const {
    for (const TimeCell &C : Cells)
      Counts.forEach(C, [&](uint64_t Ticks, uint64_t Times) {
        F(Ticks,
          ProbeCount{C.Key % (1U << KeyBits), uint64_t(C.Key >> KeyBits)},
          Times);
      });
  }
  /// Calls \p F with times that are new, as SmallTimes::forEachNew().
  template <class Function>
  void forEachNew(SmallTimes &Counts, Function &&F) const {
    for (const TimeCell &C : Cells)
      Counts.forEachNew(C, F);
  }

private:
  // Of a key, which has 16: all bits set is none.
  static constexpr unsigned KeyBits = 6, UntimedBits = 9;
  std::array<TimeCell, 8> Cells; ///< a cache line
};

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_MIXEDTIMES_H
