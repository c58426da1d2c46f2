//===- LinearProgram.h - Linear programs, and how they are solved ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clp (COIN-OR) solves them: nothing else knows it.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_LINEARPROGRAM_H
#define IPOINT_WORST_LINEARPROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ipoint::worst {

constexpr double Infinity = std::numeric_limits<double>::infinity();

/// Maximize the sum of Cost × column, where each column lies between its
/// bounds and each row's sum of coefficient × column between that row's.
struct LinearProgram {
  struct Column {
    double Cost = 0;
    double Lower = 0, Upper = Infinity;
    std::string Name; ///< for the exported file and messages
  };
  struct Row {
    double Lower = -Infinity, Upper = Infinity;
    std::vector<std::pair<uint32_t, double>> Terms; ///< column, coefficient
    std::string Name;
  };
  std::vector<Column> Columns;
  std::vector<Row> Rows; ///< with a column once each

  uint32_t addColumn(std::string Name, double Cost = 0);
  /// Adds up terms of the same column.
  uint32_t addRow(Row R);
};

struct Solution {
  enum State {
    Optimal,
    Unbounded, ///< Columns is a ray: what may grow without end
    Infeasible
  };
  State Is = Optimal;
  double Value = 0;
  std::vector<double> Columns;
  /// By row: by how much Value grows if the row's binding bound grows by one.
  std::vector<double> Prices;
};

/// A program that can be solved again with other costs or bounds, from where
/// the last solution was.
class Solver {
public:
  explicit Solver(const LinearProgram &P);
  ~Solver();
  Solver(const Solver &) = delete;

  void setCost(uint32_t Column, double Cost);
  void setRowBounds(uint32_t Row, double Lower, double Upper);
  /// Fails only where the library gives up (numbers that differ by too many
  /// orders of magnitude, no memory): an error for the user.
  llvm::Expected<Solution> solve();

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

/// Of an infeasible program, rows among \p Candidates of which none can be
/// left out without the rest becoming feasible (a deletion filter: Chinneck
/// and Dravnieks 1991); the other rows stay. Empty where it is infeasible
/// without any of them. \p Candidates has each row once; of two that do, the
/// one behind the other is left out. Fails where \p P is feasible, too.
llvm::Expected<std::vector<uint32_t>>
smallestConflict(const LinearProgram &P, llvm::ArrayRef<uint32_t> Candidates);

/// \p P in the LP format that CPLEX, HiGHS, Clp and GLPK read.
void printLp(const LinearProgram &P, llvm::raw_ostream &Out);

} // namespace ipoint::worst

#endif // IPOINT_WORST_LINEARPROGRAM_H
