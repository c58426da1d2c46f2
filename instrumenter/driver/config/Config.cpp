//===- Config.cpp - The config file ---------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's YAML I/O reads the file; what is not about the form of a value is
// checked behind that.
//
//===----------------------------------------------------------------------===//

#include "database/ConfigFile.h"
#include "database/Input.h"
#include "driver/command/Process.h"
#include "driver/config/Settings.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ipoint {

template <typename T>
static Expected<T> valueOf(std::optional<T> Value, StringRef What,
                           StringRef Name, StringRef Known) {
  if (Value)
    return *Value;
  return createStringError("no " + What + " is called '" + Name +
                           "'; there are " + Known);
}

Expected<database::Level> parseLevel(StringRef Name) {
  return valueOf(database::fromName<database::Level>(Name), "level", Name,
                 "functions, loops, blocks and decisions");
}

Expected<database::TimedIpoints> parseTimed(StringRef Name) {
  return valueOf(database::fromName<database::TimedIpoints>(Name),
                 "choice of timed ipoints", Name,
                 "none, functions, loops and blocks");
}

Expected<database::Store> parseStore(StringRef Name) {
  return valueOf(database::fromName<database::Store>(Name), "store", Name,
                 "sums, paths and blocks");
}

static bool arePaths(uint32_t Number) {
  return Number >= 1 && Number <= Selection::PathsLimit;
}

Expected<uint32_t> parsePaths(StringRef Number) {
  uint32_t Result = 0;
  if (Number.getAsInteger(10, Result) || !arePaths(Result))
    return createStringError("paths '" + Number +
                             "' is not a number from 1 to 65536");
  return Result;
}

/// What the traits need of the file.
struct ConfigContext : database::ConfigText {
  std::string Folder; ///< absolute
  /// All that have been read.
  std::vector<database::ConfigPattern> Patterns;
  std::string Message; ///< of the last error, kept for the reader
};

static ConfigContext &contextOf(void *C) {
  return static_cast<ConfigContext &>(*static_cast<database::ConfigText *>(C));
}

/// A pattern as it is written.
template <bool OfFiles> struct WrittenPattern {
  std::optional<Pattern> Value;
  std::string Text;
  unsigned Line = 0; ///< 0: not known
};

/// One pattern or a list of them.
template <bool OfFiles> struct WrittenPatterns {
  std::vector<WrittenPattern<OfFiles>> List;
};

/// Where a list or a single value is wanted.
struct NoMapping {};

/// Moves a value, or keeps the message for YAML I/O, which does not own it.
template <typename T, typename To>
static StringRef take(Expected<T> Value, To &Into, void *C,
                      StringRef Prefix = "") {
  if (!Value)
    return contextOf(C).Message = Prefix.str() + toString(Value.takeError());
  Into = std::move(*Value);
  return "";
}

/// Reads the patterns below \p Key into \p Into.
template <bool OfFiles>
static void mapPatterns(yaml::IO &In, const char *Key,
                        std::vector<Pattern> &Into, bool IsRequired = false);

} // namespace ipoint

LLVM_YAML_IS_SEQUENCE_VECTOR(ipoint::WrittenPattern<false>)
LLVM_YAML_IS_SEQUENCE_VECTOR(ipoint::WrittenPattern<true>)
LLVM_YAML_IS_SEQUENCE_VECTOR(ipoint::Rule)
LLVM_YAML_IS_SEQUENCE_VECTOR(ipoint::MarkRule)
LLVM_YAML_IS_SEQUENCE_VECTOR(ipoint::BoundRule)

