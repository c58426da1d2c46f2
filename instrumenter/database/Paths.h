//===- Paths.h - What the numbers of paths stand for ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A path of a function with path records begins at the function's entry or at
// an ipoint that stores the number of a path, and ends at the next one of
// these. Its number is the base of the ipoint at which it begins and the sum of
// its transitions' increments. With the ipoint at which it ends it tells the
// whole path (docs/formats.md).
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_PATHS_H
#define IPOINT_DATABASE_PATHS_H

#include "database/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace ipoint::database {

/// The paths of the functions of one unit.
class PathTable {
public:
  /// What is wrong with the numbers of a unit.
  struct Fault {
    bool OfTransition = false; ///< else of an ipoint
    uint32_t Index = 0;        ///< in Unit::Transitions or Unit::Ipoints
    const char *Why = "";
  };

  /// Takes what it needs out of \p U, whose indices must be valid.
  explicit PathTable(const Unit &U);

  /// What makes a number stand for two paths, or for one without an end, if
  /// anything does.
  std::optional<Fault> check() const;

  /// Sets \p Path to the ipoints of the path that ends at \p Last with the
  /// number \p Number: first the one at which it begins, in the end \p Last.
  /// \returns false if there is no such path. Ends, whatever the unit holds.
  bool decode(uint32_t Last, uint64_t Number,
              llvm::SmallVectorImpl<uint32_t> &Path) const;

private:
  struct Step {
    uint32_t Increment = 0;
    uint32_t Target = 0;
    uint32_t Row = 0; ///< index in Unit::Transitions
  };
  struct Start {
    uint32_t Function = 0;
    uint64_t Base = 0;
    uint32_t Ipoint = 0;
  };
  /// How many paths begin at each ipoint.
  using Counts = std::vector<uint64_t>;

  /// By increment, then by target.
  llvm::ArrayRef<Step> stepsFrom(uint32_t Ipoint) const {
    return llvm::ArrayRef(Steps).slice(
        FirstStep[Ipoint], FirstStep[Ipoint + 1] - FirstStep[Ipoint]);
  }
  /// The step from \p Ipoint that a path to \p Last takes; null: none.
  const Step *step(uint32_t Ipoint, uint64_t Rest, uint32_t Last) const;
  bool endsPath(uint32_t Ipoint) const {
    return Ipoints[Ipoint].E == Encoding::Path;
  }
  std::optional<Fault> countAll(Counts &Count) const;
  std::optional<Fault> countFrom(uint32_t Ipoint, Counts &Count) const;
  std::optional<Fault> checkStarts(const Counts &Count) const;

  struct Place {
    Encoding E = Encoding::Record;
    bool HasPaths = false; ///< its function
    bool IsEntry = false;
    bool IsStart = false;
    uint32_t Function = 0;
  };
  std::vector<Place> Ipoints;
  std::vector<uint32_t> FirstStep; ///< by ipoint, and one more
  std::vector<Step> Steps;
  std::vector<Start> Starts; ///< by function, then by base
};

} // namespace ipoint::database

#endif // IPOINT_DATABASE_PATHS_H
