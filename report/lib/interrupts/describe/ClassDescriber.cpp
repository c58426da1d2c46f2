//===- ClassDescriber.cpp - What one interrupt class does -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassDescriber.h"
#include "stats/Laws.h"
#include "stats/RateStatistics.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

KnownClass ClassDescriber::gather() {
  K.Length.Min = INFINITY;
  for (const ObservedBlock &B : Blocks) {
    Part &P = Parts.emplace_back();
    for (auto [Excess, Times] : B.Interrupted.Excesses) {
      uint64_t Here = Classes.timesOf(Excess, Class);
      P.Visits += Here ? Times : 0;
      if (!isSingle(Excess)) {
        P.InSums += Here * Times;
        continue;
      }
      P.Singles += Times;
      Added += Excess * double(Times);
      K.Length.Min = std::min(K.Length.Min, Excess);
      K.Length.Max = std::max(K.Length.Max, Excess);
    }
    K.Count += P.Visits;
    Singles += P.Singles;
  }
  IsCounted = K.Length.Max < 2 * K.Length.Min;
  for (auto [B, P] : zip_equal(Blocks, Parts))
    Interruptions += IsCounted ? double(P.Singles + P.InSums)
                               : P.byChance(B.Interrupted.Visits);
  if (!Singles)
    return {};
  KnownClass Result;
  Result.Length = mean();
  Result.Added = Interruptions * mean();
  Result.Least = K.Length.Min;
  Result.Most = K.Length.Max;
  Result.Visits = double(Singles);
  return Result;
}

void ClassDescriber::gatherLengths() {
  double Visits = 0, More = 0;
  bool AnySeesAll = any_of(zip_equal(Blocks, Parts), [&](const auto &B) {
    return std::get<1>(B).Singles && seesAll(std::get<0>(B));
  });
  for (auto [B, P] : zip_equal(Blocks, Parts)) {
    P.IsMeasured = P.Singles && (seesAll(B) || !AnySeesAll);
    if (!P.IsMeasured)
      continue;
    addTo(Lengths, B, 0);
    Visits += double(P.Singles);
    More += P.byChance(B.Interrupted.Visits) - double(P.InSums);
  }
  PerLength = IsCounted ? 1 : More / Visits;
}

/// Whether all of the class's interrupts can be seen in \p B.
bool ClassDescriber::seesAll(const ObservedBlock &B) const {
  return B.LeastVisible <= K.Length.Min &&
         none_of(B.Left, [&](const ExcessBand &Left) {
           return Left.Low <= K.Length.Max && Left.High >= K.Length.Min;
         });
}

/// Adds to \p Some what one interrupt of the class adds in \p B, less what \p
/// Own times add to it.
void ClassDescriber::addTo(Values &Some, const ObservedBlock &B,
                           double Own) const {
  for (auto [Excess, Times] : B.Interrupted.Excesses)
    if (isSingle(Excess))
      Some.push_back({Excess - Own, Times});
}

/// Whether a visit whose own time adds \p More can be one of those that take
/// \p Mean more on average: an interrupt takes some time, too, and paths may be
/// left.
bool ClassDescriber::mayBeInterrupted(double Mean, double More) const {
  return More < Mean && isSingle(Mean + More);
}

/// The median of what the own times of \p B add, but for paths that are left.
double ClassDescriber::medianJitter(const ObservedBlock &B) const {
  double Mean = mean(), All = 0;
  auto Shares = make_filter_range(B.Jitter, [&](auto &Point) {
    return mayBeInterrupted(Mean, Point.first);
  });
  for (auto [Ticks, Share] : Shares)
    All += Share;
  double Median = valueAt(Shares, All / 2); // they ascend
  return std::abs(Median) < Rule.Step ? 0 : Median;
}

