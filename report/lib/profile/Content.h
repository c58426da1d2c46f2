//===- Content.h - What the file of a profile holds, as it is read --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To add ten thousand profiles, each is read into a few arrays, and functions
// whose names and blocks are known are not read again: their rows go by a hash
// of what they are (Sum.h).
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROFILE_CONTENT_H
#define IPOINT_PROFILE_CONTENT_H

#include "Labels.h"
#include "Profile.h"
#include "database/Packed.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/JSON.h"

namespace ipoint::profile {

/// A function's row: a hash of its file, name and text. Not 0, and below 2^63.
uint64_t idOf(const FunctionName &Name);

/// The same of a build with the unit records \p Units, as a profile has them.
uint64_t idOfBuild(llvm::StringRef Units);

/// Figures of functions, one after the other, in arrays.
struct FlatFigures {
  std::vector<std::string> Names; ///< of kinds, ascending
  std::vector<database::FiguresReader::Function> Functions;
  std::vector<database::FiguresReader::Kind> Kinds;
  std::vector<uint64_t> Ids; ///< of functions, but for the program
  std::vector<uint64_t> Keys;
  std::vector<analysis::SignedWide> Numbers; ///< by Keys
  analysis::Wide Most = 0; ///< none of them is more, without signs

  /// Takes them from \p Bytes. \returns false where they are not as a profile
  /// has them.
  bool read(llvm::StringRef Bytes);
};

/// Gives them in their order.
class FlatReader {
public:
  explicit FlatReader(const FlatFigures &Of) : Of(Of) {}

  database::FiguresReader::Function function() {
    return Of.Functions[NextFunction++];
  }
  database::FiguresReader::Kind kind() {
    First = Next;
    Next += Of.Kinds[NextKind].Numbers;
    return Of.Kinds[NextKind++];
  }
  /// Gives the numbers of the last kind() to \p Take(Key, Value).
  template <class Function> void numbers(Function Take) const {
    const uint64_t *Key = Of.Keys.data();
    const analysis::SignedWide *Number = Of.Numbers.data();
    for (size_t I = First; I != Next; ++I)
      Take(Key[I], Number[I]);
  }

private:
  const FlatFigures &Of;
  size_t NextFunction = 0, NextKind = 0, First = 0, Next = 0;
};

/// Those of functions by their ids, the program's first, in bytes.
using FiguresById = std::multimap<uint64_t, const Figures *>;
std::string packed(const FiguresById &All);

/// A checksum of what is taken from a profile's file as it is.
class Checksum {
public:
  void add(uint64_t Row, llvm::StringRef Text);
  std::string text() const;

private:
  uint64_t Value = 0;
};

/// A run, its facts but for those that all have.
struct RunRow {
  std::string Path;
  Labels Called;
  const std::string *Units = nullptr; ///< of a map of lists
  std::string Changes;                ///< of the facts of the first run
};

struct Content {
  /// All but runs, functions, figures, call paths and parts.
  Profile Rest;
  std::map<std::string, RunRow> Runs;
  llvm::json::Object Facts; ///< of the first of them
  std::map<std::string, std::vector<trace::UnitRecord>> UnitLists; ///< by text
  std::vector<trace::Damage> Damages;
  FlatFigures Counted;
  std::map<uint64_t, std::pair<FunctionName, Function>> New; ///< not known yet
  struct Note {
    uint64_t Id;
    FigureKey Key;
    std::string Text;
  };
  std::vector<Note> Notes;
  struct Path {
    std::optional<size_t> Parent;
    uint64_t Id = 0; ///< 0: paths beyond the limit
    analysis::CallPaths::Node Spent;
  };
  std::vector<Path> Paths; ///< a path comes behind its parent
  std::map<std::string, std::map<uint64_t, FunctionPart>> Parts;

  llvm::json::Object factsOf(const RunRow &R) const;
  /// Adds the run \p R, which has a path, with \p Units of UnitLists.
  /// \returns false where its facts are not as a profile has them.
  bool addRun(const std::string &Id, Run R, const std::string *Units,
              std::string Changes);
  void addRuns(std::map<std::string, Run> All);
};

/// Reads the profile \p Path but for what is known of the functions \p Known,
/// which has builds, too: lines are of a build.
/// \p IsWhole: each page is checked. Errors as of read().
llvm::Expected<Content> readContent(llvm::StringRef Path,
                                    const llvm::DenseSet<uint64_t> &Known,
                                    bool IsWhole);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_CONTENT_H
