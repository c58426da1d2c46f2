//===- WorstModel.h - What is reported of the longest path, as values -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times are ticks.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_WORSTMODEL_H
#define IPOINT_WORST_WORSTMODEL_H

#include "Facts.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::worst {

/// As read; without probe overhead; without interrupts as well. None: not
/// known.
struct Times {
  std::optional<double> Raw, Corrected, Filtered;
};

/// What a function's time is made of.
enum class UnitKind {
  Blocks,    ///< the longest time of each transition
  Function,  ///< the longest self time of a call
  Inclusive, ///< the longest inclusive time of a call: no callee is looked at
  Caller,    ///< it is too short to be timed: part of its caller's self time
  None,      ///< it has no time: not in the estimate
  Path,      ///< of a PathBlock: as Blocks, up to the next timed ipoint
  Long,      ///< the same: what rare calls took beyond the limit of the others
};

struct PlaceInSource {
  std::string Function, File;    ///< relative to the report's root
  std::string Block;             ///< stable name; empty: the function
  unsigned Line = 0, Column = 0; ///< 0: not known
};

/// A block on the longest path, or a function that is a unit.
struct PathBlock {
  PlaceInSource At;
  UnitKind Unit = UnitKind::Blocks;
  double Count = 0;                     ///< executions in the estimate
  std::optional<uint64_t> MostObserved; ///< in one call of the root
  std::optional<uint64_t> InLongest;    ///< in the longest observed call
  double Each = 0;  ///< corrected time of one, the mean over Count
  double Total = 0; ///< corrected
  double Share = 0; ///< of the estimate
  /// By how much the estimate falls if it took 10 % less.
  double Gain = 0;
};

/// Why the estimate is larger than the longest observed call.
struct Reason {
  PlaceInSource At;
  double Count = 0;      ///< executions in the estimate
  uint64_t Observed = 0; ///< in the longest call
  double ByCount = 0;    ///< ticks for more executions
  double ByTime = 0;     ///< ticks for longer ones
};

/// A number that bounds the estimate.
struct UsedFact {
  Origin From = Origin::Observed;
  std::string Place, Words;
  std::optional<PlaceInSource> At;
  double Bound = 0;
  bool Binds = false;
  /// By how much the estimate falls if the bound is 1 less.
  double Price = 0;
  /// As a line of a file of facts, to be confirmed; empty unless observed.
  std::string Proposal;
};

struct ViolatedFact {
  std::string Place, Words; ///< of the fact
  PlaceInSource At;
  double Bound = 0, Observed = 0;
  std::string Hint = {}; ///< why, or what Observed is; empty: no more is known
};

/// Never measured, and possible.
struct NotMeasured {
  enum Kind { Transition, CallSite, Context, Function } Is = Transition;
  PlaceInSource From;
  std::string To; ///< block, or callee
  bool OnPath = false;
  /// What was taken in its place; none: nothing, so the estimate lacks it.
  std::optional<double> Taken;
};

/// Blocks of a function that a call on the path executes, and that no observed
/// call of the function did, all in one.
struct BlocksApart {
  PlaceInSource At; ///< the function
  /// Those, as few as were found, in the order of the source.
  std::vector<PlaceInSource> Blocks;
  uint64_t OnPath = 0; ///< blocks of the function on the path, in a context
  /// Of these, those that the nearest observed call did not execute, and the
  /// share of the time of those that it did.
  std::vector<PlaceInSource> NearestLacks;
  double NearestShare = 0;
};

/// Interrupts of a class, in a call that lasts as long as the estimate; or, in
/// none, what one call of the root had more.
struct InterruptAccount {
  std::optional<size_t> Class;
  double Count = 0, Each = 0, Total = 0;
};

/// The source of a function that has blocks on the path.
struct PathSource {
  std::string Function, File; ///< as in PlaceInSource
  unsigned Line = 0;          ///< of the first of Lines
  std::vector<std::string> Lines;
};

struct WorstModel {
  PlaceInSource Root; ///< of a part of a function, Block is what it is called
  std::string Executions = "call", ManyExecutions = "calls"; ///< of Root
  double RateHz = 0; ///< of the clock; 0: not known
  Times Estimate;
  Times Hwm;        ///< of the root's calls, inclusive
  double Ratio = 0; ///< Estimate ÷ Hwm, corrected
  uint64_t RootCalls = 0, Incomplete = 0;
  unsigned ContextDepth = 0;
  uint64_t Contexts = 0, Columns = 0, Rows = 0;
  std::vector<InterruptAccount> Interrupts; ///< Filtered has them on top
  std::vector<PathBlock> Path;              ///< by Total, largest first
  std::vector<Reason> Reasons;              ///< largest first
  std::vector<UsedFact> Facts;              ///< by Price × Bound
  std::vector<ViolatedFact> Violations;     ///< what a run did in spite of it
  std::vector<NotMeasured> Unmeasured;      ///< on the path first
  std::vector<BlocksApart> NeverTogether;   ///< by function
  bool IsAssumedNever = false; ///< what was not measured is left out
  std::string LongestTrace;    ///< of the call with the HWM
  uint64_t LongestNumber = 0;
  std::vector<std::string> Remarks; ///< what the estimate rests on, in words
  std::vector<PathSource> Sources;  ///< for a page, in any order
};

/// The longest path of a function, or from within it, of a report.
struct FunctionPath {
  size_t Function = 0; ///< in ReportModel::Functions
  std::optional<WorstModel> Model;
  std::string Reason; ///< why there is no Model
  /// Of a part of it only.
  bool isOfPart() const { return Model && !Model->Root.Block.empty(); }
};

} // namespace ipoint::worst

#endif // IPOINT_WORST_WORSTMODEL_H
