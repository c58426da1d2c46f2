//===- VisitLog.h - What the rounds of the second pass need ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   records ──FilterSink──> events ──FilterCollector──> filtered times
//
// Detection decides in rounds, each of which uses the results of the one
// before. A round needs only the visits that may be interrupted and the
// activations that contain them, a small part of a stream's records. So these
// are logged once, and each round reads the log in place of the records. The
// log has other visits for blocks with several modes alone, as the visits
// before a visit show which mode it had. The log of a part of a stream is valid
// only after the logs of the parts before it.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_EXCLUDE_VISITLOG_H
#define IPOINT_INTERRUPTS_EXCLUDE_VISITLOG_H

#include "Filter.h"
#include "callstack/Accounts.h"
#include "count/PathTimes.h"
#include "count/Places.h"
#include "program/TransitionTable.h"
#include "stats/SmallTimes.h"
#include <deque>
#include <variant>

namespace ipoint::analysis {

// In some calls no visit is logged, so that no decision makes one of them
// interrupted: the second pass finds where the longest of these was. Of the
// others a FilterCollector knows which have no interrupted visit; where they
// were is logged, if they are longer.

/// Where a call was, by its self and its inclusive time, and the paths that it
/// took; not known of a time that cannot be used.
struct CallWhere {
  LongestTime Self, Inclusive;
  PathTimes::LongestCall Paths;
};

class QuietCalls {
public:
  explicit QuietCalls(size_t Functions)
      : Where(0, Functions), Most(Functions), SelfPaths(Functions),
        InclusivePaths(Functions) {}

  /// Whether a call of \p Function that took so long is the longest so far, by
  /// one of its times.
  bool isLonger(uint32_t Function, uint64_t Self, uint64_t Inclusive) const {
    const Times &M = Most[Function];
    return (Self > M.Self) | (Inclusive > M.Inclusive);
  }
  void note(uint32_t Function, const ActivationTimes &A) {
    Activation Whole;
    Whole.SelfUsable = Whole.InclusiveUsable = true;
    Whole.Self = A.Self;
    Whole.Inclusive = A.Inclusive;
    note(Function, Whole);
  }
  void note(uint32_t Function, const Activation &A) {
    if (A.SelfUsable)
      note(Most[Function].Self, Where.Self[Function], SelfPaths[Function],
           A.Self, A.SelfOffCpu, A);
    if (A.InclusiveUsable)
      note(Most[Function].Inclusive, Where.Inclusive[Function],
           InclusivePaths[Function], A.Inclusive, A.InclusiveOffCpu, A);
  }
  /// Where the call \p A, which ends now, was; null where it is not the longest
  /// so far.
  std::shared_ptr<const CallWhere> where(uint32_t Function,
                                         const Activation &A) const {
    if (!isLonger(Function, A.Self, A.Inclusive))
      return nullptr;
    auto Result = std::make_shared<CallWhere>();
    if (A.SelfUsable)
      Where.noteCall(Result->Self, A.Self, 0, A.SelfOffCpu);
    if (A.InclusiveUsable)
      Where.noteCall(Result->Inclusive, A.Inclusive, 0, A.InclusiveOffCpu);
    Result->Paths = {A.Self, A.Paths.vec(), A.ArePathsCut};
    return Result;
  }
  /// Adds what others have, whose streams come behind those that are here;
  /// where it \p Continues, the first of them is the last one here.
  void add(const QuietCalls &Other, bool Continues);

  Places Where;

private:
  struct Times {
    uint64_t Self = 0, Inclusive = 0; ///< ticks
  };

  /// \p Of has its paths.
  void note(uint64_t &Longest, LongestTime &At, PathTimes::LongestCall &Paths,
            uint64_t Ticks, uint64_t OffCpu, const Activation &Of) {
    if (Ticks <= Longest)
      return;
    Longest = Ticks;
    Where.noteCall(At, Ticks, 0, OffCpu);
    Paths = {Ticks, Of.Paths.vec(), Of.ArePathsCut};
  }

  std::vector<Times> Most; ///< by function

public:
  /// By function: the paths of these calls; empty without path records.
  std::vector<PathTimes::LongestCall> SelfPaths, InclusivePaths;
};

inline void QuietCalls::add(const QuietCalls &Other, bool Continues) {
  uint64_t Streams = Where.append(Other.Where, Continues);
  for (size_t F = 0; F < Most.size(); ++F) {
    if (Where.Self[F].add(Other.Where.Self[F], Streams, 0))
      SelfPaths[F] = Other.SelfPaths[F];
    if (Where.Inclusive[F].add(Other.Where.Inclusive[F], Streams, 0))
      InclusivePaths[F] = Other.InclusivePaths[F];
  }
}

/// Which visits of a block a log has.
struct LoggedTimes {
  /// Those that take less or more, ticks.
  uint64_t Floor = 0, Top = UINT64_MAX;
  bool IsCounted = false; ///< how many others there were

