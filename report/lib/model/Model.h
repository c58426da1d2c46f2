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

#ifndef IPOINT_MODEL_MODEL_H
#define IPOINT_MODEL_MODEL_H

#include "AcrossModel.h"
#include "BudgetModel.h"
#include "SamplingModel.h"
#include "TimesModel.h"
#include "TracesModel.h"
#include "count/CollectedStats.h"
#include "interrupts/InterruptsModel.h"
#include "program/Units.h"
#include "stats/Pairs.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::analysis {

struct NextBlock {
  std::string Block;
  uint64_t Count = 0;
  /// Of the visits that ended so; none where none was timed.
  std::optional<Figures> Raw, Corrected;
};

/// Where text is that a function has from another file than its own.
struct IncludedModel {
  std::string File; ///< relative to the root
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: not known
  std::string Text;    ///< of the line, as it was measured
};

struct BlockModel {
  std::string Name;
  std::string Kind;
  unsigned Line = 0;   ///< of included text: the directive's
  unsigned Column = 0; ///< 0: not known
  unsigned EndLine = 0;
  bool FromMacro = false; ///< a macro makes the code: the place is its call's
  std::optional<IncludedModel> Included;
  bool Timed = false;
  bool Linear = false;
  bool Calls = false; ///< there is a call in it
  uint64_t Visits = 0;
  std::optional<TimeModel> Time;
  /// What its visits take in a call of LongCallsModel; none: not known.
  std::optional<double> InLongCalls;
  std::optional<sampled::BlockSamples> Sampled;
  sampled::BestMean Best;
  FilterState Filter = FilterState::Off;
  std::string FilterReason; ///< of Refused: why; else what was left, or empty
  std::string FilterBy;     ///< which rule decided it; empty: none
  uint64_t Excluded = 0;    ///< visits
  std::vector<uint64_t> ExcludedValues; ///< raw ticks, largest first, cut
  std::optional<StructureModel> Structure;
  std::vector<NextBlock> Next;
  std::optional<MarkOrigin> Mark;    ///< of its largest time, in sums of runs
  std::optional<uint64_t> RanAcross; ///< with how many values of a label
  /// These values, where they are few, and not all with which its function ran.
  std::vector<std::string> RanWith;
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
  uint64_t Count = 0; ///< how often control passed it
  std::optional<ValuesModel> Values;
};

struct LoopModel {
  std::string Name;
  unsigned Line = 0, EndLine = 0;
  std::optional<IncludedModel> Included; ///< of its head, or else its body
  std::optional<std::string> Head, Body; ///< blocks
  std::optional<uint64_t> Bound;
  std::string BoundFrom;
  uint64_t Entered = 0, Iterations = 0;
  /// Of one time that it was entered; none where that was not recorded.
  std::optional<uint64_t> MaxIterations;
  /// How often the body ran each time it was entered: no times, but numbers.
  std::optional<Figures> PerEntry;
  /// Of those that were timed by themselves; none: none was.
  std::optional<TimeModel> Iteration;
  /// Of all its blocks, its mean that of an iteration.
  std::optional<sampled::BlockSamples> Sampled;

  bool exceedsBound() const {
    return Bound && MaxIterations.value_or(0) > *Bound;
  }
};

/// The loop on a path whose rounds are counted.
struct RoundsModel {
  size_t Behind = 0; ///< index of the loop's head in PathModel::Blocks
  std::vector<std::string> Blocks; ///< of a round; it ends with the head
  uint64_t Count = 0;              ///< of rounds, of all times together
};

/// A path that a function took: what lies between two records.
struct PathModel {
  /// From where it begins to where it ends, without the rounds of the loop.
  std::vector<std::string> Blocks;
  uint64_t Count = 0;
  std::optional<RoundsModel> Rounds;
  /// Self times of the calls that took no other path; none where there are
  /// none, or calls have no times.
  std::optional<TimeModel> Self;
};

/// A path that the longest call took, so often in a row.
struct LongestPath {
  size_t Path = 0; ///< in FunctionModel::Paths
  uint64_t Times = 0;
};

/// The paths that the longest call took.
struct LongestCall {
  std::vector<LongestPath> Paths; ///< in their order; empty: not known
  bool IsCut = false;             ///< it took more, behind or before
};

