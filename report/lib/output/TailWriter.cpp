//===- TailWriter.cpp - Tails as text, JSON and a picture -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TailWriter.h"
#include "Files.h"
#include "JsonFields.h"
#include "TextTable.h"
#include "chart/chart.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/ScopedPrinter.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

namespace {

/// The exceedance curve of a tail, with the points that it refers to.
class TailChart {
public:
  explicit TailChart(const ReportedTail &R);
  TailChart(const TailChart &) = delete;

  const ipoint_chart &chart() const { return Chart; }

private:
  struct Points {
    std::vector<double> X, Y;
  };
  void add(ipoint_shape Shape, const char *Name, ArrayRef<TailPoint> Curve,
           std::optional<double> TailPoint::*Value);

  std::string Title, XTitle, Mark;
  std::vector<Points> All;
  std::vector<ipoint_series> Series;
  std::vector<ipoint_mark> Marks;
  ipoint_chart Chart = {};
};

} // namespace

void TailChart::add(ipoint_shape Shape, const char *Name,
                    ArrayRef<TailPoint> Curve,
                    std::optional<double> TailPoint::*Value) {
  Points &P = All.emplace_back();
  for (const TailPoint &At : Curve)
    if (At.*Value) {
      P.X.push_back(*(At.*Value));
      P.Y.push_back(At.Exceedance);
    }
  if (!P.X.empty())
    Series.push_back({Shape, Name, P.X.data(), P.Y.data(), P.X.size()});
}

/// A probability in few characters: 1e-06, 0.0032.
static std::string shareText(double Share) {
  return to_string(format("%.2g", Share));
}

TailChart::TailChart(const ReportedTail &R)
    : Title(R.Name), XTitle(R.Unit.empty() ? "value" : R.Unit) {
  const TailEstimate &T = R.Tail;
  All.reserve(3);
  add(IPOINT_POINTS, "observed", T.Curve, &TailPoint::Observed);
  add(IPOINT_LINE, "fitted", T.Curve, &TailPoint::Fitted);
  add(IPOINT_LINE, "upper bound, 95 %", T.Curve, &TailPoint::Bound);
  if (T.Bound) {
    Mark = "bound at " + shareText(T.Exceedance) + ": " +
           figure(*T.Bound, T.Largest);
    Marks.push_back({*T.Bound, Mark.c_str()});
  }
  Chart.title = Title.c_str();
  Chart.x_title = XTitle.c_str();
  Chart.y_title = "share of times that are longer";
  Chart.y_log = 1;
  Chart.series = Series.data();
  Chart.series_count = Series.size();
  Chart.marks = Marks.data();
  Chart.mark_count = Marks.size();
}

static std::string optionalFigure(const std::optional<double> &Value,
                                  double Scale) {
  return Value ? figure(*Value, Scale) : "-";
}

static void printTests(raw_ostream &Out, const TailEstimate &T,
                       unsigned Width) {
  TextTable Table;
  Table.addColumn("test", TextTable::Left);
  Table.addColumn("p", TextTable::Right);
  Table.addColumn("at", TextTable::Right, 1);
  Table.addColumn("rejected, it shows that", TextTable::Left);
  for (const SeriesTest &Test : T.Tests)
    Table.addRow({Test.Name.str(), shareText(Test.Probability),
                  Test.At ? grouped(uint64_t(Test.At)) : "",
                  (Test.Probability < T.Level ? "! " : "") + Test.Asks.str()});
  Table.print(Out, Width);
}

static void printCurve(raw_ostream &Out, const TailEstimate &T,
                       unsigned Width) {
  TextTable Table;
  Table.addColumn("share longer", TextTable::Left);
  Table.addColumn("observed", TextTable::Right);
  Table.addColumn("fitted", TextTable::Right);
  Table.addColumn("bound, 95 %", TextTable::Right);
  for (const TailPoint &At : T.Curve)
    if (At.Observed || At.Fitted)
      Table.addRow({shareText(At.Exceedance),
                    optionalFigure(At.Observed, T.Largest),
                    optionalFigure(At.Fitted, T.Largest),
                    optionalFigure(At.Bound, T.Largest)});
  Table.print(Out, Width);
}

