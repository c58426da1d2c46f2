//===- PlainPage.h - The report without scripts ---------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HTML for browsers that run no scripts: the verdict, a table of the functions
// that ran, and their sources as the text has them. All that comes from the
// program is escaped.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_PLAINPAGE_H
#define IPOINT_OUTPUT_PLAINPAGE_H

#include "TextTable.h"
#include "Writer.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ipoint::output {

class PlainPage {
public:
  PlainPage(const analysis::ReportModel &Report, const WriterOptions &Options);

  /// What is shown first. \p PageOf returns the page that a function of an
  /// index is in; empty: this one.
  void front(llvm::raw_ostream &Out,
             llvm::function_ref<std::string(size_t)> PageOf) const;
  /// The source of the function of an index; nothing, if it is not shown.
  void function(llvm::raw_ostream &Out, size_t Index) const;

private:
  /// What shares are of: the best that is known.
  enum class Basis { Samples, Times, Calls };

  double weight(const analysis::FunctionModel &F) const;
  void verdict(llvm::raw_ostream &Out) const;
  void row(llvm::raw_ostream &Out, const analysis::FunctionModel &F,
           llvm::StringRef Page) const;
  std::string time(double Ticks, TimeFigure Of) const {
    return timeFigure(Scale(Ticks), Scale.unit(), Of);
  }

  const analysis::ReportModel &Report;
  const WriterOptions &Options;
  TimeScale Scale;
  Basis By = Basis::Calls;
  /// In ReportModel::Functions: those that ran, what takes the most first; and
  /// which are shown.
  std::vector<size_t> Ran;
  llvm::BitVector Shown;
  double All = 0;     ///< weights of Ran
  double Samples = 0; ///< all
};

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_PLAINPAGE_H
