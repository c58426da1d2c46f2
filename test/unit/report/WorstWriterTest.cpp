//===- WorstWriterTest.cpp - The longest path as text and JSON ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "output/WorstWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace ipoint;
using namespace ipoint::output;
using namespace ipoint::worst;

static PlaceInSource at(StringRef Function, StringRef Block, unsigned Line) {
  return {Function.str(), "fft.c", Block.str(), Line, 3};
}

/// A function with two loops, of which one ran less often than it may.
static WorstModel madeUp() {
  WorstModel M;
  M.Root = at("fft_main", "", 70);
  M.RateHz = 1e9;
  M.Estimate = {13000, 12345, 11900};
  M.Hwm = {12100, 11020, 10800};
  M.Ratio = 12345. / 11020;
  M.RootCalls = 20;
  M.Incomplete = 1;
  M.ContextDepth = 3;
  M.Contexts = 3;
  M.Columns = 31;
  M.Rows = 17;
  M.Interrupts = {{0, 2, 900, 1800}};
  M.Path = {{at("fft", "for.2/body", 42), UnitKind::Blocks, 64, 52, 40, 100,
             6400, 6400. / 12345, 640},
            {at("fft", "for.2/condition", 41), UnitKind::Blocks, 65, 53, 41, 20,
             1300, 1300. / 12345, 130},
            {at("sin", "", 9), UnitKind::Function, 64, 64, 40, 50.5, 3232,
             3232. / 12345, 323},
            {at("fft", "if.1/then", 50),
             UnitKind::Blocks,
             0.5,
             {},
             {},
             20,
             10,
             10. / 12345,
             1}};
  M.Reasons = {{at("fft", "for.2/body", 42), 64, 40, 1200, 30},
               {at("fft", "for.2/increment", 41), 64, 40, 200, 0},
               {at("sin", "", 9), 64, 38, 100, 0},
               {at("fft", "entry", 30), 20, 20, 0, -5}};
  M.Facts = {{Origin::Declared, "facts.yaml:3", "for.1 of fft: 8 a call",
              at("fft", "for.1/body", 35), 8, false, 0, ""},
             {Origin::Observed, "", "each time that it is entered",
              at("fft", "for.2", 42), 64, true, 120,
              "  - loop: fft/for.2\n    iterations: 64\n"},
             {Origin::Derived, "", "for.3 of fft: 16 an entry",
              at("fft", "for.3/body", 60), 16, false, 0, ""}};
  M.Unmeasured = {{NotMeasured::Transition, at("fft", "if.1/condition", 49),
                   "if.1/then", true, 20},
                  {NotMeasured::CallSite, at("fft", "exit", 66), "abort", false,
                   std::nullopt}};
  M.NeverTogether = {{at("fft", "", 30),
                      {at("fft", "if.1/then", 50), at("fft", "if.2/then", 55)},
                      7,
                      {at("fft", "if.1/then", 50)},
                      0.985}};
  M.LongestTrace = "ipoint-trace";
  M.LongestNumber = 17;
  M.Remarks = {"the targets of 1 pointer call are only observed"};
  M.Sources = {{"fft", "fft.c", 30, {"int fft(void) {", "}"}}};
  return M;
}

static std::string text(const WorstModel &M, WorstOptions Options = {}) {
  std::string Result;
  raw_string_ostream Out(Result);
  printWorstText(Out, M, Options);
  return Result;
}

static json::Value document(const WorstModel &M, WorstOptions Options = {}) {
  std::string Result;
  raw_string_ostream Out(Result);
  json::OStream Json(Out);
  printWorstJson(Json, M, Options);
  Expected<json::Value> Parsed = json::parse(Result);
  EXPECT_TRUE(bool(Parsed)) << Result;
  return Parsed ? *Parsed : json::Value(nullptr);
}

/// \p Text with a space for each gap: where lines break is another test's.
static std::string inOneLine(StringRef Text) {
  std::string Result;
  for (char C : Text)
    if (!isSpace(C))
      Result += C;
    else if (!Result.empty() && Result.back() != ' ')
      Result += ' ';
  return Result;
}

