//===- TextTable.cpp - Columns, paragraphs and figures for a terminal -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextTable.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Unicode.h"
#include <cmath>

using namespace llvm;

namespace ipoint::output {

static size_t widthOf(StringRef Text) {
  int Width = sys::unicode::columnWidthUTF8(Text);
  return Width < 0 ? Text.size() : static_cast<size_t>(Width);
}

/// How many bytes the first character of \p Text, which is UTF-8, has.
static size_t lengthOfFirst(StringRef Text) {
  size_t Next = Text.drop_front().find_if(
      [](char C) { return (static_cast<unsigned char>(C) & 0xC0) != 0x80; });
  return Next == StringRef::npos ? Text.size() : Next + 1;
}

/// As much of \p Text as fits into \p Width columns.
static StringRef beginning(StringRef Text, size_t Width) {
  size_t End = 0;
  while (End < Text.size()) {
    size_t Next = End + lengthOfFirst(Text.substr(End));
    if (widthOf(Text.take_front(Next)) > Width)
      break;
    End = Next;
  }
  return Text.take_front(End);
}

/// What fits of \p Text into \p Width columns, with dots if that is not all:
/// the end of a path or of a block's name, which distinguishes it, and the
/// beginning of everything else.
static std::string cutTo(StringRef Text, size_t Width) {
  if (widthOf(Text) <= Width)
    return Text.str();
  if (Text.contains('/') && !Text.contains(' ')) {
    while (widthOf(Text) + 1 > Width)
      Text = Text.drop_front(lengthOfFirst(Text));
    return "…" + Text.str();
  }
  return beginning(Text, Width - 1).str() + "…";
}

void TextTable::addColumn(const Column &C) {
  if (!C.IsWanted)
    return;
  Ranks.push_back(C.Rank);
  if (Rows.empty())
    Rows.emplace_back();
  Rows.front().push_back(C.Title);
  Sides.push_back(C.S);
}

void TextTable::addRow(std::vector<std::string> Cells) {
  Rows.push_back(std::move(Cells));
}

void TextTable::hideDashes() {
  Hidden.assign(Sides.size(), Rows.size() > 1);
  for (size_t I = 0; I < Sides.size(); ++I)
    for (size_t Row = 1; Row < Rows.size() && Hidden[I]; ++Row)
      Hidden[I] = Rows[Row][I].empty() || Rows[Row][I] == "-";
}

/// The columns that are shown in \p Width, each as wide as \p Widths has it
/// then.
std::vector<bool> TextTable::fitting(std::vector<size_t> &Widths,
                                     unsigned Width) const {
  constexpr size_t Gap = 2;
  std::vector<bool> Shown(Sides.size(), true);
  for (size_t I = 0; I < Hidden.size(); ++I)
    Shown[I] = !Hidden[I];
  auto Needed = [&] {
    size_t Sum = 0;
    for (size_t I = 0; I < Widths.size(); ++I)
      Sum += Shown[I] ? Widths[I] + Gap : 0;
    return Sum - std::min(Sum, Gap);
  };
  // Cuts the widest words, none to less than \p Least columns.
  auto Cut = [&](size_t Least) {
    while (Needed() > Width) {
      size_t Widest = Widths.size();
      for (size_t I = 0; I < Widths.size(); ++I)
        if (Shown[I] && Sides[I] == Left && Widths[I] > Least &&
            (Widest == Widths.size() || Widths[I] > Widths[Widest]))
          Widest = I;
      if (Widest == Widths.size())
        return;
      size_t Less = Widths[Widest] - std::min(Widths[Widest], Needed() - Width);
      Widths[Widest] = std::max(Least, Less);
    }
  };
  auto LeaveOut = [&] {
    while (Needed() > Width) {
      auto Last = Widths.size();
      for (size_t I = 0; I < Ranks.size(); ++I)
        if (Shown[I] && Ranks[I] != 0 &&
            (Last == Widths.size() || Ranks[I] > Ranks[Last]))
          Last = I;
      if (Last == Widths.size())
        return;
      Shown[Last] = false;
    }
  };
  if (Width == 0)
    return Shown;
  Cut(24);
  LeaveOut();
  Cut(12);
  return Shown;
}

void TextTable::print(raw_ostream &Out, unsigned Width) const {
  std::vector<size_t> Widths(Sides.size());
  for (const std::vector<std::string> &Row : Rows)
    for (size_t I = 0; I < Row.size(); ++I)
      Widths[I] = std::max(Widths[I], widthOf(Row[I]));
  std::vector<bool> Shown = fitting(Widths, Width);
  for (const std::vector<std::string> &Row : Rows) {
    std::string Line;
    for (size_t I = 0; I < Row.size(); ++I) {
      if (!Shown[I])
        continue;
      std::string Cell = cutTo(Row[I], Widths[I]);
      std::string Fill(Widths[I] - widthOf(Cell), ' ');
      Line += Sides[I] == Left ? Cell + Fill : Fill + Cell;
      Line += "  ";
    }
    // Titles are bold, where the stream has colours.
    if (&Row == &Rows.front())
      Out.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    Out << StringRef(Line).rtrim(' ');
    if (&Row == &Rows.front())
      Out.resetColor();
    Out << '\n';
  }
  std::string LeftOut;
  for (size_t I = 0; I < Shown.size(); ++I)
    if (!Shown[I] && !(Hidden.size() > I && Hidden[I]) &&
        !Rows.front()[I].empty())
      LeftOut += (LeftOut.empty() ? "" : ", ") + Rows.front()[I];
  if (!LeftOut.empty())
    printParagraph(Out, "", "no room for: " + LeftOut + "; see --width", Width);
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

unsigned digitsBehindPoint(double Size, unsigned Most) {
  Size = std::abs(Size);
  unsigned Digits = 0;
  // What is rounded up to the next power of ten has a digit less.
  for (double Limit = 999.95; Size > 0 && Size < Limit && Digits < Most;
       Limit /= 10)
    ++Digits;
  return Digits;
}

std::string timeFigure(double Value, analysis::TimeUnit U, TimeFigure Of) {
  using analysis::TimeUnit;
  if (U == TimeUnit::Microseconds)
    return grouped(Value, digitsBehindPoint(Value));
  bool IsWhole = Of == TimeFigure::Sum || std::abs(Value) >= 999.95 ||
                 (Of == TimeFigure::Observed && U == TimeUnit::Ticks);
  std::string Text = grouped(Value, IsWhole ? 0 : 1);
  if (Of == TimeFigure::Observed && StringRef(Text).ends_with(".0"))
    Text.resize(Text.size() - 2);
  return Text;
}

void printParagraph(raw_ostream &Out, StringRef Label, StringRef Text,
                    unsigned Width, bool Breaks) {
  size_t Column = Label.size();
  Out << Label;
  for (bool First = true; !Text.empty(); First = false) {
    auto [Word, Rest] = Text.split(' ');
    Text = Rest;
    while (Breaks && Label.size() + widthOf(Word) > Width) {
      size_t Used = Column + !First;
      StringRef Part = beginning(Word, Width - std::min<size_t>(Used, Width));
      Out << (First || Part.empty() ? "" : " ") << Part << '\n';
      Out.indent(static_cast<unsigned>(Label.size()));
      Word = Word.drop_front(Part.size());
      Column = Label.size();
      First = true;
    }
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

std::string figure(double Value, double Scale) {
  constexpr unsigned Most = 12;
  unsigned Digits = digitsBehindPoint(Scale, Most);
  return grouped(Value, Scale >= 1 ? std::min(Digits, 2u) : Digits);
}

} // namespace ipoint::output
