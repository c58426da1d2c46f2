//===- FilterCollector.h - Times without what was excluded ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sink of the second pass, which is made when blocks have decisions that
// exclude visits: whoever decided, a decision is bands of raw ticks and what
// takes the place of a visit in them. An interrupted visit keeps its place;
// what it took more goes to the interrupt account, and the visit into a log,
// from which rates and periods follow.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_INTERRUPTS_FILTERCOLLECTOR_H
#define IPOINT_INTERRUPTS_FILTERCOLLECTOR_H

#include "ModeCollector.h"
#include "PathLosses.h"
#include "callstack/Rebuilder.h"
#include "profile/Distribution.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

namespace ipoint::analysis {

struct InterruptedVisit {
  uint64_t At = 0;    ///< when it ended, ticks of the clock
  uint64_t Ticks = 0; ///< raw
  uint64_t Own = 0;   ///< of Ticks: what was put in its place
  uint32_t Block = 0;
  uint32_t Stream = 0;   ///< counts over all traces
  bool Switched = false; ///< the thread is known to have had no CPU in it

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
  bool isWhole() const { return Count == Visits.size(); }

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
  /// So many watched visits are noted at most.
  static constexpr unsigned MostWatched = 512;

  bool Applied = false;
  /// Visits from Floor to Floor + Span ticks are undisturbed; any other is
  /// looked up.
  uint64_t Floor = 0, Span = UINT64_MAX;
  bool SpareFirst = false;
  uint32_t Function = None;
  uint32_t LastStream = 0; ///< in which it was visited, with a time
  Replacement Instead;
  ModeCollector Own;
  std::vector<Band> Bands;
  std::vector<Band> Watched; ///< apart from Bands
  bool CountVisits = false;
  uint64_t Visits = 0;      ///< with a time, where they are counted
  unsigned NotedVisits = 0; ///< watched ones
  Distribution Interrupted; ///< visits that were excluded
  Distribution Replaced;    ///< what was put in their place
  LargestValues Values;     ///< of Interrupted
  uint64_t Spared = 0;      ///< first visits that were left
  uint64_t Switched = 0;    ///< of Interrupted: with a time without a CPU

  void apply(const Decision &V, uint32_t InFunction);
  bool isInterrupted(uint64_t Ticks) const { return isIn(Bands, Ticks); }
  bool isWatched(uint64_t Ticks) const { return isIn(Watched, Ticks); }
  /// Adds what \p Other has of the same block.
  void merge(const BlockCut &Other);
  /// What interrupted visits took more than what replaces them, ticks. Layers
  /// set short visits aside too: below 0 where these prevail.
  double added() const;

private:
  static bool isIn(llvm::ArrayRef<Band> Bands, uint64_t Ticks) {
    return llvm::any_of(Bands, [&](const Band &Out) {
      return Ticks >= Out.From && Ticks <= Out.To;
    });
  }
};

struct FilteredFunction {
  /// Activations with interrupted visits, as they were and without what these
  /// took more; in the latter two, callees included.
  Distribution SelfInterrupted, SelfReplaced, InclusiveInterrupted,
      InclusiveReplaced;
  // Once it is settled:
  double Replaced = 0; ///< ticks put in the place of its interrupted visits
  double Variance = 0; ///< of these, ticks²

  void merge(const FilteredFunction &Other);
};

/// What is known of context switches against what was excluded.
struct SwitchComparison {
  uint64_t Beyond =
      0; ///< visits whose response time would have been interrupted
  uint64_t Within = 0;    ///< whose would not
  uint64_t Undecided = 0; ///< in blocks that nothing is excluded of
};

class FilterCollector : public PassiveSink {
public:
  class Quick;

  /// One compare for the stream and one for the time are all that a visit
  /// takes that is not interrupted.
  struct Edge : EdgeSlot {
    uint32_t Stream = 0;                   ///< in which it was taken last
    uint64_t Floor = 0, Span = UINT64_MAX; ///< as in BlockCut
  };

