//===- Find.h - From Clang's tree to probe sites --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_FIND_H
#define IPOINT_PROBES_FIND_H

#include "frontend/Parse.h"
#include "probes/Sites.h"
#include <functional>

namespace ipoint {

/// What is to be found beside what the text asks for.
struct FindOptions {
  /// See parseText().
  std::optional<std::string> ForClang = {};
  /// In tail position the exit probe comes before the call.
  bool TailCalls = false;
  /// The marks that a function is to have in addition; null: none.
  std::function<std::vector<RequestedMark>(const FoundFunction &)> MarksOf = {};
};

/// Finds the functions of the main text that are the user's, their probe sites,
/// and the edits that would put probes there. A function that is not clean, or
/// that must not be touched, comes without sites and with the reason.
FoundUnit findSites(const Source &S, const FindOptions &Wanted = {});

/// Gives the places of \p Unit their lines and columns: preprocessed text has
/// no columns, and its lines are not always right.
void findColumns(FoundUnit &Unit, const Source &S,
                 const clang::LangOptions &LangOpts);

} // namespace ipoint

#endif // IPOINT_PROBES_FIND_H
