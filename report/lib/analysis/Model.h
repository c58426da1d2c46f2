//===- Model.h - What a report says, as values ----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The analysis fills a ReportModel, the outputs write it. Nothing here
// computes. Times are ticks of the trace's clock; an output converts them.
// Everything is in the order in which it is to be written
// (docs/report-json.md).
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ANALYSIS_MODEL_H
#define IPOINT_ANALYSIS_MODEL_H

#include "ClosureModel.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::analysis {

/// In which a figure of what was sampled lies, at ConfidenceLevel.
struct Interval {
  double Low = 0, High = 0;
};

/// What share of all values the percentiles in Figures do not exceed.
inline constexpr std::array<double, 5> PercentileShares = {0.5, 0.9, 0.99,
                                                           0.999, 0.9999};
using Intervals = std::array<std::optional<Interval>, PercentileShares.size()>;

/// How far true figures may lie from corrected ones, in ticks: expanded
/// uncertainties of coverage factor 2, about 95 % (docs/method.md).
struct Uncertainty {
  double Mean = 0;
  double Measuring = 0; ///< of the mean, but for what reads may overtake
  double Total = 0;
  double Single = 0; ///< of minimum, maximum and percentiles
  std::optional<double> StdDev;
};

/// How far figures would lie below 0, in ticks; none of those that do not.
struct Clipping {
  uint64_t Values = 0; ///< that the smallest base alone is more than
  std::optional<double> Mean, Min, Max;
  std::array<std::optional<double>, PercentileShares.size()> Percentiles;
};

/// Of Count times, in ticks. All but Count are 0 where Count is 0.
struct Figures {
  uint64_t Count = 0;
  double Total = 0;
  double Min = 0;
  double Mean = 0;
  std::optional<double> StdDev; ///< of the sample; none below two values
  std::optional<double> P50;    ///< none without values
  std::optional<double> P90; ///< these: none with less than ten values beyond
  std::optional<double> P99;
  std::optional<double> P999;
  std::optional<double> P9999;
  /// Of the percentiles; none where a percentile or its interval is beyond what
  /// so many values can tell.
  Intervals PercentileIntervals;
  double Max = 0;
  std::optional<analysis::Uncertainty> Uncertainty; ///< none of raw figures
  std::optional<Clipping> Clipped;                  ///< none where nothing is

  /// In the order of PercentileShares.
  std::array<std::optional<double> *, PercentileShares.size()> percentiles() {
    return {&P50, &P90, &P99, &P999, &P9999};
  }
  std::array<std::optional<double>, PercentileShares.size()>
  percentiles() const {
    return {P50, P90, P99, P999, P9999};
  }
};

/// Raw times from Low to High, both included.
struct HistogramBucket {
  uint64_t Low = 0;
  uint64_t High = 0;
  uint64_t Count = 0;
  uint64_t SetAside = 0; ///< how many of Count lie in an interrupt cluster
};

/// Times in which a thread had no CPU.
struct AwayModel {
  uint64_t Count = 0; ///< visits or activations that they fell into
  double Total = 0;   ///< ticks
  double Max = 0;     ///< ticks, in one of these
};

/// Activations with struck visits in them, whose times were replaced.
struct ReconstructedModel {
  uint64_t Count = 0; ///< activations
  /// Ticks that were put in the place of struck visits, and the standard
  /// uncertainty of the filtered total for want of the true ones. Not known of
  /// gross times.
  std::optional<double> Replaced, Uncertainty;
};

/// Where a high-water mark was seen first.
struct PlaceModel {
  std::string Trace; ///< path
  uint64_t Pid = 0, Tid = 0;
  bool IsHandler = false; ///< in a signal handler of that thread
  double Since = 0;       ///< ticks from the thread's first record to its end
  uint64_t Call = 0; ///< its function had been entered so often, in all traces
  std::optional<std::string> Mark; ///< that the thread came by last
};

struct TimeModel {
  Figures Raw;
  std::optional<Figures> Response; ///< raw; none where it is Raw
  std::optional<AwayModel> Away;   ///< what Response has more; none: nothing
  Figures Corrected;
  std::optional<Figures> Filtered; ///< none where nothing was set aside
  /// Of functions whose Filtered are estimates in part.
  std::optional<ReconstructedModel> Reconstructed;
  bool BelowResolution = false;
  std::vector<HistogramBucket> Histogram;
  std::optional<PlaceModel> MaxAt; ///< of Raw.Max; none: not known
};

