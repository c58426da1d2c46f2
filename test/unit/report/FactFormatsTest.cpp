//===- FactFormatsTest.cpp - Flow facts of pragmas and of FFX -------------===//
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
