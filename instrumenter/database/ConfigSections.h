//===- ConfigSections.h - One config file for several tools ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each tool reads its own sections of the file (docs/configuration.md), and
// passes over those of the others without a look inside. A section that belongs
// to none of them is an error in each.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_CONFIGSECTIONS_H
#define IPOINT_DATABASE_CONFIGSECTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/YAMLTraits.h"

namespace ipoint::database {

inline constexpr const char *InstrumenterSections[] = {
    "level", "timed", "store", "rules", "marks", "loops", "interrupts"};
inline constexpr const char *ReportSections[] = {"filter", "budgets"};

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

#endif // IPOINT_DATABASE_CONFIGSECTIONS_H
