//===- CompilerName.cpp - Which compiler we stand before ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/command/CompilerName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <cstdlib>
#include <unistd.h>

using namespace llvm;

namespace ipoint {

std::optional<std::string> compilerOfName(StringRef Argv0) {
  StringRef Name = sys::path::filename(Argv0);
  if (Name == "ipoint-cc")
    return std::nullopt;
  Name.consume_front("ipoint-");
  return Name.str();
}

static std::string resolved(const Twine &Path) {
  SmallString<128> Result;
  if (sys::fs::real_path(Path, Result))
    return "";
  return Result.str().str();
}

std::vector<std::string> programsOfName(StringRef Name) {
  if (Name.contains('/'))
    return {Name.str()};
  std::vector<std::string> Result;
  std::string Folders = sys::Process::GetEnv("PATH").value_or("");
  for (StringRef Folder : split(Folders, ':')) {
    SmallString<128> Path(Folder.empty() ? "." : Folder);
    sys::path::append(Path, Name);
    if (sys::fs::can_execute(Path))
      Result.push_back(Path.str().str());
  }
  return Result;
}

Expected<std::string> compilerBehindUs(StringRef Name) {
  std::string Ourselves = resolved("/proc/self/exe");
  auto IsOurs = [&](StringRef Path) {
    return !Ourselves.empty() && resolved(Path) == Ourselves;
  };
  auto Nothing = [&] {
    return createStringError(inconvertibleErrorCode(),
                             Name + ": no compiler of this name in PATH but "
                                    "ipoint-cc itself");
  };
  if (Name.contains('/')) {
    if (IsOurs(Name))
      return Nothing();
    return Name.str();
  }
  bool IsBehind = false;
  for (const std::string &Path : programsOfName(Name)) {
    if (!IsOurs(Path))
      return IsBehind ? Path : Name.str();
    IsBehind = true;
  }
  if (IsBehind)
    return Nothing();
  return Name.str();
}

bool isInsideAnother() {
  static constexpr const char *Variable = "IPOINT_INSIDE_CC";
  bool Result = sys::Process::GetEnv(Variable).has_value();
  setenv(Variable, "1", /*overwrite=*/1);
  return Result;
}

Error refuseCacheBefore(ArrayRef<std::string> Words) {
  std::string Parent =
      sys::path::filename(resolved("/proc/" + Twine(getppid()) + "/exe")).str();
  if (Parent != "ccache" && Parent != "sccache")
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           Parent +
                               " cannot know ipoint's settings, so it must "
                               "stand behind: call 'ipoint-cc " +
                               Parent + " " + Words[0] + "'");
}

} // namespace ipoint
