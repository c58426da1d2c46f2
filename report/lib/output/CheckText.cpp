//===- CheckText.cpp - Which budgets were kept, for a terminal ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A budget is a line that begins as a compiler's message does, so that editors
// find the place.
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "Files.h"
#include "TextTable.h"
#include "Writer.h"

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
  static void print(raw_ostream &Out, const BudgetVerdict &V,
                    const ReportModel &Report) {
    Out << printable(Report.Functions[V.Function].File) << ':' << V.Line
        << ": ";
    Out.changeColor(V.State == BudgetState::Kept     ? raw_ostream::GREEN
                    : V.State == BudgetState::Broken ? raw_ostream::RED
                                                     : raw_ostream::YELLOW,
                    /*Bold=*/true)
        << stateName(V.State);
    Out.resetColor() << ": ";
    if (!V.Name.empty())
      Out << printable(V.Name) << ": ";
    Out << printable(sentence(V, Report)) << " [" << printable(V.From) << "]\n";
  }

  WriterOptions Options;
};

} // namespace

std::unique_ptr<Writer> makeCheckTextWriter(WriterOptions Options) {
  return std::make_unique<CheckTextWriter>(std::move(Options));
}

} // namespace ipoint::output
