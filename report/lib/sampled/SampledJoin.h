//===- SampledJoin.h - Samples joined with the report's functions ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_SAMPLEDJOIN_H
#define IPOINT_SAMPLED_SAMPLEDJOIN_H

#include "BlockPlaces.h"
#include "Estimate.h"
#include "Names.h"
#include "model/Model.h"
#include "profile/SampledProgram.h"
#include <map>
#include <tuple>
#include <utility>

namespace ipoint::estimate {

inline constexpr uint32_t None = UINT32_MAX;

/// What distinguishes samples.
struct Column {
  uint32_t Target = None;  ///< see Targets
  uint32_t Carrier = None; ///< the function with counts that has it inclusively
  uint32_t Spot = None;    ///< see Spots; None: no block is known
};

/// Blocks of a function with counts that samples fell into.
struct Spot {
  uint32_t Function;
  BlockSet Blocks;
};

/// A function that samples are joined with, or what else they are of.
struct Target {
  uint32_t Function =
      None; ///< in analysis::ReportModel::Functions, with counts
  OtherTime::Kind What = OtherTime::Kind::Unknown;
  std::string Name, File;
};

/// Reads the samples of all inputs and joins them with the report's functions.
class Joining {
public:
  Joining(const analysis::ReportModel &Report, SamplingModel &Out)
      : Report(Report), Known(namesOf(Report)), Index(Known), Out(Out) {}

  /// Adds the runs of \p Sampled to In.Sampled.
  void add(const SampledProgram &Sampled, InputRuns &In);

  const std::vector<Target> &targets() const { return Targets; }
  const std::vector<Column> &columns() const { return Columns; }
  const std::vector<Spot> &spots() const { return Spots; }
  /// By function of the report, then by line; 0: of no line that is known.
  const std::map<uint32_t, std::map<unsigned, double>> &lines() const {
    return Lines;
  }
  /// Whether the program's own code has names by symbols only.
  bool onlySymbols() const { return BySymbol && !ByDebugInfo; }

private:
  static std::vector<KnownFunction>
  namesOf(const analysis::ReportModel &Report);
  Target targetOf(const SampledFunction &F, bool InProgram);
  /// What samples of a place count for.
  struct PlaceOf {
    uint32_t Column;
    uint32_t Function; ///< with counts, or None
    unsigned Line;
  };
  std::vector<PlaceOf> placesOf(const SampledProgram &Sampled);
  uint32_t indexOf(Target T);
  uint32_t columnOf(Column C);
  uint32_t spotOf(uint32_t Function, const Attributed &Place);

  const analysis::ReportModel &Report;
  std::vector<KnownFunction> Known;
  NameIndex Index;
  SamplingModel &Out;
  std::vector<Target> Targets;
  std::map<std::tuple<uint32_t, OtherTime::Kind, std::string, std::string>,
           uint32_t>
      TargetIndices;
  std::vector<Column> Columns;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> ColumnIndices;
  std::map<uint32_t, BlockPlaces> Blocks; ///< by function
  std::vector<Spot> Spots;
  std::map<std::pair<uint32_t, BlockSet>, uint32_t> SpotIndices;
  std::map<uint32_t, std::map<unsigned, double>> Lines;
  bool BySymbol = false, ByDebugInfo = false;
};

} // namespace ipoint::estimate

#endif // IPOINT_SAMPLED_SAMPLEDJOIN_H
