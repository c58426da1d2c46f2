//===- TextTable.cpp - Columns for a terminal -----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextTable.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Unicode.h"

using namespace llvm;

namespace ipoint::output {

static size_t widthOf(StringRef Text) {
  int Width = sys::unicode::columnWidthUTF8(Text);
  return Width < 0 ? Text.size() : static_cast<size_t>(Width);
}

std::string printable(StringRef Text) {
  std::string Result = json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
  for (char &C : Result)
    if (static_cast<unsigned char>(C) < 0x20 || C == 0x7f)
      C = '?';
  return Result;
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

} // namespace ipoint::output
