//===- Review.cpp - What the times of long visits tell --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupts.h"
#include "RateStatistics.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

/// Whether strikes of \p Kind follow at once upon each other or upon others.
static bool follows(const KindBand &Kind, const DetectionResult &Found,
                    const StrikeLog &Log) {
  uint64_t Count = 0, Following = 0;
  const StruckVisit *Before = nullptr;
  for (const StruckVisit &V : Log.visits()) {
    const BlockShape &S = Found.Shapes[V.Block];
    double Own = S.ownOf(V.Ticks);
    if (Kind.holds(std::max(1.0, double(V.Ticks) - Own))) {
      double Start = double(V.At - V.Ticks);
      ++Count;
      // At once: not more than a visit of its block lies between.
      Following += Before && Before->Stream == V.Stream &&
                   Start - double(Before->At) <= 2 * Own;
    }
    Before = &V;
  }
  return Count >= 4 && 2 * Following > Count;
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

/// Asks the times of watched visits; true if anything was told.
static bool reviewWatched(const FilterCollector &Seen, Findings &Known) {
  bool Any = false;
  // Only blocks of which something was noted.
  for (auto [Block, Cut] : enumerate(Seen.Blocks)) {
    if (!Cut.NotedVisits)
      continue;
    for (const Band &In : Cut.Watched) {
      Watch W = watchOf(In, uint32_t(Block), Seen.Watched);
      if (!keepsToClock(W.Starts))
        continue;
      if (!Cut.CountVisits) {
        if (!is_contained(Known.Counted, Block))
          Known.Counted.push_back(uint32_t(Block));
        Any = true;
      } else if (!keepsToCount(W.Starts, W.Numbers)) {
        Known.Admitted.push_back({uint32_t(Block), In});
        Any = true;
      }
    }
  }
  return Any;
}

bool review(const DetectionResult &Found, const FilterCollector &Seen,
            Findings &Known) {
  bool Any = reviewWatched(Seen, Known);
  for (KindBand K : Found.Kinds)
    if (follows(K, Found, Seen.Log)) {
      Known.Revoked.push_back(K);
      Any = true;
    }
  return Any;
}

} // namespace ipoint::analysis
