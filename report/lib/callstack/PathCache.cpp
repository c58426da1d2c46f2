//===- PathCache.cpp - The paths that a stream took -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathCache.h"

using namespace llvm;

namespace ipoint::analysis {

void PathCache::clear() {
  Infos.clear();
  Known.clear();
  AllSites.clear();
  AllSlots.clear();
  AllSteps.clear();
}

uint32_t PathCache::lookUp(uint64_t Word) {
  auto [It, New] = Known.try_emplace(Word, static_cast<uint32_t>(Infos.size()));
  if (New) {
    PathInfo I;
    I.Word = Word;
    describe(I);
    Infos.push_back(I);
  }
  return It->second;
}

/// The record is an entry's, or a path's that has all of its transitions: then
/// \p I says so.
void PathCache::describe(PathInfo &I) {
  uint32_t Id = ipoint_record_id(I.Word);
  const Site *Last = Symbols.site(Id);
  if (Id < IPOINT_ID_FIRST || !Last)
    return;
  I.Function = Last->Function;
  I.HasLoops = Last->HasLoops;
  bool MayBeQuick = !Last->HasValue && !Last->IsInterrupt;
  if (!Last->EndsPath) {
    I.FirstRow = I.LastRow = Last->Row;
    I.Begins = I.IsQuick = Last->IsEntry && MayBeQuick;
    return;
  }
  if (!Symbols.paths().decode(Id, ipoint_record_value(I.Word), Ids))
    return;
  I.SiteBegin = static_cast<uint32_t>(AllSites.size());
  I.Sites = static_cast<uint32_t>(Ids.size());
  for (uint32_t Each : Ids)
    AllSites.push_back(Symbols.site(Each));
  I.IsQuick = MayBeQuick;
  bool HasRecord = Last->IsTimed || Last->HasValue;
  I.Begins = AllSites[I.SiteBegin]->IsSum;
  I.Ends = Last->IsExit && !HasRecord;
  describeVisits(I, sites(I).drop_back(HasRecord));
}

/// \p Visits begin with the one that is open before the record.
void PathCache::describeVisits(PathInfo &I, ArrayRef<const Site *> Visits) {
  I.FirstRow = I.LastRow = Visits.front()->Row;
  I.SlotBegin = static_cast<uint32_t>(AllSlots.size());
  I.StepBegin = static_cast<uint32_t>(AllSteps.size());
  const auto &Slots = Symbols.transitions().slots();
  for (const Site *S : Visits.drop_front()) {
    uint32_t Slot = I.LastRow + S->Column;
    if (Slots[Slot].To != S->Row) {
      I.IsQuick = false; // there is no such transition
      return;
    }
    AllSlots.push_back(Slot);
    ++I.Slots;
    const LoopStep &Step = Symbols.loopStep(Slots[Slot].Edge);
    if (Step.Loop != None && (Step.Enters || Step.Iterates)) {
      AllSteps.push_back(Step);
      ++I.Steps;
    }
    if (Step.Loop == None &&
        Symbols.blocks()[S->Block].Kind == database::Kind::Mark)
      I.Mark = S->Block;
    I.LastRow = S->Row;
  }
}

} // namespace ipoint::analysis