  /// What is to be known for \p V.
  static LoggedTimes of(const Decision &V);
  bool has(uint64_t Ticks) const { return Ticks - Floor > Top - Floor; }
  /// Whether a log with these has what \p Other asks for.
  bool covers(const LoggedTimes &Other) const;
  void add(const LoggedTimes &Other);
  bool isEmpty() const { return Floor == 0 && Top == UINT64_MAX; }
};

/// A visit that may be interrupted.
struct LoggedVisit {
  uint32_t Block = 0;
  uint32_t Depth = 0; ///< of the call stack
  uint64_t At = 0;    ///< when it ended, ticks of the clock
  uint64_t Ticks = 0;
  ProbeCount Probes;
  /// Visits of the block since the last one that is logged; with this one.
  uint64_t Count = 0;
  bool CallsOut = false;          ///< as in EdgeInfo
  bool IsHandlers = false;        ///< a handler is open
  ByRecord<bool> IsRecorded = {}; ///< such interruptions of it are
};

/// What a call took.
struct CallTimes {
  bool SelfUsable = false, InclusiveUsable = false;
  uint64_t Self = 0, Inclusive = 0; ///< ticks, probes included
  ProbeCount SelfProbes, InclusiveProbes;
};

/// The end of a call in which there may be such visits.
struct LoggedEnd {
  uint32_t Depth = 0; ///< of the call stack
  /// It is an interrupt handler's: what it took is no part of what is below.
  bool IsHandler = false;
  bool HasTimes = false; ///< the following are known
  uint64_t At = 0;       ///< when it ended, ticks of the clock
  uint32_t Function = None;
  uint32_t Node = 0; ///< of the CallPaths
  CallTimes Times;
  std::shared_ptr<const CallWhere> Where; ///< null: another was longer
};

/// A visit without a time in which the kernel handled an interrupt.
struct LoggedUntimed {
  uint32_t Depth = 0;      ///< of the call stack
  uint64_t Ticks = 0;      ///< of the interrupt, by its records
  bool CallsOut = false;   ///< as in TraceSink
  bool IsHandlers = false; ///< a handler is open
};

/// What it reads, in the order of the stream.
class VisitLogReader {
public:
  virtual ~VisitLogReader() = default;
  virtual void startStream() = 0;
  virtual void visit(const LoggedVisit &V) = 0;
  /// \p Visits more visits of a block.
  virtual void count(uint32_t Block, uint64_t Visits) = 0;
  /// A visit was interrupted, by its records, and took \p Response with that.
  virtual void interrupted(uint32_t Block, Recorded::Kind Kind,
                           uint64_t Response) = 0;
  virtual void untimed(const LoggedUntimed &V) = 0;
  virtual void end(const LoggedEnd &E) = 0;
};

/// Keeps events, to be read as often as they are needed.
class VisitLog : public VisitLogReader {
public:
  /// It keeps at most \p Most bytes.
  explicit VisitLog(uint64_t Most) : Most(Most) {}

  void startStream() override { keep(StreamStart()); }
  void visit(const LoggedVisit &V) override { keep(V); }
  void count(uint32_t Block, uint64_t Visits) override {
    keep(Uncounted{Block, Visits});
  }
  void interrupted(uint32_t Block, Recorded::Kind By,
                   uint64_t Response) override {
    keep(Interruption{Block, By, Response});
  }
  void untimed(const LoggedUntimed &V) override { keep(V); }
  void end(const LoggedEnd &E) override {
    Most -= std::min<uint64_t>(Most, E.Where ? sizeof(CallWhere) : 0);
    keep(E);
  }

  /// Whether it kept all.
  bool isWhole() const { return IsWhole; }
  void read(VisitLogReader &Into) const;

private:
  struct StreamStart {};
  struct Uncounted {
    uint32_t Block;
    uint64_t Visits;
  };
  struct Interruption {
    uint32_t Block;
    Recorded::Kind By;
    uint64_t Response;
  };
  using Event = std::variant<StreamStart, LoggedVisit, Uncounted, Interruption,
                             LoggedUntimed, LoggedEnd>;

  void keep(const Event &E);

  std::deque<Event> Events;
  uint64_t Most;
  bool IsWhole = true;

public:
  /// More than what a visit takes mostly, with the activations that it lies in;
  /// bytes.
  static constexpr double OfVisit = 3 * sizeof(Event);
};

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_EXCLUDE_VISITLOG_H
