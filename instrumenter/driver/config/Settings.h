//===- Settings.h - What a user has set -----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/configuration.md, "What is worth timing?".
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_CONFIG_SETTINGS_H
#define IPOINT_DRIVER_CONFIG_SETTINGS_H

#include "database/Database.h"
#include "database/FilterSection.h"
#include "database/ProfileFile.h"
#include "database/Program.h"
#include "database/Words.h"
#include "frontend/Keywords.h"
#include "probes/Selection.h"
#include <optional>

namespace ipoint {

/// Timed probes that a mean time must be long: what one does to it is then a
/// tenth at most. The runtime goes by the same (core/calls.c).
inline constexpr double LeastProbesInTime = 10;
/// Calls after which the runtime decides whether a function lasts.
inline constexpr int64_t CallsInTrial = 32;

/// The most of a function of \p P that lasts that long from one reading of the
/// counter to the next, if this is timed; nothing where \p F has no times.
std::optional<database::TimedIpoints>
worthTiming(const database::FunctionTimes &F, const database::ProfileTimes &P);

/// What a config file says (docs/configuration.md).
struct Config {
  std::optional<database::Level> L;
  std::optional<database::TimedIpoints> C;
  std::optional<database::Store> S;
  std::optional<uint32_t> MostPaths;
  std::vector<Rule> Rules;
  std::vector<MarkRule> Marks;
  std::vector<BoundRule> Bounds;
  std::vector<Pattern> Interrupts;
  std::optional<database::FilterSection> Filter;
  Keywords Words;
  std::optional<std::string> Path;               ///< absolute
  std::vector<database::ConfigPattern> Patterns; ///< all of them

  /// Errors: the file cannot be read, or does not mean anything; then with its
  /// line and column.
  static llvm::Expected<Config> read(llvm::StringRef Path);
};

/// Errors: \p Name is none; the message lists those that there are.
llvm::Expected<database::Level> parseLevel(llvm::StringRef Name);
llvm::Expected<database::TimedIpoints> parseTimed(llvm::StringRef Name);
llvm::Expected<database::Store> parseStore(llvm::StringRef Name);
/// How many paths that are counted may begin at one ipoint.
llvm::Expected<uint32_t> parsePaths(llvm::StringRef Number);

/// Where the parts of ipoint lie, found from where the running tool lies.
struct Installation {
  std::string IncludeDir; ///< holds ipoint/probe.h
  std::string LibDir;     ///< holds the runtime
  std::string Runtime;    ///< its name: ipoint, or ipoint-noop
  /// IPOINT_RUNTIME names another one, whose runtime is for another processor
  /// or counter; `noop` is the runtime of this one that records nothing.
  /// Errors: a part is missing.
  static llvm::Expected<Installation> find(const char *Argv0);
};

/// What a tool's options choose, as they are written.
struct ChoosingOptions {
  std::string Level, Store, Paths;  ///< empty: not chosen
  std::optional<std::string> Timed; ///< none, functions, loops, blocks or auto
  std::optional<std::string> ConfigPath; ///< empty: no config file
  /// The profile that `auto` goes by; empty: none.
  std::optional<std::string> ProfilePath;
  /// Patterns. Only these functions, if any are named.
  std::vector<std::string> Functions;
  std::vector<std::string> ExcludedFunctions;
  std::vector<std::string> ExcludedFiles;
};

/// What a user set: options win over the environment, and that over the config
/// file.
struct Settings {
  std::string DatabasePath = "ipoint.db";
  bool NamesDatabase = false; ///< DatabasePath is not the default
  unsigned DatabaseMode = database::OwnerOnly; ///< of a new one
  Selection Chosen;
  /// Thresholds of reports, which times in place need beforehand.
  database::FilterSection Filter;
  /// The config file that this comes from, absolute, and its patterns.
  std::optional<std::string> ConfigPath;
  std::vector<database::ConfigPattern> ConfigPatterns;
  Keywords Words; ///< what the compiler adds to C
  bool Strict = false;
  bool Twin = false; ///< a plain program is made beside the instrumented one
  /// Macros, as -D options, that choose among the forms of probes
  /// (ipoint/probe.h).
  std::vector<std::string> ProbeMacros;

  /// Reads IPOINT_DB, IPOINT_LEVEL, IPOINT_TIMED, IPOINT_STORE,
  /// IPOINT_PATHS, IPOINT_CONFIG, IPOINT_PROFILE, IPOINT_COUNTER,
  /// IPOINT_TAIL_CALLS, IPOINT_STRICT, IPOINT_TWIN and IPOINT_UMASK, and the
  /// config file.
  /// Errors: a value that does not exist, a config file that cannot be read, an
  /// option that is no pattern.
  static llvm::Expected<Settings>
  fromEnvironment(const ChoosingOptions &Options = ChoosingOptions());
};

/// The working directory, absolute.
std::string currentDirectory();

} // namespace ipoint

#endif // IPOINT_DRIVER_CONFIG_SETTINGS_H
