//===- Edits.h - From the plan to changes of the text ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_EDITS_H
#define IPOINT_PROBES_EDITS_H

#include "probes/Plan.h"

namespace ipoint {

/// One change of the text: at Offset, Removed bytes go and Text comes.
struct Edit {
  unsigned Offset = 0;
  unsigned Removed = 0;
  std::string Text;
};

/// Where the counts of the paths that end at an ipoint are.
struct CountPlace {
  std::optional<int64_t> Path, Rounds; ///< none: there are none
};

/// What the text of edits depends on beside a function and its plan.
struct EditContext {
  llvm::StringRef Text;    ///< of the unit
  llvm::StringRef Handler; ///< Source::Handler
  uint32_t FirstId = 0;    ///< id of the unit's first ipoint
  /// Of sums, by ipoint of the unit: added to a path's number, its index in the
  /// count table.
  llvm::ArrayRef<CountPlace> Counts = {};
  /// Which entries of the table say whether calls, by function, and iterations,
  /// by loop of the unit, are timed.
  llvm::ArrayRef<std::optional<uint32_t>> CallStates = {}, IterationStates = {};
  uint32_t EndOfCounts = 0; ///< one past the unit's largest index there
};

/// What is written at the slots of \p Found, in their order. \p Number is that
/// of the function in the unit, from 1, for unique names.
std::vector<Edit> editsOf(const FoundFunction &Found, const FunctionPlan &Plan,
                          unsigned Number, const EditContext &Context);

} // namespace ipoint

#endif // IPOINT_PROBES_EDITS_H
