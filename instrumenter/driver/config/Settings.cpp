//===- Settings.cpp - What the environment and the installation say -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/config/Settings.h"
#include "driver/config/TimedChoice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace ipoint {

/// An empty variable is as good as none.
static std::string get(const char *Variable) {
  return sys::Process::GetEnv(Variable).value_or("");
}

static Error inVariable(const char *Variable, Error E) {
  return createStringError(inconvertibleErrorCode(),
                           Variable + (": " + toString(std::move(E))));
}

Expected<Installation> Installation::find(const char *Argv0) {
  std::string Tool =
      sys::fs::getMainExecutable(Argv0, reinterpret_cast<void *>(&find));
  std::string Other = get("IPOINT_RUNTIME");
  bool IsNoop = Other == "noop";
  if (IsNoop)
    Other.clear();
  StringRef Prefix = sys::path::parent_path(sys::path::parent_path(Tool));
  if (!Other.empty())
    Prefix = Other;
  SmallString<128> Include(Prefix), Lib(Prefix);
  sys::path::append(Include, "include");
  sys::path::append(Lib, IPOINT_LIBDIR);
  // Built by a cross compiler, it has no folder for its kind of machine.
  if (!Other.empty() && !sys::fs::exists(Lib)) {
    Lib = Prefix;
    sys::path::append(Lib, "lib");
  }
  Installation Result{Include.str().str(), Lib.str().str(),
                      IsNoop ? "ipoint-noop" : "ipoint"};
  sys::path::append(Include, "ipoint", "probe.h");
  if (!sys::fs::exists(Include))
    return createStringError(
        inconvertibleErrorCode(),
        Other.empty() ? Include + ": not there; install ipoint as a whole"
                      : "IPOINT_RUNTIME: " + Include +
                            ": not there; name the folder that the runtime "
                            "was built or installed in");
  return Result;
}

/// Adds a rule for \p Texts, which were given by the option \p Name.
static Error addRule(Selection &Chosen, ArrayRef<std::string> Texts,
                     StringRef Name, bool ForFiles, bool Instrument) {
  for (const std::string &Text : Texts) {
    Expected<Pattern> P =
        ForFiles ? Pattern::createForFiles(Text, currentDirectory())
                 : Pattern::create(Text);
    if (!P)
      return createStringError(
          inconvertibleErrorCode(),
          Name + "=" + Text + ": not a pattern: " + toString(P.takeError()));
    Rule R;
    (ForFiles ? R.Files : R.Functions).push_back(std::move(*P));
    R.Instrument = Instrument;
    R.Origin = (Name + "=" + Text).str();
    Chosen.Rules.push_back(std::move(R));
  }
  return Error::success();
}

/// What is timed where nothing says that: in windows, but where that cannot be
/// (\p Counter), or where it is chosen what else is stored.
static database::TimedIpoints usualTimed(const Config &File,
                                         const ChoosingOptions &Options,
                                         StringRef Counter) {
  const bool IsPlain = Counter.empty() || Counter == "plain";
  const bool IsStored =
      Options.S || File.S ||
      any_of(File.Rules, [](const Rule &R) { return R.S.has_value(); });
  return IsPlain && !IsStored ? database::TimedIpoints::Auto
                              : database::TimedIpoints::Blocks;
}

/// The file's choices, then those of \p Options, \p Timed and \p Counter, how
/// it is read.
static Expected<Selection> select(const Config &File,
                                  const ChoosingOptions &Options,
                                  std::optional<database::TimedIpoints> Timed,
                                  StringRef Counter) {
  Selection Result;
  Result.Default.L = Options.L ? *Options.L : File.L.value_or(Result.Default.L);
  Result.Default.C =
      Timed ? *Timed : File.C.value_or(usualTimed(File, Options, Counter));
  Result.Default.S = Options.S ? *Options.S : File.S.value_or(Result.Default.S);
  Result.MostPaths = Options.MostPaths
                         ? *Options.MostPaths
                         : File.MostPaths.value_or(Result.MostPaths);
  Result.Rules = File.Rules;
  Result.Marks = File.Marks;
  Result.Bounds = File.Bounds;
  Result.Interrupts = File.Interrupts;
  for (Rule &R : Result.Rules) {
    if (Options.L)
      R.L.reset();
    if (Timed)
      R.C.reset();
    if (Options.S)
      R.S.reset();
  }
  // What is timed in windows is counted without them.
  if (Result.Default.C == database::TimedIpoints::Auto) {
    Result.Default.S = database::Store::Sums;
    for (Rule &R : Result.Rules)
      R.S.reset();
  }
  if (!Options.Functions.empty()) {
    Rule All;
    All.Instrument = false;
    All.Origin = "--function, which names others";
    Result.Rules.push_back(std::move(All));
  }
  if (Error E = addRule(Result, Options.Functions, "--function", false, true))
    return E;
  if (Error E = addRule(Result, Options.ExcludedFunctions, "--exclude-function",
                        false, false))
    return E;
  if (Error E =
          addRule(Result, Options.ExcludedFiles, "--exclude-file", true, false))
    return E;
  return Result;
}

