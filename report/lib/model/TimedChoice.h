//===- TimedChoice.h - Which functions are worth timing -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the report of one run, what the next build should time: functions whose
// times would be longer than the probes that read them, as long as the program
// is not slowed down by more than it may be (docs/configuration.md, "What is
// worth timing?").
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_TIMEDCHOICE_H
#define IPOINT_MODEL_TIMEDCHOICE_H

#include "Model.h"
#include "database/Program.h"

namespace ipoint::analysis {

/// A mean time must be so many times a timed probe: then what the probe does
/// to it is a tenth at most.
inline constexpr double LeastProbesInTime = 10;

/// Of what a program may take more, so much is for times, even where counting
/// alone takes it all.
inline constexpr double LeastForTimes = 0.1;

struct TimedFunction {
  size_t Function = 0; ///< in ReportModel::Functions
  database::TimedIpoints Timed = database::TimedIpoints::None;
  double Between = 0; ///< ticks from one reading to the next, mean
  double Probes = 0;  ///< timed ones that it adds, in all
};

struct TimedChoice {
  std::vector<TimedFunction> Functions; ///< in the report's order
  size_t Ran = 0;                       ///< functions
  size_t TooShort = 0; ///< of these: times would not be longer than probes
  size_t TooDear = 0;  ///< would have been timed (or more of them), but for
                       ///< the limit
  double Plain = 0;    ///< ticks that the program takes without probes
  bool IsPlainMeasured = false;    ///< else it is the sum of corrected times
  double Counting = 0;             ///< ticks of the path records
  bool IsCountingMeasured = false; ///< else it is what records cost alone
  double Timing = 0; ///< ticks of the timed probes that were chosen

  /// How many times as long as the plain program, of the processor's time.
  double expected() const { return (Plain + Counting + Timing) / Plain; }
};

/// Chooses for a program that may take \p Overhead times (> 1) what the plain
/// one does. Errors: \p Report has no times.
llvm::Expected<TimedChoice> chooseTimed(const ReportModel &Report,
                                        double Overhead);

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_TIMEDCHOICE_H
