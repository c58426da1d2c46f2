//===- ClosureModel.h - Corrected times against the plain program ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_CLOSUREMODEL_H
#define IPOINT_MODEL_CLOSUREMODEL_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// (corrected − plain) / plain, the median over pairs of runs.
struct ClosureError {
  double TimedOverhead = 0;   ///< ticks that a timed probe is taken to cost
  double UntimedOverhead = 0; ///< ticks, an untimed one
  double Error = 0;
  /// That holds the error with 95 %; none for fewer than ten pairs.
  std::optional<std::pair<double, double>> Range;
};

/// A probe overhead that was fitted to other pairs than those that the error is
/// of.
struct FittedClosure {
  ClosureError Closure;
  bool ByInputs = false; ///< fitted to other inputs; else to other runs
  /// One factor was fitted for timed and untimed probes: pairs cannot separate
  /// them.
  bool OneFactor = true;
  uint64_t FittedTo = 0; ///< pairs
  uint64_t TestedOn = 0; ///< pairs
};

/// Pairs of runs with the same arguments: one file of ipoint-run --baseline.
struct ClosureInput {
  std::string File, Program, Arguments; ///< Program: the plain one
  uint64_t Pairs = 0;                   ///< that are used
  /// Means over the pairs, ticks: main of the plain and of the instrumented
  /// program, and what of the latter its thread waited for the buffer.
  double Plain = 0, Instrumented = 0, Waited = 0;
  double Timed = 0, Untimed = 0; ///< probes in main's thread, means
  ClosureError Unfitted;         ///< with the overheads that the runs measured
  std::optional<FittedClosure> Fitted;
  std::vector<std::string> LeftOut; ///< pairs that are not used, and why
};

struct ClosureModel {
  std::vector<ClosureInput> Inputs;
};

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_CLOSUREMODEL_H