/// What a line takes.
struct LineModel {
  unsigned Line = 0;
  std::optional<double> Self;  ///< ticks, of all visits; none: not known
  std::optional<double> Share; ///< of the function's self time; none: not known
};

/// Who calls a function, or whom it calls.
struct CallerModel {
  /// In ReportModel::Functions; none: it was at the bottom of a stack, or a
  /// handler.
  std::optional<size_t> Function;
  uint64_t Calls = 0;
  uint64_t Count = 0;   ///< calls with an inclusive time
  double Inclusive = 0; ///< of these, ticks, without probes
  /// Calls is an estimate: the calls in windows that it rests on; 0: none.
  std::optional<uint64_t> EstimatedFrom;
};

enum class FunctionStatus { Run, NeverRun, NotInstrumented };

/// Inclusive times of calls without an exit, raw, ticks.
struct InferredModel {
  uint64_t Count = 0;
  double Total = 0, Min = 0, Max = 0;
};

/// How the self time of a function differs from that in other runs.
struct SelfChange {
  double Before = 0, After = 0; ///< in a run, ticks
  bool Differs = false;         ///< by the test of `compare`
};

/// A sentence of what changed against other runs.
struct ChangeSentence {
  std::string Text;
  std::string Function; ///< that it is about; may be empty
  std::string Command;  ///< that makes it surer; may be empty
  bool IsAffected = false;
};

/// Inclusive times of a function's calls beside a number that each has.
struct CallsByValue {
  bool IsLoop = false; ///< how often a loop's body ran; else a mark's value
  std::string Name;    ///< of the mark, or the loop
  std::string Block;   ///< of the mark
  uint64_t Calls = 0;
  uint64_t Several = 0;       ///< calls with more than one value; not of Calls
  std::optional<LineFit> Fit; ///< of Sample
  std::vector<ValuePair> Sample, Longest; ///< of Calls
};

/// Threads that have one name, or else one place among those of their runs.
struct ThreadGroup {
  /// Beyond these all are one.
  static constexpr size_t Most = 64;

  std::string Name;       ///< empty: not known
  size_t Number = 0;      ///< among those of its runs, from 1
  bool IsHandler = false; ///< signal handlers of such threads
  size_t Streams = 0;
  uint64_t Elapsed = 0, OffCpu = 0; ///< ticks, of all together
};

/// What calls of a function took in the threads of a ThreadGroup.
struct ThreadCalls {
  struct Times {
    uint64_t Count = 0;
    double Total = 0; ///< raw ticks
    uint64_t Max = 0; ///< ticks
  };
  size_t Thread = 0; ///< in ReportModel::Threads
  uint64_t Calls = 0;
  std::optional<Times> Self, Inclusive;
};

struct FunctionModel {
  std::string Name;
  std::string File; ///< relative to the root
  /// The first unit that has it: functions of one name in a file differ in it.
  std::string Unit;
  unsigned Line = 0;
  unsigned EndLine = 0;
  std::string Page;
  bool IsInterrupt = false; ///< an interrupt handler
  bool IsCounted = false;   ///< in place: its counts are of the whole run
  size_t Form = 0;          ///< of its probes: which of ClockModel::Probes
  FunctionStatus Status = FunctionStatus::NeverRun;
  std::optional<std::string> Reason; ///< of NotInstrumented
  uint64_t Calls = 0;
  uint64_t Threads = 0;
  uint64_t InferredExits = 0;
  /// Those that end at another record: upper values; and those that were
  /// open at the end: up to there.
  std::optional<InferredModel> InferredEnded, InferredOpen;
  std::optional<TimeModel> Self;
  std::optional<TimeModel> Inclusive;
  /// What its calls take, without callees, in a call of LongCallsModel; none:
  /// not known.
  std::optional<double> InLongCalls;
  /// Of the plain program; none where it was not sampled.
  std::optional<sampled::FunctionSamples> Sampled;
  std::vector<sampled::CodeModel> Code; ///< if it was asked for
  std::optional<SelfChange> Change;     ///< against other runs; none: not known
  /// The means that lead.
  sampled::BestMean BestSelf, BestInclusive;
  std::vector<BlockModel> Blocks;
  std::vector<LineModel> Lines; ///< in their order; see setLineTimes()
  /// Weights of the plain program's samples by line; 0: of no line that is
  /// known. Empty where it was not sampled.
  std::map<unsigned, double> SampledLines;
  std::vector<LoopModel> Loops;
  std::vector<PathModel> Paths; ///< most frequent first; none without records
  LongestCall Longest;          ///< by self time
  LongestCall LongestInclusive; ///< by inclusive time
  /// The same of TimeModel::Uninterrupted, of both.
  LongestCall Uninterrupted, UninterruptedInclusive;
  /// By inclusive time, largest first; none where call paths were not
  /// collected.
  std::vector<CallerModel> Callers, Callees;
  /// Of threads that called it; none where the program has one, or calls were
  /// counted in place.
  std::vector<ThreadCalls> ByThread;
  std::vector<CallsByValue> ByValue; ///< of numbers that vary
  /// Of sums of runs: where the largest times are of, and what it took by the
  /// values of ReportModel::AcrossBy; empty where these are not known.
  std::optional<MarkOrigin> SelfMark, InclusiveMark;
  std::vector<AcrossModel> Across;
  std::vector<std::string> Source; ///< its lines, as they were measured
};

