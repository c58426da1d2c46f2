//===- ObservationsChart.h - Observations as series of points -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_OBSERVATIONSCHART_H
#define IPOINT_OUTPUT_OBSERVATIONSCHART_H

#include "ObservationsWriter.h"
#include "chart/chart.h"

namespace ipoint::output {

/// A chart of one set or two, with the points that it refers to.
class ObservationsChart {
public:
  /// \p Sets must outlive it.
  ObservationsChart(llvm::ArrayRef<ObservedSet> Sets, bool InOrder);
  ObservationsChart(const ObservationsChart &) = delete;

  const ipoint_chart &chart() const { return Chart; }

private:
  struct Points {
    std::vector<double> X, Y;
  };
  void addValues(const ObservedSet &S);
  void addHistogram(const ObservedSet &S, double Low, double High, size_t Bins);

  std::string Title, XTitle;
  std::vector<Points> All;
  std::vector<ipoint_series> Series;
  std::vector<ipoint_mark> Marks;
  ipoint_chart Chart = {};
};

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_OBSERVATIONSCHART_H
