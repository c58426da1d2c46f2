//===- PlainPage.cpp - The report without scripts -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainPage.h"
#include "JsonFields.h"
#include "TextPrinter.h"
#include "VerdictSentences.h"
#include "WebPage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace llvm;
using namespace ipoint::analysis;
using ipoint::sampled::SamplingModel;

namespace ipoint::output {

/// \p Text of the program, in HTML.
static std::string escaped(StringRef Text) { return escapeHtml(utf8(Text)); }

/// As many as the page with scripts lists at first: sources take more room than
/// all else of a large report.
static constexpr size_t MostShown = 500;

PlainPage::PlainPage(const ReportModel &Report, const WriterOptions &Options)
    : Report(Report), Options(Options),
      Scale(Options.TimeUnit, Report.Clock.RateHz),
      Shown(Report.Functions.size()) {
  if (samplesLead(Report))
    By = Basis::Samples;
  else if (isTimed(Report))
    By = Basis::Times;
  for (auto [I, F] : enumerate(Report.Functions))
    if (F.Status == FunctionStatus::Run) {
      Ran.push_back(I);
      All += weight(F);
    }
  if (Report.Sampling)
    for (const sampled::SampledInput &I : Report.Sampling->Inputs)
      Samples += double(I.Samples);
  std::ranges::stable_sort(Ran, std::ranges::greater{}, [&](size_t I) {
    return weight(Report.Functions[I]);
  });
  for (size_t I : ArrayRef(Ran).take_front(MostShown))
    Shown.set(I);
}

double PlainPage::weight(const FunctionModel &F) const {
  if (By == Basis::Calls)
    return double(F.Calls);
  if (By == Basis::Samples)
    return F.Sampled ? F.Sampled->Share : 0;
  return selfTotal(F);
}

void PlainPage::row(raw_ostream &Out, const FunctionModel &F,
                    StringRef Page) const {
  Out << "<tr><th scope=\"row\" class=\"name\">";
  if (F.Source.empty())
    Out << escaped(F.Name);
  else
    Out << "<a href=\"" << Page << "#" << escaped(F.Page) << "\">"
        << escaped(F.Name) << "</a>";
  Out << " <span class=\"reason\">" << escaped(F.File) << ":" << F.Line
      << "</span></th>";
  auto Cell = [&](const Twine &Text) {
    Out << "<td class=\"num\">" << Text << "</td>";
  };
  if (By == Basis::Samples && F.Sampled &&
      SamplingModel::areFew(F.Sampled->Samples))
    Cell(grouped(F.Sampled->Samples, 0) + " of " + grouped(Samples, 0) +
         " samples");
  else
    Cell(weight(F) > 0
             ? shareWithin(weight(F) / (By == Basis::Samples ? 1 : All), 0)
             : "–");
  Cell(grouped(F.Calls));
  if (By == Basis::Calls) {
    Out << "</tr>\n";
    return;
  }
  const sampled::BestMean &M = F.BestSelf;
  if (M.From == sampled::MeanSource::NotKnown)
    Cell(F.Self ? time(best(*F.Self).Mean, TimeFigure::Mean) : "–");
  else if (M.From == sampled::MeanSource::Bounded)
    Cell("≤ " + time(M.Range.High, TimeFigure::Mean));
  else
    Cell(time(M.Mean, TimeFigure::Mean));
  Cell(F.Self ? time(F.Self->Raw.Max, TimeFigure::Observed) : "–");
  Out << "</tr>\n";
}

void PlainPage::verdict(raw_ostream &Out) const {
  Out << "<h1>" << escaped(sys::path::filename(Report.Traces.front().Program))
      << "</h1>\n<ul class=\"sentences\">\n";
  for (const VerdictItem &I : verdictOf(Report, Options, Options.TimeUnit)) {
    Out << "<li" << (I.IsAffected ? " class=\"affected\"" : "")
        << "><span class=\"about\">" << I.About << "</span><div>"
        << escaped(I.Text);
    if (!I.Command.empty())
      Out << " <code>" << escaped(I.Command) << "</code>";
    Out << "</div></li>\n";
  }
  Out << "</ul>\n<p class=\"notice quiet\">Scripts are switched off here: this "
         "is the report without charts.</p>\n";
}

void PlainPage::front(raw_ostream &Out,
                      function_ref<std::string(size_t)> PageOf) const {
  verdict(Out);
  const std::string Of = By == Basis::Times
                             ? "the self time of all functions"
                             : "all calls: " + whyUntimed(Report).str();
  std::string Sampled = By == Basis::Samples
                            ? "the " + std::string(Report.Sampling->program()) +
                                  "'s CPU time, by samples"
                            : Of;
  Out << "<h2>Where the time goes</h2>\n<p class=\"note\">Times in "
      << Scale.name() << ". Shares are of " << Sampled
      << ".</p>\n<div class=\"scroller\"><table "
         "class=\"list\"><thead><tr><th>function</th>";
  constexpr StringLiteral Titles[] = {"share", "calls", "self mean",
                                      "self HWM, raw"};
  for (StringRef Title :
       ArrayRef(Titles).take_front(By == Basis::Calls ? 2 : 4))
    Out << "<th class=\"num\">" << Title << "</th>";
  Out << "</tr></thead><tbody>\n";
  for (size_t I : ArrayRef(Ran).take_front(MostShown))
    row(Out, Report.Functions[I], PageOf(I));
  Out << "</tbody></table></div>\n";
  if (Ran.size() > MostShown)
    Out << "<p class=\"note\">and " << grouped(Ran.size() - MostShown)
        << " more, which scripts show, and ipoint-report text --top "
        << Ran.size() << "</p>\n";
}

void PlainPage::function(raw_ostream &Out, size_t Index) const {
  const FunctionModel &F = Report.Functions[Index];
  if (!Shown.test(Index) || F.Source.empty())
    return;
  std::string Text;
  raw_string_ostream TextOut(Text);
  WriterOptions Whole = Options;
  Whole.TableWidth = 0;
  TextPrinter(TextOut, Report, Whole).source(F);
  Out << "<h2 id=\"" << escaped(F.Page) << "\">" << escaped(F.Name)
      << "</h2>\n<pre>" << escaped(Text) << "</pre>\n";
}

} // namespace ipoint::output
