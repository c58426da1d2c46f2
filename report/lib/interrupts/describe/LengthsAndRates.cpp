//===- LengthsAndRates.cpp - How long interrupts are, and how often they come ===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassDescriber.h"
#include "stats/Laws.h"
#include "stats/RateStatistics.h"
#include "stats/Sample.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

static double atRank(const Values &Sorted, uint64_t Rank) {
  return valueAt(Sorted, double(Rank));
}

/// The rank, as a share, that the median length has among excesses: how many of
/// these do not exceed it, if lengths are distributed about it as excesses
/// \p Sorted are about theirs.
static double shareOfMedian(const Values &Sorted, double Count,
                            const OtherExcess &More) {
  std::vector<double> Below = {0}; // of Sorted, from the first on
  for (auto [Excess, Times] : Sorted)
    Below.push_back(Below.back() + double(Times) / Count);
  double Median = atRank(Sorted, uint64_t((Count + 1) / 2));
  // Half of what lies at a value itself lies below it.
  auto ShareBelow = [&](double Excess) {
    auto First = llvm::lower_bound(Sorted, std::pair(Excess, uint64_t(0)));
    auto Last = std::find_if(First, Sorted.end(),
                             [&](auto &V) { return V.first > Excess; });
    return (Below[size_t(First - Sorted.begin())] +
            Below[size_t(Last - Sorted.begin())]) /
           2;
  };
  double Middle = ShareBelow(Median), Result = 0.5;
  for (auto [Ticks, Share] : More.Jitter)
    Result +=
        Share * ((1 - More.Share) * ShareBelow(Median - Ticks) +
                 More.Share * ShareBelow(Median - Ticks - More.Ticks) - Middle);
  return std::clamp(Result, 0.01, 0.99);
}

LengthModel lengthOf(Values Sorted, OtherExcess More,
                     const RateParams &Params) {
  llvm::sort(Sorted);
  LengthModel L;
  double N = 0, Sum = 0, Squares = 0, Cubes = 0;
  for (auto [Excess, Count] : Sorted) {
    N += double(Count);
    Sum += Excess * double(Count);
  }
  L.Mean = Sum / N;
  for (auto [Excess, Count] : Sorted) {
    double Off = Excess - L.Mean;
    Squares += Off * Off * double(Count);
    Cubes += Off * Off * Off * double(Count);
  }
  auto Count = static_cast<uint64_t>(N);
  double Middle = shareOfMedian(Sorted, N, More);
  llvm::sort(More.IfConstant);
  // Where most visits have other interrupts, too, few show the length alone.
  L.Median =
      More.Share > 0.5
          ? atRank(More.IfConstant, (Count + 1) / 2) -
                (More.Least + More.Most) / 2
          : atRank(Sorted,
                   std::max<uint64_t>(1, uint64_t(std::ceil(Middle * N))));
  if (Histogram::beyond(Count, 0.99))
    L.P99 = atRank(Sorted, Histogram::rankOf(Count, 0.99));
  double Skewness = Squares > 0 ? Cubes / N / std::pow(Squares / N, 1.5) : 0;
  if (std::optional<Interval> R = meanInterval(
          N, L.Mean, std::sqrt(Squares / (N - 1)), Skewness, Params)) {
    // Of N + 1 lengths drawn alike each is as likely the longest: on average
    // the share 1 / (N + 1) lies beyond what was seen, to either side.
    L.MeanLow =
        R->Low - (L.Mean - Sorted.front().first) / (N + 1) - More.MostTooLong;
    L.MeanHigh = R->High + (Sorted.back().first - L.Mean) / (N + 1);
  }
  if (std::optional<RankInterval> R = quantileRanks(Count, Middle)) {
    L.MedianLow = atRank(Sorted, R->Low);
    L.MedianHigh = atRank(Sorted, R->High);
    // That is if lengths differ as excesses do. If they are all alike, it is
    // what the block's own times add that makes excesses differ.
    if (std::optional<RankInterval> Constant = quantileRanks(Count, 0.5)) {
      L.MedianLow = std::min(
          *L.MedianLow, atRank(More.IfConstant, Constant->Low) - More.Most);
      L.MedianHigh = std::max(
          *L.MedianHigh, atRank(More.IfConstant, Constant->High) - More.Least);
    }
    L.MedianLow = *L.MedianLow - More.MostTooLong;
  }
  return L;
}

