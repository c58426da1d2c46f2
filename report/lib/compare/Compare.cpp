//===- Compare.cpp - What differs between sets of runs --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Join.h"
#include "Tail.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::compare {

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
