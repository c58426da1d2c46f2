//===- TailWriter.h - Tails as text, JSON and a picture -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_TAILWRITER_H
#define IPOINT_OUTPUT_TAILWRITER_H

#include "stats/Tails.h"
#include "llvm/Support/Error.h"

namespace ipoint::output {

struct TailOptions {
  enum class Form {
    Text, ///< for a terminal
    Json, ///< docs/method/tails.md
    Svg   ///< the exceedance curve of one series
  } Kind = Form::Text;
  std::string Path;                     ///< "-": standard output
  std::string Version;                  ///< of ipoint-report
  std::vector<std::string> CommandLine; ///< of ipoint-report
  bool All = false;        ///< text: all tests, and the curve as a table
  bool HasChart = true;    ///< text: the curve as a chart
  bool Ascii = false;      ///< of characters that every terminal has
  unsigned Columns = 80;   ///< text: of sentences and charts
  unsigned TableWidth = 0; ///< text: of tables; 0: any number
};

/// A series and its tail, in Unit.
struct ReportedTail {
  std::string Name;
  std::string Unit;                    ///< empty: not known
  std::optional<uint64_t> Interrupted; ///< times that are left out; none: it
                                       ///< is not known which are interrupted
  analysis::TailEstimate Tail;
};

/// Writes \p Tails, one or more. Errors name the path; a picture is of several.
llvm::Error writeTails(llvm::ArrayRef<ReportedTail> Tails,
                       const TailOptions &Options);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_TAILWRITER_H