/// How many calls one with a known self time stands for: more than one where
/// all are counted in place, and windows time some. Their sum of times is no
/// function's share: windows time few calls of what is called most.
inline double callsPerTime(const FunctionModel &F) {
  return F.IsCounted && F.Self && F.Self->Raw.Count > 0 &&
                 F.Calls > F.Self->Raw.Count
             ? double(F.Calls) / double(F.Self->Raw.Count)
             : 1;
}

/// What all calls take themselves, ticks: without probes, and without
/// interrupts where these are known; 0: not known.
inline double selfTotal(const FunctionModel &F) {
  if (!F.Self)
    return 0;
  const Figures &S = F.Self->Filtered ? *F.Self->Filtered : F.Self->Corrected;
  return S.Total * callsPerTime(F);
}

struct BlockPlace {
  std::string Name;
  std::string File; ///< that has its text, relative to the root
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: not known
};

/// One that the program does not have.
struct ImpossibleTransition {
  std::string Function, File;
  BlockPlace From, To;
  /// In its place, a record with the number of a path to To that the function
  /// does not have; From is To then.
  std::optional<uint64_t> Path;
  uint64_t Count = 0;
};

struct LostModel {
  uint64_t Records = 0, Overwritten = 0, Repaired = 0;
  uint64_t Unsure = 0;  ///< records, times may be too early
  TraceAccount Account; ///< of waits, pauses, and calls that are not whole
  /// Of traces whose recording ended before the program: in words.
  std::vector<std::string> Ended;
  std::vector<ImpossibleTransition> Impossible;
  std::vector<std::string> Damage;
  uint64_t MixedRings = 0; ///< rings with records of two processes
  /// What a profile does not have, and why; empty where traces were read.
  std::vector<std::string> LeftOut;
  /// More than 1 % of the calls lack a record of their entry or their exit, or
  /// of those in windows go on in between others: callers and inclusive times
  /// are not known, and call paths list functions.
  bool CallersUnsure = false;
};

struct NotInstrumentedModel {
  std::string File;
  unsigned Line = 0;
  std::optional<std::string> Function;
  std::string Reason;
};

struct NeverRunBlock {
  std::string Function, File;
  BlockPlace At;
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
  uint64_t Functions = 0, FunctionsRun = 0, FunctionsNotInstrumented = 0;
  uint64_t Ipoints = 0, IpointsRun = 0, Records = 0, Calls = 0;
  uint64_t Counted = 0; ///< paths that were counted in place
  bool InPlace = false; ///< times, too: none is of a window
  uint64_t InferredExits = 0, Excluded = 0;
  /// Times off CPU that fell into calls, and involuntary ones of these.
  uint64_t Switches = 0, Preemptions = 0;
  double OffCpu = 0; ///< ticks, in all
  /// Interrupts that the kernel handled, as far as they were recorded, in
  /// calls; and how long that took, ticks.
  uint64_t KernelInterrupts = 0;
  double InKernel = 0;
};

/// The calls of a function whose time lies about its p99: what they consist of
/// is each function's and block's InLongCalls, ticks, a mean.
struct LongCallsModel {
  std::optional<size_t> Function; ///< in ReportModel::Functions
  std::string Reason;             ///< why it is not known; empty: it is
  uint64_t Calls = 0;             ///< of the function, with a time
  uint64_t Near = 0;              ///< of these: about the p99
};

