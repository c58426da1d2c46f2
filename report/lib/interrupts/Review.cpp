//===- Review.cpp - What the times of long visits tell --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupts.h"
#include "stats/RateStatistics.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;

namespace ipoint::analysis {

/// Whether interrupts of \p Class follow at once upon each other or upon
/// others.
static bool follows(const ClassBand &Class, const DetectionResult &Found,
                    const InterruptionLog &Log, const DetectorParams &Params) {
  uint64_t Count = 0, Following = 0;
  const InterruptedVisit *Before = nullptr;
  for (const InterruptedVisit &V : Log.visits()) {
    const BlockShape &S = Found.Shapes[V.Block];
    double Own = S.ownOf(V.Ticks);
    if (Class.holds(std::max(1.0, double(V.Ticks) - Own))) {
      double Start = double(V.At - V.Ticks);
      ++Count;
      Following += Before && Before->Stream == V.Stream &&
                   Start - double(Before->At) <= Params.FollowsWithin * Own;
    }
    Before = &V;
  }
  return double(Count) >= Params.LeastFollowing &&
         double(Following) > Params.MostFollowing * double(Count);
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

namespace {
/// A block with several modes, of which is to be found which of them
/// interrupted visits had.
struct OwnAsked {
  uint32_t Block = 0;
  size_t First = 0; ///< its first situation of what findExcesses() is asked
};
} // namespace

/// The modes in \p Cut, as visits tell them that came behind another one of
/// the same time, where there are enough.
static std::vector<ModeBand> modesOf(const ModeCollector &Cut,
                                     const GapRule &Rule) {
  std::vector<ModeBand> Result;
  for (const ModeSample &O : Cut.times()) {
    bool Enough = double(O.Again.count()) >= Rule.Params.LeastVisits;
    Result.push_back(
        {O.In, Enough ? undisturbed(O.Again, {}, Rule.Step) : O.Instead});
  }
  return Result;
}

/// The visits in \p Interrupted, to be held against \p Own.
static TimedBlock timedBlock(std::vector<Mode> Own,
                             const Histogram &Interrupted) {
  TimedBlock Result{std::move(Own), {}};
  Interrupted.forEach([&](const Histogram::Bucket &B) {
    Result.Long.push_back({B.middle(), double(B.Count)});
  });
  return Result;
}

/// Adds to \p Blocks what \p Cut, which may take \p Times, has in each
/// situation.
static void addSituations(std::vector<TimedBlock> &Blocks,
                          const ModeCollector &Cut, ArrayRef<ModeBand> Times) {
  std::vector<double> All(Times.size());
  for (ArrayRef<double> Ticks : Cut.situations())
    for (auto [Sum, T] : zip_equal(All, Ticks))
      Sum += T;
  double Ever = std::max(1.0, std::accumulate(All.begin(), All.end(), 0.0));
  for (auto [Ticks, Interrupted] :
       zip_equal(Cut.situations(), Cut.interrupted())) {
    std::vector<Mode> Own;
    // One visit more, as all are: where there are few these tell.
    for (auto [T, O, Sum] : zip_equal(Ticks, Times, All)) {
      double Length = O.Instead.Expected;
      Own.push_back({Length, T + Length * Sum / Ever});
    }
    Blocks.push_back(timedBlock(std::move(Own), Interrupted));
  }
}

/// Which of its modes each interrupted visit in \p Situations had. None
/// where that would be wrong too often: then what all take together tells more.
static ModeTable ownOfInterrupted(ArrayRef<TimedBlock> Situations,
                                  const DetectorParams &Params) {
  ModeTable Result;
  double Count = 0, Wrong = 0;
  for (const TimedBlock &T : Situations) {
    Result.emplace_back();
    for (const LongVisit &V : T.Long) {
      Count += V.Count;
      Wrong += V.Count * (1 - V.Chance);
      if (Result.back().empty() || Result.back().back().second != V.Own)
        Result.back().push_back(
            {Histogram::lowOf(Histogram::indexOf(uint64_t(V.Ticks))), V.Own});
    }
  }
  return Wrong > Params.MostWrong * Count ? ModeTable() : Result;
}

/// Finds which of their modes interrupted visits of blocks with several
/// had: most likely that which visits took before, but what was added must be
/// what is added to other blocks. True if any was found.
static bool reviewOwn(const DetectionResult &Found, const FilterCollector &Seen,
                      const GapRule &Rule, Findings &Known) {
  if (all_of(Seen.Blocks, [](const BlockCut &B) { return B.Own.empty(); }))
    return false;
  std::vector<TimedBlock> Blocks;
  std::vector<OwnAsked> Asked;
  for (auto [Block, V, Cut] : enumerate(Found.Decisions, Seen.Blocks)) {
    if (Cut.Own.empty()) {
      Blocks.push_back(timedBlock({{Cut.Instead.Expected, 1}},
                                  Cut.Interrupted.raw().histogram()));
      continue;
    }
    if (none_of(Known.Own, [&, B = Block, &Now = V](const ModeFinding &O) {
          return O.Block == B && O.areOf(Now);
        }))
      Asked.push_back({uint32_t(Block), Blocks.size()});
    addSituations(Blocks, Cut.Own, modesOf(Cut.Own, Rule));
  }
  findExcesses(Blocks, Rule.LeastExcess, Rule.Params);
  bool Any = false;
  for (const OwnAsked &A : Asked) {
    erase_if(Known.Own, [&](auto &O) { return O.Block == A.Block; });
    const ModeCollector &Cut = Seen.Blocks[A.Block].Own;
    ModeTable Table = ownOfInterrupted(
        ArrayRef(Blocks).slice(A.First, Cut.situations().size()), Rule.Params);
    Any |= !Table.empty();
    Known.Own.push_back({A.Block, modesOf(Cut, Rule), std::move(Table)});
  }
  return Any;
}

bool review(const DetectionResult &Found, const FilterCollector &Seen,
            const GapRule &Rule, Findings &Known) {
  const DetectorParams &Params = Rule.Params;
  bool Any = Params.AdmitTimers && reviewWatched(Seen, Params, Known);
  for (ClassBand K : Found.Classes)
    if (Params.RevokeFollowing && follows(K, Found, Seen.Log, Params)) {
      Known.Revoked.push_back(K);
      Any = true;
    }
  // What is interrupted is to be settled before.
  return Any || (Params.DecideModes && reviewOwn(Found, Seen, Rule, Known));
}

} // namespace ipoint::analysis
