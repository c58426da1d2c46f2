//===- FactsTest.cpp - Flow facts, read and held against what ran ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "worst/FactSources.h"
#include "gtest/gtest.h"

using namespace ipoint;
using namespace ipoint::worst;
using analysis::None;
using database::Kind;

namespace {

/// f with nested loops and an if, g that calls through a pointer, two static
/// functions h, a skipped one and one whose loop has no ipoint.
class Facts : public testing::Test {
protected:
  Facts() {
    database::Unit &U = addUnit(P);
    U.Path = U.Files[0].Path;
    uint32_t F = addFunction(U, "f",
                             {{Kind::Condition, "for.1/condition"},
                              {Kind::Body, "for.1/body"},
                              {Kind::Condition, "for.1/body/for.1/condition"},
                              {Kind::Body, "for.1/body/for.1/body"},
                              {Kind::Then, "if.1/then"},
                              {Kind::Else, "if.1/else"}});
    for (uint32_t I = F; I != F + 8; ++I) // in their order in the text
      U.Ipoints[I].Line = 2 + I - F;
    for (auto [From, To] : {std::pair(0, 1),
                            {1, 2},
                            {2, 3},
                            {3, 4},
                            {4, 3},
                            {3, 1},
                            {1, 5},
                            {1, 6},
                            {5, 7},
                            {6, 7}})
      U.Transitions.push_back({F + From, F + To});
    addLoop(U, 0, "for.1", 3, F + 1, F + 2);
    addLoop(U, 0, "for.1/body/for.1", 5, F + 3, F + 4);
    G = addFunction(U, "g");
    U.Transitions.push_back({G, G + 1});
    U.Calls.push_back({G, "", "void(void)"});
    addFunction(U, "h");
    addFunction(U, "coarse");
    addLoop(U, 3, "while.1", 20, std::nullopt, std::nullopt);
    for (uint32_t I = 0; I != U.Functions.size(); ++I) {
      U.Functions[I].Line = I ? 11 + I : 1;
      U.Functions[I].EndLine = I ? 11 + I : 10;
    }
    U.Functions.push_back({"skipped", 0, 30, 1, 31, "marked IPOINT_SKIP"});
    database::Unit &Other = addUnit(P);
    Other.First = 1024;
    Other.Path = Other.Files[0].Path = "/src/sub/other.c";
    addFunction(Other, "h");
    Table.emplace(P, std::vector<bool>{true, true});
    Names.emplace(*Table);
  }

  static void addLoop(database::Unit &U, uint32_t Function, const char *Name,
                      unsigned Line, std::optional<uint32_t> Head,
                      std::optional<uint32_t> Body) {
    database::Loop &L = U.Loops.emplace_back();
    L.Function = Function;
    L.Name = Name;
    L.Line = Line;
    L.Head = Head;
    L.Body = Body;
  }

  uint32_t function(llvm::StringRef Name) {
    return cantFail(Names->function(Name, "", /*MayBePlain=*/true));
  }
  uint32_t block(llvm::StringRef Name) {
    return cantFail(Names->counted(Name, "")).Number;
  }
  uint32_t loop(llvm::StringRef Name) {
    return cantFail(Names->loop(Name, ""));
  }

  llvm::Expected<std::vector<Fact>> read(llvm::StringRef Text) {
    std::string All = ("flow:\n" + Text).str();
    database::ConfigText File{"dir/facts.yaml", All};
    return readFacts(File, *Names, /*RateHz=*/2e9);
  }
  Fact one(llvm::StringRef Text) {
    std::vector<Fact> Read = cantFail(read(Text));
    EXPECT_EQ(Read.size(), 1u);
    return Read.front();
  }
  /// What is said of \p Item, which is refused.
  std::string complaint(llvm::StringRef Item) {
    llvm::Expected<std::vector<Fact>> Read = read(Item);
    return Read ? "accepted" : llvm::toString(Read.takeError());
  }

