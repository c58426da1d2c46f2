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
  /// Ticks of its visits, without interrupts, in which one could be seen.
  double Execution = 0;
  /// Visits that are left: by how much longer they are than Expected, and their
  /// ticks. A strike is seen in them if it adds much more than they do.
  std::vector<std::pair<double, double>> Paths;
  double Hidden = 0; ///< ticks of visits of which nobody knows what they are
  double Expected = 0;
  double LeastVisible = 0;    ///< the smallest excess that is set aside
  std::vector<KindBand> Left; ///< excesses that are left
  BlockExcesses Struck;
  /// By how much more than Expected struck visits take without interrupts, and
  /// how likely each is.
  std::vector<std::pair<double, double>> Jitter;

  bool sees(double Excess) const {
    return Excess >= LeastVisible &&
           none_of(Left, [&](const KindBand &B) { return B.holds(Excess); });
  }
};

using Values = std::vector<std::pair<double, uint64_t>>;

/// What kinds that add less do to one that adds more.
struct Shorter {
  double Added = 0; ///< ticks, by all of their strikes
  /// To each tick in which a longer one runs: how many of them come, with a
  /// period and without, and how many ticks they add.
  double Periodic = 0, Poisson = 0, Rate = 0;
};

} // namespace

static bool isJudged(const Verdict &V) {
  return V.State == FilterState::Applied ||
         V.State == FilterState::NothingToSetAside ||
         (V.State == FilterState::Refused && !V.Left.empty());
}

/// The ticks of \p J in which strikes can be seen and can't; \p Added of all
/// are those of struck visits.
static void setExposure(Judged &J, const Histogram &Times, const Verdict &V,
                        double Added) {
  Times.forEach([&](const Histogram::Bucket &T) {
    double Ticks = (double(T.Low) + double(T.High)) / 2;
    J.Struck.Visits += T.Count;
    auto In = find_if(V.Left, [&](const Band &B) {
      return T.Low >= B.From && T.Low <= B.To;
    });
    auto Times = double(T.Count);
    if (In == V.Left.end())
      J.Execution += Ticks * Times;
    else if (In->To == UINT64_MAX) // struck visits are among them
      J.Hidden += J.Expected * Times;
    else
      J.Paths.push_back({Ticks - J.Expected, Ticks * Times});
  });
  J.Execution -= Added;
  for (const Band &B : V.Left)
    J.Left.push_back({double(B.From) - J.Expected, double(B.To) - J.Expected});
}

