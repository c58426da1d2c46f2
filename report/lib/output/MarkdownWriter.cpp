//===- MarkdownWriter.cpp - A summary for a merge request -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "Files.h"
#include "TextPrinter.h"
#include "model/ReportFields.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

/// Punctuation is markup with a backslash before it no more (CommonMark, 2.4).
/// What code hosts make links of (users, issues) stays text in a code span.
std::string markdown(StringRef Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '@' || C == '#')
      (Result += '`') += C, Result += '`';
    else if (StringRef("\\`*_{}[]<>|~&$!").contains(C) ||
             (C == ':' && Text.substr(I).starts_with("://")) ||
             (C == '.' && Text.take_front(I).ends_with_insensitive("www")))
      (Result += '\\') += C;
    else
      Result += C;
  }
  return Result;
}

void TextTable::printMarkdown(raw_ostream &Out) const {
  auto IsHidden = [&](size_t I) { return I < Hidden.size() && Hidden[I]; };
  for (const std::vector<std::string> &Row : Rows) {
    for (size_t I = 0; I < Row.size(); ++I)
      if (!IsHidden(I))
        Out << "| " << markdown(Row[I]) << ' ';
    Out << "|\n";
    if (&Row != &Rows.front())
      continue;
    for (size_t I = 0; I < Row.size(); ++I)
      if (!IsHidden(I))
        Out << (Sides[I] == Right ? "| ---: " : "| :--- ");
    Out << "|\n";
  }
}

void TextPrinter::markdownSummary() {
  constexpr size_t MostBudgets = 20;
  StringRef Program = Report.Traces.front().Program;
  Out << "## Times of "
      << markdown(printable(Program.empty() ? "the program"
                                            : sys::path::filename(Program)))
      << "\n\n";
  for (const VerdictItem &I : verdictOf(Report, Options, Scale.unit())) {
    Out << "- " << (I.IsAffected ? "⚠ " : "") << markdown(printable(I.Text))
        << '\n';
    if (!I.Command.empty())
      Out << "\n  ```sh\n  " << printable(I.Command) << "\n  ```\n";
  }
  size_t Left = 0, Shown = 0;
  for (const BudgetVerdict &V : Report.Budgets) {
    if (V.State == BudgetState::Kept)
      continue;
    if (Shown == MostBudgets) {
      ++Left;
      continue;
    }
    if (Shown++ == 0)
      Out << "\n### Budgets\n\n";
    Out << "- **" << nameOf(V.State) << "**: "
        << markdown((V.Name.empty() ? "" : printable(V.Name) + ": ") +
                    printable(sentence(V, Report)))
        << '\n';
  }
  if (Left)
    Out << "- and " << grouped(Left) << " more\n";
  Out << "\n### Functions\n";
  functions();
}

Error writeMarkdown(const ReportModel &Report, const WriterOptions &Options) {
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    TextPrinter(Out, Report, Options).markdownSummary();
  });
}

} // namespace ipoint::output
