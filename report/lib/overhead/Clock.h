//===- Clock.h - The clock and the probes of all traces -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OVERHEAD_CLOCK_H
#define IPOINT_OVERHEAD_CLOCK_H

#include "ClockModel.h"
#include "callstack/ProbeCost.h"
#include "program/Symbols.h"
#include "stats/Sample.h"
#include "trace/Trace.h"
#include <cmath>

namespace ipoint::analysis {

/// Whether a clock of \p Hz may be the one of \p Other: else ticks of the two
/// cannot be added.
inline bool isSameRate(double Hz, double Other) {
  return std::abs(Hz - Other) <= 0.01 * Other;
}

/// The clock of all traces: means of rate and overheads over the traces, the
/// smallest overhead, the largest resolution. Of what the runtime recorded and
/// what a sample of the records shows, the larger resolution and the smaller
/// least overhead.
///
/// Errors name the trace: its clock has another rate than that of the others; a
/// stream can't be opened.
llvm::Expected<ClockModel> commonClock(llvm::ArrayRef<trace::Trace> Traces);

/// What probes took beside \p T, by trace::ProbeForm, as it says: TimedMean,
/// UntimedMean and TimedMin.
std::vector<ProbeModel> recordedOverheads(const trace::Trace &T);

/// Sets the number of parts of an untimed probe, so that what \p C.Sums take
/// are whole numbers of these: exactly, as long as there are few; else nearly.
/// Where an untimed probe takes nothing, the sums are left out.
void setUntimedWeight(ClockModel &C);

/// Notes in \p Symbols how probes of \p Traces were made, and what untimed ones
/// weigh, by \p C.
void noteProbes(SymbolTable &Symbols, llvm::ArrayRef<trace::Trace> Traces,
                const ClockModel &C);

/// Sets the uncertainties of the mean overheads of \p C.
void setUncertainties(ClockModel &C);

/// What probes cost by their form, with the uncertainty of it. Their TimedMin
/// is one.
ProbeOverheads overheadsOf(const ClockModel &C);

} // namespace ipoint::analysis

#endif // IPOINT_OVERHEAD_CLOCK_H