/// Sets Jitter from what is not struck, in a few points of which
/// each stands for as many ticks: longer visits are likelier to be struck.
static void setJitter(Judged &J, const Histogram &Times, const Verdict &V) {
  constexpr double Points = 64;
  auto IsStruck = [&](const Histogram::Bucket &T) {
    return any_of(V.Struck, [&](const Band &B) {
      return T.Low >= B.From && T.Low <= B.To;
    });
  };
  double All = 0, Weight = 0, Sum = 0;
  auto ForEach = [&](auto &&Function) {
    Times.forEach([&](const Histogram::Bucket &T) {
      double Ticks = (double(T.Low) + double(T.High)) / 2;
      if (!IsStruck(T))
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

static std::vector<Judged> judgedBlocks(const FilterCollector &Seen,
                                        ArrayRef<const Histogram *> Times,
                                        ArrayRef<Verdict> Verdicts,
                                        const GapRule &Rule) {
  std::vector<Judged> Result;
  for (uint32_t B = 0; B < Times.size(); ++B) {
    const Verdict &V = Verdicts[B];
    if (!Times[B] || !isJudged(V))
      continue;
    Judged J;
    J.Block = B;
    const BlockCut &Cut = Seen.Blocks[B];
    if (V.State == FilterState::Applied) {
      J.Expected = double(Cut.Instead.Ticks);
      for (const Band &Out : V.Struck)
        if (double(Out.From) > J.Expected) {
          J.LeastVisible = double(Out.From) - J.Expected;
          break;
        }
    } else {
      BlockShape S = shapeOf(*Times[B], Rule);
      J.Expected = S.Expected;
      J.LeastVisible = S.LeastVisible;
    }
    setExposure(J, *Times[B], V, Cut.added());
    Cut.Struck.raw().histogram().forEach([&](const Histogram::Bucket &T) {
      // An excess that can be 0 or less is none that an interrupt made.
      double Excess = (double(T.Low) + double(T.High)) / 2 - J.Expected;
      if (Excess > 0)
        J.Struck.Excesses.push_back({Excess, T.Count});
    });
    if (!J.Struck.Excesses.empty())
      setJitter(J, *Times[B], V);
    Result.push_back(std::move(J));
  }
  return Result;
}

static double atRank(const Values &Sorted, uint64_t Rank) {
  uint64_t Seen = 0;
  for (auto [Excess, Count] : Sorted)
    if ((Seen += Count) >= Rank)
      return Excess;
  return Sorted.back().first;
}

namespace {
/// What else makes the excesses of visits that a kind strikes, beside its
/// length.
struct Besides {
  /// By how much, and how often, as a share.
  std::vector<std::pair<double, double>> Jitter;
  double Share = 0; ///< of visits that other strikes lengthen, too
  double Ticks = 0; ///< by how much, on average
};
} // namespace

/// The rank, as a share, that the median length has among excesses: how many of
/// these do not exceed it, if lengths are distributed about it as excesses
/// \p Sorted are about theirs.
static double shareOfMedian(const Values &Sorted, double Count,
                            const Besides &More) {
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

static LengthModel lengthOf(Values Sorted, const Besides &More) {
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
  L.Median =
      atRank(Sorted, std::max<uint64_t>(1, uint64_t(std::ceil(Middle * N))));
  L.P99 = atRank(Sorted, uint64_t(std::ceil(0.99 * N)));
  double Skewness = Squares > 0 ? Cubes / N / std::pow(Squares / N, 1.5) : 0;
  if (std::optional<Range> R =
          meanInterval(N, L.Mean, std::sqrt(Squares / (N - 1)), Skewness)) {
    L.MeanLow = R->Low;
    L.MeanHigh = R->High;
  }
  if (std::optional<RankInterval> R = quantileRanks(Count, Middle)) {
    L.MedianLow = atRank(Sorted, R->Low);
    L.MedianHigh = atRank(Sorted, R->High);
  }
  return L;
}

namespace {
/// When strikes began.
struct StrikeTimes {
  std::vector<uint64_t> Elapsed;
  /// The same without what strikes of the kind before them added.
  std::vector<uint64_t> Execution;
};
} // namespace

/// Of \p Kind, in the stream with most.
static StrikeTimes timesOf(const KindBand &Kind, const FilterCollector &Seen) {
  StrikeTimes Best, Now;
  uint32_t Stream = 0;
  double Added = 0;
  auto Keep = [&] {
    if (Now.Elapsed.size() > Best.Elapsed.size())
      Best = std::move(Now);
    Now = {};
    Added = 0;
  };
  for (const StruckVisit &V : Seen.Log.visits()) {
    if (V.Stream != Stream)
      Keep();
    Stream = V.Stream;
    double Excess =
        double(V.Ticks) - double(Seen.Blocks[V.Block].Instead.Ticks);
    if (!Kind.holds(Excess))
      continue;
    uint64_t Start = V.At - V.Ticks;
    Now.Elapsed.push_back(Start);
    Now.Execution.push_back(Start - uint64_t(Added));
    Added += Excess;
  }
  Keep();
  return Best;
}

/// \p Each: strikes for each visit that was struck.
static RateModel rateOf(uint64_t Struck, double Each, double Exposure,
                        const Dispersion &Counts) {
  auto N = double(Struck);
  Range R = countInterval(N, Counts.Value);
  Each /= Exposure;
  return {N * Each, std::max(0.0, N - (N - R.Low) * Counts.Widening) * Each,
          (N + (R.High - N) * Counts.Widening) * Each};
}

/// That of what keeps to the period \p P, by each tick.
static RateModel rateOf(const Period &P) {
  double Half = studentFactor(P.Degrees) * P.Uncertainty;
  return {1 / P.Ticks, 1 / (P.Ticks + Half), 1 / std::max(1.0, P.Ticks - Half)};
}

namespace {

/// Describes one kind.
class KindDescriber {
public:
  KindDescriber(const KindBand &Kind, ArrayRef<Judged> Blocks,
                const FilterCollector &Seen, const SymbolTable &Symbols,
                const GapRule &Rule)
      : Kind(Kind), Blocks(Blocks), Seen(Seen), Symbols(Symbols), Rule(Rule) {}

  /// No strikes: none could be told. Adds to \p Less what this kind does to
  /// longer ones, and to \p Unseen, by block, what is not seen of it.
  KindModel describe(Shorter &Less, MutableArrayRef<UnseenModel> Unseen);

private:
  void gather();
  double shareSeen(const Judged &B) const;
  double pathsSeen(const Judged &B) const;
  Besides besides(double Each, const Shorter &Less) const;
  void setLength(double Each, const Shorter &Less);
  void setBlocks();

  const KindBand &Kind;
  ArrayRef<Judged> Blocks;
  const FilterCollector &Seen;
  const SymbolTable &Symbols;
  const GapRule &Rule;

  KindModel K;
  std::vector<uint64_t> Counts;  ///< by block
  std::vector<double> Exposures; ///< by block: ticks in which it is seen
  Values Lengths; ///< in blocks that see all of the kind, if any was struck
  double Execution = 0, Strikes = 0, Added = 0;
};

} // namespace

void KindDescriber::gather() {
  K.Length.Min = INFINITY;
  for (const Judged &B : Blocks) {
    uint64_t Count = 0;
    for (auto [Excess, Times] : B.Struck.Excesses)
      if (Kind.holds(Excess)) {
        Count += Times;
        Added += Excess * double(Times);
        K.Length.Min = std::min(K.Length.Min, Excess);
        K.Length.Max = std::max(K.Length.Max, Excess);
      }
    Counts.push_back(Count);
    K.Count += Count;
    Strikes += strikesOf(Count, B.Struck.Visits);
  }
  Values All;
  for (const Judged &B : Blocks) {
    bool SeesAll =
        B.LeastVisible <= K.Length.Min &&
        none_of(B.Left, [&](const KindBand &Left) {
          return Left.Low <= K.Length.Max && Left.High >= K.Length.Min;
        });
    for (auto E : B.Struck.Excesses)
      if (Kind.holds(E.first)) {
        All.push_back(E);
        if (SeesAll)
          Lengths.push_back(E);
      }
  }
  if (Lengths.empty())
    Lengths = std::move(All);
}

/// What share of the kind's strikes can be seen in \p B.
double KindDescriber::shareSeen(const Judged &B) const {
  double All = 0, Visible = 0;
  for (auto [Excess, Count] : Lengths) {
    All += double(Count);
    Visible += B.sees(Excess) ? double(Count) : 0;
  }
  return Visible / All;
}

/// The ticks of paths that \p B has of its own in which strikes are seen.
double KindDescriber::pathsSeen(const Judged &B) const {
  double Length = Added / double(K.Count), Result = 0;
  for (auto [More, Ticks] : B.Paths)
    if (Kind.holds(Length + More) && B.sees(Length + More))
      Result += Ticks;
  return Result;
}

/// What else is in the excesses of \p Lengths.
Besides KindDescriber::besides(double Each, const Shorter &Less) const {
  Besides B;
  double Mean = Added / double(K.Count);
  double Again = Each - 1, Periodic = Less.Periodic * Mean,
         Others = Less.Poisson * Mean;
  if (Again + Periodic + Others > 0) {
    B.Share = 1 - std::exp(-Again - Others) * (1 - std::min(1.0, Periodic));
    B.Ticks = (Again + Less.Rate) * Mean / (Again + Periodic + Others);
  }
  double All = 0;
  for (auto [J, Count] : zip_equal(Blocks, Counts))
    for (auto [Ticks, Share] : J.Jitter) {
      // What a path that is left takes more may put its strikes elsewhere.
      if (!Count || !Kind.holds(Mean + Ticks))
        continue;
      // What is within a step is the clock's, in other visits as well.
      B.Jitter.push_back(
          {std::abs(Ticks) < Rule.Step ? 0 : Ticks, Share * double(Count)});
      All += B.Jitter.back().second;
    }
  for (auto &[Ticks, Share] : B.Jitter)
    Share /= All;
  return B;
}

/// \p Each: strikes for each struck visit.
void KindDescriber::setLength(double Each, const Shorter &Less) {
  // Without further strikes of the kind, and those of shorter ones that come
  // while it runs.
  double Own = std::max(0.1, 1 - Less.Rate) / Each;
  LengthModel L = lengthOf(Lengths, besides(Each, Less));
  L.Min = K.Length.Min;
  L.Max = K.Length.Max;
  L.Mean *= Own;
  // A read that waits ends struck and other visits at different places in a
  // step, which no number of visits tells.
  double Slack = Rule.Waits ? Rule.Step / 2 : 0;
  if (L.MeanLow) {
    L.MeanLow = *L.MeanLow * Own - Slack;
    L.MeanHigh = *L.MeanHigh * Own + Slack;
  }
  // A single excess lies on a multiple of the step.
  if (L.MedianLow && Rule.Step > 1) {
    L.MedianLow = *L.MedianLow - Slack - Rule.Step / 2;
    L.MedianHigh = *L.MedianHigh + Slack + Rule.Step / 2;
  }
  K.Length = L;
}

void KindDescriber::setBlocks() {
  uint64_t Most = 0;
  for (auto [B, Count, Exposure] : zip_equal(Blocks, Counts, Exposures)) {
    Most = std::max(Most, Count);
    double Share = Exposure / Execution;
    if (!Count && Share * double(K.Count) < 1)
      continue;
    double Chance = std::min(chanceOfAtLeast(Count, K.Count, Share),
                             chanceOfAtMost(Count, K.Count, Share));
    const BlockSymbol &S = Symbols.blocks()[B.Block];
    K.Blocks.push_back({Symbols.functions()[S.Function].Name, S.Name, Count,
                        Share * double(K.Count), Chance >= 0.0005});
  }
  K.IsAlone = K.Count - Most < 2;
}

KindModel KindDescriber::describe(Shorter &Less,
                                  MutableArrayRef<UnseenModel> Unseen) {
  gather();
  if (!K.Count)
    return std::move(K);
  for (auto [B, Count] : zip_equal(Blocks, Counts)) {
    double Share = Count ? std::max(0.01, shareSeen(B)) : shareSeen(B);
    Exposures.push_back(Share * B.Execution + pathsSeen(B));
    Execution += Exposures.back();
  }
  StrikeTimes Times = timesOf(Kind, Seen);
  std::optional<Period> P = findPeriod(Times.Elapsed);
  if (P)
    K.Periodic = PeriodModel{P->Ticks, P->Uncertainty, P->Strength};
  // Strikes that keep to a period do not meet in one visit.
  double Each = P ? 1 : Strikes / double(K.Count);
  setLength(Each, Less);
  setBlocks();
  // While a shorter one runs, this one is seen; but not the other way round.
  double Exposure = Execution + Less.Added;
  Dispersion Counts = dispersion(Times.Execution);
  K.Dispersion = Counts.Value;
  K.PerExecutionTick = rateOf(K.Count, Each, Exposure, Counts);
  K.PerElapsedTick =
      P ? rateOf(*P)
        : rateOf(K.Count, Each, Exposure + Added, dispersion(Times.Elapsed));
  for (auto [B, Seeing, U] : zip_equal(Blocks, Exposures, Unseen)) {
    double All = B.Execution + B.Hidden;
    for (auto [More, Ticks] : B.Paths)
      All += Ticks;
    double More = K.PerExecutionTick.Rate * (All - Seeing);
    U.Expected += More;
    U.Added += More * K.Length.Mean;
  }
  Less.Added += Added;
  (P ? Less.Periodic : Less.Poisson) += K.PerElapsedTick.Rate;
  Less.Rate += K.PerElapsedTick.Rate * K.Length.Mean;
  for (const StruckVisit &V : Seen.Log.visits())
    K.Switched +=
        V.Switched && Kind.holds(double(V.Ticks) -
                                 double(Seen.Blocks[V.Block].Instead.Ticks));
  return std::move(K);
}

InterruptsModel describeInterrupts(const FilterCollector &Seen,
                                   const SymbolTable &Symbols,
                                   ArrayRef<const Histogram *> Times,
                                   ArrayRef<Verdict> Verdicts,
                                   const GapRule &Rule) {
  InterruptsModel M;
  std::vector<Judged> Blocks = judgedBlocks(Seen, Times, Verdicts, Rule);
  std::vector<BlockExcesses> Excesses;
  std::vector<UnseenModel> Unseen;
  for (const Judged &B : Blocks) {
    Excesses.push_back(B.Struck);
    Excesses.back().LeastVisible = B.LeastVisible;
    Excesses.back().Exposure = std::max(0.0, B.Execution);
    const BlockSymbol &S = Symbols.blocks()[B.Block];
    Unseen.push_back({Symbols.functions()[S.Function].Name, S.Name, 0, 0});
  }
  Shorter Less;
  for (const KindBand &Band : findKinds(Excesses)) {
    KindDescriber D(Band, Blocks, Seen, Symbols, Rule);
    if (KindModel K = D.describe(Less, Unseen); K.Count)
      M.Kinds.push_back(std::move(K));
  }
  // Of less than half a strike nothing is to be told.
  copy_if(Unseen, std::back_inserter(M.Unseen),
          [](const UnseenModel &U) { return U.Expected >= 0.5; });
  M.SwitchesBeyond = Seen.Switches.Beyond;
  M.SwitchesWithin = Seen.Switches.Within;
  M.SwitchesNotJudged = Seen.Switches.NotJudged;
  M.NotLogged = Seen.Log.count() - Seen.Log.visits().size();
  return M;
}

} // namespace ipoint::analysis
