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
  void add(uint32_t I, uint64_t N) {
    if (Counts[I] == 0 && N != 0)
      Used.push_back(I);
    Counts[I] += N;
  }
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

/// Of calls of one function, in a call of the root.
struct CallsPart {
  explicit CallsPart(const Layout &L)
      : L(L), Most(L.Slots), InRoot(L.Of.Blocks.size()),
        Edges(L.Of.Edges.size()), Loops(L.Of.Loops.size()) {}

  struct Edge : EdgeFlow {
    uint64_t Ticks = 0;
  };
  const Layout &L;
  uint64_t Calls = 0, SelfTimed = 0, SelfTicks = 0;
  uint64_t MostSelfRaw = 0, MostSelfCorrected = 0;
  SparseCounts Most;   ///< by slot
  SparseCounts InRoot; ///< by block
  std::vector<Edge> Edges;
  std::vector<uint32_t> UsedEdges;
  std::vector<LoopMost> Loops;

  Edge &edge(uint32_t Local) {
    Edge &E = Edges[Local];
    if (E.Count++ == 0)
      UsedEdges.push_back(Local);
    return E;
  }
  void endSelf(uint64_t Raw, uint64_t Corrected);
  /// Takes what \p Other has, which is empty then.
  void absorb(CallsPart &Other);
  void addTo(ContextFlow &All) const;
  void clear();
};

/// Visits of one call.
struct CallCounts {
  explicit CallCounts(const Layout &L)
      : L(L), Counts(L.Slots), Used(1 + L.Of.Loops.size()),
        Runs(L.Of.Loops.size()) {}

  const Layout &L;
  std::vector<uint64_t> Counts;                     ///< by slot
  std::vector<llvm::SmallVector<uint32_t, 4>> Used; ///< slots by scope
  std::vector<LoopRun> Runs;

  void count(uint32_t Slot, uint32_t Scope, uint64_t N = 1) {
    if (Counts[Slot] == 0)
      Used[Scope].push_back(Slot);
    Counts[Slot] += N;
  }
  /// Visits what \p E leads to, which was followed.
  void step(const FlowEdge &E, CallsPart &Into) {
    if (E.Leaves != None) [[unlikely]]
      ++Runs[E.Leaves].Completed;
    if (E.Loop != None) {
      Runs[E.Loop].Completed += E.Completes;
      if (E.Enters) {
        endRuns(L.Within[E.Loop], Into);
        Runs[E.Loop].IsEntered = true;
      }
      Runs[E.Loop].Begun += E.Iterates;
    }
    count(E.Slot, E.Scope);
  }
  /// The call ends. All is 0 then.
  void end(CallsPart &Into);

private:
  void endRuns(llvm::ArrayRef<uint32_t> Loops, CallsPart &Into);
};

} // namespace ipoint::worst

#endif // IPOINT_WORST_FLOWCOUNTS_H
