//===- Observations.h - Times that were observed one by one ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   lines ──read──> sets of values ──drop layers, summarise──> figures
//
// A line is `observations NAME UNIT: VALUE ...`, as ipoint/observe.h prints it;
// or numbers; or a row of the table that `ipoint-report export
// --to=observations` writes.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OBSERVATIONS_OBSERVATIONS_H
#define IPOINT_OBSERVATIONS_OBSERVATIONS_H

#include "stats/Laws.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace ipoint::observations {

using analysis::Interval;

/// Values of one name, in the order in which they were observed.
struct Set {
  std::string Name;
  std::string Unit; ///< of the values, such as "ticks"; empty: not known
  std::vector<double> Values; ///< -1e100 to 1e100
};

/// Adds what is in \p Text to \p Sets. Numbers without a name, and sets without
/// one, are of \p File; lines of one name are one set. An error names file and
/// line.
llvm::Error read(llvm::StringRef Text, llvm::StringRef File,
                 std::vector<Set> &Sets);

/// Takes the values that lie more than two standard deviations from the mean
/// out of \p Values, \p Layers times, or until there are none. Returns how
/// many it took.
size_t dropLayers(std::vector<double> &Values, unsigned Layers);

struct Percentile {
  double Share = 0; ///< of the values that are not larger, 0 to 1
  double Value = 0;
  std::optional<Interval> Between; ///< 95 %, where there are enough values
};

struct Summary {
  size_t Count = 0; ///< at least 1
  size_t Dropped = 0;
  double Mean = 0, Deviation = 0, Least = 0, Most = 0;
  /// 95 % interval of the mean; none of one value.
  std::optional<Interval> MeanBetween;
  /// By how much more the mean varies than that of independent values, squared
  /// (batch means: Law, Simulation Modeling and Analysis, 2015, 9.5); 1 or
  /// more.
  double Inflation = 1;
  std::vector<Percentile> Percentiles;
};

/// Of \p Values, one or more, in their order.
Summary summarise(llvm::ArrayRef<double> Values);

/// What two sets differ by.
struct Difference {
  double Mean = 0;             ///< of the second less that of the first
  Interval Between;            ///< 95 %
  std::optional<double> Share; ///< of the first mean, where that is above 0
  double Chance = 1; ///< of such a difference, or a larger one, if the means
                     ///< are equal
};

/// Welch's test (Biometrika 34, 1947), with the variances widened by the
/// inflation of either. None where a set has less than two values.
std::optional<Difference> compare(const Summary &First, const Summary &Second);

} // namespace ipoint::observations

#endif // IPOINT_OBSERVATIONS_OBSERVATIONS_H
