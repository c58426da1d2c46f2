//===- Gains.h - What is worth to be made faster --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the outputs.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_GAINS_H
#define IPOINT_OUTPUT_GAINS_H

#include "Writer.h"

namespace ipoint::output {

/// What becomes less if each call of a function, without its callees, or each
/// visit of a block, takes 10 % less; none: not known.
struct Gain {
  size_t Function = 0;        ///< in ReportModel::Functions
  std::string Block;          ///< empty: the function; of a group: its blocks
  std::optional<double> Mean; ///< share of the time of all functions
  std::optional<double> P99;  ///< of the function of ReportModel::LongCalls
  /// Ticks of a WCET estimate, of the root whose estimate it is most of. As far
  /// as the longest path stays the same.
  std::optional<double> Worst;
};

/// Of all that takes time: by Mean, the largest first, then by Worst.
/// \p Longest may be empty.
std::vector<Gain> gainsOf(const analysis::ReportModel &Report,
                          llvm::ArrayRef<worst::FunctionPath> Longest);

/// \p Most of \p All, which gainsOf() returned, in their order: the first ones,
/// and a few more that are among the largest by P99 or Worst.
std::vector<Gain> largestOf(llvm::ArrayRef<Gain> All, size_t Most);

/// What \p Gains assume, and what each figure is of; empty of none.
std::string gainsInWords(const analysis::ReportModel &Report,
                         llvm::ArrayRef<Gain> Gains);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_GAINS_H
