//===- Compare.cpp - What differs between sets of runs --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::compare {

/// A level needs this many visits beyond it, in all runs together.
static constexpr uint64_t LeastBeyond = 10;

static uint64_t countBeyond(const Times &T, double Level) {
  uint64_t Count = 0;
  for (const TimeRange &R : reverse(T.Ranges)) {
    if (R.Low <= Level)
      break;
    Count += R.Count;
  }
  return Count;
}

/// All values of \p A and \p B, those of a range at its upper end, largest
/// first.
static std::vector<std::pair<double, uint64_t>>
poolOf(ArrayRef<const Times *> A, ArrayRef<const Times *> B) {
  std::vector<std::pair<double, uint64_t>> Pool;
  for (ArrayRef<const Times *> Side : {A, B})
    for (const Times *T : Side)
      for (const TimeRange &R : T->Ranges)
        Pool.push_back({R.High, R.Count});
  sort(Pool, [](auto &X, auto &Y) { return X.first > Y.first; });
  size_t Kept = 0;
  for (size_t I = 1; I < Pool.size(); ++I)
    if (Pool[I].first == Pool[Kept].first)
      Pool[Kept].second += Pool[I].second;
    else
      Pool[++Kept] = Pool[I];
  Pool.resize(std::min(Pool.size(), Kept + 1));
  return Pool;
}

/// The levels that at most the shares \p Shares of \p Pool exceed, highest
/// level first, each once, and none with too little beyond.
static std::vector<double> levelsOf(ArrayRef<std::pair<double, uint64_t>> Pool,
                                    ArrayRef<double> Shares) {
  uint64_t All = 0, Beyond = 0;
  for (auto &[Value, Count] : Pool)
    All += Count;
  std::vector<double> Levels;
  size_t At = 0;
  for (double Share : Shares) {
    auto Most = static_cast<uint64_t>(Share * static_cast<double>(All));
    while (At + 1 < Pool.size() && Beyond + Pool[At].second <= Most)
      Beyond += Pool[At++].second;
    // Pool[At] is the lowest level that no more than Most values exceed.
    if (Beyond >= LeastBeyond &&
        (Levels.empty() || Levels.back() != Pool[At].first))
      Levels.push_back(Pool[At].first);
  }
  return Levels;
}

namespace {

/// How many visits of each run lie beyond a level.
struct Exceedance {
  std::vector<double> Shares;
  std::vector<double> Counts;
  uint64_t Beyond = 0, All = 0;

  Exceedance(ArrayRef<const Times *> Runs, double Level) {
    for (const Times *T : Runs) {
      uint64_t Count = countBeyond(*T, Level);
      Beyond += Count;
      All += T->Count;
      Counts.push_back(static_cast<double>(T->Count));
      Shares.push_back(double(Count) / Counts.back());
    }
  }

  double share() const { return double(Beyond) / double(All); }

  /// Roots of the counts that \p Visits visits would have had: the root of a
  /// Poisson count has the variance 1/4 (Anscombe 1948), which no counting of
  /// independent events goes below.
  Units roots(double Visits) const {
    Units Result;
    double Scales = 0;
    for (auto [Share, Count] : zip_equal(Shares, Counts)) {
      Result.Values.push_back(std::sqrt(Share * Visits + 0.375));
      Scales += Visits / Count;
    }
    Result.LeastVariance = 0.25 * Scales / static_cast<double>(Counts.size());
    return Result;
  }
};

} // namespace

static double probabilityOf(const Exceedance &A, const Exceedance &B) {
  double Visits = (double(A.All) + double(B.All)) /
                  static_cast<double>(A.Shares.size() + B.Shares.size());
  return welchProbability(A.roots(Visits), B.roots(Visits));
}

std::optional<TailComparison> compareTails(ArrayRef<const Times *> A,
                                           ArrayRef<const Times *> B,
                                           const Resampling &Resamples) {
  static constexpr double Shares[] = {1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1};
  if (A.size() < 2 || B.size() < 2)
    return std::nullopt;
  std::vector<double> Levels = levelsOf(poolOf(A, B), Shares);
  std::optional<TailComparison> Best;
  for (double Level : Levels) {
    Exceedance OfA(A, Level), OfB(B, Level);
    double Probability = probabilityOf(OfA, OfB);
    if (Best && Best->Probability <= Probability)
      continue;
    Best = TailComparison{};
    Best->Level = Level;
    Best->Probability = Probability;
    Best->ShareA = OfA.share();
    Best->ShareB = OfB.share();
    Best->CountA = OfA.Beyond;
    Best->CountB = OfB.Beyond;
  }
  if (!Best)
    return Best;
  if (Best->ShareA > 0)
    Best->Ratio = Best->ShareB / Best->ShareA;
  Exceedance OfA(A, Best->Level), OfB(B, Best->Level);
  Best->Range =
      Resamples.interval([&](ArrayRef<uint32_t> InA,
                             ArrayRef<uint32_t> InB) -> std::optional<double> {
        return meanAt(OfB.Shares, InB) - meanAt(OfA.Shares, InA);
      });
  Best->Probability =
      std::min(Best->Probability * static_cast<double>(Levels.size()),
               1.0); // Bonferroni
  return Best;
}

