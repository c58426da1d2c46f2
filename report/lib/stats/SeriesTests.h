//===- SeriesTests.h - Whether a series is of independent, alike values ---===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of independence and of identical distribution, by ranks, so that they
// hold for any distribution. Sources: docs/method/tails.md.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_SERIESTESTS_H
#define IPOINT_STATS_SERIESTESTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <vector>

namespace ipoint::analysis {

struct SeriesTest {
  enum Aim {
    Independence, ///< of values from those before them
    Sameness      ///< of the distribution, from the first value to the last
  };
  llvm::StringRef Name; ///< as in documents, such as "runs"
  llvm::StringRef Asks; ///< what a rejection shows, as words for the user
  Aim Of = Independence;
  double Statistic = 0;
  /// Of such a statistic or a larger one if the values are independent and
  /// alike, over all lags or periods that the test looks at.
  double Probability = 1;
  size_t At = 0; ///< lag, period or value (from 1) with the statistic; 0: none
};

/// Values that the tests look at, from the first one on: what they need of
/// memory grows with them, 48 bytes a value.
constexpr size_t MostTested = size_t(1) << 22;

/// All tests of \p Values, 100 or more finite ones in their order.
std::vector<SeriesTest> testSeries(llvm::ArrayRef<double> Values);

} // namespace ipoint::analysis

#endif // IPOINT_STATS_SERIESTESTS_H