/// What else is in the excesses of Lengths.
OtherExcess ClassDescriber::otherExcess(double Each, const Within &Less) const {
  OtherExcess B;
  double Mean = mean();
  double Again = Each - 1, Periodic = Less.Periodic * Mean,
         Others = Less.Poisson * Mean;
  if (Again + Periodic + Others > 0) {
    B.Share = 1 - std::exp(-Again - Others) * (1 - std::min(1.0, Periodic));
    B.Ticks = (Again + Less.Rate) * Mean / (Again + Periodic + Others);
  }
  double All = 0;
  for (auto [J, P] : zip_equal(Blocks, Parts)) {
    for (auto [Ticks, Share] : J.Jitter) {
      // What a path that is left takes more may put its interrupts elsewhere.
      if (!P.IsMeasured || !isSingle(Mean + Ticks))
        continue;
      // What is within a step is the clock's, in other visits as well.
      B.Jitter.push_back(
          {std::abs(Ticks) < Rule.Step ? 0 : Ticks, Share * double(P.Singles)});
      All += B.Jitter.back().second;
    }
  }
  for (auto &[Ticks, Share] : B.Jitter)
    Share /= All;
  // The median of a Poisson count is 0 where its mean is less than ln 2, else
  // less than a third above its mean and at most ln 2 below.
  double Count = Again + Periodic + Others;
  B.Most = Count < std::log(2) ? 0 : B.Ticks * (Count + 1.0 / 3);
  B.Least = B.Most > 0 ? B.Ticks * (Count - std::log(2)) : 0;
  for (auto [J, P] : zip_equal(Blocks, Parts))
    if (P.IsMeasured)
      addTo(B.IfConstant, J, medianJitter(J));
  B.MostTooLong = TooLong;
  return B;
}

