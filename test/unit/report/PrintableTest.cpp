//===- PrintableTest.cpp - Text of others for a terminal and a table ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/Output.h"
#include "output/Writer.h"
#include <gtest/gtest.h>

using namespace ipoint;

TEST(Printable, TextStaysAsItIs) {
  EXPECT_EQ(printable("plain text ~"), "plain text ~");
  EXPECT_EQ(printable("Größe_μs 数 €"), "Größe_μs 数 €");
}

TEST(Printable, NothingControlsATerminal) {
  EXPECT_EQ(printable(llvm::StringRef("a\0\x07\x1b[31m\x7f\t\r\n", 12)),
            R"(a\x00\x07\x1B[31m\x7F\x09\x0D\x0A)");
  // CSI, OSC and ST in one character each: C1.
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m\xc2\x9d\xc2\x9c\xc2\x80\xc2\x9f"),
            R"(\xC2\x9B31m\xC2\x9D\xC2\x9C\xC2\x80\xC2\x9F)");
  // Marks that change the order of what is shown: U+202A to U+202E, U+2066 to
  // U+2069, U+200E and U+200F, U+061C; and what begins a line.
  for (const char *Mark :
       {"\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067",
        "\u2068", "\u2069", "\u200e", "\u200f", "\u061c", "\u2028", "\u2029"})
    EXPECT_EQ(printable(Mark).substr(0, 2), "\\x");
  EXPECT_EQ(printable("a\u2028b"), R"(a\xE2\x80\xA8b)");
}

TEST(Printable, WhatIsNoUtf8IsEscaped) {
  EXPECT_EQ(printable("a\x9b\xff"), R"(a\x9B\xFF)");
  EXPECT_EQ(printable("\x1b\xe2\x80"), R"(\x1B\xE2\x80)");
  EXPECT_EQ(printable("\xed\xa0\x80").find('\xed'), std::string::npos);
}

TEST(Printable, AMessageIsOneLine) {
  EXPECT_EQ(printableMessage("one\ntwo\x1b"), R"(one two\x1B)");
}

TEST(Printable, LinesStayLines) {
  EXPECT_EQ(printableLines("one\ntwo\x1b\n"), "one\ntwo\\x1B\n");
  EXPECT_EQ(printableLines("\n\nlast"), "\n\nlast");
}

TEST(Csv, NothingIsAFormula) {
  EXPECT_EQ(output::csvField("=1+1"), "'=1+1");
  EXPECT_EQ(output::csvField("+1"), "'+1");
  EXPECT_EQ(output::csvField("-1"), "'-1");
  EXPECT_EQ(output::csvField("@SUM(A1,B1)"), "\"'@SUM(A1,B1)\"");
  EXPECT_EQ(output::csvField("\t=1"), R"(\x09=1)");
  EXPECT_EQ(output::csvField("\r=1"), R"(\x0D=1)");
  EXPECT_EQ(output::csvField("a=1"), "a=1");
  EXPECT_EQ(output::csvField(""), "");
}

TEST(Csv, SeparatorsAreQuoted) {
  EXPECT_EQ(output::csvField("a,b"), "\"a,b\"");
  EXPECT_EQ(output::csvField("a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(output::csvField("a\nb"), R"(a\x0Ab)");
}
