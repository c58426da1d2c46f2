//===- TracesModel.h - What a report says of traces, as values ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ANALYSIS_TRACESMODEL_H
#define IPOINT_ANALYSIS_TRACESMODEL_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// What a probe of one form costs, in ticks.
struct ProbeModel {
  std::string Form;       ///< inline, called or patched
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
  std::string TimedEvidence, UntimedEvidence;
};

struct ClockModel {
  std::string Source;
  uint64_t RateHz = 0;
  /// Relative; none where the traces do not tell.
  std::optional<double> RateUncertainty;
  double Step = 0; ///< ticks; the larger one of these two
  double StepRecorded = 0;
  std::optional<double> StepSeen; ///< in the records; none: they can't tell
  /// Ticks of work that a read may overtake, so that they are charged to the
  /// next block: 0 where reads wait for the work before them.
  double Overtaken = 0;
  /// The share of what a probe takes that work beside it may hide.
  double Hidden = 0;
  /// Ticks; the smallest difference of two reads that came several times.
  std::optional<uint64_t> LeastSeen;
  bool Waits = false;
  std::vector<ProbeModel> Probes; ///< one for each form, inline ones first
};

/// Where the ticks between a stream's first and last read of the counter went:
/// each is in one account. Ticks.
struct BalanceModel {
  uint64_t Elapsed = 0;
  uint64_t Self = 0; ///< in blocks that call nothing without probes
  /// In blocks that call what has no probes, or through pointers: their own
  /// code and those callees.
  uint64_t CallsOut = 0;
  uint64_t Probes = 0;     ///< their mean base, in the three around
  uint64_t Interrupts = 0; ///< handlers, and what the filter took from visits
  /// Of Interrupts: handlers with records, and how many of them.
  uint64_t Handlers = 0, HandlerCount = 0;
  uint64_t Drain = 0, Gaps = 0;
  uint64_t Lost = 0; ///< where records are missing
  uint64_t SwitchedOut = 0;
  uint64_t Outside = 0; ///< while no activation was open
  uint64_t Unsure = 0;  ///< in activations, but in which block is not known
  int64_t Residue = 0;  ///< what of Elapsed is in none
  /// What probes should have taken, but accounts did not have: they are 0.
  uint64_t ProbesBeyond = 0;

  /// What is in the accounts.
  uint64_t given() const {
    return Self + CallsOut + Probes + Interrupts + Drain + Gaps + Lost +
           SwitchedOut + Outside + Unsure;
  }
};

/// A stream of records.
struct ThreadModel {
  uint64_t Pid = 0, Tid = 0;
  std::string Name;
  bool IsHandler = false;   ///< signal handlers of that thread
  uint64_t Elapsed = 0;     ///< from the first to the last record, ticks
  uint64_t SwitchedOut = 0; ///< of it the thread had no CPU, ticks
  uint64_t Switches = 0, Preemptions = 0; ///< how often, and forced of these
  BalanceModel Balance;
};

/// Of one run: times as stamped, and their mean without probes. Ticks.
struct RunTimes {
  uint64_t Count = 0;
  double Total = 0, Min = 0, Mean = 0, Max = 0;
  double Timed = 0, Untimed = 0; ///< probes in one, on average
  double CorrectedMean = 0;      ///< never below 0
};

struct RunBlock {
  uint32_t Index = 0; ///< in FunctionModel::Blocks
  uint64_t Visits = 0;
  std::optional<RunTimes> Time;
};

/// A function that ran in a run.
struct RunFunction {
  uint32_t Index = 0; ///< in ReportModel::Functions
  uint64_t Calls = 0, InferredExits = 0;
  std::optional<RunTimes> Self, Gross;
  std::vector<RunBlock> Blocks; ///< that ran
};

struct TraceModel {
  std::string BuildId; ///< of the program; empty: not known
  std::string Path, Program, Arguments, Host, Machine, Cpu, Policy;
  /// Not known where the trace does not tell.
  std::optional<int64_t> ExitStatus, ExitSignal, WallNs, UserUs, SystemUs,
      VoluntarySwitches, InvoluntarySwitches;
  std::string Switches; ///< where they come from, or "none" and why
  std::optional<int64_t> SwitchesRecorded, SwitchesLost, SwitchesUncertainty;
  uint64_t SwitchesMissing = 0; ///< of SwitchesLost: not in the folder
  std::vector<ThreadModel> Threads;
  std::vector<RunFunction> Functions; ///< empty if it is the only trace
  /// On the CPUs named in Cpus while it ran, by kind.
  std::vector<std::pair<std::string, uint64_t>> Interrupts, SoftInterrupts;
  std::string Cpus; ///< numbers with spaces between; empty: not known
  uint64_t HandlerStreams = 0; ///< of Streams: those of signal handlers
  uint64_t Streams = 0, Packets = 0, Records = 0, Timed = 0, Untimed = 0;
  bool Complete = false;
};

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_TRACESMODEL_H
