//===- Settings.h - What the environment and the installation say ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_SETTINGS_H
#define IPOINT_DRIVER_SETTINGS_H

#include "lib/Plan.h"
#include "llvm/Support/Error.h"

namespace ipoint {

/// Where the parts of ipoint lie, found from where the running tool lies.
struct Installation {
  std::string IncludeDir; ///< holds ipoint/probe.h
  std::string LibDir;     ///< holds libipoint.so and libipoint.a

  /// Errors: a part is missing.
  static llvm::Expected<Installation> find(const char *Argv0);
};

/// What a user set, by option or in the environment.
struct Settings {
  std::string DatabasePath = "ipoint.db";
  Choice Chosen;
  bool Strict = false;

  /// Reads IPOINT_DB, IPOINT_LEVEL, IPOINT_CLOCK and IPOINT_STRICT. Errors: a
  /// value that does not exist.
  static llvm::Expected<Settings> fromEnvironment();
};

llvm::Expected<database::Level> parseLevel(llvm::StringRef Name);
llvm::Expected<database::Clock> parseClock(llvm::StringRef Name);

/// The working directory, absolute.
std::string currentDirectory();

} // namespace ipoint

#endif // IPOINT_DRIVER_SETTINGS_H
