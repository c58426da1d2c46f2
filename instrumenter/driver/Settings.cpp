//===- Settings.cpp - What the environment and the installation say -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Settings.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace ipoint {

Expected<Installation> Installation::find(const char *Argv0) {
  std::string Tool =
      sys::fs::getMainExecutable(Argv0, reinterpret_cast<void *>(&find));
  StringRef Prefix = sys::path::parent_path(sys::path::parent_path(Tool));
  SmallString<128> Include(Prefix), Lib(Prefix);
  sys::path::append(Include, "include");
  sys::path::append(Lib, IPOINT_LIBDIR);
  Installation Result{Include.str().str(), Lib.str().str()};
  sys::path::append(Include, "ipoint", "probe.h");
  if (!sys::fs::exists(Include))
    return createStringError(inconvertibleErrorCode(),
                             Include +
                                 ": not there; install ipoint as a whole");
  return Result;
}

template <typename T>
static Expected<T> valueOf(std::optional<T> Value, StringRef What,
                           StringRef Name, StringRef Known) {
  if (Value)
    return *Value;
  return createStringError(inconvertibleErrorCode(),
                           "no " + What + " is called '" + Name +
                               "'; there are " + Known);
}

Expected<database::Level> parseLevel(StringRef Name) {
  // Decisions inside of expressions are not found yet.
  std::optional<database::Level> Value = database::levelFromName(Name);
  if (Value == database::Level::Decisions)
    Value.reset();
  return valueOf(Value, "level", Name, "functions, loops and blocks");
}

Expected<database::Clock> parseClock(StringRef Name) {
  return valueOf(database::clockFromName(Name), "clock", Name,
                 "functions, loops and blocks");
}

static Error inVariable(const char *Variable, Error E) {
  return createStringError(inconvertibleErrorCode(),
                           Variable + (": " + toString(std::move(E))));
}

Expected<Settings> Settings::fromEnvironment() {
  Settings Result;
  // An empty variable is as good as none.
  auto Get = [](const char *Variable) {
    return sys::Process::GetEnv(Variable).value_or("");
  };
  if (std::string Path = Get("IPOINT_DB"); !Path.empty())
    Result.DatabasePath = Path;
  if (std::string Name = Get("IPOINT_LEVEL"); !Name.empty()) {
    Expected<database::Level> L = parseLevel(Name);
    if (!L)
      return inVariable("IPOINT_LEVEL", L.takeError());
    Result.Chosen.L = *L;
  }
  if (std::string Name = Get("IPOINT_CLOCK"); !Name.empty()) {
    Expected<database::Clock> C = parseClock(Name);
    if (!C)
      return inVariable("IPOINT_CLOCK", C.takeError());
    Result.Chosen.C = *C;
  }
  std::string Strict = Get("IPOINT_STRICT");
  Result.Strict = !Strict.empty() && Strict != "0";
  return Result;
}

std::string currentDirectory() {
  SmallString<128> Path;
  sys::fs::current_path(Path);
  return Path.str().str();
}

} // namespace ipoint
