//===- FactsTest.cpp - Flow facts of the config file ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactsFixture.h"

using namespace ipoint;
using namespace ipoint::worst;
using namespace ipoint::facts_tests;

TEST_F(Facts, BoundsLoops) {
  Fact F = one("  - loop: f/for.1\n    iterations: 64\n");
  EXPECT_EQ(F.Is, Fact::LoopBound);
  EXPECT_EQ(F.Per, Scope::Entry);
  EXPECT_EQ(F.From, Origin::Declared);
  EXPECT_EQ(F.Place, "facts.yaml: line 2");
  EXPECT_EQ(F.Words, "loop: f/for.1, iterations: 64");
  EXPECT_EQ(F.Loop, loop("f/for.1"));
  EXPECT_EQ(F.Most, 64);
  EXPECT_FALSE(F.Least);
  F = one("  - {loop: 'main.c:5', at-most: 64, at-least: 0, per: call}");
  EXPECT_EQ(F.Loop, loop("f/for.1/body/for.1"));
  EXPECT_EQ(F.Per, Scope::Call);
  EXPECT_EQ(F.Function, function("f"));
  EXPECT_EQ(F.Least, 0);
  F = one("  - {loop: f/for.1, iterations: 0, per: root}");
  EXPECT_EQ(F.Per, Scope::Root);
  EXPECT_EQ(F.Most, 0);
  F = one("  - {loop: f/for.1, iterations: 9, per: call of g}");
  EXPECT_EQ(F.Function, function("g"));
}

TEST_F(Facts, TotalsOfInnerLoopsAreSums) {
  Fact F = one("  - {loop: f/for.1/body/for.1, iterations: 36, per: entry of "
               "f/for.1}");
  EXPECT_EQ(F.Is, Fact::Sum);
  EXPECT_EQ(F.Per, Scope::Entry);
  EXPECT_EQ(F.Loop, loop("f/for.1"));
  ASSERT_EQ(F.Terms.size(), 1u);
  EXPECT_EQ(F.Terms[0],
            (Counted{Counted::Block, block("f/for.1/body/for.1/body"), 1}));
  EXPECT_EQ(F.Most, 36);
}

TEST_F(Facts, ReadsLinearConstraints) {
  Fact F = one("  - count: 2 * f/if.1/then + g + 1 <= 3 * f + 0.5*g - f/if.1/"
               "then\n");
  EXPECT_EQ(F.Is, Fact::Sum);
  EXPECT_EQ(F.Per, Scope::Root);
  EXPECT_EQ(F.Terms,
            (std::vector<Counted>{{Counted::Block, block("f/if.1/then"), 3},
                                  {Counted::Function, function("g"), 0.5},
                                  {Counted::Function, function("f"), -3}}));
  EXPECT_EQ(F.Most, -1);
  EXPECT_FALSE(F.Least);
  F = one("  - {count: f/if.1/then = f/if.1/else, per: call}");
  EXPECT_EQ(F.Most, 0);
  EXPECT_EQ(F.Least, 0);
  EXPECT_EQ(F.Function, function("f"));
  F = one("  - {count: f/for.1/condition -> if.1/else >= 1, per: root}");
  ASSERT_EQ(F.Terms.size(), 1u);
  EXPECT_EQ(F.Terms[0].Is, Counted::Edge);
  EXPECT_EQ(Table->targetOf(F.Terms[0].Number), block("f/if.1/else"));
  EXPECT_EQ(F.Least, 1);
}

TEST_F(Facts, ReadsTheOthers) {
  Fact F = one("  - never: [f/if.1/else, g]\n");
  EXPECT_EQ(F.Is, Fact::Never);
  EXPECT_EQ(F.Terms.size(), 2u);
  EXPECT_EQ(F.Words, "never: [f/if.1/else, g]");
  EXPECT_EQ(one("  - never: g\n").Terms[0].Number, function("g"));
  F = one("  - not-both: [f/if.1/then, f/if.1/else]\n");
  EXPECT_EQ(F.Per, Scope::Call);
  EXPECT_EQ(F.Function, function("f"));
  F = one("  - targets: [f, 'other.c:h']\n    site: g/entry\n");
  EXPECT_EQ(F.Site, block("g/entry"));
  EXPECT_EQ(F.Terms[1].Number, function("sub/other.c:h"));
  F = one("  - {calls: f, at-most: 120}");
  EXPECT_EQ(F.Per, Scope::Root);
  EXPECT_EQ(F.Most, 120);
  EXPECT_EQ(one("  - {calls: f, at-most: 3, per: call of g}").Function,
            function("g"));
  EXPECT_EQ(one("  - {time: skipped, at-most: 300 ns}").Most, 600);
  EXPECT_EQ(one("  - {time: f/if.1/then, at-most: 120 ticks}").Most, 120);
  EXPECT_EQ(one("  - {never: h, file: main.c}").Terms[0].Number,
            function("main.c:h"));
}

