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

#include "worst/Flow.h"
#include "ProgramBuilder.h"
#include "StreamBuilder.h"
#include "probes/PathNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace ipoint;
using namespace ipoint::analysis;
using namespace ipoint::worst;
using database::Encoding;
using database::Kind;

namespace {

constexpr uint32_t First = 256;

// Ipoints of each function.
enum : uint32_t {
  Entry,
  Then,
  Join,
  Head, // for.1
  Body,
  InnerBody, // while (1) in for.1
  Break,
  InnerJoin,
  Behind, // the inner loop
  ForJoin,
  DoBody,
  DoJoin,
  Exit,
  Ipoints
};
enum : uint32_t { F, G, H };

/// What a block calls in each of its visits.
const std::vector<uint32_t> &calleesOf(uint32_t Function, uint32_t Block) {
  static const std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>>
      All = {{{F, Then}, {G}},         {{F, Body}, {F}},
             {{F, InnerJoin}, {G, H}}, {{F, DoJoin}, {H, G, H}},
             {{G, Then}, {H}},         {{G, DoBody}, {H}}};
  static const std::vector<uint32_t> None;
  auto It = All.find({Function, Block});
  return It == All.end() ? None : It->second;
}

const std::vector<std::pair<uint32_t, uint32_t>> Transitions = {
    {Entry, Then},          {Entry, Join},     {Then, Join},
    {Join, Head},           {Join, Exit},      {Head, Body},
    {Head, ForJoin},        {Body, InnerBody}, {InnerBody, Break},
    {InnerBody, InnerJoin}, {Break, Behind},   {InnerJoin, InnerBody},
    {Behind, Head},         {ForJoin, DoBody}, {DoBody, DoBody},
    {DoBody, DoJoin},       {DoJoin, Exit}};

struct TestLoop {
  const char *Name;
  std::optional<uint32_t> Head;
  uint32_t Body;
  std::vector<uint32_t> Blocks;
  std::optional<uint32_t> Outer;
};
const std::vector<TestLoop> Loops = {
    {"for.1",
     Head,
     Body,
     {Head, Body, InnerBody, Break, InnerJoin, Behind},
     {}},
    {"for.1/body/while.1",
     std::nullopt,
     InnerBody,
     {InnerBody, Break, InnerJoin},
     0},
    {"do.1", std::nullopt, DoBody, {DoBody}, {}}};

database::Program makeProgram() {
  database::Program P;
  database::Unit &U = addUnit(P);
  for (uint32_t Function : {F, G, H}) {
    const char *Names[] = {"f", "g", "h"};
    uint32_t At =
        addFunction(U, Names[Function],
                    {{Kind::Then, "if.1/then"},
                     {Kind::Join, "if.1/join"},
                     {Kind::Condition, "for.1/condition"},
                     {Kind::Body, "for.1/body"},
                     {Kind::Body, "for.1/body/while.1/body"},
                     {Kind::Then, "for.1/body/while.1/body/if.1/then"},
                     {Kind::Join, "for.1/body/while.1/body/if.1/join"},
                     {Kind::Join, "for.1/body/while.1/join"},
                     {Kind::Join, "for.1/join"},
                     {Kind::Body, "do.1/body"},
                     {Kind::Join, "do.1/join"}});
    U.Functions.back().Type = Function == H ? "T" : "U";
    for (auto [From, To] : Transitions)
      U.Transitions.push_back({At + From, At + To});
    for (const TestLoop &L : Loops) {
      database::Loop &New = U.Loops.emplace_back();
      New.Function = Function;
      New.Name = L.Name;
      New.Line = static_cast<unsigned>(1 + (&L - Loops.data()));
      if (L.Head)
        New.Head = At + *L.Head;
      New.Body = At + L.Body;
    }
    for (uint32_t Block = 0; Block != Ipoints; ++Block)
      for (uint32_t Callee : calleesOf(Function, Block)) {
        // One of two calls there is through a pointer.
        bool IsPointer = Function == F && Block == InnerJoin && Callee == H;
        U.Calls.push_back(
            {At + Block, IsPointer ? "" : Names[Callee], IsPointer ? "T" : ""});
      }
  }
  return P;
}

enum class Way { TimedBlocks, Blocks, Paths, TimedPaths };

/// \p P as what is recorded in the \p W.
database::Program recordedBy(database::Program P, Way W) {
  database::Unit &U = P.Units.front();
  for (auto [I, Ipoint] : llvm::enumerate(U.Ipoints)) {
    const bool IsBoundary = I % Ipoints == Entry || I % Ipoints == Exit;
    Ipoint.Timed =
        W == Way::TimedBlocks || (W == Way::TimedPaths && IsBoundary);
  }
  if (W == Way::TimedBlocks || W == Way::Blocks)
    return P;
  for (uint32_t Function : {F, G, H}) {
    const uint32_t At = Function * Ipoints;
    U.Functions[Function].S = database::Store::Paths;
    std::vector<bool> MustEnd(Ipoints), Bodies(Ipoints), Counters(Ipoints),
        Records(Ipoints);
    MustEnd[Exit] = true;
    for (const TestLoop &L : Loops)
      Bodies[L.Body] = Counters[L.Body] = true;
    for (uint32_t Block = 0; Block != Ipoints; ++Block)
      Records[Block] = !calleesOf(Function, Block).empty();
    PathNumbers N = numberPaths(
        {0, MustEnd, Bodies, Counters, Records, {}, Transitions}, 1 << 20);
    U.Functions[Function].Stride =
        N.CountBits ? uint64_t(1) << *N.CountBits : 0;
    for (auto [I, T] : llvm::enumerate(
             llvm::MutableArrayRef(U.Transitions)
                 .slice(Function * Transitions.size(), Transitions.size()))) {
      T.IsRound = N.Rounds[I];
      T.Increment = N.Increments[I];
    }
    for (uint32_t I = 0; I != Ipoints; ++I) {
      U.Ipoints[At + I].E = N.Encodings[I];
      U.Ipoints[At + I].PathBase = N.Bases[I];
    }
    if (Function != H || U.Ipoints[At].Timed)
      U.Ipoints[At].E = Encoding::Record;
  }
  return P;
}

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

constexpr uint64_t MinOverhead = 13;
uint64_t corrected(std::pair<uint64_t, uint64_t> T) {
  return T.first - std::min(T.first, T.second * MinOverhead);
}

/// What there is of a Flow.
struct Observed {
  uint64_t RootCalls = 0, Incomplete = 0;
  std::map<ContextKey, ContextFlow> Contexts;
  std::map<uint32_t, ContextFlow> Functions;
  std::map<std::pair<uint32_t, uint32_t>, SiteFlow> Sites;
  std::optional<LongestRootCall> Longest;
};

void print(llvm::raw_ostream &Out, const ContextFlow &C) {
  auto list = [&](const char *Name, const std::vector<uint64_t> &Values) {
    Out << ' ' << Name;
    for (uint64_t V : Values)
      Out << ' ' << V;
  };
  Out << " calls " << C.Calls << ' ' << C.MostCalls << " self " << C.MostSelfRaw
      << ' ' << C.MostSelfCorrected << ' ' << C.SelfTimed << "\n  edges";
  for (const EdgeFlow &E : C.Edges)
    Out << ' ' << E.Count << '/' << E.Timed << '/' << E.MostRaw << '/'
        << E.MostCorrected;
  Out << "\n ";
  list("visits", C.MostVisits);
  list("in root", C.MostInRoot);
  for (const std::vector<uint64_t> &Most : C.MostInLoop)
    list("in loop", Most);
  list("begun", C.MostBegun);
  list("least", C.LeastBegun);
  list("completed", C.MostCompleted);
  Out << '\n';
}

std::string textOf(const Observed &All) {
  std::string Result;
  llvm::raw_string_ostream Out(Result);
  Out << "calls " << All.RootCalls << " incomplete " << All.Incomplete << '\n';
  for (const auto &[Key, C] : All.Contexts) {
    Out << Key.Function;
    for (uint32_t Site : Key.Sites)
      Out << ' ' << Site / Ipoints << '@' << Site % Ipoints;
    print(Out, C);
  }
  for (const auto &[Function, C] : All.Functions)
    print(Out << "all of " << Function, C);
  for (const auto &[Key, S] : All.Sites)
    Out << "site " << Key.first / Ipoints << '@' << Key.first % Ipoints << ' '
        << Key.second << ": " << S.Count << ' ' << S.MostInVisit << '\n';
  if (const auto &L = All.Longest) {
    Out << "longest " << L->Raw << ' ' << L->Corrected << ' ' << L->Trace << ' '
        << L->Number;
    for (const auto &[Edge, E] : L->Edges)
      Out << " e" << Edge << ' ' << E.first << '/' << E.second;
    for (const auto &[Function, Calls] : L->Calls)
      Out << " f" << Function << ' ' << Calls << '/'
          << L->SelfTicks.at(Function);
    Out << '\n';
  }
  return Result;
}

std::string textOf(const Flow &All) {
  Observed O = {All.RootCalls, All.Incomplete, All.Contexts, {},
                All.Sites,     All.Longest};
  for (uint32_t Function : {F, G, H})
    if (const ContextFlow *C = All.ofFunction(Function))
      O.Functions[Function] = *C;
  return textOf(O);
}

void raise(uint64_t &Most, uint64_t Value) { Most = std::max(Most, Value); }

/// Finds it by brute force. Blocks have the numbers of ipoints.
class Expectation {
public:
  Expectation(const SymbolTable &Symbols, unsigned Depth)
      : Symbols(Symbols), Depth(Depth) {}

