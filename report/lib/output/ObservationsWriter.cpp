//===- ObservationsWriter.cpp - Observations for readers ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObservationsWriter.h"
#include "Files.h"
#include "JsonFields.h"
#include "TextTable.h"
#include "chart/chart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/ScopedPrinter.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::observations;

namespace ipoint::output {

/// What \p Write makes of it; empty where it fails.
static std::string
drawn(const ChartContent &C,
      function_ref<int(const ipoint_chart &, FILE *)> Write) {
  static constexpr ipoint_shape Shapes[] = {IPOINT_LINE, IPOINT_POINTS,
                                            IPOINT_BARS};
  std::vector<ipoint_series> Series;
  Series.reserve(C.All.size());
  for (const ChartContent::Series &S : C.All)
    Series.push_back(
        {Shapes[S.Drawn], S.Name.c_str(), S.X.data(), S.Y.data(), S.X.size()});
  std::vector<ipoint_mark> Marks;
  Marks.reserve(C.Marks.size());
  for (const auto &[X, Text] : C.Marks)
    Marks.push_back({X, Text.c_str()});
  const ipoint_chart Chart = {
      C.Title.c_str(), C.XTitle.c_str(),  C.YTitle.c_str(),
      /*x_log=*/0,     C.HasLogarithmicY, Series.data(),
      Series.size(),   Marks.data(),      Marks.size()};
  char *Text = nullptr;
  size_t Length = 0;
  FILE *Out = open_memstream(&Text, &Length);
  if (!Out)
    return "";
  int Code = Write(Chart, Out);
  fclose(Out);
  std::string Result = Code == 0 ? std::string(Text, Length) : "";
  free(Text);
  return Result;
}

void ChartContent::print(raw_ostream &Out, unsigned Rows,
                         const ChartOptions &Options) const {
  Out << '\n'
      << drawn(*this, [&](const ipoint_chart &Chart, FILE *To) {
           return ipoint_chart_print(&Chart, To, Options.Columns, Rows,
                                     Options.Ascii);
         });
}

void ChartContent::writeSvg(raw_ostream &Out) const {
  Out << drawn(*this, [&](const ipoint_chart &Chart, FILE *To) {
    return ipoint_chart_write_svg(&Chart, To, /*width=*/720, /*height=*/360);
  });
}

/// More are not distinguishable.
static constexpr size_t MostBins = 120;

static ChartContent::Series inOrder(const ObservedSet &S) {
  ChartContent::Series Result = {
      ChartContent::Points, S.Of.Name, {}, S.Of.Values};
  for (size_t I = 0; I < S.Of.Values.size(); ++I)
    Result.X.push_back(double(I));
  return Result;
}

static ChartContent::Series histogramOf(const ObservedSet &S, double Low,
                                        double High, size_t Bins) {
  ChartContent::Series Result = {
      ChartContent::Line, S.Of.Name, {}, std::vector<double>(Bins)};
  double Width = (High - Low) / double(Bins);
  for (size_t I = 0; I < Bins; ++I)
    Result.X.push_back(Low + double(I) * Width);
  for (double Value : S.Of.Values)
    if (Value >= Low && Value <= High)
      ++Result.Y[std::min(Bins - 1, size_t((Value - Low) / Width))];
  return Result;
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

/// Histograms of \p Sets with the same bins.
static std::vector<ChartContent::Series>
histogramsOf(ArrayRef<ObservedSet> Sets) {
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
  std::vector<ChartContent::Series> Result;
  for (const ObservedSet &S : Sets)
    Result.push_back(histogramOf(S, Low, High, Bins));
  Result.front().Drawn = ChartContent::Bars;
  return Result;
}

/// Of one set or two.
static ChartContent observationsChart(ArrayRef<ObservedSet> Sets,
                                      bool InOrder) {
  ChartContent Chart;
  const observations::Set &First = Sets.front().Of;
  std::string Value = First.Unit.empty() ? "value" : First.Unit;
  Chart.Title = First.Name;
  if (Sets.size() > 1)
    Chart.Title += " and " + Sets[1].Of.Name;
  Chart.XTitle = InOrder ? "observation" : Value;
  Chart.YTitle = InOrder ? Value : "observations";
  if (InOrder) {
    append_range(Chart.All, map_range(Sets, inOrder));
    return Chart;
  }
  Chart.All = histogramsOf(Sets);
  for (const ObservedSet &S : Sets)
    Chart.Marks.push_back({S.Figures.Mean, Sets.size() == 1 ? "mean"
                                           : &S == Sets.begin()
                                               ? "mean of the first"
                                               : "mean of the second"});
  return Chart;
}

static std::string between(const std::optional<observations::Interval> &I,
                           double Scale) {
  return I ? figure(I->Low, Scale) + "-" + figure(I->High, Scale) : "-";
}

static void printTable(raw_ostream &Out, const ObservedSet &S, unsigned Width) {
  const Summary &F = S.Figures;
  double Scale = std::abs(F.Mean);
  TextTable Table{
      words(""), {S.Of.Unit.empty() ? "value" : S.Of.Unit}, words("95 %", 1)};
  Table.addRow({"mean", figure(F.Mean, Scale), between(F.MeanBetween, Scale)});
  Table.addRow({"sd", figure(F.Deviation, Scale), ""});
  Table.addRow({"min", figure(F.Least, Scale), ""});
  for (const Percentile &P : F.Percentiles)
    Table.addRow({"p" + to_string(format("%g", 100 * P.Share)),
                  figure(P.Value, Scale), between(P.Between, Scale)});
  Table.addRow({"max", figure(F.Most, Scale), ""});
  Table.print(Out, Width);
}

static void printSet(raw_ostream &Out, const ObservedSet &S,
                     const ObservationsOptions &Options) {
  const Summary &F = S.Figures;
  auto Paragraph = [&](const Twine &Text) {
    printParagraph(Out, "", Text.str(), Options.Columns);
  };
  Paragraph(printable(S.Of.Name) + ": " +
            counted(F.Count, "observation", "observations") +
            (F.Dropped ? ", " + grouped(F.Dropped) + " dropped" +
                             (S.Detected ? " as interrupted" : "")
                       : ""));
  if (S.Detected && S.Detected->Left) {
    double Scale = std::abs(F.Mean);
    Paragraph(counted(S.Detected->Left, "lies", "lie") + " beyond a gap (" +
              figure(S.Detected->LeftLow, Scale) + " to " +
              figure(S.Detected->LeftHigh, Scale) +
              ") and were kept: the other sets do not show that interrupts "
              "made them");
  }
  if (F.Inflation > 1)
    Paragraph(formatv("neighbours resemble each other: intervals are {0:F1} "
                      "times as wide as of independent values",
                      std::sqrt(F.Inflation))
                  .str());
  printTable(Out, S, Options.TableWidth);
}

static void printDifference(raw_ostream &Out, ArrayRef<ObservedSet> Sets,
                            unsigned Columns) {
  std::optional<Difference> D =
      observations::compare(Sets[0].Figures, Sets[1].Figures);
  if (!D)
    return;
  double Scale = std::abs(Sets[0].Figures.Mean);
  std::string What = "difference of means: " + figure(D->Mean, Scale) + " (" +
                     figure(D->Between.Low, Scale) + " to " +
                     figure(D->Between.High, Scale) + ", 95 %)";
  if (D->Share)
    What += formatv(", {0}{1:F2} %", *D->Share < 0 ? "" : "+", 100 * *D->Share)
                .str();
  What += D->Chance < 0.0001 ? std::string("; p < 0.0001")
                             : formatv("; p = {0:F4}", D->Chance).str();
  printParagraph(Out, "", What, Columns);
}

static void printText(raw_ostream &Out, ArrayRef<ObservedSet> Sets,
                      const ObservationsOptions &Options) {
  for (const ObservedSet &S : Sets) {
    if (&S != Sets.begin())
      Out << '\n';
    printSet(Out, S, Options);
    if (!Options.HasChart || S.Figures.Count < 2)
      continue;
    observationsChart(S, Options.InOrder).print(Out, /*Rows=*/12, Options);
  }
  if (Sets.size() == 2) {
    Out << '\n';
    printDifference(Out, Sets, Options.Columns);
  }
}

void describe(auto &&Field, const ObservedSet &S) {
  const Summary &F = S.Figures;
  Field("name", S.Of.Name);
  Field("unit", S.Of.Unit);
  Field("count", F.Count);
  Field("dropped", F.Dropped);
  if (S.Detected)
    Field("beyond_gap", S.Detected->Left);
  Field("mean", F.Mean);
  Field("mean_interval", rangeOf(F.MeanBetween));
  Field("inflation", F.Inflation);
  Field("sd", F.Deviation);
  Field("min", F.Least);
  Field("max", F.Most);
  Field("percentiles",
        Each{F.Percentiles, [](auto &&Field, const Percentile &P) {
               Field("share", P.Share);
               Field("value", P.Value);
               Field("interval", rangeOf(P.Between));
             }});
}

static void printJson(raw_ostream &Out, ArrayRef<ObservedSet> Sets) {
  json::OStream Json(Out, 1);
  Json.object([&] {
    ExactFields Field(Json);
    Field("sets", Sets);
    std::optional<Difference> D;
    if (Sets.size() == 2)
      D = observations::compare(Sets[0].Figures, Sets[1].Figures);
    if (D)
      Field("difference", Parts{[&](auto &&Field) {
              Field("mean", D->Mean);
              Field("interval", rangeOf(D->Between));
              if (D->Share)
                Field("share", *D->Share);
              Field("p", D->Chance);
            }});
  });
  Out << '\n';
}

Error writeObservations(ArrayRef<ObservedSet> Sets,
                        const ObservationsOptions &Options) {
  using Form = ObservationsOptions::Form;
  if (Options.Kind == Form::Svg && Sets.size() > 2)
    return plainError("a picture shows one set or two, and there are " +
                      Twine(Sets.size()) + "; choose with --set NAME");
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    if (Options.Kind == Form::Svg)
      observationsChart(Sets, Options.InOrder).writeSvg(Out);
    else if (Options.Kind == Form::Json)
      printJson(Out, Sets);
    else
      printText(Out, Sets, Options);
  });
}

} // namespace ipoint::output
