//===- Activation.h - What is known of one call of a function -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_CALLSTACK_ACTIVATION_H
#define IPOINT_CALLSTACK_ACTIVATION_H

#include "ProbeCost.h"

namespace ipoint::analysis {

class CallStack;
struct ActivationTimes;

/// A complete activation.
struct Activation {
  bool SelfUsable = false;
  bool GrossUsable = false;
  uint64_t Self = 0;      ///< ticks, probes included
  uint64_t Gross = 0;     ///< ticks, probes included
  uint64_t SelfAway = 0;  ///< ticks without a CPU, which Self has not
  uint64_t GrossAway = 0; ///< the same of Gross
  ProbeCount SelfProbes, GrossProbes;
  uint64_t SelfExcess = 0;  ///< ticks; what time() returned in it
  uint64_t GrossExcess = 0; ///< the same with its callees
};

/// How an activation ended without an exit record.
enum class Abandoned {
  Passed,     ///< records of a function below it came
  Unfinished, ///< it was open when the stream ended
  Cut ///< it was open when recording paused or ended because that was wanted
};

/// A sink (Rebuilder.h) that wants to know of nothing: others derive from it.
struct PassiveSink {
  void startStream() {}
  void resume(const CallStack &) {}
  void expect(uint32_t) {}
  void enter(uint32_t, uint32_t) {}
  void iterate(uint32_t, uint64_t) {}
  void visit(uint32_t) {}
  void impossible(uint32_t, uint32_t) {}
  void overwritten(uint32_t) {}
  void value(uint32_t, int64_t) {}
  void struck(uint32_t, uint64_t, uint64_t) {}
  void away(uint64_t, bool) {}
  void abandon(uint32_t, Abandoned, bool) {}
  void inferred(uint32_t, Abandoned, uint64_t) {}
  void pushed(uint32_t, bool, bool) {}
  void popped() {}
  void middle(uint32_t, bool) {}
  void lost(uint64_t) {}
  void pause(uint64_t) {}
  void apart(uint64_t) {}
  void ended(uint64_t) {}
  void unknown() {}
  void deep() {}
};

/// The Quick (Rebuilder.h) of such a sink; what derives from it says of which
/// transitions it takes note.
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

} // namespace ipoint::analysis

#endif // IPOINT_CALLSTACK_ACTIVATION_H
