//===- Config.cpp - The config file ---------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's YAML I/O reads the file into the values of `written`, which know their
// lines; what is not about the form of a value is checked behind that.
//
//===----------------------------------------------------------------------===//

#include "driver/config/Config.h"
#include "database/ConfigFile.h"
#include "database/ConfigSections.h"
#include "driver/command/Process.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ipoint {

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
  return valueOf(database::levelFromName(Name), "level", Name,
                 "functions, loops, blocks and decisions");
}

Expected<database::TimedIpoints> parseTimed(StringRef Name) {
  return valueOf(database::timedFromName(Name), "choice of timed ipoints", Name,
                 "none, functions, loops and blocks");
}

Expected<database::Store> parseStore(StringRef Name) {
  return valueOf(database::storeFromName(Name), "store", Name,
                 "sums, paths and blocks");
}

static bool arePaths(uint32_t Number) {
  return Number >= 1 && Number <= Selection::PathsLimit;
}

Expected<uint32_t> parsePaths(StringRef Number) {
  uint32_t Result = 0;
  if (Number.getAsInteger(10, Result) || !arePaths(Result))
    return createStringError(inconvertibleErrorCode(),
                             "paths '" + Number +
                                 "' is not a number from 1 to 65536");
  return Result;
}

/// The file as it is written.
namespace written {

/// What the traits need of the file.
struct Context : database::ConfigText {
  std::string Folder;  ///< absolute
  std::string Message; ///< of the last error, kept for the reader
};

struct FunctionPattern {
  static constexpr bool OfFiles = false;
  std::optional<Pattern> Value;
  std::string Text;
  unsigned Line = 0; ///< 0: not known
};
struct FilePattern {
  static constexpr bool OfFiles = true;
  std::optional<Pattern> Value;
  std::string Text;
  unsigned Line = 0;
};

/// One pattern or a list of them.
template <typename T> struct Patterns {
  std::vector<T> List;
};

/// Where a list or a single value is wanted.
struct NoMapping {};

struct Rule {
  Patterns<FilePattern> Files;
  Patterns<FunctionPattern> Functions;
  std::optional<bool> Instrument;
  std::optional<database::Level> L;
  std::optional<database::TimedIpoints> C;
  std::optional<database::Store> S;
  std::string Origin;
};

struct Mark {
  Patterns<FilePattern> Files;
  unsigned Line = 0;
  std::string Name;
  std::string Origin;
};

struct Loop {
  Patterns<FilePattern> Files;
  Patterns<FunctionPattern> Functions;
  std::string Name;
  unsigned Line = 0;
  uint64_t Bound = 0;
  std::string Origin;
};

struct File {
  std::optional<database::Level> L;
  std::optional<database::TimedIpoints> C;
  std::optional<database::Store> S;
  std::optional<uint32_t> MostPaths;
  std::vector<Rule> Rules;
  std::vector<Mark> Marks;
  std::vector<Loop> Loops;
  Patterns<FunctionPattern> Interrupts;
};

static Context &contextOf(void *C) {
  return static_cast<Context &>(*static_cast<database::ConfigText *>(C));
}

/// Moves a value, or keeps the message for YAML I/O, which does not own it.
template <typename T>
static StringRef take(Expected<T> Value, std::optional<T> &Into, void *C,
                      StringRef Prefix = "") {
  if (Value) {
    Into = std::move(*Value);
    return "";
  }
  std::string &Message = contextOf(C).Message;
  Message = Prefix.str() + toString(Value.takeError());
  return Message;
}

/// Notes what is written, and where. What holds no escapes YAML I/O gives as it
/// lies in the file.
template <typename T> static void note(StringRef Text, void *C, T &P) {
  StringRef Whole = contextOf(C).Text;
  P.Text = Text.str();
  if (Text.begin() >= Whole.begin() && Text.end() <= Whole.end())
    P.Line = 1 + Whole.take_front(Text.begin() - Whole.begin()).count('\n');
}

} // namespace written
} // namespace ipoint

using ipoint::written::FilePattern;
using ipoint::written::FunctionPattern;

LLVM_YAML_IS_SEQUENCE_VECTOR(FilePattern)
LLVM_YAML_IS_SEQUENCE_VECTOR(FunctionPattern)
LLVM_YAML_IS_SEQUENCE_VECTOR(ipoint::written::Rule)
LLVM_YAML_IS_SEQUENCE_VECTOR(ipoint::written::Mark)
LLVM_YAML_IS_SEQUENCE_VECTOR(ipoint::written::Loop)

