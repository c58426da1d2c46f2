//===- Trace.cpp - Traces as folders --------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace ipoint::trace {

static std::string inside(StringRef Folder, StringRef Name) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return Path.str().str();
}

/// The entries of \p Folder, in the order of their names.
static Expected<std::vector<std::string>> entriesOf(StringRef Folder) {
  std::vector<std::string> Names;
  std::error_code Code;
  for (sys::fs::directory_iterator It(Folder, Code), End; It != End && !Code;
       It.increment(Code))
    Names.push_back(sys::path::filename(It->path()).str());
  if (Code)
    return errorAt(Folder, "cannot be read: " + Code.message() +
                               "; check its permissions");
  sort(Names);
  return Names;
}

static Expected<Trace> openTrace(StringRef Folder) {
  Trace Result;
  Result.Path = Folder.str();
  std::string MetadataPath = inside(Folder, "metadata");
  if (sys::fs::exists(MetadataPath) && !sys::fs::is_regular_file(MetadataPath))
    return errorAt(MetadataPath, "cannot be read: is no regular file");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFile(MetadataPath);
  if (!Buffer)
    return errorAt(MetadataPath,
                   "cannot be read: " + Buffer.getError().message() +
                       "; check its permissions");
  Expected<Metadata> Meta = parseMetadata((*Buffer)->getBuffer(), MetadataPath);
  if (!Meta)
    return Meta.takeError();
  Result.Meta = std::move(*Meta);
  Expected<std::vector<std::string>> Names = entriesOf(Folder);
  if (!Names)
    return Names.takeError();
  for (const std::string &Name : *Names) {
    std::string Path = inside(Folder, Name);
    if (Name == ".counts" && sys::fs::is_regular_file(Path))
      Result.Counts = Path;
    if (Name == "metadata" || Name.front() == '.')
      continue;
    bool IsStream = StringRef(Name).starts_with("stream-");
    if (IsStream && sys::fs::is_directory(Path))
      return errorAt(Path, "a folder where a stream's file is expected; copy "
                           "the trace again");
    // A stream's name that leads nowhere is reported when it is opened.
    if (!sys::fs::is_regular_file(Path) &&
        !(IsStream && !sys::fs::exists(Path)))
      continue;
    if (StringRef(Name).ends_with("-switches"))
      Result.Switches.push_back(std::move(Path));
    else
      Result.Streams.push_back(std::move(Path));
  }
  if (Result.Counts.empty() && Result.Meta.number("counted") > 0)
    return errorAt(inside(Folder, ".counts"),
                   "is missing: the program's counts were in it; copy the "
                   "trace again");
  return Result;
}

/// The folders of traces that \p Path stands for.
static Expected<std::vector<std::string>> tracesIn(StringRef Path) {
  if (!sys::fs::exists(Path))
    return errorAt(Path, "no such folder; record a trace with 'ipoint-run -o " +
                             Path + " -- PROGRAM'");
  if (!sys::fs::is_directory(Path))
    return errorAt(Path, "not a trace; name the folder that ipoint-run wrote");
  if (sys::fs::exists(inside(Path, "metadata")))
    return std::vector<std::string>{Path.str()};
  Expected<std::vector<std::string>> Names = entriesOf(Path);
  if (!Names)
    return Names.takeError();
  std::vector<std::string> Folders;
  for (const std::string &Name : *Names)
    if (StringRef(Name).starts_with("run-") &&
        sys::fs::exists(inside(inside(Path, Name), "metadata")))
      Folders.push_back(inside(Path, Name));
  if (Folders.empty())
    return errorAt(Path, "not a trace: there is no file 'metadata' in it; name "
                         "the folder that ipoint-run wrote");
  return Folders;
}

bool isOfHandlers(StringRef File) {
  return sys::path::filename(File).contains("-handler");
}

Expected<std::vector<Trace>> openTraces(ArrayRef<std::string> Paths) {
  std::vector<Trace> Result;
  std::set<sys::fs::UniqueID> Known;
  for (const std::string &Path : Paths) {
    Expected<std::vector<std::string>> Folders = tracesIn(Path);
    if (!Folders)
      return Folders.takeError();
    for (const std::string &Folder : *Folders) {
      Expected<Trace> T = openTrace(Folder);
      if (!T)
        return T.takeError();
      Result.push_back(std::move(*T));
      sys::fs::UniqueID Id;
      if (!sys::fs::getUniqueID(Folder, Id) && !Known.insert(Id).second)
        return errorAt(Folder, "named twice, so that its records would count "
                               "twice; name each trace once");
    }
  }
  return Result;
}

} // namespace ipoint::trace