TEST_F(Facts, NamesAreFoundAgain) {
  for (uint32_t F = 0; F < Table->functions().size(); ++F)
    EXPECT_EQ(function(Names->nameOf(F)), F);
  EXPECT_EQ(Names->nameOf(function("other.c:h")), "other.c:h");
  EXPECT_EQ(Names->nameOf(function("f")), "f");
}

TEST_F(Facts, RefusesWithTheLineAndWhatToWrite) {
  const std::pair<const char *, const char *> Wrong[] = {
      {"loop: ff/for.1, iterations: 1",
       "facts.yaml: line 2: no function is called 'ff'; did you mean 'f'?"},
      {"loop: f/for.2, iterations: 1",
       "'f' has no loop 'for.2'; did you mean 'for.1'?"},
      {"loop: f, iterations: 1", "'f' is no loop: it is FUNCTION/LOOP"},
      {"loop: 'main.c:77', iterations: 1",
       "no loop of an instrumented function begins in line 77 of 'main.c'"},
      {"loop: 'nowhere.c:3', iterations: 1",
       "no function of the program is in a file 'nowhere.c'"},
      {"loop: skipped/for.1, iterations: 1",
       "'skipped' (main.c: line 30) is not instrumented: marked IPOINT_SKIP"},
      {"loop: coarse/while.1, iterations: 1",
       "iterations of 'coarse/while.1' are not counted at the level of its "
       "function: instrument with '--level loops'"},
      {"loop: f/for.1", "'loop' has no number: give 'iterations'"},
      {"loop: f/for.1, iterations: many",
       "'iterations: many' is no whole number, such as 64"},
      {"loop: f/for.1, iterations: 2.5", "is no whole number"},
      {"loop: f/for.1, iterations: nan", "is no whole number"},
      {"loop: f/for.1, iterations: -3", "'iterations: -3' is not from 0"},
      {"loop: f/for.1, iterations: 1e17", "is not from 0 to 9e15"},
      {"loop: f/for.1, iterations: 3, at-most: 3", "are the same: give one"},
      {"loop: f/for.1, at-least: 4, at-most: 3",
       "'at-least' is more than at most"},
      {"loop: f/for.1, iterations: 3, per: call of k",
       "no function is called 'k'"},
      {"loop: f/for.1, iterations: 3, per: day",
       "'per: day' is not known: it is entry, entry of LOOP, call of FUNCTION, "
       "or root"},
      {"loop: f/for.1, iterations: 3, per: entry of f/for.1/body/for.1",
       "'for.1' does not lie in 'for.1/body/for.1'"},
      {"loop: f/for.1, iterations: 3, site: f/entry",
       "'site' does not belong to 'loop'"},
      {"loop: [f/for.1], iterations: 3", "'loop' is one text or number"},
      {"loop: f/for.1, iteration: 3",
       "unknown key 'iteration'; did you mean 'iterations'?"},
      {"iterations: 3", "a fact has one of 'loop', 'count'"},
      {"loop: f/for.1, calls: f", "a fact has one of 'loop', 'count'"},
      {"never: []", "the list of 'never' is empty"},
      {"never: ''", "'never' has an empty text"},
      {"never: {f: g}", "'never' is a name or a list of names"},
      {"never: [g, g]", "'g' is twice in 'never'"},
      {"never: f/if.1/thn",
       "'f' has no block 'if.1/thn'; did you mean 'if.1/then'?"},
      {"never: f/if.2/then", "'f' has no block 'if.2/then'; did you mean"},
      {"never: f/gone",
       "'f' has no block 'gone'; see the names with 'ipoint-report text "
       "--function f'"},
      {"never: f/entry -> if.1/then",
       "no transition of 'f' leads from 'entry' to 'if.1/then'"},
      {"never: h", "2 functions are called 'h' (main.c: line 13, other.c: line "
                   "1); name the file, as in 'main.c:h'"},
      {"never: h, file: third.c", "no function of 'third.c' is called 'h'"},
      {"not-both: [f/if.1/then]", "'not-both' names two blocks or more"},
      {"not-both: [f/if.1/then, g]", "'not-both' is of blocks of one function"},
      {"targets: [f]", "'targets' needs 'site: FUNCTION/BLOCK'"},
      {"targets: [f], site: g", "'g' is no block"},
      {"targets: [f], site: f/entry", "'f/entry' calls nothing"},
      {"calls: f", "'calls' needs 'at-most: NUMBER'"},
      {"calls: f, at-most: 3, per: call", "write 'per: call of FUNCTION'"},
      {"time: f, at-most: 3",
       "in ticks, ns, us, ms or s, such as 300 ns; '3' is none"},
      {"time: f, at-most: -3 ns", "'-3 ns' is none"},
      {"time: f", "'time' needs 'at-most'"},
      {"count: f + <= 3",
       "column 5 of 'f + <= 3': a name or a number is missing"},
      {"count: f g <= 3", "column 3 of 'f g <= 3': <=, >= or = is missing"},
      {"count: f < 3", "column 3 of 'f < 3': <=, >= or = is missing"},
      {"count: f <= 3 <= g", "column 8 of 'f <= 3 <= g': '<' is not expected"},
      {"count: 2 * 3 <= f",
       "column 5 of '2 * 3 <= f': no function is called '3'"},
      {"count: f <= 1..5", "column 6 of 'f <= 1..5': '1..5' is no number"},
      {"count: f/if.1/then <= ff",
       "column 16 of 'f/if.1/then <= ff': no function is called 'ff'"},
      {"count: f <= f", "no count is left in it"},
      {"count: f + g <= 3, per: entry of f/for.1",
       "'per: entry of LOOP' is for blocks of the loop's function"}};
  for (auto [Item, Text] : Wrong) {
    std::string Said = complaint("  - {" + std::string(Item) + "}\n");
    EXPECT_NE(Said.find(Text), std::string::npos) << Item << ": " << Said;
    EXPECT_EQ(Said.find('\n'), std::string::npos) << Said;
    EXPECT_NE(Said.find("facts.yaml:"), std::string::npos) << Said;
  }
}

