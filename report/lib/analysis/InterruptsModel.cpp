//===- InterruptsModel.cpp - What is known of interrupts ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupts.h"
#include "Intervals.h"
#include "RateStatistics.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// A block that is judged.
struct Judged {
  uint32_t Block = 0;
  double Execution = 0; ///< ticks of its visits, without interrupts
  double Expected = 0;
  double LeastVisible = 0; ///< the smallest excess that is set aside
  uint64_t Visits = 0;
  std::vector<std::pair<double, uint64_t>> Excesses;
};

/// An excess that can be 0 or less is none that an interrupt made.
double excessOf(const Histogram::Bucket &B, double Expected) {
  return (double(B.Low) + double(B.High)) / 2 - Expected;
}

} // namespace

static std::vector<Judged> judgedBlocks(const FilterCollector &Seen,
                                        ArrayRef<const Histogram *> Times,
                                        ArrayRef<Verdict> Verdicts,
                                        const GapRule &Rule) {
  std::vector<Judged> Result;
  for (uint32_t B = 0; B < Times.size(); ++B) {
    const Verdict &V = Verdicts[B];
    bool Applied = V.State == FilterState::Applied;
    if (!Times[B] || (!Applied && V.State != FilterState::NothingToSetAside))
      continue;
    Judged J;
    J.Block = B;
    const BlockCut &Cut = Seen.Blocks[B];
    Replacement Instead =
        Applied ? Cut.Instead : undisturbed(*Times[B], {}, Rule.Step);
    J.Expected = double(Instead.Ticks);
    Times[B]->forEach([&](const Histogram::Bucket &T) {
      J.Execution += (double(T.Low) + double(T.High)) / 2 * double(T.Count);
      J.Visits += T.Count;
    });
    J.Execution -= Cut.added();
    if (Applied) {
      for (const Band &Out : V.Struck)
        if (double(Out.From) > J.Expected) {
          J.LeastVisible = double(Out.From) - J.Expected;
          break;
        }
    } else {
      BlockShape S = shapeOf(*Times[B], Rule);
      J.LeastVisible = S.LeastVisible;
    }
    Cut.Struck.raw().histogram().forEach([&](const Histogram::Bucket &T) {
      if (double Excess = excessOf(T, J.Expected); Excess > 0)
        J.Excesses.push_back({Excess, T.Count});
    });
    Result.push_back(std::move(J));
  }
  return Result;
}

static double atRank(ArrayRef<std::pair<double, uint64_t>> Sorted,
                     uint64_t Rank) {
  uint64_t Seen = 0;
  for (auto [Excess, Count] : Sorted)
    if ((Seen += Count) >= Rank)
      return Excess;
  return Sorted.back().first;
}

static LengthModel lengthOf(std::vector<std::pair<double, uint64_t>> Values) {
  llvm::sort(Values);
  LengthModel L;
  double N = 0, Sum = 0, Squares = 0;
  for (auto [Excess, Count] : Values) {
    N += double(Count);
    Sum += Excess * double(Count);
  }
  L.Mean = Sum / N;
  for (auto [Excess, Count] : Values)
    Squares += (Excess - L.Mean) * (Excess - L.Mean) * double(Count);
  auto Count = static_cast<uint64_t>(N);
  L.Min = Values.front().first;
  L.Max = Values.back().first;
  L.Median = atRank(Values, (Count + 1) / 2);
  L.P99 = atRank(Values, uint64_t(std::ceil(0.99 * N)));
  if (Count >= 2) {
    Range R = meanInterval(N, L.Mean, std::sqrt(Squares / (N - 1)));
    L.MeanLow = R.Low;
    L.MeanHigh = R.High;
  }
  if (std::optional<RankInterval> R = quantileRanks(Count, 0.5)) {
    L.MedianLow = atRank(Values, R->Low);
    L.MedianHigh = atRank(Values, R->High);
  }
  return L;
}

/// The times at which strikes of \p Kind began, in the stream with most.
static std::vector<uint64_t> timesOf(const KindBand &Kind,
                                     const FilterCollector &Seen) {
  std::vector<uint64_t> Best, Now;
  uint32_t Stream = 0;
  for (const StruckVisit &V : Seen.Log.visits()) {
    if (V.Stream != Stream && Now.size() > Best.size())
      Best.swap(Now);
    if (V.Stream != Stream)
      Now.clear();
    Stream = V.Stream;
    if (Kind.holds(double(V.Ticks) -
                   double(Seen.Blocks[V.Block].Instead.Ticks)))
      Now.push_back(V.At - V.Ticks);
  }
  return Now.size() > Best.size() ? Now : Best;
}

