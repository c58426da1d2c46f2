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

#include "support/TimeUnit.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <functional>
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

/// The longest path of a function.
struct LongestPiece {
  std::string Page;   ///< of the function
  std::string Reason; ///< why there is no path; empty: there is
  std::function<void(llvm::json::OStream &)> Path;
};

/// \p Text as the content of an element or an attribute of HTML.
std::string escapeHtml(llvm::StringRef Text);

/// That there is nothing without scripts.
void plainNotice(llvm::raw_ostream &Out,
                 llvm::function_ref<std::string(size_t)>);

/// What a page of functions shows, as JSON.
struct PageContent {
  std::string Title;
  analysis::TimeUnit FirstUnit; ///< that it begins with
  size_t Functions;             ///< how many
  /// Writes the function of an index: it is loaded when it is looked at.
  std::function<void(llvm::json::OStream &, size_t)> Function;
  /// Writes what is there from the start.
  std::function<void(llvm::json::OStream &)> Report;
  llvm::ArrayRef<LongestPiece> Longest = {}; ///< pieces, but what has no path
  /// For browsers without scripts, HTML: what they show first, where a link
  /// leads to a function at the page that is returned for it, empty in a single
  /// file; and the function of an index.
  std::function<void(llvm::raw_ostream &,
                     llvm::function_ref<std::string(size_t)>)>
      PlainFront = plainNotice;
  std::function<void(llvm::raw_ostream &, size_t)> PlainFunction = {};
};

/// Writes a page of the template \p Template in the folder \p Path, or in that
/// file alone. What was there is kept where that fails. Errors name the path:
/// what is there already is no report, or nothing can be written.
llvm::Error writePage(llvm::StringRef Template, llvm::StringRef Path,
                      bool IsSingleFile, const PageContent &Content);

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_WEBPAGE_H
