//===- QuietCalls.h - The longest calls that nothing interrupted ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In some calls no visit is logged, so that no decision makes one of them
// interrupted: the second pass finds where the longest of these was. Of the
// others a FilterCollector knows which have no interrupted visit; where they
// were is logged, if they are longer.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_EXCLUDE_QUIETCALLS_H
#define IPOINT_INTERRUPTS_EXCLUDE_QUIETCALLS_H

#include "count/PathTimes.h"
#include "count/Places.h"
#include "stats/SmallTimes.h"

namespace ipoint::analysis {

/// Where a call was, by its self and its inclusive time, and the paths that it
/// took; not known of a time that cannot be used.
struct CallWhere {
  LongestTime Self, Inclusive;
  PathTimes::LongestCall Paths;
};

class QuietCalls {
public:
  explicit QuietCalls(size_t Functions)
      : Where(0, Functions), Most(Functions), SelfPaths(Functions),
        InclusivePaths(Functions) {}

  /// Whether a call of \p Function that took so long is the longest so far, by
  /// one of its times.
  bool isLonger(uint32_t Function, uint64_t Self, uint64_t Inclusive) const {
    const Times &M = Most[Function];
    return (Self > M.Self) | (Inclusive > M.Inclusive);
  }
  void note(uint32_t Function, const ActivationTimes &A) {
    noteSelf(Function, A.Self, 0, {}, false);
    noteInclusive(Function, A.Inclusive, 0, {}, false);
  }
  void note(uint32_t Function, const Activation &A) {
    if (A.SelfUsable)
      noteSelf(Function, A.Self, A.SelfOffCpu, A.Paths, A.ArePathsCut);
    if (A.InclusiveUsable)
      noteInclusive(Function, A.Inclusive, A.InclusiveOffCpu, A.Paths,
                    A.ArePathsCut);
  }
  /// Where the call \p A, which ends now, was; null where it is not the longest
  /// so far.
  std::shared_ptr<const CallWhere> where(uint32_t Function,
                                         const Activation &A) const {
    if (!isLonger(Function, A.Self, A.Inclusive))
      return nullptr;
    auto Result = std::make_shared<CallWhere>();
    if (A.SelfUsable)
      Where.noteCall(Result->Self, A.Self, 0, A.SelfOffCpu);
    if (A.InclusiveUsable)
      Where.noteCall(Result->Inclusive, A.Inclusive, 0, A.InclusiveOffCpu);
    Result->Paths = {A.Self, A.Paths.vec(), A.ArePathsCut};
    return Result;
  }
  /// Adds what others have, whose streams come behind those that are here;
  /// where it \p Continues, the first of them is the last one here.
  void add(const QuietCalls &Other, bool Continues);

  Places Where;

private:
  struct Times {
    uint64_t Self = 0, Inclusive = 0; ///< ticks
  };

  void noteSelf(uint32_t Function, uint64_t Ticks, uint64_t OffCpu,
                llvm::ArrayRef<PathRun> Paths, bool AreCut) {
    if (Ticks > Most[Function].Self) {
      Most[Function].Self = Ticks;
      Where.noteCall(Where.Self[Function], Ticks, 0, OffCpu);
      SelfPaths[Function] = {Ticks, Paths.vec(), AreCut};
    }
  }
  void noteInclusive(uint32_t Function, uint64_t Ticks, uint64_t OffCpu,
                     llvm::ArrayRef<PathRun> Paths, bool AreCut) {
    if (Ticks > Most[Function].Inclusive) {
      Most[Function].Inclusive = Ticks;
      Where.noteCall(Where.Inclusive[Function], Ticks, 0, OffCpu);
      InclusivePaths[Function] = {Ticks, Paths.vec(), AreCut};
    }
  }

  std::vector<Times> Most; ///< by function

public:
  /// By function: the paths of these calls; empty without path records.
  std::vector<PathTimes::LongestCall> SelfPaths, InclusivePaths;
};

inline void QuietCalls::add(const QuietCalls &Other, bool Continues) {
  uint64_t Streams = Where.append(Other.Where, Continues);
  for (size_t F = 0; F < Most.size(); ++F) {
    if (Where.Self[F].add(Other.Where.Self[F], Streams, 0))
      SelfPaths[F] = Other.SelfPaths[F];
    if (Where.Inclusive[F].add(Other.Where.Inclusive[F], Streams, 0))
      InclusivePaths[F] = Other.InclusivePaths[F];
  }
}

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_EXCLUDE_QUIETCALLS_H
