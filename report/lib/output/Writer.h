//===- Writer.h - What all outputs have in common -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_WRITER_H
#define IPOINT_OUTPUT_WRITER_H

#include "model/Model.h"
#include "support/TimeUnit.h"
#include "worst/WorstModel.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace ipoint::output {

using Unit = analysis::TimeUnit;

/// What the text's table of functions is put in order by: figures of the self
/// time, the sum of the inclusive time, calls (the largest first), or the name.
enum class SortKey { Self, Inclusive, Calls, Mean, P99, Max, Name };

/// How the text's functions are listed: in a table, or as a tree with sums.
enum class TreeKind { None, Files, Calls };

struct WriterOptions {
  std::string Path; ///< file or folder; "-" is standard output (not for HTML)
  Unit TimeUnit = Unit::Ticks;
  std::string Version;                  ///< of ipoint-report
  std::vector<std::string> CommandLine; ///< of ipoint-report
  unsigned Top = 20;                    ///< functions in the text's table
  SortKey Sort = SortKey::Self;         ///< ... and their order
  TreeKind Tree = TreeKind::None;       ///< Calls needs call paths
  std::string Function; ///< text: show this one in detail; empty: the summary
  bool Disassembly = false; ///< text: of Function, its machine code alone
  bool Threads = false;     ///< text: the balance of each thread
  /// Text: whole lists; JSON: also the blocks of functions that did not run;
  /// check: also budgets that were kept.
  bool All = false;
  unsigned Width = 80;     ///< text: columns that its lists and sentences take
  unsigned TableWidth = 0; ///< text: columns of its tables; 0: any number
  bool IsMarkdown = false; ///< text: as Markdown
  bool IsSingleFile = false; ///< html: all in one file
  bool HasColors = false;    ///< text: headings in bold, budgets red and green
  bool Gains = false;        ///< text: what is worth to be made faster
  /// openmetrics: what all runs have alike.
  std::map<std::string, std::string> RunLabels;
  /// Of --worst and of budgets; html: with their sources.
  std::vector<worst::FunctionPath> Longest;
};

/// Writes a report to the path of the options: all of it or nothing, as it is
/// written beside the target and renamed. Errors name the path.
using Writer = llvm::Error(const analysis::ReportModel &Report,
                           const WriterOptions &Options);

Writer writeText, writeJson, writeHtml;
/// A summary for a merge request: verdict, budgets, functions.
Writer writeMarkdown;
/// Which budgets were kept: lines for a terminal, JUnit XML, SARIF 2.1.0.
Writer writeCheckText, writeCheckJunit, writeCheckSarif;
/// Histograms as comma-separated values.
Writer writeCsv;
/// Percentiles as HdrHistogram prints them: of all functions' self times, or
/// of all times of the function of the options.
Writer writeHdr;
/// Counts, times and high-water marks of the functions with the most self time,
/// Top of them, and with All of their blocks, as OpenMetrics.
Writer writeOpenMetrics;
/// Self times by call path, for flame graphs. The report needs call paths.
Writer writeFolded;

/// What made the figures of \p Report, one fact a line: this tool and its
/// command line, program, build, level, clock, database and thresholds. For
/// outputs that have no other place for it; none holds a line break.
std::vector<std::string> provenance(const analysis::ReportModel &Report,
                                    const WriterOptions &Options);

/// What excludes visits, and who asked for it: a line for each rule.
std::vector<std::string> inWords(const analysis::FilterModel &F);

/// \p Text as a field of comma-separated values (RFC 4180): printable, and
/// quoted where it needs be; a quote comes before what a spreadsheet would take
/// for a formula. Numbers need none of this.
std::string csvField(llvm::StringRef Text);

/// Ticks in the unit that was asked for.
class TimeScale {
public:
  TimeScale(Unit U, uint64_t RateHz)
      : U(U), Factor(analysis::unitsPerTick(U, static_cast<double>(RateHz))) {}
  double operator()(double Ticks) const { return Ticks * Factor; }
  Unit unit() const { return U; }
  llvm::StringRef name() const { return analysis::nameOf(U); }
  /// Digits behind the point that say as much as \p Digits do of nanoseconds:
  /// for programs. Readers are shown timeFigure().
  unsigned digits(unsigned Digits) const {
    return Digits + (U == Unit::Microseconds ? 3 : 0);
  }

private:
  Unit U;
  double Factor;
};

/// \p Value with at most \p Digits digits behind the point, the shortest way;
/// "null" where it is no number.
std::string number(double Value, unsigned Digits = 3);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_WRITER_H
