//===- Plan.cpp - Which sites become ipoints ------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Plan.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;
using namespace ipoint::database;

namespace ipoint {

static bool isBoundary(const Site &S) {
  return S.K == Kind::Entry || S.K == Kind::Exit;
}

static bool isChosen(const Site &S, Level L) {
  if (!S.Placed || S.OfDecision)
    return S.Placed && L >= Level::Decisions;
  return isBoundary(S) || S.K == Kind::Mark || L >= Level::Blocks ||
         (L == Level::Loops && S.OfLoop);
}

static bool isTimed(const Site &S, TimedIpoints C) {
  switch (C) {
  case TimedIpoints::Functions:
    return isBoundary(S);
  case TimedIpoints::Loops:
    return isBoundary(S) || S.OfLoop;
  case TimedIpoints::Blocks:
    return true;
  case TimedIpoints::None:
    break;
  }
  return false;
}

namespace {

class FunctionPlanner {
public:
  FunctionPlanner(const FoundFunction &Found, Choice Chosen) : Found(Found) {
    Plan.Chosen = Chosen;
  }

  FunctionPlan plan() {
    Plan.OfSite.resize(Found.Sites.size());
    for (auto [I, S] : enumerate(Found.Sites)) {
      if (!isChosen(S, Plan.Chosen.L))
        continue;
      Plan.OfSite[I] = Plan.count();
      Plan.Ipoints.push_back(
          {static_cast<unsigned>(I), isTimed(S, Plan.Chosen.C)});
    }
    for (unsigned I = 0; I != Found.WithoutProbe.size(); ++I)
      addPlace(I);
    SeenFrom.assign(Found.Sites.size(), Nothing);
    for (uint32_t I = 0; I != Plan.count(); ++I)
      addBlock(I);
    return std::move(Plan);
  }

private:
  void addPlace(unsigned Index) {
    std::optional<unsigned> Site = Found.WithoutProbe[Index].Site;
    if (Site && Found.Sites[*Site].OfDecision &&
        Plan.Chosen.L < Level::Decisions)
      return;
    if (Site)
      SitesWithoutProbe[*Site] = Plan.WithoutProbe.size();
    Plan.WithoutProbe.push_back({Index, {}});
  }

  /// Follows the paths from an ipoint through the sites that are none to the
  /// ipoints that come next: all that lies on them is its block.
  void addBlock(uint32_t From) {
    SmallVector<unsigned, 8> Work = {Plan.Ipoints[From].Site};
    while (!Work.empty()) {
      const Site &S = Found.Sites[Work.pop_back_val()];
      for (const std::string &Callee : S.Calls)
        Plan.Calls.push_back({From, Callee});
      for (unsigned Next : S.Next) {
        if (std::exchange(SeenFrom[Next], From) == From)
          continue;
        if (auto It = SitesWithoutProbe.find(Next);
            It != SitesWithoutProbe.end())
          Plan.WithoutProbe[It->second].Ipoints.push_back(From);
        if (Plan.OfSite[Next])
          Plan.Transitions.push_back({From, *Plan.OfSite[Next]});
        else
          Work.push_back(Next);
      }
    }
  }

  const FoundFunction &Found;
  FunctionPlan Plan;
  static constexpr uint32_t Nothing = ~0u;
  /// From which ipoint each site was reached last.
  std::vector<uint32_t> SeenFrom;
  /// Sites without a probe, and where Plan.WithoutProbe has them.
  DenseMap<unsigned, size_t> SitesWithoutProbe;
};

} // namespace

FunctionPlan planFunction(const FoundFunction &Found, Choice Chosen) {
  return FunctionPlanner(Found, Chosen).plan();
}

UnitPlan planUnit(const FoundUnit &Found, const Selection &Chosen) {
  UnitPlan Plan;
  for (const FoundFunction &F : Found.Functions) {
    uint32_t First = Plan.count();
    Plan.Functions.push_back(planFunction(F, Chosen.of(F).Chosen));
    Plan.Functions.back().First = First;
  }
  return Plan;
}

} // namespace ipoint
