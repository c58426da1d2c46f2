//===- Files.h - All or nothing on disk -----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_FILES_H
#define IPOINT_OUTPUT_FILES_H

#include "database/Output.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace ipoint::output {

/// There is no function \p Name in the database \p Path.
template <typename Functions>
llvm::Error noSuchFunction(llvm::StringRef Name, llvm::StringRef Path,
                           const Functions &Known) {
  std::string Meant = database::didYouMean(
      Name, llvm::map_range(Known, [](const auto &F) -> llvm::StringRef {
        return F.Name;
      }));
  return errorAt(Name, "no such function in " + Path +
                           (Meant.empty() ? "; see" : Meant + " See") +
                           " the names with 'ipoint-report text'");
}

/// What is written by a command that has a text for a terminal, a JSON document
/// and a page.
enum class PageForm { Text, Json, Html };

struct PageOptions {
  PageForm Form = PageForm::Text;
  /// Of a file; "-" is standard output. Html: of a folder, or of a file.
  std::string Path;
  bool IsSingleFile = false;            ///< html: all in one file
  std::string Version;                  ///< of ipoint-report
  std::vector<std::string> CommandLine; ///< of ipoint-report
  unsigned Width = 80;     ///< text: columns that its sentences take
  unsigned TableWidth = 0; ///< text: the same of its tables; 0: any number
};

/// Writes the form of \p Options, by one of the others. Errors name the path.
llvm::Error writeForm(const PageOptions &Options,
                      llvm::function_ref<void(llvm::raw_ostream &)> Text,
                      llvm::function_ref<void(llvm::json::OStream &)> Document,
                      llvm::function_ref<llvm::Error()> Page);

/// Writes what \p Contents prints to the file \p Path, or to standard output
/// if that is "-". A file appears whole or not at all.
llvm::Error writeFile(llvm::StringRef Path,
                      llvm::function_ref<void(llvm::raw_ostream &)> Contents);

/// A folder that is filled beside its place and then takes it.
class NewFolder {
public:
  /// Errors name \p Path: it is there and \p MayReplace is false for it, or
  /// can't be made.
  static llvm::Expected<NewFolder>
  create(llvm::StringRef Path,
         llvm::function_ref<bool(llvm::StringRef)> MayReplace);

  NewFolder(NewFolder &&Other) noexcept;
  /// Removes everything, unless keep() was called.
  ~NewFolder();

  llvm::Error addFolder(llvm::StringRef Name);
  llvm::Error addFile(llvm::StringRef Name, llvm::StringRef Contents);
  llvm::Error copyFile(llvm::StringRef Name, llvm::StringRef From);

  /// Puts the folder in its place, and removes what was there.
  llvm::Error keep();

private:
  NewFolder(std::string Target, std::string Temporary)
      : Target(std::move(Target)), Temporary(std::move(Temporary)) {}

  std::string Target;
  std::string Temporary; ///< empty once it is kept
};

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_FILES_H