  void add(const TestCall &Root, const TestTimes &T, const std::string &Trace,
           uint64_t Number) {
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
        if (Longer.size() > Depth)
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
  unsigned Depth;
  Observed Result;
  std::map<const ContextFlow *, One> OneOf;
  std::vector<One *> All;
};

/// Traces in a folder that is deleted.
class FlowOfTraces : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> Path;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("ipoint-flow", Path));
    Folder = Path.str();
  }
  void TearDown() override { (void)llvm::sys::fs::remove_directories(Folder); }

  /// A trace with these streams.
  trace::Trace makeTrace(const std::string &Name,
                         const std::vector<std::vector<uint64_t>> &Streams) {
    trace::Trace T;
    T.Path = Name;
    T.Meta.Uuid = testUuid();
    for (auto [I, Records] : llvm::enumerate(Streams)) {
      T.Streams.push_back(Folder + "/" + Name + "-stream-" + std::to_string(I));
      StreamBuilder S;
      S.packet(1000, uint64_t(1) << 30, Records);
      std::error_code Failed;
      llvm::raw_fd_ostream Out(T.Streams.back(), Failed);
      EXPECT_FALSE(Failed);
      Out.write(S.Bytes.data(), S.Bytes.size());
    }
    return T;
  }

  std::string observed(llvm::ArrayRef<trace::Trace> Traces,
                       const SymbolTable &Symbols, unsigned Depth,
                       unsigned Jobs = 1) {
    llvm::Expected<Flow> Result =
        observeFlow({Traces, Symbols, false, Jobs}, F, Depth, MinOverhead);
    return Result ? textOf(*Result) : toString(Result.takeError());
  }

  std::string Folder;
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

