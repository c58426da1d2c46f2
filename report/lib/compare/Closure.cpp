//===- Closure.cpp - Corrected times against the plain program ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Closure.h"
#include "stats/Differences.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::compare {

/// Fewer pairs give no interval.
static constexpr size_t LeastPairs = 2 * Resampling::LeastUnits;

namespace {

/// What the overheads that were measured are to be multiplied by.
struct Factors {
  double Timed = 1;
  double Untimed = 1;
  bool One = true; ///< both are the same: pairs cannot separate them
};

} // namespace

static double errorOf(const MeasuredPair &P, const Factors &F) {
  double Corrected =
      P.Elapsed - P.Waited - F.Timed * P.TimedCost - F.Untimed * P.UntimedCost;
  return (Corrected - P.Plain) / P.Plain;
}

/// Minimises the sum of squared relative errors, each with its weight. What the
/// pairs cannot separate gets one factor: where the costs of timed and
/// untimed probes stand in the same ratio in all of them (squared correlation
/// over 0.99), or there is one kind only.
static Factors leastSquares(ArrayRef<const MeasuredPair *> Pairs,
                            ArrayRef<double> Weights) {
  double TT = 0, UU = 0, TU = 0, TY = 0, UY = 0;
  for (auto [P, W] : zip_equal(Pairs, Weights)) {
    double T = P->TimedCost / P->Plain, U = P->UntimedCost / P->Plain;
    double Y = (P->Elapsed - P->Waited - P->Plain) / P->Plain;
    TT += W * T * T;
    UU += W * U * U;
    TU += W * T * U;
    TY += W * T * Y;
    UY += W * U * Y;
  }
  Factors F;
  double Determinant = TT * UU - TU * TU;
  if (TT > 0 && UU > 0 && Determinant > 0.01 * TT * UU) {
    F.One = false;
    F.Timed = (TY * UU - UY * TU) / Determinant;
    F.Untimed = (UY * TT - TY * TU) / Determinant;
    if (F.Timed >= 0 && F.Untimed >= 0)
      return F;
    F.One = true; // a negative cost is noise
  }
  double Both = TT + 2 * TU + UU;
  F.Timed = F.Untimed = Both > 0 ? std::max((TY + UY) / Both, 0.0) : 1;
  return F;
}

/// Least absolute relative errors: of which the median is zero, and which runs
/// that something held up don't move. By least squares whose weights are one
/// over the last error (Schlossmacher 1973).
static Factors fit(ArrayRef<const MeasuredPair *> Pairs) {
  constexpr unsigned Rounds = 40;
  constexpr double LeastError = 1e-6; // all smaller ones weigh alike
  std::vector<double> Weights(Pairs.size(), 1);
  Factors F = leastSquares(Pairs, Weights);
  for (unsigned R = 0; R < Rounds; ++R) {
    for (auto [P, W] : zip_equal(Pairs, Weights))
      W = 1 / std::max(std::abs(errorOf(*P, F)), LeastError);
    F = leastSquares(Pairs, Weights);
  }
  return F;
}

/// Overheads per probe that \p F amounts to, means over the pairs.
static void setOverheads(ClosureError &C, ArrayRef<const MeasuredPair *> Pairs,
                         const Factors &F) {
  double Timed = 0, Untimed = 0, TimedCost = 0, UntimedCost = 0;
  for (const MeasuredPair *P : Pairs) {
    Timed += P->Timed;
    Untimed += P->Untimed;
    TimedCost += P->TimedCost;
    UntimedCost += P->UntimedCost;
  }
  C.TimedOverhead = Timed > 0 ? F.Timed * TimedCost / Timed : 0;
  C.UntimedOverhead = Untimed > 0 ? F.Untimed * UntimedCost / Untimed : 0;
}

static double medianError(ArrayRef<const MeasuredPair *> Pairs,
                          const Factors &F) {
  std::vector<double> Errors;
  Errors.reserve(Pairs.size());
  for (const MeasuredPair *P : Pairs)
    Errors.push_back(errorOf(*P, F));
  return medianOf(std::move(Errors));
}

