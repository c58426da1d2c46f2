//===- CollectorQuick.h - The fast path of a Collector --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_COLLECTORQUICK_H
#define IPOINT_COUNT_COLLECTORQUICK_H

#include "Collector.h"

namespace ipoint::analysis {

/// What Rebuilder::run() calls of a Collector. Where it says that something is
/// not done, the Collector's own call is to do it.
class Collector::Quick {
public:
  explicit Quick(Collector &All)
      : Edges(All.Slots.data()), MoreTimes(All.MoreTimes.data()),
        Entries(All.Entries.data()), Stream(All.Stream), Paths(All.Paths.get()),
        Iterations(All.Iterations.data()), Functions(&All.ShortTimes),
        Counts(All.Counts) {}

  Edge &edge(uint32_t Slot) { return Edges[Slot]; }
  bool step(const Edge &E, uint64_t State, uint64_t Ticks) {
    return add(E.Times, State, Ticks) ||
           add(MoreTimes[&E - Edges], State, Ticks);
  }
  bool enter(uint32_t Function, uint32_t Row) {
    EntryCount &E = Entries[Function];
    if (E.Row != Row || E.LastStream != Stream) [[unlikely]]
      return false;
    ++E.Calls;
    if (Paths) [[unlikely]]
      Paths->push(Function, /*IsHandler=*/false, /*Entered=*/true);
    return true;
  }
  bool finish(uint32_t Function, const ActivationTimes &A) {
    if (!Functions->addShort(Function, A, Counts)) [[unlikely]]
      return false;
    if (Paths) [[unlikely]]
      Paths->finish(A);
    return true;
  }
  bool iterate(uint32_t Loop, uint64_t Times) {
    if (!Iterations[Loop].has(0, Times)) [[unlikely]]
      return false;
    Counts.add(Iterations[Loop], Times);
    return true;
  }

private:
  bool add(const TimeCell &C, uint64_t State, uint64_t Ticks) {
    if (!C.has(State, Ticks)) [[unlikely]]
      return false;
    Counts.add(C, Ticks);
    return true;
  }

  Edge *Edges;
  const TimeCell *MoreTimes;
  EntryCount *Entries;
  uint32_t Stream;
  CallPaths *Paths; ///< or null
  TimeCell *Iterations;
  const FunctionTimes *Functions;
  SmallTimes::Quick Counts;
};

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_COLLECTORQUICK_H
