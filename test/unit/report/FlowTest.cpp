//===- FlowTest.cpp - How often and how long, within calls of a root ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random walks through a program are recorded in several ways, and what is
// observed in the traces is held against what follows from the walks by brute
// force.
//
//===----------------------------------------------------------------------===//

#include "FlowFixture.h"
#include <random>

using namespace ipoint;
using namespace ipoint::flow_tests;

namespace {

//===--- What happens ---===//

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
    bool WasTimed = true;
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
        T.Visits.push_back(WasTimed && P.Timed
                               ? std::exchange(Open, {})
                               : std::pair<uint64_t, uint64_t>());
      WasTimed = P.Timed;
      Before = V.Block;
      Open = {};
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
  std::pair<uint64_t, uint64_t> Open; ///< of the visit that is open
};

//===--- What is to be observed ---===//

uint64_t corrected(std::pair<uint64_t, uint64_t> T) {
  return T.first - std::min(T.first, T.second * MinOverhead);
}

void raise(uint64_t &Most, uint64_t Value) { Most = std::max(Most, Value); }

/// Finds it by brute force. Blocks have the numbers of ipoints.
class Expectation {
public:
  Expectation(const SymbolTable &Symbols, const FlowOptions &Options)
      : Symbols(Symbols), Options(Options) {}

  void add(const TestCall &Root, TestTimes T, const std::string &Trace,
           uint64_t Number) {
    takeInner(Root, T);
    for (One *C : All) {
      C->Calls = 0;
      C->InRoot.assign(Ipoints, 0);
    }
    LongestRootCall L;
    L.Raw = T.Inclusive;
    L.Corrected = corrected({T.Inclusive, T.Probes});
    L.Trace = Trace;
    L.Number = Number;
    ++Result.RootCalls;
    addCall(Root, T, {}, L);
    if (T.Probes != 0 && (!Result.Longest || Result.Longest->Raw < L.Raw))
      Result.Longest = L;
  }
  std::string text(uint64_t Incomplete) {
    Result.Incomplete = Incomplete;
    return textOf(Result);
  }

private:
  /// Adds to \p T the self times of callees that count as its own.
  void takeInner(const TestCall &C, TestTimes &T) {
    size_t Callee = 0;
    for (const TestVisit &V : C.Visits)
      for (const TestCall &To : V.Callees) {
        TestTimes &Inner = T.Callees[Callee++];
        takeInner(To, Inner);
        if (!Options.InCaller[To.Function])
          continue;
        T.Self += std::exchange(Inner.Self, 0);
        T.SelfProbes += std::exchange(Inner.SelfProbes, 0);
      }
  }

  struct One {
    uint64_t Calls = 0; ///< in this call of the root
    std::vector<uint64_t> InRoot = std::vector<uint64_t>(Ipoints);
    std::vector<uint64_t> Entries = std::vector<uint64_t>(Loops.size());
  };

  void addCall(const TestCall &C, const TestTimes &T, const CallString &Sites,
               LongestRootCall &L) {
    note(Result.Contexts[{C.Function, Sites}], C, T);
    note(Result.Functions[C.Function], C, T);
    ++L.Calls[C.Function];
    L.SelfTicks[C.Function] += T.Self;
    size_t Callee = 0;
    for (auto [I, V] : llvm::enumerate(C.Visits)) {
      const uint32_t Site = C.Function * Ipoints + V.Block;
      std::map<uint32_t, uint64_t> InVisit;
      for (const TestCall &To : V.Callees) {
        SiteFlow &S = Result.Sites[{Site, To.Function}];
        ++S.Count;
        raise(S.MostInVisit, ++InVisit[To.Function]);
        CallString Longer = Sites;
        Longer.push_back(Site);
        if (Longer.size() > Options.Depth)
          Longer.erase(Longer.begin());
        addCall(To, T.Callees[Callee++], Longer, L);
      }
      if (I != 0) {
        auto &[Count, Ticks] = L.Edges[edge(C, I)];
        ++Count;
        Ticks += T.Visits[I - 1].first;
      }
    }
  }

