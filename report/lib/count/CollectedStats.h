//===- CollectedStats.h - What is counted of blocks, loops and functions --===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_COLLECTEDSTATS_H
#define IPOINT_COUNT_COLLECTEDSTATS_H

#include "Distribution.h"
#include "Series.h"
#include "stats/Pairs.h"
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ipoint::analysis {

/// Keeps the largest values that it is given, and counts all.
class LargestValues {
public:
  static constexpr size_t Limit = 100;

  void add(uint64_t Value, uint64_t Times = 1);
  void merge(const LargestValues &Other);
  uint64_t count() const { return Count; }
  /// The values that were kept, largest first.
  std::vector<uint64_t> sorted() const;

private:
  void keep(uint64_t Value);

  std::vector<uint64_t> Heap; ///< smallest on top
  uint64_t Count = 0;
};

/// Raw ticks. Visits below Low are usual ones, those above High too long.
struct Thresholds {
  uint64_t Low = 0, High = 0;
};

/// The visits of one block, divided by thresholds.
struct ThresholdCounts {
  Thresholds Limits;
  uint64_t Below = 0;    ///< visits < low
  uint64_t Above = 0;    ///< visits > high
  LargestValues Between; ///< low ≤ visit ≤ high
  /// Of times in place, in bins of which a threshold is no edge.
  uint64_t Unsure = 0;

  explicit ThresholdCounts(Thresholds Limits) : Limits(Limits) {}
  void add(uint64_t Ticks, uint64_t Times = 1) {
    if (Ticks < Limits.Low)
      Below += Times;
    else if (Ticks > Limits.High)
      Above += Times;
    else
      Between.add(Ticks, Times);
  }
  /// Whether times from \p First to \p Last are on both sides of a threshold.
  bool divides(uint64_t First, uint64_t Last) const {
    return (First < Limits.Low && Last >= Limits.Low) ||
           (First <= Limits.High && Last > Limits.High);
  }
};

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

__extension__ typedef __int128 SignedWide;

/// Of the values that a mark recorded.
struct ValueStats {
  uint64_t Count = 0;
  int64_t Min = 0, Max = 0;
  SignedWide Sum = 0;

  void add(int64_t Value) {
    Min = Count ? std::min(Min, Value) : Value;
    Max = Count ? std::max(Max, Value) : Value;
    Sum += Value;
    ++Count;
  }
};

/// Visits or calls in which the thread was off CPU for a while.
struct InterruptedStats {
  Sample Own;      ///< their times, without that while
  Sample Response; ///< the same with it
  Sample OffCpu;   ///< that while
  void add(uint64_t Ticks, uint64_t Without) {
    Own.add(Ticks);
    Response.add(Ticks + Without);
    OffCpu.add(Without);
  }
};

/// Adds to \p S, which is made when it is needed first.
inline void addInterrupted(std::unique_ptr<InterruptedStats> &S, uint64_t Ticks,
                           uint64_t Without) {
  if (!S)
    S = std::make_unique<InterruptedStats>();
  S->add(Ticks, Without);
}

/// Bins that times were added up in, of which only that is known in which one
/// each is; apart from each other.
class TimeBins {
public:
  /// Ticks in which the probes in front of these visits masked interrupts: what
  /// came then is in the visit behind.
  uint64_t Masked = 0;

  /// One of the times in the bins of which more is known.
  struct Visit {
    uint64_t Run = 0; ///< which one that is
    uint64_t At = 0;  ///< when it ended, ticks of that run
    uint64_t Ticks = 0;
    uint32_t Path = 0;   ///< by what it came
    uint64_t Number = 0; ///< of those that came so
  };
  std::vector<Visit> Visits;

  /// One with times from \p Low to \p High; bins that overlap are one.
  void add(uint64_t Low, uint64_t High);
  void merge(const TimeBins &Other) {
    Masked += Other.Masked;
    Visits.insert(Visits.end(), Other.Visits.begin(), Other.Visits.end());
    for (auto [Low, High] : Other.Highs)
      add(Low, High);
  }
  bool empty() const { return Highs.empty(); }
  const std::map<uint64_t, uint64_t> &highsByLow() const { return Highs; }
  /// The times of the bin that has some from \p Low to \p High, the first and
  /// the last one; these where there is none.
  std::pair<uint64_t, uint64_t> around(uint64_t Low, uint64_t High) const;

private:
  std::map<uint64_t, uint64_t> Highs; ///< by the least time
};

struct BlockStats {
  uint64_t Visits = 0;
  Distribution Time;
  /// Of what of Time a target has added up; none where it is not known how long
  /// its probes mask interrupts.
  TimeBins Bins;
  std::unique_ptr<InterruptedStats> Interrupted; ///< none where none was
  /// Of Time: visits in which the kernel handled an interrupt, as it reports.
  Histogram KnownInterrupted;
  std::unique_ptr<ThresholdCounts> ByThresholds; ///< only with a rule
  std::unique_ptr<ValueStats> Values;            ///< only of marks with values
};

/// A transition, and the visits that it ended.
struct EdgeStats {
  uint64_t Count = 0;
  Distribution Time; ///< of those visits
};

/// Calls without an exit, from their entry to the record that showed
/// their end, or to the last one.
struct InferredStats {
  Moments Ended, Open;
};

struct FunctionStats {
  uint64_t Calls = 0;
  uint64_t Threads = 0;
  bool InFirst = false; ///< it ran in the first stream
  uint64_t InferredExits = 0;
  Distribution Self, Inclusive;
  Distribution Called; ///< of calls that were timed by themselves, inclusive
  std::unique_ptr<InterruptedStats> SelfInterrupted, InclusiveInterrupted,
      CalledInterrupted;
  std::unique_ptr<InferredStats> Inferred; ///< none where there are none

  /// Whether the calls timed one by one took longer, all together, than those
  /// in windows. By time, not by number: calls that last are never wholly in a
  /// window, which may yet have many short calls of the same function.
  bool isCalled() const {
    return Inclusive.empty()
               ? !Called.empty()
               : Called.raw().moments().Sum > Inclusive.raw().moments().Sum;
  }
  /// The inclusive times that are reported.
  const Distribution &inclusive() const {
    return isCalled() ? Called : Inclusive;
  }
  /// Those with a time off CPU; null: none.
  const InterruptedStats *inclusiveInterrupted() const {
    return (isCalled() ? CalledInterrupted : InclusiveInterrupted).get();
  }
};

/// Calls in which a mark recorded a value.
struct MarkedCalls {
  PairSample Once;      ///< of those with one value
  uint64_t Several = 0; ///< those with more than one
};

/// What the calls of a function took in one stream.
struct StreamCalls {
  uint64_t Calls = 0;
  SeriesSums Self, Inclusive; ///< of those with such a time

  void add(const StreamCalls &Other) {
    Calls += Other.Calls;
    Self.add(Other.Self);
    Inclusive.add(Other.Inclusive);
  }
};

/// What concerns the trace and no single function.
struct TraceAccount {
  uint64_t LostRecords = 0; ///< counted by LOST records
  uint64_t BufferWaits = 0, BufferWaitTicks = 0;
  uint64_t Switches = 0, SwitchTicks = 0;         ///< off CPU, in calls
  uint64_t Preemptions = 0;                       ///< of Switches
  uint64_t KernelInterrupts = 0, KernelTicks = 0; ///< handled in calls
  uint64_t Gaps = 0, GapTicks = 0;                ///< pauses that were wanted
  uint64_t Requested = 0;                         ///< of these, by the program
  uint64_t CutCalls = 0;                          ///< by those
  std::map<uint64_t, uint64_t> Ended;             ///< by reason: streams
  uint64_t Counted = 0;                           ///< paths, in place
  uint64_t UnknownRecords = 0;
  uint64_t Unfinished = 0;
  uint64_t StartedInTheMiddle = 0;
  uint64_t Elsewhere = 0; ///< of these, as in EntryUnseen
  /// By function that interrupted a probe and took the place of its record.
  std::map<uint32_t, uint64_t> Overwritten;
  uint64_t TooDeep = 0;           ///< stacks that were given up
  uint64_t ImpossibleOmitted = 0; ///< of pairs beyond the limit
};

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_COLLECTEDSTATS_H
