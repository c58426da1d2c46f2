//===- Plan.cpp - Which sites become ipoints ------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Plan.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

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
  return isBoundary(S) || C == TimedIpoints::Blocks ||
         (C == TimedIpoints::Loops && S.OfLoop);
}

namespace {

class UnitPlanner {
public:
  UnitPlanner(const Selection &Chosen, Unit &Planned)
      : Chosen(Chosen), Planned(Planned) {}

  std::vector<std::optional<uint32_t>> add(const FoundFunction &Found) {
    uint32_t Index = Planned.Functions.size();
    uint32_t File = fileIndex(Found.File);
    const Choice Here = Chosen.of(Found).Chosen;
    Planned.Functions.push_back({Found.Name, File, Found.At.Written.Line,
                                 Found.At.Written.Column, Found.EndLine,
                                 Found.Skipped, Here.L, Here.C,
                                 Chosen.isInterrupt(Found)});
    std::vector<std::optional<uint32_t>> Ipoints(Found.Sites.size());
    for (auto [I, S] : enumerate(Found.Sites)) {
      if (!isChosen(S, Here.L))
        continue;
      Ipoints[I] = Planned.count();
      if (S.K == Kind::Mark)
        Planned.Marks.push_back({Planned.count(), S.MarkName, S.MarkedValue});
      Planned.Ipoints.push_back({S.K, S.Name, isTimed(S, Here.C),
                                 S.At.Written.Line, S.At.Written.Column,
                                 std::max(S.EndLine, S.At.Written.Line), Index,
                                 S.At.Written.FromMacro});
    }
    SkippedSites.clear();
    SeenFrom.assign(Found.Sites.size(), NoSite);
    for (const SkippedPlace &Skip : Found.Skips)
      addSkip(Found, Skip, File, Index, Here.L);
    for (unsigned I = 0; I != Found.Sites.size(); ++I)
      if (Ipoints[I])
        addBlock(Found, I, Ipoints);
    for (const FoundLoop &L : Found.Loops)
      Planned.Loops.push_back({Index, L.Name, L.Line, L.EndLine,
                               L.Head ? Ipoints[*L.Head] : std::nullopt,
                               Ipoints[L.Body], L.Bound, L.BoundFrom});
    return Ipoints;
  }

private:
  uint32_t fileIndex(const std::string &Path) {
    auto [It, New] = Files.try_emplace(Path, Planned.Files.size());
    if (New)
      Planned.Files.push_back({Path, ""});
    return It->second;
  }

  void addSkip(const FoundFunction &Found, const SkippedPlace &Skip,
               uint32_t File, uint32_t Function, Level Here) {
    if (Skip.Site && Found.Sites[*Skip.Site].OfDecision &&
        Here < Level::Decisions)
      return;
    if (Skip.Site)
      SkippedSites[*Skip.Site] = Planned.Skips.size();
    Planned.Skips.push_back({Function, File, Skip.Line, Skip.Reason});
  }

  /// Follows the paths from a chosen site through the others to the chosen ones
  /// that come next: all that lies on them is its block.
  void addBlock(const FoundFunction &Found, unsigned From,
                ArrayRef<std::optional<uint32_t>> Ipoints) {
    SmallVector<unsigned, 8> Work = {From};
    while (!Work.empty()) {
      const Site &S = Found.Sites[Work.pop_back_val()];
      for (const std::string &Callee : S.Calls)
        Planned.Calls.push_back({*Ipoints[From], Callee});
      for (unsigned Next : S.Next) {
        if (std::exchange(SeenFrom[Next], From) == From)
          continue;
        if (auto It = SkippedSites.find(Next); It != SkippedSites.end())
          Planned.Skips[It->second].Ipoints.push_back(*Ipoints[From]);
        if (Ipoints[Next])
          Planned.Transitions.push_back({*Ipoints[From], *Ipoints[Next]});
        else
          Work.push_back(Next);
      }
    }
  }

  const Selection &Chosen;
  Unit &Planned;
  StringMap<uint32_t> Files;
  static constexpr unsigned NoSite = ~0u;
  /// Of the function at hand: from which site each was reached last.
  std::vector<unsigned> SeenFrom;
  /// Of the function at hand: sites without a probe, and where Planned.Skips
  /// has them.
  DenseMap<unsigned, size_t> SkippedSites;
};

} // namespace

SitePlan planUnit(const FoundUnit &Found, const Selection &Chosen,
                  Unit &Planned) {
  Planned.L = Chosen.Default.L;
  Planned.C = Chosen.Default.C;
  Planned.NotParsed = Found.NotParsed;
  UnitPlanner Planner(Chosen, Planned);
  SitePlan Plan;
  for (const FoundFunction &F : Found.Functions)
    Plan.push_back(Planner.add(F));
  return Plan;
}

} // namespace ipoint
