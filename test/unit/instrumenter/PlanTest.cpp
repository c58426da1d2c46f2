//===- PlanTest.cpp -------------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From C text, or from sites, to the ipoints and the transitions between them.
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-002

#include "probes/Plan.h"
#include "probes/Find.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace ipoint;
using namespace ipoint::database;

namespace {

struct Planned {
  FoundUnit Found;
  UnitPlan Plan;

  /// The stable name of ipoint \p Index of the only function.
  const std::string &name(uint32_t Index) const {
    return Found.Functions[0].Sites[Plan.Functions[0].Ipoints[Index].Site].Name;
  }
};

Planned plan(const char *Text, Level L = Level::Blocks,
             TimedIpoints C = TimedIpoints::Blocks, Store Of = Store::Blocks) {
  Source S{"test.c", Text, false, {}, "/"};
  Planned Result;
  Result.Found = findSites(S);
  Result.Plan = planUnit(Result.Found, Choice{L, C, Of});
  return Result;
}

/// Where paths of the first function end, and "entry" if that has a record.
std::string ends(const char *Text, TimedIpoints C = TimedIpoints::None,
                 Level L = Level::Blocks, Store Of = Store::Paths) {
  Planned P = plan(Text, L, C, Of);
  const FunctionPlan &F = P.Plan.Functions[0];
  if (F.S == Store::Blocks)
    return F.OtherStore.value_or("");
  std::vector<std::string> Words;
  for (uint32_t I = 0; I != F.count(); ++I)
    if (F.Ipoints[I].E == Encoding::Count)
      Words.push_back(P.name(I) + "*");
    else if (F.Ipoints[I].E != Encoding::Sum)
      Words.push_back(P.name(I));
  return llvm::join(Words, " ");
}

/// "entry>exit …", sorted.
std::string transitions(const Planned &P) {
  std::vector<std::string> Words;
  for (auto [From, To] : P.Plan.Functions[0].Transitions)
    Words.push_back(P.name(From) + ">" + P.name(To));
  llvm::sort(Words);
  return llvm::join(Words, " ");
}

std::string calls(const Planned &P) {
  std::vector<std::string> Words;
  for (const PlannedCall &C : P.Plan.Functions[0].Calls)
    Words.push_back(P.name(C.Ipoint) + ":" + C.Found->Callee);
  return llvm::join(Words, " ");
}

/// How often the calls of the last function's entry happen, in the order of
/// callees: "f:once …".
std::string times(const char *Text, Level L) {
  Planned P = plan(Text, L);
  std::vector<std::string> Words;
  for (const PlannedCall &C : P.Plan.Functions.back().Calls)
    if (C.Ipoint == 0)
      Words.push_back(C.Found->Callee + ":" + nameOf(C.Times).str());
  llvm::sort(Words);
  return llvm::join(Words, " ");
}

/// Where iterations of a loop are timed, "+LOOP", and where it has been left,
/// "-LOOP".
std::string iterations(llvm::StringRef Text,
                       TimedIpoints C = TimedIpoints::Auto,
                       Level L = Level::Blocks) {
  std::string Whole = ("void g(void); " + Text).str();
  Planned P = plan(Whole.c_str(), L, C, Store::Sums);
  const FoundFunction &F = P.Found.Functions[0];
  std::vector<std::string> Words;
  for (auto [I, Ipoint] : llvm::enumerate(P.Plan.Functions[0].Ipoints)) {
    for (uint32_t Loop : Ipoint.Leaves)
      Words.push_back(P.name(I) + "-" + F.Loops[Loop].Name);
    if (Ipoint.Iterates)
      Words.push_back(P.name(I) + "+" + F.Loops[*Ipoint.Iterates].Name);
  }
  return llvm::join(Words, " ");
}

} // namespace

TEST(Plan, IterationsOfLoopsThatMayLastAreTimed) {
  EXPECT_EQ(iterations("void f(int n) { while (n--) g(); }"),
            "while.1/body+while.1 end/exit-while.1");
  EXPECT_EQ(
      iterations("void f(int n) { for (;;) { g(); if (n) break; } n++; }"),
      "for.1/body+for.1 for.1/join-for.1");
  EXPECT_EQ(iterations("void f(int n) { do ; while (n--); }"), "");
  EXPECT_EQ(iterations("int f(int n) { int i; while (n--) for (i = 0; i < n; "
                       "i++) if (i * i == n) return 1; return 0; }"),
            "while.1/body+while.1 "
            "while.1/body/for.1/body/if.1/then/return.1/exit-while.1 "
            "while.1/join-while.1");
  for (TimedIpoints C : {TimedIpoints::None, TimedIpoints::Blocks})
    EXPECT_EQ(iterations("void f(int n) { while (n--) g(); }", C), "");
}

