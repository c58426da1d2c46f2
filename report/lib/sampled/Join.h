//===- Join.h - Samples joined with the functions of a report -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_SAMPLED_JOIN_H
#define IPOINT_SAMPLED_JOIN_H

#include "Estimate.h"
#include "Places.h"
#include "model/Model.h"
#include "profile/SampledProgram.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ipoint::sampled {

/// Where a block begins, and whether it ever ran.
struct BlockStart {
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: not known
  bool Ran = true;
};

/// Blocks, by index, in ascending order.
using BlockSet = llvm::SmallVector<uint32_t, 2>;

/// The blocks of a function in the order of its text. A block reaches as far as
/// the next one begins: what follows a branch or a loop is another block.
class BlockPlaces {
public:
  explicit BlockPlaces(llvm::ArrayRef<BlockStart> Blocks);

  /// Those that code of this place may belong to: several where they begin at
  /// one place, or where a line is known only; then without those that never
  /// ran. \p Line 0: none is known.
  BlockSet at(unsigned Line, unsigned Column) const;

private:
  BlockSet ranOf(BlockSet All) const;

  struct Start {
    unsigned Line, Column;
    uint32_t Block;
  };
  std::vector<Start> Starts; ///< by place
  std::vector<bool> Ran;
  bool HasColumns = true;
};

/// Which blocks are not distinguishable: for each of \p Count blocks the first
/// of its group, itself where it is alone. \p Sets are what at() gave for
/// places with samples.
std::vector<uint32_t> groupBlocks(size_t Count, llvm::ArrayRef<BlockSet> Sets);

/// How many names at the ends of two paths are the same.
size_t commonEnd(llvm::StringRef A, llvm::StringRef B);

/// A function of the database.
struct KnownFunction {
  std::string Name, File; ///< File: of its source, absolute
};

/// Joins the two programs' functions by name and source. Their sources may lie
/// in different folders; a file's own name must be the same.
class NameIndex {
public:
  explicit NameIndex(llvm::ArrayRef<KnownFunction> All);

  /// The function that \p F is; none where there is none, or, without a source,
  /// several.
  std::optional<uint32_t> find(const SampledFunction &F) const;

private:
  llvm::ArrayRef<KnownFunction> All;
  llvm::StringMap<llvm::SmallVector<uint32_t, 1>> ByName;
};

inline constexpr uint32_t None = UINT32_MAX;

/// What distinguishes samples.
struct Column {
  uint32_t Target = None;  ///< see Targets
  uint32_t Carrier = None; ///< the function with counts that has it inclusively
  uint32_t Spot = None;    ///< see Spots; None: no block is known

  auto operator<=>(const Column &) const = default;
};

/// Blocks of a function with counts that samples fell into.
struct Spot {
  uint32_t Function;
  BlockSet Blocks;

  std::strong_ordering operator<=>(const Spot &) const = default;
};

/// A function that samples are joined with, or what else they are of.
struct Target {
  uint32_t Function =
      None; ///< in analysis::ReportModel::Functions, with counts
  OtherTime::Kind What = OtherTime::Kind::Unknown;
  std::string Name, File;

  auto operator<=>(const Target &) const = default;
};

/// Reads the samples of all inputs and joins them with the report's functions.
class Joining {
public:
  Joining(const analysis::ReportModel &Report, SamplingModel &Out)
      : Report(Report), Known(namesOf(Report)), Index(Known), Out(Out) {}

  /// Adds the runs of \p Sampled to In.Sampled.
  void add(const SampledProgram &Sampled, InputRuns &In);

  const std::vector<Target> &targets() const { return Targets.all(); }
  const std::vector<Column> &columns() const { return Columns.all(); }
  const std::vector<Spot> &spots() const { return Spots.all(); }
  /// By function of the report, then by line; 0: of no line that is known.
  const std::map<uint32_t, std::map<unsigned, double>> &lines() const {
    return Lines;
  }
  /// Whether the program's own code has names by symbols only.
  bool onlySymbols() const { return BySymbol && !ByDebugInfo; }

  /// The functions of \p Report, in its order.
  static std::vector<KnownFunction>
  namesOf(const analysis::ReportModel &Report);

private:
  Target targetOf(const SampledFunction &F, bool InProgram);
  /// By place.
  std::vector<uint32_t> columnsOf(const SampledProgram &Sampled);
  uint32_t spotOf(uint32_t Function, const Attributed &Place);

  const analysis::ReportModel &Report;
  std::vector<KnownFunction> Known;
  NameIndex Index;
  SamplingModel &Out;
  IndexedSet<Target> Targets;
  IndexedSet<Column> Columns;
  std::map<uint32_t, BlockPlaces> Blocks; ///< by function
  IndexedSet<Spot> Spots;
  std::map<uint32_t, std::map<unsigned, double>> Lines;
  bool BySymbol = false, ByDebugInfo = false;
};

} // namespace ipoint::sampled

#endif // IPOINT_SAMPLED_JOIN_H
