//===- Rows.cpp - What the database keeps of a plan -----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/compile/Rows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace ipoint {

namespace {

/// Of one function after the other.
class RowMaker {
public:
  RowMaker(const Selection &Chosen, database::Unit &Unit)
      : Chosen(Chosen), Unit(Unit) {}

  void add(const FoundFunction &Found, const FunctionPlan &Plan) {
    uint32_t Function = Unit.Functions.size();
    uint32_t File = fileIndex(Found.File);
    const WrittenPlace &At = Found.At.Written;
    Unit.Functions.push_back(
        {Found.Name, File, At.Line, At.Column, Found.EndLine,
         Found.NotInstrumented, Plan.Chosen.L, Plan.Chosen.C,
         Chosen.isInterrupt(Found), Plan.S, Plan.OtherStore,
         Plan.CountBits ? uint64_t(1) << *Plan.CountBits : 0, Found.Type});
    for (const PlannedIpoint &P : Plan.Ipoints)
      addIpoint(Found.Sites[P.Site], P, Function);
    for (auto [Index, T] : enumerate(Plan.Transitions))
      Unit.Transitions.push_back(
          {Plan.First + T.first, Plan.First + T.second,
           Plan.Increments.empty() ? 0 : Plan.Increments[Index],
           !Plan.Rounds.empty() && Plan.Rounds[Index]});
    for (const PlannedCall &C : Plan.Calls)
      Unit.Calls.push_back(
          {Plan.First + C.Ipoint, C.Found->Callee, C.Found->Type});
    for (const PlannedPlace &S : Plan.WithoutProbe) {
      const PlaceWithoutProbe &Place = Found.WithoutProbe[S.Place];
      const std::optional<IncludedPlace> NotIncluded;
      const std::optional<IncludedPlace> &In =
          Place.Site ? Found.Sites[*Place.Site].At.Included : NotIncluded;
      Unit.Skips.push_back({Function, In ? fileIndex(In->File) : File,
                            In ? In->Line : Place.Line, Place.Reason});
    }
    auto IpointOf = [&](unsigned Site) -> std::optional<uint32_t> {
      if (std::optional<uint32_t> Index = Plan.OfSite[Site])
        return Plan.First + *Index;
      return std::nullopt;
    };
    for (const FoundLoop &L : Found.Loops)
      Unit.Loops.push_back({Function, L.Name, L.Line, L.EndLine,
                            L.Head ? IpointOf(*L.Head) : std::nullopt,
                            IpointOf(L.Body), L.Bound, L.BoundFrom});
    for (const auto &[B, Planned] : zip_equal(Found.Budgets, Plan.Budgets)) {
      std::optional<uint32_t> Ipoint;
      if (Planned.Ipoints.size() == 1)
        Ipoint = Plan.First + Planned.Ipoints.front();
      Unit.Budgets.push_back({Function, Ipoint, B.Line, B.Text});
    }
  }

private:
  uint32_t fileIndex(const std::string &Path) {
    auto [It, New] = Files.try_emplace(Path, Unit.Files.size());
    if (New)
      Unit.Files.push_back({Path, ""});
    return It->second;
  }

  void addIpoint(const Site &S, const PlannedIpoint &P, uint32_t Function) {
    const WrittenPlace &At = S.At.Written;
    if (S.K == database::Kind::Mark)
      Unit.Marks.push_back({Unit.count(), S.MarkName, S.MarkedValue});
    if (const std::optional<IncludedPlace> &In = S.At.Included)
      Unit.Included.push_back(
          {Unit.count(), fileIndex(In->File), In->Line, In->Column});
    Unit.Ipoints.push_back({S.K, S.Name, P.Timed || P.InWindows, At.Line,
                            At.Column, std::max(S.EndLine, At.Line), Function,
                            At.FromMacro, P.E, P.PathBase});
  }

  const Selection &Chosen;
  database::Unit &Unit;
  StringMap<uint32_t> Files;
};

} // namespace

void addRows(const FoundUnit &Found, const UnitPlan &Plan,
             const Selection &Chosen, database::Unit &Unit) {
  Unit.L = Chosen.Default.L;
  Unit.C = Chosen.Default.C;
  Unit.S = Chosen.Default.S;
  Unit.NotParsed = Found.NotParsed;
  RowMaker Maker(Chosen, Unit);
  for (const auto &[F, P] : zip_equal(Found.Functions, Plan.Functions))
    Maker.add(F, P);
}

} // namespace ipoint
