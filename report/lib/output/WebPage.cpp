//===- WebPage.cpp - A page, its scripts and its data ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WebPage.h"
#include "Files.h"
#include "JsonFields.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

namespace ipoint::output {

namespace {

class WebPage {
public:
  /// A page of the template \p Template in the folder \p Path, or in that file
  /// alone. Errors name the path: what is there already is no report, or
  /// nothing can be written.
  static llvm::Expected<WebPage>
  create(llvm::StringRef Template, llvm::StringRef Path, bool IsSingleFile);

  /// \p Json, to be had by ipoint.piece(\p Name) of report-data.js.
  llvm::Error addPiece(llvm::StringRef Name, llvm::StringRef Json);

  /// \p Html, for browsers without scripts: a page \p Name, or a part of the
  /// single file. What links lead to it is \p Name in a folder, else empty.
  llvm::Error addPlain(llvm::StringRef Name, llvm::StringRef Html);
  bool isSingleFile() const { return !Folder; }

  /// Fills in \p Title, \p Plain, which browsers without scripts show, and
  /// \p Json, which is there from the start, and puts all of it in its place.
  llvm::Error keep(llvm::StringRef Title, llvm::StringRef Plain,
                   llvm::StringRef Json);

private:
  WebPage(llvm::StringRef Template, llvm::StringRef Path,
          std::optional<NewFolder> Folder)
      : Template(Template), Path(Path), Folder(std::move(Folder)) {}

  llvm::Error addAssets(llvm::StringRef Page);
  llvm::Error writeSingleFile(llvm::StringRef Page);

