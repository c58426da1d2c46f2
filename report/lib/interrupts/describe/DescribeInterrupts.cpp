//===- DescribeInterrupts.cpp - What a report says of interrupts ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribeInterrupts.h"
#include "ClassDescriber.h"

using namespace llvm;

namespace ipoint::analysis {

static bool isDecided(const Decision &V) {
  return V.State == FilterState::Applied ||
         V.State == FilterState::NothingToExclude ||
         (V.State == FilterState::Refused && !V.Left.empty());
}

/// The ticks of \p J in which interrupts can be seen and can't; \p Added of all
/// are those of interrupted visits.
static void setExposure(ObservedBlock &J, const Histogram &Times,
                        const Decision &V, double Added) {
  Times.forEach([&](const Histogram::Bucket &T) {
    double Ticks = T.middle();
    J.Interrupted.Visits += T.Count;
    auto In = find_if(V.Left, [&](const Band &B) { return B.has(T.Low); });
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
      if (!isIn(V.Interrupted, T.Low))
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
                                          ArrayRef<BlockShape> Shapes,
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
    const BlockShape &S = Shapes[B];
    bool IsByShape = !IsApplied || By == FilterMode::Detect;
    J.Expected = IsApplied ? Cut.Instead.Expected : S.Expected;
    // What detection would have seen it would have excluded.
    J.LeastVisible = IsByShape && S.IsClassifiable
                         ? S.LeastVisible
                         : leastVisible(V, J.Expected);
    setExposure(J, *Times[B], V, Cut.added());
    setExcesses(J, Cut.Interrupted.raw());
    if (!J.Interrupted.Excesses.empty())
      setJitter(J, *Times[B], V, Rule.Params.JitterPoints);
    Result.push_back(std::move(J));
  }
  return Result;
}

/// The classes of all that is excluded of \p Blocks.
static InterruptClasses classesOf(ArrayRef<ObservedBlock> Blocks,
                                  const DetectorParams &Params) {
  std::vector<BlockExcesses> Excesses;
  for (const ObservedBlock &B : Blocks) {
    Excesses.push_back(B.Interrupted);
    Excesses.back().LeastVisible = B.LeastVisible;
    Excesses.back().Exposure = std::max(0.0, B.Execution);
  }
  return findClasses(Excesses, Params);
}

/// What the kernel's records alone show.
static std::optional<RecordedModel>
describeRecorded(const FilterCollector &Seen) {
  RecordedModel R;
  const Sample &Excesses = Seen.RecordedExcesses;
  Moments All = Excesses.moments();
  R.Count = All.Count;
  R.Left = Seen.RecordedLeft;
  R.Untimed = Seen.RecordedUntimed.Count;
  R.UntimedTicks = double(Seen.RecordedUntimed.Sum);
  if (R.Count + R.Left + R.Untimed == 0)
    return std::nullopt;
  for (const BlockCut &B : Seen.Blocks)
    R.Alone += B.KnownInterrupted.raw().moments().Count;
  if (R.Count == 0)
    return R;
  auto At = [&](double Share) {
    return double(Excesses.histogram().percentile(Share).value_or(All.Max));
  };
  R.Length.Min = double(All.Min);
  R.Length.Median = At(0.5);
  R.Length.Mean = All.mean();
  R.Length.P99 = At(0.99);
  R.Length.Max = double(All.Max);
  return R;
}

InterruptsModel describeInterrupts(
    const FilterCollector &Seen, const SymbolTable &Symbols,
    ArrayRef<const Histogram *> Times, ArrayRef<Decision> Decisions,
    ArrayRef<BlockShape> Shapes, ArrayRef<StreamOrigin> Streams,
    const InterruptClasses &Decided, const GapRule &Rule, FilterMode By) {
  InterruptsModel M;
  for (Recorded::Kind Kind : Recorded::All)
    M.Known[Kind] = Seen.heldAgainst(Kind);
  M.ByKernel = describeRecorded(Seen);
  if (!factsOf(By).FindsInterrupts)
    return M;
  std::vector<ObservedBlock> Blocks =
      observedBlocks(Seen, Times, Decisions, Shapes, Rule, By);
  const InterruptClasses Classes =
      By == FilterMode::Rule ? classesOf(Blocks, Rule.Params) : Decided;
  std::vector<UnseenModel> Unseen(Blocks.size());
  std::vector<ClassDescriber> Describers;
  std::vector<KnownClass> Known;
  Describers.reserve(Classes.size());
  Known.reserve(Classes.size());
  for (uint32_t Class = 0; Class < Classes.size(); ++Class)
    Known.push_back(
        Describers
            .emplace_back(Class, Classes, Blocks,
                          ClassEvidence{Seen.Log, Streams, Symbols, Rule})
            .gather());
  std::vector<std::optional<size_t>> Reported;
  for (ClassDescriber &D : Describers) {
    ClassModel K = D.describe(Known, Unseen);
    Reported.push_back(K.Count ? std::optional(M.Classes.size())
                               : std::nullopt);
    if (K.Count)
      M.Classes.push_back(std::move(K));
  }
  for (const ClassBand &B : Classes.bands())
    if (Reported[B.owner()])
      M.Bands.push_back({{B.Low, B.High}, *Reported[B.owner()]});
  M.UnseenTicks.resize(Symbols.blocks().size());
  for (auto [B, U] : zip_equal(Blocks, Unseen)) {
    M.UnseenTicks[B.Block] = U.Added;
    const BlockSymbol &S = Symbols.blocks()[B.Block];
    if (U.Expected >= 1)
      M.Unseen.push_back(
          {Symbols.functions()[S.Function].Name, S.Name, U.Expected, U.Added});
  }
  M.NotLogged = Seen.Log.count() - Seen.Log.visits().size();
  return M;
}

} // namespace ipoint::analysis
