//===- Units.h - Compiled units, and whether traces have them -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROGRAM_UNITS_H
#define IPOINT_PROGRAM_UNITS_H

#include "database/Program.h"
#include "trace/Trace.h"
#include <cstdint>
#include <string>

namespace ipoint::analysis {

/// How units of the traced programs were compiled and instrumented.
struct BuildModel {
  std::string Compiler, Flags, Level, Timed;
  uint64_t Units = 0;
};

/// Units of the database that are not part of the traced programs.
struct StoredUnits {
  uint64_t Units = 0, Functions = 0;
};

/// The functions that the database holds: those of the report and the others.
struct DatabaseFunctions {
  uint64_t All = 0;
  StoredUnits OtherPrograms; ///< units whose source is in no traced program
  /// Older versions of measured units, or those compiled in another way.
  StoredUnits OtherBuilds;
  /// One function of a header in several units: each but the first.
  uint64_t Copies = 0;
};

/// An object of a traced program that was made from an older text than the one
/// that was compiled last.
struct OlderObject {
  std::string Unit; ///< path of its source
  std::string File; ///< path of the file that has changed since
};

/// Checks each unit record of \p Traces against \p P. Returns for each unit of
/// \p P whether it is part of a traced program; units without ipoints, which
/// leave no record, are.
///
/// Errors name the trace or the source file, and the mend: the trace is of
/// another database; a unit was compiled again under the same ids; the database
/// does not know a unit; the ids of two units collide.
llvm::Expected<std::vector<bool>>
checkUnits(llvm::ArrayRef<trace::Trace> Traces, const database::Program &P);

/// Holds the texts that the \p Chosen units of \p P were compiled from against
/// each other and against what was compiled later.
///
/// Errors: one function was compiled from two texts, and would be one to the
/// report.
llvm::Expected<std::vector<OlderObject>>
checkAges(const database::Program &P, const std::vector<bool> &Chosen);

/// Where the functions of \p P are, of which the report on the \p Chosen units
/// has \p Reported.
DatabaseFunctions countFunctions(const database::Program &P,
                                 const std::vector<bool> &Chosen,
                                 uint64_t Reported);

/// Lines for the patterns, in config files of the \p Chosen units of \p P, that
/// match no function that was ever compiled into the database.
std::vector<std::string> unmatchedPatterns(const database::Program &P,
                                           const std::vector<bool> &Chosen);

/// How the \p Chosen units of \p P that have ipoints were made, each way once.
std::vector<BuildModel> buildsOf(const database::Program &P,
                                 const std::vector<bool> &Chosen);

} // namespace ipoint::analysis

#endif // IPOINT_PROGRAM_UNITS_H
