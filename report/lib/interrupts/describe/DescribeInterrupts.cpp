//===- DescribeInterrupts.cpp - What a report says of interrupts ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribeInterrupts.h"
#include "ClassDescriber.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

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

/// The same of those in bins, for placeInBins().
static void setBins(ObservedBlock &J, const Sample &Interrupted,
                    const BlockShape &S) {
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> Counts;
  Interrupted.histogram().forEach([&](const Histogram::Bucket &T) {
    Counts[S.Bins->around(T.Low, T.High)] += T.Count;
  });
  for (const auto &[Bin, Count] : Counts) {
    LongVisit V{double(Bin.first), double(Bin.second), 0, {}};
    for (auto [Of, T] : enumerate(S.Beyond))
      if (T.Low == Bin.first)
        V = S.longVisit(Of);
    V.Count = double(Count);
    if (V.Known.size() > Count)
      V.Known.resize(Count);
    J.InBins.push_back(V);
  }
}

/// Sets the excesses of visits in bins: what several blocks have in common lies
/// where their bins overlap.
static void placeInBins(MutableArrayRef<ObservedBlock> Blocks,
                        const GapRule &Rule) {
  if (none_of(Blocks, [](auto &J) { return !J.InBins.empty(); }))
    return;
  std::vector<TimedBlock> Timed;
  for (ObservedBlock &J : Blocks) {
    TimedBlock &T = Timed.emplace_back();
    T.Modes = {{J.Expected, 1}};
    T.Long = std::move(J.InBins);
    if (T.Long.empty())
      for (auto [Excess, Count] : J.Interrupted.Excesses)
        T.Long.push_back(
            {J.Expected + Excess, J.Expected + Excess, double(Count), {}});
  }
  findExcesses(Timed, Rule.LeastExcess, Rule.Params);
  for (auto [J, T] : zip_equal(Blocks, Timed)) {
    if (!J.Interrupted.Excesses.empty())
      continue;
    for (const LongVisit &V : T.Long)
      for (const AddedPart &P : V.Parts) {
        J.Interrupted.add(P, true);
        J.Parts.push_back(P);
      }
  }
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
                         ? S.Expected + S.LeastVisible - J.Expected
                         : leastVisible(V, J.Expected);
    setExposure(J, *Times[B], V, Cut.added());
    J.Execution += S.masked();
    if (S.Bins)
      setBins(J, Cut.Interrupted.raw(), S);
    else
      setExcesses(J, Cut.Interrupted.raw());
    setJitter(J, *Times[B], V, Rule.Params.Points);
    Result.push_back(std::move(J));
  }
  placeInBins(Result, Rule);
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
  if (!Streams.empty()) {
    M.Known.emplace();
    for (Recorded::Kind Kind : Recorded::All)
      (*M.Known)[Kind] = Seen.heldAgainst(Kind);
  }
  M.ByKernel = describeRecorded(Seen);
  if (!factsOf(By).FindsInterrupts)
    return M;
  std::vector<ObservedBlock> Blocks =
      observedBlocks(Seen, Times, Decisions, Shapes, Rule, By);
  // When visits were whose times were added up in place is known of those that
  // the target has kept.
  const bool IsInPlace =
      any_of(Blocks, [](auto &J) { return !J.Parts.empty(); });
  if (IsInPlace)
    Streams = Seen.Kept;
  const InterruptClasses Classes =
      By == FilterMode::Rule || Decided.bands().empty()
          ? classesOf(Blocks, Rule.Params)
          : Decided;
  std::vector<UnseenModel> Unseen(Blocks.size());
  std::vector<ClassDescriber> Describers;
  std::vector<KnownClass> Known;
  Describers.reserve(Classes.size());
  Known.reserve(Classes.size());
  for (uint32_t Class = 0; Class < Classes.size(); ++Class)
    Known.push_back(Describers
                        .emplace_back(Class, Classes, Blocks,
                                      ClassEvidence{Seen.Log, Streams, Symbols,
                                                    Rule, IsInPlace})
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
      M.Unseen.push_back({Symbols.functions()[S.Function].Name, S.Name,
                          U.Expected, U.Added, B.Block});
  }
  M.NotLogged = Seen.Log.count() - Seen.Log.visits().size();
  return M;
}

/// Adds the classes that several short blocks show in proportion to their time.
/// Whatever was decided of them does not matter.
void Overload::addSuspects(ArrayRef<BlockShape> Shapes, const GapRule &Rule) {
  const DetectorParams &Params = Rule.Params;
  std::vector<BlockExcesses> Excesses(Shapes.size());
  for (auto [E, S] : zip_equal(Excesses, Shapes)) {
    // Of others the main cluster may be what is interrupted.
    if (S.Beyond.empty() || !S.isSeparated(Rule))
      continue;
    E.Visits = S.Visits;
    E.LeastVisible = S.LeastVisible;
    E.Exposure = S.exposure();
    for (const Histogram::Bucket &T : S.Beyond)
      E.Excesses.push_back({S.excessOf(T), T.Count});
  }
  const InterruptClasses Classes = findClasses(Excesses, Params);
  for (uint32_t Class = 0; Class < Classes.size(); ++Class) {
    std::vector<double> Rates; // by block
    double Count = 0, Exposure = 0, Added = 0;
    Suspect Of;
    for (auto [E, S] : zip_equal(Excesses, Shapes)) {
      double Here = 0, Ticks = 0;
      Suspect OfBlock;
      for (auto [Excess, Times] : E.Excesses)
        if (Classes.isOf(Excess, Class)) {
          Here += double(Times);
          Ticks += Excess * double(Times);
          OfBlock.extendTo(Excess, Excess);
        }
      // A visit that may be longer than the interrupt hides it.
      if (Here < Params.Few || S.Expected > Ticks / Here)
        continue;
      Rates.push_back(Here / E.Exposure);
      Count += Here;
      Exposure += E.Exposure;
      Added += Ticks;
      Of.extendTo(OfBlock.Least, OfBlock.Most);
    }
    Of.Rate = Count / Exposure;
    Of.Length = Added / Count;
    if (double(Rates.size()) >= Params.LeastSuspecting &&
        all_of(Rates, [&](double Rate) {
          double Times = Rate / Of.Rate;
          return Times <= Params.OutlierTimes &&
                 Times >= 1 / Params.OutlierTimes;
        }))
      Suspects.push_back(Of);
  }
}

