//===- FlowPartsTest.cpp - How often and how long, within parts -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowRecorder.h"

using namespace ipoint;
using namespace ipoint::flow_tests;

namespace {

/// How often each block of \p Of's function called H in complete executions,
/// and, at None, how many of these there were.
void countInParts(const TestCall &C, const Root &Of,
                  std::map<uint32_t, uint64_t> &Counts) {
  std::optional<std::map<uint32_t, uint64_t>> Open;
  for (const TestVisit &V : C.Visits) {
    const uint32_t Block = C.Function * Ipoints + V.Block;
    if (Open && Of.endsAt(Block)) {
      ++Counts[None];
      for (auto [Site, Calls] : *Open)
        Counts[Site] += Calls;
      Open.reset();
    }
    if (Block == Of.Begin)
      Open.emplace();
    for (const TestCall &To : V.Callees) {
      if (Open)
        ++(*Open)[Block];
      countInParts(To, Of, Counts);
    }
  }
}

/// Of a part of G, whether its ends have records or path records lead over
/// both.
TEST_F(FlowOfTraces, OfPartsIsAlikeInAllRecordings) {
  for (const Root &Of :
       {partOfG(Join, {ForJoin}), partOfG(Entry, {Join}),
        partOfG(Then, {DoJoin}), partOfG(ForJoin, {Exit}),
        partOfG(Body, {Head, Body, ForJoin}), partOfG(Body, {Body, ForJoin}),
        partOfG(DoBody, {DoBody, DoJoin}),
        partOfG(InnerBody, {InnerBody, Break})})
    for (unsigned Seed = 0; Seed != 20; ++Seed) {
      std::string First;
      for (Way W :
           {Way::TimedBlocks, Way::Blocks, Way::Paths, Way::TimedPaths}) {
        const database::Program P = recordedBy(makeProgram(), W);
        const SymbolTable Symbols(P, {true});
        Walker Random(Seed);
        Recorder To(P.Units.front());
        std::map<uint32_t, uint64_t> Counts;
        for (unsigned Call = 0; Call != 4; ++Call) {
          TestCall C = Random.call(Call % 2 ? F : G);
          To.call(C);
          countInParts(C, Of, Counts);
        }
        trace::Trace T = makeTrace("t", {To.Records});
        llvm::Expected<Flow> All =
            observeFlow({T, Symbols, false, 1}, Of, {2, MinOverhead, {}});
        ASSERT_TRUE(bool(All));
        EXPECT_EQ(All->RootCalls, Counts[None]);
        for (uint32_t Block = 0; Block != Ipoints; ++Block) {
          const uint32_t Site = uint32_t(G) * Ipoints + Block;
          auto It = All->Sites.find({Site, H});
          EXPECT_EQ(It == All->Sites.end() ? 0 : It->second.Count, Counts[Site])
              << Block;
        }
        EXPECT_EQ(All->Longest.has_value(),
                  W == Way::TimedBlocks && Counts[None] != 0);
        std::map<ContextKey, ContextFlow> Contexts = All->Contexts;
        for (auto &[Key, C] : Contexts) {
          C.MostSelfRaw = C.MostSelfCorrected = C.SelfTimed = 0;
          for (EdgeFlow &E : C.Edges)
            E = {E.Count, 0, 0, 0};
        }
        const std::string Text = textOf(Observed{
            All->RootCalls, All->Incomplete, Contexts, {}, All->Sites, {}});
        if (First.empty())
          First = Text;
        ASSERT_EQ(Text, First) << "way " << int(W) << ", seed " << Seed;
      }
    }
}

/// From its first block to its last it is the function.
TEST_F(FlowOfTraces, OfAllOfAFunctionIsThatOfItsCalls) {
  const database::Program P = recordedBy(makeProgram(), Way::TimedBlocks);
  const SymbolTable Symbols(P, {true});
  Recorder To(P.Units.front());
  Walker Random(1);
  for (unsigned Call = 0; Call != 9; ++Call)
    To.call(Random.call(G));
  trace::Trace T = makeTrace("t", {To.Records});
  llvm::Expected<Flow> All =
      observeFlow({T, Symbols, false, 1}, partOfG(Entry, {Exit}), {2, 0, {}});
  llvm::Expected<Flow> Calls =
      observeFlow({T, Symbols, false, 1}, Root{G}, {2, 0, {}});
  ASSERT_TRUE(All && Calls && All->Longest && Calls->Longest);
  EXPECT_EQ(All->RootCalls, 9u);
  EXPECT_EQ(All->Longest->Raw, Calls->Longest->Raw);
  EXPECT_EQ(All->Longest->Corrected, Calls->Longest->Corrected);
  EXPECT_EQ(All->Longest->Number, Calls->Longest->Number);
  EXPECT_EQ(All->Longest->Edges, Calls->Longest->Edges);
  const ContextFlow &Of = *All->of({G, {}}), &OfCalls = *Calls->of({G, {}});
  EXPECT_EQ(Of.MostSelfRaw, OfCalls.MostSelfRaw);
  EXPECT_EQ(Of.SelfTimed, OfCalls.SelfTimed);
  EXPECT_EQ(Of.MostInLoop, OfCalls.MostInLoop);
  EXPECT_EQ(Of.MostBegun, OfCalls.MostBegun);
}

} // namespace
