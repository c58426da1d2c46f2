//===- Simplex.cpp - Optima that are proven, found by Clp ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simplex.h"
#include <ClpPresolve.hpp>
#include <CoinError.hpp>
#include <algorithm>
#include <cmath>

namespace ipoint::worst {

/// Steps that are fewer than those from the beginning.
constexpr int FewSteps = 500;

/// A sum and that of its absolute values, to compare rounding with.
struct RowSum {
  long double Sum = 0;
  double Size = 0;
  void add(double Factor, double X) {
    Sum += static_cast<long double>(Factor) * X;
    Size += std::abs(Factor * X);
  }
  double minus(double X) const { return static_cast<double>(Sum - X); }
  /// 0 where \p Difference is no more than rounding amounts to.
  double real(double Difference) const {
    constexpr double Rounding = 4 * std::numeric_limits<double>::epsilon();
    return std::abs(Difference) <= Rounding * Size ? 0 : Difference;
  }
};

static RowSum rowSum(const LinearProgram::Row &R, llvm::ArrayRef<double> X) {
  RowSum Result;
  for (const auto &[Column, Factor] : R.Terms)
    Result.add(Factor, X[Column]);
  return Result;
}

bool isFeasible(const LinearProgram &P, llvm::ArrayRef<double> X) {
  for (const LinearProgram::Row &R : P.Rows) {
    RowSum S = rowSum(R, X);
    double Most = Tolerance * std::max(1.0, S.Size);
    // Not a number is neither.
    if (!(S.Sum >= R.Lower - Most && S.Sum <= R.Upper + Most))
      return false;
  }
  return true;
}

/// What is missing to a proven optimum.
struct Residual {
  std::vector<RowSum> Rows;
  std::vector<RowSum> Costs; ///< less what the rows' prices pay
  double Violation = 0;      ///< of a row, relative to what it adds up
  /// To what the prices allow at most, relative to the value; and without what
  /// rounding amounts to.
  double Gap = 0, RealGap = 0;

