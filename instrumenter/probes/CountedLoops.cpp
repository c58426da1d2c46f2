//===- CountedLoops.cpp - Loops whose rounds are counted ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/CountedLoops.h"
#include "database/CountedLoop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace ipoint {

/// Loops nested deeper than this are not looked for.
static constexpr unsigned DeepestNest = 24;

/// A path ends at the body of the outermost loop of each nest, then of what is
/// the outermost of the rest.
void CountedLoops::find(std::vector<bool> &Ends) {
  bool Changed = true;
  for (unsigned Depth = 0; Changed && Depth != DeepestNest; ++Depth) {
    Changed = false;
    findComponents(Ends);
    for (const std::vector<uint32_t> &Ipoints : Members) {
      if (takeComponent(Ipoints))
        continue;
      auto Outermost = find_if(
          Ipoints, [&](uint32_t I) { return Places.Bodies[I] && !Ends[I]; });
      if (Outermost == Ipoints.end())
        continue;
      Ends[*Outermost] = true;
      Changed = true;
    }
  }
  if (!Changed)
    return;
  findComponents(Ends); // nests that are deeper
  for (const std::vector<uint32_t> &Ipoints : Members)
    for (uint32_t I : Ipoints)
      if (Places.Bodies[I])
        Ends[I] = true;
}

/// After Tarjan, Depth-first search and linear graph algorithms (1972), over
/// the transitions that lead to no end of a path. Members has the components
/// that are no counted loop, their ipoints in order.
void CountedLoops::findComponents(const std::vector<bool> &Ends) {
  const uint32_t Count = Places.MustEnd.size();
  Members.clear();
  Component.assign(Count, None);
  std::vector<uint32_t> Number(Count, None), Low(Count);
  std::vector<uint32_t> Open; // of those without a component yet
  SmallVector<std::pair<uint32_t, uint32_t>, 32> Work;
  uint32_t Next = 0, Components = 0;
  auto Begin = [&](uint32_t I) {
    Number[I] = Low[I] = Next++;
    Open.push_back(I);
    Work.push_back({I, 0});
  };
  for (uint32_t Root = 0; Root != Count; ++Root) {
    if (Number[Root] != None)
      continue;
    Begin(Root);
    while (!Work.empty()) {
      auto &[At, Way] = Work.back();
      if (Way != From[At].size()) {
        uint32_t Target = Places.Transitions[From[At][Way++]].second;
        if (Ends[Target])
          continue;
        if (Number[Target] == None)
          Begin(Target);
        else if (Component[Target] == None)
          Low[At] = std::min(Low[At], Number[Target]);
        continue;
      }
      uint32_t Done = At;
      Work.pop_back();
      if (!Work.empty())
        Low[Work.back().first] = std::min(Low[Work.back().first], Low[Done]);
      if (Low[Done] != Number[Done])
        continue;
      std::vector<uint32_t> Ipoints;
      do {
        Ipoints.push_back(Open.back());
        Component[Open.back()] = Components;
        Open.pop_back();
      } while (Ipoints.back() != Done);
      ++Components;
      bool HasCycle =
          Ipoints.size() > 1 || any_of(From[Done], [&](uint32_t T) {
            return Places.Transitions[T].second == Done && !Ends[Done];
          });
      if (HasCycle && !contains(Done)) {
        llvm::sort(Ipoints);
        Members.push_back(std::move(Ipoints));
      }
    }
  }
}

std::optional<uint32_t> CountedLoops::wayRound(uint32_t Ipoint) const {
  std::optional<uint32_t> Found;
  for (uint32_t T : From[Ipoint]) {
    if (Component[Places.Transitions[T].second] != Component[Ipoint])
      continue;
    if (Found)
      return std::nullopt;
    Found = T;
  }
  return Found;
}

/// Whether each way out of the loop leads somewhere else: two that meet at
/// once could not be distinguished. Sums are added up where they lead.
bool CountedLoops::hasWaysOut(ArrayRef<uint32_t> Ipoints) const {
  SmallSet<uint32_t, 8> Targets;
  for (uint32_t I : Ipoints)
    for (uint32_t T : From[I]) {
      uint32_t Target = Places.Transitions[T].second;
      if (Component[Target] == Component[I])
        continue;
      if (!Targets.insert(Target).second ||
          (Places.HasSums && Places.Plain[Target]))
        return false;
    }
  return !Targets.empty();
}

/// One way only leads round it.
std::optional<LoopOnPath> CountedLoops::withOneWay(uint32_t Head) const {
  LoopOnPath L;
  uint32_t At = Head;
  do {
    std::optional<uint32_t> Way = wayRound(At);
    if (!Way)
      return std::nullopt;
    L.Ipoints.push_back(At);
    if (L.Counters.empty() && Places.Counters[At])
      L.Counters.push_back(At);
    At = Places.Transitions[*Way].second;
  } while (At != Head);
  if (L.Counters.empty())
    return std::nullopt;
  return L;
}

std::optional<LoopOnPath>
CountedLoops::withSums(uint32_t Head, ArrayRef<uint32_t> Ipoints) const {
  SmallVector<database::CountedLoop::Transition, 32> Inside;
  for (uint32_t I : Ipoints)
    for (uint32_t T : From[I])
      if (Component[Places.Transitions[T].second] == Component[I])
        Inside.push_back(Places.Transitions[T]);
  std::optional<database::CountedLoop> L = database::CountedLoop::find(
      Head, Ipoints, Inside, [&](uint32_t I) { return To[I].size() > 1; });
  if (!L || L->counters().size() > MostCounters ||
      any_of(L->counters(), [&](uint32_t I) { return Places.Plain[I]; }))
    return std::nullopt;
  return LoopOnPath{L->ipoints().vec(), L->counters().vec()};
}

/// Whether the component is to be a counted loop; then it is one.
bool CountedLoops::takeComponent(ArrayRef<uint32_t> Ipoints) {
  std::optional<uint32_t> Head;
  for (uint32_t I : Ipoints) {
    if (Places.Records[I])
      return false;
    bool IsEntered = any_of(To[I], [&](uint32_t T) {
      return Component[Places.Transitions[T].first] != Component[I];
    });
    if (IsEntered && std::exchange(Head, I))
      return false;
  }
  if (!Head || !hasWaysOut(Ipoints))
    return false;
  std::optional<LoopOnPath> L =
      Places.HasSums ? withSums(*Head, Ipoints) : withOneWay(*Head);
  if (!L)
    return false;
  for (uint32_t I : L->Ipoints)
    Of[I] = Loops.size();
  Loops.push_back(std::move(*L));
  return true;
}

void CountedLoops::drop(uint32_t Index, std::vector<bool> &Ends,
                        std::optional<uint32_t> End) {
  LoopOnPath &L = Loops[Index];
  uint32_t Cut = L.Counters.front();
  if (Places.HasSums)
    if (auto Body =
            find_if(L.Ipoints, [&](uint32_t I) { return Places.Bodies[I]; });
        Body != L.Ipoints.end())
      Cut = *Body;
  Ends[End.value_or(Cut)] = true;
  for (uint32_t I : L.Ipoints)
    Of[I] = None;
  L.Ipoints.clear();
}

} // namespace ipoint
