//===- Content.h - What the file of a profile holds, as it is read --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To add ten thousand profiles, figures remain bytes, which are checked where
// they are read and understood where they are added, and functions whose names
// and blocks are known are not read again: their rows go by a hash of what they
// are (Sum.h).
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

/// Figures of functions, as a file has them.
struct PackedFigures {
  std::string Bytes;
  std::vector<uint64_t> Ids; ///< of functions, but for the program
  analysis::Wide Most = 0;   ///< no number is more, without its sign

  /// \returns false where they are not as a profile has them.
  bool read(std::string From);
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

/// The facts of \p R, where the first run has the facts \p First.
llvm::json::Object factsOf(const llvm::json::Object &First, const RunRow &R);

struct Content {
  /// All but runs, functions, figures, call paths and parts.
  Profile Rest;
  std::map<std::string, RunRow> Runs;
  llvm::json::Object Facts; ///< of the first of them
  std::map<std::string, std::vector<trace::UnitRecord>> UnitLists; ///< by text
  std::vector<trace::Damage> Damages;
  PackedFigures Counted;
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
