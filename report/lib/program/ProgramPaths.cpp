//===- ProgramPaths.cpp - Paths by the ids of records ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramPaths.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

void ProgramPaths::addUnit(const database::Unit &U) {
  if (none_of(U.Functions, [](const database::Function &F) {
        return F.R == database::Records::Paths;
      }))
    return;
  auto Behind = partition_point(
      Units, [&](const UnitPaths &P) { return P.First < U.First; });
  Units.insert(Behind, {U.First, database::PathTable(U)});
}

bool ProgramPaths::decode(uint32_t Last, uint64_t Number,
                          SmallVectorImpl<uint32_t> &Ids) const {
  auto Behind = partition_point(
      Units, [&](const UnitPaths &P) { return P.First <= Last; });
  if (Behind == Units.begin())
    return false;
  const UnitPaths &Of = Behind[-1];
  if (!Of.Table.decode(Last - Of.First, Number, Ids))
    return false;
  for (uint32_t &Id : Ids)
    Id += Of.First;
  return true;
}

} // namespace ipoint::analysis
