//===- ObservedFactsTest.cpp - Flow facts held against what ran -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactsFixture.h"

using namespace ipoint;
using namespace ipoint::worst;
using namespace ipoint::facts_tests;

namespace {

/// What was observed of f, g and h.
class Observed : public Facts {
protected:
  Observed() : InF(*Table, Root{function("f")}) {
    Seen.Root.Function = function("g");
    Seen.RootCalls = 2;
    ContextFlow &F = add("f");
    F.Calls = 3;
    F.MostCalls = 2;
    F.MostSelfRaw = 700;
    // entry, head, body, inner head, inner body, then, else, exit
    F.MostVisits = {1, 9, 8, 44, 36, 1, 1, 1};
    F.MostInRoot = {2, 18, 16, 88, 72, 2, 0, 2};
    size_t Outer = number(loop("f/for.1"));
    F.MostBegun.resize(2);
    F.LeastBegun.resize(2);
    F.MostCompleted.resize(2);
    F.MostInLoop.resize(2);
    F.MostBegun[Outer] = F.MostBegun[1 - Outer] = 8;
    F.LeastBegun[Outer] = 5;
    F.LeastBegun[1 - Outer] = 1;
    F.MostCompleted[Outer] = 7;
    F.MostCompleted[1 - Outer] = 8;
    for (size_t L : {0, 1})
      for (uint32_t Block : InF.Loops[L].Blocks)
        F.MostInLoop[L].push_back(F.MostVisits[Block]);
    for (EdgeFlow &E : F.Edges)
      E.Count = 1;
    add("g").Calls = 2;
    Seen.Sites[{block("g/entry"), function("f")}] = {3, 1};
    LongestRootCall &L = Seen.Longest.emplace();
    L.Calls = {{function("g"), 1}, {function("f"), 2}};
    for (const Shape::Edge &E : InF.Edges)
      L.Edges[E.Symbol] = {E.To == index("f/if.1/then") ? 2 : 0, 100};
    Seen.settle();
  }

  ContextFlow &add(const char *Name) {
    uint32_t F = function(Name);
    const Shape &S = Seen.Shapes.try_emplace(F, *Table, Root{F}).first->second;
    ContextFlow &C = Seen.Contexts[{F, {}}];
    C.Edges.resize(S.Edges.size());
    C.MostVisits = C.MostInRoot = std::vector<uint64_t>(S.Blocks.size(), 1);
    return C;
  }
  uint32_t index(const char *Block) { return *InF.find(block(Block)); }
  size_t number(uint32_t Loop) { return InF.Loops[0].Symbol == Loop ? 0 : 1; }

  std::vector<ViolatedFact> violated(const char *Item) {
    return findViolations(one("  - {" + std::string(Item) + "}\n"), Seen,
                          *Names);
  }

  Shape InF;
  Flow Seen;
};

} // namespace

TEST_F(Observed, BoundsThatARunExceeded) {
  std::vector<ViolatedFact> V = violated("loop: f/for.1, iterations: 7");
  ASSERT_EQ(V.size(), 1u);
  EXPECT_EQ(V[0].Place, "facts.yaml: line 2");
  EXPECT_EQ(V[0].Words, "loop: f/for.1, iterations: 7");
  EXPECT_EQ(V[0].Hint,
            "7 iterations were completed at most: the loop is left in its "
            "middle, and a bound is of iterations begun");
  EXPECT_EQ(V[0].At.File, "/src/main.c");
  EXPECT_EQ(V[0].At.Line, 3u);
  EXPECT_EQ(V[0].At.Block, "for.1");
  EXPECT_EQ(V[0].Bound, 7);
  EXPECT_EQ(V[0].Observed, 8);
  V = violated("loop: f/for.1, iterations: 6");
  ASSERT_EQ(V.size(), 1u);
  EXPECT_EQ(V[0].Hint, "");
}