namespace llvm::yaml {

/// The reading half of ScalarTraits; nothing is ever written.
template <typename T> struct ReadOnlyScalar {
  static void output(const T &, void *, raw_ostream &) {}
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct ScalarTraits<FilePattern> : ReadOnlyScalar<FilePattern> {
  static StringRef input(StringRef Text, void *C, FilePattern &P) {
    StringRef Folder = ipoint::written::contextOf(C).Folder;
    ipoint::written::note(Text, C, P);
    return ipoint::written::take(ipoint::Pattern::createForFiles(Text, Folder),
                                 P.Value, C, "not a pattern: ");
  }
};

template <>
struct ScalarTraits<FunctionPattern> : ReadOnlyScalar<FunctionPattern> {
  static StringRef input(StringRef Text, void *C, FunctionPattern &P) {
    ipoint::written::note(Text, C, P);
    return ipoint::written::take(ipoint::Pattern::create(Text), P.Value, C,
                                 "not a pattern: ");
  }
};

template <>
struct ScalarTraits<ipoint::database::Level>
    : ReadOnlyScalar<ipoint::database::Level> {
  static StringRef input(StringRef Text, void *C, ipoint::database::Level &L) {
    std::optional<ipoint::database::Level> Value;
    StringRef Wrong = ipoint::written::take(ipoint::parseLevel(Text), Value, C);
    L = Value.value_or(L);
    return Wrong;
  }
};

template <>
struct ScalarTraits<ipoint::database::TimedIpoints>
    : ReadOnlyScalar<ipoint::database::TimedIpoints> {
  static StringRef input(StringRef Text, void *C,
                         ipoint::database::TimedIpoints &K) {
    std::optional<ipoint::database::TimedIpoints> Value;
    StringRef Wrong = ipoint::written::take(ipoint::parseTimed(Text), Value, C);
    K = Value.value_or(K);
    return Wrong;
  }
};

template <>
struct ScalarTraits<ipoint::database::Store>
    : ReadOnlyScalar<ipoint::database::Store> {
  static StringRef input(StringRef Text, void *C, ipoint::database::Store &S) {
    std::optional<ipoint::database::Store> Value;
    StringRef Wrong = ipoint::written::take(ipoint::parseStore(Text), Value, C);
    S = Value.value_or(S);
    return Wrong;
  }
};

template <> struct MappingTraits<ipoint::written::NoMapping> {
  static void mapping(IO &In, ipoint::written::NoMapping &) {
    In.setError("a pattern or a list of patterns is wanted here");
  }
};

template <typename T> struct PolymorphicTraits<ipoint::written::Patterns<T>> {
  using Value = ipoint::written::Patterns<T>;
  static NodeKind getKind(const Value &) { return NodeKind::Sequence; }
  static T &getAsScalar(Value &V) { return V.List.emplace_back(); }
  static std::vector<T> &getAsSequence(Value &V) { return V.List; }
  static ipoint::written::NoMapping &getAsMap(Value &) {
    static ipoint::written::NoMapping None;
    return None;
  }
};

template <> struct MappingTraits<ipoint::written::Rule> {
  static void mapping(IO &In, ipoint::written::Rule &R) {
    R.Origin = ipoint::written::contextOf(In.getContext()).originOf(In);
    In.mapOptional("files", R.Files);
    In.mapOptional("functions", R.Functions);
    In.mapOptional("instrument", R.Instrument);
    In.mapOptional("level", R.L);
    In.mapOptional("timed", R.C);
    In.mapOptional("store", R.S);
  }
  static std::string validate(IO &, ipoint::written::Rule &R) {
    if (R.Files.List.empty() && R.Functions.List.empty())
      return "a rule without 'files' and 'functions'; for all of them, say "
             "functions: \"*\"";
    if (!R.Instrument && !R.L && !R.C && !R.S)
      return "a rule that sets nothing; there are 'instrument', 'level', "
             "'timed' and 'store'";
    return "";
  }
};

template <> struct MappingTraits<ipoint::written::Mark> {
  static void mapping(IO &In, ipoint::written::Mark &M) {
    M.Origin = ipoint::written::contextOf(In.getContext()).originOf(In);
    In.mapRequired("files", M.Files);
    In.mapRequired("line", M.Line);
    In.mapRequired("name", M.Name);
  }
  static std::string validate(IO &, ipoint::written::Mark &M) {
    return M.Files.List.empty() || M.Line == 0 || M.Name.empty()
               ? "a mark needs 'files', a 'line' from 1 on and a 'name'"
               : "";
  }
};

template <> struct MappingTraits<ipoint::written::Loop> {
  static void mapping(IO &In, ipoint::written::Loop &L) {
    L.Origin = ipoint::written::contextOf(In.getContext()).originOf(In);
    In.mapOptional("files", L.Files);
    In.mapOptional("functions", L.Functions);
    In.mapOptional("loop", L.Name);
    In.mapOptional("line", L.Line);
    In.mapRequired("bound", L.Bound);
  }
  static std::string validate(IO &, ipoint::written::Loop &L) {
    bool ByLine = L.Line != 0 && L.Name.empty() && !L.Files.List.empty();
    bool ByName = L.Line == 0 && !L.Name.empty() && !L.Functions.List.empty();
    if (!ByLine && !ByName)
      return "a loop is named by 'functions' and 'loop', or by 'files' and "
             "'line'";
    return L.Bound >> 63 ? "the bound is too large" : "";
  }
};

template <> struct MappingTraits<ipoint::written::File> {
  static void mapping(IO &In, ipoint::written::File &F) {
    In.mapOptional("level", F.L);
    In.mapOptional("timed", F.C);
    In.mapOptional("store", F.S);
    In.mapOptional("paths", F.MostPaths);
    if (F.MostPaths && !ipoint::arePaths(*F.MostPaths))
      In.setError("'paths' is a number from 1 to 65536");
    In.mapOptional("rules", F.Rules);
    In.mapOptional("marks", F.Marks);
    In.mapOptional("loops", F.Loops);
    In.mapOptional("interrupts", F.Interrupts);
    ipoint::database::skipSections(In, ipoint::database::ReportSections);
  }
};

} // namespace llvm::yaml

namespace ipoint {

/// The patterns of \p Section, which are also added to \p All.
template <typename T>
static std::vector<Pattern>
patternsOf(const written::Patterns<T> &Written, StringRef Section,
           std::vector<database::ConfigPattern> &All) {
  std::vector<Pattern> Result;
  Result.reserve(Written.List.size());
  for (const T &P : Written.List) {
    All.push_back(
        {P.Line, Section.str(), P.Text, P.Value->glob().str(), T::OfFiles});
    Result.push_back(*P.Value);
  }
  return Result;
}

Expected<Config> Config::read(StringRef Path) {
  Expected<std::string> Text = readFile(Path.str());
  if (!Text)
    return Text.takeError();
  SmallString<128> Absolute(Path);
  if (std::error_code Failed = sys::fs::make_absolute(Absolute))
    return createStringError(Failed, Path + ": " + Failed.message());
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  written::Context Context{
      {Path, *Text}, sys::path::parent_path(Absolute).str(), ""};
  written::File File;
  if (Error E = database::readConfig(Context, File))
    return E;
  Config Result;
  Result.L = File.L;
  Result.C = File.C;
  Result.S = File.S;
  Result.MostPaths = File.MostPaths;
  Result.Path = Absolute.str().str();
  auto PatternsOf = [&](const auto &Written, StringRef Section) {
    return patternsOf(Written, Section, Result.Patterns);
  };
  Result.Interrupts = PatternsOf(File.Interrupts, "interrupts");
  for (written::Rule &R : File.Rules)
    Result.Rules.push_back({PatternsOf(R.Files, "files"),
                            PatternsOf(R.Functions, "functions"), R.Instrument,
                            R.L, R.C, R.S, std::move(R.Origin)});
  for (written::Mark &M : File.Marks)
    Result.Marks.push_back({PatternsOf(M.Files, "files"), M.Line,
                            std::move(M.Name), std::move(M.Origin)});
  for (written::Loop &L : File.Loops)
    Result.Bounds.push_back(
        {PatternsOf(L.Files, "files"), PatternsOf(L.Functions, "functions"),
         std::move(L.Name), L.Line, L.Bound, std::move(L.Origin)});
  return Result;
}

} // namespace ipoint
