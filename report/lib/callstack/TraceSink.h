//===- TraceSink.h - Events a Rebuilder emits for a stream ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Rebuilder makes events of the records of one stream: calls that begin and
// end, visits and the transitions that end them, pauses, losses, and times
// off CPU. A TraceSink receives them; no other code gives records a meaning.
// The sink is a template parameter, for this runs once for each record.
//
// There are two ways to the same events. Most records are taken by
// Rebuilder::run(), in one loop that keeps the visit on top in registers and
// calls the sink's Quick. Whatever else may come, and whatever Quick declines
// by false, is taken record by record, and calls the sink itself. A sink whose
// Quick always declines gets every event by the second way, with its time.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_TRACESINK_H
#define IPOINT_CALLSTACK_TRACESINK_H

#include "Activation.h"
#include "Edges.h"
#include "Recorded.h"
#include "stats/SmallTimes.h"
#include <concepts>

namespace ipoint::analysis {

class CallStack;

/// How far a stream has been read; what it points to belongs to the reader.
struct StreamView {
  const uint64_t *Time = nullptr;  ///< of the last read of the counter, ticks
  const uint64_t *First = nullptr; ///< of the first one
  const uint32_t *Mark = nullptr;  ///< block of the last mark, or None
  const CallStack *Stack = nullptr;
  const uint32_t *HandlerDepth = nullptr; ///< open calls of interrupt handlers
};

/// Why the entry of a call was not seen.
enum class EntryUnseen {
  Missing,  ///< the stream begins later, or records were lost
  Cut,      ///< recording had paused, as was wanted
  Elsewhere ///< neither: what began later was open, so that was left by a
            ///< jump, or is on another stack
};

/// How an activation ended without an exit record.
enum class Abandoned {
  Passed,     ///< records of a function below it came
  Unfinished, ///< it was open when the stream ended
  Cut ///< it was open when recording paused or ended because that was wanted
};

/// A sink that receives nothing but transitions: others derive from it and hide
/// the events that they handle. Functions, blocks and loops are numbers in the
/// SymbolTable, times are ticks.
struct PassiveSink {
  /// Where what is known of the stream can be looked up while events come; in
  /// the end nowhere any more.
  void watch(StreamView) {}
  /// A stream begins; or the rest of one, with this open.
  void startStream() {}
  void resume(const CallStack &) {}
  /// \p Records timed records come before the next such call.
  void expect(uint32_t Records) { (void)Records; }

  // Calls.

  /// An entry record, of the block whose row this is.
  void enter(uint32_t Function, uint32_t Row) { (void)Function, (void)Row; }
  /// A call is open now; an interrupt handler's stands apart from what is below
  /// it. False: its entry was not seen, and it is seen in the middle.
  void pushed(uint32_t Function, bool IsHandler, bool Entered) {
    (void)Function, (void)IsHandler, (void)Entered;
  }
  /// The record that comes is of a call that is not open here, and nothing is
  /// made of it yet. Before middle().
  void unseen(const Site &S) { (void)S; }
  /// It was seen in the middle.
  void middle(uint32_t Function, EntryUnseen) { (void)Function; }
  /// An exit record of a call without anything unusual in it, or of any other
  /// of which a time is known. Before popped().
  void finish(uint32_t Function, const ActivationTimes &) { (void)Function; }
  void finish(uint32_t Function, const Activation &) { (void)Function; }
  /// A call ended without an exit record. \p Entered: its entry was seen.
  /// Before popped().
  void abandon(uint32_t Function, Abandoned, bool Entered) {
    (void)Function, (void)Entered;
  }
  /// Such a call took at most so long, callees included; or so long until the
  /// stream ended.
  void inferred(uint32_t Function, Abandoned, uint64_t Ticks) {
    (void)Function, (void)Ticks;
  }
  /// The program asked for the gap that is here.
  void pausedByRequest() {}
  /// A call that was timed by itself has ended, wherever it began. \p Ticks
  /// exclude \p OffCpu, the ticks off CPU in it.
  void called(uint32_t Function, uint64_t Ticks, uint64_t OffCpu) {
    (void)Function, (void)Ticks, (void)OffCpu;
  }
  /// The same of an iteration of a loop.
  void iterationTook(uint32_t Loop, uint64_t Ticks) { (void)Loop, (void)Ticks; }
  /// The call on top is no longer open.
  void popped() {}
  /// Whether it receives pushed() and popped() of calls whose entered() is
  /// late.
  bool wantsCalls() const { return false; }

