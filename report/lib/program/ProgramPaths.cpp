//===- ProgramPaths.cpp - Paths by the ids of records ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramPaths.h"
#include "database/Times.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

void ProgramPaths::addUnit(const database::Unit &U) {
  if (none_of(U.Functions,
              [](const database::Function &F) { return numbersPaths(F.S); }))
    return;
  auto Behind = partition_point(
      Units, [&](const UnitPaths &P) { return P.First < U.First; });
  Behind = Units.insert(Behind, {U.First, database::PathTable(U)});
  if (U.Counts == 0)
    return;
  std::optional<database::CountFault> None; // the reader has checked it
  auto After = partition_point(
      Counts, [&](const UnitCounts &C) { return C.FirstCount < U.FirstCount; });
  Counts.insert(After, {U.FirstCount, U.First,
                        U.FirstCount + database::timesInPlace(U).First,
                        database::countedPaths(U, Behind->Table, None)});
}

/// The unit that it is of, if it is of one; else null or any.
const ProgramPaths::UnitPaths *ProgramPaths::find(uint32_t Id) const {
  auto Behind =
      partition_point(Units, [&](const UnitPaths &P) { return P.First <= Id; });
  return Behind == Units.begin() ? nullptr : &Behind[-1];
}

bool ProgramPaths::decode(uint32_t Last, uint64_t Number,
                          SmallVectorImpl<uint32_t> &Ids,
                          std::optional<database::PathTable::Loop> &In) const {
  const UnitPaths *Of = find(Last);
  if (!Of || !Of->Table.decode(Last - Of->First, Number, Ids, In))
    return false;
  for (uint32_t &Id : Ids)
    Id += Of->First;
  if (In)
    for (uint32_t &Id : In->Round)
      Id += Of->First;
  return true;
}

std::optional<ProgramPaths::Counted>
ProgramPaths::counted(uint32_t Index) const {
  auto Behind = partition_point(
      Counts, [&](const UnitCounts &C) { return C.FirstCount <= Index; });
  if (Behind == Counts.begin() ||
      Index - Behind[-1].FirstCount >= Behind[-1].Paths.size())
    return std::nullopt;
  const database::CountedPath &P =
      Behind[-1].Paths[Index - Behind[-1].FirstCount];
  if (P.IsState)
    return Counted{
        P.Last == database::CountedPath::Unused ? 0 : Behind[-1].First + P.Last,
        P.Number, false, true};
  if (P.Last == database::CountedPath::Unused)
    return std::nullopt;
  return Counted{Behind[-1].First + P.Last, P.Number, P.IsRounds};
}

std::optional<ProgramPaths::Counted>
ProgramPaths::pathOf(uint32_t Index, uint32_t Behind) const {
  auto After = partition_point(
      Counts, [&](const UnitCounts &C) { return C.FirstCount <= Index; });
  if (After == Counts.begin())
    return std::nullopt;
  std::optional<Counted> Of = counted(After[-1].FirstTimed + Behind);
  const bool IsPath = Of && !Of->IsState && !Of->IsRounds;
  return IsPath ? Of : std::nullopt;
}

database::PathTable::Sums
ProgramPaths::sumsOf(ArrayRef<uint32_t> Ids,
                     const std::optional<database::PathTable::Loop> &In) const {
  const UnitPaths *Of = find(Ids.back());
  SmallVector<uint32_t, 16> Path;
  for (uint32_t Id : Ids)
    Path.push_back(Id - Of->First);
  return Of->Table.sumsOf(Path, In);
}

} // namespace ipoint::analysis
