//===- WebPage.h - A page, its scripts and its data -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A page is a template of report/web. Its data is JSON, compressed (zlib, RFC
// 1950) and in base64: pages that are opened from a disk may not fetch files,
// but they may load scripts. In a folder there are
//
//   index.html    the template, with the data that is needed first
//   assets/       style sheet, scripts, libraries
//   data/         pieces of the data, each a script, loaded when needed
//
// and in a single file all of these lie in the page.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_WEBPAGE_H
#define IPOINT_OUTPUT_WEBPAGE_H

#include "Files.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace ipoint::output {

/// A file of report/web, or Chart.js, as it was when the tool was built.
struct EmbeddedFile {
  const char *Name; ///< without folder
  const char *Begin;
  const char *End; ///< a zero byte follows

  llvm::StringRef contents() const {
    return {Begin, static_cast<size_t>(End - Begin)};
  }
};

llvm::ArrayRef<EmbeddedFile> webFiles();

class WebPage {
public:
  /// A page of the template \p Template in the folder \p Path, or in that file
  /// alone. Errors name the path: what is there already is no report, or
  /// nothing can be written.
  static llvm::Expected<WebPage>
  create(llvm::StringRef Template, llvm::StringRef Path, bool IsSingleFile);

  /// \p Json, to be had by ipoint.piece(\p Name) of report-data.js.
  llvm::Error addPiece(llvm::StringRef Name, llvm::StringRef Json);

  /// Fills in \p Title and \p Json, which is there from the start, and puts all
  /// of it in its place. What was there is kept where that fails.
  llvm::Error keep(llvm::StringRef Title, llvm::StringRef Json);

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
};

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_WEBPAGE_H