static void expectIn(StringRef Text, StringRef Part) {
  EXPECT_TRUE(StringRef(inOneLine(Text)).contains(Part))
      << Part.str() << "\nis not in\n"
      << Text.str();
}

TEST(WorstWriter, BeginsWithTheEstimate) {
  std::string Text = text(madeUp());
  EXPECT_TRUE(StringRef(Text).starts_with(
      "fft_main: WCET estimate 11,900 ticks (11.90 us), 1.10 x the longest of "
      "20\n          observed calls (10,800)\n"))
      << Text;
  expectIn(Text, " HWM 12,100 11,020 10,800 ratio 1.07 1.12 1.10 ");
  expectIn(Text, "with 2 of class 1 of at most 900 each on top 13,700.");
  expectIn(Text, "Rests on bounds: 1 declared, 1 derived from the source, 1 "
                 "only observed (1 binds); 2 parts never measured, 1 of them "
                 "on the path;");
  expectIn(Text, " the targets of 1 pointer call are only observed ");
}

TEST(WorstWriter, NamesWhatToChangeAndToTest) {
  WorstModel M = madeUp();
  expectIn(text(M),
           "Change first: fft/for.2/body (fft.c:42); a tenth less of its "
           "time lowers the estimate by 640 (5.4 %).");
  std::vector<std::string> Next = {
      "64 executions of fft/for.2/body (fft.c:42): 40 in the longest observed "
      "call, 52 at most in any",
      "64 calls of sin (fft.c:9): 38 in the longest observed call, as "
      "many in another",
      "a call of fft (fft.c:30) that executes both if.1/then (fft.c:50) and "
      "if.2/then (fft.c:55): no observed call did",
      "the transition from fft/if.1/condition (fft.c:49) to if.1/then, which "
      "was never measured"};
  EXPECT_EQ(testNext(M), Next);
}

TEST(WorstWriter, ExplainsTheDifference) {
  std::string Text = text(madeUp());
  expectIn(Text,
           "Why it is longer than the longest observed call, number 17 "
           "of ipoint-trace (raw times) block adds count longest call by more "
           "by longer place "
           "fft/for.2/body +1,230 64 40 +1,200 +30 fft.c:42 ");
  expectIn(Text, " fft/entry -5 20 20 - -5 fft.c:30 ");
  // What binds comes first; only what was observed has a proposal.
  expectIn(Text, "rests on observed fft/for.2: at most 64 each time that it is "
                 "entered (fft.c:42); 1 less gains 120 declared for.1 of fft: "
                 "8 a call (facts.yaml:3) ");
  EXPECT_TRUE(StringRef(Text).ends_with(
      " --facts.\n\nflow:\n  - loop: fft/for.2\n    iterations: 64\n"))
      << Text;
  expectIn(Text, "Never seen together, and on the path fft "
                 "(fft.c:30): if.1/then (fft.c:50) and if.2/then (fft.c:55); "
                 "the nearest call executed 6 of its 7 blocks on the path, "
                 "98.5 % of their time, without if.1/then (fft.c:50) ");
  expectIn(Text, " the transition from fft/if.1/condition (fft.c:49) to "
                 "if.1/then; 20 taken for it; on the path a call of abort "
                 "from fft/exit (fft.c:66); no time taken for it ");
}

TEST(WorstWriter, BeginsWithFactsThatAreWrong) {
  WorstModel M = madeUp();
  EXPECT_FALSE(StringRef(text(M)).contains("Wrong: "));
  M.Violations = {{"facts.yaml:3", "for.1 of fft: 8 a call",
                   at("fft", "for.1/body", 35), 8, 9}};
  expectIn(text(M), "(10,800) Wrong: facts.yaml:3: for.1 of fft: 8 a call; "
                    "fft/for.1/body (fft.c:35) had 9 in place of 8 ");
}

