//===- FilterCollector.h - Times without what was excluded ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results of the second pass, which runs if a decision excludes visits. A
// decision of any filter is a list of bands, in raw ticks, and the time that
// replaces the time of a visit in a band. The pass reads a VisitLog, once for
// each new set of decisions. Example: a band from 900 to 1,300 that is replaced
// by 100: a visit of 1,100 ticks still counts as a visit, of 100 ticks; 1,000
// go to the interrupt account; and the visit goes into the log of interrupted
// visits, from which rates and periods are computed.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_EXCLUDE_FILTERCOLLECTOR_H
#define IPOINT_INTERRUPTS_EXCLUDE_FILTERCOLLECTOR_H

#include "VisitLog.h"
#include "callstack/Accounts.h"
#include "count/CallPaths.h"
#include "count/Distribution.h"
#include "count/Series.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace ipoint::analysis {

/// What is taken from a call path, ticks modulo 2^64: layers may make a time
/// longer. 0: nothing was interrupted.
struct PathLoss {
  uint64_t Self = 0, Inclusive = 0;
};

struct InterruptedVisit {
  uint64_t At = 0;    ///< when it ended, ticks of the clock
  uint64_t Ticks = 0; ///< raw
  uint64_t Own = 0;   ///< of Ticks: what was put in its place
  uint32_t Block = 0;
  uint32_t Stream = 0;   ///< counts over all traces
  bool Switched = false; ///< the thread is known to have had no CPU in it
  bool Recorded = false; ///< the kernel is known to have handled an interrupt

  double excess() const { return double(Ticks) - double(Own); }
};

/// The first interrupted visits, in the order of streams and of times in each.
class InterruptionLog {
public:
  /// 10 MB; what comes beyond is counted only.
  static constexpr size_t Limit = size_t(1) << 18;

  void add(const InterruptedVisit &V) {
    ++Count;
    if (Visits.size() < Limit)
      Visits.push_back(V);
  }
  /// Those of \p Other behind these, whose streams come behind \p Streams.
  void add(const InterruptionLog &Other, uint32_t Streams) {
    for (InterruptedVisit V : Other.Visits) {
      V.Stream += Streams;
      add(V);
    }
    Count += Other.Count - Other.Visits.size();
  }
  uint64_t count() const { return Count; }
  llvm::ArrayRef<InterruptedVisit> visits() const { return Visits; }

private:
  std::vector<InterruptedVisit> Visits;
  uint64_t Count = 0;
};

/// A visit that is left, but watched.
struct WatchedVisit {
  uint64_t Start = 0; ///< when it began, ticks of the clock
  uint64_t Ticks = 0; ///< raw
  uint32_t Block = 0;
  uint32_t Stream = 0; ///< counts over all traces
  /// How many visits of the block with a time had begun, where that is counted.
  uint64_t Number = 0;
};

/// A block in the second pass.
struct BlockCut {
  /// Watched visits that are noted at most.
  static constexpr unsigned MostWatched = 512;

  bool Applied = false;
  bool ByRecords = false; ///< as in Decision
  LoggedTimes Looked;     ///< which visits are looked up
  uint32_t Function = None;
  Replacement Instead;
  std::optional<double> Added; ///< as in Decision
  double AddedWithin = 0;      ///< likewise
  std::vector<Band> Bands;
  std::vector<Band> Watched; ///< apart from Bands
  bool CountVisits = false;
  uint64_t Visits = 0;      ///< with a time, where they are counted
  unsigned NotedVisits = 0; ///< watched ones
  Distribution Interrupted; ///< visits that were excluded
  Distribution Replaced;    ///< what was put in their place
  /// The same of visits that records alone exclude, until they are joined.
  Distribution KnownInterrupted, KnownReplaced;
  Histogram ByRecord;    ///< raw times of those, once they are joined
  LargestValues Values;  ///< of all that were excluded
  uint64_t Switched = 0; ///< of Interrupted: with a time without a CPU
  uint64_t Recorded = 0; ///< of all: with an interrupt that the kernel reports

  void apply(const Decision &V, uint32_t InFunction);
  bool isInterrupted(uint64_t Ticks) const { return isIn(Bands, Ticks); }
  bool isWatched(uint64_t Ticks) const { return isIn(Watched, Ticks); }
  /// Adds what \p Other has of the same block.
  void merge(const BlockCut &Other);
  /// What interrupted visits took more than what replaces them, ticks. Layers
  /// set short visits aside too: below 0 where these prevail.
  double added() const;
};

/// Excluded visits that lie in one call.
struct ExcludedInCall {
  uint64_t Count = 0;
  int64_t Longest = INT64_MIN; ///< the most that one of them took more, ticks
  uint64_t At = 0;             ///< when the last one ended, ticks of the clock

  void add(const ExcludedInCall &Others) {
    Count += Others.Count;
    Longest = std::max(Longest, Others.Longest);
    At = std::max(At, Others.At);
  }
};

/// The longest call with excluded visits in it, the first one of several.
struct LongestInterrupted {
  uint64_t Ticks = 0;  ///< raw
  uint64_t Excess = 0; ///< what was taken from it, ticks modulo 2^64
  uint32_t Stream = 0; ///< counts over all traces, from 1; 0: there is none
  ExcludedInCall Visits;
};

/// The longest call with logged visits in it of which none is interrupted.
struct LongestLogged {
  uint64_t Ticks = 0;
  uint32_t Stream = 0; ///< as in LongestInterrupted
  std::shared_ptr<const CallWhere> Where;
};

