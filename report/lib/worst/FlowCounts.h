//===- FlowCounts.h - What is counted in a call, and in calls -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Visits of a call are counted in the innermost loop around their block. Where
// a run of a loop ends (it, or a loop around it, is entered, or the call ends),
// what was counted in it is compared with the most so far and added to what is
// counted around it. What was touched is listed, so the cost goes with what
// ran, and not with the size of functions.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_FLOWCOUNTS_H
#define IPOINT_WORST_FLOWCOUNTS_H

#include "Flow.h"
#include "callstack/Edges.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace ipoint::worst {

/// A transition, and what it does to the counters of a call.
struct FlowEdge : analysis::EdgeSlot {
  uint32_t Local = 0; ///< index in Shape::Edges
  uint32_t Slot = 0;  ///< of the block that it leads to
  uint32_t Scope = 0; ///< that Slot is in
  uint32_t Loop = None;
  uint32_t Leaves = None; ///< do loop, from where its condition is evaluated
  bool Enters = false, Iterates = false, Completes = false; ///< Loop
  bool HasLoops = false; ///< any of that, or Slot is in one
  /// Executions of the root, a part of the function, may begin or end with it.
  /// Local is None where it does not lie in one.
  bool IsBorder = false;
  /// The ipoint that it leads to reads the counter, others of the function do
  /// not.
  bool EndsPath = false;
};

/// A counter for each block of a function, then one more for each loop that it
/// lies in.
struct Layout {
  explicit Layout(const Shape &S);

  const Shape &Of;
  uint32_t Slots = 0;
  std::vector<uint32_t> Inmost;    ///< by block: its slot
  std::vector<uint32_t> Scopes;    ///< by slot: 0, or 1 + loop
  std::vector<uint32_t> Up;        ///< by slot of a loop: that around it
  std::vector<uint32_t> LoopSlots; ///< by loop: its first slot
  /// By loop: those in it, the inmost ones first, and itself; then all.
  std::vector<llvm::SmallVector<uint32_t, 2>> Within;

  /// All but what EdgeSlot has.
  void describe(FlowEdge &E, const SymbolTable &Symbols, uint32_t Local) const;
};

/// Numbers of a fixed array that are rarely all used: those that are not 0 are
/// listed.
class SparseCounts {
public:
  explicit SparseCounts(size_t Size) : Counts(Size) {}

  uint64_t operator[](uint32_t I) const { return Counts[I]; }
  llvm::ArrayRef<uint32_t> used() const { return Used; }
  void raise(uint32_t I, uint64_t N) {
    if (Counts[I] < N) {
      if (Counts[I] == 0)
        Used.push_back(I);
      Counts[I] = N;
    }
  }
  void clear() {
    for (uint32_t I : Used)
      Counts[I] = 0;
    Used.clear();
  }

private:
  std::vector<uint64_t> Counts;
  std::vector<uint32_t> Used;
};

/// How often the body of a loop began since it was entered.
struct LoopRun {
  bool IsEntered = false;
  uint64_t Begun = 0, Completed = 0;
  bool hasRun() const { return IsEntered || Begun || Completed; }
};

struct LoopMost {
  static constexpr uint64_t NotEntered = UINT64_MAX;
  uint64_t Begun = 0, Least = NotEntered, Completed = 0;
  void merge(const LoopMost &Other) {
    Begun = std::max(Begun, Other.Begun);
    Least = std::min(Least, Other.Least);
    Completed = std::max(Completed, Other.Completed);
  }
};

/// Of a transition, with the sum of its times.
struct EdgeTicks : EdgeFlow {
  uint64_t Ticks = 0;
  void addTime(uint64_t Raw, uint64_t Corrected) {
    ++Timed;
    Ticks += Raw;
    MostRaw = std::max(MostRaw, Raw);
    MostCorrected = std::max(MostCorrected, Corrected);
  }
  void merge(const EdgeTicks &Other) {
    EdgeFlow::merge(Other);
    Ticks += Other.Ticks;
  }
};

/// EdgeTicks by Shape::Edges, of which those that are not 0 are listed.
class SparseEdges {
public:
  explicit SparseEdges(size_t Size) : Edges(Size) {}

