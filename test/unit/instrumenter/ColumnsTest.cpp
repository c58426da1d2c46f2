//===- ColumnsTest.cpp ----------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `^` in a preprocessed text marks the tokens that are asked for, `@` what
// begins a statement or ends a function. The preprocessed texts are what GCC
// makes of the originals.
//
//===----------------------------------------------------------------------===//

#include "frontend/Columns.h"
#include "llvm/ADT/StringMap.h"
#include <gtest/gtest.h>

using namespace ipoint;

namespace {

const llvm::StringMap<std::string> *Files;

std::unique_ptr<llvm::MemoryBuffer> readFromMap(llvm::StringRef Path) {
  auto It = Files->find(Path);
  return It == Files->end() ? nullptr
                            : llvm::MemoryBuffer::getMemBuffer(It->second);
}

/// "line:column" of each marked token, with " macro" behind the column of a
/// macro's call. The text's lines are those of /w/a.c, from \p Line on.
std::string places(llvm::StringRef Original, llvm::StringRef Marked,
                   unsigned Line = 1) {
  std::string Text = "# " + std::to_string(Line) + " \"a.c\"\n";
  std::vector<MarkedPlace> Asked, Ends;
  unsigned Current = Line;
  for (size_t I = 0; I != Marked.size(); ++I) {
    if (Marked[I] == '^' || Marked[I] == '@') {
      (Marked[I] == '^' ? Asked : Ends)
          .push_back({unsigned(Text.size()), "/w/a.c", Current});
      continue;
    }
    Text += Marked[I];
    Current += Marked[I] == '\n';
    // A line marker says what the next line is.
    llvm::StringRef Rest = Marked.substr(I + 1);
    unsigned Next = 0;
    if (Marked[I] == '\n' && Rest.consume_front("# ") &&
        !Rest.consumeInteger(10, Next))
      Current = Next - 1;
  }
  llvm::StringMap<std::string> Map = {{"/w/a.c", Original.str()}};
  Files = &Map;
  clang::LangOptions LangOpts;
  LangOpts.LineComment = true;
  std::string Result;
  for (const WrittenPlace &P :
       findWritten(Text, LangOpts, "/w", Asked, Ends, readFromMap)) {
    Result += (Result.empty() ? "" : ", ") + std::to_string(P.Line) + ":" +
              std::to_string(P.Column);
    if (P.FromMacro)
      Result += " macro";
  }
  return Result;
}

TEST(Columns, FindsWhatDidNotMove) {
  EXPECT_EQ(places("int f(void) {\n  return 1;\n}\n",
                   "int ^f(void) {\n  ^return ^1;\n^}\n"),
            "1:5, 2:3, 2:10, 3:1");
}

TEST(Columns, FindsWhatLostItsSpaces) {
  EXPECT_EQ(
      places("\tif (x)\ty++; else   y--;\n", " ^if (x) ^y++; ^else ^y--;\n"),
      "1:2, 1:9, 1:14, 1:21");
}

TEST(Columns, FindsWhatLiesBehindComments) {
  EXPECT_EQ(places("/* a\n   don't */ x = 1; /* b */   y = 2; // c\n",
                   "        ^x = 1; ^y = 2;\n", 2),
            "2:13, 2:30");
  EXPECT_EQ(places("x = 1; /* b */   y = 2;\n", "^x = 1; /* b */ ^y = 2;\n"),
            "1:1, 1:18");
}

TEST(Columns, GivesWhatAMacroMakesThePlaceOfItsCall) {
  EXPECT_EQ(places("  OPEN x++; CLOSE y--;\n", "  ^{ ^x++; ^} ^y--;\n"),
            "1:3 macro, 1:8, 1:13 macro, 1:19");
  EXPECT_EQ(places("  switch (x) { LABELS y++; }\n",
                   "  switch (x) { ^case 1: ^case 2: ^y++; }\n"),
            "1:16 macro, 1:16 macro, 1:23");
  EXPECT_EQ(places("  FAIL(a); FAIL(b);\n",
                   "  ^if (a) ^return ^1; ^if (b) ^return 1;\n"),
            "1:3 macro, 1:3 macro, 1:3 macro, 1:12 macro, 1:12 macro");
}

TEST(Columns, FindsArgumentsWhereTheyWereWritten) {
  EXPECT_EQ(
      places("  CALL(x > 1, y++) z++;\n", "  ^if (^x > 1) ^{ ^y++; } ^z++;\n"),
      "1:3 macro, 1:8, 1:3 macro, 1:15, 1:20");
}

TEST(Columns, FindsCallsOfSeveralLines) {
  EXPECT_EQ(places("  CALL(x\n"
                   "       > 1,\n"
                   "       y--\n"
                   "       ) y = x; if (y) x++;\n"
                   "  x--;\n",
                   "  ^if (^x > 1) { ^y--; }\n"
                   "         ^y = x; ^if (y) ^x++;\n"
                   "\n\n"
                   "  ^x--;\n"),
            "1:3 macro, 1:8, 3:8, 4:10, 4:17, 4:24, 5:3");
}

TEST(Columns, FindsWhatASystemMacroSplit) {
  EXPECT_EQ(places("  assert(x == 1 &&\n"
                   "         y); if (x) y = __LINE__;\n",
                   "  \n"
                   "# 1 \"a.c\" 3 4\n"
                   " (^(void) sizeof ((\n"
                   "# 1 \"a.c\"\n"
                   " ^x == 1 && y\n"
                   "# 1 \"a.c\" 3 4\n"
                   " ) ? 1 : 0))\n"
                   "# 2 \"a.c\"\n"
                   "          ; ^if (x) ^y = ^2;\n"),
            "1:3 macro, 1:10, 2:14, 2:21, 2:25 macro");
}

TEST(Columns, ReadsSplicedWords) {
  EXPECT_EQ(places("int lon\\\nger = 1; if (lon\\\nger)  y--;\n",
                   "int longer\n = 1; ^if (^longer) ^y--;\n"),
            "2:10, 2:14, 3:7");
}

TEST(Columns, ReadsUtf8InBytes) {
  EXPECT_EQ(
      places("\xC3\xA4\xC3\xB6  = 1;  b();\n", "\xC3\xA4\xC3\xB6 = 1; ^b();\n"),
      "1:13");
}

TEST(Columns, KnowsStringizedArguments) {
  EXPECT_EQ(
      places("s = STR(a \"b\" c);  t();\n", "s = ^\"a \\\"b\\\" c\"; ^t();\n"),
      "1:5 macro, 1:20");
}

TEST(Columns, PassesOverWhatAnIfSwitchedOff) {
  EXPECT_EQ(places("f(a,\n#if 0\n  b(\n#else\n  c\n#endif\n  );  x();\n",
                   "f(a,\n\n\n\n  ^c\n\n  ); ^x();\n"),
            "5:3, 7:7");
}

TEST(Columns, BeginsWhereAStatementHasNotMoved) {
  EXPECT_EQ(
      places(
          "int f(void) {\n  OPEN x++;\n  y--; /* a( */\n"
          "  CALL(x,\n    y)  y--;\n  x--;\n} /* (don't\n*/  int g(void) {\n"
          "  OPEN  y--;\n}\n",
          "int f(void) {\n  ^{ ^x++;\n  @y--; /* a( */\n"
          "  ^if (^x) ^y; ^y--;\n\n  @x--;\n@} /* (don't\n*/ int ^g(void) {\n"
          "  ^{ ^y--;\n@}\n"),
      "2:3 macro, 2:8, 4:3 macro, 4:8, 5:5, 5:9, 8:9, 9:3 macro, 9:9");
  EXPECT_EQ(places("int f(void) { A  x; } int g(void) { A  x; }\n",
                   "int f(void) { ^{ ^x; @} int g(void) { ^{ ^x; @}\n"),
            "1:15 macro, 1:18, 1:37 macro, 1:40");
}

TEST(Columns, BeginsAnewWhereAFileIsIncludedTwice) {
  EXPECT_EQ(places("int NAME(void) {\n  OPEN  x++;\n}\nint y;\n",
                   "int f(void) {\n  ^{ ^x++;\n@}\nint y;\n"
                   "# 1 \"a.c\" 1\n"
                   "int ^g(void) {\n  ^{ ^x++;\n@}\nint y;\n"),
            "2:3 macro, 2:9, 1:5 macro, 2:3 macro, 2:9");
}

TEST(Columns, AreUnknownWithoutTheOriginal) {
  clang::LangOptions LangOpts;
  auto Nothing = [](llvm::StringRef) { return nullptr; };
  WrittenPlace P = findWritten("# 7 \"b.y\"\nx = 1;\n", LangOpts, "/w",
                               {{10, "/w/b.y", 7}}, {}, Nothing)
                       .front();
  EXPECT_EQ(P.Line, 7u);
  EXPECT_EQ(P.Column, 0u);
  EXPECT_FALSE(P.FromMacro);
}

TEST(Columns, GivesUpOnWhatIsTooLongForAnAlignment) {
  std::string Long;
  for (unsigned I = 0; I != 4000; ++I)
    Long += "M" + std::to_string(I) + " ";
  EXPECT_EQ(places(Long + "\n", Long.substr(Long.find(' ')) + " ^x\n"), "1:0");
  EXPECT_EQ(places("x;\n", "y;\nz;\n^w;\n"), "3:0");
}

} // namespace