TEST(Plan, ALoopIsLeftWhereverControlCanComeFromIt) {
  EXPECT_EQ(iterations("void f(int n) { while (n--) { g(); if (n == 3) goto "
                       "out; if (n == 5) return; } g(); out: g(); }"),
            "while.1/body+while.1 while.1/body/if.2/then/return.1/exit-while.1 "
            "while.1/join-while.1 label.out-while.1");
  // Round by another way than its own.
  const char *Again =
      "void f(int n) { again: while (n--) g(); if (n) goto again; }";
  EXPECT_EQ(iterations(Again), "while.1/body+while.1 while.1/join-while.1");
  // No ipoint lies on that way.
  const char *Hidden =
      "void f(int n) { again: do g(); while (n--); goto again; }";
  EXPECT_EQ(iterations(Hidden), "label.again-do.1 do.1/body+do.1");
  EXPECT_EQ(iterations(Hidden, TimedIpoints::Auto, Level::Loops), "");
}

TEST(Plan, LoopsInManyOthersAreNotTimed) {
  std::string Nest;
  for (unsigned I = 0; I != 12; ++I)
    Nest += "while (n--) ";
  std::string Text = "void f(int n) { " + Nest + "g(); }";
  EXPECT_EQ(llvm::StringRef(iterations(Text)).count('+'), 8u);
  // One after the other:
  for (unsigned I = 0; I != 12; ++I)
    Nest += "g(); while (n--) ";
  EXPECT_EQ(llvm::StringRef(iterations("void f(int n) { " + Nest + "g(); }"))
                .count('+'),
            20u);
}

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
  auto Timed = [](const Planned &P) {
    return llvm::count_if(P.Plan.Functions[0].Ipoints,
                          [](const PlannedIpoint &I) { return I.Timed; });
  };
  const char *Text = "void f(int x) { if (x) ++x; while (x) --x; }";
  EXPECT_EQ(Timed(plan(Text, Level::Blocks, TimedIpoints::Functions)), 2);
  EXPECT_EQ(Timed(plan(Text, Level::Blocks, TimedIpoints::Loops)), 4);
  EXPECT_EQ(Timed(plan(Text, Level::Blocks, TimedIpoints::Blocks)), 5);
}

TEST(Plan, EndsPathsAtExitsAndLoopBodies) {
  EXPECT_EQ(ends("int f(int x) { while (x) if (x & 1) --x; return x; }"),
            "while.1/body return.1/exit");
  EXPECT_EQ(ends("int f(int x) { do if (x) --x; while (x); return x; }"),
            "do.1/body return.1/exit");
}

TEST(Plan, CountsLoopsWithOneWayRound) {
  EXPECT_EQ(ends("int f(int x) { if (x) ++x; while (x) --x; return x; }"),
            "while.1/body* return.1/exit");
  EXPECT_EQ(ends("void f(int x) { for (;;) if (x--) break; }"),
            "for.1/body* end/exit");
  EXPECT_EQ(ends("int f(int x) { again: if (x--) goto again; return x; }"),
            "label.again* return.1/exit");
  EXPECT_EQ(ends("int f(int x) { while (x > 9) { int y = 3; while (y) --y; "
                 "--x; } return x; }"),
            "while.1/body while.1/body/while.1/body* return.1/exit");
  EXPECT_EQ(ends("int f(int x) { while (x) --x; x = 7; while (x) --x; return "
                 "x; }"),
            "while.1/body* while.1/join while.2/body* return.1/exit");
}

TEST(Plan, DoesNotCountLoopsThatRecordOrCall) {
  EXPECT_EQ(ends("int g(int); int f(int x) { while (x) x = g(x); return x; }"),
            "while.1/body return.1/exit");
  EXPECT_EQ(ends("int f(int x) { if (x) ++x; while (x) --x; return x; }",
                 TimedIpoints::Loops),
            "entry while.1/condition while.1/body while.1/join return.1/exit");
  EXPECT_EQ(ends("int f(int x) { for (;;) --x; }"), "for.1/body");
}

TEST(Plan, EndsPathsInLoopsOfGotos) {
  EXPECT_EQ(ends("int f(int x) { again: if (x & 1) --x; if (x--) goto again; "
                 "return x; }"),
            "label.again return.1/exit");
}