/// Some lengths that are spread as those of the class: Lengths, without what
/// the blocks' own times make them differ.
std::vector<double> ClassDescriber::typicalLengths() const {
  Values Sorted = Lengths;
  llvm::sort(Sorted);
  double Count = 0, Sum = 0, Squares = 0, Own = 0;
  for (auto [Excess, Times] : Sorted) {
    Sum += Excess * double(Times);
    Count += double(Times);
  }
  double Mean = Sum / Count;
  for (auto [Excess, Times] : Sorted)
    Squares += (Excess - Mean) * (Excess - Mean) * double(Times);
  for (auto [B, P] : zip_equal(Blocks, Parts))
    for (auto [More, Share] : B.Jitter)
      if (P.IsMeasured && mayBeInterrupted(Mean, More))
        Own += More * More * Share * double(P.Singles);
  double Part = std::sqrt(std::max(0.0, 1 - Own / std::max(1e-9, Squares)));
  std::vector<double> Result;
  const double Points = std::min(Count, Rule.Params.Points);
  Result.reserve(size_t(std::ceil(Points)));
  for (double I = 0; I < Points; ++I)
    Result.push_back(
        Mean + Part * (valueAt(Sorted, (I + 0.5) / Points * Count) - Mean));
  return Result;
}

/// In what share of the time of \p B interrupts of the lengths \p Each, all
/// shorter by \p Less, are seen: a visit that takes less by itself may hide
/// one.
double ClassDescriber::shareSeen(const ObservedBlock &B, ArrayRef<double> Each,
                                 double Less) const {
  const std::pair<double, double> Usual[] = {{0, 1}};
  const double Most = std::max(K.Length.Max, Rule.Params.MostApart * mean());
  // Mostly all are seen, or none.
  if (!B.Jitter.empty()) {
    double First = Each.front() - Less + B.Jitter.front().first,
           Last = Each.back() - Less + B.Jitter.back().first;
    if (Last < B.LeastVisible)
      return 0;
    if (First >= B.LeastVisible && Last <= Most && B.Left.empty() &&
        isSingle(First) && Classes.bandOf(First) == Classes.bandOf(Last))
      return 1;
  }
  double Result = 0;
  for (auto [More, Share] :
       B.Jitter.empty() ? ArrayRef(Usual) : ArrayRef(B.Jitter)) {
    // Far beyond what was seen of the class it would count as another.
    size_t Seen = count_if(Each, [&, &More = More](double Length) {
      double Excess = Length - Less + More;
      return Excess <= Most && isSingle(Excess) && B.sees(Excess);
    });
    Result += Share * double(Seen) / double(Each.size());
  }
  return Result;
}

void ClassDescriber::setExposures() {
  const std::vector<double> Each = typicalLengths();
  for (auto [B, P] : zip_equal(Blocks, Parts)) {
    P.Exposure = shareSeen(B, Each, 0) * B.ticks();
    Execution += P.Exposure;
    LeastExecution +=
        std::min(P.Exposure, shareSeen(B, Each, TooLong) * B.ticks());
  }
}

ClassTimes timesOf(uint32_t Class, const InterruptClasses &Classes,
                   const InterruptionLog &Log, ArrayRef<StreamOrigin> Streams) {
  ClassTimes Best, Now;
  uint32_t Stream = 0;
  double Added = 0;
  auto Keep = [&] {
    if (Stream < Streams.size() && Streams[Stream].First != UINT64_MAX) {
      Now.Elapsed.Begin = Now.Execution.Begin = Streams[Stream].First;
      Now.Elapsed.End = Streams[Stream].Last;
      Now.Execution.End = Now.Elapsed.End - uint64_t(Added);
    }
    if (Now.Elapsed.Times.size() > Best.Elapsed.Times.size())
      Best = std::move(Now);
    Now = {};
    Added = 0;
  };
  for (const InterruptedVisit &V : Log.visits()) {
    if (V.Stream != Stream)
      Keep();
    Stream = V.Stream;
    double Excess = V.excess();
    if (!Classes.timesOf(Excess, Class))
      continue;
    uint64_t Start = V.At - V.Ticks;
    Now.Elapsed.Times.push_back(Start);
    Now.Execution.Times.push_back(Start - uint64_t(Added));
    Added += Excess;
  }
  Keep();
  return Best;
}

