//===- TraceSink.h - Events a Rebuilder emits for a stream ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Rebuilder makes of the records of one stream calls that begin and end,
// visits and the transitions that end them, and Events. A TraceSink receives
// them; no other code gives records a meaning. The sink is a template
// parameter, for this runs once for each record.
//
// There are two ways to the same. Most records are taken by Rebuilder::run(),
// in one loop that keeps the visit on top in registers and calls the sink's
// Quick. Whatever else may come, and whatever Quick declines by false, is taken
// record by record, and calls the sink itself. A sink whose Quick always
// declines gets everything by the second way, with its time.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_TRACESINK_H
#define IPOINT_CALLSTACK_TRACESINK_H

#include "Accounts.h"
#include "Edges.h"
#include "stats/SmallTimes.h"
#include <concepts>
#include <cstdint>
#include <optional>
#include <variant>

namespace ipoint::analysis {

// A Rebuilder makes of the records of a stream an ordered list: calls that
// begin and end, visits and the transitions between them, which most records
// are, and the events here. A sink handles an Event by std::visit, so that the
// compiler shows which events it does not know.
//
// Functions, blocks and loops are numbers in the SymbolTable, times are ticks.

struct Site;

/// A record comes of a call that is not open here: its entry was not seen.
/// Nothing is made of the record yet.
struct EntryMissed {
  enum Reason {
    Missing,  ///< the stream begins later, or records were lost
    Cut,      ///< recording had paused, as was wanted
    Elsewhere ///< neither: what began later was open, so that was left by a
              ///< jump, or is on another stack
  };
  const Site *First; ///< of the record
  Reason Why;
};

/// The call on top ended without an exit record.
struct CallAbandoned {
  enum Reason {
    Passed,     ///< records of a function below it came
    Unfinished, ///< it was open when the stream ended
    Cut ///< it was open when recording paused or ended because that was wanted
  };
  uint32_t Function;
  Reason How;
  bool Entered; ///< its entry was seen
  /// It took no longer than that, callees included; or so long until the stream
  /// ended.
  std::optional<uint64_t> AtMost;
};

/// A call or an iteration that was timed by itself has ended, wherever it
/// began.
struct TimedAlone {
  bool IsIteration;
  uint32_t Number;        ///< of the function or the loop
  uint64_t Ticks, OffCpu; ///< without and of the time off CPU
};

/// A mark recorded a value.
struct MarkValue {
  uint32_t Block;
  int64_t Value;
};

/// A complete visit was interrupted, by its records; its time comes next.
struct VisitInterrupted {
  uint32_t Block;
  Recorded::Kind Kind;
  uint64_t Ticks; ///< of the visit
  uint64_t More;  ///< of the interruption; 0 where that is part of the visit
};

/// A visit without a time, in which the kernel handled an interrupt.
struct UntimedInterrupted {
  uint64_t Ticks; ///< of the interrupt
  bool CallsOut;  ///< what has no probes may have been called in the visit
};

/// The thread was off CPU, which is no part of the visit on top; or the kernel
/// handled an interrupt, which is.
struct CpuTaken {
  enum Reason { Voluntary, Preempted, Kernel };
  Reason Why;
  uint64_t Ticks;
  bool InCall; ///< a call is open
};

/// Records are not there, though the program may have run.
struct NotRecorded {
  enum Reason {
    BufferWait, ///< the thread waited for the buffer, for Amount ticks
    Gap,        ///< it ran on unrecorded for Amount ticks, as was wanted
    Requested,  ///< the program asked for the gap that is here
    Lost,       ///< Amount records are missing, as far as a record counts them
    Ended       ///< the program ran on behind the end, for the reason Amount of
                ///< record.h
  };
  Reason Why;
  uint64_t Amount;
};

/// A transition that the program does not have, or, at \c To, a path.
struct ImpossibleStep {
  uint32_t From, To; ///< blocks
  std::optional<uint64_t> Path = std::nullopt;
  auto operator<=>(const ImpossibleStep &) const = default;
};

/// A record from which nothing can be made.
struct Unusable {
  enum Reason {
    Unknown,     ///< it is of nothing that is known
    Overwritten, ///< behind an entry of Function where nothing can be called:
                 ///< an interrupt took its place
    TooDeep      ///< as many calls are open as can be
  };
  Reason Why;
  uint32_t Function = UINT32_MAX;
};

using Event = std::variant<EntryMissed, CallAbandoned, TimedAlone, MarkValue,
                           VisitInterrupted, UntimedInterrupted, CpuTaken,
                           NotRecorded, ImpossibleStep, Unusable>;

class CallStack;

/// How far a stream has been read; what it points to belongs to the reader.
struct StreamView {
  const uint64_t *Time = nullptr;  ///< of the last read of the counter, ticks
  const uint64_t *First = nullptr; ///< of the first one
  const uint32_t *Mark = nullptr;  ///< block of the last mark, or None
  const CallStack *Stack = nullptr;
  const uint32_t *HandlerDepth = nullptr; ///< open calls of interrupt handlers
};

/// A path record, or an untimed entry record, of which nothing is unusual.
struct TakenPath {
  uint64_t Word = 0;  ///< the record, without a count
  uint32_t Index = 0; ///< small; it may stand for another Word later
  uint32_t Function = None;
  bool Begins = false, Ends = false; ///< a call
  llvm::ArrayRef<uint32_t> Slots;    ///< of its transitions, without rounds
  llvm::ArrayRef<uint32_t> Round;    ///< those of a round of its counted loop
  size_t RoundsAt = 0;               ///< in Slots
  uint64_t Rounds = 0;
};

/// What a sink does where it has nothing to do: others derive from it and hide
/// what they handle. Numbers and times are as in Event.
struct PassiveSink {
  /// Transitions and entries come in their order. Else those of path records
  /// that were counted come at the end, all at once.
  static constexpr bool InOrder = false;
  /// It receives each round of a counted loop.
  static constexpr bool EachRound = false;
  /// It receives took() of paths that can be taken as a whole, and nothing else
  /// of these: so it has all in its order without being InOrder.
  static constexpr bool TakesPaths = false;
  /// It receives UntimedInterrupted, for which visits without a time would else
  /// take longer.
  static constexpr bool UntimedInterrupts = false;
  /// It keeps something of each open call, so one that was open where a part of
  /// a stream begins ends by finish() of an Activation.
  static constexpr bool KeepsCalls = false;

