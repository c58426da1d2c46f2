//===- Analysis.h - From traces and a database to a report ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   traces + database ──checkUnits──> units that were measured
//          ──SymbolTable──> ids as functions and blocks
//   streams ──readStream──> events ──Rebuilder──> visits, activations
//          ──Collector──> distributions ──decide──> decisions on blocks
//          ──FilterCollector (second pass)──> filtered distributions,
//          interrupts ──ModelBuilder──> ReportModel
//                     ──reduce──> profile ──restore──> the same, but for what
//          takes the order of events
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_ANALYSIS_H
#define IPOINT_MODEL_ANALYSIS_H

#include "Model.h"
#include "database/Program.h"
#include "interrupts/describe/DescribeInterrupts.h"
#include "interrupts/exclude/LongCalls.h"
#include "overhead/Balance.h"
#include "profile/Profile.h"
#include "profile/Reduce.h"
#include "program/Units.h"
#include "trace/PacketReader.h"
#include "trace/Trace.h"

namespace ipoint::analysis {

struct AnalysisOptions {
  bool CallPaths = false;     ///< collect times by call path
  bool OverTime = false;      ///< say when what came, and new high-water marks
  bool LongCalls = false;     ///< say what calls about a p99 consist of
  std::string LongCallsOf;    ///< of which function; see longCalls()
  bool LongCallsOfAny = true; ///< where there is none of that name, of another
  std::optional<FilterModel> Filter;
  bool IgnoreSwitches = false; ///< all times are response times
  /// Threads that read streams; 0: one for each CPU that the process may use.
  unsigned Jobs = 0;
  /// Streams are not divided among them into shorter parts; bytes.
  uint64_t LeastPart = uint64_t(32) << 20;
  /// What the second pass may keep of what it has read, bytes.
  uint64_t LogLimit = uint64_t(64) << 20;
  trace::Progress *Watch = nullptr; ///< counts what is read; may be null
  /// The traces are its runs, and have no streams. What Filter is set to is
  /// then what it was reduced with; OverTime is not there. Null: streams are
  /// read.
  const profile::Profile *Reduced = nullptr;
  std::string ReducedFrom; ///< its file, or the first of several
};

/// Adds what \p From, a sum of runs, has of single ones and of labels to \p To.
void describeAcross(const profile::Profile &From, const SymbolTable &Symbols,
                    ReportModel &To);

/// Moves runs that are not of the build of \p Database to P.OtherRuns. Errors:
/// none is of it.
llvm::Error keepOneBuild(profile::Profile &P,
                         const database::Program &Database);

/// Reduces \p Traces, whose program is \p P, to a profile. Errors as of
/// analyze(); and a trace without a UUID, or two with one.
llvm::Expected<profile::Profile> reduce(llvm::ArrayRef<trace::Trace> Traces,
                                        const database::Program &P,
                                        const AnalysisOptions &Options);

/// Whether \p T says when its threads were off CPU.
bool hasSwitches(const trace::Trace &T);

/// Analyses \p Traces, whose program is \p P. Memory goes with the size of the
/// program, not of the traces. LostModel::Damage lists what of the traces is
/// not whole.
///
/// Errors name the trace or the database: they do not belong together; nothing
/// was recorded; nothing is whole; the traces have clocks of different rates.
llvm::Expected<ReportModel> analyze(llvm::ArrayRef<trace::Trace> Traces,
                                    const database::Program &P,
                                    const AnalysisOptions &Options);

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
  std::optional<analysis::LongCalls> LongCalls; ///< none: not asked for
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

#endif // IPOINT_MODEL_ANALYSIS_H
