//===- FirstPass.h - Streams and counts into a Collector ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_FIRSTPASS_H
#define IPOINT_COUNT_FIRSTPASS_H

#include "Collector.h"
#include "StreamPass.h"
#include "trace/Trace.h"
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ipoint::analysis {

/// Adds the calls, transitions and paths in the file of counts of \p T to \p
/// Out; their sum goes into its account. Errors name the file: it cannot be
/// read, is of another build, or has counts that no run can have.
llvm::Error addCounts(const trace::Trace &T, const SymbolTable &Symbols,
                      Collector &Out);

/// Of one run: raw times, and their mean without probes. Ticks.
struct RunTimes {
  uint64_t Count = 0;
  double Total = 0, Min = 0, Mean = 0, Max = 0;
  double Timed = 0, Untimed = 0; ///< probes in one, on average
  double CorrectedMean = 0;      ///< never below 0
};

struct RunBlock {
  uint32_t Index = 0; ///< in FunctionSymbol::Blocks
  uint64_t Visits = 0;
  std::optional<RunTimes> Time;
};

/// A function that ran in a run.
struct RunFunction {
  uint32_t Index = 0; ///< of the function, in SymbolTable::functions()
  uint64_t Calls = 0, InferredExits = 0;
  std::optional<RunTimes> Self, Inclusive;
  std::vector<RunBlock> Blocks; ///< that ran
};

class Collector;
class SymbolTable;
struct ProbeOverhead;

/// The figures of the run \p One, but for corrected ones: what probes take is
/// known when all runs have been read.
std::vector<RunFunction> runFigures(const SymbolTable &Symbols,
                                    const Collector &One);
void correctRun(std::vector<RunFunction> &Functions, const SymbolTable &Symbols,
                const std::vector<ProbeOverhead> &Overheads);

/// What was read of a stream.
struct StreamProfile {
  trace::StreamSummary Sum;
  bool IsHandler = false; ///< of signal handlers of its thread
  uint64_t Elapsed = 0;   ///< ticks
  uint64_t OffCpu = 0;    ///< ticks
  uint64_t Switches = 0, Preemptions = 0;
};

/// What was read of a trace.
struct TraceProfile {
  std::vector<StreamProfile> Streams;
  uint64_t Records = 0;
  uint64_t Counted = 0; ///< paths that were counted in place
  uint64_t Lost = 0;    ///< records
  /// Why recording ended before the program: streams by reason.
  std::map<uint64_t, uint64_t> Ended;
  std::vector<RunFunction> Functions; ///< empty if it is the only trace
};

struct FirstPass {
  std::unique_ptr<Collector> All; ///< settled
  trace::DamageList Damages;
  std::vector<TraceProfile> Traces;     ///< in their order
  std::vector<Accounts> StreamAccounts; ///< by stream that has packets
  std::vector<StreamPart> Parts;        ///< as they were read, in their order

  uint64_t records() const;
  bool isEmpty() const;
};

/// Reads all streams, several at the same time. \p Make makes a Collector.
llvm::Expected<FirstPass>
firstPass(const PassInput &In,
          llvm::function_ref<std::unique_ptr<Collector>()> Make);

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_FIRSTPASS_H
