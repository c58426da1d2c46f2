//===- TextTable.h - Columns, paragraphs and figures for a terminal -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_TEXTTABLE_H
#define IPOINT_OUTPUT_TEXTTABLE_H

#include "database/Output.h"
#include "support/TimeUnit.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace ipoint::output {

/// A table whose columns are as wide as they need be: numbers to the right,
/// words to the left.
class TextTable {
public:
  enum Side { Left, Right };
  /// Where not all columns fit, those of the largest Rank go first; those of
  /// rank 0 stay.
  struct Column {
    std::string Title;
    unsigned Rank = 0;
    bool IsWanted = true; ///< else the table has no such column
    Side S = Right;
  };

  TextTable() = default;
  TextTable(std::initializer_list<Column> Columns) {
    for (const Column &C : Columns)
      addColumn(C);
  }
  void addColumn(const Column &C);
  void addRow(std::vector<std::string> Cells);
  /// Columns that nothing is known in are not printed.
  void hideDashes();
  /// No line is wider than \p Width (0: any), as far as columns can be left
  /// out and words in the last one be cut for that. Names what was left out
  /// below.
  void print(llvm::raw_ostream &Out, unsigned Width = 0) const;
  /// The same as a table of GitHub Flavored Markdown, all columns.
  void printMarkdown(llvm::raw_ostream &Out) const;

private:
  std::vector<bool> fitting(std::vector<size_t> &Widths, unsigned Width) const;

  std::vector<Side> Sides;
  std::vector<unsigned> Ranks;
  std::vector<bool> Hidden;                   ///< empty: none is
  std::vector<std::vector<std::string>> Rows; ///< the first are the titles
};

/// A column of words.
inline TextTable::Column words(std::string Title, unsigned Rank = 0) {
  return {std::move(Title), Rank, true, TextTable::Left};
}

/// \p Value with commas between thousands: 1,234,567.
std::string grouped(uint64_t Value);
/// The same of a time, rounded to \p Decimals digits behind the point.
std::string grouped(double Value, unsigned Decimals);

/// How many digits behind the point, \p Most of them, make four digits that
/// count of what is as large as \p Size.
unsigned digitsBehindPoint(double Size, unsigned Most = 4);

/// \p Value with as many digits as are significant beside \p Scale, in whatever
/// unit that is: one less where most values have them before the point.
std::string figure(double Value, double Scale);

/// What a time is, which decides how many digits of it say something.
enum class TimeFigure {
  Observed, ///< one time, or a percentile of such
  Mean,     ///< a mean, or how sure it is
  Sum
};

/// \p Value, a time in \p U, as all texts and pages show it: ticks whole, ns
/// and means of either to a tenth below 1,000, and of us four digits that count
/// as far as a tenth of a ns. No clock resolves more.
std::string timeFigure(double Value, analysis::TimeUnit U, TimeFigure Of);

/// \p Text, which is printable, in Markdown: nothing in it is markup, HTML, a
/// link, a reference or a mention.
std::string markdown(llvm::StringRef Text);

/// "1 visit", "2,000 visits".
inline std::string counted(uint64_t Count, llvm::StringRef One,
                           llvm::StringRef Many) {
  return grouped(Count) + " " + (Count == 1 ? One : Many).str();
}

/// Prints \p Text behind \p Label, broken at spaces so that no line is wider
/// than \p Width if its words allow it, or \p Breaks says that these are
/// broken, too; further lines begin below the text.
void printParagraph(llvm::raw_ostream &Out, llvm::StringRef Label,
                    llvm::StringRef Text, unsigned Width, bool Breaks = false);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_TEXTTABLE_H