TEST_F(FlowOfTraces, IsThatOfBruteForce) {
  for (Way W : {Way::TimedBlocks, Way::Blocks, Way::Paths, Way::TimedPaths}) {
    const database::Program P = recordedBy(makeProgram(), W);
    const SymbolTable Symbols(P, {true});
    for (unsigned Seed = 0; Seed != 60; ++Seed) {
      const unsigned Depth = Seed % 5;
      Expectation Expected(Symbols, Depth);
      std::vector<trace::Trace> Traces;
      uint64_t Incomplete = 0;
      for (const char *Name : {"a", "b"}) {
        std::vector<std::vector<uint64_t>> Streams;
        uint64_t Number = 0;
        for (unsigned Stream = 0; Stream != 2; ++Stream) {
          Recorded R =
              record(P.Units.front(), 4 * Seed + 2 * (*Name == 'b') + Stream);
          for (auto [Call, Times] : llvm::zip_equal(R.Calls, R.Times)) {
            ++Number;
            if (Times)
              Expected.add(Call, *Times, Name, Number);
            else
              ++Incomplete;
          }
          Streams.push_back(std::move(R.Records));
        }
        Traces.push_back(makeTrace(Name, Streams));
      }
      const std::string Text = Expected.text(Incomplete);
      for (unsigned Jobs : {1, 3})
        ASSERT_EQ(Text, observed(Traces, Symbols, Depth, Jobs))
            << "way " << int(W) << ", seed " << Seed;
    }
  }
}

