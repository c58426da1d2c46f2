//===- FilterSink.h - Which visits the second pass looks at ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sink of the second pass: emits the visits that may be interrupted to a
// VisitLogReader, and the ends of the calls that they lie in. One compare for
// the time is all that any other visit takes.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_EXCLUDE_FILTERSINK_H
#define IPOINT_INTERRUPTS_EXCLUDE_FILTERSINK_H

#include "VisitLog.h"
#include "callstack/Rebuilder.h"
#include "count/CallPaths.h"
#include "llvm/ADT/ArrayRef.h"

namespace ipoint::analysis {

class FilterSink : public PassiveSink {
public:
  static constexpr bool KeepsCalls = true, UntimedInterrupts = true;
  class Quick;

  struct Edge : EdgeSlot {
    uint64_t Floor = 0, Span = UINT64_MAX; ///< as in Block
  };

  /// \p Times are by block. Calls are found in \p Paths, unless it is null.
  FilterSink(const SymbolTable &Symbols, llvm::ArrayRef<LoggedTimes> Times,
             const CallPaths *Paths, VisitLogReader &Log);

  /// \p IsFirst: the part that comes is the first of its stream.
  void startPart(bool IsFirst);
  void startStream() { Quiet.Where.startStream(); }
  void resume(const CallStack &Stack) { Touched = uint32_t(Stack.depth()); }
  /// The part has ended.
  void endPart();
  void watch(StreamView V) {
    View = V;
    Quiet.Where.watch(V);
  }

  EdgeTable<Edge> &edges() { return Slots; }
  bool step(Edge &E, uint64_t State, uint64_t Ticks);
  void followed(Edge &, uint64_t) {}
  /// Not 0 if the visit is logged, so that the ends of its calls are emitted.
  uint64_t time(Edge &E, uint64_t Ticks, ProbeCount Probes, uint64_t At);
  void event(const Event &E);
  void finish(uint32_t Function, const ActivationTimes &A) {
    Quiet.note(Function, A);
  }
  void finish(uint32_t Function, const Activation &A);
  void popped();

  QuietCalls Quiet;

private:
  struct Block {
    LoggedTimes Times;
    uint64_t Count = 0; ///< visits since the last one that is logged
  };

  EdgeTable<Edge> Slots;
  std::vector<Block> Blocks;
  const CallPaths *Paths;
  VisitLogReader &Log;
  StreamView View;
  ByRecord<bool> IsRecorded = {}; ///< of the visit whose time() comes next
  bool WasAbandoned = false;      ///< the call of the next popped()
  LoggedEnd End;                  ///< of that call
  /// The calls, counted from the lowest one, that may have logged visits.
  uint32_t Touched = 0;
};

/// As Collector::Quick.
class FilterSink::Quick : public PassiveQuick<FilterSink::Edge> {
public:
  explicit Quick(FilterSink &All)
      : PassiveQuick(All.Slots.data()), Quiet(&All.Quiet) {}

  bool step(Edge &E, uint64_t State, uint64_t Ticks) {
    return (Ticks - E.Floor <= E.Span) & (State <= Frame::Segments);
  }
  bool finish(uint32_t Function, const ActivationTimes &A) {
    return !Quiet->isLonger(Function, A.Self, A.Inclusive);
  }

private:
  const QuietCalls *Quiet;
};

inline bool FilterSink::step(Edge &E, uint64_t State, uint64_t Ticks) {
  return Quick(*this).step(E, State, Ticks);
}

static_assert(TraceSink<FilterSink>);

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_EXCLUDE_FILTERSINK_H