TEST_F(Facts, MarkersBoundLoops) {
  P.Units[0].Loops[0].Bound = 8;
  P.Units[0].Loops[0].BoundFrom = "IPOINT_LOOP_BOUND";
  P.Units[0].Loops[1].Bound = 9;
  P.Units[0].Loops[1].BoundFrom = "ipoint.yaml: line 4";
  P.Units[0].Loops[2].Bound = 9; // has no ipoint
  Table.emplace(P, std::vector<bool>{true, true});
  std::vector<Fact> Read = boundsOfLoops(FactNames(*Table));
  ASSERT_EQ(Read.size(), 2u);
  EXPECT_EQ(Read[0].Place, "main.c: line 3");
  EXPECT_EQ(Read[0].Words, "loop: f/for.1, iterations: 8 (IPOINT_LOOP_BOUND)");
  EXPECT_EQ(Read[0].Most, 8);
  EXPECT_EQ(Read[1].Place, "ipoint.yaml: line 4");
}

TEST_F(Facts, BoundsOfAllScopesAreWrittenAndReadAgain) {
  Fact F;
  F.Is = Fact::Sum;
  F.Terms = {{Counted::Block, block("f/if.1/then")}};
  F.Most = 3;
  for (auto [Per, Text] : {std::pair(Scope::Entry, "entry of f/for.1"),
                           {Scope::Call, "call of other.c:h"},
                           {Scope::Root, "root"}}) {
    F.Per = Per;
    F.Loop = loop("f/for.1");
    F.Function = function("other.c:h");
    std::string Yaml = toYaml(F, *Names);
    EXPECT_EQ(Yaml, "  - count: f/if.1/then <= 3\n    per: " +
                        std::string(Text) + "\n");
    Fact Read = one(Yaml);
    EXPECT_EQ(Read.Terms, F.Terms);
    EXPECT_EQ(Read.Per, Per);
    EXPECT_EQ(Read.Most, F.Most);
  }
  F.Terms = {{Counted::Block, block("f/for.1/body")}};
  EXPECT_EQ(toYaml(F, *Names),
            "  - loop: f/for.1\n    iterations: 3\n    per: root\n");
  F.Is = Fact::Calls;
  F.Per = Scope::Call;
  F.Terms = {{Counted::Function, function("f")}};
  EXPECT_EQ(one(toYaml(F, *Names)).Function, function("other.c:h"));
}