/// Records of blocks by hand, 10 ticks apart.
class Script {
public:
  Script &at(uint32_t Function, std::initializer_list<uint32_t> Blocks) {
    for (uint32_t Block : Blocks)
      Records.push_back(
          ipoint_record_timed(First + Function * Ipoints + Block, Time += 10));
    return *this;
  }
  std::vector<uint64_t> Records;

private:
  uint64_t Time = 1000;
};

/// Blocks as they are timed, and what a Script's records give.
class FlowByHand : public FlowOfTraces {
protected:
  Flow observe(const Script &S, uint32_t Root = F) {
    trace::Trace T = makeTrace("t", {S.Records});
    llvm::Expected<Flow> Result =
        observeFlow({T, Symbols, false, 1}, Root, 2, MinOverhead);
    EXPECT_TRUE(bool(Result));
    return Result ? std::move(*Result) : Flow();
  }
  database::Program P = makeProgram();
  SymbolTable Symbols{P, {true}};
};
using Numbers = std::vector<uint64_t>;

TEST_F(FlowByHand, CountsTriangularLoops) {
  Script S;
  S.at(H, {Entry, Join, Head});
  for (unsigned Round = 0; Round != 4; ++Round) {
    S.at(H, {Body});
    for (unsigned Inner = 0; Inner != Round; ++Inner)
      S.at(H, {InnerBody, InnerJoin});
    S.at(H, {InnerBody, Break, Behind, Head});
  }
  S.at(H, {ForJoin, DoBody, DoBody, DoJoin, Exit});
  Flow All = observe(S, H);
  const ContextFlow *C = All.of({H, {}});
  ASSERT_TRUE(C);
  EXPECT_EQ(All.RootCalls, 1u);
  EXPECT_EQ(C->MostVisits, (Numbers{1, 0, 1, 5, 4, 10, 4, 6, 4, 1, 2, 1, 1}));
  EXPECT_EQ(C->MostInLoop,
            (std::vector<Numbers>{{5, 4, 10, 4, 6, 4}, {4, 1, 3}, {2}}));
  EXPECT_EQ(C->MostBegun, (Numbers{4, 4, 2}));
  EXPECT_EQ(C->LeastBegun, (Numbers{4, 1, 2}));
  // What break ends does not come to its end.
  EXPECT_EQ(C->MostCompleted, (Numbers{4, 3, 2}));
  const Shape &Sh = All.Shapes.at(H);
  EXPECT_EQ(Sh.Entry, 0u);
  EXPECT_EQ(Sh.Loops[1].Outer, 0u);
  EXPECT_FALSE(Sh.Loops[1].Head);
  EXPECT_TRUE(Sh.Edges[3].Enters);
  EXPECT_TRUE(Sh.Edges[5].Iterates);
  EXPECT_EQ(Sh.Edges[5].Loop, 0u);
}