  /// Its number in the SymbolTable.
  uint32_t edge(const TestCall &C, size_t To) const {
    uint32_t At = C.Function * Ipoints;
    auto [E, Last] = Symbols.edgesOf(At + C.Visits[To - 1].Block);
    while (Symbols.targetOf(E) != At + C.Visits[To].Block)
      ++E;
    return E;
  }

  void note(ContextFlow &A, const TestCall &C, const TestTimes &T) {
    auto [It, IsNew] = OneOf.try_emplace(&A);
    One &O = It->second;
    if (IsNew) {
      All.push_back(&O);
      A.Edges.resize(Transitions.size());
      for (auto *V : {&A.MostVisits, &A.MostInRoot})
        V->resize(Ipoints);
      for (const TestLoop &L : Loops)
        A.MostInLoop.emplace_back(L.Blocks.size());
      for (auto *V : {&A.MostBegun, &A.LeastBegun, &A.MostCompleted})
        V->resize(Loops.size());
    }
    ++A.Calls;
    raise(A.MostCalls, ++O.Calls);
    A.SelfTimed += T.SelfProbes != 0;
    raise(A.MostSelfRaw, T.Self);
    raise(A.MostSelfCorrected, corrected({T.Self, T.SelfProbes}));
    for (uint32_t Block = 0; Block != Ipoints; ++Block) {
      uint64_t N = llvm::count_if(
          C.Visits, [&](const TestVisit &V) { return V.Block == Block; });
      raise(A.MostVisits[Block], N);
      raise(A.MostInRoot[Block], O.InRoot[Block] += N);
    }
    const uint32_t FirstEdge = Symbols.edgesOf(C.Function * Ipoints).first;
    for (size_t I = 1; I != C.Visits.size(); ++I) {
      EdgeFlow &E = A.Edges[edge(C, I) - FirstEdge];
      auto Time = T.Visits[I - 1];
      ++E.Count;
      E.Timed += Time.second != 0;
      raise(E.MostRaw, Time.first);
      raise(E.MostCorrected, corrected(Time));
    }
    for (size_t Loop = 0; Loop != Loops.size(); ++Loop)
      noteLoop(A, O, Loop, C);
  }

  static void noteLoop(ContextFlow &A, One &O, size_t Index,
                       const TestCall &C) {
    const TestLoop &L = Loops[Index];
    auto contains = [&](uint32_t Block) {
      return llvm::is_contained(L.Blocks, Block);
    };
    const uint32_t Begin = L.Head.value_or(L.Body);
    for (size_t I = 1; I != C.Visits.size(); ++I) {
      if (C.Visits[I].Block != Begin || contains(C.Visits[I - 1].Block))
        continue;
      // Entered here.
      std::vector<uint64_t> Visits(Ipoints);
      uint64_t Completed = 0;
      for (size_t J = I; contains(C.Visits[J].Block); ++J) {
        uint32_t Next = C.Visits[J + 1].Block;
        ++Visits[C.Visits[J].Block];
        // The condition of the last one stands behind its body.
        Completed += Next == Begin || (L.Body == DoBody && !contains(Next));
      }
      for (auto [Place, Block] : llvm::enumerate(L.Blocks))
        raise(A.MostInLoop[Index][Place], Visits[Block]);
      const uint64_t Begun = Visits[L.Body];
      raise(A.MostBegun[Index], Begun);
      raise(A.MostCompleted[Index], Completed);
      uint64_t &Least = A.LeastBegun[Index];
      Least = O.Entries[Index]++ ? std::min(Least, Begun) : Begun;
    }
  }

  const SymbolTable &Symbols;
  const FlowOptions &Options;
  Observed Result;
  std::map<const ContextFlow *, One> OneOf;
  std::vector<One *> All;
};
/// Records, some of which are lost in the middle of calls.
struct Recorded {
  std::vector<TestCall> Calls;
  std::vector<std::optional<TestTimes>> Times; ///< none: incomplete
  std::vector<uint64_t> Records;
};

