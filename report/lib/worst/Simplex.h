//===- Simplex.h - Optima that are proven, found by Clp --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For LinearProgram.cpp alone: Clp's headers define macros, and names that are
// LLVM's.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_SIMPLEX_H
#define IPOINT_WORST_SIMPLEX_H

#include "LinearProgram.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <ClpSimplex.hpp>
#include <optional>

namespace ipoint::worst {

/// Relative to what is added up in a row, or in the value.
constexpr double Tolerance = 1e-6;

/// Whether \p X satisfies the rows of \p P, but for rounding.
bool isFeasible(const LinearProgram &P, llvm::ArrayRef<double> X);

struct Residual;
struct RowSum;

/// A program and Clp's model of it.
class Simplex {
public:
  explicit Simplex(LinearProgram Of) : P(std::move(Of)) {
    Model.setLogLevel(0);
    load();
  }
  const LinearProgram &program() const { return P; }
  void setCost(uint32_t Column, double Cost) { P.Columns[Column].Cost = Cost; }
  void setRowBounds(uint32_t Row, double Lower, double Upper) {
    P.Rows[Row].Lower = Lower;
    P.Rows[Row].Upper = Upper;
    HasOtherBounds = true;
  }
  enum class From {
    Last, ///< where the last one has ended
    Presolved,
    ByDual,   ///< the same, by the dual simplex
    Carefully ///< from the beginning, as it is
  };
  /// None: Clp does not find a proven one.
  std::optional<Solution> optimum(From Begin);
  std::optional<Solution> quickOptimum() {
    std::optional<Solution> S;
    if (HasBasis)
      S = optimum(From::Last);
    for (From Begin : {From::Presolved, From::ByDual})
      if (!S)
        S = optimum(Begin);
    return S;
  }
  std::optional<Solution> optimum() {
    std::optional<Solution> S = quickOptimum();
    return S ? S : optimum(From::Carefully);
  }

private:
  LinearProgram P;
  ClpSimplex Model; ///< minimizes
  bool HasBasis = false, HasOtherBounds = false;

  void load();
  void setCosts(double Scale, llvm::function_ref<double(size_t)> CostOf);
  void setBounds(double Scale, llvm::ArrayRef<double> From,
                 llvm::ArrayRef<RowSum> FromRows);
  void run(From Begin);
  void refine(Solution &S, const Residual &Of);
};

} // namespace ipoint::worst

#endif // IPOINT_WORST_SIMPLEX_H
