//===- Program.h - What the ipoint database holds, as values --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instrumenter fills a Unit and writes it; the report reads a Program,
// which is all units. Inside a Unit everything refers to everything by index,
// so that a Unit can be planned before it has its ids: the id of ipoint I is
// Unit::First + I.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_PROGRAM_H
#define IPOINT_DATABASE_PROGRAM_H

#include "database/Words.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ipoint::database {

/// The first id that the runtime does not keep for itself.
constexpr uint32_t FirstProgramId = 256;
/// One past the largest id: a record has 23 bits for it.
constexpr uint32_t EndOfIds = 1u << 23;
/// One past the largest number of a path: a record has 40 bits for it.
constexpr uint64_t EndOfPaths = uint64_t(1) << 40;
/// One past the largest index in the count table of a program.
constexpr uint32_t EndOfCounts = 1u << 28;

/// Random number that identifies a database; drawn when it is made.
struct Identity {
  std::array<uint32_t, 4> Words = {};

  /// 32 lower-case hexadecimal digits, word 0 first.
  std::string hex() const;
  static std::optional<Identity> fromHex(llvm::StringRef Text);
  bool operator==(const Identity &) const = default;
};

/// A source file as it was when a unit that uses it was instrumented.
struct SourceFile {
  std::string Path; ///< absolute
  std::string Text; ///< whole text; empty where it could not be read
};

struct Ipoint {
  Kind K = Kind::Entry;
  std::string Name;    ///< stable name: place in the function's structure, e.g.
                       ///< "while.1/body"
  bool Timed = true;   ///< its record reads the counter
  unsigned Line = 0;   ///< in the function's file
  unsigned Column = 0; ///< 0: not known
  unsigned EndLine =
      0; ///< last line of the statement that it begins; 0: not known
  uint32_t Function = 0;  ///< index in Unit::Functions
  bool FromMacro = false; ///< a macro makes the code: the place is its call's
  Encoding E = Encoding::Record; ///< Record in functions with block records
  /// The number of the first path that begins here; none where none begins.
  /// It distinguishes equal numbers of paths of one function.
  std::optional<uint64_t> PathBase = std::nullopt;
  /// Where paths that end here, or the ipoint alone, have counts: added to a
  /// path's number, or to 0, its index in the unit's range of the count table.
  std::optional<int64_t> CountAt = std::nullopt;
  /// The same of the visits of one that counts in a loop.
  std::optional<int64_t> RoundsAt = std::nullopt;
};

/// Two ipoints of one function that can follow each other in a call.
struct Transition {
  uint32_t Source = 0, Target = 0; ///< indices in Unit::Ipoints
  /// What it adds to the number of a path: 0 unless its target has no other
  /// source.
  uint32_t Increment = 0;
  /// It leads round a counted loop, and no path goes on with it.
  bool IsRound = false;

  auto operator<=>(const Transition &) const = default;
};

/// What an ipoint of kind Mark has besides. One that is timed and has a value
/// makes two records, the value's first.
struct Mark {
  uint32_t Ipoint = 0; ///< index in Unit::Ipoints
  std::string Name;    ///< the user's
  MarkValue Value = MarkValue::None;
};

/// Where the text of an ipoint is that its function has from another file than
/// its own. The ipoint's line is then that of the directive.
struct IncludedText {
  uint32_t Ipoint = 0; ///< index in Unit::Ipoints
  uint32_t File = 0;   ///< index in Unit::Files
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: not known
};

struct Function {
  std::string Name;
  uint32_t File = 0; ///< index in Unit::Files
  unsigned Line = 0;
  unsigned Column = 0;
  unsigned EndLine = 0;
  std::optional<std::string>
      Skipped; ///< why it is not instrumented; it then has no ipoints
  Level L = Level::Blocks;               ///< which ipoints of it there are
  TimedIpoints C = TimedIpoints::Blocks; ///< which of them read the counter
  bool IsInterrupt = false; ///< an interrupt handler: nothing in C calls it
  Store S = Store::Blocks;  ///< what its ipoints store
  /// Why it has block records where path records were chosen.
  std::optional<std::string> StoreReason = std::nullopt;
  /// Numbers of its paths are less; what a number has beyond, in multiples of
  /// it, is the count of a loop. A power of two; 0: no loop is counted.
  uint64_t Stride = 0;
  /// As what pointers to it are called: the same in each unit. Empty: not
  /// known.
  std::string Type = {};
};

/// A call in the block of an ipoint.
struct Call {
  uint32_t Ipoint = 0;   ///< index in Unit::Ipoints
  std::string Callee;    ///< empty: through a pointer
  std::string Type = {}; ///< then of the callee, as Function::Type
  CallTimes Times = CallTimes::Once;
};

