//===- TailWriter.cpp - Tails as text, JSON and a picture -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "JsonFields.h"
#include "ObservationsWriter.h"
#include "TextTable.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::analysis {

void describe(auto &&Field, const TailPoint &P) {
  Field("exceedance", P.Exceedance);
  Field("observed", P.Observed);
  Field("fitted", P.Fitted);
  Field("bound", P.Bound);
}

void describe(auto &&Field, const TailFit &F) {
  Field("threshold", F.Threshold);
  Field("exceedances", F.Exceedances);
  Field("shape", F.Shape);
  Field("scale", F.Scale);
  Field("quantile", F.Quantile);
}

} // namespace ipoint::analysis

namespace ipoint::output {

void describe(auto &&Field, const ReportedTail &R) {
  const TailEstimate &T = R.Tail;
  Field("name", R.Name);
  Field("unit", R.Unit, As::OrNull);
  Field("count", T.Count);
  Field("interrupted", R.Interrupted);
  Field("largest", T.Largest);
  Field("exceedance", T.Exceedance);
  Field("bound", T.Bound);
  Field("refusals", T.Refusals);
  if (T.Count) {
    Field("unseen", T.unseen());
    Field("unseen_in_words", unseenInWords(T));
  }
  Field("fit", T.Fit);
  Field("level", T.Level);
  Field("tests", Each{T.Tests, [&](auto &&Field, const SeriesTest &Test) {
                        Field("name", Test.Name);
                        Field("of", Test.Of == SeriesTest::Independence
                                        ? "independence"
                                        : "sameness");
                        Field("statistic", Test.Statistic);
                        Field("p", Test.Probability);
                        Field("at", Test.At);
                        Field("rejected", Test.Probability < T.Level);
                        Field("shows", Test.Asks);
                      }});
  Field("curve", T.Curve);
}

/// A probability in few characters: 1e-06, 0.0032.
static std::string shareText(double Share) {
  return to_string(format("%.2g", Share));
}

/// The exceedance curve.
static ChartContent tailChart(const ReportedTail &R) {
  ChartContent Chart = {R.Name,
                        R.Unit.empty() ? "value" : R.Unit,
                        "share of times that are longer",
                        /*HasLogarithmicY=*/true,
                        {},
                        {}};
  auto Add = [&](ChartContent::Shape Shape, const char *Name,
                 std::optional<double> TailPoint::*Value) {
    ChartContent::Series S = {Shape, Name, {}, {}};
    for (const TailPoint &At : R.Tail.Curve)
      if (At.*Value) {
        S.X.push_back(*(At.*Value));
        S.Y.push_back(At.Exceedance);
      }
    if (!S.X.empty())
      Chart.All.push_back(std::move(S));
  };
  Add(ChartContent::Points, "observed", &TailPoint::Observed);
  Add(ChartContent::Line, "fitted", &TailPoint::Fitted);
  Add(ChartContent::Line, "upper bound, 95 %", &TailPoint::Bound);
  if (R.Tail.Bound)
    Chart.Marks.push_back(
        {*R.Tail.Bound, "bound at " + shareText(R.Tail.Exceedance) + ": " +
                            figure(*R.Tail.Bound, R.Tail.Largest)});
  return Chart;
}

static std::string optionalFigure(const std::optional<double> &Value,
                                  double Scale) {
  return Value ? figure(*Value, Scale) : "-";
}

static void printTests(raw_ostream &Out, const TailEstimate &T,
                       unsigned Width) {
  TextTable Table{
      words("test"), {"p"}, {"at", 1}, words("rejected, it shows that")};
  for (const SeriesTest &Test : T.Tests)
    Table.addRow({Test.Name.str(), shareText(Test.Probability),
                  Test.At ? grouped(uint64_t(Test.At)) : "",
                  (Test.Probability < T.Level ? "! " : "") + Test.Asks.str()});
  Table.print(Out, Width);
}

static void printCurve(raw_ostream &Out, const TailEstimate &T,
                       unsigned Width) {
  TextTable Table{
      words("share longer"), {"observed"}, {"fitted"}, {"bound, 95 %"}};
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
  if (Options.HasChart && T.Count > 1)
    tailChart(R).print(Out, /*Rows=*/14, Options);
}

Error writeTails(ArrayRef<ReportedTail> Tails, const TailOptions &Options) {
  if (Options.Kind == TailOptions::Form::Svg && Tails.size() > 1)
    return plainError("a picture shows one series, and there are " +
                      Twine(Tails.size()) + "; choose with --set NAME");
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    if (Options.Kind == TailOptions::Form::Svg) {
      tailChart(Tails.front()).writeSvg(Out);
    } else if (Options.Kind == TailOptions::Form::Json) {
      json::OStream Json(Out, 1);
      Json.object([&] {
        ExactFields Field(Json);
        Field("schema", "ipoint-tail/1");
        Field.tool(Options.Version, Options.CommandLine);
        Field("series", Tails);
      });
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
