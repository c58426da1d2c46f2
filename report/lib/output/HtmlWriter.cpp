//===- HtmlWriter.cpp - The report as pages -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The front page has the document without blocks and histograms from the start;
// functions lie in pieces of some hundred kilobytes, loaded when one of theirs
// is looked at.
//
//===----------------------------------------------------------------------===//

#include "JsonDocument.h"
#include "WebPage.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ipoint::output {

namespace {

class HtmlWriter : public Writer {
public:
  explicit HtmlWriter(WriterOptions Options) : Options(std::move(Options)) {
    // A page shows any unit: it begins with the one that was asked for.
    FirstUnit = this->Options.TimeUnit;
    this->Options.TimeUnit = Unit::Ticks;
  }

  Error write(const analysis::ReportModel &Report) override {
    Expected<WebPage> Page =
        WebPage::create("index.html", Options.Path, Options.IsSingleFile);
    if (!Page)
      return Page.takeError();
    if (Error E = addFunctions(*Page, Report))
      return E;
    return keep(*Page, Report);
  }

private:
  /// JSON is written a few bytes at a time: a string collects this many.
  static constexpr size_t WriteBytes = size_t(1) << 14;

  /// A piece holds an array of functions, in the report's order.
  Error addFunctions(WebPage &Page, const analysis::ReportModel &Report) {
    constexpr size_t PieceBytes = size_t(1) << 18;
    std::string Piece;
    raw_string_ostream Out(Piece);
    Out.SetBufferSize(WriteBytes);
    for (size_t I = 0; I < Report.Functions.size(); ++I) {
      if (Piece.empty())
        PieceStarts.push_back(I);
      Out << (Piece.empty() ? '[' : ',');
      json::OStream Json(Out);
      JsonDocument(Json, Report, Options, Detail::All)
          .function(Report.Functions[I]);
      Json.flush();
      if (Piece.size() < PieceBytes && I + 1 < Report.Functions.size())
        continue;
      Piece += ']';
      if (Error E = Page.addPiece(
              "functions-" + std::to_string(PieceStarts.size()), Piece))
        return E;
      Piece.clear();
    }
    return Error::success();
  }

  Error keep(WebPage &Page, const analysis::ReportModel &Report) {
    std::string Data;
    raw_string_ostream Out(Data);
    Out.SetBufferSize(WriteBytes);
    Out << "{\"unit\":\"" << analysis::nameOf(FirstUnit) << "\",\"pieces\":[";
    StringRef Separator;
    for (size_t Start : PieceStarts) {
      Out << Separator << Start;
      Separator = ",";
    }
    Out << "],\"report\":";
    json::OStream Json(Out);
    JsonDocument(Json, Report, Options, Detail::Index).document();
    Out << '}';
    Out.flush();
    std::string Title = "Execution times";
    if (!Report.Traces.front().Program.empty())
      Title +=
          " of " + sys::path::filename(Report.Traces.front().Program).str();
    return Page.keep(utf8(Title), Data);
  }

  WriterOptions Options;
  Unit FirstUnit;
  std::vector<size_t> PieceStarts; ///< the first function of each piece
};

} // namespace

std::unique_ptr<Writer> makeHtmlWriter(WriterOptions Options) {
  return std::make_unique<HtmlWriter>(std::move(Options));
}

} // namespace ipoint::output