  database::Program P;
  uint32_t G = 0;
  std::optional<analysis::SymbolTable> Table;
  std::optional<FactNames> Names;
};

} // namespace

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

namespace {

/// Facts of pragmas in the text of main.c.
class Pragmas : public Facts {
protected:
  PragmaFacts read(const char *Text) {
    P.Units[0].Files[0].Text = Text;
    Table.emplace(P, std::vector<bool>{true, true});
    return readPragmas(FactNames(*Table));
  }
};

class Ffx : public Facts {
protected:
  llvm::Expected<std::vector<Fact>> read(llvm::StringRef Text) {
    std::string All = ("<?xml version=\"1.0\"?>\n" + Text).str();
    return readFfx("dir/facts.ffx", All, *Names);
  }
};

/// What was observed of f, g and h.
class Observed : public Facts {
protected:
  Observed() : InF(*Table, function("f")) {
    Seen.Root = function("g");
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
    const Shape &S = Seen.Shapes.try_emplace(F, *Table, F).first->second;
    ContextFlow &C = Seen.Contexts[{F, {}}];
    C.Edges.resize(S.Edges.size());
    C.MostVisits = C.MostInRoot = std::vector<uint64_t>(S.Blocks.size(), 1);
    return C;
  }
  uint32_t index(const char *Block) { return InF.indexOf(block(Block)); }
  size_t number(uint32_t Loop) { return InF.Loops[0].Symbol == Loop ? 0 : 1; }

  std::vector<ViolatedFact> violated(const char *Item) {
    return findViolations(one("  - {" + std::string(Item) + "}\n"), Seen,
                          *Names);
  }

  Shape InF;
  Flow Seen;
};

} // namespace

TEST_F(Pragmas, AreFacts) {
  PragmaFacts Read = read("void _Pragma(\"entrypoint\") f(void) {\n"
                          "  _Pragma( \"loopbound min 3 max 8\" )\n"
                          "  for (;;) {\n"
                          "    _Pragma(\"marker outer\") x(); "
                          "_Pragma (\"loopbound min 0 max 2\" )\n"
                          "    for (;;)\n"
                          "      _Pragma(\"marker inner-one\") y();\n"
                          "  if (a) { _Pragma(\"flowrestriction 1*inner-one <= "
                          "36*outer + 2*g\") }\n"
                          "  else { /* _Pragma(\"loopbound\") */ }\n"
                          "}\n"
                          "#define M _Pragma(\"loopbound\")\n"
                          "char *s = \"_Pragma( )\";\n");
  EXPECT_EQ(Read.Remarks, std::vector<std::string>());
  EXPECT_EQ(Read.EntryPoints, std::vector<uint32_t>{function("f")});
  ASSERT_EQ(Read.Facts.size(), 3u);
  EXPECT_EQ(Read.Facts[0].Loop, loop("f/for.1"));
  EXPECT_EQ(Read.Facts[0].Least, 3);
  EXPECT_EQ(Read.Facts[0].Most, 8);
  EXPECT_EQ(Read.Facts[0].Place, "main.c: line 2");
  EXPECT_EQ(Read.Facts[1].Loop, loop("f/for.1/body/for.1"));
  EXPECT_EQ(Read.Facts[2].Per, Scope::Root);
  EXPECT_EQ(Read.Facts[2].Terms,
            (std::vector<Counted>{
                {Counted::Block, block("f/for.1/body/for.1/body"), 1},
                {Counted::Block, block("f/for.1/body"), -36},
                {Counted::Function, function("g"), -2}}));
}

TEST_F(Pragmas, InFrontOfLoopsCountTheirConditions) {
  PragmaFacts Read = read("void f(void) {\n\n"
                          "#pragma marker head\n"
                          "\n"
                          "    for (;;)\n"
                          "#pragma flowrestriction 1*head <= 9*f\n"
                          "}\n");
  EXPECT_EQ(Read.Remarks, std::vector<std::string>());
  ASSERT_EQ(Read.Facts.size(), 1u);
  EXPECT_EQ(Read.Facts[0].Terms[0].Number,
            block("f/for.1/body/for.1/condition"));
}

