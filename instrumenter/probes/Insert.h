//===- Insert.h - From the plan to instrumented text ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_INSERT_H
#define IPOINT_PROBES_INSERT_H

#include "frontend/Parse.h"
#include "probes/Plan.h"

namespace ipoint {

struct InsertedText {
  std::string Text;
  /// By function: from its first change to its last, in Text.
  std::vector<TextRange> Changed;
};

/// Applies the edits of \p Found to the text of \p S, with the ids that \p Unit
/// got, and puts \p Preamble (what declares the probes) in front and the unit
/// record behind, with a name for linker drivers if \p NamesRecord. Lines keep
/// their numbers. A unit without ipoints comes out as it was.
InsertedText insertProbes(const Source &S, const FoundUnit &Found,
                          const SitePlan &Plan, const database::Unit &Unit,
                          const database::Identity &Database,
                          llvm::StringRef Preamble, bool NamesRecord);

} // namespace ipoint

#endif // IPOINT_PROBES_INSERT_H
