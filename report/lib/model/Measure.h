//===- Measure.h - From traces or a profile to what they come to ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_MEASURE_H
#define IPOINT_MODEL_MEASURE_H

#include "Analysis.h"
#include "interrupts/describe/DescribeInterrupts.h"
#include "overhead/Balance.h"
#include "profile/Reduce.h"
#include "program/Units.h"

namespace ipoint::analysis {

/// All that was measured of a program, before it is put in words. Collectors in
/// it refer to its Symbols, so it stays where it is.
struct Measurement {
  /// Of the units \p Chosen of \p P, which must outlive it; nothing is
  /// measured yet.
  Measurement(const database::Program &P, std::vector<bool> Chosen,
              ClockModel Clock, const AnalysisOptions &Options);
  Measurement(const Measurement &) = delete;
  Measurement &operator=(const Measurement &) = delete;

  std::vector<bool> Chosen; ///< units of the database
  std::vector<OlderObject> Older;
  ClockModel Clock;
  SymbolTable Symbols;
  std::optional<FilterModel> Filter; ///< what has excluded visits
  GapRule Gaps;
  std::vector<BlockShape> Shapes; ///< by block
  bool Execution = false;
  profile::Measured Found;
  std::optional<InterruptsModel> Interrupts;
  ProbeOverheads Overheads;
  Overload Load;
  /// Of the streams with packets, by trace.
  std::vector<std::vector<BalanceModel>> Balances;
};

/// Errors as of analyze().
llvm::Expected<std::unique_ptr<Measurement>>
measure(llvm::ArrayRef<trace::Trace> Traces, const database::Program &P,
        const AnalysisOptions &Options);

/// What analyze() returns, of what measure() found for the same. Moves some of
/// it.
ReportModel describeMeasured(Measurement &M,
                             llvm::ArrayRef<trace::Trace> Traces,
                             const database::Program &P,
                             const AnalysisOptions &Options);

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_MEASURE_H
