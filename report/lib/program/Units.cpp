//===- Units.cpp - Whether traces and database belong together ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Units.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/GlobPattern.h"
#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

using namespace llvm;

namespace ipoint::analysis {

/// As many alternatives in braces as a config file may have.
static constexpr size_t MaxAlternatives = 1024;

/// Ranges that overlap would give one id two meanings. Units of the database
/// are in the order of their first ids.
static Error checkRanges(const database::Program &P) {
  const database::Unit *Before = nullptr;
  for (const database::Unit &U : P.Units) {
    if (U.count() == 0)
      continue;
    if (U.First < database::FirstProgramId)
      return errorAt(P.Path, U.Path + " has ids of the runtime; delete the "
                                      "database and build again");
    if (Before && Before->First + Before->count() > U.First)
      return errorAt(P.Path, "the ids of " + Before->Path + " and " + U.Path +
                                 " collide; delete the database and build "
                                 "again");
    Before = &U;
  }
  return Error::success();
}

/// Which unit of \p P the record \p R of the trace \p Path is of.
static Expected<size_t>
findUnit(const trace::UnitRecord &R, StringRef Path, const database::Program &P,
         const std::unordered_map<uint32_t, size_t> &ByFirst) {
  if (R.format() != 1)
    return errorAt(Path, "unit record of format " + Twine(R.format()) +
                             "; build again with this version of ipoint");
  if (R.identity() != P.Id.Words)
    return errorAt(Path, "recorded with another database than " + P.Path +
                             "; name the one of its build with --db");
  auto It = ByFirst.find(R.first());
  const database::Unit *U =
      It == ByFirst.end() ? nullptr : &P.Units[It->second];
  bool IsSameText = U && R.textHash() == U->TextHash;
  if (IsSameText && R.count() == U->count() && R.settings() == U->settings())
    return It->second;
  if (IsSameText)
    return errorAt(Path, "unit " + U->Path +
                             " was recompiled since this was recorded; "
                             "record the trace again");
  // Its ids may be another unit's by now.
  auto Collected = find_if(P.Collected, [&](const database::CollectedUnit &C) {
    return C.First == R.first() && C.Count == R.count() &&
           C.TextHash == R.textHash();
  });
  std::string Name = Collected == P.Collected.end()
                         ? "with ids from " + std::to_string(R.first())
                         : Collected->Path;
  return errorAt(Path, "unit " + Name +
                           " of this program is no longer in the database " +
                           P.Path +
                           ": build the program again and record the trace "
                           "again");
}

Expected<std::vector<bool>> checkUnits(ArrayRef<trace::Trace> Traces,
                                       const database::Program &P) {
  if (Error E = checkRanges(P))
    return E;
  std::unordered_map<uint32_t, size_t> ByFirst;
  StringSet<> Measured;
  std::vector<bool> Chosen(P.Units.size());
  for (auto [Index, U] : enumerate(P.Units))
    if (U.count() != 0)
      ByFirst[U.First] = Index;
  for (const trace::Trace &T : Traces) {
    for (const trace::UnitRecord &R : T.Meta.Units) {
      Expected<size_t> Unit = findUnit(R, T.Path, P, ByFirst);
      if (!Unit)
        return Unit.takeError();
      Chosen[*Unit] = true;
      Measured.insert(P.Units[*Unit].Path);
    }
  }
  // A unit without ipoints says nothing when it is loaded. It is taken as part
  // of the program, unless a later version of the same file is.
  for (auto [Index, U] : enumerate(P.Units))
    if (U.count() == 0 && !Measured.contains(U.Path))
      Chosen[Index] = true;
  return Chosen;
}

/// The lines \p First to \p Last of \p Text.
static StringRef linesOf(StringRef Text, unsigned First, unsigned Last) {
  StringRef Rest = Text;
  for (unsigned Line = 1; Line < First; ++Line)
    Rest = Rest.split('\n').second;
  StringRef Behind = Rest;
  for (unsigned Line = First; Line <= Last; ++Line)
    Behind = Behind.split('\n').second;
  return Rest.drop_back(Behind.size());
}

/// The paths of files of which the \p Chosen units have several texts.
static StringSet<> filesOfSeveralTexts(const database::Program &P,
                                       const std::vector<bool> &Chosen) {
  StringMap<StringRef> TextOf;
  StringSet<> Result;
  for (auto [U, Take] : zip_equal(P.Units, Chosen))
    if (Take)
      for (const database::SourceFile &F : U.Files)
        if (!F.Text.empty() &&
            TextOf.try_emplace(F.Path, F.Text).first->second != F.Text)
          Result.insert(F.Path);
  return Result;
}

/// What the report takes for one function has to be one.
static Error checkSharedFunctions(const database::Program &P,
                                  const std::vector<bool> &Chosen) {
  StringSet<> Changed = filesOfSeveralTexts(P, Chosen);
  if (Changed.empty())
    return Error::success();
  struct Seen {
    StringRef Text, Unit;
  };
  StringMap<Seen> Functions;
  for (auto [U, Take] : zip_equal(P.Units, Chosen)) {
    if (!Take)
      continue;
    for (const database::Function &F : U.Functions) {
      const database::SourceFile &File = U.Files[F.File];
      if (F.Skipped || File.Text.empty() || !Changed.contains(File.Path))
        continue;
      std::string Place = File.Path + ":" + std::to_string(F.Line);
      StringRef Text = linesOf(File.Text, F.Line, F.EndLine);
      const Seen &Before =
          Functions.try_emplace(Place + ":" + F.Name, Seen{Text, U.Path})
              .first->second;
      if (Before.Text != Text)
        return errorAt(Place, "objects of different age: '" + F.Name +
                                  "' is not the same in " + Before.Unit +
                                  " and in " + U.Path +
                                  "; build again and record the trace again");
    }
  }
  return Error::success();
}

Expected<std::vector<OlderObject>> checkAges(const database::Program &P,
                                             const std::vector<bool> &Chosen) {
  if (Error E = checkSharedFunctions(P, Chosen))
    return E;
  struct Text {
    int64_t Stored;
    StringRef Bytes;
  };
  StringMap<Text> Newest;
  for (const database::Unit &U : P.Units)
    for (const database::SourceFile &F : U.Files) {
      Text &T =
          Newest.try_emplace(F.Path, Text{U.Stored, F.Text}).first->second;
      if (T.Stored < U.Stored)
        T = {U.Stored, F.Text};
    }
  std::vector<OlderObject> Result;
  for (auto [U, Take] : zip_equal(P.Units, Chosen))
    if (Take && U.count() != 0)
      for (const database::SourceFile &F : U.Files)
        if (StringRef New = Newest[F.Path].Bytes;
            New != F.Text && !New.empty() && !F.Text.empty())
          Result.push_back({U.Path, F.Path});
  return Result;
}

DatabaseFunctions countFunctions(const database::Program &P,
                                 const std::vector<bool> &Chosen,
                                 uint64_t Reported) {
  StringSet<> Measured;
  for (auto [U, Take] : zip_equal(P.Units, Chosen))
    if (Take)
      Measured.insert(U.Path);
  DatabaseFunctions Result;
  uint64_t Others = 0;
  for (auto [U, Take] : zip_equal(P.Units, Chosen)) {
    Result.All += U.Functions.size();
    if (Take)
      continue;
    StoredUnits &S =
        Measured.contains(U.Path) ? Result.OtherBuilds : Result.OtherPrograms;
    ++S.Units;
    S.Functions += U.Functions.size();
    Others += U.Functions.size();
  }
  Result.Copies = Result.All - Others - Reported;
  return Result;
}

static bool matchesNothing(const database::ConfigPattern &Pattern,
                           const database::Program &P) {
  Expected<GlobPattern> Glob =
      GlobPattern::create(Pattern.Glob, MaxAlternatives);
  if (!Glob) {
    consumeError(Glob.takeError());
    return false;
  }
  return none_of(P.Units, [&](const database::Unit &U) {
    return any_of(U.Functions, [&](const database::Function &F) {
      return Glob->match(Pattern.OfFiles ? U.Files[F.File].Path : F.Name);
    });
  });
}

std::vector<std::string> unmatchedPatterns(const database::Program &P,
                                           const std::vector<bool> &Chosen) {
  StringSet<> Used;
  for (auto [U, Take] : zip_equal(P.Units, Chosen))
    if (Take && U.Config)
      Used.insert(*U.Config);
  std::vector<std::string> Result;
  for (const auto &[Config, Patterns] : P.Patterns)
    for (const database::ConfigPattern &Pattern : Patterns)
      if (Used.contains(Config) && matchesNothing(Pattern, P))
        Result.push_back(
            Config + (Pattern.Line ? ":" + std::to_string(Pattern.Line) : "") +
            ": " + Pattern.Section + ": '" + Pattern.Written + "' matches no " +
            (Pattern.OfFiles ? "file with a function" : "function") +
            " of the build");
  return Result;
}

std::vector<BuildModel> buildsOf(const database::Program &P,
                                 const std::vector<bool> &Chosen) {
  using Key = std::tuple<std::string, std::string, database::Level,
                         database::TimedIpoints>;
  std::map<Key, uint64_t> Units;
  for (auto [U, Take] : zip_equal(P.Units, Chosen))
    if (Take && U.count() != 0)
      ++Units[{U.Compiler, U.Flags, U.L, U.C}];
  std::vector<BuildModel> Result;
  for (const auto &[How, Count] : Units) {
    const auto &[Compiler, Flags, L, C] = How;
    Result.push_back({Compiler, Flags, database::nameOf(L).str(),
                      database::nameOf(C).str(), Count});
  }
  std::ranges::stable_sort(Result, std::ranges::greater{}, &BuildModel::Units);
  return Result;
}

} // namespace ipoint::analysis
