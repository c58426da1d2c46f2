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
// REQ: IP-REQ-072

#include "FlowRecorder.h"

using namespace ipoint;
using namespace ipoint::flow_tests;

namespace {

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
        const uint64_t Number = InVisit[To.Function]++;
        raise(S.MostInVisit, Number + 1);
        CallString Longer = Sites;
        Longer.push_back(siteAt(Site, static_cast<uint32_t>(Number)));
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
  for (Way W : {Way::TimedBlocks, Way::Blocks, Way::Paths, Way::TimedPaths,
                Way::TimedLoops}) {
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

TEST_F(FlowOfTraces, ARecursionIsAllThatItsFirstCallLeadsTo) {
  for (Way W : {Way::TimedBlocks, Way::Blocks, Way::Paths, Way::TimedPaths}) {
    const database::Program P = recordedBy(makeProgram(), W);
    const SymbolTable Symbols(P, {true});
    for (unsigned Seed = 0; Seed != 30; ++Seed) {
      Recorder To(P.Units.front());
      Walker Random(Seed);
      for (unsigned Call = 0; Call != 4; ++Call) {
        To.call(Random.call(G));
        To.call(Random.call(F));
      }
      const trace::Trace T = makeTrace("a", {To.Records});
      Flow Seen = observe(T, Symbols, {1, MinOverhead, llvm::BitVector(3)});
      ASSERT_FALSE(observeRecursions({T, Symbols, false, 1}, Seen));
      std::vector<std::vector<uint32_t>> Recursions;
      std::vector<uint64_t> Most;
      if (Seen.ofFunction(F)->MostCalls > 1) {
        Recursions = {{F}};
        Most = Seen.ofFunction(F)->MostInRoot;
        Most.resize(3 * Ipoints);
      }
      EXPECT_EQ(Seen.Recursions, Recursions);
      EXPECT_EQ(Seen.MostInRecursion, Most) << Seed << int(W);
    }
  }
}

} // namespace