  /// \p Decisions are by block.
  FilterCollector(const SymbolTable &Symbols,
                  llvm::ArrayRef<Decision> Decisions, uint64_t MinBase);

  void startStream() {
    ++Stream;
    Last = Pace::Unknown;
  }
  /// If the next stream is the rest of one, the blocks \p Before were visited
  /// in it before, with a time. Not for blocks with several times of their own:
  /// what comes there depends on what came before.
  void setVisited(const llvm::BitVector *Before) { Visited = Before; }
  void resume(const CallStack &);
  /// The stream goes on elsewhere, with \p Stack.
  void suspend(const CallStack &Stack);
  void watch(StreamView V) { View = V; }
  /// From here on Paths tells what is taken from \p Known.
  void openPaths(const CallPaths &Known) { Paths.emplace(Known); }

  EdgeTable<Edge> &edges() { return Slots; }
  bool step(Edge &E, uint64_t State, uint64_t Ticks);
  void finish(uint32_t, const ActivationTimes &) {}

  void follow(Edge &) {}
  /// Modulo 2^64: layers may make a visit longer.
  uint64_t time(Edge &E, uint64_t Ticks, ProbeCount Probes, uint64_t At);
  void finish(uint32_t Function, const Activation &A);
  void interrupted(uint32_t Block, uint64_t Ticks, uint64_t Away);

  /// Adds what another one has, with the same decisions. Its streams come
  /// behind those that are here; where it \p Continues, the first of them is
  /// the rest of the last one here.
  void add(const FilterCollector &Other, bool Continues = false);
  /// All streams have been read.
  void settle();

  std::vector<BlockCut> Blocks;            ///< by block
  std::vector<FilteredFunction> Functions; ///< by function
  InterruptionLog Log;
  std::vector<WatchedVisit> Watched; ///< by stream, then time
  SwitchComparison Switches;
  std::optional<PathLosses> Paths; ///< none: not asked for

private:
  /// An activation that is open where a part ends: what was taken from it so
  /// far, ticks.
  struct OpenExcess {
    uint64_t Self = 0, Inclusive = 0;
    bool IsResumed = false; ///< it was open where the part began
  };
  /// One that was open where the part began, and ended in it.
  struct ResumedActivation {
    uint32_t Function = None;
    uint32_t Depth = 0; ///< from 1
    uint32_t Node = CallPaths::Root;
    Activation Known; ///< but for what was taken before the part
  };

  void watch(BlockCut &B, const WatchedVisit &V);
  void addActivation(uint32_t Function, uint32_t Node, const Activation &A);
  void complete(const FilterCollector &Rest);

  EdgeTable<Edge> Slots;
  uint64_t MinBase;
  uint32_t Stream = 0;
  StreamView View;
  Pace Last = Pace::Unknown;
  bool Switched = false; ///< of the visit whose time() comes next
  const llvm::BitVector *Visited = nullptr;
  std::vector<OpenExcess> Open;           ///< at the end, by frame
  std::vector<ResumedActivation> Resumed; ///< in their order
};

/// As Collector::Quick.
class FilterCollector::Quick : public PassiveQuick<FilterCollector::Edge> {
public:
  explicit Quick(FilterCollector &All)
      : PassiveQuick(All.Slots.data()), Stream(All.Stream) {}

  bool step(Edge &E, uint64_t State, uint64_t Ticks) {
    return (Ticks - E.Floor <= E.Span) & (E.Stream == Stream) &
           (State <= Frame::Segments);
  }

private:
  uint32_t Stream;
};

inline bool FilterCollector::step(Edge &E, uint64_t State, uint64_t Ticks) {
  return Quick(*this).step(E, State, Ticks);
}

} // namespace ipoint::analysis

#endif // IPOINT_INTERRUPTS_FILTERCOLLECTOR_H
