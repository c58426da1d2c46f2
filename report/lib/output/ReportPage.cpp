//===- ReportPage.cpp - The report as a page ------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonDocument.h"
#include "PlainPage.h"
#include "WebPage.h"
#include "WorstWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace llvm;

namespace ipoint::output {

// What the front page has in place of details.

/// What the front page shows of them; what is not known is left out. All of it
/// is read before anything is drawn.
std::string JsonDocument::indexFigures(const analysis::Figures &F) {
  std::string Line = "{\"count\": " + std::to_string(F.Count);
  auto Add = [&](StringRef Name, std::optional<double> Value) {
    if (Value && F.Count)
      Line += (",\"" + Name + "\": " + numberText(*Value, As::Ticks)).str();
  };
  Add("total", F.Total);
  Add("mean", F.Mean);
  Add("p99", F.P99);
  Add("max", F.Max);
  if (F.Uncertainty)
    Line += std::string(",\"overhead\": ") + overheadName(F) +
            ",\"uncertainty\": {\"mean\": " +
            numberText(F.Uncertainty->Mean, As::Ticks) + "}";
  return Line + "}";
}

/// The histogram as a small picture needs it.
void JsonDocument::shape(const std::optional<analysis::TimeModel> &T) {
  constexpr size_t Bins = 24;
  if (!T || T->Histogram.empty())
    return Json.attribute("shape", nullptr);
  // Buckets are wider than the times in them: those at the ends are cut.
  uint64_t Low = uint64_t(T->Raw.Min), High = uint64_t(T->Raw.Max);
  // Where a time is, of the way from Low to High; 0 has no logarithm.
  auto Log = [&](uint64_t Time) { return std::log1p(double(Time)); };
  double Width = (Log(High + 1) - Log(Low)) / Bins;
  std::array<double, Bins> Counts = {};
  for (const analysis::HistogramBucket &B : T->Histogram) {
    double From = (Log(std::max(B.Low, Low)) - Log(Low)) / Width,
           To = (Log(std::min(B.High, High) + 1) - Log(Low)) / Width;
    // A bucket that is wider than a bin is spread over the bins it covers.
    for (size_t Bin = std::min(size_t(From), Bins - 1);
         Bin < Bins && double(Bin) < To; ++Bin)
      Counts[Bin] +=
          double(B.Count) *
          (std::min(To, double(Bin + 1)) - std::max(From, double(Bin))) /
          (To - From);
  }
  double Most = *llvm::max_element(Counts);
  std::string Heights;
  for (double Count : Counts)
    Heights += (Heights.empty() ? "" : ", ") +
               std::to_string(std::llround(std::ceil(100 * Count / Most)));
  asWritten("shape", "{\"low\": " + std::to_string(Low) +
                         ", \"high\": " + std::to_string(High) +
                         ", \"heights\": [" + Heights + "]}");
}

Error writeHtml(const analysis::ReportModel &Report,
                const WriterOptions &Options) {
  // A page shows any unit: it begins with the one that was asked for.
  WriterOptions InTicks = Options;
  InTicks.TimeUnit = Unit::Ticks;
  std::string Title = "Execution times";
  if (StringRef Program = Report.Traces.front().Program; !Program.empty())
    Title += " of " + sys::path::filename(Program).str();
  WorstOptions Worst;
  Worst.Version = Options.Version;
  Worst.CommandLine = Options.CommandLine;
  auto Longest =
      map_to_vector(Options.Longest, [&](const worst::FunctionPath &P) {
        return LongestPiece{Report.Functions[P.Function].Page, P.Reason,
                            [&](json::OStream &Json) {
                              printWorstData(Json, *P.Model, Worst);
                            }};
      });
  PlainPage Plain(Report, Options);
  return writePage(
      "index.html", Options.Path, Options.IsSingleFile,
      {Title, Options.TimeUnit, Report.Functions.size(),
       [&](json::OStream &Json, size_t Index) {
         JsonDocument(Json, Report, InTicks, Detail::Page)
             .function(Report.Functions[Index]);
       },
       [&](json::OStream &Json) {
         JsonDocument Document(Json, Report, InTicks, Detail::Index);
         Document.setWords(Options.TimeUnit);
         Document.document();
       },
       Longest,
       [&](raw_ostream &Out, function_ref<std::string(size_t)> At) {
         Plain.front(Out, At);
       },
       [&](raw_ostream &Out, size_t Index) { Plain.function(Out, Index); }});
}

} // namespace ipoint::output
