//===- CheckPaths.cpp - Whether numbers and counts identify paths ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/CheckPaths.h"
#include "database/Counts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace ipoint::database {

/// A wrong value, as CheckedRows names one.
static std::string damageAt(StringRef Table, const std::string &Row,
                            StringRef Column, std::optional<int64_t> Value,
                            StringRef Why) {
  return (Twine("table ") + Table + ", row " + Row + ", column " + Column +
          ": " + (Value ? std::to_string(*Value) : "NULL") + " " + Why)
      .str();
}

static std::string idOf(const Unit &U, uint32_t Ipoint) {
  return std::to_string(U.First + Ipoint);
}

static std::string damageOf(const Unit &U, const PathTable::Fault &Fault) {
  if (Fault.OfTransition) {
    const Transition &T = U.Transitions[Fault.Index];
    return damageAt("transitions", idOf(U, T.Source) + "/" + idOf(U, T.Target),
                    "increment", T.Increment, Fault.Why);
  }
  std::optional<int64_t> Base;
  if (std::optional<uint64_t> B = U.Ipoints[Fault.Index].PathBase)
    Base = static_cast<int64_t>(*B); // less than EndOfPaths
  return damageAt("ipoints", idOf(U, Fault.Index), "path_base", Base,
                  Fault.Why);
}

std::string damageOfPaths(const Unit &U) {
  if (none_of(U.Functions, [](const Function &F) { return numbersPaths(F.S); }))
    return "";
  PathTable Paths(U);
  if (std::optional<PathTable::Fault> Fault = Paths.check())
    return damageOf(U, *Fault);
  std::optional<CountFault> Fault;
  countedPaths(U, Paths, Fault);
  if (!Fault)
    return "";
  const Ipoint &P = U.Ipoints[Fault->Ipoint];
  return damageAt("ipoints", idOf(U, Fault->Ipoint),
                  Fault->OfRounds ? "rounds_at" : "count_at",
                  Fault->OfRounds ? P.RoundsAt : P.CountAt, Fault->Why);
}

std::string damageOfCounts(const Program &P) {
  std::vector<const Unit *> Sorted;
  for (const Unit &U : P.Units)
    if (U.Counts != 0)
      Sorted.push_back(&U);
  llvm::sort(Sorted, [](const Unit *A, const Unit *B) {
    return A->FirstCount < B->FirstCount;
  });
  for (size_t I = 1; I < Sorted.size(); ++I) {
    const Unit &Before = *Sorted[I - 1], &U = *Sorted[I];
    if (U.FirstCount - Before.FirstCount < Before.Counts)
      return damageAt("units", std::to_string(U.Stored), "first_count",
                      U.FirstCount, "is a count of another unit");
  }
  return "";
}

} // namespace ipoint::database
