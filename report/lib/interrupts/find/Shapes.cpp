//===- Shapes.cpp - Clusters in the times of one block --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Classes.h"
#include "Detection.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

GapRule GapRule::of(const ClockModel &Clock, const DetectorParams &Params) {
  double Step = std::max(1.0, Clock.Resolution);
  return {Step,
          std::max(Params.LeastSteps * Step,
                   double(Clock.RateHz) * Params.ShortestInterrupt),
          Clock.Waits, Params};
}

GapRule GapRule::onLattice(double Ticks) const {
  GapRule Result = *this;
  Result.Step = std::max(Step, Ticks);
  Result.LeastExcess = std::max(LeastExcess, Params.LeastSteps * Result.Step);
  return Result;
}

double GapRule::gapAbove(double Value, double Median) const {
  return std::max(LeastExcess, Value - Median);
}

/// The variance of values around \p Mean that a clock of this \p Step alone
/// makes where they have the \p Variance.
static double varianceOfStep(double Mean, double Variance, double Step) {
  if (Step <= 1)
    return 0;
  double Rest = std::fmod(Mean, Step);
  return std::min(Variance, Variance > Step * Step ? Step * Step / 6
                                                   : Rest * (Step - Rest));
}

Replacement undisturbed(const Histogram &Times, ArrayRef<Band> Interrupted,
                        double Step) {
  BucketSums S;
  Times.forEach([&](const Histogram::Bucket &B) {
    if (!isIn(Interrupted, B.Low))
      S.add(B);
  });
  if (S.Count == 0 || S.Sum == 0)
    return {};
  double Mean = S.mean(), Variance = S.variance();
  double Own = Variance - varianceOfStep(Mean, Variance, Step);
  double Weighted = Mean + Own / Mean;
  // Σv²·v/Σv − weighted², where the clock's step adds little; never less than
  // the plain variance, which has the step.
  double Spread = S.Cubes / S.Sum - (S.Squares / S.Sum) * (S.Squares / S.Sum);
  return {static_cast<uint64_t>(std::llround(Weighted)), Weighted,
          std::max(Spread, Variance)};
}

/// What lies in one bin of \p Bins, if any, is one bucket.
static std::vector<Histogram::Bucket> bucketsOf(const Histogram &Times,
                                                const TimeBins *Bins) {
  std::vector<Histogram::Bucket> Result;
  Times.forEach([&](Histogram::Bucket B) {
    if (Bins)
      std::tie(B.Low, B.High) = Bins->around(B.Low, B.High);
    if (!Result.empty() && B.Low <= Result.back().High)
      Result.back().Count += B.Count;
    else
      Result.push_back(B);
  });
  return Result;
}

/// The last bucket of the main cluster of \p All, which has bucket \p I: a few
/// strays may lie in the gap behind it, a tenth of what lies beyond, as no
/// machine is quiet; they are the cluster's then. But no more than a hundredth
/// of the cluster: where much lies beyond, as where the frequency changes, a
/// tenth of it may be the cluster's tail, whose end would lie behind the gap.
static size_t endOfMain(ArrayRef<Histogram::Bucket> All, size_t I,
                        double Median, const GapRule &Rule) {
  uint64_t Within = 0, Beyond = 0;
  for (size_t J = 0; J < All.size(); ++J)
    (J <= I ? Within : Beyond) += All[J].Count;
  size_t End = I + 1; // where the gap behind I ends
  uint64_t Between = 0;
  for (; I + 1 < All.size(); ++I) {
    double High = double(All[I].High);
    double To = High + Rule.gapAbove(High, Median);
    for (; End < All.size() && double(All[End].Low) < To; ++End) {
      Between += All[End].Count;
      Beyond -= All[End].Count;
    }
    if (Beyond == 0)
      break;
    double Most = Rule.Params.AllowStrays
                      ? std::min(Rule.Params.StraysOfBeyond * double(Beyond),
                                 Rule.Params.StraysOfMain * double(Within))
                      : 0;
    if (double(Between) <= Most)
      return End - 1;
    Between -= All[I + 1].Count; // is in the cluster now
    Within += All[I + 1].Count;
  }
  return All.size() - 1;
}