TEST(Plan, EndsPathsAtTimedIpoints) {
  const char *Text = "int f(int x) { if (x) ++x; while (x) --x; return x; }";
  EXPECT_EQ(ends(Text, TimedIpoints::Functions),
            "entry while.1/body* return.1/exit");
  EXPECT_EQ(ends(Text, TimedIpoints::Loops),
            "entry while.1/condition while.1/body while.1/join return.1/exit");
  EXPECT_EQ(ends(Text, TimedIpoints::Blocks), ""); // all have records
}

TEST(Plan, EndsPathsBeforeCallsThatMayNotReturn) {
  EXPECT_EQ(ends("__attribute__((noreturn)) void die(void); int f(int x) { "
                 "if (x) die(); return 1; }"),
            "if.1/then return.1/exit");
  EXPECT_EQ(ends("__attribute__((noreturn)) void die(void); int f(int x) { "
                 "if (x) ++x; x = x ? x : (die(), 1); return x; }"),
            "if.1/join return.1/exit");
  EXPECT_EQ(ends("__attribute__((noreturn)) void die(void); int f(void) { "
                 "die(); }"),
            "entry");
}

TEST(Plan, RecordsAnEntryBehindWhichSomethingIsCalledFirst) {
  EXPECT_EQ(ends("int g(void); int f(int x) { return x ? g() : 1; }"),
            "entry return.1/exit");
  EXPECT_EQ(ends("int g(void); int f(int x) { if (x) x = g(); return x; }"),
            "entry return.1/exit");
  EXPECT_EQ(ends("int g(void); int f(int x) { while (x) x = g(); return x; }"),
            "while.1/body return.1/exit");
  EXPECT_EQ(ends("int f(int x) { return __builtin_popcount(x); }"),
            "return.1/exit");
}

/// Of f(), which calls g(). \p Text may have the body of g().
static std::string endsAtCalls(llvm::StringRef Text) {
  std::string Whole =
      ("int f(int); static int g(int); int (*p)(int); int f(int x) { if (x) x "
       "= g(x); while (x) x = g(x - 1); return x; } " +
       Text)
          .str();
  return ends(Whole.c_str(), TimedIpoints::None, Level::Blocks, Store::Sums);
}

TEST(Plan, CountedPathsGoOnBehindCallsThatAreBrief) {
  const char *GoOn = "while.1/body* return.1/exit";
  EXPECT_EQ(endsAtCalls("static int g(int x) { if (x) return 1; return 2; }"),
            GoOn);
  EXPECT_EQ(endsAtCalls("static int h(int x) { do x++; while (0); return "
                        "__builtin_popcount(x); } static int g(int x) { "
                        "return h(h(x)); }"),
            GoOn);
  const char *End = "if.1/then while.1/body return.1/exit";
  for (const char *Other :
       {"", "static int g(int x) { while (x & 3) x--; return x; }",
        "static int g(int x) { do x--; while (x & 3); return x; }",
        "static int g(int x) { again: if (x & 3) { x--; goto again; } return "
        "x; }",
        "static int g(int x) { return x ? g(x - 1) : 0; }",
        "static int h(int); static int g(int x) { return h(x); } static int "
        "h(int x) { return x ? g(x - 1) : 0; }",
        "static int g(int x) { return p(x); }",
        "int puts(const char *); static int g(int x) { return puts(\"\"); }",
        "int h(int x) { return x; } static int g(int x) { return h(x); }",
        "static int g(int x) { __asm__(\"\"); return x; }",
        "void h(int *); static int g(int x) { __attribute__((cleanup(h))) int "
        "y "
        "= x; return y; }",
        "static __attribute__((noreturn)) void h(int x) { __builtin_trap(); } "
        "static int g(int x) { if (x) h(x); return x; }"})
    EXPECT_EQ(endsAtCalls(Other), End) << Other;
}

TEST(Plan, KeepsBlockRecordsWhereAVariableIsNotSafe) {
  EXPECT_EQ(ends("int setjmp(int *); int f(int *x) { if (x) return 1; return "
                 "setjmp(x); }"),
            "calls setjmp, which may return twice");
  EXPECT_EQ(ends("__attribute__((returns_twice)) int g(int *); int f(int *x) "
                 "{ return g(x); }"),
            "calls g, which may return twice");
}

TEST(Plan, KnowsTheCallsOfABlock) {
  EXPECT_EQ(calls(plan("int g(int); void f(int x, void (*p)(void)) { g(1); if "
                       "(x) g(g(2)); p(); }")),
            "entry:g if.1/then:g if.1/then:g if.1/join:");
}