/// What calls on a way took in the threads of a ThreadGroup.
struct PathInThread {
  size_t Thread = 0; ///< in ReportModel::Threads
  uint64_t Calls = 0;
  double Self = 0; ///< sum, raw ticks
};

/// Times of the calls on a way, ticks.
struct WayTimes {
  uint64_t Count = 0;            ///< calls with such a time
  double Raw = 0, Corrected = 0; ///< sums; without probes
  /// As Corrected, without what interrupts added; none where nothing was
  /// excluded on this way.
  std::optional<double> Filtered;
  uint64_t Max = 0; ///< raw; of no meaning where no call has the time

  double best() const { return Filtered.value_or(Corrected); }
};

/// A way from the bottom of a stack to a function: its calls there.
struct CallPathModel {
  std::optional<uint32_t> Parent;   ///< in CallPathsModel::Paths, before it
  std::optional<uint32_t> Function; ///< in ReportModel::Functions
  uint64_t Calls = 0;
  WayTimes Self, Inclusive;
  /// By thread; none where the program has one, or it was not recorded.
  std::vector<PathInThread> ByThread;
};

struct CallPathsModel {
  std::vector<CallPathModel> Paths; ///< depth first, by function
  /// Of all paths that are not kept separately; no Function.
  std::optional<CallPathModel> Beyond;
};

/// The time of the runs, one behind the other, in buckets of one width.
struct SeriesModel {
  struct Bucket {
    size_t Run = 0; ///< in ReportModel::Traces; the first one of several
    /// Ticks from the run's first stamp. Of the first bucket it may be less
    /// than 0.
    double Start = 0;
  };
  double Width = 0;            ///< ticks, a power of two
  std::vector<Bucket> Buckets; ///< those in which something ended
};

struct ReportModel {
  /// Only where the plain program's times were given.
  std::optional<ClosureModel> Closure;
  /// Only where it was sampled.
  std::optional<sampled::SamplingModel> Sampling;
  ClockModel Clock;
  /// Times are without the time off CPU; else they are response times.
  bool Execution = false;
  std::vector<TraceModel> Traces;
  /// The label by which functions have figures, and how many values it has;
  /// empty: none.
  std::string AcrossBy;
  uint64_t AcrossValues = 0;
  std::string DatabasePath, DatabaseIdentity;
  uint64_t DatabaseUnits = 0; ///< all that the database holds
  uint64_t UnitsMeasured = 0; ///< those that are part of the traced programs
  DatabaseFunctions FunctionsStored;
  std::vector<BuildModel> Builds; ///< most units first
  std::vector<OlderObject> OlderObjects;
  /// Of config files; each a line for the user.
  std::vector<std::string> UnmatchedPatterns;
  std::optional<FilterModel> Filter;
  /// Blocks of which a rule excludes what may be their own, in words.
  std::vector<std::string> TwoClusters;
  std::optional<InterruptsModel> Interrupts; ///< none where none was excluded
  std::string Root;
  TotalsModel Totals;
  std::vector<FunctionModel> Functions;
  std::optional<LongCallsModel> LongCalls; ///< if they were asked for
  std::vector<MarkModel> Marks;
  std::optional<CallPathsModel> CallPaths; ///< if they were asked for
  std::optional<SeriesModel> Series;       ///< the same
  std::vector<ThreadGroup> Threads;        ///< the same
  LostModel Lost;
  std::vector<ExcludedModel> Excluded;
  std::vector<NotInstrumentedModel> NotInstrumented;
  std::vector<NeverRunFunction> NeverRunFunctions;
  std::vector<NeverRunBlock> NeverRunBlocks;
  std::vector<NeverRunTransition> NeverRunTransitions;
  std::vector<BudgetMarker> BudgetMarkers; ///< by function and line
  std::vector<BudgetVerdict> Budgets;  ///< in the order in which they were set
  std::vector<ChangeSentence> Changes; ///< against other runs that were named
};

/// Whether a function has a self time.
bool isTimed(const ReportModel &Report);
/// Whether one has enough samples for a share.
bool hasSamples(const ReportModel &Report);
/// Whether shares and means are by samples: a function has enough of them for
/// a share, or nothing was timed, or only windows of a few calls. Not where
/// samples and CPU time are not of the same processes, and there are times.
bool samplesLead(const ReportModel &Report);

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_MODEL_H
