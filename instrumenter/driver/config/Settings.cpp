//===- Settings.cpp - What a user has set ---------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/config/Settings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <algorithm>

using ipoint::database::TimedIpoints;
using namespace llvm;

namespace ipoint {

/// Ticks of a call without its records. An interrupt makes a few calls of some
/// ticks look long, so the longest one is left out where there are many.
static std::optional<double> meanOf(const database::TimeSum &S,
                                    const database::ProfileTimes &P) {
  if (!S.Count)
    return std::nullopt;
  const double Count = double(S.Count);
  const double Records =
      (double(S.Timed) * P.TimedRecord + double(S.Untimed) * P.UntimedRecord) /
      Count;
  return S.Count < CallsInTrial
             ? double(S.Ticks) / Count - Records
             : double(S.Ticks - S.Most) / (Count - 1) - Records;
}

std::optional<TimedIpoints> worthTiming(const database::FunctionTimes &F,
                                        const database::ProfileTimes &P) {
  const double Least = LeastProbesInTime * P.TimedRecord;
  // Calls that last are timed by themselves, short ones in windows; a function
  // may have both.
  std::optional<double> Inclusive =
      std::max(meanOf(F.Inclusive, P), meanOf(F.Called, P));
  if (!Inclusive)
    return std::nullopt;
  const double Self = meanOf(F.Self, P).value_or(0) * double(F.Calls);
  const double Visits = double(F.Visits);
  // The head and the body of a loop read the counter, and entry and exit.
  const double OfLoops = double(F.LoopsEntered) + 2 * double(F.LoopIterations);
  if (Visits > 0 && Self / Visits >= Least)
    return TimedIpoints::Blocks;
  if (OfLoops > 0 && Self / (2 * double(F.Calls) + OfLoops) >= Least)
    return TimedIpoints::Loops;
  return *Inclusive >= Least ? TimedIpoints::Functions : TimedIpoints::None;
}

/// An empty variable is as good as none.
static std::string get(const char *Variable) {
  return sys::Process::GetEnv(Variable).value_or("");
}

static bool isOn(const char *Variable) {
  std::string Text = get(Variable);
  return !Text.empty() && Text != "0";
}

static Error inVariable(const char *Variable, Error E) {
  return createStringError(Variable + (": " + toString(std::move(E))));
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
      return createStringError(Name + "=" + Text +
                               ": not a pattern: " + toString(P.takeError()));
    Rule R;
    (ForFiles ? R.Files : R.Functions).push_back(std::move(*P));
    R.Instrument = Instrument;
    R.Origin = (Name + "=" + Text).str();
    Chosen.Rules.push_back(std::move(R));
  }
  return Error::success();
}

/// What options or the environment choose for all functions.
struct FirstChoices {
  std::optional<database::Level> L;
  std::optional<database::TimedIpoints> C;
  std::optional<database::Store> S;
  std::optional<uint32_t> MostPaths;
};

/// Reads what the option \p Option says, or else \p Variable; an empty text is
/// as good as none.
template <typename T>
static Error choose(StringRef Option, const char *Variable,
                    Expected<T> (*Parse)(StringRef), std::optional<T> &Into) {
  std::string Text = Option.empty() ? get(Variable) : Option.str();
  if (Text.empty())
    return Error::success();
  Expected<T> Value = Parse(Text);
  if (!Value)
    return Option.empty() ? inVariable(Variable, Value.takeError())
                          : Value.takeError();
  Into = *Value;
  return Error::success();
}

/// What is timed where nothing says that: in windows, but where that cannot be
/// (\p Counter), or where it is chosen what else is stored.
static database::TimedIpoints
usualTimed(const Config &File, const FirstChoices &First, StringRef Counter) {
  const bool IsPlain = Counter.empty() || Counter == "plain";
  const bool IsStored =
      First.S || File.S ||
      any_of(File.Rules, [](const Rule &R) { return R.S.has_value(); });
  return IsPlain && !IsStored ? database::TimedIpoints::Auto
                              : database::TimedIpoints::Blocks;
}