TEST_F(Pragmas, AreRemarkedWhereTheyAreNoFacts) {
  const std::pair<const char *, const char *> Wrong[] = {
      {"loopbound min 3", "not understood; it is 'loopbound min NUMBER max "
                          "NUMBER'"},
      {"loopbound min a max b", "not understood"},
      {"loopbound min 3 max -1", "not understood"},
      {"loopbound min 3 max 2", "min is more than max"},
      {"loopbound min 3 max 8", "no loop follows it"},
      {"marker m", ""},
      {"flowrestriction 1*m <= 2*f",
       "column 3 of '1*m <= 2*f': no function is called 'm'"},
      {"flowrestriction 1*f 2*g", "column 5 of '1*f 2*g': <=, >= or = is"},
      {"entrypoint", "no function's definition follows it"}};
  for (auto [Says, Text] : Wrong) {
    std::string Source = "void f(void) {\n\n\n  _Pragma(\"" +
                         std::string(Says) + "\") x();\n}\n";
    PragmaFacts Read = read(Source.c_str());
    EXPECT_EQ(Read.Facts.size(), 0u) << Says;
    if (!*Text)
      continue;
    ASSERT_EQ(Read.Remarks.size(), 1u) << Says;
    EXPECT_NE(Read.Remarks[0].find(Text), std::string::npos) << Read.Remarks[0];
    EXPECT_EQ(Read.Remarks[0].find("main.c: line 4: pragma '"), 0u);
  }
  PragmaFacts Read = read("void f(void) {\n\n\n\n\n\n"
                          "  _Pragma(\"loopbound min 1 max 1\") for (;;) ;\n");
  ASSERT_EQ(Read.Remarks.size(), 1u);
  EXPECT_NE(Read.Remarks[0].find("is in no instrumented function"),
            std::string::npos);
}

