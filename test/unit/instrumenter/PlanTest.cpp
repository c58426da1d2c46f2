//===- PlanTest.cpp -------------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From C text to the ipoints and the transitions between them.
//
//===----------------------------------------------------------------------===//

#include "probes/Plan.h"
#include "probes/Find.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace ipoint;
using namespace ipoint::database;

namespace {

Unit plan(const char *Text, Level L = Level::Blocks,
          TimedIpoints C = TimedIpoints::Blocks) {
  Source S{"test.c", Text, false, {}, "/"};
  Unit U;
  planUnit(findSites(S), Choice{L, C}, U);
  return U;
}

/// "entry>exit …", sorted as the planner made them.
std::string transitions(const Unit &U) {
  std::vector<std::string> Words;
  for (auto [From, To] : U.Transitions)
    Words.push_back(U.Ipoints[From].Name + ">" + U.Ipoints[To].Name);
  llvm::sort(Words);
  return llvm::join(Words, " ");
}

std::string calls(const Unit &U) {
  std::vector<std::string> Words;
  for (const Call &C : U.Calls)
    Words.push_back(U.Ipoints[C.Ipoint].Name + ":" + C.Callee);
  return llvm::join(Words, " ");
}

} // namespace

TEST(Plan, JoinsThePathsOfAnIf) {
  EXPECT_EQ(
      transitions(plan("void g(void); void f(int x) { if (x) g(); g(); }")),
      "entry>if.1/join entry>if.1/then if.1/join>end/exit "
      "if.1/then>if.1/join");
}

TEST(Plan, OmitsAJoinBehindWhichASiteFollows) {
  EXPECT_EQ(transitions(plan("void g(void); void f(int x) { if (x) g(); }")),
            "entry>end/exit entry>if.1/then if.1/then>end/exit");
}

TEST(Plan, GoesRoundALoop) {
  EXPECT_EQ(transitions(plan("void f(int x) { while (x) --x; }")),
            "entry>while.1/condition while.1/body>while.1/condition "
            "while.1/condition>end/exit while.1/condition>while.1/body");
  EXPECT_EQ(transitions(plan("void f(int x) { for (;;) if (x--) break; }")),
            "entry>for.1/body for.1/body/if.1/then>end/exit "
            "for.1/body>for.1/body for.1/body>for.1/body/if.1/then");
}

TEST(Plan, FollowsGotosAndFallingThrough) {
  EXPECT_EQ(
      transitions(plan("int f(int x) { again: switch (x) { case 1: x = 3; "
                       "case 2: x = 4; break; default: goto again; } "
                       "return x; }")),
      "entry>label.again label.again>switch.1/case.1 "
      "label.again>switch.1/case.2 label.again>switch.1/default "
      "switch.1/case.1>switch.1/case.2 switch.1/case.2>switch.1/join "
      "switch.1/default>label.again switch.1/join>return.1/exit");
}

TEST(Plan, EndsAtCallsThatDoNotReturn) {
  EXPECT_EQ(transitions(plan("__attribute__((noreturn)) void die(void); int "
                             "f(int x) { if (x) die(); return 1; }")),
            "entry>if.1/join entry>if.1/then if.1/join>return.1/exit");
}

TEST(Plan, KeepsTransitionsTrueAtCoarserLevels) {
  const char *Text =
      "void f(int x) { if (x) ++x; while (x) { if (x & 1) --x; --x; } }";
  EXPECT_EQ(transitions(plan(Text, Level::Functions)), "entry>end/exit");
  EXPECT_EQ(transitions(plan(Text, Level::Loops)),
            "entry>while.1/condition while.1/body>while.1/condition "
            "while.1/condition>end/exit while.1/condition>while.1/body");
}

TEST(Plan, ChoosesWhatReadsTheClock) {
  auto Timed = [](const Unit &U) {
    return llvm::count_if(U.Ipoints, [](const Ipoint &P) { return P.Timed; });
  };
  const char *Text = "void f(int x) { if (x) ++x; while (x) --x; }";
  EXPECT_EQ(Timed(plan(Text, Level::Blocks, TimedIpoints::Functions)), 2);
  EXPECT_EQ(Timed(plan(Text, Level::Blocks, TimedIpoints::Loops)), 4);
  EXPECT_EQ(Timed(plan(Text, Level::Blocks, TimedIpoints::Blocks)), 5);
}

TEST(Plan, KnowsTheCallsOfABlock) {
  EXPECT_EQ(calls(plan("int g(int); void f(int x, void (*p)(void)) { g(1); if "
                       "(x) g(g(2)); p(); }")),
            "entry:g if.1/then:g if.1/then:g if.1/join:");
}

TEST(Plan, LeavesAloneWhatDoesNotParse) {
  Unit U = plan("int f(void) { return 1 +; } int g(void) { return 2; }");
  ASSERT_EQ(U.Functions.size(), 2u);
  EXPECT_TRUE(U.Functions[0].Skipped);
  EXPECT_FALSE(U.Functions[1].Skipped);
}
