//===- FilterSection.h - Thresholds as a config file has them -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The section `filter` (docs/configuration.md). Reports exclude visits by it,
// and where times are added up in place its thresholds are edges of histograms.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_FILTERSECTION_H
#define IPOINT_DATABASE_FILTERSECTION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/YAMLTraits.h"
#include <optional>
#include <string>
#include <vector>

namespace ipoint::database {

/// A rule as it is written: what is left out comes from the section itself.
struct WrittenThresholds {
  std::string Functions, Blocks, From; ///< From: "ipoint.yaml: line 7"
  std::optional<uint64_t> Low, High, LeastVisits;
  std::optional<double> Majority, GapTolerance;
  std::optional<bool> AllBlocks;
};

struct FilterSection {
  std::string By;
  WrittenThresholds All;
  std::vector<WrittenThresholds> Rules;

  bool hasThresholds() const { return All.Low || !Rules.empty(); }
  /// Low and high of a block, by the last rule that matches; nothing where none
  /// does. A pattern that is none matches nothing.
  std::optional<std::pair<uint64_t, uint64_t>>
  thresholdsOf(llvm::StringRef Function, llvm::StringRef Block) const;
};

} // namespace ipoint::database

LLVM_YAML_IS_SEQUENCE_VECTOR(ipoint::database::WrittenThresholds)

namespace llvm::yaml {

template <> struct MappingTraits<ipoint::database::WrittenThresholds> {
  static void mapping(IO &In, ipoint::database::WrittenThresholds &R);
  static std::string validate(IO &, ipoint::database::WrittenThresholds &R);
};

template <> struct MappingTraits<ipoint::database::FilterSection> {
  static void mapping(IO &In, ipoint::database::FilterSection &S);
  static std::string validate(IO &, ipoint::database::FilterSection &S);
};

} // namespace llvm::yaml

#endif // IPOINT_DATABASE_FILTERSECTION_H
