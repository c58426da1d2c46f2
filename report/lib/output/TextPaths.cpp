//===- TextPaths.cpp - The paths that a function took -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

static std::string blocksOf(const PathModel &P) {
  if (!P.Rounds)
    return printable(join(P.Blocks, " > "));
  ArrayRef<std::string> Blocks = P.Blocks;
  size_t Head = P.Rounds->Behind + 1;
  return printable(join(Blocks.take_front(Head), " > ") + " > (" +
                   join(P.Rounds->Blocks, " > ") + ")* > " +
                   join(Blocks.drop_front(Head), " > "));
}

/// The most frequent paths, and those of the longest call.
void TextPrinter::paths(const FunctionModel &F) {
  if (F.Paths.empty())
    return;
  uint64_t All = 0;
  for (const PathModel &P : F.Paths)
    All += P.Count;
  const bool Timed =
      any_of(F.Paths, [](const PathModel &P) { return P.Self.has_value(); });
  const bool Counted =
      any_of(F.Paths, [](const PathModel &P) { return P.Rounds.has_value(); });
  Out << '\n';
  paragraph(
      "", counted(F.Paths.size(), "path was", "paths were") +
              " taken, each from a record to the next" +
              (Timed ? "; self times of calls on one only" : "") +
              (Counted ? "; ( )* is gone round as often as rounds says" : ""));
  TextTable Table;
  for (const char *Title : {"taken", "share"})
    Table.addColumn(Title, TextTable::Right);
  if (Timed)
    for (const char *Title : {"mean", "HWM"})
      Table.addColumn(Title, TextTable::Right);
  if (Counted)
    Table.addColumn("rounds", TextTable::Right);
  Table.addColumn("blocks", TextTable::Left);
  for (const PathModel &P : listed(F.Paths)) {
    std::vector<std::string> Row = {
        grouped(P.Count),
        formatv("{0:f1} %", 100 * double(P.Count) / double(All)).str()};
    if (Timed) {
      Row.push_back(P.Self ? mean(best(*P.Self).Mean) : "-");
      Row.push_back(P.Self ? single(P.Self->Raw.Max) : "-");
    }
    if (Counted)
      Row.push_back(P.Rounds ? grouped(P.Rounds->Count) : "-");
    Row.push_back(blocksOf(P));
    Table.addRow(std::move(Row));
  }
  Table.print(Out, Options.TableWidth);
  more(F.Paths.size(), "");
  if (F.Longest.Paths.empty())
    return;
  std::vector<std::string> Steps;
  for (const LongestPath &L : listed(F.Longest.Paths))
    Steps.push_back((L.Times > 1 ? grouped(L.Times) + " × " : std::string()) +
                    "(" + blocksOf(F.Paths[L.Path]) + ")");
  if (cut(F.Longest.Paths.size()) || F.Longest.IsCut)
    Steps.push_back("…");
  paragraph("HWM        ", "the longest call took " + join(Steps, ", "));
}

} // namespace ipoint::output
