//===- LoopStats.h - How often loops are entered and iterate --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_LOOPSTATS_H
#define IPOINT_COUNT_LOOPSTATS_H

#include "Distribution.h"

namespace ipoint::analysis {

/// Of a loop.
struct LoopStats {
  uint64_t Entered = 0;
  uint64_t Iterations = 0;
  /// Some of it was counted in place: how often it iterated each time that it
  /// was entered is not known.
  bool IsCounted = false;
  uint64_t Anew = 0; ///< of Iterations: of times whose beginning was not seen
  uint64_t MostAnew = 0; ///< of one of those times
  /// Of one time that it was entered, any other, if Histogram::ExactEnd at
  /// least.
  uint64_t Most = 0;

  /// How often the body began for the k-th time, by k: how many times the loop
  /// was entered for at least k iterations. From Histogram::ExactEnd, only
  /// those k that begin a bucket.
  Histogram Reached;

  Distribution Iteration; ///< of iterations that were timed by themselves

  /// \p Times is at least Histogram::ExactEnd.
  void iterateOften(uint64_t Times);
  /// The body began for the k-th time, for each k from \p First to \p Last.
  void iterate(uint64_t First, uint64_t Last);
  /// Adds to Reached what was counted by the latter.
  void settle();
  void merge(const LoopStats &Other);

  /// The most iterations of one time that it was entered.
  uint64_t maxIterations() const;
  /// The iterations of each time that it was entered, as far as they were seen;
  /// those of times whose beginning was not seen are left out.
  Sample perEntry() const;

private:
  uint64_t mostSeen() const;

  /// By bucket of Reached: by how much more it is to have than the one before.
  std::vector<int64_t> Rises;
};

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_LOOPSTATS_H
