//===- PlanChecker.h - What Clang's CFG says of an instrumented unit ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules, for each instrumented function:
//
//   missing     each ipoint of the plan is in the text, and once
//   entry       no code runs before an entry ipoint
//   exit        the last ipoint before the function ends is an exit
//   one-block   each piece of code that can be reached lies in the block of one
//               ipoint (levels blocks and decisions)
//   one-path    between two successive ipoints there is one path; below level
//               decisions, paths that `&&`, `||` and `?:` choose between count
//               as one (levels blocks and decisions)
//   no-cycle    each cycle holds an ipoint (levels blocks and decisions)
//   transition  each step from ipoint to ipoint that the CFG allows is among
//               the transitions of the plan
//   text        the function parses, and Clang makes a CFG of it
//
// Where OpenMP leaves open what runs before, behind a directive and in the
// heads of its loops, a block begins that has no ipoint. A directive that holds
// no ipoints at all is not looked into.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CHECKER_PLANCHECKER_H
#define IPOINT_CHECKER_PLANCHECKER_H

#include "database/Program.h"
#include "frontend/Parse.h"
#include "probes/Plan.h"

namespace ipoint::checker {

/// One line of the result.
struct Violation {
  std::string Place; ///< file:line
  std::string Function;
  std::string Rule;
  std::string What;
};

struct CheckResult {
  std::vector<Violation> Violations;
  /// Breaches of exit, one-block, one-path and no-cycle in blocks that hold a
  /// place without a probe.
  unsigned Excepted = 0;
  unsigned Functions = 0;
  unsigned Blocks = 0;      ///< of the CFG, that can be reached
  unsigned Transitions = 0; ///< that the plan holds, from reachable ipoints
  unsigned Surplus = 0;     ///< of these, those that the CFG does not allow
  unsigned Unreachable = 0; ///< ipoints that the CFG never reaches
};

/// Checks the functions of \p Instrumented against the plan, as \p Unit has it.
/// \p Plan, empty if not known, names the blocks in which places without a
/// probe lie. Errors: the text does not parse at all.
llvm::Expected<CheckResult> checkPlan(const Source &Instrumented,
                                      const database::Unit &Unit,
                                      const UnitPlan &Plan);

} // namespace ipoint::checker

#endif // IPOINT_CHECKER_PLANCHECKER_H
