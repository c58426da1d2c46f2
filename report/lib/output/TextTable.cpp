//===- TextTable.cpp - Columns, paragraphs and figures for a terminal -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextTable.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Unicode.h"
#include <cmath>

using namespace llvm;

namespace ipoint::output {

static size_t widthOf(StringRef Text) {
  int Width = sys::unicode::columnWidthUTF8(Text);
  return Width < 0 ? Text.size() : static_cast<size_t>(Width);
}

void TextTable::addColumn(std::string Title, Side S) {
  if (Rows.empty())
    Rows.emplace_back();
  Rows.front().push_back(std::move(Title));
  Sides.push_back(S);
}

void TextTable::addRow(std::vector<std::string> Cells) {
  Rows.push_back(std::move(Cells));
}

void TextTable::print(raw_ostream &Out) const {
  std::vector<size_t> Widths(Sides.size());
  for (const std::vector<std::string> &Row : Rows)
    for (size_t I = 0; I < Row.size(); ++I)
      Widths[I] = std::max(Widths[I], widthOf(Row[I]));
  for (const std::vector<std::string> &Row : Rows) {
    std::string Line;
    for (size_t I = 0; I < Row.size(); ++I) {
      std::string Fill(Widths[I] - widthOf(Row[I]), ' ');
      Line += Sides[I] == Left ? Row[I] + Fill : Fill + Row[I];
      Line += "  ";
    }
    Out << StringRef(Line).rtrim(' ') << '\n';
  }
}

/// \p Digits with commas between thousands.
static std::string withCommas(StringRef Digits) {
  std::string Result;
  for (size_t I = 0; I < Digits.size(); ++I) {
    if (I != 0 && (Digits.size() - I) % 3 == 0)
      Result += ',';
    Result += Digits[I];
  }
  return Result;
}

std::string grouped(uint64_t Value) {
  return withCommas(std::to_string(Value));
}

std::string grouped(double Value, unsigned Decimals) {
  SmallString<32> Text;
  raw_svector_ostream(Text)
      << llvm::format("%.*f", int(Decimals), std::abs(Value));
  auto [Whole, Fraction] = Text.str().split('.');
  bool IsNegative = Value < 0 && Text.str().find_first_not_of("0.") !=
                                     StringRef::npos; // rounded: no -0.0
  return (IsNegative ? "-" : "") + withCommas(Whole) +
         (Fraction.empty() ? "" : "." + Fraction.str());
}

void printParagraph(raw_ostream &Out, StringRef Label, StringRef Text,
                    unsigned Width) {
  size_t Column = Label.size();
  Out << Label;
  for (bool First = true; !Text.empty(); First = false) {
    auto [Word, Rest] = Text.split(' ');
    Text = Rest;
    size_t Needed = widthOf(Word) + !First;
    if (!First && Column + Needed > Width) {
      Out << '\n';
      Out.indent(Label.size());
      Column = Label.size();
      Needed = widthOf(Word);
    } else if (!First) {
      Out << ' ';
    }
    Out << Word;
    Column += Needed;
  }
  Out << '\n';
}

} // namespace ipoint::output