  // Visits. What Edge, step(), follow() and time() are is in TraceSink.

  /// A visit begins that neither an entry nor a transition leads to.
  void visit(uint32_t Block) { (void)Block; }
  /// A complete visit took \p Ticks, and by its records the interruption took
  /// \p More: 0 where that is part of the visit. Its time() comes next.
  void interrupted(uint32_t Block, Recorded::Kind, uint64_t Ticks,
                   uint64_t More) {
    (void)Block, (void)Ticks, (void)More;
  }
  /// A visit in which the kernel handled an interrupt for \p Ticks has no
  /// time. CallsOut: what has no probes may have been called in it.
  void interruptedUntimed(uint64_t Ticks, bool CallsOut) {
    (void)Ticks, (void)CallsOut;
  }
  /// The body of a loop runs; the ordinal counts from 1 since it was entered.
  void iterate(uint32_t Loop, uint64_t Times) { (void)Loop, (void)Times; }
  /// A mark recorded a value.
  void value(uint32_t Block, int64_t Value) { (void)Block, (void)Value; }
  /// A transition that the program does not have.
  void impossible(uint32_t From, uint32_t To) { (void)From, (void)To; }
  /// The same, behind an entry of Function where nothing can be called: an
  /// interrupt took the place of a record.
  void overwritten(uint32_t Function) { (void)Function; }

  /// A record that ends at Block holds the number of a path that the program
  /// does not have.
  void noPath(uint32_t Block, uint64_t Number) { (void)Block, (void)Number; }

  // When nothing ran or was recorded.

  /// The thread waited for the buffer; it ran on unrecorded, as was wanted.
  void pause(uint64_t Ticks) { (void)Ticks; }
  void unrecorded(uint64_t Ticks) { (void)Ticks; }
  /// It was off CPU, in a visit, which that time is no part of.
  void offCpu(uint64_t Ticks, bool Preempted) { (void)Ticks, (void)Preempted; }
  /// The same, where no call is open.
  void offCpuOutside(uint64_t Ticks, bool Preempted) {
    (void)Ticks, (void)Preempted;
  }
  /// The kernel handled an interrupt, in a visit, which that time is part of.
  void kernel(uint64_t Ticks) { (void)Ticks; }
  /// \p Records records are missing, as far as a record counts them.
  void lost(uint64_t Records) { (void)Records; }
  /// The program ran on behind the end of the stream, for a reason of record.h.
  void ended(uint64_t Why) { (void)Why; }
  /// A record of nothing that is known; one that is too deep a call.
  void unknown() {}
  void deep() {}
};

/// The Quick of such a sink; what derives from it says which transitions it
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
///   follow(Edge)           it was taken, and the visit has no time
///   followed(Edge, Times)  it was taken so often, and the visits have no time:
///                          later than other events. Who has this gets it where
///                          path records were counted; else follow() comes in
///                          its turn
///   entered(Function, Row, Times)  so often enter(), the same; of functions
///                          without timed blocks
///   path(Record, Times, Rounds)  the path of this record, which is without a
///                          count, was taken so often, and so often in all the
///                          counted loop on it was gone round; the same
///   again(Edge, Times)     it was taken Times more: rounds of a loop behind
///                          one whose events were emitted
///   iterated(Loop, First, Last)  iterate() with each number from the first to
///                          the last, that one included. Who has these two gets
///                          them in place of the events of each round
template <class S>
concept TraceSink =
    std::derived_from<S, PassiveSink> &&
    std::derived_from<typename S::Edge, EdgeSlot> &&
    QuickSink<typename S::Quick, S> &&
    requires(S Sink, typename S::Edge &E, uint64_t Ticks, ProbeCount Probes) {
      { Sink.edges() } -> std::same_as<EdgeTable<typename S::Edge> &>;
      { Sink.step(E, Ticks, Ticks) } -> std::same_as<bool>;
      { Sink.time(E, Ticks, Probes, Ticks) } -> std::same_as<uint64_t>;
      Sink.follow(E);
    };

/// A sink that gets every event by itself, with its time in the StreamView: its
/// Quick declines all, and step() leaves all to time().
class UnhurriedSink : public PassiveSink {
public:
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
  void follow(Edge &) {}

protected:
  StreamView View;

private:
  EdgeTable<Edge> Slots;
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_TRACESINK_H