  // Of the stream.

  /// Where what is known of it can be looked up while events come; in the end
  /// nowhere any more.
  void watch(StreamView) {}
  /// One begins; or the rest of one, with this open.
  void startStream() {}
  void resume(const CallStack &) {}
  /// What comes from here on is of this slice.
  void slice(uint64_t) {}
  /// A record at this time comes. Each behind bucketEnd() is announced so.
  void reach(uint64_t) {}
  uint64_t bucketEnd() const { return UINT64_MAX; }
  /// \p Records timed records come before the next such call.
  void expect(uint32_t Records) { (void)Records; }

  // Calls.

  /// \p Times entry records, of the block whose row this is; where there are
  /// several, of functions without timed blocks.
  void entered(uint32_t Function, uint32_t Row, uint64_t Times) {
    (void)Function, (void)Row, (void)Times;
  }
  /// A call is open now; an interrupt handler's stands apart from what is below
  /// it. False: its entry was not seen, and it is seen in the middle.
  void pushed(uint32_t Function, bool IsHandler, bool Entered) {
    (void)Function, (void)IsHandler, (void)Entered;
  }
  /// An exit record of a call without anything unusual in it, or of any other
  /// of which a time is known. Before popped().
  void finish(uint32_t Function, const ActivationTimes &) { (void)Function; }
  void finish(uint32_t Function, const Activation &) { (void)Function; }
  /// Whether it is to know how often the loops of a function went round in each
  /// call.
  bool wantsLoopsOf(uint32_t) const { return false; }
  /// Behind finish() of a call with an inclusive time that wants that, or in
  /// which marks recorded \p Values; \p At ticks. \p Loops: how often the body
  /// of each loop ran since that was entered last, by slot.
  void ended(uint32_t Function, uint64_t At, uint64_t Inclusive,
             const uint64_t *Loops, llvm::ArrayRef<CallValue> Values) {
    (void)Function, (void)At, (void)Inclusive, (void)Loops, (void)Values;
  }
  /// The call on top is no longer open.
  void popped() {}
  /// Whether it receives pushed() and popped() of calls whose entered() is
  /// late.
  bool wantsCalls() const { return false; }

  // Visits; transitions are in TraceSink.