/// What became of a block under the filter.
enum class FilterState {
  Off,
  Applied,
  NothingToSetAside,
  NotLinear,
  Refused,
  NotTimed,
  TooFewVisits
};

/// Who decides which visits are set aside as interrupted.
enum class FilterMode { Rule, Detect, Layers };

/// Thresholds, and the blocks that they are for.
struct ThresholdRule {
  uint64_t Low = 0;            ///< raw ticks
  uint64_t High = 0;           ///< raw ticks
  double Majority = 0.5;       ///< more than this share must be below Low
  uint64_t LeastVisits = 10;   ///< with fewer a block is not judged
  double GapTolerance = 0;     ///< share of visits that may lie between
  bool LinearOnly = true;      ///< leave blocks alone that call foreign code
  std::string Function, Block; ///< glob patterns; empty: all
  std::string From;            ///< who said so: options, or a file and line

  bool isGlobal() const { return Function.empty() && Block.empty(); }
};

/// A part of a block's main cluster that stands apart in it.
struct StructureModel {
  double From = 0;  ///< raw ticks, where it begins
  double Share = 0; ///< of the main cluster's visits
};

/// Figures of a block's raw times up to a threshold.
struct SensitivityModel {
  uint64_t Threshold = 0; ///< ticks
  uint64_t Beyond = 0;    ///< visits that are longer
  double Max = 0, P99 = 0, Mean = 0;
};

/// By how much visits were lengthened, ticks.
struct LengthModel {
  double Min = 0, Median = 0, Mean = 0, P99 = 0, Max = 0;
  /// 95 % intervals, where there are enough.
  std::optional<double> MedianLow, MedianHigh, MeanLow, MeanHigh;
};

/// Per tick, with a 95 % interval.
struct RateModel {
  double Rate = 0, Low = 0, High = 0;
};

struct PeriodModel {
  double Ticks = 0, Uncertainty = 0, Strength = 0;
};

/// What a block has of a kind of interrupt.
struct KindBlockModel {
  std::string Function, Block;
  uint64_t Count = 0;
  double Expected = 0; ///< by its share of the execution time
  bool Agrees = false;
};

/// A kind of interrupt: excesses that lie together.
struct KindModel {
  uint64_t Count = 0;
  uint64_t Switched = 0; ///< in visits with a known time without a CPU
  LengthModel Length;
  RateModel PerExecutionTick, PerElapsedTick;
  double Dispersion = 1; ///< of counts, where they are not Poisson
  std::optional<PeriodModel> Periodic;
  std::vector<KindBlockModel> Blocks;
  /// One block has all of them but one at most: what tells that they are
  /// interrupts is when they come.
  bool IsAlone = false;
};

/// Interrupts that are to be expected in a block by the others' rate, where no
/// gap tells them apart.
struct UnseenModel {
  std::string Function, Block;
  double Expected = 0; ///< how many
  double Added = 0;    ///< ticks that they add, in all
};

struct InterruptsModel {
  std::vector<KindModel> Kinds; ///< by length
  std::vector<UnseenModel> Unseen;
  /// Visits with a known time without a CPU: whose response time would have
  /// been set aside, would not, and in blocks that nothing is set aside of.
  uint64_t SwitchesBeyond = 0, SwitchesWithin = 0, SwitchesNotJudged = 0;
  uint64_t NotLogged = 0; ///< strikes without a time, for want of room
};

struct NextBlock {
  std::string Block;
  uint64_t Count = 0;
  /// Of the visits that ended so; none where none was timed.
  std::optional<Figures> Raw, Corrected;
};