TEST(WorstWriter, LeadsWithWhatIsKnown) {
  WorstModel M = madeUp();
  M.Estimate.Filtered.reset();
  LeadingTimes Leading = leadingTimes(M);
  EXPECT_EQ(Leading.Name, "corrected");
  EXPECT_EQ(Leading.Estimate, 12345);
  EXPECT_DOUBLE_EQ(*Leading.Ratio, 12345. / 11020);
  M.Hwm.Corrected.reset();
  EXPECT_FALSE(leadingTimes(M).Ratio);
}

TEST(WorstWriter, FitsIntoColumns) {
  for (unsigned Width : {60, 80}) {
    WorstOptions Options;
    Options.Width = Options.TableWidth = Width;
    SmallVector<StringRef> Lines;
    std::string Text = text(madeUp(), Options);
    StringRef(Text).split(Lines, '\n');
    for (StringRef Line : Lines)
      EXPECT_LE(Line.size(), Width + 2) << Line.str(); // "…" has three bytes
  }
}

TEST(WorstWriter, SaysWhatIsNotKnown) {
  WorstModel M;
  M.Root = at("f", "", 1);
  M.Estimate.Raw = 100;
  M.IsAssumedNever = true;
  M.Unmeasured = {{NotMeasured::Function, at("f", "", 2), "", false, {}}};
  WorstOptions Options;
  Options.Unit = analysis::TimeUnit::Nanoseconds; // of a clock without a rate
  std::string Text = text(M, Options);
  EXPECT_TRUE(StringRef(Text).starts_with("f: WCET estimate 100 ticks\n"))
      << Text;
  expectIn(Text, "no bound; 1 part never measured, left out of the estimate.");
  expectIn(Text, "Never measured, and left out: a call that");
  json::Value Document = document(M, Options);
  const json::Object *O = Document.getAsObject();
  ASSERT_TRUE(O);
  EXPECT_EQ(O->getString("unit"), "ticks");
  EXPECT_EQ(*O->getObject("clock")->get("rate_hz"), json::Value(nullptr));
  EXPECT_EQ(*O->getObject("hwm")->get("raw"), json::Value(nullptr));
}

TEST(WorstWriter, WritesTimesInTheUnitAskedFor) {
  WorstOptions Options;
  Options.Unit = analysis::TimeUnit::Microseconds;
  expectIn(text(madeUp(), Options), "WCET estimate 11.90 us, 1.10 x");
  json::Value Document = document(madeUp(), Options);
  const json::Object *O = Document.getAsObject();
  ASSERT_TRUE(O);
  EXPECT_EQ(O->getString("schema"), "ipoint-worst/1");
  EXPECT_EQ(O->getObject("estimate")->getNumber("corrected"), 12.345);
  const json::Object *First = O->getArray("path")->front().getAsObject();
  EXPECT_EQ(First->getNumber("gain"), 0.64);
  EXPECT_EQ(First->getInteger("count"), 64);
  EXPECT_EQ(First->getObject("at")->getString("block"), "for.2/body");
  EXPECT_EQ(O->getArray("facts")->front().getAsObject()->getString("origin"),
            "declared");
  EXPECT_EQ(O->getArray("test_next")->size(), 4u);
  EXPECT_EQ(O->get("sources"), nullptr); // of a page only
}

TEST(WorstWriter, WritesAPage) {
  SmallString<128> Folder;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("worst", Folder));
  WorstOptions Options;
  Options.Form = PageForm::Html;
  Options.IsSingleFile = true;
  Options.Path = (Folder + "/page.html").str();
  WorstModel M = madeUp();
  M.Root.Function = "<fft>";
  Error E = writeWorst(M, Options);
  EXPECT_FALSE(bool(E)) << toString(std::move(E));
  auto File = MemoryBuffer::getFile(Options.Path);
  ASSERT_TRUE(bool(File));
  StringRef Page = (*File)->getBuffer();
  EXPECT_TRUE(Page.contains("<title>Longest path of &lt;fft&gt;</title>"));
  EXPECT_FALSE(Page.contains("@DATA@"));
  EXPECT_FALSE(Page.contains("src=\"assets/")); // all in one file
  EXPECT_TRUE(Page.contains("ipoint.pathSources = "));
  sys::fs::remove_directories(Folder);
}