static void printTail(raw_ostream &Out, const ReportedTail &R,
                      const TailOptions &Options) {
  const TailEstimate &T = R.Tail;
  const std::string Unit = R.Unit.empty() ? "" : " " + printable(R.Unit);
  auto Paragraph = [&](const Twine &Text, StringRef Label = "") {
    printParagraph(Out, Label, Text.str(), Options.Columns);
  };
  auto InUnit = [&](double Value) { return figure(Value, T.Largest) + Unit; };
  Paragraph(printable(R.Name) + ": " + counted(T.Count, "time", "times") +
            (R.Interrupted && *R.Interrupted
                 ? ", " + grouped(*R.Interrupted) + " left out as interrupted"
                 : "") +
            (T.Count ? "; the longest: " + InUnit(T.Largest) : ""));
  if (T.Bound)
    Paragraph("longer than " + InUnit(*T.Bound) + " is at most a share of " +
              shareText(T.Exceedance) + " (upper bound, 95 %)");
  else
    Paragraph("no bound at " + shareText(T.Exceedance) + ":");
  for (const std::string &Why : T.Refusals)
    Paragraph(Why, "  - ");
  if (T.Count)
    Paragraph(unseenInWords(T));
  if (T.Fit)
    Paragraph("generalised Pareto distribution of the " +
              grouped(uint64_t(T.Fit->Exceedances)) + " times over " +
              InUnit(T.Fit->Threshold) + ": shape " +
              to_string(format("%.3f", T.Fit->Shape)) + ", scale " +
              InUnit(T.Fit->Scale) + "; its quantile " +
              InUnit(T.Fit->Quantile) + " is no bound");
  if (!R.Interrupted)
    Paragraph("whether interrupts are in these times is not known");
  if (Options.All && !T.Tests.empty()) {
    Paragraph("tests, which refuse below " + shareText(T.Level) + ":");
    printTests(Out, T, Options.TableWidth);
    printCurve(Out, T, Options.TableWidth);
  }
  if (Options.HasChart && T.Count > 1) {
    TailChart Chart(R);
    Out << '\n'
        << streamed([&](FILE *To) {
             return ipoint_chart_print(&Chart.chart(), To, Options.Columns,
                                       /*rows=*/14, Options.Ascii);
           });
  }
}

namespace {

class TailJson : JsonMembers {
public:
  explicit TailJson(json::OStream &Json) : JsonMembers(Json) {}

  void document(ArrayRef<ReportedTail> Tails, const TailOptions &Options) {
    Json.object([&] {
      Json.attribute("schema", "ipoint-tail/1");
      tool(Options.Version, Options.CommandLine);
      Json.attributeArray("series", [&] {
        for (const ReportedTail &R : Tails)
          Json.object([&] { series(R); });
      });
    });
  }

private:
  void optional(StringRef Key, const std::optional<double> &Value) {
    if (Value)
      Json.attribute(Key, *Value);
    else
      Json.attribute(Key, nullptr);
  }

  void series(const ReportedTail &R) {
    const TailEstimate &T = R.Tail;
    text("name", R.Name);
    if (R.Unit.empty())
      Json.attribute("unit", nullptr);
    else
      text("unit", R.Unit);
    Json.attribute("count", int64_t(T.Count));
    if (R.Interrupted)
      Json.attribute("interrupted", int64_t(*R.Interrupted));
    else
      Json.attribute("interrupted", nullptr);
    Json.attribute("largest", T.Largest);
    Json.attribute("exceedance", T.Exceedance);
    optional("bound", T.Bound);
    Json.attributeArray("refusals", [&] {
      for (const std::string &Why : T.Refusals)
        Json.value(utf8(Why));
    });
    if (T.Count) {
      Json.attribute("unseen", T.unseen());
      text("unseen_in_words", unseenInWords(T));
    }
    fit(T);
    Json.attribute("level", T.Level);
    Json.attributeArray("tests", [&] {
      for (const SeriesTest &Test : T.Tests)
        Json.object([&] { test(Test, T.Level); });
    });
    Json.attributeArray("curve", [&] {
      for (const TailPoint &At : T.Curve)
        Json.object([&] {
          Json.attribute("exceedance", At.Exceedance);
          optional("observed", At.Observed);
          optional("fitted", At.Fitted);
          optional("bound", At.Bound);
        });
    });
  }

  void fit(const TailEstimate &T) {
    if (!T.Fit) {
      Json.attribute("fit", nullptr);
      return;
    }
    Json.attributeObject("fit", [&] {
      Json.attribute("threshold", T.Fit->Threshold);
      Json.attribute("exceedances", int64_t(T.Fit->Exceedances));
      Json.attribute("shape", T.Fit->Shape);
      Json.attribute("scale", T.Fit->Scale);
      Json.attribute("quantile", T.Fit->Quantile);
    });
  }

  void test(const SeriesTest &Test, double Level) {
    Json.attribute("name", Test.Name);
    Json.attribute("of", Test.Of == SeriesTest::Independence ? "independence"
                                                             : "sameness");
    Json.attribute("statistic", Test.Statistic);
    Json.attribute("p", Test.Probability);
    Json.attribute("at", int64_t(Test.At));
    Json.attribute("rejected", Test.Probability < Level);
    Json.attribute("shows", Test.Asks);
  }
};

} // namespace

Error writeTails(ArrayRef<ReportedTail> Tails, const TailOptions &Options) {
  if (Options.Kind == TailOptions::Form::Svg && Tails.size() > 1)
    return createStringError(inconvertibleErrorCode(),
                             "a picture shows one series, and there are " +
                                 Twine(Tails.size()) +
                                 "; choose with --set NAME");
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    if (Options.Kind == TailOptions::Form::Svg) {
      TailChart Chart(Tails.front());
      Out << streamed([&](FILE *To) {
        return ipoint_chart_write_svg(&Chart.chart(), To, 720, 360);
      });
    } else if (Options.Kind == TailOptions::Form::Json) {
      json::OStream Json(Out, 1);
      TailJson(Json).document(Tails, Options);
      Out << '\n';
    } else {
      for (const ReportedTail &R : Tails) {
        if (&R != Tails.begin())
          Out << '\n';
        printTail(Out, R, Options);
      }
    }
  });
}

} // namespace ipoint::output
