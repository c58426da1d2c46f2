//===- TracesModel.h - Traces, and the plain program beside them ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_TRACESMODEL_H
#define IPOINT_MODEL_TRACESMODEL_H

#include "count/FirstPass.h"
#include "overhead/Balance.h"
#include "overhead/Clock.h"
#include "support/Describe.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ipoint::analysis {

/// A stream of records.
struct ThreadModel {
  uint64_t Pid = 0, Tid = 0;
  std::string Name;
  bool IsHandler = false; ///< signal handlers of that thread
  uint64_t Elapsed = 0;   ///< from the first to the last record, ticks
  uint64_t OffCpu = 0;    ///< of it the thread was off CPU, ticks
  uint64_t Switches = 0,
           Preemptions = 0; ///< how often, and involuntary of these
  BalanceModel Balance;
};

/// The time of a run by those who account for it.
struct RunAccounts {
  enum class Doubt {
    None,
    /// The records say that threads ran for longer than they had CPU time:
    /// something else had the CPU, and no switch shows it.
    Stolen,
    /// The same of a program whose switches are not known.
    OffCpuUnknown,
    /// The process had CPU time that no record covers.
    NotRecorded
  };
  /// ns; of all threads, off CPU and waits for the buffer apart.
  double Recorded = 0;
  double OffCpu = 0;         ///< ns, while it was recorded
  std::optional<double> Cpu; ///< user and system time, ns
  Doubt Differs = Doubt::None;
};

/// A run as its trace describes it.
struct RunFacts {
  std::string Program, Arguments, Host, Machine, Cpu, Policy;
  std::string BuildId; ///< of the program; empty: not known
  /// Not known where the trace does not hold it.
  std::optional<int64_t> ExitStatus, ExitSignal, WallNs, UserUs, SystemUs,
      VoluntarySwitches, InvoluntarySwitches;
  /// Peak memory in bytes; niceness from -20 to 19; Realtime: priority under
  /// SCHED_FIFO, 0 without; WarmUp: runs before.
  std::optional<int64_t> MinorFaults, MajorFaults, PeakMemory, Migrations,
      Niceness, Realtime, FixedAddresses, MemoryLocked, WarmUp;
  std::string Load; ///< what ipoint-run had at work beside it; empty: nothing
};

/// What \p R was given that the program does not have by itself.
template <Maybe<RunFacts> T> void describeConditions(auto &&Field, T &R) {
  Field("niceness", R.Niceness);
  Field("realtime", R.Realtime);
  Field("fixed_addresses", R.FixedAddresses);
  Field("memory_locked", R.MemoryLocked);
  Field("warm_up", R.WarmUp);
  Field("load", R.Load, As::OrNull);
}

template <Maybe<RunFacts> T> void describe(auto &&Field, T &R) {
  Field("program", R.Program);
  Field("build_id", R.BuildId, As::OrNull);
  Field("arguments", R.Arguments);
  Field("host", R.Host);
  Field("machine", R.Machine);
  Field("cpu", R.Cpu);
  Field("policy", R.Policy);
  Field("exit_status", R.ExitStatus);
  Field("exit_signal", R.ExitSignal);
  Field("wall_ns", R.WallNs);
  Field("user_us", R.UserUs);
  Field("system_us", R.SystemUs);
  Field("voluntary_switches", R.VoluntarySwitches);
  Field("involuntary_switches", R.InvoluntarySwitches);
  Field("minor_faults", R.MinorFaults);
  Field("major_faults", R.MajorFaults);
  Field("peak_memory", R.PeakMemory);
  Field("migrations", R.Migrations);
  describeConditions(Field, R);
}

/// How often something was, by kind.
struct KindCount {
  std::string Kind;
  uint64_t Count = 0;
};

struct TraceModel : RunFacts {
  std::string Path;
  RunAccounts Accounts;
  std::string Switches; ///< where they come from, or "none" and why
  std::optional<int64_t> SwitchesRecorded, SwitchesLost, SwitchesUncertainty;
  uint64_t SwitchesMissing = 0; ///< of SwitchesLost: not in the folder
  std::vector<ThreadModel> Threads;
  std::vector<RunFunction> Functions; ///< empty if it is the only trace
  /// On the CPUs named in Cpus while it ran.
  std::vector<KindCount> Interrupts, SoftInterrupts;
  std::string Cpus; ///< numbers with spaces between; empty: not known
  uint64_t HandlerStreams = 0; ///< of Streams: those of signal handlers
  uint64_t Streams = 0, Packets = 0, Records = 0, Timed = 0, Untimed = 0;
  uint64_t Counted = 0; ///< paths that were counted in place
  bool Complete = false;
};

/// What a trace's metadata say of its switches.
template <Maybe<TraceModel> T> void describeSwitches(auto &&Field, T &M) {
  Field("switches_recorded", M.SwitchesRecorded);
  Field("switches_lost", M.SwitchesLost);
  Field("switches_uncertainty", M.SwitchesUncertainty);
  Field("cpus_used", M.Cpus);
}

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

#endif // IPOINT_MODEL_TRACESMODEL_H
