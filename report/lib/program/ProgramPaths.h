//===- ProgramPaths.h - Paths by the ids of records -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_PROGRAM_PROGRAMPATHS_H
#define IPOINT_PROGRAM_PROGRAMPATHS_H

#include "database/Paths.h"

namespace ipoint::analysis {

/// What the path records of a program stand for.
class ProgramPaths {
public:
  void addUnit(const database::Unit &U);

  /// Sets \p Ids to the ipoints of the path that ends at \p Last with the
  /// number \p Number, first the one at which it begins, in the end \p Last.
  /// \returns false if the program has no such path.
  bool decode(uint32_t Last, uint64_t Number,
              llvm::SmallVectorImpl<uint32_t> &Ids) const;

private:
  struct UnitPaths {
    uint32_t First = 0; ///< its first id
    database::PathTable Table;
  };
  std::vector<UnitPaths> Units; ///< those with path records, by first id
};

} // namespace ipoint::analysis

#endif // IPOINT_PROGRAM_PROGRAMPATHS_H