  /// A visit begins that neither an entry nor a transition leads to.
  void visit(uint32_t Block) { (void)Block; }
  /// The body of a loop runs, from the \p First to the \p Last time since it
  /// was entered, counted from 1.
  void iterated(uint32_t Loop, uint64_t First, uint64_t Last) {
    (void)Loop, (void)First, (void)Last;
  }
  /// The path of \p Record, which is without a count, was taken \p Times, and
  /// in all the counted loop on it was gone round \p Rounds times.
  void path(uint64_t Record, uint64_t Times, uint64_t Rounds) {
    (void)Record, (void)Times, (void)Rounds;
  }

  /// A path was taken, with the call that it begins or ends.
  void took(const TakenPath &) {}

  void event(const Event &) {}
};

/// The Quick of such a sink; what derives from it defines which transitions it
/// takes note of. False: nothing was done, and the sink's own call is to be
/// made, after which a new Quick is. enter() and finish() stand for pushed()
/// and popped() as well.
template <class Edge> class PassiveQuick {
public:
  explicit PassiveQuick(Edge *Edges) : Edges(Edges) {}

  Edge &edge(uint32_t Slot) { return Edges[Slot]; }
  bool enter(uint32_t, uint32_t) { return true; }
  bool finish(uint32_t, const ActivationTimes &) { return true; }
  bool iterate(uint32_t, uint64_t) { return true; }

private:
  Edge *Edges;
};

/// What Rebuilder::run() calls, for most records.
template <class Q, class Sink>
concept QuickSink = std::constructible_from<Q, Sink &> &&
                    requires(Q Quick, typename Sink::Edge &E, uint32_t Number,
                             uint64_t Ticks, const ActivationTimes &Times) {
                      {
                        Quick.edge(Number)
                      } -> std::convertible_to<typename Sink::Edge &>;
                      { Quick.enter(Number, Number) } -> std::same_as<bool>;
                      { Quick.step(E, Ticks, Ticks) } -> std::same_as<bool>;
                      { Quick.finish(Number, Times) } -> std::same_as<bool>;
                      { Quick.iterate(Number, Ticks) } -> std::same_as<bool>;
                    };

/// Beside what PassiveSink has, a sink keeps something of each transition.
///
///   Edge, edges()          what it keeps, derived from EdgeSlot; the EdgeTable
///   step(Edge, State, Ticks)  the transition was taken, and the visit that it
///                          ended took so long; State as in Frame. False if
///                          this is left to time()
///   time(Edge, Ticks, Probes, At)  the same with the probes in the visit and
///                          when it ended. What comes back is taken as excess,
///                          modulo 2^64
///   followed(Edge, Times)  it was taken so often, and the visits have no time
template <class S>
concept TraceSink =
    std::derived_from<S, PassiveSink> &&
    std::derived_from<typename S::Edge, EdgeSlot> &&
    QuickSink<typename S::Quick, S> &&
    requires(S Sink, typename S::Edge &E, uint64_t Ticks, ProbeCount Probes) {
      { Sink.edges() } -> std::same_as<EdgeTable<typename S::Edge> &>;
      { Sink.step(E, Ticks, Ticks) } -> std::same_as<bool>;
      { Sink.time(E, Ticks, Probes, Ticks) } -> std::same_as<uint64_t>;
      Sink.followed(E, Ticks);
    };

/// A sink that gets everything one by one, with its time in the StreamView: its
/// Quick declines all, and step() leaves all to time().
class UnhurriedSink : public PassiveSink {
public:
  static constexpr bool InOrder = true, EachRound = true;
  using Edge = EdgeSlot;

  struct Quick : PassiveQuick<Edge> {
    explicit Quick(UnhurriedSink &All) : PassiveQuick(All.Slots.data()) {}
    bool enter(uint32_t, uint32_t) { return false; }
    bool step(Edge &, uint64_t, uint64_t) { return false; }
    bool finish(uint32_t, const ActivationTimes &) { return false; }
    bool iterate(uint32_t, uint64_t) { return false; }
  };

  explicit UnhurriedSink(const SymbolTable &Symbols) : Slots(Symbols) {}

  void watch(StreamView V) { View = V; }
  EdgeTable<Edge> &edges() { return Slots; }
  bool step(Edge &, uint64_t, uint64_t) { return false; }
  uint64_t time(Edge &, uint64_t, ProbeCount, uint64_t) { return 0; }
  void followed(Edge &, uint64_t) {}

protected:
  StreamView View;

private:
  EdgeTable<Edge> Slots;
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_TRACESINK_H