static std::vector<const MeasuredPair *>
pick(ArrayRef<const MeasuredPair *> From, ArrayRef<uint32_t> Indices) {
  std::vector<const MeasuredPair *> Result;
  for (uint32_t I : Indices)
    Result.push_back(From[I]);
  return Result;
}

/// The median error of all pairs, between two of them: no overhead depends on
/// them.
static ClosureError unfitted(ArrayRef<const MeasuredPair *> Pairs) {
  ClosureError C;
  setOverheads(C, Pairs, {});
  std::vector<double> Errors;
  for (const MeasuredPair *P : Pairs)
    Errors.push_back(errorOf(*P, {}));
  sort(Errors);
  std::optional<RankInterval> Ranks = quantileRanks(Errors.size(), 0.5);
  if (Ranks && Errors.size() >= LeastPairs)
    C.Range = {Errors[Ranks->Low - 1], Errors[Ranks->High - 1]};
  C.Error = medianOf(std::move(Errors));
  return C;
}

/// Fits to \p Train, and returns the error of \p Test with an interval that has
/// both samples' part: each is resampled.
static FittedClosure fitted(ArrayRef<const MeasuredPair *> Train,
                            ArrayRef<const MeasuredPair *> Test) {
  FittedClosure Result;
  Factors F = fit(Train);
  Result.OneFactor = F.One;
  Result.FittedTo = Train.size();
  Result.TestedOn = Test.size();
  setOverheads(Result.Closure, Test, F);
  Result.Closure.Error = medianError(Test, F);
  std::optional<Interval> Range =
      Resampling(Train.size(), Test.size())
          .interval([&](ArrayRef<uint32_t> InTrain,
                        ArrayRef<uint32_t> InTest) -> std::optional<double> {
            return medianError(pick(Test, InTest), fit(pick(Train, InTrain)));
          });
  if (Range)
    Result.Closure.Range = {Range->Low, Range->High};
  return Result;
}

/// With several inputs: fitted to all others. With one: to its odd pairs, and
/// the error is of the even ones; over tests of both halves in turn it would
/// cancel out.
static std::optional<FittedClosure> fittedFor(ArrayRef<MeasuredInput> Inputs,
                                              size_t Which) {
  std::vector<const MeasuredPair *> Train, Test;
  for (size_t I = 0; I < Inputs.size(); ++I)
    for (size_t P = 0; P < Inputs[I].Pairs.size(); ++P) {
      bool Tested = Inputs.size() > 1 ? I == Which : P % 2 == 1;
      bool Trained = Inputs.size() > 1 ? I != Which : P % 2 == 0;
      if (Tested)
        Test.push_back(&Inputs[I].Pairs[P]);
      if (Trained)
        Train.push_back(&Inputs[I].Pairs[P]);
    }
  if (Train.empty() || Test.empty())
    return std::nullopt;
  FittedClosure Result = fitted(Train, Test);
  Result.ByInputs = Inputs.size() > 1;
  return Result;
}

ClosureModel close(std::vector<MeasuredInput> Inputs) {
  ClosureModel Result;
  for (size_t I = 0; I < Inputs.size(); ++I) {
    ClosureInput About = Inputs[I].About;
    std::vector<const MeasuredPair *> Pairs;
    auto N = static_cast<double>(Inputs[I].Pairs.size());
    for (const MeasuredPair &P : Inputs[I].Pairs) {
      Pairs.push_back(&P);
      About.Plain += P.Plain / N;
      About.Instrumented += P.Elapsed / N;
      About.Waited += P.Waited / N;
      About.Timed += P.Timed / N;
      About.Untimed += P.Untimed / N;
    }
    About.Pairs = Pairs.size();
    About.Unfitted = unfitted(Pairs);
    Result.Inputs.push_back(std::move(About));
  }
  for (size_t I = 0; I < Inputs.size(); ++I)
    Result.Inputs[I].Fitted = fittedFor(Inputs, I);
  return Result;
}

} // namespace ipoint::compare
