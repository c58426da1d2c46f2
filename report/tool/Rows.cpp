//===- Rows.cpp - Tables for SQL ------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/Rows.h"
#include "Inputs.h"
#include "output/Files.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::report {

Error writeRows(const profile::RowsWriter &Rows, StringRef Path) {
  Expected<output::NewFolder> Folder =
      output::NewFolder::create(Path, [](StringRef) { return false; });
  if (!Folder)
    return Folder.takeError();
  for (auto [Index, T] : enumerate(profile::rowTables()))
    if (Error E = Folder->addFile((Twine(T.Name) + ".csv").str(),
                                  Rows.text(profile::Table(Index))))
      return E;
  return Folder->keep();
}

Error writeRows(ArrayRef<std::string> Paths, StringRef To) {
  profile::RowsWriter Rows;
  std::set<std::string> Runs;
  for (const std::string &Path : Paths) {
    if (!profile::isProfile(Path))
      return errorAt(Path, "is no profile, and others are; write the rows of "
                           "traces by themselves");
    Expected<profile::Profile> One = profile::read(Path);
    if (!One)
      return One.takeError();
    for (const auto &[Id, R] : One->Runs)
      if (!Runs.insert(Id).second)
        return errorAt(Path, "its run " + R.Of.Path + " (" + Id +
                                 ") is in a profile before it as well, so "
                                 "that it would count twice; name each run "
                                 "once");
    Rows.add(*One);
  }
  return writeRows(Rows, To);
}

} // namespace ipoint::report
