//===- VisitLog.h - What the rounds of the second pass need ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   records ──FilterSink──> events ──FilterCollector──> filtered times
//
// What is excluded may be decided several times, each time by what came out of
// the last one. Of a stream's records, this needs the visits that may be
// interrupted and the activations that these lie in, which are few: so they are
// written down once, and each round reads the log. Visits that no round
// excludes are in it where a block has several modes (for which of them a visit
// had, those before it show), and nowhere else. The log of a part of a stream
// makes no sense without those of the parts before it.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_EXCLUDE_VISITLOG_H
#define IPOINT_INTERRUPTS_EXCLUDE_VISITLOG_H

#include "Filter.h"
#include "QuietCalls.h"
#include "callstack/Accounts.h"
#include "program/TransitionTable.h"
#include <deque>
#include <variant>

namespace ipoint::analysis {

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