  void add(const RowSum &Price, const RowSum &Value, double Lower,
           double Upper);
  double largest() const { return std::max(Violation, Gap); }
};

/// There is a gap where \p Value is not at the bound that its price pulls it
/// to. A bound at infinity is as far as the value is large.
void Residual::add(const RowSum &Price, const RowSum &Value, double Lower,
                   double Upper) {
  double Bound = Price.Sum > 0 ? Upper : Lower, Of = Price.minus(0);
  double Far =
      std::isinf(Bound) ? std::max(1.0, Value.Size) : Value.minus(Bound);
  Gap += std::abs(Of * Far);
  RealGap += std::abs(Price.real(Of) * Value.real(Far));
}

static Residual residualOf(const LinearProgram &P, const Solution &S) {
  Residual Result;
  double Size = 0, Largest = 0;
  for (const LinearProgram::Column &C : P.Columns) {
    Result.Costs.push_back({C.Cost, std::abs(C.Cost)});
    Size += std::abs(C.Cost * S.Columns[Result.Costs.size() - 1]);
    Largest = std::max(Largest, std::abs(C.Cost));
  }
  for (size_t I = 0; I < P.Rows.size(); ++I) {
    const LinearProgram::Row &R = P.Rows[I];
    const RowSum &Sum = Result.Rows.emplace_back(rowSum(R, S.Columns));
    double Violation = static_cast<double>(
        std::max({R.Lower - Sum.Sum, Sum.Sum - R.Upper, 0.0L}));
    Result.Violation =
        std::max(Result.Violation, Violation / std::max(1.0, Sum.Size));
    Result.add({S.Prices[I], 0}, Sum, R.Lower, R.Upper);
    for (const auto &[Column, Factor] : R.Terms)
      Result.Costs[Column].add(-S.Prices[I], Factor);
  }
  for (size_t I = 0; I < P.Columns.size(); ++I)
    Result.add(Result.Costs[I], {S.Columns[I], std::abs(S.Columns[I])},
               P.Columns[I].Lower, P.Columns[I].Upper);
  double Whole = Size + 1e-3 * Largest + 1e-300;
  Result.Gap /= Whole;
  Result.RealGap /= Whole;
  return Result;
}

void Simplex::load() {
  size_t Columns = P.Columns.size(), Rows = P.Rows.size();
  std::vector<CoinBigIndex> Starts(Columns + 1);
  for (const LinearProgram::Row &R : P.Rows)
    for (const auto &Term : R.Terms)
      ++Starts[Term.first + 1];
  for (size_t I = 0; I < Columns; ++I)
    Starts[I + 1] += Starts[I];
  std::vector<int> Indices(static_cast<size_t>(Starts.back()));
  std::vector<double> Factors(Indices.size());
  std::vector<CoinBigIndex> Next = Starts;
  for (size_t I = 0; I < Rows; ++I)
    for (const auto &[Column, Factor] : P.Rows[I].Terms) {
      auto At = static_cast<size_t>(Next[Column]++);
      Indices[At] = static_cast<int>(I);
      Factors[At] = Factor;
    }
  Model.loadProblem(static_cast<int>(Columns), static_cast<int>(Rows),
                    Starts.data(), Indices.data(), Factors.data(), nullptr,
                    nullptr, nullptr, nullptr, nullptr);
}

void Simplex::setCosts(double Scale,
                       llvm::function_ref<double(size_t)> CostOf) {
  for (size_t I = 0; I < P.Columns.size(); ++I)
    Model.setObjectiveCoefficient(static_cast<int>(I), -Scale * CostOf(I));
}

/// Empty: from 0.
void Simplex::setBounds(double Scale, llvm::ArrayRef<double> From,
                        llvm::ArrayRef<RowSum> FromRows) {
  // Clp has a large number in place of infinity.
  auto Bound = [&](double Bound, long double Zero) {
    return std::isinf(Bound) ? std::copysign(COIN_DBL_MAX, Bound)
                             : static_cast<double>((Bound - Zero) * Scale);
  };
  for (size_t I = 0; I < P.Columns.size(); ++I) {
    const LinearProgram::Column &C = P.Columns[I];
    double Zero = From.empty() ? 0 : From[I];
    Model.setColumnBounds(static_cast<int>(I), Bound(C.Lower, Zero),
                          Bound(C.Upper, Zero));
  }
  for (size_t I = 0; I < P.Rows.size(); ++I) {
    const LinearProgram::Row &R = P.Rows[I];
    long double Zero = FromRows.empty() ? 0 : FromRows[I].Sum;
    Model.setRowBounds(static_cast<int>(I), Bound(R.Lower, Zero),
                       Bound(R.Upper, Zero));
  }
}

/// Columns between their bounds.
static void clamp(const LinearProgram &P, Solution &S) {
  S.Value = 0;
  for (size_t I = 0; I < P.Columns.size(); ++I) {
    const LinearProgram::Column &C = P.Columns[I];
    S.Columns[I] = std::min(std::max(S.Columns[I], C.Lower), C.Upper);
  }
  RowSum Value;
  for (size_t I = 0; I < P.Columns.size(); ++I)
    Value.add(P.Columns[I].Cost, S.Columns[I]);
  S.Value = static_cast<double>(Value.Sum);
}

/// Clp's tolerances are absolute, and in a loop of a loop what is wrong with
/// the outer one's count is multiplied. So the difference to the optimum is a
/// program, too, and has large numbers (Gleixner, Steffy and Wolter 2016). It
/// begins where the last one has ended.
void Simplex::refine(Solution &S, const Residual &Of) {
  constexpr double Enlarged = 1 << 20;
  // What a column that may be used any number of times gains or loses.
  double Largest = 1;
  auto CostOf = [&](size_t I) {
    return Of.Costs[I].real(Of.Costs[I].minus(0));
  };
  for (size_t I = 0; I < P.Columns.size(); ++I)
    if (Model.getColumnStatus(static_cast<int>(I)) == ClpSimplex::basic)
      Largest = std::max(Largest, std::abs(CostOf(I)));
  double Costs = Enlarged / Largest;
  setCosts(Costs,
           [&](size_t I) { return std::clamp(CostOf(I), -Largest, Largest); });
  setBounds(Enlarged, S.Columns, Of.Rows);
  Model.setMaximumIterations(FewSteps);
  Model.dual();
  for (size_t I = 0; I < P.Columns.size(); ++I)
    S.Columns[I] += Model.primalColumnSolution()[I] / Enlarged;
  for (size_t I = 0; I < P.Rows.size(); ++I)
    S.Prices[I] -= Model.dualRowSolution()[I] / Costs;
  clamp(P, S);
}

/// Most of a flow is chains, which are merged before it is solved. What has
/// changed a little is solved again in few steps, or from the beginning.
void Simplex::run(From Begin) {
  if (Begin == From::Last) {
    Model.setMaximumIterations(FewSteps);
    if (HasOtherBounds)
      Model.dual();
    else
      Model.primal();
    return;
  }
  Model.setPerturbation(Begin == From::Carefully ? 100 : 50); // none; some
  Model.allSlackBasis(true);
  // It may go round in circles.
  Model.setMaximumIterations(10000 + 4 * Model.numberRows());
  // What is left of a presolved program may have prices that prove nothing.
  if (Begin == From::Carefully) {
    Model.primal();
    return;
  }
  // A copy of a program that has no optimum takes a ray that may be shorter.
  Model.setProblemStatus(0);
  ClpPresolve Presolve;
  std::unique_ptr<ClpSimplex> Small(
      Presolve.presolvedModel(Model, 1e-8, false, 5, true));
  // None: it has no optimum.
  Model.setProblemStatus(1);
  if (!Small)
    return;
  // The primal simplex takes fewer steps from nothing in most flows, and in
  // some with bounds on all counts comes to no end.
  Small->setMaximumIterations(Model.maximumIterations());
  if (Begin == From::ByDual)
    Small->dual();
  else
    Small->primal();
  if (Small->status() != 0)
    return;
  Presolve.postsolve(true);
  Model.setProblemStatus(0);
}

std::optional<Solution> Simplex::optimum(From Begin) try {
  constexpr unsigned MostRounds = 4;
  constexpr double Exact = 1e-11;
  double Largest = 1;
  for (const LinearProgram::Column &C : P.Columns)
    Largest = std::max(Largest, std::abs(C.Cost));
  double Scale = std::exp2(std::min(0, 20 - std::ilogb(Largest)));
  setCosts(Scale, [&](size_t I) { return P.Columns[I].Cost; });
  setBounds(1, {}, {});
  run(Begin);
  HasBasis = HasOtherBounds = false;
  if (Model.status() != 0)
    return std::nullopt;
  Solution S;
  const double *X = Model.primalColumnSolution(), *Y = Model.dualRowSolution();
  S.Columns.assign(X, X + P.Columns.size());
  for (size_t I = 0; I < P.Rows.size(); ++I)
    S.Prices.push_back(-Y[I] / Scale);
  clamp(P, S);
  Residual Of = residualOf(P, S);
  for (unsigned Round = 0;
       Round < MostRounds && Model.status() == 0 && Of.largest() > Exact;
       ++Round) {
    Solution Better = S;
    refine(Better, Of);
    Residual Then = residualOf(P, Better);
    if (!(Then.largest() < Of.largest()))
      break;
    S = std::move(Better);
    Of = std::move(Then);
  }
  HasBasis = Of.Violation <= Tolerance && Of.RealGap <= Tolerance;
  return HasBasis ? std::optional(std::move(S)) : std::nullopt;
} catch (const CoinError &) {
  return std::nullopt;
}

} // namespace ipoint::worst
