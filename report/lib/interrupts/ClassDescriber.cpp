//===- ClassDescriber.cpp - What one interrupt class does -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassDescriber.h"
#include "InterruptRates.h"
#include "stats/Laws.h"
#include "stats/RateStatistics.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

void ClassDescriber::gather() {
  K.Length.Min = INFINITY;
  for (const ObservedBlock &B : Blocks) {
    uint64_t Count = 0;
    for (auto [Excess, Times] : B.Interrupted.Excesses)
      if (Class.holds(Excess)) {
        Count += Times;
        Added += Excess * double(Times);
        K.Length.Min = std::min(K.Length.Min, Excess);
        K.Length.Max = std::max(K.Length.Max, Excess);
      }
    Counts.push_back(Count);
    K.Count += Count;
  }
  setCounted();
  for (auto [B, Count] : zip_equal(Blocks, Counts)) {
    if (!IsCounted) {
      Interruptions +=
          interruptionsOf(Count, B.Interrupted.Visits, Rule.Params);
      continue;
    }
    for (auto [Excess, Times] : B.Interrupted.Excesses)
      if (Class.holds(Excess))
        Interruptions += double(Times * interruptionsIn(Excess));
  }
}

/// The most interrupts that may be in \p Excess.
uint64_t ClassDescriber::interruptionsIn(double Excess) const {
  return uint64_t(Excess / K.Length.Min);
}

/// Where no excess is twice the shortest, each is of one strike; where lengths
/// are alike, and no more of them met than by chance, it is as often the
/// shortest as it has interrupts. A long tail is not counted so.
void ClassDescriber::setCounted() {
  auto ForEach = [&](auto &&Function) {
    for (const ObservedBlock &B : Blocks)
      for (auto [Excess, Times] : B.Interrupted.Excesses)
        if (Class.holds(Excess))
          Function(Excess, double(interruptionsIn(Excess)), double(Times));
  };
  double Longest = 0; // of single ones
  bool AllSingle = true;
  ForEach([&](double Excess, double Interruptions, double) {
    AllSingle &= Interruptions == 1;
    Longest = std::max(Longest, Interruptions > 1 ? 0 : Excess);
  });
  IsCounted = Longest <= Rule.Params.MostApart * K.Length.Min;
  double Again = 0, Expected = 0;
  for (auto [B, Count] : zip_equal(Blocks, Counts))
    Expected += interruptionsOf(Count, B.Interrupted.Visits, Rule.Params) -
                double(Count);
  ForEach([&](double Excess, double Interruptions, double Times) {
    Again += (Interruptions - 1) * Times;
    IsCounted &= Excess <= Interruptions * Longest;
    IsCounted &= Interruptions == 1 || Excess > (Interruptions - 1) * Longest;
  });
  IsCounted &=
      Again <= Rule.Params.MultiplesRatio * Expected +
                   Rule.Params.MultiplesDeviations * std::sqrt(Expected);
  IsCounted = (IsCounted && Rule.Params.CountMultiples) || AllSingle;
}

void ClassDescriber::gatherLengths() {
  double Visits = 0, More = 0;
  bool AnySeesAll = any_of(zip_equal(Blocks, Counts), [&](const auto &B) {
    return std::get<1>(B) && seesAll(std::get<0>(B));
  });
  for (auto [B, Count] : zip_equal(Blocks, Counts)) {
    IsMeasured.push_back(Count && (seesAll(B) || !AnySeesAll));
    if (!IsMeasured.back())
      continue;
    addTo(Lengths, B, 0);
    Visits += double(Count);
    More += interruptionsOf(Count, B.Interrupted.Visits, Rule.Params);
  }
  if (!AnySeesAll)
    More = Interruptions;
  PerLength = IsCounted ? 1 : More / Visits;
}

/// Whether all of the class's interrupts can be seen in \p B.
bool ClassDescriber::seesAll(const ObservedBlock &B) const {
  return B.LeastVisible <= K.Length.Min &&
         none_of(B.Left, [&](const ClassBand &Left) {
           return Left.Low <= K.Length.Max && Left.High >= K.Length.Min;
         });
}

/// Adds to \p Some the class's excesses in \p B, less what \p Own times add to
/// them; where interrupts are counted, what each of them added.
void ClassDescriber::addTo(Values &Some, const ObservedBlock &B,
                           double Own) const {
  for (auto [Excess, Times] : B.Interrupted.Excesses)
    if (Class.holds(Excess)) {
      uint64_t Each = IsCounted ? interruptionsIn(Excess) : 1;
      Some.push_back({(Excess - Own) / double(Each), Times * Each});
    }
}

/// Whether a visit whose own time adds \p More can be one of those that take
/// \p Mean more on average: an interrupt takes some time, too, and paths may be
/// left.
bool ClassDescriber::mayBeInterrupted(double Mean, double More) const {
  return More < Mean && Class.holds(Mean + More);
}

