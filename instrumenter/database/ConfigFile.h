//===- ConfigFile.h - Reading a config file -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's readers call themselves for each level: a text of nothing but brackets
// overflows the stack. So the depth is checked before they read.
//
// Each tool reads its own sections of the file (docs/configuration.md), and
// passes over those of the others without a look inside. A section that belongs
// to none of them is an error in each.
//
// LLVM's YAML I/O reads the file into values. What it leaves to its callers is
// here, once for all tools: files without content, second documents, values
// that are nested without end, and the place of an error.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_CONFIGFILE_H
#define IPOINT_DATABASE_CONFIGFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"
#include <optional>
#include <string>

namespace ipoint::database {

/// How many sequences and mappings may lie in each other.
constexpr unsigned MaxNesting = 100;

/// "LINE:COLUMN: …", for the first value of \p Text that lies deeper than
/// MaxNesting. A text that is not YAML is checked up to its first error.
std::optional<std::string> tooDeepInYaml(llvm::StringRef Text);

/// The same for JSON; brackets count, whether or not the rest is JSON.
std::optional<std::string> tooDeepInJson(llvm::StringRef Text);

inline constexpr const char *InstrumenterSections[] = {
    "level", "timed", "store",      "paths",    "rules",
    "marks", "loops", "interrupts", "compiler", "keywords"};

/// Any value, of which nothing is needed.
struct PassedMap {};
struct Passed {
  std::string Text;
  std::vector<Passed> List;
  PassedMap Map;
};

/// Passes over \p Sections in the mapping that \p In is at.
inline void skipSections(llvm::yaml::IO &In,
                         llvm::ArrayRef<const char *> Sections) {
  for (const char *Section : Sections) {
    std::optional<Passed> Any;
    In.mapOptional(Section, Any);
  }
}

/// Says which key of the mapping that \p In is at is none of \p Known, or
/// nothing: one that is mistyped explains what seems to be missing.
inline std::string unknownKey(llvm::yaml::IO &In,
                              llvm::ArrayRef<const char *> Known) {
  for (llvm::StringRef Key : In.keys())
    if (!llvm::is_contained(Known, Key))
      return ("unknown key '" + Key + "'").str();
  return "";
}

} // namespace ipoint::database

LLVM_YAML_IS_SEQUENCE_VECTOR(ipoint::database::Passed)

namespace llvm::yaml {

template <> struct MappingTraits<ipoint::database::PassedMap> {
  static void mapping(IO &In, ipoint::database::PassedMap &) {
    for (StringRef Key : In.keys()) {
      std::optional<ipoint::database::Passed> Any;
      In.mapOptional(Key.str().c_str(), Any);
    }
  }
};

template <> struct PolymorphicTraits<ipoint::database::Passed> {
  using Value = ipoint::database::Passed;
  static NodeKind getKind(const Value &) { return NodeKind::Scalar; }
  static std::string &getAsScalar(Value &V) { return V.Text; }
  static std::vector<Value> &getAsSequence(Value &V) { return V.List; }
  static ipoint::database::PassedMap &getAsMap(Value &V) { return V.Map; }
};

} // namespace llvm::yaml

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
