//===- ObservationsWriter.h - Observations and tails for readers ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_OBSERVATIONSWRITER_H
#define IPOINT_OUTPUT_OBSERVATIONSWRITER_H

#include "interrupts/find/Detection.h"
#include "observations/Observations.h"
#include "stats/Tails.h"
#include "llvm/Support/raw_ostream.h"

namespace ipoint::output {

struct ChartOptions {
  enum class Form {
    Text, ///< for a terminal
    Json,
    Svg ///< a chart
  } Kind = Form::Text;
  std::string Path;        ///< "-": standard output
  bool HasChart = true;    ///< text has a chart
  bool Ascii = false;      ///< charts of characters that every terminal has
  unsigned Columns = 80;   ///< of the text's sentences and charts
  unsigned TableWidth = 0; ///< columns of its tables; 0: any number
};

/// What a chart shows.
struct ChartContent {
  enum Shape { Line, Points, Bars };
  struct Series {
    Shape Drawn;
    std::string Name;
    std::vector<double> X, Y;
  };
  std::string Title, XTitle, YTitle;
  bool HasLogarithmicY = false;
  std::vector<Series> All;
  std::vector<std::pair<double, std::string>> Marks; ///< on the x axis

  /// With characters, and an empty line before it.
  void print(llvm::raw_ostream &Out, unsigned Rows,
             const ChartOptions &Options) const;
  void writeSvg(llvm::raw_ostream &Out) const;
};

struct ObservationsOptions : ChartOptions {
  bool InOrder = false; ///< charts show values in their order, else how many
                        ///< there are of each size
};

/// A set and what it comes to.
struct ObservedSet {
  observations::Set Of;
  observations::Summary Figures;
  std::optional<analysis::DetectedSet> Detected; ///< where that was asked for
};

/// Writes \p Sets, which all have a value; of two, how they differ too. SVG
/// shows one or two sets.
llvm::Error writeObservations(llvm::ArrayRef<ObservedSet> Sets,
                              const ObservationsOptions &Options);

/// JSON is as in docs/method/tails.md, SVG the exceedance curve of one series.
struct TailOptions : ChartOptions {
  std::string Version;                  ///< of ipoint-report
  std::vector<std::string> CommandLine; ///< of ipoint-report
  bool All = false; ///< text: all tests, and the curve as a table
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

#endif // IPOINT_OUTPUT_OBSERVATIONSWRITER_H