  const EdgeTicks &operator[](uint32_t I) const { return Edges[I]; }
  llvm::ArrayRef<uint32_t> used() const { return Used; }
  /// To be counted once or more by the caller.
  EdgeTicks &edge(uint32_t I) {
    if (Edges[I].Count == 0)
      Used.push_back(I);
    return Edges[I];
  }
  /// Takes what \p Other has, \p Times times. It is empty then.
  void absorb(SparseEdges &Other, uint64_t Times = 1) {
    for (uint32_t I : Other.Used) {
      EdgeTicks E = std::exchange(Other.Edges[I], {});
      E.Count *= Times;
      edge(I).merge(E);
    }
    Other.Used.clear();
  }
  void clear() {
    for (uint32_t I : Used)
      Edges[I] = {};
    Used.clear();
  }

private:
  std::vector<EdgeTicks> Edges;
  std::vector<uint32_t> Used;
};

/// Self times.
struct SelfTimes {
  uint64_t Timed = 0, Ticks = 0, MostRaw = 0, MostCorrected = 0;
  void merge(const SelfTimes &Other) {
    Timed += Other.Timed;
    Ticks += Other.Ticks;
    MostRaw = std::max(MostRaw, Other.MostRaw);
    MostCorrected = std::max(MostCorrected, Other.MostCorrected);
  }
};

/// Of calls of one function, in a call of the root.
struct CallsPart {
  explicit CallsPart(const Layout &L)
      : L(L), Most(L.Slots), InRoot(L.Of.Blocks.size()),
        Edges(L.Of.Edges.size()), Loops(L.Of.Loops.size()) {}

  const Layout &L;
  uint64_t Calls = 0;
  SelfTimes Self;
  SparseCounts Most;            ///< by slot
  std::vector<uint64_t> InRoot; ///< by block; 0 where Most is
  SparseEdges Edges;
  std::vector<LoopMost> Loops;
  bool RanLoops = false;

  /// Takes what \p Other has, of calls without times that all were made
  /// \p Times times. It is empty then.
  void absorb(CallsPart &Other, uint64_t Times = 1);
  void addTo(ContextFlow &All) const;
  void clear();
};

/// One call.
class CallCounts {
public:
  explicit CallCounts(const Layout &L)
      : L(L), Counts(L.Slots), Used(1 + L.Of.Loops.size()),
        Runs(L.Of.Loops.size()), Edges(L.Of.Edges.size()) {}

  const Layout &layout() const { return L; }
  SelfTimes Self;

  void begin() {
    // A part may begin in a loop.
    const uint32_t Slot = L.Inmost[L.Of.Entry];
    count(Slot, L.Scopes[Slot], 1);
    RanLoops = L.Scopes[Slot] != 0;
  }
  /// \p E was taken \p Times times. Returns what there is of it.
  EdgeTicks &step(const FlowEdge &E, uint64_t Times = 1) {
    count(E.Slot, E.Scope, Times);
    EdgeTicks &To = Edges.edge(E.Local);
    To.Count += Times;
    return To;
  }
  /// \p Local was taken in this call.
  EdgeTicks &edge(uint32_t Local) { return Edges.edge(Local); }
  /// What one that HasLoops does to these, before step(); several times only if
  /// it does not enter one.
  void stepLoops(const FlowEdge &E, llvm::function_ref<CallsPart &()> Into,
                 uint64_t Times = 1);
  /// The call ends; \p Ran takes what it executed. All is 0 then.
  void end(CallsPart &Into, BlockSets &Ran);

private:
  void count(uint32_t Slot, uint32_t Scope, uint64_t N) {
    if (Counts[Slot] == 0)
      Used[Scope].push_back(Slot);
    Counts[Slot] += N;
  }
  void endRuns(llvm::ArrayRef<uint32_t> Loops, CallsPart &Into);

  const Layout &L;
  std::vector<uint64_t> Counts;                     ///< by slot
  std::vector<llvm::SmallVector<uint32_t, 4>> Used; ///< slots by scope
  std::vector<LoopRun> Runs;
  SparseEdges Edges;
  bool RanLoops = false;
};

} // namespace ipoint::worst

#endif // IPOINT_WORST_FLOWCOUNTS_H