TEST_F(Observed, WhatRunsDidAgainstFacts) {
  const std::pair<const char *, double> Items[] = {
      // The first is kept, the next one is not: Observed, or -1 where kept.
      {"loop: f/for.1, iterations: 8", -1},
      {"loop: f/for.1, at-least: 5", -1},
      {"loop: f/for.1, at-least: 6", 5},
      {"loop: f/for.1, iterations: 8, per: call", -1},
      {"loop: f/for.1, iterations: 7, per: call", 8},
      {"loop: f/for.1, iterations: 15, per: root", 16},
      {"loop: f/for.1/body/for.1, iterations: 36, per: entry of f/for.1", -1},
      {"loop: f/for.1/body/for.1, iterations: 35, per: entry of f/for.1", 36},
      {"count: f/if.1/then <= 2", -1},
      {"count: f/if.1/then <= 1", 2},
      {"count: 2*f/if.1/then <= 3", 4},
      {"count: f/if.1/then <= f", -1},
      {"count: 2*f/if.1/then <= f", 2},
      {"count: f/if.1/then >= 3", 2},
      {"count: f/if.1/then -> exit <= 1", -1},
      {"count: f/for.1/condition -> if.1/then <= 1", 2},
      {"count: f <= 2, per: call of g", -1},
      {"count: f/if.1/then <= 0, per: call", 1},
      {"calls: f, at-most: 2", -1},
      {"calls: f, at-most: 1", 2},
      {"never: coarse", -1},
      {"never: f", 3},
      {"never: f/if.1/else", 1},
      {"not-both: [f/if.1/then, f/if.1/else]", -1}, // three calls
      {"targets: [f], site: g/entry", -1},
      {"targets: ['main.c:h'], site: g/entry", 3},
      {"time: f, at-most: 700 ticks", -1},
      {"time: f, at-most: 699 ticks", 700}};
  for (auto [Item, Value] : Items) {
    std::vector<ViolatedFact> V = violated(Item);
    ASSERT_EQ(V.size(), Value < 0 ? 0u : 1u) << Item;
    if (Value >= 0) {
      EXPECT_EQ(V[0].Observed, Value) << Item;
    }
  }
}

TEST_F(Observed, CountsOfWholeRunsProveNothingOfCalls) {
  Seen.Longest.reset();
  Seen.IsCounted = true;
  EXPECT_EQ(violated("loop: f/for.1, iterations: 1").size(), 0u);
  EXPECT_EQ(violated("never: f").size(), 1u);
}

/// Maxima do, and what is known of the longest call alone does not.
TEST_F(Observed, JudgesCallsWithoutTimes) {
  Seen.Longest.reset();
  EXPECT_EQ(violated("loop: f/for.1, iterations: 1").size(), 1u);
  EXPECT_EQ(violated("calls: f, at-most: 1").size(), 1u);
  EXPECT_EQ(violated("calls: g, at-most: 0, per: call of f").size(), 0u);
  EXPECT_EQ(violated("count: f + g >= 100").size(), 0u);
}

TEST_F(Observed, AreProposedAndReadAgain) {
  std::string Text = proposeFacts(Seen, *Names);
  EXPECT_EQ(Text, "# Observed in 2 calls of g: other inputs may exceed it. "
                  "Confirm each.\n"
                  "flow:\n"
                  "  - loop: f/for.1   # at most, in 3 calls of f\n"
                  "    iterations: 8\n"
                  "  - loop: f/for.1/body/for.1   # at most, in 3 calls of f\n"
                  "    iterations: 8\n"
                  "  - loop: f/for.1/body/for.1   # at most, in 3 calls of f; "
                  "the product is 64\n"
                  "    iterations: 36\n"
                  "    per: entry of f/for.1\n"
                  "  - targets: [f]   # in 3 calls\n"
                  "    site: g/entry\n");
  database::ConfigText File{"facts.yaml", Text};
  std::vector<Fact> Read = cantFail(readFacts(File, *Names, 1e9));
  std::vector<Fact> Proposed = observedFacts(Seen, *Names);
  ASSERT_EQ(Read.size(), Proposed.size());
  for (size_t I = 0; I != Read.size(); ++I) {
    EXPECT_EQ(Read[I].Is, Proposed[I].Is);
    EXPECT_EQ(Read[I].Terms, Proposed[I].Terms);
    EXPECT_EQ(Read[I].Loop, Proposed[I].Loop);
    EXPECT_EQ(Read[I].Most, Proposed[I].Most);
    EXPECT_EQ(Read[I].Words, Proposed[I].Words);
    EXPECT_EQ(Proposed[I].From, Origin::Observed);
  }
  EXPECT_EQ(findViolations(Read, Seen, *Names).size(), 0u);
  EXPECT_EQ(observedFacts(Seen, *Names, Read).size(), 0u);
}

TEST_F(Observed, RecursionIsProposed) {
  Seen.Sites[{block("f/if.1/then"), function("g")}] = {1, 1};
  std::string Text = proposeFacts(Seen, *Names);
  EXPECT_NE(Text.find("  - calls: f   # at most, in 2 calls of g\n"
                      "    at-most: 2\n"),
            std::string::npos)
      << Text;
}