static size_t medianOf(ArrayRef<Histogram::Bucket> All) {
  const uint64_t Visits = sumOf(All, &Histogram::Bucket::Count);
  size_t I = 0;
  for (uint64_t Seen = All[0].Count; 2 * Seen < Visits; Seen += All[I].Count)
    ++I;
  return I;
}

/// By how much the times in \p All differ from each other at least, where an
/// instruction takes several ticks: the narrowest space, of those as wide as a
/// gap, that comes twice up to the first one above the median. Both readings of
/// a time are rounded to the clock's step, so that spaces of one width differ
/// by two. 0 where none comes twice.
static double latticeOf(ArrayRef<Histogram::Bucket> All, size_t Median,
                        const GapRule &Rule) {
  std::vector<double> Spaces;
  for (size_t I = 0; I + 1 < All.size() && I <= Median; ++I)
    if (double Space = double(All[I + 1].Low) - double(All[I].High);
        Space >= Rule.LeastExcess)
      Spaces.push_back(Space);
  llvm::sort(Spaces);
  for (size_t I = 1; I < Spaces.size(); ++I)
    if (Spaces[I] - Spaces[I - 1] <= 2 * Rule.Step)
      return Spaces[I];
  return 0;
}

/// Sets the median of \p All, and returns the last bucket of the main cluster,
/// which holds it.
static size_t setMain(BlockShape &S, ArrayRef<Histogram::Bucket> All,
                      GapRule &Rule) {
  size_t Median = medianOf(All);
  if (Rule.Params.FindLattice && !S.Bins) // which hide one
    Rule = Rule.onLattice(latticeOf(All, Median, Rule));
  S.Median = All[Median].middle();
  return endOfMain(All, Median, S.Median, Rule);
}

/// Sets where the times beyond the main cluster lie in their bins: anywhere, or
/// as near to their mean as that is known. The sum of all times is known to the
/// tick, so the mean of a bin is, as far as the other bins are narrow. \p Times
/// have that sum. \p Variance is that of undisturbed times.
static void placeInBins(BlockShape &S, const Histogram &Times,
                        ArrayRef<Histogram::Bucket> Main, double Variance) {
  auto RoomOf = [](const Histogram::Bucket &B) {
    return double(B.High - B.Low) * double(B.Count);
  };
  double Room = 0;
  for (ArrayRef<Histogram::Bucket> Some : {Main, ArrayRef(S.Beyond)})
    for (const Histogram::Bucket &B : Some)
      Room += RoomOf(B);
  for (const Histogram::Bucket &B : S.Beyond) {
    const double Count = double(B.Count), Spread = std::sqrt(Variance);
    double Sum = 0;
    Times.forEach([&](const Histogram::Bucket &T) {
      if (T.Low >= B.Low && T.Low <= B.High)
        Sum += T.middle() * double(T.Count);
    });
    const double Within = (Room - RoomOf(B)) / 2 / Count, Mean = Sum / Count,
                 Low = double(B.Low), High = double(B.High);
    if (2 * Within < High - Low)
      S.InBins.push_back(
          {std::max(Low, Mean - Within) - Spread / std::sqrt(Count),
           std::min(High, Mean + Within) + Spread / std::sqrt(Count),
           Count,
           {}});
    else
      S.InBins.push_back({Low - Spread, High + Spread, Count, {}});
    for (const TimeBins::Visit &V : S.Bins->Visits)
      if (V.Ticks >= B.Low && V.Ticks <= B.High)
        S.InBins.back().Known.push_back(double(V.Ticks));
  }
}