/// The median of what the own times of \p B add, but for paths that are left.
double ClassDescriber::medianJitter(const ObservedBlock &B) const {
  double Mean = Added / double(K.Count), All = 0, Below = 0;
  auto Shares = make_filter_range(B.Jitter, [&](auto &Point) {
    return mayBeInterrupted(Mean, Point.first);
  });
  for (auto [Ticks, Share] : Shares)
    All += Share;
  for (auto [Ticks, Share] : Shares) // ascending
    if ((Below += Share) >= All / 2)
      return std::abs(Ticks) < Rule.Step ? 0 : Ticks;
  return 0;
}

/// What share of the class's interrupts can be seen in \p B.
double ClassDescriber::shareSeen(const ObservedBlock &B) const {
  double All = 0, Visible = 0;
  for (auto [Excess, Count] : Lengths) {
    All += double(Count);
    Visible += B.sees(Excess) ? double(Count) : 0;
  }
  return Visible / All;
}

/// The ticks of paths that \p B has of its own in which interrupts are seen.
double ClassDescriber::pathsSeen(const ObservedBlock &B) const {
  double Length = Added / double(K.Count), Result = 0;
  for (auto [More, Ticks] : B.Paths)
    // Far beyond what was seen of the class it would be taken for another.
    if (Class.holds(Length + More) && B.sees(Length + More) &&
        Length + More <=
            std::max(K.Length.Max, Rule.Params.MostBeyondMean * Length))
      Result += Ticks;
  return Result;
}

/// What else is in the excesses of Lengths.
Besides ClassDescriber::besides(double Each, const Shorter &Less) const {
  Besides B;
  double Mean = Added / double(K.Count);
  double Again = Each - 1, Periodic = Less.Periodic * Mean,
         Others = Less.Poisson * Mean;
  if (Again + Periodic + Others > 0) {
    B.Share = 1 - std::exp(-Again - Others) * (1 - std::min(1.0, Periodic));
    B.Ticks = (Again + Less.Rate) * Mean / (Again + Periodic + Others);
  }
  double All = 0;
  for (auto [J, Count, Measured] : zip_equal(Blocks, Counts, IsMeasured)) {
    for (auto [Ticks, Share] : J.Jitter) {
      // What a path that is left takes more may put its interrupts elsewhere.
      if (!Measured || !Class.holds(Mean + Ticks))
        continue;
      // What is within a step is the clock's, in other visits as well.
      B.Jitter.push_back(
          {std::abs(Ticks) < Rule.Step ? 0 : Ticks, Share * double(Count)});
      All += B.Jitter.back().second;
    }
  }
  for (auto &[Ticks, Share] : B.Jitter)
    Share /= All;
  for (auto [J, Measured] : zip_equal(Blocks, IsMeasured))
    if (Measured)
      addTo(B.Alike, J, medianJitter(J));
  B.MostTooLong = mostTooLong();
  return B;
}

/// By how much lengths may be too long because they are those of long visits
/// only: of blocks with several usual times, interrupts may be seen in visits
/// of the longer ones, and hide the shorter ones among these. Assumes that they
/// do, and asks which visits would show an interrupt that is so much shorter,
/// until these are as long as assumed.
double ClassDescriber::mostTooLong() const {
  double Mean = Added / double(K.Count);
  // All interrupted visits of a block are some of those that show it.
  auto MeanOf = [&](auto &&IsSeen) {
    double Visits = 0, Sum = 0;
    for (auto [B, Count, Measured] : zip_equal(Blocks, Counts, IsMeasured)) {
      if (!Measured)
        continue;
      double Seen = 0, Ticks = 0;
      for (auto [More, Share] : B.Jitter)
        if (mayBeInterrupted(Mean, More) && IsSeen(B, More)) {
          Seen += Share;
          Ticks += Share * More;
        }
      Visits += double(Count);
      Sum += Seen > 0 ? double(Count) * Ticks / Seen : 0;
    }
    return Sum / Visits;
  };
  double Less =
      MeanOf([](const ObservedBlock &, double More) { return More > 0; });
  while (true) {
    double Next = MeanOf([&](const ObservedBlock &B, double More) {
      return B.sees(Mean - Less + More);
    });
    // The more visits show it, the less more they take: until all do that can.
    if (!(Next < Less))
      return std::max(0.0, Less);
    Less = Next;
  }
}

