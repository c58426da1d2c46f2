//===- WebPage.cpp - A page, its scripts and its data ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WebPage.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

namespace ipoint::output {

/// By which a file is known to be one of our reports.
static constexpr StringRef Generator =
    "<meta name=\"generator\" content=\"ipoint-report\">";
/// What the template allows scripts and styles to come from.
static constexpr StringRef FolderPolicy =
    "script-src 'self' file:; style-src 'self' file:";

/// \p Text as the content of an element or an attribute of HTML.
static std::string escapeHtml(StringRef Text) {
  std::string Result;
  raw_string_ostream Out(Result);
  printHTMLEscaped(Text, Out);
  return Result;
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
    return createStringError(inconvertibleErrorCode(),
                             "this ipoint-report was built with an LLVM that "
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
  if (Error E = Folder->addFolder("data"))
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
Error WebPage::keep(StringRef Title, StringRef Json) {
  Expected<std::string> Data = pack(Json);
  if (!Data)
    return Data.takeError();
  auto [BeforeTitle, Rest] = Template.split("@TITLE@");
  auto [BeforeData, End] = Rest.split("@DATA@");
  std::string Page =
      (BeforeTitle + escapeHtml(Title) + BeforeData + *Data + End).str();
  if (!Folder)
    return writeSingleFile(Page);
  if (Error E = Folder->addFile("index.html", Page))
    return E;
  if (Error E = addAssets(Template))
    return E;
  return Folder->keep();
}

} // namespace ipoint::output
