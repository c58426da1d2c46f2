//===- Config.h - The config file -----------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DRIVER_CONFIG_CONFIG_H
#define IPOINT_DRIVER_CONFIG_CONFIG_H

#include "database/Program.h"
#include "probes/Selection.h"

namespace ipoint {

/// What a config file says (docs/configuration.md).
struct Config {
  std::optional<database::Level> L;
  std::optional<database::TimedIpoints> C;
  std::optional<database::Store> S;
  std::optional<uint32_t> MostPaths;
  std::vector<Rule> Rules;
  std::vector<MarkRule> Marks;
  std::vector<BoundRule> Bounds;
  std::vector<Pattern> Interrupts;
  std::optional<std::string> Path;               ///< absolute
  std::vector<database::ConfigPattern> Patterns; ///< all of them

  /// Errors: the file cannot be read, or does not mean anything; then with its
  /// line and column.
  static llvm::Expected<Config> read(llvm::StringRef Path);
};

/// Errors: \p Name is none; the message lists those that there are.
llvm::Expected<database::Level> parseLevel(llvm::StringRef Name);
llvm::Expected<database::TimedIpoints> parseTimed(llvm::StringRef Name);
llvm::Expected<database::Store> parseStore(llvm::StringRef Name);
/// How many paths that are counted may begin at one ipoint.
llvm::Expected<uint32_t> parsePaths(llvm::StringRef Number);

} // namespace ipoint

#endif // IPOINT_DRIVER_CONFIG_CONFIG_H
