//===- Compare.cpp - What differs between sets of runs --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "support/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::compare {

bool ItemComparison::differs() const {
  return Mean.Differs || (Tail && Tail->Differs) ||
         any_of(Quantiles, [](const FigureComparison &Q) { return Q.Differs; });
}

bool ItemComparison::isLonger() const {
  if (Mean.Differs)
    return *Mean.Change > 0;
  int Longer = 0;
  for (const FigureComparison &Q : Quantiles)
    if (Q.Differs)
      Longer += *Q.Change > 0 ? 1 : -1;
  if (Tail && Tail->Differs)
    Longer += Tail->ShareB > Tail->ShareA ? 1 : -1;
  return Longer >= 0;
}

double ItemComparison::moved() const {
  auto By = [&](const FigureComparison &F, double Part) {
    return Part * (F.B.value_or(0) * VisitsB - F.A.value_or(0) * VisitsA);
  };
  // A mean may be lost in what disturbed a run or two, and the median not.
  static constexpr double Beyond[QuantileCount] = {1, 0.1, 0.01, 0.001};
  for (unsigned Q = 0; Q < QuantileCount && !Mean.Differs; ++Q)
    if (Quantiles[Q].Differs)
      return By(Quantiles[Q], Beyond[Q]);
  if (!Mean.Differs && Tail && Tail->Differs)
    return Tail->Level * (Tail->ShareB * VisitsB - Tail->ShareA * VisitsA);
  return By(Mean, 1);
}

std::vector<const ItemComparison *> PairComparison::ranked() const {
  std::vector<const ItemComparison *> Result;
  for (const ItemComparison &I : Items)
    if (I.differs())
      Result.push_back(&I);
  stable_sort(Result, [](const ItemComparison *X, const ItemComparison *Y) {
    auto Rank = [](const ItemComparison *I) {
      return std::tuple(I->Key.What == Subject::Inclusive,
                        -std::abs(I->moved()));
    };
    return Rank(X) < Rank(Y);
  });
  return Result;
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
  /// Whether \p I differs, and its intervals: each misses with the probability
  /// \p Level.
  void decide(ItemComparison &I, double Level) const;

private:
  ItemComparison item(const ItemKey &Key, const Item &A, const Item &B);
  FigureComparison figure(const Units &A, const Units &B);
  void decideFigure(FigureComparison &F, double Level) const;
  void decideTail(TailComparison &T, double Level) const;

  const RunSet &First, &Other;
  const CompareOptions &Options;
  double Resolution;
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

FigureComparison PairComparer::figure(const Units &A, const Units &B) {
  FigureComparison F;
  if (!A.Values.empty())
    F.A = meanOf(A.Values);
  if (!B.Values.empty())
    F.B = meanOf(B.Values);
  if (!F.A || !F.B)
    return F;
  double Scale = std::max(*F.A, Resolution);
  F.IsBelow = *F.A < Resolution;
  F.Difference = *F.B - *F.A;
  F.Change = Scale > 0 ? *F.Difference / Scale : 0;
  if (A.Values.size() > 1 && B.Values.size() > 1) {
    F.OfA = analysis::meanOfUnits(A);
    F.OfB = analysis::meanOfUnits(B);
    F.Probability = welchProbability(A, B);
  }
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
    return OfResolution * static_cast<double>(Runs.size()) /
           static_cast<double>(sumOf(Runs, &Times::Count));
  };
  I.Mean = figure(unitsOf(RunsA, LeastOf(RunsA), Mean),
                  unitsOf(RunsB, LeastOf(RunsB), Mean));
  for (unsigned Q = 0; Q < QuantileCount; ++Q) {
    auto Quantile = [&](const Times &T) { return T.Quantiles[Q]; };
    I.Quantiles[Q] = figure(unitsOf(RunsA, OfResolution, Quantile),
                            unitsOf(RunsB, OfResolution, Quantile));
  }
  for (const Times *T : RunsA)
    I.MaxA = std::max(I.MaxA, T->Max);
  for (const Times *T : RunsB)
    I.MaxB = std::max(I.MaxB, T->Max);
  I.Tail = compareTails(RunsA, RunsB);
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

void PairComparer::decideFigure(FigureComparison &F, double Level) const {
  if (!F.Adjusted)
    return;
  F.IsSignificant = *F.Adjusted <= Options.Discovery;
  F.Differs = F.IsSignificant && std::abs(*F.Change) >= Options.Least;
  Interval D = welchInterval(F.OfA, F.OfB, Level);
  F.DifferenceRange = D;
  if (double Scale = F.IsBelow ? Resolution : *F.A; Scale > 0)
    F.Range = Interval{D.Low / Scale, D.High / Scale};
  if (F.IsBelow)
    return;
  if (auto Ratio = ratioInterval(F.OfA, F.OfB, Level))
    F.Range = Interval{Ratio->Low - 1, Ratio->High - 1};
  // No time gets shorter than none; one without its probes may be below that.
  if (F.Range)
    F.Range->Low = std::max(F.Range->Low, std::min(-1.0, *F.Change));
}

void PairComparer::decideTail(TailComparison &T, double Level) const {
  double Less = std::min(T.ShareA, T.ShareB);
  T.IsSignificant = T.Adjusted <= Options.Discovery;
  T.Differs = T.IsSignificant &&
              std::max(T.ShareA, T.ShareB) >= Options.LeastTail * Less;
  if (auto Roots =
          ratioInterval(T.OfA, T.OfB, Level / static_cast<double>(T.Levels)))
    T.Range = Interval{std::pow(std::max(0.0, Roots->Low), 2),
                       std::pow(Roots->High, 2)};
}

void PairComparer::decide(ItemComparison &I, double Level) const {
  decideFigure(I.Mean, Level);
  for (FigureComparison &Q : I.Quantiles) {
    decideFigure(Q, Level);
    Q.Differs &= Q.Difference && std::abs(*Q.Difference) >= Resolution / 2;
  }
  if (I.Tail)
    decideTail(*I.Tail, Level);
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
    // Code that was written anew has other times for another reason.
    auto Function = std::tuple{Key.File, Key.Function, Key.Namesake};
    if (Key.What == Subject::Block &&
        !hasSameText(First.Functions.at(Function), Other.Functions.at(Function),
                     Key.Block))
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
    Pair.Conditions = differingConditions(Sets.front(), Sets[I]);
    size_t Before = Probabilities.size();
    forHypotheses(Pair, [&](double Probability, double &) {
      Probabilities.push_back(Probability);
    });
    Pair.Hypotheses = Probabilities.size() - Before;
  }
  std::vector<double> Adjusted = analysis::adjustForDiscovery(Probabilities);
  // The step-up procedure rejects exactly what is at most this.
  auto Found = static_cast<double>(
      count_if(Adjusted, [&](double A) { return A <= Options.Discovery; }));
  Result.Level = Options.Discovery * std::max(1.0, Found) /
                 std::max<double>(1, static_cast<double>(Adjusted.size()));
  size_t Next = 0;
  for (auto [Pair, Comparer] : zip_equal(Result.Pairs, Comparers)) {
    forHypotheses(Pair, [&](double, double &A) { A = Adjusted[Next++]; });
    for (ItemComparison &I : Pair.Items)
      Comparer.decide(I, Result.Level);
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