/// A visit is struck once or more often: of n visits as long as each other, k
/// of them struck, the strikes were -n·ln(1 - k/n), if they are Poisson.
static double strikesOf(uint64_t Struck, uint64_t Visits) {
  double Share = double(Struck) / double(Visits);
  return Share > 0.9 ? double(Struck) : -double(Visits) * std::log1p(-Share);
}

/// \p Each: strikes for each visit that was struck.
static RateModel rateOf(uint64_t Struck, double Each, double Exposure,
                        double Dispersion) {
  Range R = countInterval(double(Struck), Dispersion);
  Each /= Exposure;
  return {double(Struck) * Each, R.Low * Each, R.High * Each};
}

static KindModel describe(const KindBand &Kind, ArrayRef<Judged> Blocks,
                          const FilterCollector &Seen,
                          const SymbolTable &Symbols, const GapRule &Rule) {
  KindModel K;
  std::vector<std::pair<double, uint64_t>> Values;
  std::vector<uint64_t> Counts(Blocks.size());
  for (auto [B, Count] : zip_equal(Blocks, Counts))
    for (auto [Excess, Times] : B.Excesses)
      if (Kind.holds(Excess)) {
        Values.push_back({Excess, Times});
        Count += Times;
        K.Count += Times;
      }
  if (!K.Count)
    return K;
  K.Length = lengthOf(Values);
  double Execution = 0, Strikes = 0;
  auto Sees = [&](const Judged &B, uint64_t Count) {
    return Count || B.LeastVisible <= K.Length.Min;
  };
  for (auto [B, Count] : zip_equal(Blocks, Counts))
    if (Sees(B, Count)) {
      Execution += B.Execution;
      Strikes += strikesOf(Count, B.Visits);
    }
  std::vector<uint64_t> Times = timesOf(Kind, Seen);
  if (std::optional<Period> P = findPeriod(Times))
    K.Periodic = PeriodModel{P->Ticks, P->Uncertainty, P->Strength};
  K.Dispersion = dispersion(Times);
  // A strike that comes while another kind's runs can't be told from it, so
  // their time is none in which this kind is seen.
  double Elapsed = Execution + K.Length.Mean * double(K.Count);
  // Strikes that keep to a period do not meet in one visit.
  double Each = K.Periodic ? 1 : Strikes / double(K.Count);
  K.PerExecutionTick = rateOf(K.Count, Each, Execution, K.Dispersion);
  K.PerElapsedTick = rateOf(K.Count, Each, Elapsed, K.Dispersion);
  K.Length.Mean /= Each;
  // A read that waits ends struck and other visits at different places in a
  // step, which no number of visits tells.
  double Slack = Rule.Waits ? Rule.Step / 2 : 0;
  if (K.Length.MeanLow) {
    K.Length.MeanLow = *K.Length.MeanLow / Each - Slack;
    K.Length.MeanHigh = *K.Length.MeanHigh / Each + Slack;
  }
  for (auto [B, Count] : zip_equal(Blocks, Counts)) {
    double Share = B.Execution / Execution;
    if (!Sees(B, Count) || (!Count && Share * double(K.Count) < 1))
      continue;
    double Chance = std::min(chanceOfAtLeast(Count, K.Count, Share),
                             chanceOfAtMost(Count, K.Count, Share));
    const BlockSymbol &S = Symbols.blocks()[B.Block];
    K.Blocks.push_back({Symbols.functions()[S.Function].Name, S.Name, Count,
                        Share * double(K.Count), Chance >= 0.0005});
  }
  for (const StruckVisit &V : Seen.Log.visits())
    K.Switched +=
        V.Switched && Kind.holds(double(V.Ticks) -
                                 double(Seen.Blocks[V.Block].Instead.Ticks));
  return K;
}

InterruptsModel describeInterrupts(const FilterCollector &Seen,
                                   const SymbolTable &Symbols,
                                   ArrayRef<const Histogram *> Times,
                                   ArrayRef<Verdict> Verdicts,
                                   const GapRule &Rule) {
  InterruptsModel M;
  std::vector<Judged> Blocks = judgedBlocks(Seen, Times, Verdicts, Rule);
  std::vector<std::pair<double, uint64_t>> All;
  for (const Judged &B : Blocks)
    append_range(All, B.Excesses);
  for (const KindBand &Band : findKinds(All))
    if (KindModel K = describe(Band, Blocks, Seen, Symbols, Rule); K.Count)
      M.Kinds.push_back(std::move(K));
  M.SwitchesBeyond = Seen.Switches.Beyond;
  M.SwitchesWithin = Seen.Switches.Within;
  M.SwitchesNotJudged = Seen.Switches.NotJudged;
  M.NotLogged = Seen.Log.count() - Seen.Log.visits().size();
  return M;
}

} // namespace ipoint::analysis
