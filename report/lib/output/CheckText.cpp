//===- CheckText.cpp - Which budgets were kept, for a terminal ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A budget is a line that begins as a compiler's message does, so that editors
// find the place; on a terminal it is broken at its width.
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "Files.h"
#include "TextTable.h"
#include "Writer.h"
#include "model/ReportFields.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

namespace {

class CheckTextWriter : public Writer {
public:
  explicit CheckTextWriter(WriterOptions Options)
      : Options(std::move(Options)) {}

  Error write(const ReportModel &Report) override {
    return writeFile(Options.Path, [&](raw_ostream &Out) {
      Out.enable_colors(Options.HasColors);
      for (const BudgetVerdict &V : Report.Budgets)
        if (V.State != BudgetState::Kept || Options.All)
          print(Out, V, Report);
      Out << BudgetCounts(Report).inWords() << '\n';
      if (Report.Lost.Records)
        Out << counted(Report.Lost.Records, "record was", "records were")
            << " lost: what ran meanwhile is in no figure\n";
    });
  }

private:
  void print(raw_ostream &Out, const BudgetVerdict &V,
             const ReportModel &Report) const {
    std::string Place = printable(V.File) + ":" + std::to_string(V.Line) + ": ";
    std::string State = nameOf(V.State).str();
    std::string Text = Place + State + ": " +
                       (V.Name.empty() ? "" : printable(V.Name) + ": ") +
                       printable(sentence(V, Report)) + " [" +
                       printable(V.From) + "]";
    StringRef Lines = Text;
    std::string Broken;
    if (Options.TableWidth) {
      raw_string_ostream Stream(Broken);
      printParagraph(Stream, Indent, Text, Options.TableWidth);
      Lines = StringRef(Broken).drop_front(Indent.size()).rtrim('\n');
    }
    // Only where a space of the place's was broken are there no colours.
    if (Lines.consume_front(Place + State)) {
      Out << Place;
      Out.changeColor(V.State == BudgetState::Kept     ? raw_ostream::GREEN
                      : V.State == BudgetState::Broken ? raw_ostream::RED
                                                       : raw_ostream::YELLOW,
                      /*Bold=*/true)
          << State;
      Out.resetColor();
    }
    Out << Lines << '\n';
  }

  /// Of the lines behind the first of a budget.
  static constexpr StringRef Indent = "    ";
  WriterOptions Options;
};

} // namespace

std::unique_ptr<Writer> makeCheckTextWriter(WriterOptions Options) {
  return std::make_unique<CheckTextWriter>(std::move(Options));
}

} // namespace ipoint::output
