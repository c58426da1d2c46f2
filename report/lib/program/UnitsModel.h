//===- UnitsModel.h - What a report says of compiled units, as values -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROGRAM_UNITSMODEL_H
#define IPOINT_PROGRAM_UNITSMODEL_H

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

} // namespace ipoint::analysis

#endif // IPOINT_PROGRAM_UNITSMODEL_H
