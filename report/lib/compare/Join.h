//===- Join.h - Names of one build in another -----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COMPARE_JOIN_H
#define IPOINT_COMPARE_JOIN_H

#include "Compare.h"

namespace ipoint::compare {

/// Gives the files of \p Other the names that \p First has for them: the same
/// name, or, where the folders above differ, the only one that ends in the most
/// of the same folders and the same file name.
void alignFiles(const RunSet &First, RunSet &Other);

/// Gives functions of \p Other that have namesakes in their file the numbers
/// that those of the same units have in \p First, whose names files have
/// already; others keep their order. A header's function that two units compile
/// differently is two functions.
void alignNamesakes(const RunSet &First, RunSet &Other);

/// Lists what appeared, vanished, changed and ran in one of two sets only.
void listDifferences(const RunSet &First, const RunSet &Other,
                     PairComparison &Pair);

} // namespace ipoint::compare

#endif // IPOINT_COMPARE_JOIN_H
