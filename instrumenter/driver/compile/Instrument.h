//===- Instrument.h - One unit through the chain --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler names the line of what it refuses by the line markers, where
// several functions can lie in one line. Without the markers its lines are
// those of the instrumented text itself, and each error belongs to one
// function.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_COMPILE_INSTRUMENT_H
#define IPOINT_DRIVER_COMPILE_INSTRUMENT_H

#include "database/Database.h"
#include "database/FilterSection.h"
#include "database/Program.h"
#include "frontend/Parse.h"
#include "probes/Plan.h"

namespace ipoint {

/// Adds to \p Unit the rows of all that was found and planned: functions,
/// ipoints and what refers to them. The source files get their paths only.
void addRows(const FoundUnit &Found, const UnitPlan &Plan,
             const Selection &Chosen, database::Unit &Unit);

/// What the chain is to do with a unit.
struct InstrumentOptions {
  Selection Chosen;
  database::FilterSection Filter; ///< thresholds of reports
  std::string Preamble;     ///< text that declares the probes
  bool NamesRecord = false; ///< the unit record's name holds its words
  /// For the database: compiler, flags, product, config file and its patterns.
  database::Unit Unit;
};

struct Instrumented {
  std::string Text;
  database::Unit Unit; ///< as it is to be stored
  /// By function of the unit: where in Text it was changed.
  std::vector<TextRange> Changed;
  bool IsRuntime = false; ///< as is right for it, there are no probes
};

/// One unit on its way through the chain. It is parsed once; a compiler that
/// refuses what came out can have it again without the functions that it did
/// not like.
class UnitInstrumenter {
public:
  /// Parses \p S, which must outlive this, as must \p Database.
  UnitInstrumenter(const Source &S, InstrumentOptions Options,
                   database::DatabaseOnDemand &Database);

  /// Instruments what is to be, with ids that the database has reserved. A
  /// unit that Clang cannot parse at all comes back as such, its text
  /// unchanged. Errors: the database cannot be used.
  llvm::Expected<Instrumented> instrument();

  /// Stores \p Unit, which instrument() gave, in the database.
  llvm::Error store(database::Unit &Unit);

  /// What instrument() has planned.
  const UnitPlan &plan() const { return Plan; }

  /// Instruments \p Function, an index in the unit's functions, no more.
  void doNotInstrument(uint32_t Function, llvm::StringRef Reason);
  /// Instruments nothing of the unit any more.
  void instrumentNothing(llvm::StringRef Reason);

private:
  database::Unit describe() const;

  const Source &S;
  InstrumentOptions Options;
  database::DatabaseOnDemand &Database;
  FoundUnit Found;
  UnitPlan Plan;
  uint64_t TextHash = 0; ///< database::Unit::TextHash
};

/// \p Text with its line markers blanked; all other lines keep their places.
std::string withoutLineMarkers(llvm::StringRef Text);

struct Refusal {
  uint32_t Function = 0; ///< index in the unit's functions
  std::string Message;   ///< the compiler's
};

/// The functions of \p Result in which a compiler found errors, in the order of
/// its \p Messages about the text without line markers, which it read as \p
/// File; each function once.
std::vector<Refusal> refusalsIn(llvm::StringRef Messages, llvm::StringRef File,
                                const Instrumented &Result);

/// The first error among a compiler's messages, without its place.
llvm::StringRef firstError(llvm::StringRef Messages);

} // namespace ipoint

#endif // IPOINT_DRIVER_COMPILE_INSTRUMENT_H