struct BlockModel {
  std::string Name;
  std::string Kind;
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: not known
  unsigned EndLine = 0;
  bool FromMacro = false; ///< a macro makes the code: the place is its call's
  bool Timed = false;
  bool Linear = false;
  uint64_t Visits = 0;
  std::optional<TimeModel> Time;
  FilterState Filter = FilterState::Off;
  std::string FilterReason; ///< of Refused: why; else what was left, or empty
  std::string FilterBy;     ///< which rule judged it; empty: none
  uint64_t SetAside = 0;    ///< visits
  std::vector<uint64_t> SetAsideValues; ///< raw ticks, largest first, cut
  uint64_t SparedFirst =
      0; ///< first visits of a stream, which detection leaves
  std::optional<StructureModel> Structure;
  std::vector<SensitivityModel> Sensitivity;
  std::vector<NextBlock> Next;
};

/// Values that a mark recorded; at least one.
struct ValuesModel {
  uint64_t Count = 0;
  int64_t Min = 0, Max = 0;
  double Mean = 0;
};

struct MarkModel {
  std::string Name; ///< the user's
  std::string Function, File, Block;
  unsigned Line = 0;
  uint64_t Count = 0; ///< how often control came by
  std::optional<ValuesModel> Values;
};

struct LoopModel {
  std::string Name;
  unsigned Line = 0, EndLine = 0;
  std::optional<std::string> Head, Body; ///< blocks
  std::optional<uint64_t> Bound;
  std::string BoundFrom;
  uint64_t Entered = 0, Iterations = 0, MaxIterations = 0;
  /// How often the body ran each time it was entered: no times, but numbers.
  std::optional<Figures> PerEntry;

  bool exceedsBound() const { return Bound && MaxIterations > *Bound; }
};

enum class FunctionStatus { Run, NeverRun, Skipped };

/// Gross times of activations without an exit, as stamped, ticks.
struct InferredModel {
  uint64_t Count = 0;
  double Total = 0, Min = 0, Max = 0;
};

struct FunctionModel {
  std::string Name;
  std::string File; ///< relative to the root
  unsigned Line = 0;
  unsigned EndLine = 0;
  std::string Page;
  bool IsInterrupt = false; ///< an interrupt handler
  FunctionStatus Status = FunctionStatus::NeverRun;
  std::optional<std::string> Reason; ///< of Skipped
  uint64_t Calls = 0;
  uint64_t Threads = 0;
  uint64_t InferredExits = 0;
  /// Those whose end another record tells: upper values; and those that were
  /// open at the end: up to there.
  std::optional<InferredModel> InferredEnded, InferredOpen;
  std::optional<TimeModel> Self;
  std::optional<TimeModel> Gross;
  std::vector<BlockModel> Blocks;
  std::vector<LoopModel> Loops;
  std::vector<std::string> Source; ///< its lines, as they were measured
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
  std::vector<ThreadModel> Threads;
  std::vector<RunFunction> Functions; ///< empty if it is the only trace
  /// On the CPUs named in Cpus while it ran, by kind.
  std::vector<std::pair<std::string, uint64_t>> Interrupts, SoftInterrupts;
  std::string Cpus; ///< numbers with spaces between; empty: not known
  uint64_t HandlerStreams = 0; ///< of Streams: those of signal handlers
  uint64_t Streams = 0, Packets = 0, Records = 0, Timed = 0, Untimed = 0;
  bool Complete = false;
};

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
  /// Work may go on while the probes beside it do theirs.
  bool ProbesOverlap = false;
  /// Ticks; the smallest difference of two reads that came several times.
  std::optional<uint64_t> LeastSeen;
  bool Waits = false;
  std::vector<ProbeModel> Probes; ///< one for each form, inline ones first
};

struct FilterModel {
  FilterMode Mode = FilterMode::Detect;
  std::string From; ///< who chose it: an option, a file and line, or "default"
  bool LinearOnly = true;           ///< of detection and layers
  unsigned Layers = 0;              ///< of FilterMode::Layers
  std::vector<ThresholdRule> Rules; ///< the last one that matches a block holds
};

struct BlockPlace {
  std::string Name;
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: not known
};

struct ImpossibleTransition {
  std::string Function, File;
  BlockPlace From, To;
  uint64_t Count = 0;
};

/// How units of the traced programs were compiled and instrumented.
struct BuildModel {
  std::string Compiler, Flags, Level, Clock;
  uint64_t Units = 0;
};