/// A call that longjmp left counts as far as it came.
TEST_F(FlowByHand, CountsWhatIsLeftByAJump) {
  Script S;
  S.at(F, {Entry, Then}).at(G, {Entry, Join, Head, Body, InnerBody});
  S.at(F, {Join, Head, ForJoin, DoBody, DoJoin, Exit});
  Flow All = observe(S);
  EXPECT_EQ(All.RootCalls, 1u);
  EXPECT_EQ(All.Incomplete, 0u);
  const ContextFlow *C = All.of({G, {Then}});
  ASSERT_TRUE(C);
  EXPECT_EQ(C->Calls, 1u);
  EXPECT_EQ(C->SelfTimed, 0u);
  EXPECT_EQ(C->MostVisits[InnerBody], 1u);
  EXPECT_EQ(C->MostInLoop[0], (Numbers{1, 1, 1, 0, 0, 0}));
  EXPECT_EQ((All.Sites.at({Then, G}).Count), 1u);
}

TEST_F(FlowByHand, DropsWhatIsNotComplete) {
  Script Left; // by a jump that leaves the root
  Left.at(G, {Entry, Join}).at(F, {Entry, Join, Head});
  Left.at(G, {Head, ForJoin, DoBody, DoJoin, Exit});
  Script Impossible;
  Impossible.at(F, {Entry, Head, ForJoin, DoBody, DoJoin, Exit});
  Script Unfinished;
  Unfinished.at(F, {Entry, Join});
  Script Middle;
  Middle.at(F, {Head, ForJoin, DoBody, DoJoin, Exit});
  Script Unknown;
  Unknown.at(F, {Entry, Join}).at(H + 1, {0}).at(F, {Head, ForJoin, DoBody});
  Unknown.at(F, {DoJoin, Exit});
  for (const Script *S : {&Left, &Impossible, &Unfinished, &Middle, &Unknown}) {
    Flow All = observe(*S);
    EXPECT_EQ(All.RootCalls, 0u);
    EXPECT_EQ(All.Incomplete, 1u);
    EXPECT_TRUE(All.Contexts.empty());
    EXPECT_TRUE(All.Sites.empty());
    EXPECT_FALSE(All.ofFunction(F));
    EXPECT_FALSE(All.Longest);
  }
}

/// A handler of an interrupt that calls what the root calls, too.
TEST_F(FlowByHand, LeavesOutHandlers) {
  P.Units.front().Functions[G].IsInterrupt = true;
  SymbolTable WithHandler(P, {true});
  Script S;
  S.at(F, {Entry, Join, Head}).at(G, {Entry, Then}).at(H, {Entry, Join, Head});
  S.at(H, {ForJoin, DoBody, DoJoin, Exit});
  S.at(G, {Join, Head, ForJoin, DoBody, DoJoin, Exit});
  S.at(F, {ForJoin, DoBody, DoJoin, Exit});
  trace::Trace T = makeTrace("t", {S.Records});
  auto All = observeFlow({T, WithHandler, false, 1}, F, 2, MinOverhead);
  ASSERT_TRUE(bool(All));
  EXPECT_EQ(All->RootCalls, 1u);
  EXPECT_EQ(All->Contexts.size(), 1u);
  ASSERT_TRUE(All->Longest);
  EXPECT_EQ(All->Longest->Raw, 70u);
  // The handler itself can be the root.
  auto OfHandler = observeFlow({T, WithHandler, false, 1}, G, 2, MinOverhead);
  ASSERT_TRUE(bool(OfHandler));
  EXPECT_EQ(OfHandler->RootCalls, 1u);
  EXPECT_TRUE(OfHandler->of({H, {Ipoints + Then}}));
}

TEST_F(FlowByHand, MergesInAnyOrder) {
  Script A, B;
  A.at(F, {Entry, Join, Head, ForJoin, DoBody, DoJoin, Exit});
  B.at(F, {Entry, Then, Join, Head, ForJoin, DoBody, DoBody, DoJoin, Exit});
  Flow AB = observe(A), BA = observe(B);
  AB.merge(observe(B));
  BA.merge(observe(A));
  AB.settle();
  BA.settle();
  EXPECT_EQ(textOf(AB), textOf(BA));
  EXPECT_EQ(AB.RootCalls, 2u);
  EXPECT_EQ(AB.of({F, {}})->MostBegun[2], 2u);
}

} // namespace
