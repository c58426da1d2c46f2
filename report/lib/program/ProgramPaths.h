//===- ProgramPaths.h - Paths by the ids of records -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROGRAM_PROGRAMPATHS_H
#define IPOINT_PROGRAM_PROGRAMPATHS_H

#include "database/Counts.h"

namespace ipoint::analysis {

/// What the path records of a program stand for.
class ProgramPaths {
public:
  void addUnit(const database::Unit &U);

  /// Sets \p Ids to the ipoints of the path that ends at \p Last with the
  /// number \p Number, which is without a count: first the one at which it
  /// begins, in the end \p Last. \p In becomes the loop that its count is of,
  /// if any.
  /// \returns false if the program has no such path.
  bool decode(uint32_t Last, uint64_t Number,
              llvm::SmallVectorImpl<uint32_t> &Ids,
              std::optional<database::PathTable::Loop> &In) const;

  /// What the code of the path \p Ids does with its number; decode() has set
  /// them, and \p In.
  database::PathTable::Sums
  sumsOf(llvm::ArrayRef<uint32_t> Ids,
         const std::optional<database::PathTable::Loop> &In) const;

  /// Calls \p Do for each counted loop of functions that store sums, with the
  /// first id of its unit.
  void forEachSummedLoop(
      llvm::function_ref<void(uint32_t, const database::CountedLoop &)> Do)
      const {
    for (const UnitPaths &U : Units)
      for (const database::CountedLoop &L : U.Table.summedLoops())
        Do(U.First, L);
  }

  /// What an entry of the count table counts: the path that ends at an ipoint
  /// with this number, or visits of an ipoint within a loop.
  struct Counted {
    uint32_t Last = 0; ///< id
    uint64_t Number = 0;
    bool IsRounds = false;
    bool IsState = false; ///< nothing is counted there
  };
  /// Of the entry \p Index; nothing if it is no unit's.
  std::optional<Counted> counted(uint32_t Index) const;
  /// Of the path that is \p Behind the first index that may have a time in the
  /// unit that has \p Index, modulo 2^32; nothing if there is none.
  std::optional<Counted> pathOf(uint32_t Index, uint32_t Behind) const;

  /// What numbers of paths to \p Last are less than, where a count is added to
  /// them in multiples of it; else 0.
  uint64_t stride(uint32_t Last) const {
    const UnitPaths *Of = find(Last);
    return Of ? Of->Table.stride(Last - Of->First) : 0;
  }

private:
  struct UnitPaths {
    uint32_t First = 0; ///< its first id
    database::PathTable Table;
  };
  struct UnitCounts {
    uint32_t FirstCount = 0;
    uint32_t First = 0; ///< its first id
    uint32_t FirstTimed = 0;
    std::vector<database::CountedPath> Paths;
  };
  const UnitPaths *find(uint32_t Id) const;

  std::vector<UnitPaths> Units;   ///< those with path records, by first id
  std::vector<UnitCounts> Counts; ///< those with sums, by first count
};

} // namespace ipoint::analysis

#endif // IPOINT_PROGRAM_PROGRAMPATHS_H
