//===- FlowModel.h - The longest path as a linear program -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implicit path enumeration (Li and Malik 1995): how often each transition is
// taken is a column, that what enters a block leaves it a row, and bounds of
// loops, calls and facts are rows as well. The relaxation to real numbers is an
// upper bound of that with whole ones.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_FLOWMODEL_H
#define IPOINT_WORST_FLOWMODEL_H

#include "Instances.h"
#include "LinearProgram.h"

namespace ipoint::worst {

/// What is taken from observation where no fact is given.
enum class ObservedBounds {
  None,   ///< nothing: what has no bound is an error
  Loops,  ///< bounds of loops, of cycles without a loop, and of recursions
  Counts, ///< also how often blocks run in a call and in the loops around them
  Totals  ///< also how often they run in a call of the root
};

/// A row that a number bounds: the sum of its terms is at most, or at least,
/// Bound × Times; where there are no Times, Bound.
struct BoundRow {
  uint32_t Row = 0;
  double Bound = 0;
  std::vector<uint32_t> Times; ///< columns, of which the sum is that
  bool IsOnce = false;         ///< that sum and one
  bool IsLower = false;
  Origin From = Origin::Observed;
  std::string Place, Words;
  uint32_t Loop = analysis::None;  ///< that it is of
  uint32_t Block = analysis::None; ///< or of which block
  /// Of an observed one: as a fact, for the user to confirm.
  std::optional<Fact> Proposed;
};

/// The function that \p C lies in, or is.
uint32_t functionOf(const SymbolTable &Symbols, const Counted &C);

class FlowModel {
public:
  FlowModel(const SymbolTable &Symbols, const Instances &Of,
            const UnitTimes &Units, llvm::ArrayRef<Fact> Facts,
            ObservedBounds Observed, bool AssumeNever);

  const LinearProgram &program() const { return P; }
  /// Of the rows of the program: those of facts and observed bounds.
  const std::vector<BoundRow> &bounds() const { return Bounds; }

  /// What a column stands for.
  struct Column {
    enum Kind { Call, Visit, End, CallOf } Is = Call;
    uint32_t Instance = 0;
    /// Of a Visit: index of the transition in its Shape; of a CallOf: instance
    /// that is called.
    uint32_t Edge = 0;
    /// Of a Call of a unit, and a Visit in one of blocks; none: it costs
    /// nothing, or has no time.
    std::optional<Times> Time = std::nullopt;
    bool IsMeasured = true; ///< the time is of this transition
  };
  const std::vector<Column> &columns() const { return Columns; }
  const Instances &instances() const { return Of; }
  /// Columns whose sum is how often \p Block of \p Instance is visited.
  std::vector<uint32_t> visitsOf(uint32_t Instance, uint32_t Block) const;
  /// The column of calls of \p Instance.
  uint32_t callsOf(uint32_t Instance) const { return Layout[Instance].Calls; }
  /// The column of calls of a callee of a call, by their numbers in Instances.
  uint32_t callOf(size_t Call, size_t Callee) const {
    return static_cast<uint32_t>(FirstCallOf[Call] + Callee);
  }

private:
  struct InstanceColumns {
    uint32_t Calls = 0;
    std::optional<uint32_t> FirstEdge; ///< none: only calls count
    std::vector<uint64_t> Ended; ///< by block: calls that a jump left there
  };
  using Terms = std::vector<std::pair<uint32_t, double>>;

  uint32_t add(Column C, std::string Name);
  std::string nameOf(uint32_t Instance) const;
  void addInstance(uint32_t Number, bool NeedsFlow);
  void addBalance(uint32_t Number);
  void addCalls();
  void addCallRows(const CallGroup &G, LinearProgram::Row R);
  void addLoops(uint32_t Number);
  void addObservedLoop(uint32_t Number, uint32_t Loop);
  void addCycles(uint32_t Number);
  void addCounts(uint32_t Number);
  void addTotals();
  void addRecursion(const std::set<uint32_t> &Functions);
  std::vector<uint32_t> callsInto(const std::set<uint32_t> &Functions) const;
  void addFacts();
  void addFactRow(const Fact &F, double Bound, bool IsLower,
                  std::vector<uint32_t> Times, Terms Sum);
  void addFactRows(const Fact &F, const std::vector<uint32_t> &Times,
                   const Terms &Sum);
  std::vector<uint32_t> callsOfFunction(uint32_t Function) const;
  uint32_t loopIn(uint32_t Instance, uint32_t Symbol) const;
  void addLoopFact(const Fact &F);
  void addSumFact(const Fact &F);
  void addNotBoth(const Fact &F);
  void addBound(BoundRow B, Terms Sum);
  Terms visits(uint32_t Instance, uint32_t Block, double Factor = 1) const;
  std::vector<uint32_t> stepsOf(uint32_t Instance, uint32_t Loop,
                                bool Enters) const;
  Terms termsOf(const Counted &C, std::optional<uint32_t> Only) const;
  std::vector<uint32_t> instancesOf(uint32_t Function) const;
  double mostPerCall(uint32_t Instance, uint32_t Block) const;
  bool hasLoopFact(uint32_t Loop) const;

  const SymbolTable &Symbols;
  const Instances &Of;
  const UnitTimes &Units;
  llvm::ArrayRef<Fact> Facts;
  ObservedBounds Observed;
  bool AssumeNever;
  LinearProgram P;
  std::vector<Column> Columns;
  std::vector<InstanceColumns> Layout;
  std::vector<size_t> FirstCallOf; ///< by call: column of its first callee
  /// By shape and block: indices of the transitions that lead to it.
  std::map<const Shape *, std::vector<std::vector<uint32_t>>> Into;
  std::vector<BoundRow> Bounds;
};

} // namespace ipoint::worst

#endif // IPOINT_WORST_FLOWMODEL_H
