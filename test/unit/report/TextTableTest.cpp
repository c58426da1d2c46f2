//===- TextTableTest.cpp - Figures and paragraphs for a terminal ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "output/TextTable.h"
#include "gtest/gtest.h"

using namespace ipoint::output;

static std::string paragraph(llvm::StringRef Label, llvm::StringRef Text,
                             unsigned Width) {
  std::string Result;
  llvm::raw_string_ostream Out(Result);
  printParagraph(Out, Label, Text, Width);
  return Result;
}

TEST(TextTable, GroupsThousands) {
  EXPECT_EQ(grouped(uint64_t(0)), "0");
  EXPECT_EQ(grouped(uint64_t(999)), "999");
  EXPECT_EQ(grouped(uint64_t(1000)), "1,000");
  EXPECT_EQ(grouped(UINT64_MAX), "18,446,744,073,709,551,615");
}

TEST(TextTable, RoundsBeforeItGroups) {
  EXPECT_EQ(grouped(999.96, 1), "1,000.0");
  EXPECT_EQ(grouped(37981951.925, 0), "37,981,952");
  EXPECT_EQ(grouped(22.175, 1), "22.2");
}

TEST(TextTable, GroupsWhatIsNegative) {
  EXPECT_EQ(grouped(-100., 0), "-100");
  EXPECT_EQ(grouped(-1234.56, 1), "-1,234.6");
  EXPECT_EQ(grouped(-0.04, 1), "0.0");
  EXPECT_EQ(grouped(-0.05001, 1), "-0.1");
}

TEST(TextTable, BreaksParagraphsAtSpaces) {
  EXPECT_EQ(paragraph("lost  ", "one two three", 13), "lost  one two\n"
                                                      "      three\n");
  EXPECT_EQ(paragraph("lost  ", "one two three", 19), "lost  one two three\n");
}

TEST(TextTable, LeavesLongWordsWhole) {
  EXPECT_EQ(paragraph("a ", "loooooong b", 6), "a loooooong\n"
                                               "  b\n");
  EXPECT_EQ(paragraph("a ", "", 6), "a \n");
}
