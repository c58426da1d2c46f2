//===- Selection.h - Which functions are instrumented, and how ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a config file and options say about files and functions
// (docs/configuration.md), as values. Rules are tried from the first to the
// last; for each setting the last rule that matches and gives it wins.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_SELECTION_H
#define IPOINT_PROBES_SELECTION_H

#include "probes/Sites.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>

namespace ipoint {

/// What a user chooses.
struct Choice {
  database::Level L = database::Level::Blocks;
  database::TimedIpoints C = database::TimedIpoints::Blocks;
  database::Store S = database::Store::Paths;
  /// With C = Auto: calls that last are timed by themselves.
  bool TimesCalls = true;
  bool operator==(const Choice &) const = default;
};

/// A pattern in which `*` stands for any text, `/` included, `?` for one
/// character, `[a-z]` for one of several and `{a,b}` for one of several texts.
class Pattern {
public:
  /// Errors: \p Text is no pattern; the message does not name it.
  static llvm::Expected<Pattern> create(llvm::StringRef Text);
  /// Of paths: a pattern that begins with neither `/` nor `*` starts at \p
  /// Folder, which is absolute.
  static llvm::Expected<Pattern> createForFiles(llvm::StringRef Text,
                                                llvm::StringRef Folder);

  bool match(llvm::StringRef Text) const;
  /// What names are held against.
  llvm::StringRef glob() const;

private:
  Pattern() = default;

  struct State;
  std::shared_ptr<const State> S; ///< never null; does not change
};

struct Rule {
  std::vector<Pattern> Files;     ///< absolute paths; empty: all
  std::vector<Pattern> Functions; ///< names; empty: all
  std::optional<bool> Instrument;
  std::optional<database::Level> L;
  std::optional<database::TimedIpoints> C;
  std::optional<database::Store> S;
  /// Where it stands: "excluded by ORIGIN".
  std::string Origin;

  bool matches(llvm::StringRef Function, llvm::StringRef File) const;
};

/// A mark in front of the statement that begins in a line.
struct MarkRule {
  std::vector<Pattern> Files; ///< at least one
  unsigned Line = 0;
  std::string Name;
  std::string Origin;

  /// Whether the line lies in \p F.
  bool matches(const FoundFunction &F) const;
};

/// The bound of a loop, which is named by its line or by its stable name.
struct BoundRule {
  std::vector<Pattern> Files;
  std::vector<Pattern> Functions;
  std::string Loop;  ///< empty: see Line
  unsigned Line = 0; ///< 0: see Loop
  uint64_t Bound = 0;
  std::string Origin;

  bool matches(const FoundFunction &F) const;
};

/// The settings of one function.
struct Selected {
  Choice Chosen;
  std::optional<std::string> Excluded; ///< why it is not instrumented, if so
};

struct Selection {
  Selection() = default;
  Selection(Choice Default) : Default(Default) {}

  Choice Default; ///< where no rule says otherwise
  /// The exit probe comes before a call in tail position, which thereby stays a
  /// tail call; the callee is then no part of its caller's inclusive time.
  bool TailCalls = false;
  /// Why no function can store sums, if so.
  std::optional<std::string> WithoutSums;
  /// Times are added up where they arise, as counts are.
  bool TimesInPlace = false;
  /// How many paths that are counted may begin at one ipoint, about: where
  /// there would be more, some of them end earlier. 256 take kilobytes, and a
  /// path of a few hundred is seldom long.
  uint32_t MostPaths = UsualPaths;
  static constexpr uint32_t UsualPaths = 256, PathsLimit = 65536;
  std::vector<Rule> Rules;
  std::vector<MarkRule> Marks;
  std::vector<BoundRule> Bounds;
  std::vector<Pattern> Interrupts; ///< functions that are interrupt handlers
  /// What a profile says of functions, by file and name: where Auto is chosen,
  /// calls are timed unless this is None; without windows, this in its place.
  std::map<std::pair<std::string, std::string>, database::TimedIpoints>
      WorthTiming;

  bool isInterrupt(const FoundFunction &F) const;
  Selected of(const FoundFunction &F) const;
  std::vector<RequestedMark> marksOf(const FoundFunction &F) const;
};

/// Takes the sites of what \p Chosen excludes, and gives loops the bounds that
/// it has for them.
void applyChoices(FoundUnit &Found, const Selection &Chosen);

/// What \p Chosen changes in \p Found beside the level and timed ipoints of the
/// unit: equal texts with equal choices give the same ipoints. Empty if
/// nothing.
std::string describeChoices(const FoundUnit &Found, const Selection &Chosen);

} // namespace ipoint

#endif // IPOINT_PROBES_SELECTION_H
