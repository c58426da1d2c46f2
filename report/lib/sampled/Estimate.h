//===- Estimate.h - Mean times by shares of samples -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formulas, sources, assumptions: docs/method/sampling.md.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_ESTIMATE_H
#define IPOINT_SAMPLED_ESTIMATE_H

#include "model/SamplingModel.h"
#include "profile/SampledProgram.h"
#include "stats/Sample.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace ipoint::sampled {

/// The run whose samples, in the order of time, fell into these columns and
/// weigh so much. Its size is the effective sample size (Kish).
SampledRun countSamples(llvm::ArrayRef<std::pair<uint32_t, double>> Samples);

/// How much of each column counts; columns that are left out do not.
using Contrast = std::vector<std::pair<uint32_t, double>>;

struct Share {
  double Value = 0;
  double Variance = 0;
  double Freedom = 0;       ///< degrees of it, of Variance
  analysis::Interval Range; ///< at ConfidenceLevel
  double Effective = 0;     ///< effective sample size
  bool IsOfFew = true;      ///< Range is wider than Variance implies
};

class Shares {
public:
  /// With fewer runs, parts of runs are the unit.
  static constexpr size_t LeastRuns = 4;
  /// With fewer samples, or fewer outside of what is counted, limits are those
  /// of a Poisson count if these are wider.
  static constexpr double FewSamples = 25;

  explicit Shares(llvm::ArrayRef<SampledRun> Runs);

  /// Of all samples that what \p C counts has.
  Share of(const Contrast &C) const;
  bool unitIsRun() const { return UnitIsRun; }
  double size() const { return All.Size; }

private:
  std::vector<Counted> Units;
  Counted All;
  bool UnitIsRun = false;
  double UnitFreedom = 1; ///< degrees of freedom that the units leave
};

/// Whether two sets of runs have the same shares.
struct Homogeneity {
  double Difference = 0;  ///< so much of the time lies elsewhere
  double Expected = 0;    ///< the same of chance alone
  double Probability = 1; ///< of a difference as large, or larger, by chance
};

/// By χ² over columns; what runs of one set differ by more than chance counts
/// as chance, where a set has several.
Homogeneity compareShares(llvm::ArrayRef<const SampledRun *> A,
                          llvm::ArrayRef<const SampledRun *> B);

//   time of a function = share of samples × CPU time of the plain program
//   mean time of a call = that / calls in the instrumented program
// Formulas, sources, assumptions: docs/method/sampling.md.

/// Runs of both programs on one input.
struct InputRuns {
  std::vector<SampledRun> Sampled;
  bool ExcludesKernel = true; ///< no sample was taken there
  /// CPU time of unsampled plain runs, ticks.
  std::vector<double> User, System;
  /// Calls by instrumented run, by function.
  std::vector<std::vector<double>> Calls;
};

/// A time, ticks, and what is known of it.
struct TimeEstimate {
  double Ticks = 0;
  analysis::Interval Range;
  double Samples = 0; ///< effective
};

class Estimator {
public:
  explicit Estimator(std::vector<InputRuns> Inputs);

  /// What \p C counts, of plain runs on each input as often as the instrumented
  /// program ran on it.
  TimeEstimate time(const Contrast &C) const;
  /// Of the kernel, where no sample was taken in it.
  TimeEstimate unsampledKernel() const;
  /// All CPU time of these runs.
  double cpu() const { return Cpu; }
  /// In all instrumented runs.
  double calls(uint32_t Function) const;
  /// \p Time by calls of \p Function, at least one.
  SampledMean perCall(const TimeEstimate &Time, uint32_t Function) const;

private:
  struct Input {
    InputRuns Runs;
    Shares Samples;
    double Times = 1;    ///< how often the instrumented program ran on it
    double Sampled = 0;  ///< mean CPU time that samples could fall into
    double Variance = 0; ///< of Sampled, as a mean
  };

  std::deque<Input> Inputs;
  double Cpu = 0;
};

} // namespace ipoint::sampled

#endif // IPOINT_SAMPLED_ESTIMATE_H
