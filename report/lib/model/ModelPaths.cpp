//===- ModelPaths.cpp - The paths that functions took -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "ipoint/record.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

void ModelBuilder::listPaths() {
  PathsOf.resize(Symbols.functions().size());
  for (const auto &[Record, P] : All.Taken.all())
    PathsOf[Symbols.site(ipoint_record_id(Record))->Function].push_back(Record);
}

/// The blocks on the path of \p Record.
void ModelBuilder::describePath(uint64_t Record, PathModel &P) const {
  SmallVector<uint32_t, 16> Ids;
  std::optional<database::PathTable::Loop> In;
  if (!Symbols.paths().decode(ipoint_record_id(Record),
                              ipoint_record_value(Record), Ids, In))
    return;
  auto NameOf = [&](uint32_t Id) {
    return Symbols.blocks()[Symbols.site(Id)->Block].Name;
  };
  llvm::append_range(P.Blocks, map_range(Ids, NameOf));
  if (!In)
    return;
  RoundsModel &R = P.Rounds.emplace();
  R.Behind = In->Head;
  llvm::append_range(R.Blocks, map_range(In->Round, NameOf));
}

/// \p L, which may be null, with paths that have these \p Places in the model.
static LongestCall longestCall(const PathTimes::LongestCall *L,
                               const DenseMap<uint64_t, size_t> &Places) {
  LongestCall Result;
  if (!L)
    return Result;
  for (const PathRun &Run : L->Paths) {
    auto It = Places.find(Run.Record);
    if (It == Places.end())
      return {}; // it is beyond what is listed
    Result.Paths.push_back({It->second, Run.Times});
  }
  Result.IsCut = L->IsCut;
  return Result;
}

void ModelBuilder::addPaths(FunctionModel &F, uint32_t Index) const {
  const ProbeOverhead &Overhead = overheadOf(Symbols.functions()[Index]);
  static const Distribution None;
  auto TakenOf = [&](uint64_t Record) -> const PathTimes::Path & {
    return All.Taken.all().at(Record);
  };
  std::vector<uint64_t> Records = PathsOf[Index];
  stable_sort(Records, [&](uint64_t A, uint64_t B) {
    return TakenOf(A).Times > TakenOf(B).Times;
  });
  DenseMap<uint64_t, size_t> Places;
  for (uint64_t Record : Records) {
    const PathTimes::Path &Taken = TakenOf(Record);
    Places[Record] = F.Paths.size();
    PathModel &P = F.Paths.emplace_back();
    describePath(Record, P);
    P.Count = Taken.Times;
    if (P.Rounds)
      P.Rounds->Count = Taken.Rounds;
    if (const Distribution *D = Taken.Self.get())
      P.Self = timeModel(Overhead, {}, *D, None, None, nullptr, {},
                         D->exchangedOutside(Overhead, Overhead.Overtaken));
  }
  F.Longest = longestCall(All.Taken.longestOf(Index), Places);
  F.LongestInclusive = longestCall(All.Taken.longestInclusiveOf(Index), Places);
}

} // namespace ipoint::analysis
