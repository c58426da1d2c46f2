//===- Closure.h - Corrected times against the plain program --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   baseline files + traces ──measurePairs──> what main took, plain and
//   instrumented, and its probes ──close──> ClosureModel
//
// Formulas: docs/method/closure-error.md. An overhead is never fitted to
// the pairs that the error is of.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COMPARE_CLOSURE_H
#define IPOINT_COMPARE_CLOSURE_H

#include "model/Model.h"
#include "program/Symbols.h"
#include "sampled/Baseline.h"
#include "trace/Trace.h"

namespace ipoint::compare {

/// One pair of runs. Ticks.
struct MeasuredPair {
  double Plain = 0;
  double Elapsed = 0; ///< of main's thread, first to last record
  double Waited = 0;  ///< of it: waits for the buffer
  double Timed = 0;   ///< probes in it
  double Untimed = 0;
  double TimedCost = 0;   ///< of all timed ones, at the measured overhead
  double UntimedCost = 0; ///< the same of untimed ones
};

/// Those with the same arguments.
struct MeasuredInput {
  analysis::ClosureInput About; ///< without figures
  std::vector<MeasuredPair> Pairs;
};

/// Reads the main threads of those of \p Traces that \p File names; \p Symbols
/// know the forms of their probes (noteProbes()). \p Probes, by
/// trace::ProbeForm, are the overheads that reports use; each run has its own
/// beside it. Errors: the clocks differ; no trace is named; a trace can't be
/// read; no pair can be used, and there are no samples either.
llvm::Expected<MeasuredInput>
measurePairs(const sampled::Baseline &File, llvm::ArrayRef<trace::Trace> Traces,
             const analysis::SymbolTable &Symbols,
             llvm::ArrayRef<analysis::ProbeModel> Probes);

/// The closure error of each of \p Inputs, each of which has a pair at least.
analysis::ClosureModel close(std::vector<MeasuredInput> Inputs);

} // namespace ipoint::compare

#endif // IPOINT_COMPARE_CLOSURE_H
