//===- TimesModel.h - What a report says of times, as values --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_TIMESMODEL_H
#define IPOINT_MODEL_TIMESMODEL_H

#include "interrupts/InterruptsModel.h"
#include "stats/Sample.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ipoint::analysis {

/// Raw times from Low to High, both included.
struct HistogramBucket {
  uint64_t Low = 0;
  uint64_t High = 0;
  uint64_t Count = 0;
  uint64_t Excluded = 0; ///< how many of Count lie in an interrupt cluster
  /// Of Excluded, by interrupt class, an index in InterruptsModel::Classes;
  /// those of no class are none of these. Empty: not known.
  std::vector<std::pair<size_t, uint64_t>> ByClass;
};

/// Times in which a thread was off CPU.
struct OffCpuModel {
  uint64_t Count = 0; ///< visits or calls that they fell into
  double Total = 0;   ///< ticks
  double Max = 0;     ///< ticks, in one of these
};

/// Calls with interrupted visits in them, whose times were replaced.
struct ReconstructedModel {
  uint64_t Count = 0; ///< calls
  /// Ticks that were put in the place of interrupted visits, and the standard
  /// uncertainty of the filtered total for want of the true ones. Not known of
  /// inclusive times.
  std::optional<double> Replaced, Uncertainty;
};

/// A step of a call path: successive activations of one function.
struct WayStep {
  size_t Function = 0; ///< in ReportModel::Functions
  uint32_t Times = 0;
};

/// What lengthened a high-water mark, or lay in it.
struct MarkInterrupts {
  /// Ticks that the mark has not: off CPU; of a visit, in instrumented
  /// handlers.
  double OffCpu = 0, InHandlers = 0;
  double InKernel = 0;   ///< of a visit: ticks of it, as the kernel reports
  uint64_t Excluded = 0; ///< visits: itself, or those that lie in the call
  double Added = 0;      ///< ticks that these took more than is expected
  double Longest = 0;    ///< the most that one of them did
  std::optional<size_t> Class; ///< of that one, in InterruptsModel::Classes
};

/// Where a high-water mark was seen first.
struct PlaceModel {
  std::string Trace; ///< path
  uint64_t Pid = 0, Tid = 0;
  bool IsHandler = false; ///< in a signal handler of that thread
  double Since = 0;       ///< ticks from the thread's first record to its end
  /// Its function had been entered so often, in all traces; 0: not known.
  uint64_t Call = 0;
  std::optional<std::string> Mark; ///< the last one that the thread passed
  size_t Run = 0;                  ///< in ReportModel::Traces
  std::string Thread;              ///< its name; empty: not known
  /// Ticks from the run's first stamp. A visit's start is not known where it
  /// called something or the thread waited in it.
  std::optional<double> Start;
  double End = 0;
  /// The activations that were open, from the bottom of the stack on, its own
  /// function last.
  std::vector<WayStep> Way;
  uint64_t WayOmitted = 0; ///< activations
  size_t WayBehind = 0;    ///< number of steps before these
  MarkInterrupts Interrupts;
};

/// The longest call that no detected interrupt hit.
struct UninterruptedModel {
  double Max = 0; ///< raw ticks
  PlaceModel At;
};

/// Interrupts that are to be expected by the others' rate, where nothing shows
/// them.
struct UndetectedModel {
  double Expected = 0; ///< how many, in all
  double Added = 0;    ///< ticks that they add, in all
};

/// Times that ended in a bucket of a SeriesModel.
struct SeriesPoint {
  uint32_t Bucket = 0; ///< index in SeriesModel::Buckets
  uint64_t Count = 0, Excluded = 0;
  double Sum = 0; ///< raw ticks
  uint64_t Max = 0;
  /// Of those that are not excluded; none: all are, or it is not known, which
  /// only can be where some are.
  std::optional<uint64_t> MaxKept;
  Lengths ByLength;
};

/// A raw time that was longer than all before it.
struct RecordMarkModel {
  uint64_t Number = 0; ///< it was the n-th one, in the order of their ends
  uint64_t Ticks = 0;
};

struct TimeModel {
  Figures Raw;
  double Timed = 0, Untimed = 0;     ///< probes in one, on average
  std::optional<Figures> Response;   ///< raw; none where it is Raw
  std::optional<OffCpuModel> OffCpu; ///< what Response has more; none: nothing
  Figures Corrected;
  std::optional<Figures> Filtered; ///< none where nothing was excluded
  /// Of functions whose Filtered are estimates in part.
  std::optional<ReconstructedModel> Reconstructed;
  /// None: there are not too many interrupts. Else Filtered is not given, and
  /// Corrected has them.
  std::optional<OverloadModel> Overload;
  bool BelowResolution = false;
  std::vector<HistogramBucket> Histogram;
  std::optional<PlaceModel> MaxAt; ///< of Raw.Max; none: not known
  /// Of calls, where MaxAt is interrupted; none: every call is.
  std::optional<UninterruptedModel> Uninterrupted;
  std::optional<UndetectedModel> Undetected; ///< none: less than one
  double MostInterrupted = 0; ///< excluded of one call, ticks; 0: not known
  std::vector<SeriesPoint> Series; ///< empty: not asked for
  /// The first one and the newest; empty: not asked for.
  std::vector<RecordMarkModel> RecordMarks;
};

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_TIMESMODEL_H