TEST(Plan, KnowsHowOftenCallsHappen) {
  const char *Choice = "int f(int); int g(int x) { return f(x) ? f(1) : x > 2 "
                       "? f(2) : f(3) + f(4); }";
  EXPECT_EQ(times(Choice, Level::Functions),
            "f:instead f:instead f:maybe f:once f:once");
  EXPECT_EQ(times(Choice, Level::Decisions), "f:once");
  const char *Loop = "int f(int); void g(int x) { f(0); for (; f(x); x--) if "
                     "(f(1)) break; f(2); }";
  EXPECT_EQ(times(Loop, Level::Functions), "f:any f:any f:once f:once");
  EXPECT_EQ(times(Loop, Level::Loops), "f:once");
  EXPECT_EQ(times("void f(void); void e(void) __attribute__((noreturn)); void "
                  "g(int x) { f(); if (x) e(); f(); }",
                  Level::Functions),
            "e:maybe f:once f:once");
  EXPECT_EQ(times("void f(void); void g(void) { f(); for (;;) f(); }",
                  Level::Functions),
            "f:any f:once");
  // The compiler may call something else.
  EXPECT_EQ(times("int signbit(double); int p(int) __attribute__((pure)); int "
                  "g(int x) { return signbit(x) + p(x); }",
                  Level::Functions),
            "p:maybe signbit:maybe");
}

TEST(Plan, KnowsHowOftenOperandsCallWhoseOrderIsOpen) {
  const char *Text = "int f(int); int g(int, int, int); int h(int x) { return "
                     "g(f(0), x ? f(1) : 2, x > 1 && f(3)); }";
  EXPECT_EQ(times(Text, Level::Blocks), "f:maybe f:maybe f:maybe g:once");
  EXPECT_EQ(times(Text, Level::Decisions), "f:maybe g:maybe");
}

TEST(Plan, LeavesAloneWhatDoesNotParse) {
  Planned P = plan("int f(void) { return 1 +; } int g(void) { return 2; }");
  ASSERT_EQ(P.Found.Functions.size(), 2u);
  EXPECT_TRUE(P.Found.Functions[0].NotInstrumented);
  EXPECT_FALSE(P.Found.Functions[1].NotInstrumented);
  EXPECT_EQ(P.Plan.Functions[0].count(), 0u);
  EXPECT_EQ(P.Plan.count(), 2u);
}

TEST(Plan, CountsTheIpointsOfTheFunctionsBefore) {
  UnitPlan Plan = plan("void f(void) {} void g(void); void h(int x) { while "
                       "(x) g(); }")
                      .Plan;
  ASSERT_EQ(Plan.Functions.size(), 2u);
  EXPECT_EQ(Plan.Functions[0].First, 0u);
  EXPECT_EQ(Plan.Functions[1].First, 2u);
  EXPECT_EQ(Plan.count(), 6u);
}

TEST(Plan, FollowsSitesWithoutATree) {
  // 0 entry, 1 a place without a probe, 2 of a decision, 3 exit
  FoundFunction F;
  F.Sites.resize(4);
  for (Site &S : F.Sites)
    S.Placed = true;
  F.Sites[0].Next = {1};
  F.Sites[1].K = Kind::Then;
  F.Sites[1].Placed = false;
  F.Sites[1].Next = {2, 3};
  F.Sites[1].Calls.push_back({"g", ""});
  F.Sites[2].K = Kind::Operand;
  F.Sites[2].OfDecision = true;
  F.Sites[2].Next = {3};
  F.Sites[3].K = Kind::Exit;
  F.WithoutProbe.push_back({7, "lies in a macro", 1});
  using Transitions = std::vector<std::pair<uint32_t, uint32_t>>;
  FunctionPlan Blocks =
      planFunction(F, {Level::Blocks, TimedIpoints::Functions});
  EXPECT_EQ(Blocks.count(), 2u);
  EXPECT_EQ(Blocks.Transitions, (Transitions{{0, 1}}));
  ASSERT_EQ(Blocks.Calls.size(), 1u);
  EXPECT_EQ(Blocks.Calls[0].Found->Callee, "g");
  ASSERT_EQ(Blocks.WithoutProbe.size(), 1u);
  EXPECT_EQ(Blocks.WithoutProbe[0].Ipoints, std::vector<uint32_t>{0});
  FunctionPlan Decisions =
      planFunction(F, {Level::Decisions, TimedIpoints::Functions});
  EXPECT_EQ(Decisions.Transitions, (Transitions{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_FALSE(Decisions.Ipoints[1].Timed);
}