/// \p To becomes the longer one of the two; the streams of \p Other follow
/// \p Streams others.
template <class Longest>
void takeLonger(Longest &To, const Longest &Other, uint32_t Streams = 0) {
  if (Other.Stream == 0 || (To.Stream != 0 && Other.Ticks <= To.Ticks))
    return;
  To = Other;
  To.Stream += Streams;
}

struct FilteredFunction {
  /// Activations with interrupted visits, as they were and without what these
  /// took more; in the latter two, callees included.
  Distribution SelfInterrupted, SelfReplaced, InclusiveInterrupted,
      InclusiveReplaced;
  LongestInterrupted LongestSelf, LongestInclusive;
  int64_t MostTaken = 0; ///< from the inclusive time of one, ticks
  LongestLogged LoggedSelf, LoggedInclusive;
  // Once it is settled:
  double Replaced = 0; ///< ticks put in the place of its interrupted visits
  double Variance = 0; ///< of these, ticks²

  /// The streams of \p Other follow \p Streams others.
  void merge(const FilteredFunction &Other, uint32_t Streams);
};

/// What was excluded of a stream.
struct StreamLoss {
  uint64_t Interrupted = 0; ///< taken from visits, ticks modulo 2^64
  uint64_t Calling = 0;     ///< the same in blocks that call out
  /// Unrecorded is counted where there are no records, too.
  ByRecord<RecordComparison> Known = {};
};

/// A bucket of a stream, which counts over all traces, from 1, and an object.
struct ExcludedKey {
  uint32_t Stream = 0, Object = 0;
  uint64_t Bits = 0; ///< as in SeriesKey

  auto operator<=>(const ExcludedKey &) const = default;
};

class FilterCollector : public VisitLogReader {
public:
  /// \p Decisions are by block. If \p RecordsDecide, what the kernel reports of
  /// interrupts in visits without a time is no part of these.
  FilterCollector(const SymbolTable &Symbols,
                  llvm::ArrayRef<Decision> Decisions, uint64_t MinBase,
                  bool RecordsDecide = false);

  /// From here on Paths counts what is taken from \p Known, those of the first
  /// pass over all traces.
  void openPaths(const CallPaths &Known) { Paths.resize(Known.nodes().size()); }

  /// From here on Excluded counts in each bucket of \p Grid.
  void openSeries(SeriesGrid Grid) { OverTime = Grid; }

  void startStream() override;
  void visit(const LoggedVisit &V) override;
  void count(uint32_t Block, uint64_t Visits) override;
  void interrupted(uint32_t Block, Recorded::Kind Kind,
                   uint64_t Response) override;
  void untimed(const LoggedUntimed &V) override;
  void end(const LoggedEnd &E) override;

  /// Adds the results of another collector with the same decisions, whose
  /// streams follow those of this one.
  void add(const FilterCollector &Other);
  /// All streams have been read.
  void settle();
  /// Compares the excluded visits with records of \p Kind in all streams.
  RecordComparison heldAgainst(Recorded::Kind Kind) const;
  /// From here on visits that records alone exclude are among the others.
  void joinRecords();

  std::shared_ptr<const QuietCalls> Quiet; ///< null: not known
  std::vector<BlockCut> Blocks;            ///< by block
  std::vector<FilteredFunction> Functions; ///< by function
  std::vector<StreamLoss> Streams;         ///< in their order
  InterruptionLog Log;
  /// What visits that are excluded took more than is expected, where the kernel
  /// reports an interrupt; and how many with such a record are not excluded.
  Sample RecordedExcesses;
  uint64_t RecordedLeft = 0;
  Moments RecordedUntimed; ///< ticks of the records of visits without a time
  std::vector<WatchedVisit> Watched; ///< by stream, then time
  std::vector<PathLoss> Paths;       ///< by node; none: not asked for
  /// What is excluded in the buckets of a Series, by stream and its objects;
  /// empty unless that was asked for. Sums are not kept.
  std::map<ExcludedKey, SeriesSums> Excluded;
  /// Of times in place: from when to when each run has kept long visits, which
  /// are logged as of a stream with the number of its place here. Those before
  /// are none.
  std::vector<StreamOrigin> Kept;

private:
  /// A call with logged visits in it.
  struct OpenCall {
    uint64_t Self = 0; ///< what was taken from its visits, ticks
    /// The same from those without a time: the second where they call out.
    std::array<uint64_t, 2> Untimed = {};
    uint64_t Before = 0;     ///< Taken at its first logged visit
    ExcludedInCall Own, All; ///< its visits, and with its callees'
  };

  void exclude(BlockCut &B, const LoggedVisit &V);
  void noteKernel(BlockCut &B, const LoggedVisit &V, bool IsDetected);
  OpenCall &openAt(uint32_t Depth);
  void takeFrom(const LoggedVisit &V, uint64_t More);
  void watch(BlockCut &B, const WatchedVisit &V);
  void addCall(const LoggedEnd &E, const OpenCall &C);
  void noteExcluded(uint32_t Object, uint64_t At, uint64_t Ticks);

  uint64_t MinBase;
  bool RecordsDecide;
  std::optional<SeriesGrid> OverTime;
  std::vector<OpenCall> Open; ///< from the lowest call on
  uint64_t Taken = 0; ///< from visits of the stream, but for those of handlers
                      ///< that ended; ticks modulo 2^64
};

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_EXCLUDE_FILTERCOLLECTOR_H
