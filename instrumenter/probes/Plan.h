//===- Plan.h - From sites to ipoints -------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan says what becomes of the sites that were found, and nothing that they
// say themselves: it refers to them by index.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_PLAN_H
#define IPOINT_PROBES_PLAN_H

#include "probes/Selection.h"
#include "llvm/ADT/STLExtras.h"

namespace ipoint {

/// A site that is an ipoint.
struct PlannedIpoint {
  unsigned Site = 0;  ///< index in FoundFunction::Sites
  bool Timed = false; ///< its record reads the counter
  database::Encoding E = database::Encoding::Record;
  /// The number of the first path that begins here, if any does.
  std::optional<uint64_t> PathBase = std::nullopt;
  /// What is added to the number of the path that comes here: the increment of
  /// its only source's transition, or 0.
  uint32_t Increment = 0;
  bool HasCount = false; ///< paths that end here may have the count of a loop
  uint32_t Counter = 0;  ///< of one that counts: in which variable
  /// Ipoints whose visits, which were counted, are added to the count table
  /// here: of loops that are left.
  llvm::SmallVector<uint32_t, 2> Added = {};
  bool InWindows = false; ///< it has a timed record in windows, and only there
  // Loops whose iterations are timed, index in FoundFunction::Loops:
  std::optional<uint32_t> Iterates = std::nullopt; ///< whose body begins here
  llvm::SmallVector<uint32_t, 2> Leaves = {}; ///< that may have been left here
};

/// A call in the block of an ipoint.
struct PlannedCall {
  uint32_t Ipoint = 0; ///< index in FunctionPlan::Ipoints
  const FoundCall *Found = nullptr;
  database::CallTimes Times = database::CallTimes::Once;
};

/// A place that is without a probe at the level of its function.
struct PlannedPlace {
  unsigned Place = 0; ///< index in FoundFunction::WithoutProbe
  /// In whose blocks it lies: indices in FunctionPlan::Ipoints.
  std::vector<uint32_t> Ipoints;
};

/// A budget at the level of its function.
struct PlannedBudget {
  /// In whose blocks it stands: indices in FunctionPlan::Ipoints.
  std::vector<uint32_t> Ipoints;
};

/// What becomes of a function's sites.
struct FunctionPlan {
  Choice Chosen;
  uint32_t First = 0;     ///< how many ipoints the functions before have
  uint32_t FirstLoop = 0; ///< and how many loops
  std::vector<PlannedIpoint> Ipoints;          ///< in the order of the sites
  std::vector<std::optional<uint32_t>> OfSite; ///< index in Ipoints, by site
  std::vector<std::pair<uint32_t, uint32_t>> Transitions; ///< of Ipoints
  std::vector<PlannedCall> Calls;
  std::vector<PlannedPlace> WithoutProbe;
  std::vector<PlannedBudget> Budgets; ///< by FoundFunction::Budgets
  database::Store S = database::Store::Blocks;
  std::optional<std::string> OtherStore; ///< why S is not what was chosen
  bool TimesInPlace = false;             ///< its timed ipoints add times up
  bool IsHandler = false;                ///< of interrupts
  // By transition; empty with blocks:
  std::vector<uint32_t> Increments;
  std::vector<bool> Rounds; ///< it leads round a counted loop
  uint32_t Counters = 0;    ///< variables that count what happens in loops
  /// By how many bits the count of a loop is shifted left before it is added to
  /// the number of a path; none if no loop is counted.
  std::optional<unsigned> CountBits;

  uint32_t count() const { return static_cast<uint32_t>(Ipoints.size()); }
  bool allTimed() const {
    return llvm::all_of(Ipoints,
                        [](const PlannedIpoint &P) { return P.Timed; });
  }
};

/// By function of the FoundUnit, which must outlive it.
struct UnitPlan {
  std::vector<FunctionPlan> Functions;

  uint32_t count() const {
    return Functions.empty()
               ? 0
               : Functions.back().First + Functions.back().count();
  }
};

/// Chooses among the sites of \p Found; what is possible between the chosen
/// ones follows from the paths through the others.
/// Of \p In, what concerns no single function.
FunctionPlan planFunction(const FoundFunction &Found, Choice Chosen,
                          const Selection &In = {});

UnitPlan planUnit(const FoundUnit &Found, const Selection &Chosen);

} // namespace ipoint

#endif // IPOINT_PROBES_PLAN_H
