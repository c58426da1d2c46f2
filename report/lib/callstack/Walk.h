//===- Walk.h - Through what lies before a part of a stream ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sink that counts nothing. A Rebuilder that has brought a stream into it up
// to a place knows the stack there, in a third to half of the time of counting.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_WALK_H
#define IPOINT_CALLSTACK_WALK_H

#include "Rebuilder.h"

namespace ipoint::analysis {

class Walk : public PassiveSink {
public:
  using Edge = EdgeSlot;

  struct Quick : PassiveQuick<Edge> {
    explicit Quick(Walk &All) : PassiveQuick(All.Slots.data()) {}
    bool step(Edge &, uint64_t State, uint64_t) {
      return State <= Frame::Segments;
    }
  };

  explicit Walk(const SymbolTable &Symbols) : Slots(Symbols) {}

  EdgeTable<Edge> &edges() { return Slots; }
  bool step(Edge &E, uint64_t State, uint64_t Ticks) {
    return Quick(*this).step(E, State, Ticks);
  }
  uint64_t time(Edge &, uint64_t, ProbeCount, uint64_t) { return 0; }
  void followed(Edge &, uint64_t) {}

private:
  EdgeTable<Edge> Slots;
};

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_WALK_H
