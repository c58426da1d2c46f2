//===- FlowFixture.h - A program, and what is observed in its traces -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TEST_FLOWFIXTURE_H
#define IPOINT_TEST_FLOWFIXTURE_H

#include "ProgramBuilder.h"
#include "StreamBuilder.h"
#include "probes/PathNumbers.h"
#include "worst/Flow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace ipoint::flow_tests {

using namespace ipoint::analysis;
using namespace ipoint::worst;
using database::Encoding;
using database::Kind;

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
inline const std::vector<uint32_t> &calleesOf(uint32_t Function,
                                              uint32_t Block) {
  static const std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>>
      All = {{{F, Then}, {G}},         {{F, Body}, {F}},
             {{F, InnerJoin}, {G, H}}, {{F, DoJoin}, {H, G, H}},
             {{G, Then}, {H}},         {{G, DoBody}, {H}}};
  static const std::vector<uint32_t> None;
  auto It = All.find({Function, Block});
  return It == All.end() ? None : It->second;
}

inline const std::vector<std::pair<uint32_t, uint32_t>> Transitions = {
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
inline const std::vector<TestLoop> Loops = {
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

inline database::Program makeProgram() {
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
enum class Way { TimedBlocks, Blocks, Paths, TimedPaths, TimedLoops };

/// \p P as what is recorded in the \p W.
inline database::Program recordedBy(database::Program P, Way W) {
  database::Unit &U = P.Units.front();
  for (auto [I, Ipoint] : llvm::enumerate(U.Ipoints)) {
    const bool IsBoundary = I % Ipoints == Entry || I % Ipoints == Exit;
    const bool IsBody = llvm::any_of(
        Loops, [&](const TestLoop &L) { return I % Ipoints == L.Body; });
    Ipoint.Timed = W == Way::TimedBlocks ||
                   (W == Way::TimedPaths && IsBoundary) ||
                   (W == Way::TimedLoops && (IsBoundary || IsBody));
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
      if (W == Way::TimedLoops)
        MustEnd[L.Body] = Bodies[L.Body] = true;
      else
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

//===--- What is observed ---===//

constexpr uint64_t MinOverhead = 13;

/// What there is of a Flow.
struct Observed {
  uint64_t RootCalls = 0, Incomplete = 0;
  std::map<ContextKey, ContextFlow> Contexts;
  std::map<uint32_t, ContextFlow> Functions;
  std::map<std::pair<uint32_t, uint32_t>, SiteFlow> Sites;
  std::optional<LongestRootCall> Longest;
};

inline void print(llvm::raw_ostream &Out, const ContextFlow &C) {
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

inline std::string textOf(const Observed &All) {
  std::string Result;
  llvm::raw_string_ostream Out(Result);
  Out << "calls " << All.RootCalls << " incomplete " << All.Incomplete << '\n';
  for (const auto &[Key, C] : All.Contexts) {
    Out << Key.Function;
    for (uint32_t Site : Key.Sites)
      Out << ' ' << blockOfSite(Site) / Ipoints << '@'
          << blockOfSite(Site) % Ipoints << '#' << numberOfSite(Site);
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

inline std::string textOf(const Flow &All) {
  Observed O = {All.RootCalls, All.Incomplete, All.Contexts, {},
                All.Sites,     All.Longest};
  for (uint32_t Function : {F, G, H})
    if (const ContextFlow *C = All.ofFunction(Function))
      O.Functions[Function] = *C;
  return textOf(O);
}

/// A part of G, by its blocks.
inline Root partOfG(uint32_t Begin, std::vector<uint32_t> Ends) {
  Root R;
  R.Function = G;
  const uint32_t At = uint32_t(G) * Ipoints;
  R.Begin = At + Begin;
  for (uint32_t End : Ends)
    R.Ends.push_back(At + End);
  R.Loop = Begin == Body ? 3 : None;
  return R;
}

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

  Flow observe(llvm::ArrayRef<trace::Trace> Traces, const SymbolTable &Symbols,
               const FlowOptions &Options, unsigned Jobs = 1,
               const Root &Of = {F}) {
    llvm::Expected<Flow> Result =
        observeFlow({Traces, Symbols, false, Jobs}, Of, Options);
    EXPECT_TRUE(bool(Result));
    return Result ? std::move(*Result) : Flow();
  }

  std::string Folder;
};
} // namespace ipoint::flow_tests

#endif // IPOINT_TEST_FLOWFIXTURE_H