/// The choices of \p First, then those of \p File, with the rules that \p
/// Options add. \p Counter: how it is read.
static Expected<Selection> select(const Config &File, const FirstChoices &First,
                                  const ChoosingOptions &Options,
                                  StringRef Counter) {
  Selection Result;
  Result.Default.L = First.L ? *First.L : File.L.value_or(Result.Default.L);
  Result.Default.C =
      First.C ? *First.C : File.C.value_or(usualTimed(File, First, Counter));
  Result.Default.S = First.S ? *First.S : File.S.value_or(Result.Default.S);
  Result.MostPaths = First.MostPaths
                         ? *First.MostPaths
                         : File.MostPaths.value_or(Result.MostPaths);
  Result.Rules = File.Rules;
  Result.Marks = File.Marks;
  Result.Bounds = File.Bounds;
  Result.Interrupts = File.Interrupts;
  for (Rule &R : Result.Rules) {
    if (First.L)
      R.L.reset();
    if (First.C)
      R.C.reset();
    if (First.S)
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
  Error E = addRule(Result, Options.Functions, "--function", false, true);
  if (!E)
    E = addRule(Result, Options.ExcludedFunctions, "--exclude-function", false,
                false);
  if (!E)
    E = addRule(Result, Options.ExcludedFiles, "--exclude-file", true, false);
  if (E)
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
    return createStringError(Path + ": no function in this profile has times; "
                                    "make it of a build without IPOINT_TIMED, "
                                    "or with IPOINT_TIMED=blocks");
  return Error::success();
}

Expected<Settings> Settings::fromEnvironment(const ChoosingOptions &Options) {
  Settings Result;
  if (std::string Path = get("IPOINT_DB"); !Path.empty()) {
    Result.DatabasePath = Path;
    Result.NamesDatabase = true;
  }
  FirstChoices First;
  if (Error E = choose(Options.Level, "IPOINT_LEVEL", parseLevel, First.L))
    return E;
  if (Error E = choose(Options.Store, "IPOINT_STORE", parseStore, First.S))
    return E;
  if (Error E =
          choose(Options.Paths, "IPOINT_PATHS", parsePaths, First.MostPaths))
    return E;
  if (std::string Text = get("IPOINT_UMASK"); !Text.empty()) {
    unsigned Mask = 0;
    if (StringRef(Text).getAsInteger(8, Mask) || Mask > 077)
      return createStringError("IPOINT_UMASK=" + Text +
                               ": not an octal mask from 000 to 077; give "
                               "022, say, so that others may read");
    Result.DatabaseMode = 0666 & ~Mask;
  }
  std::string Counter = get("IPOINT_COUNTER");
  if (is_contained({"rdtscp", "ordered", "serialised"}, Counter))
    Result.ProbeMacros.push_back("-DIPOINT_COUNTER_" +
                                 StringRef(Counter).upper());
  else if (!Counter.empty() && Counter != "plain")
    return createStringError("IPOINT_COUNTER: '" + Counter +
                             "' is not plain, rdtscp, ordered or "
                             "serialised");
  Result.Strict = isOn("IPOINT_STRICT");
  Result.Twin = isOn("IPOINT_TWIN");
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
  First.C = *Timed;
  Expected<Selection> Selected = select(File, First, Options, Counter);
  if (!Selected)
    return Selected.takeError();
  Result.Chosen = std::move(*Selected);
  if (!Profile.empty())
    if (Error E = readProfile(Profile, Result.Chosen))
      return E;
  if (Result.Chosen.Default.C == database::TimedIpoints::Auto &&
      !Counter.empty() && Counter != "plain")
    return createStringError("IPOINT_COUNTER: in windows the counter is read "
                             "in the plain way; leave it out, or give "
                             "IPOINT_TIMED=blocks");
  Result.Words = std::move(File.Words);
  Result.Filter = File.Filter.value_or(database::FilterSection());
  Result.ConfigPath = std::move(File.Path);
  Result.ConfigPatterns = std::move(File.Patterns);
  Result.Chosen.TailCalls = isOn("IPOINT_TAIL_CALLS");
  return Result;
}

std::string currentDirectory() {
  SmallString<128> Path; // stays empty if the folder has been removed
  (void)sys::fs::current_path(Path);
  return Path.str().str();
}

} // namespace ipoint
