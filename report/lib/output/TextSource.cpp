//===- TextSource.cpp - A function's source with its times ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// Tabs as spaces, and nothing behind the text.
static std::string expanded(StringRef Line) {
  std::string Result;
  for (char C : Line.rtrim())
    if (C == '\t')
      Result.append(8 - Result.size() % 8, ' ');
    else
      Result += C;
  return printable(Result);
}

/// What a line takes, and its share of the function's self time; empty where
/// nothing is known of it.
static std::pair<std::string, std::string>
lineTime(const FunctionModel &F, unsigned Line,
         function_ref<std::string(double)> Total) {
  auto It =
      find_if(F.Lines, [&](const LineModel &L) { return L.Line == Line; });
  if (It == F.Lines.end())
    return {};
  return {It->Self ? Total(*It->Self) : "-",
          It->Share ? formatv("{0:f1} %", 100 * *It->Share).str() : "-"};
}

/// Each line with its time and the blocks that begin in it: the first one
/// beside it, the others below, with the text that another file has of them.
void TextPrinter::source(const FunctionModel &F) {
  if (F.Source.empty())
    return;
  TextTable Table;
  Table.addColumn("self", TextTable::Right, 3);
  Table.addColumn("share", TextTable::Right, 4);
  bool IsSampled = any_of(F.Blocks, [](auto &B) { return B.Sampled; });
  Table.addColumn("visits", TextTable::Right);
  if (IsSampled)
    Table.addColumn("plain", TextTable::Right);
  Table.addColumn("mean", TextTable::Right);
  Table.addColumn("min", TextTable::Right, 6);
  Table.addColumn("max", TextTable::Right, 2);
  Table.addColumn("sd", TextTable::Right, 5);
  Table.addColumn("line", TextTable::Right);
  Table.addColumn("source", TextTable::Left);
  auto Figures = [&](const BlockModel &B) {
    std::vector<std::string> Row = {grouped(B.Visits), "-", "-", "-", "-"};
    if (B.Time && !B.Time->Overload) {
      const analysis::Figures &S =
          B.Time->Filtered ? *B.Time->Filtered : B.Time->Corrected;
      Row = {grouped(B.Visits), mean(S.Mean), single(S, S.Min),
             single(B.Time->Raw.Max), S.StdDev ? mean(*S.StdDev) : "-"};
    }
    if (IsSampled)
      Row.insert(Row.begin() + 1, bestMean(B.Best));
    return Row;
  };
  for (auto [Index, Text] : enumerate(F.Source)) {
    unsigned Line = F.Line + static_cast<unsigned>(Index);
    std::vector<std::string> Row(IsSampled ? 6 : 5);
    std::vector<std::vector<std::string>> Below;
    for (const BlockModel &B : F.Blocks) {
      if (B.Line != Line)
        continue;
      if (Row.front().empty() && !B.Included) {
        Row = Figures(B);
        continue;
      }
      Below.push_back(Figures(B));
      std::string Text = "^ " + printable(B.Name);
      if (B.Included)
        Text += "  " + placeOf(B) + "  " +
                expanded(StringRef(B.Included->Text).ltrim());
      Below.back().insert(Below.back().end(), {"", Text});
    }
    Row.insert(Row.end(), {std::to_string(Line), expanded(Text)});
    auto [Self, Share] =
        lineTime(F, Line, [&](double Ticks) { return total(Ticks); });
    Row.insert(Row.begin(), {Self, Share});
    Table.addRow(std::move(Row));
    for (std::vector<std::string> &R : Below) {
      R.insert(R.begin(), {"", ""});
      Table.addRow(std::move(R));
    }
  }
  Out << '\n';
  Table.print(Out, Options.TableWidth);
}

} // namespace ipoint::output
