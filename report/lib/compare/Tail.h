//===- Tail.h - How often times are long, in two sets of runs -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COMPARE_TAIL_H
#define IPOINT_COMPARE_TAIL_H

#include "Compare.h"

namespace ipoint::compare {

/// Compares the shares of visits beyond levels that a tenth to a ten-thousandth
/// of all visits exceed, and returns the level that differs most surely, its
/// probability multiplied by the number of levels. Nothing where no level has
/// enough visits beyond it, or a side has fewer than two runs.
std::optional<TailComparison> compareTails(llvm::ArrayRef<const Times *> A,
                                           llvm::ArrayRef<const Times *> B,
                                           const Resampling &Resamples);

/// The lowest level beyond which the shares of visits differ surely (5 % over
/// all levels that are looked at, by Bonferroni): up to there the two
/// exceedance curves are not distinguishable. Nothing where there is none.
std::optional<double> partingLevel(llvm::ArrayRef<const Times *> A,
                                   llvm::ArrayRef<const Times *> B);

} // namespace ipoint::compare

#endif // IPOINT_COMPARE_TAIL_H