/// A loop of a function that was instrumented.
struct Loop {
  uint32_t Function = 0; ///< index in Unit::Functions
  std::string Name;      ///< stable name, e.g. "for.1"
  unsigned Line = 0;
  unsigned EndLine = 0;
  /// Indices in Unit::Ipoints; none where the level has none. A loop whose
  /// condition stands behind its body, or that has none, has no head.
  std::optional<uint32_t> Head, Body;
  /// How often the body runs at most each time that the loop is entered, as
  /// BoundFrom says.
  std::optional<uint64_t> Bound;
  std::string BoundFrom;
  /// The same as it follows from the source, whatever is declared.
  std::optional<uint64_t> Derived = std::nullopt;
};

/// What IPOINT_BUDGET says about a function.
struct Budget {
  uint32_t Function = 0; ///< index in Unit::Functions
  /// The block that it stands in, index in Unit::Ipoints; none where there is
  /// none, or more than one at its function's level.
  std::optional<uint32_t> Ipoint;
  unsigned Line = 0; ///< in the function's file
  std::string Text;  ///< as it is written, such as "inclusive <= 20 us"
};

/// A place that got no probe in a function that was instrumented.
struct Skip {
  std::optional<uint32_t> Function; ///< index in Unit::Functions
  uint32_t File = 0;                ///< index in Unit::Files
  unsigned Line = 0;
  std::string Reason;
};

/// A pattern of a config file, which may match no function of a program.
struct ConfigPattern {
  unsigned Line = 0;    ///< in the config file; 0: not known
  std::string Section;  ///< e.g. "interrupts"
  std::string Written;  ///< as it stands there
  std::string Glob;     ///< what names are held against
  bool OfFiles = false; ///< of absolute paths, not of functions' names
  bool operator==(const ConfigPattern &) const = default;
};

/// One compiled translation unit.
struct Unit {
  std::string Path;        ///< absolute path of the main source file
  uint64_t TextHash = 0;   ///< of the text that was instrumented, and of the
                           ///< choices made for its functions
  Level L = Level::Blocks; ///< of functions for which nothing else was chosen
  TimedIpoints C = TimedIpoints::Blocks; ///< the same
  Store S = Store::Blocks;               ///< the same
  uint32_t First = 0;                    ///< first id; given by the database
  uint32_t FirstCount = 0; ///< in the count table; given by the database
  uint32_t Counts = 0;     ///< entries that it has there (database/Counts.h)
  int64_t Stored = 0; ///< larger than that of units that were stored before
  std::string Compiler;
  std::string Flags;
  std::optional<std::string>
      NotParsed; ///< why the whole unit was compiled as it was
  /// Absolute path of the file that comes to hold the unit: an object, a
  /// program or instrumented text; empty if that is not known. What held
  /// another version of the unit before holds this one now. Not read back.
  std::string Product = {};
  std::optional<std::string> Config; ///< absolute path of the config file
  /// What that file has, when this is stored. Not read back.
  std::vector<ConfigPattern> Patterns = {};

  std::vector<SourceFile> Files;
  std::vector<Function> Functions;
  std::vector<Ipoint> Ipoints;
  std::vector<Transition> Transitions;
  std::vector<Call> Calls;
  std::vector<Mark> Marks;            ///< by ipoint
  std::vector<IncludedText> Included; ///< by ipoint
  std::vector<Loop> Loops;
  std::vector<Budget> Budgets;
  std::vector<Skip> Skips;

  uint32_t count() const { return static_cast<uint32_t>(Ipoints.size()); }
  /// Word 3 of the unit record.
  uint32_t settings() const {
    return static_cast<uint32_t>(L) | static_cast<uint32_t>(C) << 8 |
           static_cast<uint32_t>(S) << 12;
  }
};

/// A version of a unit that was compiled again since, and that the database
/// has let go; its ids may be another's now.
struct CollectedUnit {
  std::string Path;
  uint64_t TextHash = 0;
  uint32_t First = 0;
  uint32_t Count = 0;
};

/// A whole database.
struct Program {
  Identity Id;
  std::string Path;    ///< of the database file
  int64_t Created = 0; ///< when it was made, ns since the epoch; 0: not known
  std::vector<Unit> Units;
  std::vector<CollectedUnit> Collected;
  /// By config file, as it was when a unit was stored last.
  std::map<std::string, std::vector<ConfigPattern>> Patterns;
};

} // namespace ipoint::database

#endif // IPOINT_DATABASE_PROGRAM_H
