//===- PathCache.cpp - The paths that a stream took -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathCache.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace ipoint::analysis {

void PathCache::clear() {
  Infos.clear();
  Known.clear();
  AllSites.clear();
  AllSlots.clear();
  AllSteps.clear();
  AllLoops.clear();
}

uint32_t PathCache::lookUp(uint64_t Word) {
  uint64_t Stride = Symbols.paths().stride(ipoint_record_id(Word));
  uint64_t Number = ipoint_record_value(Word);
  PathInfo I;
  I.Word = Word;
  // Where there is no count, what looks like one makes the number another.
  if (Stride != 0 && Number >= Stride) {
    I.Word = ipoint_record_untimed(ipoint_record_id(Word), Number % Stride);
    if (Infos[lookUp(I.Word)].Loop == None)
      I.Word = Word;
  }
  auto [It, New] =
      Known.try_emplace(I.Word, static_cast<uint32_t>(Infos.size()));
  if (New) {
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
  std::optional<database::PathTable::Loop> In;
  uint64_t Stride = Symbols.paths().stride(Id);
  uint64_t Number = ipoint_record_value(I.Word);
  if ((Stride != 0 && Number >= Stride) ||
      !Symbols.paths().decode(Id, Number, Ids, In))
    return;
  I.SiteBegin = static_cast<uint32_t>(AllSites.size());
  I.Sites = static_cast<uint32_t>(Ids.size());
  for (uint32_t Each : Ids)
    AllSites.push_back(Symbols.site(Each));
  I.IsQuick = MayBeQuick;
  bool HasRecord = Last->IsTimed || Last->HasValue;
  I.Begins = AllSites[I.SiteBegin]->IsSum;
  I.Ends = Last->IsExit && !HasRecord;
  if (In)
    describeLoop(I, *In, Stride);
  describeVisits(I, sites(I).drop_back(HasRecord));
}

void PathCache::describeLoop(PathInfo &I, const database::PathTable::Loop &In,
                             uint64_t Stride) {
  I.Loop = static_cast<uint32_t>(AllLoops.size());
  I.CountBegin = static_cast<uint8_t>(Log2_64(Stride) + IPOINT_VALUE_SHIFT);
  PathLoop &L = AllLoops.emplace_back();
  L.Most = (uint64_t(1) << (IPOINT_ID_SHIFT - I.CountBegin)) - 1;
  L.Head = In.Head;
  L.Counts = In.Counts;
  L.SiteBegin = static_cast<uint32_t>(AllSites.size());
  L.Sites = static_cast<uint32_t>(In.Round.size());
  for (uint32_t Each : In.Round)
    AllSites.push_back(Symbols.site(Each));
  L.IsWhole = follow(L, sites(L).back()->Row, sites(L));
}

/// \p Visits begin with the one that is open before the record.
void PathCache::describeVisits(PathInfo &I, ArrayRef<const Site *> Visits) {
  I.FirstRow = I.LastRow = Visits.front()->Row;
  if (I.Loop == None) {
    I.IsQuick &= follow(I, I.FirstRow, Visits.drop_front());
  } else {
    PathLoop &L = AllLoops[I.Loop];
    PathInfo Before;
    I.IsQuick &=
        L.IsWhole && follow(Before, I.FirstRow, Visits.slice(1, L.Head));
    L.StepsBefore = Before.Steps;
    AllSlots.resize(Before.SlotBegin);
    AllSteps.resize(Before.StepBegin);
    I.IsQuick &= follow(I, I.FirstRow, Visits.drop_front());
    I.IsCounted = std::exchange(I.IsQuick, false);
  }
  for (const Site *S : Visits.drop_front()) {
    if (Symbols.blocks()[S->Block].Kind == database::Kind::Mark)
      I.Mark = S->Block;
    I.LastRow = S->Row;
  }
}

/// Notes what \p Visits are to \p I, behind one with the row \p From. False if
/// there are no such transitions.
template <typename Info>
bool PathCache::follow(Info &I, uint32_t From, ArrayRef<const Site *> Visits) {
  I.SlotBegin = static_cast<uint32_t>(AllSlots.size());
  I.StepBegin = static_cast<uint32_t>(AllSteps.size());
  const auto &Slots = Symbols.transitions().slots();
  for (const Site *S : Visits) {
    uint32_t Slot = From + S->Column;
    if (Slots[Slot].To != S->Row)
      return false;
    AllSlots.push_back(Slot);
    ++I.Slots;
    const LoopStep &Step = Symbols.loopStep(Slots[Slot].Edge);
    if (Step.Loop != None && (Step.Enters || Step.Iterates)) {
      AllSteps.push_back(Step);
      ++I.Steps;
    }
    From = S->Row;
  }
  return true;
}

} // namespace ipoint::analysis
