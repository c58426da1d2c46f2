//===- KeywordsTest.cpp ---------------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/Keywords.h"
#include <gtest/gtest.h>

using namespace ipoint;
using llvm::StringRef;

namespace {

Keywords keywords(llvm::ArrayRef<StringRef> Entries) {
  Keywords Result;
  for (StringRef Entry : Entries)
    EXPECT_FALSE(llvm::errorToBool(Result.add(Entry, KeywordRole::None)))
        << Entry.str();
  return Result;
}

/// What is left of \p Text, its blanks in a row as one.
std::string left(StringRef Text) {
  const std::string Hidden = keywords({"far", "at()", "@...", "vec...", "asm{}",
                                       "begin...end", "wide=long"})
                                 .hide(Text);
  EXPECT_EQ(Hidden.size(), Text.size());
  std::string Result;
  for (char C : Hidden)
    if (C != ' ' || (!Result.empty() && Result.back() != ' '))
      Result += C;
  return Result;
}

TEST(Keywords, HidesWordsAndWhatBelongsToThem) {
  EXPECT_EQ(left("far char *far p;"), "char * p;");
  EXPECT_EQ(left("int at(3 + (4)) x, y;"), "int x, y;");
  EXPECT_EQ(left("int at, y;"), "int , y;"); // without a group, the word
  EXPECT_EQ(left("int x @ (A + 2) = 3, z @ 4;"), "int x = 3, z ;");
  EXPECT_EQ(left("void f(int x @ 3) vec 1 {"), "void f(int x ) {");
  EXPECT_EQ(left("asm { mov a, b }"), "{ }");
  EXPECT_EQ(left("asm(\"nop\"); begin it's end;"), "asm(\"nop\"); ;");
  EXPECT_EQ(left("wide x;"), "wide x;");
}

TEST(Keywords, LeavesTextCommentsAndDirectives) {
  EXPECT_EQ(left("char *s = \"far @\"; // far"), "char *s = \"far @\"; // far");
  EXPECT_EQ(left("#if far\n#define far far\n#define at(x) far @ x\n#endif"),
            "#if far\n#define far \n#define at(x) \n#endif");
  EXPECT_EQ(left("#asm\n it's far\n#endasm\nint x;"), "# \n \n# \nint x;");
}

TEST(Keywords, HidesAttributesOfInterruptHandlersOnly) {
  EXPECT_EQ(left("void __attribute__((interrupt(3), x)) f(void);"),
            "void f(void);");
  EXPECT_EQ(left("struct __attribute__((packed)) s;"),
            "struct __attribute__((packed)) s;");
}

TEST(Keywords, StandsTextThatEndsTooEarly) {
  for (StringRef Text : {"", "at", "at(", "at(3", "@", "vec", "begin x", "asm",
                         "asm{", "#asm", "#define", "#define at(", "#",
                         "__attribute__", "__attribute__((", "x @ (3"})
    EXPECT_EQ(keywords({"at()", "@...", "vec...", "asm{}", "begin...end"})
                  .hide(Text)
                  .size(),
              Text.size())
        << Text.str();
}

TEST(Keywords, RefusesWhatIsNoEntry) {
  Keywords Words;
  for (StringRef Entry : {"", "#", "3d", "a b", "a(", "(3)", "x()=y", "@=y",
                          "...", "a...3", "@()x"})
    EXPECT_TRUE(llvm::errorToBool(Words.add(Entry, KeywordRole::None)))
        << Entry.str();
  EXPECT_TRUE(llvm::errorToBool(Words.addCompiler("turbo")));
  EXPECT_TRUE(Words.empty());
}

TEST(Keywords, KnowsItsCompilers) {
  for (StringRef Name : {"arm", "c51", "ghs", "iar", "sdcc", "tasking", "ti",
                         "xc8", "xc8-c90", "xc16", "xc32"}) {
    Keywords Words;
    EXPECT_FALSE(llvm::errorToBool(Words.addCompiler(Name))) << Name.str();
    EXPECT_FALSE(Words.empty());
  }
  Keywords Iar;
  ASSERT_FALSE(llvm::errorToBool(Iar.addCompiler("iar")));
  EXPECT_EQ(Iar.find("__interrupt")->Role, KeywordRole::Interrupt);
  EXPECT_EQ(Iar.find("__ramfunc")->Role, KeywordRole::InRam);
  EXPECT_TRUE(Iar.hasMemoryIn("char __data16 *p;"));
  EXPECT_FALSE(Iar.hasMemoryIn("char *p; // __data16"));
}

} // namespace
