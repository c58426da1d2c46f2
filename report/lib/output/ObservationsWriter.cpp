//===- ObservationsWriter.cpp - Observations for readers ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObservationsWriter.h"
#include "Files.h"
#include "Provenance.h"
#include "TextTable.h"
#include "chart/chart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ScopedPrinter.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::observations;

namespace ipoint::output {

namespace {

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

} // namespace

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

static std::string between(const std::optional<observations::Interval> &I,
                           double Scale) {
  return I ? figure(I->Low, Scale) + "-" + figure(I->High, Scale) : "-";
}

static void printTable(raw_ostream &Out, const ObservedSet &S, unsigned Width) {
  const Summary &F = S.Figures;
  double Scale = std::abs(F.Mean);
  TextTable Table;
  Table.addColumn("", TextTable::Left);
  Table.addColumn(S.Of.Unit.empty() ? "value" : S.Of.Unit, TextTable::Right);
  Table.addColumn("95 %", TextTable::Left, 1);
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

/// Rows of a chart of characters, and pixels of pictures.
static constexpr unsigned Rows = 12, Width = 720, Height = 360;

static void printText(raw_ostream &Out, ArrayRef<ObservedSet> Sets,
                      const ObservationsOptions &Options) {
  for (const ObservedSet &S : Sets) {
    if (&S != Sets.begin())
      Out << '\n';
    printSet(Out, S, Options);
    if (!Options.HasChart || S.Figures.Count < 2)
      continue;
    ObservationsChart Chart(S, Options.InOrder);
    Out << '\n'
        << streamed([&](FILE *To) {
             return ipoint_chart_print(&Chart.chart(), To, Options.Columns,
                                       Rows, Options.Ascii);
           });
  }
  if (Sets.size() == 2) {
    Out << '\n';
    printDifference(Out, Sets, Options.Columns);
  }
}

static void writeInterval(json::OStream &Json, StringRef Key,
                          const std::optional<observations::Interval> &I) {
  if (I)
    Json.attributeArray(Key, [&] {
      Json.value(I->Low);
      Json.value(I->High);
    });
  else
    Json.attribute(Key, nullptr);
}

static void writeSet(json::OStream &Json, const ObservedSet &S) {
  const Summary &F = S.Figures;
  Json.object([&] {
    Json.attribute("name", json::fixUTF8(S.Of.Name));
    Json.attribute("unit", json::fixUTF8(S.Of.Unit));
    Json.attribute("count", int64_t(F.Count));
    Json.attribute("dropped", int64_t(F.Dropped));
    if (S.Detected)
      Json.attribute("beyond_gap", int64_t(S.Detected->Left));
    Json.attribute("mean", F.Mean);
    writeInterval(Json, "mean_interval", F.MeanBetween);
    Json.attribute("inflation", F.Inflation);
    Json.attribute("sd", F.Deviation);
    Json.attribute("min", F.Least);
    Json.attribute("max", F.Most);
    Json.attributeArray("percentiles", [&] {
      for (const Percentile &P : F.Percentiles)
        Json.object([&] {
          Json.attribute("share", P.Share);
          Json.attribute("value", P.Value);
          writeInterval(Json, "interval", P.Between);
        });
    });
  });
}

static void writeJson(raw_ostream &Out, ArrayRef<ObservedSet> Sets) {
  json::OStream Json(Out, 1);
  Json.object([&] {
    Json.attributeArray("sets", [&] {
      for (const ObservedSet &S : Sets)
        writeSet(Json, S);
    });
    std::optional<Difference> D;
    if (Sets.size() == 2)
      D = observations::compare(Sets[0].Figures, Sets[1].Figures);
    if (D)
      Json.attributeObject("difference", [&] {
        Json.attribute("mean", D->Mean);
        writeInterval(Json, "interval", D->Between);
        if (D->Share)
          Json.attribute("share", *D->Share);
        Json.attribute("p", D->Chance);
      });
  });
  Out << '\n';
}

static std::string svgOf(ArrayRef<ObservedSet> Sets, bool InOrder) {
  ObservationsChart Chart(Sets, InOrder);
  return streamed([&](FILE *Out) {
    return ipoint_chart_write_svg(&Chart.chart(), Out, Width, Height);
  });
}

Error writeObservations(ArrayRef<ObservedSet> Sets,
                        const ObservationsOptions &Options) {
  using Form = ObservationsOptions::Form;
  if (Options.Kind == Form::Svg && Sets.size() > 2)
    return createStringError(inconvertibleErrorCode(),
                             "a picture shows one set or two, and there are " +
                                 Twine(Sets.size()) +
                                 "; choose with --set NAME");
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    if (Options.Kind == Form::Svg)
      Out << svgOf(Sets, Options.InOrder);
    else if (Options.Kind == Form::Json)
      writeJson(Out, Sets);
    else
      printText(Out, Sets, Options);
  });
}

} // namespace ipoint::output
