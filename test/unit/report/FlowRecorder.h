//===- FlowRecorder.h - Random walks through a program, as records --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TEST_FLOWRECORDER_H
#define IPOINT_TEST_FLOWRECORDER_H

#include "FlowFixture.h"
#include <random>

namespace ipoint::flow_tests {

struct TestCall;
struct TestVisit {
  uint32_t Block = 0;
  std::vector<TestCall> Callees;
};
struct TestCall {
  uint32_t Function = 0;
  std::vector<TestVisit> Visits;
};

class Walker {
public:
  explicit Walker(unsigned Seed) : Random(Seed) {}
  TestCall call(uint32_t Function, unsigned Depth = 0) {
    TestCall C = {Function, {}};
    for (uint32_t At = Entry;; At = next(At, Function == F && Depth >= 3)) {
      TestVisit &V = C.Visits.emplace_back(TestVisit{At, {}});
      for (uint32_t Callee : calleesOf(Function, At))
        V.Callees.push_back(call(Callee, Depth + 1));
      if (At == Exit)
        return C;
    }
  }
  unsigned number(unsigned Below) { return Random() % Below; }

private:
  uint32_t next(uint32_t From, bool EndsLoop) {
    std::vector<uint32_t> To;
    for (auto [Source, Target] : Transitions)
      if (Source == From && !(EndsLoop && Target == Body))
        To.push_back(Target);
    return To[Random() % To.size()];
  }
  std::mt19937 Random;
};

/// Times of a call, as far as they are known.
struct TestTimes {
  std::vector<std::pair<uint64_t, uint64_t>> Visits; ///< ticks, probes
  uint64_t Self = 0, SelfProbes = 0;
  uint64_t Inclusive = 0, Probes = 0;
  std::vector<TestTimes> Callees; ///< in order
};

/// The records of calls, as probes store them.
class Recorder {
public:
  explicit Recorder(const database::Unit &U) : U(U) {}

  TestTimes call(const TestCall &C) {
    const uint32_t At = C.Function * Ipoints;
    const database::Function &Fn = U.Functions[C.Function];
    const bool HasPaths = Fn.S == database::Store::Paths;
    TestTimes T;
    uint64_t Sum = 0, Rounds = 0, Before = 0;
    size_t FirstVisit = 0;
    bool WasTimed = false; // its entry is
    for (auto [I, V] : llvm::enumerate(C.Visits)) {
      const database::Ipoint &P = U.Ipoints[At + V.Block];
      if (I != 0) {
        const database::Transition &To = transition(At, Before, V.Block);
        Sum += To.Increment;
        Rounds += P.E == Encoding::Count;
        if (HasPaths && P.E == Encoding::Path) {
          store(At + V.Block, false, Sum + Fn.Stride * Rounds);
          Rounds = 0;
          Sum = P.PathBase.value_or(0);
        }
      }
      if (HasPaths ? P.Timed || P.E == Encoding::Record : true) {
        uint64_t Now = Time;
        store(At + V.Block, P.Timed, 0);
        if (P.Timed && I != 0)
          add(T, Time - Now, 1);
      }
      if (I != 0)
        T.Visits.push_back({});
      // Of visits from one timed ipoint to the next the first has the time.
      if (I != 0 && P.Timed && WasTimed)
        T.Visits[FirstVisit] = Open;
      if (P.Timed) {
        FirstVisit = I;
        Open = {};
      }
      WasTimed |= P.Timed;
      Before = V.Block;
      for (const TestCall &Callee : V.Callees) {
        // Up to its entry's record.
        auto Here = Open;
        Open = {};
        const bool IsTimed = U.Ipoints[Callee.Function * Ipoints].Timed;
        const uint64_t Now = Time, Step = 1 + (Now * 7) % 50;
        T.Callees.push_back(call(Callee));
        Open = Here;
        const TestTimes &Their = T.Callees.back();
        T.Inclusive += Their.Inclusive;
        T.Probes += Their.Probes;
        if (IsTimed)
          add(T, Step, 1);
      }
    }
    T.Inclusive += T.Self;
    T.Probes += T.SelfProbes;
    return T;
  }
  std::vector<uint64_t> Records;

private:
  void add(TestTimes &T, uint64_t Ticks, uint64_t Probes) {
    Open.first += Ticks;
    Open.second += Probes;
    T.Self += Ticks;
    T.SelfProbes += Probes;
  }
  void store(uint32_t Ipoint, bool IsTimed, uint64_t Value) {
    if (IsTimed)
      Time += 1 + (Time * 7) % 50;
    Records.push_back(IsTimed ? ipoint_record_timed(First + Ipoint, Time)
                              : ipoint_record_untimed(First + Ipoint, Value));
  }
  const database::Transition &transition(uint32_t At, uint32_t From,
                                         uint32_t To) const {
    return *llvm::find_if(U.Transitions, [&](const database::Transition &T) {
      return T.Source == At + From && T.Target == At + To;
    });
  }

  const database::Unit &U;
  uint64_t Time = 1000;
  std::pair<uint64_t, uint64_t> Open; ///< since the last timed ipoint
};

} // namespace ipoint::flow_tests

#endif // IPOINT_TEST_FLOWRECORDER_H
