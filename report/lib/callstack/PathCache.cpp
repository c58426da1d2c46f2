//===- PathCache.cpp - The paths that a stream took -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathCache.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace ipoint::analysis {

void PathCache::clear() {
  All.resize(1);
  Infos.resize(1);
  std::fill(Recent.begin(), Recent.end(), 0);
  Known.clear();
  AllSites.clear();
  AllSlots.clear();
  AllSteps.clear();
  AllLoops.clear();
}

uint32_t PathCache::lookUp(uint64_t Word) {
  uint64_t Stride = Symbols.paths().stride(ipoint_record_id(Word));
  uint64_t Number = ipoint_record_value(Word);
  QuickPath P;
  P.Word = Word;
  // Where there is no count, what looks like one makes the number another.
  if (Stride != 0 && Number >= Stride) {
    P.Word = ipoint_record_untimed(ipoint_record_id(Word), Number % Stride);
    if (Infos[lookUp(P.Word)].Loop == None)
      P.Word = Word;
  }
  auto [It, New] = Known.try_emplace(P.Word, static_cast<uint32_t>(All.size()));
  if (New) {
    PathInfo I;
    describe(P, I);
    All.push_back(P);
    Infos.push_back(I);
  }
  return It->second;
}

/// Fills \p P where the record is an entry's, or a path's with all of its
/// transitions.
void PathCache::describe(QuickPath &P, PathInfo &I) {
  uint32_t Id = ipoint_record_id(P.Word);
  I.Weight = Symbols.recordWeight();
  const Site *Last = Symbols.site(Id);
  if (Id < IPOINT_ID_FIRST || !Last)
    return;
  I.Function = Last->Function;
  I.HasLoops = Last->HasLoops;
  P.IsQuick = !Last->HasValue && !Last->IsInterrupt;
  if (!Last->EndsPath) {
    P.FirstRow = P.LastRow = Last->Row;
    P.Begins = Last->IsEntry;
    P.DoesMore = I.HasLoops;
    P.IsQuick &= P.Begins && isUntimed(I.Function);
    return;
  }
  std::optional<database::PathTable::Loop> In;
  uint64_t Stride = Symbols.paths().stride(Id);
  uint64_t Number = ipoint_record_value(P.Word);
  if ((Stride != 0 && Number >= Stride) ||
      !Symbols.paths().decode(Id, Number, Ids, In)) {
    P.IsQuick = false;
    return;
  }
  I.SiteBegin = static_cast<uint32_t>(AllSites.size());
  I.Sites = static_cast<uint32_t>(Ids.size());
  for (uint32_t Each : Ids)
    AllSites.push_back(Symbols.site(Each));
  bool HasRecord = Last->IsTimed || Last->HasValue;
  P.Begins = AllSites[I.SiteBegin]->IsSum;
  P.Ends = Last->IsExit && !HasRecord;
  P.IsQuick &= !P.Begins || isUntimed(I.Function);
  if (In)
    describeLoop(P, I, *In, Stride);
  weigh(P, I, In);
  describeVisits(P, I, sites(I).drop_back(HasRecord));
  P.DoesMore =
      I.Loop != None || I.Mark != None || (I.HasLoops && (P.Begins || P.Ends));
  P.HasSteps = I.Steps != 0 && !P.DoesMore;
}

/// Of a path that Ids holds, with the counted loop \p In.
void PathCache::weigh(const QuickPath &P, PathInfo &I,
                      const std::optional<database::PathTable::Loop> &In) {
  const PathWeights *W = Symbols.pathWeights(ipoint_record_id(P.Word));
  if (!W)
    return;
  database::PathTable::Sums S = Symbols.paths().sumsOf(Ids, In);
  if (S.IsSummed)
    I.Weight = W->Record + S.HasMore * W->More;
  I.Weight += S.Adds * W->Add + S.Sets * W->Set + S.Clears * W->Clear;
  if (In)
    AllLoops[I.Loop].CountWeight = W->Add;
}

/// Whether no sink needs the number of a call before all calls were counted.
bool PathCache::isUntimed(uint32_t Function) const {
  return none_of(Symbols.functions()[Function].Blocks,
                 [&](uint32_t Block) { return Symbols.blocks()[Block].Timed; });
}

void PathCache::describeLoop(QuickPath &P, PathInfo &I,
                             const database::PathTable::Loop &In,
                             uint64_t Stride) {
  I.Loop = static_cast<uint32_t>(AllLoops.size());
  P.CountBegin = static_cast<uint8_t>(Log2_64(Stride) + IPOINT_VALUE_SHIFT);
  PathLoop &L = AllLoops.emplace_back();
  L.Most = (uint64_t(1) << (IPOINT_ID_SHIFT - P.CountBegin)) - 1;
  L.Head = In.Head;
  L.Counts = In.Counts;
  L.SiteBegin = static_cast<uint32_t>(AllSites.size());
  L.Sites = static_cast<uint32_t>(In.Round.size());
  for (uint32_t Each : In.Round)
    AllSites.push_back(Symbols.site(Each));
  L.IsWhole = follow(L, sites(L).back()->Row, sites(L));
}

/// \p Visits begin with the one that is open before the record.
void PathCache::describeVisits(QuickPath &P, PathInfo &I,
                               ArrayRef<const Site *> Visits) {
  P.FirstRow = P.LastRow = Visits.front()->Row;
  if (I.Loop != None) {
    PathLoop &L = AllLoops[I.Loop];
    PathInfo Before;
    P.IsQuick &= follow(Before, P.FirstRow, Visits.slice(1, L.Head));
    P.IsQuick &= L.IsWhole;
    L.StepsBefore = Before.Steps;
    AllSlots.resize(Before.SlotBegin);
    AllSteps.resize(Before.StepBegin);
  }
  P.IsQuick &= follow(I, P.FirstRow, Visits.drop_front());
  I.IsFirstCalling = !Symbols.blocks()[Visits.front()->Block].Linear;
  for (const Site *S : Visits.drop_front()) {
    if (Symbols.blocks()[S->Block].Kind == database::Kind::Mark)
      I.Mark = S->Block;
    P.LastRow = S->Row;
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
    if constexpr (std::is_same_v<Info, PathInfo>)
      I.IsCalling |= !Symbols.blocks()[Symbols.blockAt(From)].Linear;
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