/// What options or the environment choose to time; none: what the config file
/// says. A profile takes the place of that, and \p Profile becomes its path.
static Expected<std::optional<database::TimedIpoints>>
readTimed(const ChoosingOptions &Options, std::string &Profile) {
  std::string Name = Options.Timed.value_or(get("IPOINT_TIMED"));
  if (Name != "auto" && !Name.empty()) {
    Expected<database::TimedIpoints> C = parseTimed(Name);
    if (!C)
      return Options.Timed ? C.takeError()
                           : inVariable("IPOINT_TIMED", C.takeError());
    return *C;
  }
  Profile = Options.ProfilePath.value_or(get("IPOINT_PROFILE"));
  return Name.empty() && Profile.empty()
             ? std::nullopt
             : std::optional(database::TimedIpoints::Auto);
}

static Error readProfile(StringRef Path, Selection &Chosen) {
  Expected<database::ProfileTimes> Profile = database::ProfileTimes::read(Path);
  if (!Profile)
    return Profile.takeError();
  bool HasTimes = false;
  for (const auto &[Function, Times] : Profile->Functions) {
    std::optional<database::TimedIpoints> Worth = worthTiming(Times, *Profile);
    HasTimes |= Worth.has_value();
    // What ran without a time had better be counted only.
    Chosen.WorthTiming[Function] = Worth.value_or(database::TimedIpoints::None);
  }
  if (!HasTimes)
    return createStringError(inconvertibleErrorCode(),
                             Path + ": no function in this profile has times; "
                                    "make it of a build without IPOINT_TIMED, "
                                    "or with IPOINT_TIMED=blocks");
  return Error::success();
}

Expected<Settings> Settings::fromEnvironment(ChoosingOptions Options) {
  Settings Result;
  if (std::string Path = get("IPOINT_DB"); !Path.empty()) {
    Result.DatabasePath = Path;
    Result.NamesDatabase = true;
  }
  if (std::string Name = get("IPOINT_LEVEL"); !Name.empty() && !Options.L) {
    Expected<database::Level> L = parseLevel(Name);
    if (!L)
      return inVariable("IPOINT_LEVEL", L.takeError());
    Options.L = *L;
  }
  if (std::string Name = get("IPOINT_STORE"); !Name.empty() && !Options.S) {
    Expected<database::Store> R = parseStore(Name);
    if (!R)
      return inVariable("IPOINT_STORE", R.takeError());
    Options.S = *R;
  }
  if (std::string Number = get("IPOINT_PATHS");
      !Number.empty() && !Options.MostPaths) {
    Expected<uint32_t> Paths = parsePaths(Number);
    if (!Paths)
      return inVariable("IPOINT_PATHS", Paths.takeError());
    Options.MostPaths = *Paths;
  }
  if (std::string Text = get("IPOINT_UMASK"); !Text.empty()) {
    unsigned Mask = 0;
    if (StringRef(Text).getAsInteger(8, Mask) || Mask > 077)
      return createStringError(inconvertibleErrorCode(),
                               "IPOINT_UMASK=" + Text +
                                   ": not an octal mask from 000 to 077; give "
                                   "022, say, so that others may read");
    Result.DatabaseMode = 0666 & ~Mask;
  }
  std::string Counter = get("IPOINT_COUNTER");
  if (is_contained({"rdtscp", "ordered", "serialised"}, Counter))
    Result.ProbeMacros.push_back("-DIPOINT_COUNTER_" +
                                 StringRef(Counter).upper());
  else if (!Counter.empty() && Counter != "plain")
    return createStringError(inconvertibleErrorCode(),
                             "IPOINT_COUNTER: '" + Counter +
                                 "' is not plain, rdtscp, ordered or "
                                 "serialised");
  std::string Strict = get("IPOINT_STRICT");
  Result.Strict = !Strict.empty() && Strict != "0";
  std::string Twin = get("IPOINT_TWIN");
  Result.Twin = !Twin.empty() && Twin != "0";
  std::string Path = Options.ConfigPath.value_or(get("IPOINT_CONFIG"));
  Config File;
  if (!Path.empty()) {
    Expected<Config> Read = Config::read(Path);
    if (!Read)
      return Read.takeError();
    File = std::move(*Read);
  }
  std::string Profile;
  Expected<std::optional<database::TimedIpoints>> Timed =
      readTimed(Options, Profile);
  if (!Timed)
    return Timed.takeError();
  Expected<Selection> Chosen = select(File, Options, *Timed, Counter);
  if (!Chosen)
    return Chosen.takeError();
  Result.Chosen = std::move(*Chosen);
  if (!Profile.empty())
    if (Error E = readProfile(Profile, Result.Chosen))
      return E;
  if (Result.Chosen.Default.C == database::TimedIpoints::Auto &&
      !Counter.empty() && Counter != "plain")
    return createStringError(inconvertibleErrorCode(),
                             "IPOINT_COUNTER: in windows the counter is read "
                             "in the plain way; leave it out, or give "
                             "IPOINT_TIMED=blocks");
  Result.ConfigPath = std::move(File.Path);
  Result.ConfigPatterns = std::move(File.Patterns);
  std::string TailCalls = get("IPOINT_TAIL_CALLS");
  Result.Chosen.TailCalls = !TailCalls.empty() && TailCalls != "0";
  return Result;
}

std::string currentDirectory() {
  SmallString<128> Path; // stays empty if the folder has been removed
  (void)sys::fs::current_path(Path);
  return Path.str().str();
}

} // namespace ipoint