namespace llvm::yaml {

/// The reading half of ScalarTraits; nothing is ever written.
template <typename T> struct ReadOnlyScalar {
  static void output(const T &, void *, raw_ostream &) {}
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

/// A value that \p Parse has a word for.
template <typename T, Expected<T> (*Parse)(StringRef)>
struct NamedScalar : ReadOnlyScalar<T> {
  static StringRef input(StringRef Text, void *C, T &Into) {
    return ipoint::take(Parse(Text), Into, C);
  }
};

template <>
struct ScalarTraits<ipoint::database::Level>
    : NamedScalar<ipoint::database::Level, ipoint::parseLevel> {};
template <>
struct ScalarTraits<ipoint::database::TimedIpoints>
    : NamedScalar<ipoint::database::TimedIpoints, ipoint::parseTimed> {};
template <>
struct ScalarTraits<ipoint::database::Store>
    : NamedScalar<ipoint::database::Store, ipoint::parseStore> {};

template <bool OfFiles>
struct ScalarTraits<ipoint::WrittenPattern<OfFiles>>
    : ReadOnlyScalar<ipoint::WrittenPattern<OfFiles>> {
  static StringRef input(StringRef Text, void *C,
                         ipoint::WrittenPattern<OfFiles> &P) {
    const ipoint::ConfigContext &Context = ipoint::contextOf(C);
    P.Text = Text.str();
    // A scalar without escapes refers to the text of the file.
    if (Text.begin() >= Context.Text.begin() &&
        Text.end() <= Context.Text.end())
      P.Line = 1 + Context.Text.take_front(Text.begin() - Context.Text.begin())
                       .count('\n');
    return ipoint::take(
        OfFiles ? ipoint::Pattern::createForFiles(Text, Context.Folder)
                : ipoint::Pattern::create(Text),
        P.Value, C, "not a pattern: ");
  }
};

template <> struct MappingTraits<ipoint::NoMapping> {
  static void mapping(IO &In, ipoint::NoMapping &) {
    In.setError("a pattern or a list of patterns is wanted here");
  }
};

template <bool OfFiles>
struct PolymorphicTraits<ipoint::WrittenPatterns<OfFiles>> {
  using Value = ipoint::WrittenPatterns<OfFiles>;
  static NodeKind getKind(const Value &) { return NodeKind::Sequence; }
  static auto &getAsScalar(Value &V) { return V.List.emplace_back(); }
  static auto &getAsSequence(Value &V) { return V.List; }
  static ipoint::NoMapping &getAsMap(Value &) {
    static ipoint::NoMapping None;
    return None;
  }
};

template <> struct MappingTraits<ipoint::Rule> {
  static void mapping(IO &In, ipoint::Rule &R) {
    R.Origin = ipoint::contextOf(In.getContext()).originOf(In);
    ipoint::mapPatterns<true>(In, "files", R.Files);
    ipoint::mapPatterns<false>(In, "functions", R.Functions);
    In.mapOptional("instrument", R.Instrument);
    In.mapOptional("level", R.L);
    In.mapOptional("timed", R.C);
    In.mapOptional("store", R.S);
  }
  static std::string validate(IO &, ipoint::Rule &R) {
    if (R.Files.empty() && R.Functions.empty())
      return "a rule without 'files' and 'functions'; for all of them, say "
             "functions: \"*\"";
    if (!R.Instrument && !R.L && !R.C && !R.S)
      return "a rule that sets nothing; there are 'instrument', 'level', "
             "'timed' and 'store'";
    return "";
  }
};

template <> struct MappingTraits<ipoint::MarkRule> {
  static void mapping(IO &In, ipoint::MarkRule &M) {
    M.Origin = ipoint::contextOf(In.getContext()).originOf(In);
    ipoint::mapPatterns<true>(In, "files", M.Files, /*IsRequired=*/true);
    In.mapRequired("line", M.Line);
    In.mapRequired("name", M.Name);
  }
  static std::string validate(IO &, ipoint::MarkRule &M) {
    return M.Files.empty() || M.Line == 0 || M.Name.empty()
               ? "a mark needs 'files', a 'line' from 1 on and a 'name'"
               : "";
  }
};

template <> struct MappingTraits<ipoint::BoundRule> {
  static void mapping(IO &In, ipoint::BoundRule &B) {
    B.Origin = ipoint::contextOf(In.getContext()).originOf(In);
    ipoint::mapPatterns<true>(In, "files", B.Files);
    ipoint::mapPatterns<false>(In, "functions", B.Functions);
    In.mapOptional("loop", B.Loop);
    In.mapOptional("line", B.Line);
    In.mapRequired("bound", B.Bound);
  }
  static std::string validate(IO &, ipoint::BoundRule &B) {
    bool ByLine = B.Line != 0 && B.Loop.empty() && !B.Files.empty();
    bool ByName = B.Line == 0 && !B.Loop.empty() && !B.Functions.empty();
    if (!ByLine && !ByName)
      return "a loop is named by 'functions' and 'loop', or by 'files' and "
             "'line'";
    return B.Bound >> 63 ? "the bound is too large" : "";
  }
};

template <> struct MappingTraits<ipoint::Keywords> {
  static void mapping(IO &In, ipoint::Keywords &Words) {
    using Role = ipoint::KeywordRole;
    for (auto [Key, R] :
         {std::pair("hidden", Role::None), std::pair("memory", Role::Memory),
          std::pair("interrupt", Role::Interrupt),
          std::pair("in-ram", Role::InRam),
          std::pair("uninstrumented", Role::Uninstrumented)}) {
      std::vector<std::string> Entries;
      In.mapOptional(Key, Entries);
      for (const std::string &Entry : Entries)
        if (Error E = Words.add(Entry, R))
          In.setError(toString(std::move(E)));
    }
  }
};

template <> struct MappingTraits<ipoint::Config> {
  static void mapping(IO &In, ipoint::Config &F) {
    ipoint::mapPatterns<false>(In, "interrupts", F.Interrupts);
    In.mapOptional("level", F.L);
    In.mapOptional("timed", F.C);
    In.mapOptional("store", F.S);
    In.mapOptional("paths", F.MostPaths);
    if (F.MostPaths && !ipoint::arePaths(*F.MostPaths))
      In.setError("'paths' is a number from 1 to 65536");
    In.mapOptional("keywords", F.Words);
    std::optional<std::string> Compiler;
    In.mapOptional("compiler", Compiler);
    if (Error E = Compiler ? F.Words.addCompiler(*Compiler) : Error::success())
      In.setError(toString(std::move(E)));
    In.mapOptional("rules", F.Rules);
    In.mapOptional("marks", F.Marks);
    In.mapOptional("loops", F.Bounds);
    In.mapOptional("filter", F.Filter);
    ipoint::database::skipSections(In, {"budgets", "flow"});
  }
};

} // namespace llvm::yaml

namespace ipoint {

template <bool OfFiles>
static void mapPatterns(yaml::IO &In, const char *Key,
                        std::vector<Pattern> &Into, bool IsRequired) {
  WrittenPatterns<OfFiles> Written;
  if (IsRequired)
    In.mapRequired(Key, Written);
  else
    In.mapOptional(Key, Written);
  for (WrittenPattern<OfFiles> &P : Written.List) {
    if (!P.Value) // an error was noted
      continue;
    contextOf(In.getContext())
        .Patterns.push_back(
            {P.Line, Key, P.Text, P.Value->glob().str(), OfFiles});
    Into.push_back(std::move(*P.Value));
  }
}

Expected<Config> Config::read(StringRef Path) {
  auto Text = readInput(Path);
  if (!Text)
    return createStringError(Path + ": " + toString(Text.takeError()));
  SmallString<128> Absolute(Path);
  if (std::error_code Failed = sys::fs::make_absolute(Absolute))
    return createStringError(Failed, Path + ": " + Failed.message());
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  ConfigContext Context{{Path, (*Text)->getBuffer()},
                        sys::path::parent_path(Absolute).str(),
                        {},
                        ""};
  Config Result;
  if (Error E = database::readConfig(Context, Result))
    return E;
  Result.Path = Absolute.str().str();
  Result.Patterns = std::move(Context.Patterns);
  return Result;
}

} // namespace ipoint
