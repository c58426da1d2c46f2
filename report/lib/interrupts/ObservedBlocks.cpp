//===- ObservedBlocks.cpp - Where interrupts can be seen ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObservedBlocks.h"

using namespace llvm;

namespace ipoint::analysis {

static bool isDecided(const Decision &V) {
  return V.State == FilterState::Applied ||
         V.State == FilterState::NothingToExclude ||
         (V.State == FilterState::Refused && !V.Left.empty());
}

static bool isIn(const Histogram::Bucket &T, ArrayRef<Band> Bands) {
  return any_of(
      Bands, [&](const Band &B) { return T.Low >= B.From && T.Low <= B.To; });
}

/// The ticks of \p J in which interrupts can be seen and can't; \p Added of all
/// are those of interrupted visits.
static void setExposure(ObservedBlock &J, const Histogram &Times,
                        const Decision &V, double Added) {
  Times.forEach([&](const Histogram::Bucket &T) {
    double Ticks = T.middle();
    J.Interrupted.Visits += T.Count;
    auto In = find_if(V.Left, [&](const Band &B) { return isIn(T, B); });
    auto Times = double(T.Count);
    if (In == V.Left.end())
      J.Execution += Ticks * Times;
    else if (In->To == UINT64_MAX) // interrupted visits are among them
      J.Hidden += J.Expected * Times;
    else
      J.Paths.push_back({Ticks - J.Expected, Ticks * Times});
  });
  J.Execution -= Added;
  for (const Band &B : V.Left)
    J.Left.push_back({double(B.From) - J.Expected, double(B.To) - J.Expected});
}

/// Sets Jitter from the visits \p In that are not interrupted, in a few points
/// of which each stands for as many ticks: longer visits are likelier to be
/// interrupted.
static void setJitter(ObservedBlock &J, const Histogram &Times,
                      const Decision &V, double Points) {
  double All = 0, Weight = 0, Sum = 0;
  auto ForEach = [&](auto &&Function) {
    Times.forEach([&](const Histogram::Bucket &T) {
      double Ticks = T.middle();
      if (!isIn(T, V.Interrupted))
        Function(Ticks, Ticks * double(T.Count));
    });
  };
  auto Flush = [&] {
    if (Weight > 0)
      J.Jitter.push_back({Sum / Weight - J.Expected, Weight / All});
    Weight = Sum = 0;
  };
  ForEach([&](double, double W) { All += W; });
  ForEach([&](double Ticks, double W) {
    Weight += W;
    Sum += W * Ticks;
    if (Weight >= All / Points)
      Flush();
  });
  Flush();
}

/// Sets what \p Interrupted visits took more than is expected. The shortest and
/// the longest one are known to the tick, others by their bucket.
static void setExcesses(ObservedBlock &J, const Sample &Interrupted) {
  const Moments All = Interrupted.moments();
  const uint64_t Ends[] = {All.Min, All.Max};
  Interrupted.histogram().forEach([&](const Histogram::Bucket &T) {
    uint64_t Left = T.Count;
    auto Take = [&](double Ticks, uint64_t Count) {
      // An excess that can be 0 or less is none that an interrupt made.
      if (Count && Ticks > J.Expected)
        J.Interrupted.Excesses.push_back({Ticks - J.Expected, Count});
      Left -= Count;
    };
    uint64_t Low = std::max(T.Low, Ends[0]), High = std::min(T.High, Ends[1]);
    for (uint64_t End : Ends)
      if (End >= Low && End <= High)
        Take(double(End), Low == High ? Left : 1);
    Take((double(Low) + double(High)) / 2, Left);
  });
}

static double leastVisible(const Decision &V, double Expected) {
  for (const Band &Out : V.Interrupted)
    if (double(Out.From) > Expected)
      return double(Out.From) - Expected;
  return 0;
}

std::vector<ObservedBlock> observedBlocks(const FilterCollector &Seen,
                                          ArrayRef<const Histogram *> Times,
                                          ArrayRef<Decision> Decisions,
                                          const GapRule &Rule, FilterMode By) {
  std::vector<ObservedBlock> Result;
  for (uint32_t B = 0; B < Times.size(); ++B) {
    const Decision &V = Decisions[B];
    if (!Times[B] || !isDecided(V))
      continue;
    const BlockCut &Cut = Seen.Blocks[B];
    ObservedBlock J;
    J.Block = B;
    bool IsApplied = V.State == FilterState::Applied;
    BlockShape S;
    if (!IsApplied || By == FilterMode::Detect)
      S = shapeOf(*Times[B], Rule);
    J.Expected = IsApplied ? Cut.Instead.Expected : S.Expected;
    // What detection would have seen it would have excluded.
    J.LeastVisible =
        S.IsClassifiable ? S.LeastVisible : leastVisible(V, J.Expected);
    setExposure(J, *Times[B], V, Cut.added());
    setExcesses(J, Cut.Interrupted.raw());
    if (!J.Interrupted.Excesses.empty())
      setJitter(J, *Times[B], V, Rule.Params.JitterPoints);
    Result.push_back(std::move(J));
  }
  return Result;
}

} // namespace ipoint::analysis
