//===- ObservationsChart.cpp - Observations as series of points -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObservationsChart.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;

namespace ipoint::output {

/// More are not distinguishable.
static constexpr size_t MostBins = 120;

void ObservationsChart::addValues(const ObservedSet &S) {
  Points &P = All.emplace_back();
  for (auto [Index, Value] : enumerate(S.Of.Values)) {
    P.X.push_back(double(Index));
    P.Y.push_back(Value);
  }
  Series.push_back(
      {IPOINT_POINTS, S.Of.Name.c_str(), P.X.data(), P.Y.data(), P.X.size()});
}

void ObservationsChart::addHistogram(const ObservedSet &S, double Low,
                                     double High, size_t Bins) {
  Points &P = All.emplace_back();
  double Width = (High - Low) / double(Bins);
  P.Y.resize(Bins);
  for (size_t I = 0; I < Bins; ++I)
    P.X.push_back(Low + double(I) * Width);
  for (double Value : S.Of.Values)
    if (Value >= Low && Value <= High)
      ++P.Y[std::min(Bins - 1, size_t((Value - Low) / Width))];
  Series.push_back({All.size() == 1 ? IPOINT_BARS : IPOINT_LINE,
                    S.Of.Name.c_str(), P.X.data(), P.Y.data(), P.X.size()});
}

/// The width of bins by Freedman and Diaconis (Zeitschrift für
/// Wahrscheinlichkeitstheorie 57, 1981): twice the interquartile range over the
/// cube root of the count.
static double widthOfBins(ArrayRef<double> Values) {
  std::vector<double> Sorted(Values.begin(), Values.end());
  sort(Sorted);
  double Range = Sorted[Sorted.size() * 3 / 4] - Sorted[Sorted.size() / 4];
  return 2 * Range / std::cbrt(double(Sorted.size()));
}

ObservationsChart::ObservationsChart(ArrayRef<ObservedSet> Sets, bool InOrder) {
  All.reserve(Sets.size());
  double Low = INFINITY, High = -INFINITY, Width = 0;
  for (const ObservedSet &S : Sets) {
    Low = std::min(Low, S.Figures.Least);
    // A few far ones would press all others into one bin: they are counted in
    // the text.
    double Far = S.Figures.Percentiles.back().Value;
    double Body = S.Figures.Percentiles[1].Value;
    High = std::max(High, Far > Body + 20 * (Body - S.Figures.Least) + 1
                              ? S.Figures.Percentiles[2].Value
                              : S.Figures.Most);
    Width = std::max(Width, widthOfBins(S.Of.Values));
  }
  if (!(High > Low))
    High = Low + 1;
  size_t Bins = MostBins;
  if (Width > 0)
    Bins = size_t(std::clamp((High - Low) / Width, 8.0, double(MostBins)));
  for (const ObservedSet &S : Sets)
    if (InOrder)
      addValues(S);
    else
      addHistogram(S, Low, High, Bins);
  Title = Sets.size() == 1 ? Sets.front().Of.Name
                           : Sets[0].Of.Name + " and " + Sets[1].Of.Name;
  StringRef Unit = Sets.front().Of.Unit;
  XTitle = InOrder ? "observation" : Unit.empty() ? "value" : Unit.str();
  if (!InOrder)
    for (const ObservedSet &S : Sets)
      Marks.push_back({S.Figures.Mean, Sets.size() == 1 ? "mean"
                                       : &S == Sets.begin()
                                           ? "mean of the first"
                                           : "mean of the second"});
  Chart.title = Title.c_str();
  Chart.x_title = XTitle.c_str();
  Chart.y_title = InOrder
                      ? (Unit.empty() ? "value" : Sets.front().Of.Unit.c_str())
                      : "observations";
  Chart.series = Series.data();
  Chart.series_count = Series.size();
  Chart.marks = Marks.data();
  Chart.mark_count = Marks.size();
}

} // namespace ipoint::output
