//===- Tails.h - What is exceeded with a small probability ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   series ──tests──> independent, alike? ──threshold──> exceedances ──fit──>
//   generalised Pareto distribution ──profile likelihood──> upper bound
//
// What does not pass is refused: there is no bound then. Sources and what the
// bounds cover: docs/method/tails.md.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_STATS_TAILS_H
#define IPOINT_STATS_TAILS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::analysis {

// Tests of independence and of identical distribution, by ranks, so that they
// hold for any distribution. Sources: docs/method/tails.md.

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

struct TailOptions {
  /// That a time exceeds the bound; above 0, at most MostExceedance.
  double Exceedance = 1e-6;
  /// Why these times have no tail to be known, whatever their values: such as
  /// interrupts that are not separated. Each is a refusal.
  std::vector<std::string> Refusals;
};

/// Percentiles are for what is more frequent.
constexpr double MostExceedance = 0.01;
/// Fewer values have no tail to be known.
constexpr size_t LeastInSeries = 1000;
/// From fewer exceedances nothing is fitted.
constexpr size_t LeastExceedances = 50;
/// A bound lies at most this many times further out, in probability, than one
/// of the values: for no more its coverage was shown.
constexpr double MostExtrapolation = 1000;
/// That a series of independent values that are alike is refused by a test.
constexpr double RefusalRate = 0.05;

/// Exceedances of a threshold and their generalised Pareto distribution, of
/// shape 0 or more.
struct TailFit {
  double Threshold = 0;
  size_t Exceedances = 0;
  double Shape = 0, Scale = 0; ///< of the most likely one
  double Quantile = 0;         ///< by it, at Exceedance; covers about half
};

struct TailPoint {
  double Exceedance = 0;          ///< probability
  std::optional<double> Observed; ///< largest value exceeded so often
  /// None where it is refused, or below the threshold.
  std::optional<double> Fitted, Bound;
};

struct TailEstimate {
  size_t Count = 0;
  double Exceedance = 0;
  double Largest = 0;                ///< value
  std::vector<SeriesTest> Tests;     ///< none of too few values
  double Level = 0;                  ///< a test below this probability refuses
  std::vector<std::string> Refusals; ///< sentences, without a full stop
  /// None: refused, or an order statistic is the bound.
  std::optional<TailFit> Fit;
  std::optional<double> Bound;  ///< 95 %, upper; none: refused
  std::vector<TailPoint> Curve; ///< from frequent to rare

  /// With 95 %, what was not seen in Count values is rarer than this (the rule
  /// of three: Hanley and Lippman-Hand 1983). Nothing here excludes it.
  double unseen() const;
};

/// Of \p Values, finite ones in the order in which they were observed.
TailEstimate tailOf(llvm::ArrayRef<double> Values,
                    const TailOptions &Options = {});

/// As a sentence: "what happens less often than 3 in 1,000 is not excluded".
std::string unseenInWords(const TailEstimate &T);

} // namespace ipoint::analysis

#endif // IPOINT_STATS_TAILS_H
