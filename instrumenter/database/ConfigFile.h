//===- ConfigFile.h - Reading a config file -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's YAML I/O reads the file into values. What it leaves to its callers is
// here, once for all tools: files that say nothing, second documents, values
// that are nested without end, and the place of an error.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_CONFIGFILE_H
#define IPOINT_DATABASE_CONFIGFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"

namespace ipoint::database {

/// The file while it is read: what IO::getContext() points to.
struct ConfigText {
  llvm::StringRef Path;
  llvm::StringRef Text;

  /// "ipoint.yaml: line 7", for the mapping that \p In is at.
  std::string originOf(llvm::yaml::IO &In) const;
};

/// One reading of a file: begin(), the values if there are any, finish().
class ConfigInput {
public:
  /// \p C must live as long.
  explicit ConfigInput(ConfigText &C);

  /// Goes to the file's document. False if there is none, or after an error.
  bool begin();
  llvm::yaml::Input &yaml() { return In; }
  /// What was wrong: PATH:LINE:COLUMN and what is there.
  llvm::Error finish();

private:
  ConfigText &C;
  std::optional<std::string> TooDeep;
  /// The first message, the only one that is sure to be meant.
  std::optional<llvm::SMDiagnostic> Wrong;
  llvm::yaml::Input In;
  bool HasDocument = false;
};

/// Reads \p C into \p Into, which has MappingTraits; a file that says nothing
/// leaves it as it is. Errors have the place and what is wrong.
template <typename T> llvm::Error readConfig(ConfigText &C, T &Into) {
  ConfigInput Input(C);
  llvm::yaml::EmptyContext None;
  if (Input.begin())
    llvm::yaml::yamlize(Input.yaml(), Into, /*Required=*/true, None);
  return Input.finish();
}

} // namespace ipoint::database

#endif // IPOINT_DATABASE_CONFIGFILE_H
