//===- Review.cpp - Interrupts by the times of long visits ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupts.h"
#include "stats/RateStatistics.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

/// Whether interrupts of \p Class follow at once upon each other or upon
/// others.
static bool follows(uint32_t Class, const DetectionResult &Found,
                    const InterruptionLog &Log, const DetectorParams &Params) {
  uint64_t Count = 0, Following = 0;
  const InterruptedVisit *Before = nullptr;
  for (const InterruptedVisit &V : Log.visits()) {
    const BlockShape &S = Found.Shapes[V.Block];
    double Expected = S.expectedOf(V.Ticks);
    if (Found.Classes.isOf(std::max(1.0, double(V.Ticks) - Expected), Class)) {
      double Start = double(V.At - V.Ticks);
      ++Count;
      Following +=
          Before && Before->Stream == V.Stream &&
          Start - double(Before->At) <= Params.FollowsWithin * Expected;
    }
    Before = &V;
  }
  return double(Count) >= Params.Few && 2 * Following > Count;
}

namespace {
/// When visits of a block began that lie in one of its watched bands, in the
/// stream with most of them.
struct Watch {
  std::vector<uint64_t> Starts, Numbers;
};
} // namespace

static Watch watchOf(const Band &In, uint32_t Block,
                     ArrayRef<WatchedVisit> Seen) {
  Watch Best, Now;
  uint32_t Stream = 0;
  auto Keep = [&] {
    if (Now.Starts.size() > Best.Starts.size())
      Best = std::move(Now);
    Now = {};
  };
  for (const WatchedVisit &V : Seen) {
    if (V.Block != Block || V.Ticks < In.From || V.Ticks > In.To)
      continue;
    if (V.Stream != Stream)
      Keep();
    Stream = V.Stream;
    Now.Starts.push_back(V.Start);
    Now.Numbers.push_back(V.Number);
  }
  Keep();
  return Best;
}

/// Judges watched visits by their times; true if anything was found.
static bool reviewWatched(const FilterCollector &Seen,
                          const DetectorParams &Params, Findings &Known) {
  bool Any = false;
  // Only blocks of which something was noted.
  for (auto [Block, Cut] : enumerate(Seen.Blocks)) {
    if (!Cut.NotedVisits)
      continue;
    for (const Band &In : Cut.Watched) {
      Watch W = watchOf(In, uint32_t(Block), Seen.Watched);
      if (!keepsToClock(W.Starts, Params))
        continue;
      if (!Cut.CountVisits && Params.CompareNumbers) {
        if (!is_contained(Known.Counted, Block))
          Known.Counted.push_back(uint32_t(Block));
        Any = true;
      } else if (!Params.CompareNumbers ||
                 !keepsToCount(W.Starts, W.Numbers, Params)) {
        Known.Admitted.push_back({uint32_t(Block), In});
        Any = true;
      }
    }
  }
  return Any;
}

bool review(const DetectionResult &Found, const FilterCollector &Seen,
            const GapRule &Rule, Findings &Known) {
  const DetectorParams &Params = Rule.Params;
  bool Any = Params.AdmitTimers && reviewWatched(Seen, Params, Known);
  for (uint32_t K = 0; K < Found.Classes.size() && Params.RevokeFollowing; ++K)
    if (follows(K, Found, Seen.Log, Params)) {
      for (const ClassBand &B : Found.Classes.bands())
        if (B.owner() == K)
          Known.Revoked.push_back(B);
      Any = true;
    }
  return Any;
}

} // namespace ipoint::analysis