Recorded record(const database::Unit &U, unsigned Seed) {
  Recorded Result;
  Recorder To(U);
  Walker Random(Seed);
  for (unsigned Call = 0; Call != 6; ++Call) {
    // Calls of others between those of the root do not matter.
    if (Random.number(3) == 0)
      To.call(Random.call(G));
    size_t Begin = To.Records.size();
    Result.Calls.push_back(Random.call(F));
    Result.Times.push_back(To.call(Result.Calls.back()));
    if (Random.number(4) != 0)
      continue;
    size_t At = Begin + 1 + Random.number(To.Records.size() - Begin - 1);
    To.Records.insert(To.Records.begin() + At,
                      ipoint_record_untimed(IPOINT_ID_LOST, 1));
    Result.Times.back() = std::nullopt;
  }
  Result.Records = std::move(To.Records);
  return Result;
}

using RanSets = std::map<uint32_t, std::vector<llvm::BitVector>>;

void noteRan(RanSets &To, const TestCall &C) {
  llvm::BitVector Set(Ipoints);
  for (const TestVisit &V : C.Visits) {
    Set.set(V.Block);
    for (const TestCall &Callee : V.Callees)
      noteRan(To, Callee);
  }
  To[C.Function].push_back(std::move(Set));
}

/// Whether each call in \p A executed no more than one in \p B.
bool areWithin(const RanSets &A, const RanSets &B) {
  return llvm::all_of(A, [&](const auto &Of) {
    return llvm::all_of(Of.second, [&](const llvm::BitVector &Set) {
      return B.count(Of.first) &&
             llvm::any_of(B.at(Of.first), [&](const llvm::BitVector &Larger) {
               return !Set.test(Larger);
             });
    });
  });
}

TEST_F(FlowOfTraces, IsThatOfBruteForce) {
  for (Way W : {Way::TimedBlocks, Way::Blocks, Way::Paths, Way::TimedPaths}) {
    const database::Program P = recordedBy(makeProgram(), W);
    const SymbolTable Symbols(P, {true});
    for (unsigned Seed = 0; Seed != 60; ++Seed) {
      FlowOptions Options = {Seed % 5, MinOverhead, llvm::BitVector(3)};
      Options.InCaller[G] = Seed % 2 != 0;
      Options.InCaller[H] = Seed % 3 == 0;
      Expectation Expected(Symbols, Options);
      std::vector<trace::Trace> Traces;
      uint64_t Incomplete = 0;
      RanSets Complete, All; // calls
      for (const char *Name : {"a", "b"}) {
        std::vector<std::vector<uint64_t>> Streams;
        uint64_t Number = 0;
        for (unsigned Stream = 0; Stream != 2; ++Stream) {
          Recorded R =
              record(P.Units.front(), 4 * Seed + 2 * (*Name == 'b') + Stream);
          for (auto [Call, Times] : llvm::zip_equal(R.Calls, R.Times)) {
            ++Number;
            noteRan(All, Call);
            if (Times) {
              noteRan(Complete, Call);
              Expected.add(Call, *Times, Name, Number);
            } else {
              ++Incomplete;
            }
          }
          Streams.push_back(std::move(R.Records));
        }
        Traces.push_back(makeTrace(Name, Streams));
      }
      const std::string Text = Expected.text(Incomplete);
      for (unsigned Jobs : {1, 3}) {
        Flow Seen = observe(Traces, Symbols, Options, Jobs);
        ASSERT_EQ(Text, textOf(Seen)) << "way " << int(W) << ", seed " << Seed;
        RanSets Ran;
        for (const auto &[Function, Sets] : Seen.Ran) {
          EXPECT_TRUE(Sets.isKnown());
          Ran[Function] = Sets.all();
        }
        ASSERT_TRUE(areWithin(Complete, Ran) && areWithin(Ran, All));
      }
    }
  }
}
} // namespace
