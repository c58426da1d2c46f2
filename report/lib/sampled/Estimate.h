//===- Estimate.h - From shares of samples to times -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   time of a function = share of samples × CPU time of the plain program
//   mean time of a call = that / calls in the instrumented program
//
// Formulas, sources, assumptions: docs/method/sampling.md.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_ESTIMATE_H
#define IPOINT_SAMPLED_ESTIMATE_H

#include "Shares.h"
#include "model/SamplingModel.h"
#include <deque>

namespace ipoint::estimate {

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

} // namespace ipoint::estimate

#endif // IPOINT_SAMPLED_ESTIMATE_H