TEST_F(Pragmas, UnfinishedTextEnds) {
  for (const char *Text : {"/*", "\"", "'", "\\", "#", "# \\", "_Pragma(\"",
                           "//", "#pragma", "_Pragma(\"loopbound\")"})
    EXPECT_EQ(read(Text).Facts.size(), 0u) << Text;
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

TEST_F(Ffx, BoundsLoopsByFileAndLine) {
  std::vector<Fact> Read = cantFail(
      read("<flowfacts>\n<noreturn label=\"_exit\"><loop/></noreturn>\n"
           "<function name=\"f\" source=\"main.c\" executed=\"true\">\n"
           "<conditional><case cond=\"1\">\n"
           "<loop line=\"3\" maxcount=\"8\" totalcount=\"0x10\" "
           "exact=\"true\">\n"
           "<loop line=\"5\" maxcount=\"NOCOMP\" mincount=\"2\"/>\n"
           "</loop></case></conditional></function>\n"
           "<function name=\"g\" executed=\"false\"/>\n"
           "<block source=\"/src/main.c\" line=\"8\" executed=\"false\"/>\n"
           "</flowfacts>"));
  ASSERT_EQ(Read.size(), 5u);
  EXPECT_EQ(Read[0].Loop, loop("f/for.1"));
  EXPECT_EQ(Read[0].Place, "facts.ffx: line 6");
  EXPECT_EQ(Read[0].Most, 8);
  EXPECT_EQ(Read[0].Per, Scope::Entry);
  EXPECT_EQ(Read[1].Most, 16);
  EXPECT_EQ(Read[1].Per, Scope::Root);
  EXPECT_EQ(Read[2].Loop, loop("f/for.1/body/for.1"));
  EXPECT_EQ(Read[2].Least, 2);
  EXPECT_FALSE(Read[2].Most);
  EXPECT_EQ(Read[3].Is, Fact::Never);
  EXPECT_EQ(Read[3].Terms[0].Number, function("g"));
  EXPECT_EQ(Read[4].Terms[0].Number, block("f/if.1/else"));
}

TEST_F(Ffx, RefusesByNameAndLine) {
  const std::pair<const char *, const char *> Wrong[] = {
      {"<flowfacts>\n<loop", "facts.ffx: line 3: no XML: unclosed token"},
      {"", "no XML: no element found"},
      {"<facts/>", "facts.ffx: line 2: <facts> is no FFX"},
      {"<flowfacts><loop maxcount=\"3\" label=\"f\"/></flowfacts>",
       "<loop> is not found: name it by 'source' and 'line'"},
      {"<flowfacts><loop maxcount=\"3\" source=\"main.c\" "
       "line=\"4\"/></flowfacts>",
       "no loop of an instrumented function begins in line 4"},
      {"<flowfacts><loop maxcount=\"x\" source=\"main.c\" "
       "line=\"3\"/></flowfacts>",
       "maxcount='x' is no number"},
      {"<flowfacts><loop maxcount=\"-1\" source=\"main.c\" "
       "line=\"3\"/></flowfacts>",
       "maxcount='-1' is no number"},
      {"<flowfacts><loop maxcount=\"NOCOMP\" expmaxcount=\"n\" "
       "source=\"main.c\" line=\"3\"/></flowfacts>",
       "expmaxcount is a formula, which is not read"},
      {"<flowfacts><call source=\"main.c\" line=\"2\"><function name=\"f\">"
       "<loop maxcount=\"3\" line=\"3\"/></function></call></flowfacts>",
       "a bound within <call> is of one way to the loop"},
      {"<flowfacts><control-constraint/></flowfacts>",
       "<control-constraint> is not read from FFX: write 'count: …'"},
      {"<flowfacts><nocall name=\"f\"/></flowfacts>",
       "<nocall> is not read from FFX: the time of calls would be missing"},
      {"<flowfacts><context name=\"arm\"/></flowfacts>",
       "<context> is not read from FFX: give a file with the facts of one"},
      {"<flowfacts><iteration number=\"1\"/></flowfacts>",
       "<iteration> is not read from FFX: write it in a file of facts"},
      {"<flowfacts><function name=\"ff\" executed=\"false\"/></flowfacts>",
       "no function is called 'ff'; did you mean 'f'?"},
      {"<flowfacts><case executed=\"false\"/></flowfacts>",
       "executed='false' of <case> is not read"},
      {"<flowfacts><block source=\"main.c\" line=\"99\" "
       "executed=\"false\"/></flowfacts>",
       "0 blocks begin in line 99 of 'main.c'"},
      {"<flowfacts><multicall source=\"main.c\" line=\"3\"/></flowfacts>",
       "0 blocks call through pointers in line 3"}};
  for (auto [Text, Said] : Wrong) {
    auto Read = read(Text);
    std::string Complaint = Read ? "accepted" : toString(Read.takeError());
    EXPECT_NE(Complaint.find(Said), std::string::npos) << Complaint;
    EXPECT_EQ(Complaint.find("facts.ffx: line "), 0u) << Complaint;
  }
}

TEST_F(Ffx, NamesTargetsOfPointers) {
  unsigned Line = Table->blocks()[block("g/entry")].Line;
  std::vector<Fact> Read = cantFail(read(
      "<flowfacts><multicall source=\"main.c\" line=\"" + std::to_string(Line) +
      "\"><target name=\"f\"/></multicall></flowfacts>"));
  ASSERT_EQ(Read.size(), 1u);
  EXPECT_EQ(Read[0].Is, Fact::Targets);
  EXPECT_EQ(Read[0].Site, block("g/entry"));
  EXPECT_EQ(Read[0].Terms[0].Number, function("f"));
}

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
  EXPECT_EQ(violated("loop: f/for.1, iterations: 1").size(), 0u);
  EXPECT_EQ(violated("never: f").size(), 1u);
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
