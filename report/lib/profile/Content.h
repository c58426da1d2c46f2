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

#include "Profile.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>

namespace ipoint::profile {

/// A function's row: a hash of its file, name and text. Not 0, and below 2^63.
uint64_t idOf(const FunctionName &Name);

/// The same of a build with the unit records \p Units, as a profile has them.
uint64_t idOfBuild(llvm::StringRef Units);

/// Texts at fixed places. LLVM's allocator is not used: where this is compiled
/// for AddressSanitizer, LLVM would take memory from it that stays poisoned.
using KeptTexts = std::vector<std::unique_ptr<char[]>>;

/// Figures of functions, one after the other, in arrays.
struct FlatFigures {
  struct Kind {
    llvm::StringRef Name;
    uint64_t Slot = 0;
    uint32_t First = 0, Count = 0; ///< of Numbers
  };
  struct Function {
    uint64_t Id = 0;               ///< OfProgram: the program's
    uint32_t First = 0, Count = 0; ///< of Kinds, which ascend
  };
  std::vector<Function> Functions;
  std::vector<Kind> Kinds;
  Values Numbers;
  analysis::Wide Most = 0; ///< the largest of them, without signs

  llvm::ArrayRef<Kind> kindsOf(const Function &F) const {
    return llvm::ArrayRef(Kinds).slice(F.First, F.Count);
  }
  llvm::ArrayRef<Values::value_type> numbersOf(const Kind &K) const {
    return llvm::ArrayRef(Numbers).slice(K.First, K.Count);
  }
  /// Adds the figures that \p Text has, as the function \p Id's; names of kinds
  /// are kept in \p Where. \returns false where it is not as a profile has it.
  bool add(uint64_t Id, llvm::StringRef Text, KeptTexts &Where);
  /// The same of figures that are no text.
  void add(uint64_t Id, const Figures &All);
};

/// A checksum of what is taken from a profile's file as it is.
class Checksum {
public:
  void add(uint64_t Row, llvm::StringRef Text);
  std::string text() const;

private:
  uint64_t Value = 0;
};

/// Those of one function, as a JSON object: {"visits":{"0":17}}.
std::string toText(const Figures &All);

struct Content {
  /// All but functions, figures, call paths, parts and the texts of runs.
  Profile Rest;
  std::map<std::string, std::string> RunTexts; ///< facts, by run
  std::vector<trace::Damage> Damages;
  KeptTexts Texts; ///< that Counted points into
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
};

/// Reads the profile \p Path but for what is known of the functions \p Known,
/// which has builds, too: lines are of a build.
/// \p IsWhole: each page is checked. Errors as of read().
llvm::Expected<Content> readContent(llvm::StringRef Path,
                                    const llvm::DenseSet<uint64_t> &Known,
                                    bool IsWhole);

} // namespace ipoint::profile

#endif // IPOINT_PROFILE_CONTENT_H
