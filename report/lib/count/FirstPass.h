//===- FirstPass.h - All streams into one Collector -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_FIRSTPASS_H
#define IPOINT_COUNT_FIRSTPASS_H

#include "Collector.h"
#include "RunFigures.h"
#include "StreamPass.h"
#include <map>

namespace ipoint::analysis {

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
