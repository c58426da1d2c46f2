//===- Edits.h - From the plan to changes of the text ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_EDITS_H
#define IPOINT_PROBES_EDITS_H

#include "frontend/Parse.h"
#include "probes/LineMarkers.h"
#include "probes/Plan.h"
#include <array>

namespace ipoint {

/// One change of the text: at Offset, Removed bytes go and Text comes.
struct Edit {
  unsigned Offset = 0;
  unsigned Removed = 0;
  std::string Text;
};

/// Where the counts of the paths that end at an ipoint are.
struct CountPlace {
  std::optional<int64_t> Path, Rounds; ///< none: there are none
};

/// What the text of edits depends on beside a function and its plan.
struct EditContext {
  llvm::StringRef Text;    ///< of the unit
  llvm::StringRef Handler; ///< Source::Handler
  uint32_t FirstId = 0;    ///< id of the unit's first ipoint
  /// Of sums, by ipoint of the unit: added to a path's number, its index in the
  /// count table.
  llvm::ArrayRef<CountPlace> Counts = {};
  /// Which entries of the table say whether calls, by function, and iterations,
  /// by loop of the unit, are timed.
  llvm::ArrayRef<std::optional<uint32_t>> CallStates = {}, IterationStates = {};
  /// Where times in place begin, by function; and the first index with times.
  llvm::ArrayRef<std::optional<uint32_t>> Times = {};
  uint32_t FirstTimed = 0;
  uint32_t EndOfCounts = 0; ///< one past the unit's largest index there
  /// Of preprocessed text; null: nothing stands twice.
  const LineMarkers *Markers = nullptr;
};

/// What is written at the slots of \p Found, in their order. \p Number is that
/// of the function in the unit, from 1, for unique names.
std::vector<Edit> editsOf(const FoundFunction &Found, const FunctionPlan &Plan,
                          unsigned Number, const EditContext &Context);

struct InsertedText {
  std::string Text;
  /// By function: from its first change to its last, in Text.
  std::vector<TextRange> Changed;
};

/// What an object says of the unit that it was compiled from, docs/formats.md.
struct UnitRecord {
  /// Which word has the settings, to which the compiler adds what it alone
  /// knows.
  static constexpr size_t Settings = 3;

  std::array<uint32_t, 10> Words = {};
  bool IsNamed = false; ///< a name holds the words, for linker drivers
  /// The unit's range in the count table; without counts it needs none.
  uint32_t FirstCount = 0, Counts = 0;
  uint32_t TimingStates = 0; ///< of Counts, the last ones
  uint32_t Times = 0;        ///< the same: those that have times in place …
  uint32_t TimedPaths = 0;   ///< … of these paths, the first ones
  /// Ticks that begin bins of each of these, if any does: the least of one, and
  /// the most of the one before.
  std::vector<std::pair<uint32_t, uint32_t>> TimeEdges = {};
};

/// Where a unit that stores sums has its counts.
enum class CountTables {
  None,      ///< nowhere: probes are calls of functions that the user links
  OfThreads, ///< in a table for each thread, of all units
  OfUnit     ///< without an operating system: in a separate array
};

/// Those of the target whose compiler has preprocessed \p Preamble, the text of
/// probe.h. A preamble that includes it is for any target.
CountTables countTablesOf(llvm::StringRef Preamble);

/// Applies \p Edits, by function, to the text of \p S, and puts \p Preamble
/// (what declares the probes) in front and \p Record behind. Lines keep their
/// numbers.
InsertedText insertEdits(const Source &S,
                         llvm::ArrayRef<std::vector<Edit>> Edits,
                         llvm::StringRef Preamble, const UnitRecord &Record);

} // namespace ipoint

#endif // IPOINT_PROBES_EDITS_H