/// By how much lengths may be too long because they are those of long visits
/// only: of blocks with several usual times, interrupts may be seen in visits
/// of the longer ones, and hide the shorter ones among these. Assumes that they
/// do, and asks which visits would show an interrupt that is so much shorter,
/// until these are as long as assumed.
double ClassDescriber::mostTooLong() const {
  double Mean = mean();
  // All interrupted visits of a block are some of those that show it.
  auto MeanOf = [&](auto &&IsSeen) {
    double Visits = 0, Sum = 0;
    for (auto [B, P] : zip_equal(Blocks, Parts)) {
      if (!P.IsMeasured)
        continue;
      double Seen = 0, Ticks = 0;
      for (auto [More, Share] : B.Jitter)
        if (mayBeInterrupted(Mean, More) && IsSeen(B, More)) {
          Seen += Share;
          Ticks += Share * More;
        }
      Visits += double(P.Singles);
      Sum += Seen > 0 ? double(P.Singles) * Ticks / Seen : 0;
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
void ClassDescriber::setLength(double Each, const Within &Less) {
  // Without further interrupts of the class, and those of shorter ones that
  // come while it runs.
  double Own = (Less.Rate < 1 ? 1 - Less.Rate : 1) / Each;
  LengthModel L = lengthOf(Lengths, otherExcess(Each, Less), Rule.Params);
  L.Mean *= Own;
  // The shortest visit may have had shorter ones in it, too.
  L.Min = std::min(K.Length.Min, L.Mean);
  L.Max = K.Length.Max;
  // What a visit would have taken is known to a part of a step, so that a mean
  // may be half a step off; and a single time is a multiple of the step, so
  // that the median may be, however many visits there are. A read that waits
  // ends interrupted and other visits at different places in a step, too.
  const double Half = Rule.Step / 2;
  if (L.MeanLow) {
    L.MeanLow = *L.MeanLow * Own - Half;
    L.MeanHigh = *L.MeanHigh * Own + Half;
  }
  double OfMedian = Rule.Waits ? 2 * Half : Half;
  if (L.MedianLow) {
    L.MedianLow = *L.MedianLow - OfMedian;
    L.MedianHigh = *L.MedianHigh + OfMedian;
  }
  K.Length = L;
}

/// What bins leave open of single lengths is the same for all of a bin, and
/// alike for all blocks, so that it does not become less with their number.
/// Where visits with one of a longer class differ by as much as one of this
/// class adds, or by several, they may have these in them, and where some wait
/// for others, all of them: there may be as many more.
void ClassDescriber::allowForBins(ArrayRef<KnownClass> Known) {
  if (all_of(Blocks, [](const ObservedBlock &B) { return B.Parts.empty(); }))
    return;
  double Hidden = 0;
  for (const KnownClass &Longer : Known.drop_front(Class + 1))
    Hidden += Longer.Visits * std::floor((Longer.Most - Longer.Least) / mean());
  for (std::optional<RateModel> *R : {&K.PerExecutionTick, &K.PerElapsedTick})
    if (*R && Interruptions > 0)
      (*R)->High *= 1 + Hidden / Interruptions;
  // Nor do they show which visits have several: each may have one.
  for (std::optional<RateModel> *R : {&K.PerExecutionTick, &K.PerElapsedTick})
    if (*R && Interruptions > double(K.Count))
      (*R)->Low *= double(K.Count) / Interruptions;
  double Less = 0, More = 0;
  for (const ObservedBlock &B : Blocks)
    for (const AddedPart &P : B.Parts)
      if (isSingle(P.Excess)) {
        Less += P.Count * (P.Excess - P.Least) / double(Singles);
        More += P.Count * (P.Most - P.Excess) / double(Singles);
      }
  LengthModel &L = K.Length;
  for (std::optional<double> *Low : {&L.MeanLow, &L.MedianLow})
    if (*Low)
      **Low -= Less;
  for (std::optional<double> *High : {&L.MeanHigh, &L.MedianHigh})
    if (*High)
      **High += More;
}

void ClassDescriber::setBlocks() {
  uint64_t Most = 0;
  for (auto [B, P] : zip_equal(Blocks, Parts)) {
    Most = std::max(Most, P.Visits);
    // All visits may take less than a tick: what to expect is not known then.
    if (!(Execution > 0))
      continue;
    double Share = P.Exposure / Execution;
    if (!P.Visits && Share * double(K.Count) < 1)
      continue;
    double Chance = std::min(chanceOfAtLeast(P.Visits, K.Count, Share),
                             chanceOfAtMost(P.Visits, K.Count, Share));
    const BlockSymbol &S = From.Symbols.blocks()[B.Block];
    K.Blocks.push_back({From.Symbols.functions()[S.Function].Name, S.Name,
                        P.Visits, Share * double(K.Count),
                        Chance >= Rule.Params.PoissonChance});
  }
  K.IsAlone = double(K.Count - Most) < Rule.Params.LeastElsewhere;
}

/// Adds what is not seen of the class, by block.
void ClassDescriber::addUnseen(MutableArrayRef<UnseenModel> Unseen) const {
  if (!K.PerExecutionTick)
    return;
  double Each = Interruptions / double(K.Count);
  for (auto [B, P, U] : zip_equal(Blocks, Parts, Unseen)) {
    double Here = K.PerExecutionTick->Rate * B.ticks();
    double More = std::min(K.PerExecutionTick->Rate * (B.ticks() - P.Exposure),
                           Here - Each * double(P.Visits));
    if (More <= 0)
      continue;
    U.Expected += More;
    U.Added += More * K.Length.Mean;
  }
}

/// Of shorter ones, those that hide in what makes visits with this one differ:
/// else visits with both have a separate band.
ClassDescriber::Within
ClassDescriber::within(ArrayRef<KnownClass> Known) const {
  Within Result;
  for (const KnownClass &S : Known.take_front(Class)) {
    if (mean() + S.Length > K.Length.Max)
      continue;
    (S.IsPeriodic ? Result.Periodic : Result.Poisson) += S.PerTick;
    Result.Rate += S.PerTick * S.Length;
  }
  return Result;
}

/// The ticks in which it could be seen: while a shorter one runs, too, and
/// while a longer one does if visits with both have a separate band.
double ClassDescriber::exposureTo(ArrayRef<KnownClass> Known) const {
  double Result = Execution;
  for (auto [Other, C] : enumerate(Known)) {
    const ClassBand *Both = Classes.bandOf(C.Length + mean());
    if (Other < Class ||
        (Other > Class && Both && Both->timesOf(Class) && Both->Of.size() > 1))
      Result += C.Added;
  }
  return Result;
}

/// \p Each: interrupts for each visit; in \p Exposure ticks they could come.
void ClassDescriber::setRates(double Each, double Exposure,
                              const std::optional<Period> &P,
                              const ClassTimes &Times,
                              const Dispersion &Counts) {
  if (!From.Streams.empty())
    K.Dispersion = Counts.Value;
  K.PerExecutionTick = rateOf(K.Count, Each, Exposure, Counts);
  if (P) {
    K.Periodic = PeriodModel{P->Ticks, P->Uncertainty, P->Strength};
    K.PerElapsedTick = rateOf(*P);
  } else {
    double Elapsed = Exposure + Interruptions * K.Length.Mean;
    K.PerElapsedTick =
        rateOf(K.Count, Each, Elapsed, Times.Elapsed.dispersion(Rule.Params));
  }
}

/// Widens the interval of the rate of execution by what is not known of where
/// the class is seen: if lengths are as short as they may be, more of it is
/// hidden. What comes with the period \p P may be in each one, seen or not.
void ClassDescriber::allowForHidden(double Exposure,
                                    const std::optional<Period> &P) {
  std::optional<RateModel> &R = K.PerExecutionTick;
  if (!R)
    return;
  R->High *= Exposure / (Exposure - Execution + LeastExecution);
  if (P && P->Ticks > K.Length.Mean) {
    double Each = 1 / (P->Ticks - K.Length.Mean);
    R->Low = std::min(R->Low, Each);
    R->High = std::max(R->High, Each);
  }
}

ClassModel ClassDescriber::describe(MutableArrayRef<KnownClass> Known,
                                    MutableArrayRef<UnseenModel> Unseen) {
  if (!Singles)
    return {};
  gatherLengths();
  TooLong = mostTooLong();
  setExposures();
  ClassTimes Times = timesOf(Class, Classes, From.Log, From.Streams);
  double Exposure = exposureTo(Known);
  std::optional<Period> P = findPeriod(Times.Elapsed.Times, Rule.Params);
  if (P && !P->explains(Interruptions, Exposure + Interruptions * mean(),
                        Rule.Params))
    P.reset();
  // What keeps to a period does not meet in one visit; nor does what comes
  // nearly so, as counts that are more regular than chance show.
  Dispersion Counts = Times.Execution.dispersion(Rule.Params);
  // A part of the visits in place does not show that all are as regular.
  if (From.IsInPlace)
    Counts.Value = std::max(1.0, Counts.Value);
  double ByChance = P ? 0 : std::min(1.0, Counts.Value);
  double Each = Interruptions / double(K.Count);
  if (!IsCounted) {
    Each = 1 + (Each - 1) * ByChance;
    PerLength = 1 + (PerLength - 1) * ByChance;
  }
  setLength(PerLength, within(Known));
  setBlocks();
  setRates(Each, Exposure, P, Times, Counts);
  allowForHidden(Exposure, P);
  allowForBins(Known);
  if (!P && !IsCounted && Exposure > 0)
    allowForOwn(Exposure);
  addUnseen(Unseen);
  KnownClass &Here = Known[Class];
  Here.Length = K.Length.Mean;
  Here.PerTick = K.PerElapsedTick ? K.PerElapsedTick->Rate : 0;
  Here.IsPeriodic = P.has_value();
  if (From.Streams.empty() || From.IsInPlace) // nor of a profile
    return std::move(K);
  K.Switched = K.Recorded = 0;
  for (const InterruptedVisit &V : From.Log.visits()) {
    bool IsMine = Classes.timesOf(V.excess(), Class) != 0;
    *K.Switched += IsMine && V.Switched;
    *K.Recorded += IsMine && V.Recorded;
  }
  return std::move(K);
}

} // namespace ipoint::analysis