BlockShape shapeOf(const Histogram &Times, const GapRule &OfClock,
                   const TimeBins *Bins) {
  GapRule Rule = OfClock;
  BlockShape S;
  S.Bins = Bins && !Bins->empty() ? Bins : nullptr;
  std::vector<Histogram::Bucket> All = bucketsOf(Times, S.Bins);
  for (const Histogram::Bucket &B : All)
    S.Visits += B.Count;
  if (double(S.Visits) < Rule.Params.LeastVisits)
    return S;
  S.IsClassifiable = true;
  size_t I = setMain(S, All, Rule);
  S.MainHigh = All[I].High;
  Times.forEach([&](const Histogram::Bucket &B) {
    if (B.Low <= S.MainHigh)
      S.MainSum += B.middle() * double(B.Count);
  });
  Band Rest{S.MainHigh + 1, UINT64_MAX};
  Replacement Own = undisturbed(Times, Rest, OfClock.Step);
  S.Expected = Own.Expected;
  S.Beyond.assign(All.begin() + I + 1, All.end());
  S.LeastVisible = double(S.MainHigh) +
                   Rule.gapAbove(double(S.MainHigh), S.Median) - S.Expected;
  if (S.Bins) {
    // A bin that reaches into the gap shows nothing; and times within one are
    // anywhere in it.
    double Width = double(All[I].High - All[I].Low);
    S.LeastVisible += Width;
    placeInBins(S, Times, ArrayRef(All).take_front(I + 1),
                Own.Variance + Width * Width / 12);
  }
  // Strays may have made the cluster longer than where its gap begins.
  if (!S.Beyond.empty())
    S.LeastVisible = std::min(S.LeastVisible, S.excessOf(S.Beyond.front()));
  return S;
}

std::vector<BlockShape> shapesOf(ArrayRef<const Histogram *> Times,
                                 const GapRule &Rule,
                                 ArrayRef<const TimeBins *> Bins) {
  std::vector<BlockShape> Result(Times.size());
  for (auto [Block, T] : enumerate(Times))
    if (T)
      Result[Block] = shapeOf(*T, Rule, Bins.empty() ? nullptr : Bins[Block]);
  return Result;
}

std::optional<StructureModel>
structureOf(const Histogram &Times, uint64_t MainHigh, const GapRule &Rule) {
  const DetectorParams &Params = Rule.Params;
  // Counts by bins that are as wide as the step, or as a part of what there is,
  // so that few values make no valley.
  std::vector<Histogram::Bucket> All = bucketsOf(Times, nullptr);
  erase_if(All, [&](auto &B) { return B.Low > MainHigh; });
  if (All.empty())
    return std::nullopt;
  MainHigh = All.back().High;
  double Low = double(All.front().Low);
  double Width = std::max(
      {1.0, Rule.Step, (double(All.back().High) - Low) / Params.Points});
  std::vector<double> Bins(size_t((double(MainHigh) - Low) / Width) + 1);
  double Count = 0;
  for (const Histogram::Bucket &B : All) {
    Bins[size_t((double(B.Low) - Low) / Width)] += double(B.Count);
    Count += double(B.Count);
  }
  size_t Median = 0;
  for (double Seen = Bins[0]; 2 * Seen < Count; Seen += Bins[Median])
    ++Median;
  // The peak beyond each bin, then the first deepest valley before it.
  std::vector<double> PeakBeyond(Bins.size() + 1);
  for (size_t I = Bins.size(); I-- > 0;)
    PeakBeyond[I] = std::max(PeakBeyond[I + 1], Bins[I]);
  double PeakBefore = Bins[Median], BestDepth = Params.ValleyDepth;
  std::optional<StructureModel> Best;
  double Beyond = 0;
  for (size_t I = Median + 1; I < Bins.size(); ++I)
    Beyond += Bins[I];
  for (size_t I = Median + 1; I < Bins.size(); ++I) {
    double Peak = std::min(PeakBefore, PeakBeyond[I + 1]);
    double Depth = Peak / std::max(Bins[I], 1.0);
    Beyond -= Bins[I];
    if (Depth > BestDepth && Beyond >= Params.LeastVisits &&
        Peak >= Params.LeastVisits) {
      BestDepth = Depth;
      double From = Low + double(I + 1) * Width;
      for (const Histogram::Bucket &B : All)
        if (double(B.Low) >= From) {
          From = double(B.Low);
          break;
        }
      Best = StructureModel{From, Beyond / Count};
    }
    PeakBefore = std::max(PeakBefore, Bins[I]);
  }
  return Best;
}

} // namespace ipoint::analysis
