//===- HtmlWriter.cpp - The report as pages -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   index.html                the document without blocks and histograms
//   functions/NAME.html       a function
//   assets/                   style sheet, scripts, Chart.js
//
// Each page is a template of report/web with its data as JSON in it: pages that
// are opened from a disk may not load any.
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "JsonPieces.h"
#include "WebFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ipoint::output {

/// \p Text as the content of an element or an attribute of HTML.
static std::string escapeHtml(StringRef Text) {
  std::string Result;
  raw_string_ostream Out(Result);
  printHTMLEscaped(Text, Out);
  return Result;
}

/// \p Json so that it can lie in a script element: what could end the element,
/// or a line of JavaScript, occurs only inside strings and is escaped there.
static std::string escapeJson(StringRef Json) {
  static constexpr StringRef Separator = "\xe2\x80"; // of U+2028 and U+2029
  std::string Result;
  Result.reserve(Json.size());
  for (size_t I = 0; I < Json.size(); ++I) {
    char C = Json[I];
    if (C == '<') {
      Result += "\\u003c";
    } else if (C == '>') {
      Result += "\\u003e";
    } else if (C == '&') {
      Result += "\\u0026";
    } else if (Json.substr(I, 2) == Separator && I + 2 < Json.size() &&
               (Json[I + 2] == '\xa8' || Json[I + 2] == '\xa9')) {
      Result += Json[I + 2] == '\xa8' ? "\\u2028" : "\\u2029";
      I += 2;
    } else {
      Result += C;
    }
  }
  return Result;
}

/// \p Template with the first @TITLE@ and the first @DATA@ behind it filled in.
/// What is filled in is not searched: it may hold the same words.
static std::string fill(StringRef Template, StringRef Title, StringRef Data) {
  auto [BeforeTitle, Rest] = Template.split("@TITLE@");
  auto [BeforeData, End] = Rest.split("@DATA@");
  return (BeforeTitle + escapeHtml(Title) + BeforeData + escapeJson(Data) + End)
      .str();
}

static StringRef webFile(StringRef Name) {
  for (const EmbeddedFile &File : webFiles())
    if (Name == File.Name)
      return File.contents();
  return "";
}

/// Whether \p Folder may be replaced: it is one of our reports, or empty.
static bool isReport(StringRef Folder) {
  std::error_code Code;
  if (sys::fs::is_directory(Folder) &&
      sys::fs::directory_iterator(Folder, Code) ==
          sys::fs::directory_iterator())
    return !Code;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Index =
      MemoryBuffer::getFile(Folder + "/index.html");
  return Index && (*Index)->getBuffer().contains(
                      "<meta name=\"generator\" content=\"ipoint-report\">");
}

namespace {

class HtmlWriter : public Writer {
public:
  explicit HtmlWriter(WriterOptions Options) : Options(std::move(Options)) {}

  Error write(const analysis::ReportModel &Report) override {
    Expected<NewFolder> Folder = NewFolder::create(Options.Path, isReport);
    if (!Folder)
      return Folder.takeError();
    if (Error E = addAssets(*Folder))
      return E;
    if (Error E = addIndex(*Folder, Report))
      return E;
    if (Error E = addFunctions(*Folder, Report))
      return E;
    return Folder->keep();
  }

private:
  Error addAssets(NewFolder &Folder) {
    if (Error E = Folder.addFolder("assets"))
      return E;
    for (const EmbeddedFile &File : webFiles()) {
      if (StringRef(File.Name).ends_with(".html"))
        continue;
      if (Error E = Folder.addFile(std::string("assets/") + File.Name,
                                   File.contents()))
        return E;
    }
    return Error::success();
  }

  Error addIndex(NewFolder &Folder, const analysis::ReportModel &Report) {
    std::string Data;
    raw_string_ostream Out(Data);
    json::OStream Json(Out);
    JsonPieces(Json, Report, Options, Detail::Index).document();
    Json.flush();
    std::string Title = "Execution times";
    if (!Report.Traces.front().Program.empty())
      Title +=
          " of " + sys::path::filename(Report.Traces.front().Program).str();
    return Folder.addFile("index.html",
                          fill(webFile("index.html"), utf8(Title), Data));
  }

  Error addFunctions(NewFolder &Folder, const analysis::ReportModel &Report) {
    if (Error E = Folder.addFolder("functions"))
      return E;
    for (const analysis::FunctionModel &F : Report.Functions) {
      std::string Data;
      raw_string_ostream Out(Data);
      json::OStream Json(Out);
      JsonPieces(Json, Report, Options, Detail::All).page(F);
      Json.flush();
      if (Error E = Folder.addFile(
              "functions/" + F.Page,
              fill(webFile("function.html"), utf8(F.Name), Data)))
        return E;
    }
    return Error::success();
  }

  WriterOptions Options;
};

} // namespace

std::unique_ptr<Writer> makeHtmlWriter(WriterOptions Options) {
  return std::make_unique<HtmlWriter>(std::move(Options));
}

} // namespace ipoint::output
