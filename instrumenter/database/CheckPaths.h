//===- CheckPaths.h - Whether numbers and counts identify paths --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_DATABASE_CHECKPATHS_H
#define IPOINT_DATABASE_CHECKPATHS_H

#include "database/Program.h"

namespace ipoint::database {

// Each returns the table, row and column that is wrong, and why; empty if
// nothing is.

/// Each number of \p U must stand for one path, and each path of what stores
/// sums have one count, and no other.
std::string damageOfPaths(const Unit &U);

/// No two units of \p P may have one entry of the count table.
std::string damageOfCounts(const Program &P);

} // namespace ipoint::database

#endif // IPOINT_DATABASE_CHECKPATHS_H