Load loadAround(uint32_t Class, const InterruptClasses &Classes,
                const ClassEvidence &Given, const RateParams &Params) {
  struct Window {
    double Own = 0, All = 0; // ticks
  };
  Load Result;
  double Weight = 0;
  auto Rest = Given.Log.visits();
  while (!Rest.empty() && Rest.front().Stream < Given.Streams.size()) {
    const StreamOrigin &S = Given.Streams[Rest.front().Stream];
    auto Mine = Rest.take_while(
        [&](auto &V) { return V.Stream == Rest.front().Stream; });
    Rest = Rest.drop_front(Mine.size());
    if (S.First == UINT64_MAX)
      continue;
    std::vector<Window> Windows(size_t(
        std::clamp(double(Mine.size()) / Params.Few, 1.0, Params.MostWindows)));
    const double Width =
        std::max(1.0, double(S.Last - S.First)) / double(Windows.size());
    for (const InterruptedVisit &V : Mine) {
      Window &W = Windows[std::min(Windows.size() - 1,
                                   size_t(double(V.At - S.First) / Width))];
      W.All += V.excess();
      W.Own += Classes.timesOf(V.excess(), Class) ? V.excess() : 0;
    }
    for (const Window &W : Windows) {
      Weight += W.Own;
      Result.Own += W.Own * std::min(1.0, W.Own / Width);
      Result.All += W.Own * std::min(1.0, W.All / Width);
    }
  }
  return Weight > 0 ? Load{Result.Own / Weight, Result.All / Weight} : Load();
}

/// Where lengths differ, an interrupt that came while the handler of another
/// one ran cannot be distinguished from a long one. Widens the intervals by the
/// number of these that chance lets expect. Where handlers take most of the
/// time, most begin while another one runs, so that no visit shows how long one
/// is, nor how many there were: nothing is given then.
void ClassDescriber::allowForOwn(double Exposure) {
  const Load Around = loadAround(Class, Classes, From, Rule.Params);
  const double Ticks = Interruptions * K.Length.Mean,
               Share = std::max(Around.Own, Ticks / (Exposure + Ticks));
  LengthModel &L = K.Length;
  if (Around.All > 0.5) {
    for (std::optional<double> *End :
         {&L.MeanLow, &L.MeanHigh, &L.MedianLow, &L.MedianHigh})
      End->reset();
    K.PerExecutionTick.reset();
    K.PerElapsedTick.reset();
    K.Blocks.clear();
  }
  for (std::optional<double> *Low : {&L.MeanLow, &L.MedianLow})
    if (*Low)
      **Low *= 1 - Share;
  for (std::optional<RateModel> *R : {&K.PerExecutionTick, &K.PerElapsedTick})
    if (*R)
      (*R)->High /= 1 - Share;
}

std::optional<RateModel> rateOf(uint64_t Interrupted, double Each,
                                double Exposure, const Dispersion &Counts) {
  if (!(Exposure > 0))
    return std::nullopt;
  auto N = double(Interrupted);
  Interval R = countInterval(N, Counts.Value);
  Each /= Exposure;
  return RateModel{N * Each,
                   std::max(0.0, N - (N - R.Low) * Counts.Widening) * Each,
                   (N + (R.High - N) * Counts.Widening) * Each};
}

RateModel rateOf(const Period &P) {
  double Half = studentFactor(P.Degrees) * P.Uncertainty;
  return {1 / P.Ticks, 1 / (P.Ticks + Half), 1 / std::max(1.0, P.Ticks - Half)};
}

} // namespace ipoint::analysis
