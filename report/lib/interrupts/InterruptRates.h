//===- InterruptRates.h - When interrupts come, and how often -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_INTERRUPTRATES_H
#define IPOINT_INTERRUPTS_INTERRUPTRATES_H

#include "Classes.h"
#include "FilterCollector.h"
#include "InterruptsModel.h"
#include "count/Places.h"
#include "stats/RateStatistics.h"

namespace ipoint::analysis {

/// When interrupts began, from Begin to End.
struct InterruptTimes {
  std::vector<uint64_t> Times;
  uint64_t Begin = 0, End = 0;

  /// The variance of their counts over its mean.
  Dispersion dispersion(const RateParams &Params) const {
    return analysis::dispersion(Times, Begin, End, Params);
  }
};

/// Those of one class in the stream with most.
struct ClassTimes {
  InterruptTimes Elapsed;
  /// The same without what interrupts of the class before them added.
  InterruptTimes Execution;
};

/// Those of \p Class, one of \p Classes; \p Streams by their numbers.
ClassTimes timesOf(uint32_t Class, const InterruptClasses &Classes,
                   const InterruptionLog &Log,
                   llvm::ArrayRef<StreamOrigin> Streams);

/// Per tick, if \p Interrupted visits were interrupted in \p Exposure ticks;
/// \p Each: interrupts for each of them. Nothing without \p Exposure.
std::optional<RateModel> rateOf(uint64_t Interrupted, double Each,
                                double Exposure, const Dispersion &Counts);

/// Per tick, of what keeps to the period \p P.
RateModel rateOf(const Period &P);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_INTERRUPTRATES_H
