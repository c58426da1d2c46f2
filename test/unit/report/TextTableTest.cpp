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

TEST(TextTable, ShowsTimesWithDigitsThatCount) {
  using enum TimeFigure;
  using enum ipoint::analysis::TimeUnit;
  EXPECT_EQ(timeFigure(2023.4044, Microseconds, Mean), "2,023");
  EXPECT_EQ(timeFigure(999.96, Microseconds, Observed), "1,000");
  EXPECT_EQ(timeFigure(123.456, Microseconds, Sum), "123.5");
  EXPECT_EQ(timeFigure(12.3456, Microseconds, Observed), "12.35");
  EXPECT_EQ(timeFigure(1.23456, Microseconds, Mean), "1.235");
  EXPECT_EQ(timeFigure(-0.0123456, Microseconds, Mean), "-0.0123");
  EXPECT_EQ(timeFigure(0, Microseconds, Observed), "0");
  EXPECT_EQ(timeFigure(24.6, Ticks, Observed), "25");
  EXPECT_EQ(timeFigure(24.64, Ticks, Mean), "24.6");
  EXPECT_EQ(timeFigure(24, Ticks, Mean), "24.0");
  EXPECT_EQ(timeFigure(999.96, Ticks, Mean), "1,000");
  EXPECT_EQ(timeFigure(12345.6, Ticks, Mean), "12,346");
  EXPECT_EQ(timeFigure(24, Nanoseconds, Observed), "24");
  EXPECT_EQ(timeFigure(24.25, Nanoseconds, Observed), "24.2");
  EXPECT_EQ(timeFigure(24.25, Nanoseconds, Sum), "24");
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

namespace {

std::string tableIn(unsigned Width) {
  TextTable Table;
  Table.addColumn(words("function"));
  Table.addColumn({"share"});
  Table.addColumn({"calls", 1});
  Table.addColumn({"p99", 2});
  Table.addColumn(words("place", 3));
  Table.addRow(
      {"a_function_of_many_words", "9.5 %", "1,200", "77", "main.c:3"});
  Table.addRow({"f", "90.5 %", "3", "-", "main.c:12"});
  std::string Result;
  llvm::raw_string_ostream Out(Result);
  Table.print(Out, Width);
  return Result;
}

} // namespace

TEST(TextTable, ShowsAllColumnsWithoutAWidthOrWhereTheyFit) {
  std::string All = "function                   share  calls  p99  place\n"
                    "a_function_of_many_words   9.5 %  1,200   77  main.c:3\n"
                    "f                         90.5 %      3    -  main.c:12\n";
  EXPECT_EQ(tableIn(0), All);
  EXPECT_EQ(tableIn(55), All);
}

TEST(TextTable, LeavesOutTheColumnsThatMatterLeast) {
  EXPECT_EQ(tableIn(54), "function                   share  calls  p99\n"
                         "a_function_of_many_words   9.5 %  1,200   77\n"
                         "f                         90.5 %      3    -\n"
                         "no room for: place; see --width\n");
  EXPECT_EQ(tableIn(40), "function                   share  calls\n"
                         "a_function_of_many_words   9.5 %  1,200\n"
                         "f                         90.5 %      3\n"
                         "no room for: p99, place; see --width\n");
}

TEST(TextTable, CutsTheWidestWordsAtLast) {
  EXPECT_EQ(tableIn(28), "function               share\n"
                         "a_function_of_many_…   9.5 %\n"
                         "f                     90.5 %\n"
                         "no room for: calls, p99,\n"
                         "place; see --width\n");
}

TEST(TextTable, KeepsTheEndOfPaths) {
  TextTable Table;
  Table.addColumn(words("block"));
  Table.addRow({"while.1/body/for.1/body"});
  std::string Result;
  llvm::raw_string_ostream Out(Result);
  Table.print(Out, 14);
  EXPECT_EQ(Result, "block\n…dy/for.1/body\n");
}

TEST(TextTable, CutsNoCharacterInTwo) {
  TextTable Table;
  Table.addColumn(words("name"));
  Table.addRow({"ääääääääääääääääääää"});
  std::string Result;
  llvm::raw_string_ostream Out(Result);
  Table.print(Out, 17);
  EXPECT_EQ(Result, "name\nääääääääääääääää…\n");
}
