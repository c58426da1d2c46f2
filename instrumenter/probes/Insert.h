//===- Insert.h - From edits to instrumented text -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROBES_INSERT_H
#define IPOINT_PROBES_INSERT_H

#include "frontend/Parse.h"
#include "probes/Edits.h"
#include <array>

namespace ipoint {

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

#endif // IPOINT_PROBES_INSERT_H
