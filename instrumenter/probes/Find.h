//===- Find.h - From Clang's tree to probe sites --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_FIND_H
#define IPOINT_PROBES_FIND_H

#include "frontend/Parse.h"
#include "probes/Selection.h"

namespace ipoint {

/// Finds the functions of the main text that are the user's, their probe sites,
/// and the edits that would put probes there. A function that is not clean, or
/// that must not be touched, comes without sites and with the reason. \p Chosen
/// names marks that are wanted in addition to those in the text, and decides
/// where the exit probe of a tail call stands.
FoundUnit findSites(const Source &S, const Selection &Chosen = {});

} // namespace ipoint

#endif // IPOINT_PROBES_FIND_H