std::optional<double> partingLevel(ArrayRef<const Times *> A,
                                   ArrayRef<const Times *> B) {
  // Each level has 1.4 times as many visits beyond it as the one above.
  std::vector<double> Shares;
  for (double Share = 1e-9; Share < 0.9; Share *= 1.4142)
    Shares.push_back(Share);
  std::vector<double> Levels = levelsOf(poolOf(A, B), Shares);
  for (double Level : reverse(Levels))
    if (probabilityOf({A, Level}, {B, Level}) *
            static_cast<double>(Levels.size()) <=
        0.05)
      return Level;
  return std::nullopt;
}

bool ItemComparison::differs() const {
  return Mean.Differs || (Tail && Tail->Differs) ||
         any_of(Quantiles, [](const FigureComparison &Q) { return Q.Differs; });
}

size_t PairComparison::differing() const {
  return count_if(Items, [](const ItemComparison &I) { return I.differs(); });
}

bool ComparisonModel::differs() const {
  return any_of(Pairs,
                [](const PairComparison &P) { return P.differing() != 0; });
}

namespace {

/// Compares the items of two sets.
class PairComparer {
public:
  PairComparer(const RunSet &First, const RunSet &Other,
               const CompareOptions &Options)
      : First(First), Other(Other), Options(Options),
        Resolution(std::max(First.Resolution, Other.Resolution)) {}

  PairComparison compare();
  void decide(ItemComparison &I) const;

private:
  ItemComparison item(const ItemKey &Key, const Item &A, const Item &B);
  FigureComparison figure(const Units &A, const Units &B, bool Tested);
  const Resampling &resampling(size_t A, size_t B) {
    return Resamplings.try_emplace({A, B}, A, B).first->second;
  }

  const RunSet &First, &Other;
  const CompareOptions &Options;
  double Resolution;
  std::map<std::pair<size_t, size_t>, Resampling> Resamplings;
};

} // namespace

/// The runs that have times of an item.
static std::vector<const Times *> timesOf(const Item &I) {
  std::vector<const Times *> Result;
  for (const std::optional<Times> &T : I.ByRun)
    if (T)
      Result.push_back(&*T);
  return Result;
}

/// What \p Value gives for each of \p Runs, as far as it gives something.
template <class Function>
static Units unitsOf(ArrayRef<const Times *> Runs, double LeastVariance,
                     Function Value) {
  Units Result{{}, LeastVariance};
  for (const Times *T : Runs)
    if (std::optional<double> V = Value(*T))
      Result.Values.push_back(*V);
  return Result;
}

FigureComparison PairComparer::figure(const Units &A, const Units &B,
                                      bool Tested) {
  FigureComparison F;
  if (!A.Values.empty())
    F.A = meanOf(A.Values);
  if (!B.Values.empty())
    F.B = meanOf(B.Values);
  if (!F.A || !F.B)
    return F;
  auto Relative = [&](double OfA, double OfB) {
    double Scale = std::max(OfA, Resolution);
    return Scale > 0 ? (OfB - OfA) / Scale : 0;
  };
  F.Change = Relative(*F.A, *F.B);
  F.Range = resampling(A.Values.size(), B.Values.size())
                .interval([&](ArrayRef<uint32_t> InA,
                              ArrayRef<uint32_t> InB) -> std::optional<double> {
                  return Relative(meanAt(A.Values, InA), meanAt(B.Values, InB));
                });
  if (Tested && A.Values.size() > 1 && B.Values.size() > 1)
    F.Probability = welchProbability(A, B);
  return F;
}

/// What a clock's resolution adds to the variance of a single reading.
static double varianceOfResolution(double Resolution) {
  return Resolution * Resolution / 12;
}

