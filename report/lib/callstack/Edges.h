//===- Edges.h - Transitions while records come ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sink has one edge for each slot of the table of transitions. Each record
// looks up one edge, so an edge has as few bytes as possible. Facts about the
// transition that are seldom used lie in another array, in the same order.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_EDGES_H
#define IPOINT_CALLSTACK_EDGES_H

#include "program/Symbols.h"

namespace ipoint::analysis {

/// What is looked up for each record: what a sink's edge begins with.
struct EdgeSlot {
  /// The row of the block that it leads to, or TransitionTable::Empty.
  uint32_t To = TransitionTable::Empty;
  /// Number of its EdgeStep; 0: it has none.
  uint32_t Step = 0;
  /// That of all which do nothing but lead to an exit.
  static constexpr uint32_t Leaves = 1;
};

/// Of a transition that does something to a loop, or leads to a mark or an
/// exit.
struct EdgeStep {
  /// Which it enters or whose body it begins; or IsMark.
  uint32_t Loop = None;
  static constexpr uint32_t IsMark = None - 1;
  uint32_t Slot : 29 = 0;    ///< the loop's, among those of its function
  uint32_t Enters : 1 = 0;   ///< from outside
  uint32_t Iterates : 1 = 0; ///< begins the body
  uint32_t Leaves : 1 = 0;   ///< leads to an exit
};

/// What else is known of a transition.
struct EdgeInfo {
  uint32_t From = None;      ///< the block that it leaves
  uint32_t Form : 2 = 0;     ///< trace::ProbeForm of its function's probes
  uint32_t CallsOut : 1 = 0; ///< the block that it leaves is not linear
};

/// The edges of a sink, by slot; \p Edge derives from EdgeSlot.
template <class Edge> class EdgeTable {
public:
  explicit EdgeTable(const SymbolTable &Symbols)
      : Edges(Symbols.transitions().slots().size()), Infos(Edges.size()),
        Steps(2) {
    Steps[EdgeSlot::Leaves].Leaves = true;
    const auto &Slots = Symbols.transitions().slots();
    for (uint32_t I = 0; I < size(); ++I)
      if (Slots[I].Edge != None)
        describe(I, Slots[I], Symbols);
  }

  uint32_t size() const { return static_cast<uint32_t>(Edges.size()); }
  Edge *data() { return Edges.data(); }
  Edge &operator[](uint32_t Slot) { return Edges[Slot]; }
  const Edge &operator[](uint32_t Slot) const { return Edges[Slot]; }
  const EdgeInfo &info(uint32_t Slot) const { return Infos[Slot]; }
  // Of one of these edges:
  uint32_t slotOf(const Edge &E) const {
    return static_cast<uint32_t>(&E - Edges.data());
  }
  const EdgeInfo &info(const Edge &E) const { return Infos[slotOf(E)]; }
  /// Of one that has one.
  const EdgeStep &step(const Edge &E) const { return Steps[E.Step]; }

private:
  void describe(uint32_t At, TransitionTable::Slot S,
                const SymbolTable &Symbols) {
    const LoopStep &L = Symbols.loopStep(S.Edge);
    const BlockSymbol &To = Symbols.blocks()[Symbols.targetOf(S.Edge)];
    EdgeStep Step = {L.Loop, L.Slot, L.Enters, L.Iterates,
                     To.Kind == database::Kind::Exit};
    if (L.Loop == None && To.Kind == database::Kind::Mark)
      Step.Loop = EdgeStep::IsMark;
    Edges[At].To = S.To;
    if (Step.Loop != None) {
      Edges[At].Step = static_cast<uint32_t>(Steps.size());
      Steps.push_back(Step);
    } else if (Step.Leaves) {
      Edges[At].Step = EdgeSlot::Leaves;
    }
    EdgeInfo &I = Infos[At];
    I.From = Symbols.sourceOf(S.Edge);
    const BlockSymbol &From = Symbols.blocks()[I.From];
    I.CallsOut = !From.Linear;
    I.Form = Symbols.formOf(From.Function);
  }

  std::vector<Edge> Edges;
  std::vector<EdgeInfo> Infos;
  std::vector<EdgeStep> Steps; ///< the first stands for none, then Leaves
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_EDGES_H