  llvm::StringRef Template; ///< its text
  std::string Path;
  std::optional<NewFolder> Folder; ///< nothing where it is a single file
  std::string Pieces;              ///< of a single file, as elements
  std::string PlainParts;          ///< of a single file
};

} // namespace

/// By which a file is known to be one of our reports.
static constexpr StringRef Generator =
    "<meta name=\"generator\" content=\"ipoint-report\">";
/// A page of sources for browsers without scripts.
static constexpr StringRef PlainStart =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
    "'none'; "
    "style-src 'self' file:\">\n<title>Sources of functions</title>\n"
    "<link rel=\"stylesheet\" href=\"../assets/report.css\">\n"
    "<link rel=\"stylesheet\" href=\"../assets/report-usable.css\">\n"
    "</head>\n<body class=\"plain\">\n"
    "<p><a href=\"../index.html\">All functions</a></p>\n";
/// What the template allows scripts and styles to come from.
static constexpr StringRef FolderPolicy =
    "script-src 'self' file:; style-src 'self' file:";

std::string escapeHtml(StringRef Text) {
  std::string Result;
  raw_string_ostream Out(Result);
  printHTMLEscaped(Text, Out);
  return Result;
}

void plainNotice(raw_ostream &Out, function_ref<std::string(size_t)>) {
  Out << "<p class=\"notice\">This page draws its tables and charts with "
         "JavaScript, which is switched off here.</p>";
}

static StringRef webFile(StringRef Name) {
  for (const EmbeddedFile &File : webFiles())
    if (Name == File.Name)
      return File.contents();
  return "";
}

/// \p Json for a page: base64 is safe in an element and in a string.
static Expected<std::string> pack(StringRef Json) {
  if (!compression::zlib::isAvailable())
    return plainError("this ipoint-report was built with an LLVM that "
                      "has no zlib: it cannot write pages");
  // A sixth shorter than the fastest level, for a fortieth of the time that a
  // report takes.
  constexpr int Level = 4;
  SmallVector<uint8_t, 0> Packed;
  compression::zlib::compress(arrayRefFromStringRef(Json), Packed, Level);
  return encodeBase64(Packed);
}

static bool isReportFile(StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(Path);
  return File && (*File)->getBuffer().contains(Generator);
}

/// Whether \p Folder may be replaced: it is one of our reports, or empty.
static bool isReport(StringRef Folder) {
  std::error_code Code;
  if (sys::fs::is_directory(Folder) &&
      sys::fs::directory_iterator(Folder, Code) ==
          sys::fs::directory_iterator())
    return !Code;
  return isReportFile((Folder + "/index.html").str());
}

Expected<WebPage> WebPage::create(StringRef Template, StringRef Path,
                                  bool IsSingleFile) {
  if (IsSingleFile) {
    if (sys::fs::is_regular_file(Path) && !isReportFile(Path))
      return errorAt(Path, "is there already and is no ipoint report; name "
                           "another file with -o, or remove it");
    return WebPage(webFile(Template), Path, std::nullopt);
  }
  Expected<NewFolder> Folder = NewFolder::create(Path, isReport);
  if (!Folder)
    return Folder.takeError();
  for (StringRef Name : {"data", "source"})
    if (Error E = Folder->addFolder(Name))
      return E;
  return WebPage(webFile(Template), Path, std::move(*Folder));
}

Error WebPage::addPiece(StringRef Name, StringRef Json) {
  Expected<std::string> Packed = pack(Json);
  if (!Packed)
    return Packed.takeError();
  if (Folder)
    return Folder->addFile(("data/" + Name + ".js").str(),
                           "ipoint.arrived('" + Name.str() + "', '" + *Packed +
                               "');\n");
  Pieces += "<script type=\"application/x-ipoint\" id=\"piece-" + Name.str() +
            "\">" + *Packed + "</script>\n";
  return Error::success();
}

Error WebPage::addPlain(StringRef Name, StringRef Html) {
  if (Folder)
    return Folder->addFile(Name,
                           (PlainStart + Html + "</body>\n</html>\n").str());
  PlainParts += Html;
  return Error::success();
}

/// The next element of \p Page that takes in a file of assets/: what is before
/// it, the file's name, what is behind it. All but the first is empty if there
/// is none.
static std::tuple<StringRef, StringRef, StringRef>
splitAtAsset(StringRef Page, StringRef Start, StringRef End) {
  auto [Before, Rest] = Page.split(Start);
  auto [Name, Behind] = Rest.split(End);
  return {Before, Name, Behind};
}

Error WebPage::addAssets(StringRef Page) {
  if (Error E = Folder->addFolder("assets"))
    return E;
  for (const EmbeddedFile &File : webFiles())
    if (Page.contains("\"assets/" + std::string(File.Name) + "\""))
      if (Error E = Folder->addFile(std::string("assets/") + File.Name,
                                    File.contents()))
        return E;
  return Error::success();
}

static std::string hashSource(StringRef Text) {
  return "'sha256-" + encodeBase64(SHA256::hash(arrayRefFromStringRef(Text))) +
         "'";
}

namespace {

/// Puts files of assets/ into the page that names them.
struct Inlined {
  std::string Page;
  std::string Sources; ///< each by its hash, for the page's policy
};

} // namespace

/// \p Page with each file that \p Start and \p End enclose the name of as the
/// content of an element \p Tag.
static Inlined inlineFiles(StringRef Page, StringRef Start, StringRef End,
                           StringRef Tag) {
  Inlined Result;
  while (Page.contains(Start)) {
    auto [Before, Name, Behind] = splitAtAsset(Page, Start, End);
    std::string Text = webFile(Name).str();
    // A library may hold the end of an element in a string.
    for (size_t At = 0; (At = StringRef(Text).find_insensitive(
                             ("</" + Tag).str(), At)) != std::string::npos;)
      Text.insert(At + 1, "\\");
    Result.Page += (Before + "<" + Tag + ">" + Text + "</" + Tag + ">").str();
    Result.Sources += " " + hashSource(Text);
    Page = Behind;
  }
  Result.Page += Page;
  return Result;
}

Error WebPage::writeSingleFile(StringRef Page) {
  Inlined Styles = inlineFiles(Page, "<link rel=\"stylesheet\" href=\"assets/",
                               "\">", "style");
  Inlined Scripts = inlineFiles(Styles.Page, "<script src=\"assets/",
                                "\"></script>", "script");
  auto [BeforePolicy, Rest] = StringRef(Scripts.Page).split(FolderPolicy);
  auto [BeforePieces, End] = Rest.split("<!-- pieces -->");
  return writeFile(Path, [&](raw_ostream &Out) {
    Out << BeforePolicy << "script-src" << Scripts.Sources << "; style-src"
        << Styles.Sources << BeforePieces << Pieces << End;
  });
}

/// What is filled in is not searched: it may hold the same words.
Error WebPage::keep(StringRef Title, StringRef Plain, StringRef Json) {
  Expected<std::string> Data = pack(Json);
  if (!Data)
    return Data.takeError();
  auto [BeforeTitle, Behind] = Template.split("@TITLE@");
  auto [BeforePlain, Rest] = Behind.split("@PLAIN@");
  auto [BeforeData, End] = Rest.split("@DATA@");
  std::string Page = (BeforeTitle + escapeHtml(Title) + BeforePlain + Plain +
                      PlainParts + BeforeData + *Data + End)
                         .str();
  if (!Folder)
    return writeSingleFile(Page);
  if (Error E = Folder->addFile("index.html", Page))
    return E;
  if (Error E = addAssets(Template))
    return E;
  return Folder->keep();
}

/// JSON is written a few bytes at a time: a string collects this many.
static constexpr size_t WriteBytes = size_t(1) << 14;

/// The name of piece \p Number's page for browsers without scripts.
static std::string plainName(size_t Number) {
  return "source/functions-" + std::to_string(Number) + ".html";
}

/// A piece is an array of successive functions, of some hundred kilobytes.
/// Returns the first function of each.
static Expected<std::vector<size_t>> addPieces(WebPage &Page,
                                               const PageContent &Content) {
  constexpr size_t PieceBytes = size_t(1) << 18;
  std::vector<size_t> Starts;
  std::string Piece, Plain;
  raw_string_ostream Out(Piece), PlainOut(Plain);
  Out.SetBufferSize(WriteBytes);
  for (size_t I = 0; I < Content.Functions; ++I) {
    if (Piece.empty())
      Starts.push_back(I);
    Out << (Piece.empty() ? '[' : ',');
    json::OStream Json(Out);
    Content.Function(Json, I);
    Json.flush();
    if (Content.PlainFunction)
      Content.PlainFunction(PlainOut, I);
    if (Piece.size() < PieceBytes && I + 1 < Content.Functions)
      continue;
    Piece += ']';
    if (Error E =
            Page.addPiece("functions-" + std::to_string(Starts.size()), Piece))
      return E;
    Piece.clear();
    if (!Plain.empty())
      if (Error E = Page.addPlain(plainName(Starts.size()), Plain))
        return E;
    Plain.clear();
  }
  return Starts;
}

/// What browsers without scripts show first.
static std::string plainFront(const WebPage &Page, const PageContent &Content,
                              ArrayRef<size_t> Starts) {
  std::string Html;
  raw_string_ostream Out(Html);
  Content.PlainFront(Out, [&](size_t Function) {
    auto Piece = size_t(llvm::upper_bound(Starts, Function) - Starts.begin());
    return Page.isSingleFile() ? std::string() : plainName(Piece);
  });
  return Html;
}

/// Adds the pieces longest-1 and so on. Writes of which functions they are, or
/// why there is none.
static Error addLongest(WebPage &Page, ArrayRef<LongestPiece> Longest,
                        raw_ostream &Out) {
  json::OStream List(Out);
  List.arrayBegin();
  for (auto [Index, L] : enumerate(Longest)) {
    List.object([&] {
      List.attribute("page", L.Page);
      if (!L.Reason.empty())
        List.attribute("reason", utf8(L.Reason));
    });
    if (!L.Reason.empty())
      continue;
    std::string Piece;
    raw_string_ostream PieceOut(Piece);
    json::OStream Json(PieceOut);
    L.Path(Json);
    Json.flush();
    if (Error E = Page.addPiece("longest-" + std::to_string(Index + 1), Piece))
      return E;
  }
  List.arrayEnd();
  return Error::success();
}

Error writePage(StringRef Template, StringRef Path, bool IsSingleFile,
                const PageContent &Content) {
  Expected<WebPage> Page = WebPage::create(Template, Path, IsSingleFile);
  if (!Page)
    return Page.takeError();
  Expected<std::vector<size_t>> Starts = addPieces(*Page, Content);
  if (!Starts)
    return Starts.takeError();
  std::string Data;
  raw_string_ostream Out(Data);
  Out.SetBufferSize(WriteBytes);
  Out << "{\"unit\":\"" << analysis::nameOf(Content.FirstUnit)
      << "\",\"pieces\":[";
  ListSeparator Separator(",");
  for (size_t Start : *Starts)
    Out << Separator << Start;
  Out << "],\"longest\":";
  if (Error E = addLongest(*Page, Content.Longest, Out))
    return E;
  Out << ",\"report\":";
  json::OStream Json(Out);
  Content.Report(Json);
  Json.flush();
  Out << '}';
  Out.flush();
  return Page->keep(utf8(Content.Title), plainFront(*Page, Content, *Starts),
                    Data);
}

} // namespace ipoint::output
