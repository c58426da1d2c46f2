//===- Averages.h - Means, variances and medians of values ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of values that are all at hand, each of which counts once: by Boost.Math,
// which has nothing for values with weights. Billions of values
// are counted instead: Sample has their moments, exact in integers, from which
// parts can be taken again, and Histogram their ranks.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_AVERAGES_H
#define IPOINT_STATS_AVERAGES_H

#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace ipoint::analysis {

/// Of one value or more. That of values that are alike is what they are.
double meanOf(llvm::ArrayRef<double> Values);
/// Of one value or more; the mean of the middle two where there are two.
double medianOf(std::vector<double> Values);
/// Σ(v − mean)² / (n − 1); 0 for fewer than two values.
double varianceOf(llvm::ArrayRef<double> Values);

/// Of pairs, one or more.
struct PairMoments {
  double MeanX = 0, MeanY = 0;
  double SquaresX = 0; ///< Σ(x − mean)²
  double Products = 0; ///< Σ(x − mean)(y − mean)
};
PairMoments momentsOf(llvm::ArrayRef<double> X, llvm::ArrayRef<double> Y);

} // namespace ipoint::analysis

#endif // IPOINT_STATS_AVERAGES_H