/// An object of a traced program that was made from an older text than the one
/// that was compiled last.
struct OlderObject {
  std::string Unit; ///< path of its source
  std::string File; ///< path of the file that has changed since
};

struct LostModel {
  uint64_t Records = 0, Overwritten = 0, Repaired = 0;
  uint64_t Unsure = 0; ///< records, times may be too early
  uint64_t Pauses = 0, PauseTicks = 0;
  /// Pauses that were wanted: by request, or between bursts.
  uint64_t Gaps = 0, GapTicks = 0;
  /// Activations that lie in those with their beginning or their end.
  uint64_t CutActivations = 0;
  /// Of traces whose recording ended before the program: in words.
  std::vector<std::string> Ended;
  std::vector<ImpossibleTransition> Impossible;
  uint64_t UnknownRecords = 0;
  std::vector<std::string> Damage;
  uint64_t MixedRings = 0; ///< rings with records of two processes
  uint64_t UnfinishedActivations = 0;
  uint64_t StartedInTheMiddle = 0;
};

struct SetAsideModel {
  std::string Function, File, Block;
  uint64_t Count = 0;
  double Min = 0, Max = 0; ///< raw ticks
  double Added = 0;        ///< ticks
  std::string By;          ///< which rule, in words
};

struct SkipModel {
  std::string File;
  unsigned Line = 0;
  std::optional<std::string> Function;
  std::string Reason;
};

struct NeverRunBlock {
  std::string Function, File, Block;
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: not known
};

struct NeverRunFunction {
  std::string Name, File;
  unsigned Line = 0;
};

/// A possible transition that was not taken, from a block that ran.
struct NeverRunTransition {
  std::string Function, File;
  BlockPlace From, To;
  bool ToRan = false; ///< the block that it leads to ran, from elsewhere
};

struct TotalsModel {
  uint64_t Functions = 0, FunctionsRun = 0, FunctionsSkipped = 0;
  uint64_t Ipoints = 0, IpointsRun = 0, Records = 0, Activations = 0;
  uint64_t InferredExits = 0, SetAside = 0;
  /// Times without CPU that fell into activations, and forced ones of these.
  uint64_t Switches = 0, Preemptions = 0;
  double SwitchedOut = 0; ///< ticks, in all
};

/// A way from the bottom of a stack to a function: its activations there.
struct CallPathModel {
  std::optional<uint32_t> Parent;   ///< in CallPathsModel::Paths, before it
  std::optional<uint32_t> Function; ///< in ReportModel::Functions
  uint64_t Calls = 0;
  uint64_t SelfCount = 0, GrossCount = 0; ///< activations with these times
  double SelfRaw = 0, Self = 0;           ///< sums, ticks; without probes
  double GrossRaw = 0, Gross = 0;
};

struct CallPathsModel {
  std::vector<CallPathModel> Paths; ///< depth first, by function
  /// Of all paths beyond what is told apart; no Function.
  std::optional<CallPathModel> Beyond;
};

struct ReportModel {
  /// Only where the plain program's times were given.
  std::optional<ClosureModel> Closure;
  ClockModel Clock;
  /// Times are without what a thread had no CPU; else they are response times.
  bool Execution = false;
  std::vector<TraceModel> Traces;
  std::string DatabasePath, DatabaseIdentity;
  uint64_t DatabaseUnits = 0; ///< all that the database holds
  uint64_t UnitsMeasured = 0; ///< those that are part of the traced programs
  std::vector<BuildModel> Builds; ///< most units first
  std::vector<OlderObject> OlderObjects;
  std::optional<FilterModel> Filter;
  std::optional<InterruptsModel> Interrupts; ///< none where none was set aside
  std::string Root;
  TotalsModel Totals;
  std::vector<FunctionModel> Functions;
  std::vector<MarkModel> Marks;
  std::optional<CallPathsModel> CallPaths; ///< if they were asked for
  LostModel Lost;
  std::vector<SetAsideModel> SetAside;
  std::vector<SkipModel> Skipped;
  std::vector<NeverRunFunction> NeverRunFunctions;
  std::vector<NeverRunBlock> NeverRunBlocks;
  std::vector<NeverRunTransition> NeverRunTransitions;
};

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_MODEL_H
