//===- ClockModel.h - What a report says of clock and probes, as values ---===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OVERHEAD_CLOCKMODEL_H
#define IPOINT_OVERHEAD_CLOCKMODEL_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::analysis {

/// What a probe of one form costs, in ticks.
struct ProbeModel {
  std::string Form;       ///< inline, called or window
  bool IsUsed = false;    ///< some unit's probes have this form
  double TimedMean = 0;   ///< what is subtracted from means and sums
  double TimedMin = 0;    ///< the same of extremes
  double UntimedMean = 0; ///< what is subtracted from means and sums
  /// Standard uncertainties of the means.
  double TimedUncertainty = 0, UntimedUncertainty = 0;
  /// What the runtime measured. More than what is subtracted where times show
  /// that it can't be so: then the evidence, in words.
  double TimedMeanRecorded = 0, TimedMinRecorded = 0, UntimedMeanRecorded = 0;
  /// By how much more than TimedMeanRecorded it usually took, when what else
  /// ran on the machine was not at its least.
  double TimedSpread = 0;
  /// How far the means may be from the truth by the clock's resolution alone,
  /// where all probes take the same; 0: they need not.
  double Error = 0;
  std::string TimedEvidence, UntimedEvidence;
};

/// What adding up the numbers of paths takes in code that was compiled without
/// optimisation, in ticks; its untimed probes are path records.
struct SumModel {
  double Path = 0; ///< a record of a number
  double More = 0; ///< where its call adds to the number, as well
  double Add = 0, Set = 0, Clear = 0; ///< a statement; the last sets it to 0
};

struct ClockModel {
  std::string Source;
  uint64_t RateHz = 0;
  /// Relative; none where the traces do not hold it.
  std::optional<double> RateUncertainty;
  double Resolution = 0; ///< ticks; the larger one of these two
  double ResolutionRecorded = 0;
  std::optional<double>
      ResolutionSeen; ///< in the records; none: they do not show it
  /// Ticks of work that a read may overtake, so that they are charged to the
  /// next block: 0 where reads wait for the work before them.
  double Overtaken = 0;
  /// The share of what a probe takes that work beside it may hide.
  double Hidden = 0;
  /// Ticks; the smallest difference of two reads that came several times.
  std::optional<uint64_t> LeastSeen;
  bool Waits = false;
  /// None where no unit has such code, or not all traces have its cost.
  std::optional<SumModel> Sums;
  /// What an untimed probe weighs; see SymbolTable::recordWeight().
  uint32_t UntimedWeight = 1;
  std::vector<ProbeModel> Probes; ///< one for each form, inline ones first
};

} // namespace ipoint::analysis

#endif // IPOINT_OVERHEAD_CLOCKMODEL_H