/// \p Each: interrupts for each interrupted visit.
void ClassDescriber::setLength(double Each, const Shorter &Less) {
  // Without further interrupts of the class, and those of shorter ones that
  // come while it runs.
  double Own = (1 - Less.Rate) / Each;
  LengthModel L = lengthOf(Lengths, besides(Each, Less), Rule.Params);
  Own = std::max(Own, K.Length.Min / L.Mean);
  L.Min = K.Length.Min;
  L.Max = K.Length.Max;
  L.Mean *= Own;
  // A read that waits ends interrupted and other visits at different places in
  // a step, which no number of visits tells.
  double Slack = Rule.Waits ? Rule.Step / 2 : 0;
  if (L.MeanLow) {
    L.MeanLow = *L.MeanLow * Own - Slack;
    L.MeanHigh = *L.MeanHigh * Own + Slack;
  }
  // A single time is a multiple of the step, and so the median may be half a
  // step from what it were on a finer clock, however many visits there are.
  if (L.MedianLow) {
    L.MedianLow = *L.MedianLow - Slack - Rule.Step / 2;
    L.MedianHigh = *L.MedianHigh + Slack + Rule.Step / 2;
  }
  K.Length = L;
}

void ClassDescriber::setBlocks() {
  uint64_t Most = 0;
  for (size_t I = 0; I < Blocks.size();) {
    const ObservedBlock &B = Blocks[I];
    uint64_t Count = 0;
    double Exposure = 0;
    for (; I < Blocks.size() && Blocks[I].Block == B.Block; ++I) {
      Count += Counts[I];
      Exposure += Exposures[I];
    }
    Most = std::max(Most, Count);
    // All visits may take less than a tick: what to expect is not known then.
    if (!(Execution > 0))
      continue;
    double Share = Exposure / Execution;
    if (!Count && Share * double(K.Count) < 1)
      continue;
    double Chance = std::min(chanceOfAtLeast(Count, K.Count, Share),
                             chanceOfAtMost(Count, K.Count, Share));
    const BlockSymbol &S = Symbols.blocks()[B.Block];
    K.Blocks.push_back({Symbols.functions()[S.Function].Name, S.Name, Count,
                        Share * double(K.Count),
                        Chance >= Rule.Params.AgreeChance});
  }
  K.IsAlone = double(K.Count - Most) < Rule.Params.LeastElsewhere;
}

/// Adds what is not seen of the class, by block. What shows in little of the
/// time says nothing of the rest.
void ClassDescriber::addUnseen(MutableArrayRef<UnseenModel> Unseen) const {
  auto AllOf = [](const ObservedBlock &B) {
    double All = B.Execution + B.Hidden;
    for (auto [More, Ticks] : B.Paths)
      All += Ticks;
    return All;
  };
  double All = 0;
  for (const ObservedBlock &B : Blocks)
    All += AllOf(B);
  if (!K.PerExecutionTick || Execution < Rule.Params.LeastExposure * All)
    return;
  for (auto [B, Seeing, U] : zip_equal(Blocks, Exposures, Unseen)) {
    double More = K.PerExecutionTick->Rate * (AllOf(B) - Seeing);
    U.Expected += More;
    U.Added += More * K.Length.Mean;
  }
}

ClassModel ClassDescriber::describe(Shorter &Less,
                                    MutableArrayRef<UnseenModel> Unseen) {
  gather();
  if (!K.Count)
    return std::move(K);
  gatherLengths();
  for (auto [B, Count] : zip_equal(Blocks, Counts)) {
    double Share = Count ? std::max(Rule.Params.LeastShareShown, shareSeen(B))
                         : shareSeen(B);
    Exposures.push_back(Share * B.Execution + pathsSeen(B));
    Execution += Exposures.back();
  }
  InterruptTimes Times = timesOf(Class, Log);
  // While a shorter one runs, this one is seen; but not the other way round.
  double Exposure = Execution + Less.Added;
  std::optional<Period> P = findPeriod(Times.Elapsed, Rule.Params);
  if (P && !P->explains(double(K.Count), Exposure + Added, Rule.Params))
    P.reset();
  if (P)
    K.Periodic = PeriodModel{P->Ticks, P->Uncertainty, P->Strength};
  // Interruptions that keep to a period do not meet in one visit.
  double Each = P && !IsCounted ? 1 : Interruptions / double(K.Count);
  setLength(P ? 1 : PerLength, Less);
  setBlocks();
  Dispersion Counts = dispersion(Times.Execution, Rule.Params);
  K.Dispersion = Counts.Value;
  K.PerExecutionTick = rateOf(K.Count, Each, Exposure, Counts);
  K.PerElapsedTick = P ? rateOf(*P)
                       : rateOf(K.Count, Each, Exposure + Added,
                                dispersion(Times.Elapsed, Rule.Params));
  addUnseen(Unseen);
  Less.Added += Added;
  if (K.PerElapsedTick) {
    (P ? Less.Periodic : Less.Poisson) += K.PerElapsedTick->Rate;
    Less.Rate += K.PerElapsedTick->Rate * K.Length.Mean;
  }
  for (const InterruptedVisit &V : Log.visits()) {
    if (!Class.holds(V.excess()))
      continue;
    K.Switched += V.Switched;
    K.Recorded += V.Recorded;
  }
  return std::move(K);
}

} // namespace ipoint::analysis
