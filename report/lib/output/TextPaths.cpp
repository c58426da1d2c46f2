//===- TextPaths.cpp - Origin, places and call paths in the text ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "Provenance.h"
#include "TextPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// What made the program, and which build of it ran.
void TextPrinter::builds() {
  std::set<std::string> Ids;
  for (const TraceModel &T : Report.Traces)
    if (!T.BuildId.empty())
      Ids.insert(T.BuildId.substr(0, 12));
  std::string What = names(Report.Builds, [](const BuildModel &B) {
    return B.Compiler + " " + B.Flags + " (" +
           counted(B.Units, "unit", "units") + ", level " + B.Level +
           (B.Timed == "blocks" ? "" : ", timed " + B.Timed) + ")";
  });
  if (!Ids.empty())
    What += "; build id " + join(Ids, ", ");
  if (!What.empty())
    paragraph("build    ", What);
}

void TextPrinter::filter() {
  if (!Report.Filter)
    return;
  std::vector<std::string> Lines = inWords(*Report.Filter);
  StringRef Label = "filter   ";
  for (const std::string &Line : listed(Lines)) {
    paragraph(Label, Line);
    Label = "         ";
  }
  more(Lines.size(), "rules", "         ");
}

/// What the summary does not say elsewhere.
void TextPrinter::report() {
  paragraph("report   ", "ipoint-report " + Options.Version + ": " +
                             printable(join(Options.CommandLine, " ")) + "; " +
                             printable(Report.DatabasePath) + ", " +
                             Report.DatabaseIdentity);
}

void TextPrinter::origin() {
  Out << '\n';
  StringRef Label = "from       ";
  for (const std::string &Line : provenance(Report, Options)) {
    paragraph(Label, Line);
    Label = "           ";
  }
}

void TextPrinter::place(StringRef What, const std::optional<TimeModel> &T) {
  if (!T || !T->MaxAt)
    return;
  const PlaceModel &P = *T->MaxAt;
  paragraph("longest    ",
            printable(What) + ": " + single(T->Raw.Max) + " " +
                printable(placeInWords(P, single(P.Since) + " " +
                                              Scale.name().str())));
}

void TextPrinter::places(const FunctionModel &F) {
  place("inclusive", F.Inclusive);
  std::vector<const BlockModel *> Blocks;
  for (const BlockModel &B : F.Blocks)
    if (B.Time && B.Time->MaxAt)
      Blocks.push_back(&B);
  stable_sort(Blocks, [](const BlockModel *A, const BlockModel *B) {
    return A->Time->Raw.Max > B->Time->Raw.Max;
  });
  for (const BlockModel *B : listed(Blocks))
    place(B->Name, B->Time);
  more(Blocks.size(), "blocks, whose longest times are shorter");
}

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
