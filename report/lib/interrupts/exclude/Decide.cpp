//===- Decide.cpp - Decisions on all blocks -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecondPass.h"
#include "count/TimesInPlace.h"
#include "interrupts/find/Detection.h"
#include "stats/RateStatistics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace ipoint::analysis {

std::vector<const Histogram *> timesOf(const Collector &All) {
  std::vector<const Histogram *> Result;
  Result.reserve(All.Blocks.size());
  // Where it is not known how long probes mask interrupts, nor is their rate.
  for (const BlockStats &B : All.Blocks)
    Result.push_back(B.Time.empty() || (isInPlace(B.Time) && B.Bins.empty())
                         ? nullptr
                         : &B.Time.raw().histogram());
  return Result;
}

std::vector<BlockShape> shapesOf(const Collector &All, const GapRule &Rule) {
  std::vector<const TimeBins *> Bins;
  Bins.reserve(All.Blocks.size());
  for (const BlockStats &B : All.Blocks)
    Bins.push_back(&B.Bins);
  return shapesOf(timesOf(All), Rule, Bins);
}

/// What of the block with the shape \p S, of which \p V was decided, is no
/// usual time, if an interrupt is taken out of a visit.
static std::vector<Band> beyondUsual(const Decision &V, const BlockShape &S,
                                     const GapRule &Rule) {
  // As in detection, where that excludes visits.
  if (!V.Interrupted.empty())
    return {{V.Interrupted.front().From, UINT64_MAX}};
  if (!S.isSeparated(Rule))
    return {};
  return {{S.MainHigh + 1, UINT64_MAX}};
}

/// Has visits excluded from \p V in which the kernel handled an interrupt, as
/// it reports: of \p Times, which have the shape \p S, those in \p Known. The
/// others give what takes their place.
static void decideByRecords(Decision &V, const BlockShape &S,
                            const Histogram &Times, const Histogram &Known,
                            const GapRule &Rule) {
  uint64_t Count = Known.count(), Visits = Times.count();
  if (Rule.isTooFrequent(Count, Visits)) {
    V.addReason(formatv("records show that {0} of {1} visits are interrupted, "
                        "too many to be excluded by that",
                        Count, Visits));
    return;
  }
  Histogram Rest;
  Rest.merge(Times);
  Rest.subtract(Known);
  Replacement Instead = undisturbed(Rest, beyondUsual(V, S, Rule), Rule.Step);
  if (Instead.Ticks == 0)
    return;
  V.Instead = Instead;
  V.ByRecords = true;
}

static DetectionResult byDetection(const FilterModel &Filter,
                                   const SymbolTable &Symbols,
                                   std::vector<const Histogram *> Times,
                                   std::vector<BlockShape> Shapes,
                                   const GapRule &Rule, const Findings &Known) {
  std::vector<std::optional<FilterState>> States;
  for (auto [T, S, B] : zip_equal(Times, Shapes, Symbols.blocks()))
    if (States.emplace_back(undecidable(T, B.Linear, Filter.LinearOnly))) {
      T = nullptr;
      S = {};
    }
  DetectionResult Result = detect(std::move(Shapes), Times, Rule, Known);
  for (auto [D, State] : zip_equal(Result.Decisions, States))
    if (State)
      D.State = *State;
  return Result;
}

/// A rule has no evidence but the times of its block; the other blocks may show
/// that what it excludes is a slow path. It holds all the same.
static void noteOwnPaths(MutableArrayRef<Decision> Decisions,
                         ArrayRef<const ThresholdRule *> Rules,
                         ArrayRef<Decision> Detected,
                         ArrayRef<const Histogram *> Times) {
  for (auto [V, R, D, T] : zip_equal(Decisions, Rules, Detected, Times)) {
    if (!R || V.State != FilterState::Applied || D.OwnPaths.empty())
      continue;
    uint64_t Count = 0, Low = UINT64_MAX, High = 0;
    T->forEach([&, &V = V, &D = D](const Histogram::Bucket &B) {
      if (!isIn(V.Interrupted, B.Low) || !isIn(D.OwnPaths, B.Low))
        return;
      Count += B.Count;
      Low = std::min(Low, B.Low);
      High = std::max(High, B.High);
    });
    if (Count == 0)
      continue;
    V.TwoClusters = formatv(
        "two clusters: {0} excluded {1} of {2} ticks may be a slow path of the "
        "block's own, as other blocks are not interrupted like that",
        Count, Count == 1 ? "visit" : "visits", rangeInWords(Low, High));
    V.addReason(V.TwoClusters);
  }
}

DetectionResult decide(const FilterModel &Filter,
                       ArrayRef<const ThresholdRule *> Rules,
                       const Collector &All, const SymbolTable &Symbols,
                       ArrayRef<BlockShape> Shapes, const GapRule &Gaps,
                       const Findings &Known) {
  std::vector<const Histogram *> Times = timesOf(All);
  DetectionResult Found;
  if (factsOf(Filter.Mode).FindsInterrupts)
    Found = byDetection(Filter, Symbols, Times, Shapes.vec(), Gaps, Known);
  const std::vector<Decision> Detected = Found.Decisions;
  const bool RecordsDecide = factsOf(Filter.Mode).RecordsDecide;
  DetectionResult Result;
  if (RecordsDecide)
    Result = std::move(Found);
  Result.Decisions.resize(Times.size());
  for (auto [I, V] : enumerate(Result.Decisions)) {
    const BlockStats &B = All.Blocks[I];
    bool Linear = Symbols.blocks()[I].Linear;
    // What a rule is for goes by it, whatever decides on other blocks.
    if (!Rules.empty() && Rules[I])
      V = decideByRule(*Rules[I],
                       B.Time.empty() ? nullptr : &B.Time.raw().histogram(),
                       B.ByThresholds.get(), Linear, Gaps.Step);
    else if (RecordsDecide && Times[I] && !B.KnownInterrupted.empty())
      decideByRecords(V, Result.Shapes[I], *Times[I], B.KnownInterrupted, Gaps);
    else if (Filter.Mode != FilterMode::Layers)
      continue;
    else if (auto State = undecidable(Times[I], Linear, Filter.LinearOnly))
      V.State = *State;
    else
      V = decideByLayers(Filter.Layers, *Times[I], Gaps.Step);
  }
  if (!Rules.empty() && !Detected.empty())
    noteOwnPaths(Result.Decisions, Rules, Detected, Times);
  return Result;
}

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
      Following += Before && Before->Stream == V.Stream &&
                   Start - double(Before->At) <=
                       Params.FollowsWithin * (Expected + S.maskedByVisit());
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
    if (V.Block != Block || !In.has(V.Ticks))
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