/// What is expected in a block, or known of it where a gap shows it.
Overload::Load Overload::loadOf(const Histogram &Times, const Decision &V,
                                const BlockShape &S,
                                const GapRule &Rule) const {
  bool AnyGap = S.isSeparated(Rule);
  double Rate = 0, Share = 0, Hidden = 0;
  // A visit that may be longer than the interrupt hides it.
  auto Hides = [&](const Suspect &Of) {
    return !AnyGap || S.Expected > Of.Length;
  };
  for (const Suspect &Of : Suspects) {
    Rate += Of.Rate;
    Share += Of.Rate * Of.Length;
    Hidden += Hides(Of) ? Of.Rate * Of.Length : 0;
  }
  Load L;
  double Excluded = 0, OfHidden = 0, Seen = 0;
  Times.forEach([&](const Histogram::Bucket &B) {
    double N = double(B.Count);
    L.Ticks += N * B.middle();
    bool IsExcluded = isIn(V.Interrupted, B.Low);
    double More =
        N * (B.middle() - (IsExcluded ? V.Instead.Expected : S.Expected));
    Excluded += IsExcluded ? More : 0;
    auto Of =
        find_if(Suspects, [&](auto &Each) { return Each.holds(More / N); });
    bool IsHidden = !AnyGap || (Of != Suspects.end() && Hides(*Of));
    if (IsExcluded)
      OfHidden += IsHidden ? More : 0;
    else if (Of != Suspects.end() && !IsHidden && B.Low > S.MainHigh)
      Seen += More;
  });
  // Without interrupts, it would take this; what comes while its probes mask
  // them is served in it, too.
  double Own = std::max(0.0, L.Ticks - Share * S.masked()) / (1 + Share);
  double Exposure = Own + S.masked();
  L.Count = Rate * Exposure;
  L.Added = Seen + std::max(0.0, Hidden * Exposure - OfHidden);
  L.Ticks -= Excluded;
  return L;
}

Overload::Overload(ArrayRef<const Histogram *> Times,
                   ArrayRef<double> ProbeTicks, ArrayRef<Decision> Decisions,
                   ArrayRef<BlockShape> Shapes, const GapRule &Rule)
    : MostLeft(Rule.Params.MostLeft), LeastCount(Rule.Params.Few) {
  addSuspects(Shapes, Rule);
  if (Suspects.empty())
    return;
  Blocks.resize(Times.size());
  // Else a gap would show what is interrupted, and slow paths of blocks that
  // last alike may have one rate.
  bool AnyLong = false;
  for (auto [L, T, Probes, V, S] :
       zip_equal(Blocks, Times, ProbeTicks, Decisions, Shapes)) {
    if (!T)
      continue;
    L = loadOf(*T, V, S, Rule);
    L.Ticks = std::max(0.0, L.Ticks - Probes);
    AnyLong |= S.IsClassifiable &&
               L.Count > Rule.Params.MostInterrupted * double(S.Visits);
    All.add(L);
  }
  if (!AnyLong) {
    Blocks.clear();
    All = {};
  }
}

std::optional<OverloadModel> Overload::asModel(const Load &L,
                                               uint64_t Count) const {
  // Of a time that seldom runs, the rate says little.
  if (!(L.Added > MostLeft * L.Ticks) || L.Count < LeastCount || Count == 0)
    return std::nullopt;
  return OverloadModel{L.Count / double(Count), L.Added / L.Ticks};
}

std::optional<OverloadModel> Overload::of(ArrayRef<uint32_t> OfBlocks,
                                          uint64_t Count) const {
  Load Sum;
  if (!Blocks.empty())
    for (uint32_t B : OfBlocks)
      Sum.add(Blocks[B]);
  return asModel(Sum, Count);
}

std::optional<OverloadModel> Overload::ofAll(uint64_t Count) const {
  return asModel(All, Count);
}

void Overload::withholdRates(InterruptsModel &M) const {
  if (!asModel(All, 1))
    return;
  for (ClassModel &K : M.Classes)
    if (any_of(Suspects, [&](const Suspect &S) {
          return S.Length >= K.Length.Min / 2 && S.Length <= 2 * K.Length.Max;
        })) {
      K.PerExecutionTick.reset();
      K.PerElapsedTick.reset();
      K.Blocks.clear();
    }
}

} // namespace ipoint::analysis