ItemComparison PairComparer::item(const ItemKey &Key, const Item &A,
                                  const Item &B) {
  ItemComparison I;
  I.Key = Key;
  I.Line = A.Line;
  std::vector<const Times *> RunsA = timesOf(A), RunsB = timesOf(B);
  I.RunsA = RunsA.size();
  I.RunsB = RunsB.size();
  I.VisitsA = visitsOf(A);
  I.VisitsB = visitsOf(B);
  if (RunsA.empty() || RunsB.empty())
    return I;
  double OfResolution = varianceOfResolution(Resolution);
  auto Mean = [](const Times &T) { return std::optional(T.Mean); };
  // Of means of many readings the resolution's part is small, if not random.
  auto LeastOf = [&](ArrayRef<const Times *> Runs) {
    double Count = 0;
    for (const Times *T : Runs)
      Count += static_cast<double>(T->Count);
    return OfResolution * static_cast<double>(Runs.size()) / Count;
  };
  I.Mean = figure(unitsOf(RunsA, LeastOf(RunsA), Mean),
                  unitsOf(RunsB, LeastOf(RunsB), Mean), true);
  for (unsigned Q = 0; Q < QuantileCount; ++Q) {
    auto Quantile = [&](const Times &T) { return T.Quantiles[Q]; };
    I.Quantiles[Q] = figure(unitsOf(RunsA, OfResolution, Quantile),
                            unitsOf(RunsB, OfResolution, Quantile), Q < 3);
  }
  for (const Times *T : RunsA)
    I.MaxA = std::max(I.MaxA, T->Max);
  for (const Times *T : RunsB)
    I.MaxB = std::max(I.MaxB, T->Max);
  I.Tail = compareTails(RunsA, RunsB, resampling(I.RunsA, I.RunsB));
  return I;
}

/// Calls \p F with the probability and the adjusted one of each hypothesis.
template <class Function>
static void forHypotheses(PairComparison &P, Function F) {
  for (ItemComparison &I : P.Items) {
    auto Figure = [&](FigureComparison &C) {
      if (!C.Probability)
        return;
      if (!C.Adjusted)
        C.Adjusted = 1;
      F(*C.Probability, *C.Adjusted);
    };
    Figure(I.Mean);
    for (FigureComparison &Q : I.Quantiles)
      Figure(Q);
    if (I.Tail)
      F(I.Tail->Probability, I.Tail->Adjusted);
  }
}

void PairComparer::decide(ItemComparison &I) const {
  auto IsDifference = [&](const FigureComparison &F) {
    return F.Adjusted && *F.Adjusted <= Options.Discovery &&
           std::abs(*F.Change) >= Options.Least;
  };
  I.Mean.Differs = IsDifference(I.Mean);
  for (FigureComparison &Q : I.Quantiles)
    Q.Differs = IsDifference(Q) && std::abs(*Q.B - *Q.A) >= Resolution / 2;
  if (I.Tail) {
    double Less = std::min(I.Tail->ShareA, I.Tail->ShareB);
    double More = std::max(I.Tail->ShareA, I.Tail->ShareB);
    I.Tail->Differs = I.Tail->Adjusted <= Options.Discovery &&
                      More >= Options.LeastTail * Less;
  }
  auto A = First.Items.find(I.Key), B = Other.Items.find(I.Key);
  if (I.differs())
    I.PartsAt = partingLevel(timesOf(A->second), timesOf(B->second));
}

PairComparison PairComparer::compare() {
  PairComparison Result;
  for (const auto &[Key, A] : First.Items) {
    auto B = Other.Items.find(Key);
    if (B == Other.Items.end() || (Key.What == Subject::Inclusive &&
                                   isSelf(First, Key) && isSelf(Other, Key)))
      continue;
    Result.Items.push_back(item(Key, A, B->second));
  }
  listDifferences(First, Other, Result);
  return Result;
}

ComparisonModel compare(std::vector<RunSet> Sets,
                        const CompareOptions &Options) {
  ComparisonModel Result;
  Result.Options = Options;
  Result.Execution =
      all_of(Sets, [](const RunSet &Set) { return Set.Execution; });
  std::vector<PairComparer> Comparers;
  std::vector<double> Probabilities;
  for (size_t I = 1; I < Sets.size(); ++I) {
    alignFiles(Sets.front(), Sets[I]);
    alignNamesakes(Sets.front(), Sets[I]);
    Comparers.emplace_back(Sets.front(), Sets[I], Options);
    Result.Pairs.push_back(Comparers.back().compare());
    PairComparison &Pair = Result.Pairs.back();
    Pair.Other = I;
    size_t Before = Probabilities.size();
    forHypotheses(Pair, [&](double Probability, double &) {
      Probabilities.push_back(Probability);
    });
    Pair.Hypotheses = Probabilities.size() - Before;
  }
  std::vector<double> Adjusted = analysis::adjustForDiscovery(Probabilities);
  size_t Next = 0;
  for (auto [Pair, Comparer] : zip_equal(Result.Pairs, Comparers)) {
    forHypotheses(Pair, [&](double, double &A) { A = Adjusted[Next++]; });
    for (ItemComparison &I : Pair.Items)
      Comparer.decide(I);
  }
  if (!Options.KeepsTimes)
    for (RunSet &Set : Sets)
      Set.Items.clear();
  Result.Sets = std::move(Sets);
  return Result;
}

const RunSet *unrelatedSet(const ComparisonModel &Model) {
  const RunSet &First = Model.Sets.front();
  for (const RunSet &Other : drop_begin(Model.Sets))
    if (none_of(First.Functions, [&](const auto &Function) {
          return Other.Functions.contains(Function.first);
        }))
      return &Other;
  return nullptr;
}

} // namespace ipoint::compare
