//===- Units.cpp - Whether traces and database belong together ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Units.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace ipoint::analysis {

static Error errorAt(StringRef Path, const Twine &What) {
  return createStringError(inconvertibleErrorCode(), Path + ": " + What);
}

/// Ranges that overlap would give one id two meanings. Units of the database
/// are in the order of their first ids.
static Error checkRanges(const database::Program &P) {
  const database::Unit *Before = nullptr;
  for (const database::Unit &U : P.Units) {
    if (U.count() == 0)
      continue;
    if (U.First < database::FirstProgramId)
      return errorAt(P.Path, U.Path + " has ids of the runtime; delete the "
                                      "database and build again");
    if (Before && Before->First + Before->count() > U.First)
      return errorAt(P.Path, "the ids of " + Before->Path + " and " + U.Path +
                                 " collide; delete the database and build "
                                 "again");
    Before = &U;
  }
  return Error::success();
}

/// Which unit of \p P the record \p R of the trace \p Path is of.
static Expected<size_t> findUnit(const trace::UnitRecord &R, StringRef Path,
                                 const database::Program &P,
                                 const DenseMap<uint32_t, size_t> &ByFirst) {
  if (R.format() != 1)
    return errorAt(Path, "unit record of format " + Twine(R.format()) +
                             "; build again with this version of ipoint");
  if (R.identity() != P.Id.Words)
    return errorAt(Path, "recorded with another database than " + P.Path +
                             "; name the one of its build with --db");
  auto It = ByFirst.find(R.first());
  if (It == ByFirst.end())
    return errorAt(Path, "a unit (ids from " + Twine(R.first()) +
                             ") is not in " + P.Path +
                             ": it was compiled again since; record the "
                             "trace again");
  const database::Unit &U = P.Units[It->second];
  if (R.count() != U.count() || R.settings() != U.settings() ||
      R.textHash() != U.TextHash)
    return errorAt(Path, "unit " + U.Path +
                             " was recompiled since this was recorded; "
                             "record the trace again");
  return It->second;
}

Expected<std::vector<bool>> checkUnits(ArrayRef<trace::Trace> Traces,
                                       const database::Program &P) {
  if (Error E = checkRanges(P))
    return E;
  DenseMap<uint32_t, size_t> ByFirst;
  StringSet<> Measured;
  std::vector<bool> Chosen(P.Units.size());
  for (auto [Index, U] : enumerate(P.Units))
    if (U.count() != 0)
      ByFirst[U.First] = Index;
  for (const trace::Trace &T : Traces) {
    for (const trace::UnitRecord &R : T.Meta.Units) {
      Expected<size_t> Unit = findUnit(R, T.Path, P, ByFirst);
      if (!Unit)
        return Unit.takeError();
      Chosen[*Unit] = true;
      Measured.insert(P.Units[*Unit].Path);
    }
  }
  // A unit without ipoints says nothing when it is loaded. It is taken as part
  // of the program, unless a later version of the same file is.
  for (auto [Index, U] : enumerate(P.Units))
    if (U.count() == 0 && !Measured.contains(U.Path))
      Chosen[Index] = true;
  return Chosen;
}

} // namespace ipoint::analysis
