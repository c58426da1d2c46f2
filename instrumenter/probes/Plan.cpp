//===- Plan.cpp - From sites to ipoints -----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "probes/Plan.h"
#include "probes/BlockCalls.h"
#include "probes/PathNumbers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

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
  case TimedIpoints::Auto:
    break;
  }
  return false;
}

// An iteration that is longer than a window is timed separately, as calls are:
// a variable of the function holds the time at which it began. An iteration
// ends where the next one begins or control leaves the loop, so that the time
// between two entries of the loop is no iteration.

/// Loops that are nested more deeply are not timed: time is to grow with the
/// text, not with the depth of its nests.
static constexpr size_t MostAround = 7;

static bool contains(const FoundLoop &L, unsigned Site) {
  return L.First <= Site && Site < L.End;
}

static bool mayLast(const FoundFunction &Found, size_t Loop) {
  const FoundLoop &L = Found.Loops[Loop];
  // Those in it come next.
  if (Loop + 1 != Found.Loops.size() && contains(L, Found.Loops[Loop + 1].Body))
    return true;
  return any_of(ArrayRef(Found.Sites).slice(L.First, L.End - L.First),
                [](const Site &S) { return S.Effects.MayStay; });
}

/// The ipoints to which control can come from \p L, where it has been left;
/// nothing where it can come back without passing one of them.
static std::optional<SmallSetVector<uint32_t, 4>>
ipointsBehind(const FoundFunction &Found, const FunctionPlan &Plan,
              const FoundLoop &L) {
  SmallSetVector<uint32_t, 4> Result;
  SmallSetVector<unsigned, 8> Between; // sites that are no ipoints
  auto IsInside = [&](unsigned Site) {
    return contains(L, Site) && Found.Sites[Site].K != database::Kind::Exit;
  };
  auto Reach = [&](unsigned Site) {
    if (std::optional<uint32_t> Ipoint = Plan.OfSite[Site])
      Result.insert(*Ipoint);
    else
      Between.insert(Site);
  };
  for (unsigned Site = L.First; Site != L.End; ++Site)
    for (unsigned Next : Found.Sites[Site].Next)
      if (!IsInside(Next))
        Reach(Next);
  for (size_t I = 0; I != Between.size(); ++I)
    for (unsigned Next : Found.Sites[Between[I]].Next) {
      if (IsInside(Next))
        return std::nullopt;
      Reach(Next);
    }
  return Result;
}

/// Sets Iterates and Leaves in \p Plan for the loops whose iterations may last:
/// they call something that may, or have another loop in them.
static void planIterations(const FoundFunction &Found, FunctionPlan &Plan) {
  SmallVector<unsigned, 8> Around; // ends of the loops that the next one is in
  for (auto [Index, L] : enumerate(Found.Loops)) {
    while (!Around.empty() && Around.back() <= L.First)
      Around.pop_back();
    Around.push_back(L.End);
    std::optional<uint32_t> Body = Plan.OfSite[L.Body];
    if (!Body || Around.size() > MostAround + 1 || !mayLast(Found, Index))
      continue;
    auto Behind = ipointsBehind(Found, Plan, L);
    if (!Behind)
      continue;
    Plan.Ipoints[*Body].Iterates = static_cast<uint32_t>(Index);
    for (uint32_t Ipoint : *Behind)
      Plan.Ipoints[Ipoint].Leaves.push_back(static_cast<uint32_t>(Index));
  }
}

namespace {

class FunctionPlanner {
public:
  FunctionPlanner(const FoundFunction &Found, Choice Chosen,
                  const Selection &In)
      : Found(Found), In(In) {
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
    Plan.Budgets.resize(Found.Budgets.size());
    for (auto [I, B] : enumerate(Found.Budgets))
      for (unsigned Site : B.From)
        BudgetsBehind[Site].push_back(I);
    SeenFrom.assign(Found.Sites.size(), Nothing);
    Effects.resize(Plan.count());
    for (uint32_t I = 0; I != Plan.count(); ++I)
      addBlock(I);
    if (Plan.Chosen.S != Store::Blocks && Plan.count() != 0)
      chooseStore();
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
    Block.clear();
    while (!Work.empty()) {
      unsigned Index = Work.pop_back_val();
      const Site &S = Found.Sites[Index];
      Block.push_back(Index);
      noteBudgets(From, Index);
      Effects[From] |= S.Effects;
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
    addCallsOf(Found, Plan.OfSite, Block, From, Plan.Calls);
  }

  /// \p Site lies in the block of \p Ipoint.
  void noteBudgets(uint32_t Ipoint, unsigned Site) {
    auto It = BudgetsBehind.find(Site);
    if (It == BudgetsBehind.end())
      return;
    for (size_t Budget : It->second)
      if (std::vector<uint32_t> &In = Plan.Budgets[Budget].Ipoints;
          In.empty() || In.back() != Ipoint)
        In.push_back(Ipoint);
  }

  const Site &siteOf(uint32_t Ipoint) const {
    return Found.Sites[Plan.Ipoints[Ipoint].Site];
  }

  //===--- Paths ----------------------------------------------------------===//

  void chooseStore() {
    // Where each ipoint has a timed record, no number says more.
    if (Plan.allTimed() && !(Plan.Chosen.S == Store::Sums && In.TimesInPlace))
      return;
    if (Found.WithoutPaths)
      Plan.OtherStore = Found.WithoutPaths;
    else if (siteOf(0).K == Kind::Entry) {
      const bool AreSums = Plan.Chosen.S == Store::Sums && !whyNoSums();
      if (AreSums || !Plan.allTimed())
        numberAll(AreSums ? Store::Sums : Store::Paths);
    }
  }

  /// Why records are needed where sums were chosen; noted.
  bool whyNoSums() {
    if (In.WithoutSums)
      Plan.OtherStore = In.WithoutSums;
    else if (!In.TimesInPlace &&
             any_of(Plan.Ipoints,
                    [](const PlannedIpoint &P) { return P.Timed; }))
      Plan.OtherStore = "has times, which are stored one by one";
    else if (any_of(Plan.Ipoints, [&](const PlannedIpoint &P) {
               return Found.Sites[P.Site].MarkedValue != MarkValue::None;
             }))
      Plan.OtherStore = "has marks with values, which are stored one by one";
    return Plan.OtherStore.has_value();
  }

  void numberAll(Store S) {
    uint64_t Limit = pathLimit(Plan.count());
    if (S == Store::Sums)
      Limit = std::min<uint64_t>(Limit, In.MostPaths);
    PathNumbers Numbers = numberPaths(places(S), Limit);
    if (Numbers.Total > uint64_t(UINT32_MAX) + 1) {
      Plan.OtherStore = "has too many transitions";
      return;
    }
    Plan.S = S;
    Plan.TimesInPlace = S == Store::Sums && Plan.Ipoints[0].Timed;
    const bool InWindows =
        Plan.Chosen.C == TimedIpoints::Auto && S == Store::Sums;
    for (uint32_t I = 0; I != Plan.count(); ++I) {
      Plan.Ipoints[I].InWindows = InWindows;
      Plan.Ipoints[I].E = Numbers.Encodings[I];
      Plan.Ipoints[I].PathBase = Numbers.Bases[I];
      Plan.Ipoints[I].HasCount = Numbers.HasCount[I];
      Plan.Ipoints[I].Counter = Numbers.Counter[I];
      Plan.Ipoints[I].Added = std::move(Numbers.Added[I]);
      if (Numbers.Encodings[I] == Encoding::Count)
        Plan.Counters = std::max(Plan.Counters, Numbers.Counter[I] + 1);
    }
    for (auto [T, Increment] : zip_equal(Plan.Transitions, Numbers.Increments))
      Plan.Ipoints[T.second].Increment += Increment;
    Plan.Increments = std::move(Numbers.Increments);
    Plan.Rounds = std::move(Numbers.Rounds);
    Plan.CountBits = Numbers.CountBits;
    if (InWindows)
      planIterations(Found, Plan);
    // Where callers count, a path that begins in such a function may be the
    // first of its stream, and its value must be known for one.
    if (entryNeedsRecord() || Plan.Chosen.S != S)
      Plan.Ipoints[0].E = Encoding::Record;
  }

  /// What a path must not go on behind: a timed record and a value come behind
  /// the number of a path, and what does not return may leave no other record.
  /// A count before each call costs no more than keeping the number through the
  /// call, and it is there when the callee never returns. Each of a loop's
  /// rounds is a path, unless it is counted.
  PathPlaces places(Store S) const {
    PathPlaces Result;
    Result.Transitions = Plan.Transitions;
    Result.MustEnd.resize(Plan.count());
    Result.Records.resize(Plan.count());
    Result.Bodies.resize(Plan.count());
    Result.Counters.resize(Plan.count());
    Result.Plain.resize(Plan.count());
    for (uint32_t I = 1; I != Plan.count(); ++I) {
      Result.MustEnd[I] = Plan.Ipoints[I].Timed || Effects[I].MayNotReturn ||
                          (S == Store::Sums && Effects[I].MayStay) ||
                          siteOf(I).K == Kind::Exit ||
                          siteOf(I).MarkedValue != MarkValue::None;
      Result.Counters[I] = siteOf(I).K == Kind::Label;
    }
    Result.HasSums = S == Store::Sums;
    // Which mark was passed last is not to depend on a count.
    for (uint32_t I = 0; I != Plan.count(); ++I)
      Result.Records[I] =
          mayComeBetween(S, I) || (I != 0 && siteOf(I).K == Kind::Mark);
    for (const FoundLoop &L : Found.Loops)
      if (std::optional<uint32_t> Body = Plan.OfSite[L.Body])
        Result.Bodies[*Body] = Result.Counters[*Body] = true;
    for (const Slot &S : Found.Slots)
      if (std::optional<uint32_t> Ipoint = Plan.OfSite[S.Site];
          Ipoint && isOrderOpen(S.Form))
        Result.Plain[*Ipoint] = true;
    return Result;
  }

  /// Whether a block calls what no path that is open may be behind.
  bool mayComeBetween(Store S, uint32_t Ipoint) const {
    const CallEffects &Of = Effects[Ipoint];
    return S == Store::Sums ? Of.MayStay : Of.MayCall;
  }

  /// Whether what records may come between the call's beginning and the end of
  /// its first path.
  bool entryNeedsRecord() const {
    if (Plan.Ipoints[0].Timed)
      return true;
    std::vector<SmallVector<uint32_t, 2>> Next(Plan.count());
    for (auto [From, To] : Plan.Transitions)
      Next[From].push_back(To);
    std::vector<bool> Seen(Plan.count());
    SmallVector<uint32_t, 8> Work = {0};
    while (!Work.empty()) {
      uint32_t At = Work.pop_back_val();
      if (mayComeBetween(Plan.S, At) || Effects[At].MayNotReturn)
        return true;
      for (uint32_t To : Next[At])
        if (Plan.Ipoints[To].E != Encoding::Path && !Seen[To]) {
          Seen[To] = true;
          Work.push_back(To);
        }
    }
    return false;
  }

  const FoundFunction &Found;
  const Selection &In;
  FunctionPlan Plan;
  std::vector<CallEffects> Effects; ///< of calls in an ipoint's block
  static constexpr uint32_t Nothing = ~0u;
  /// From which ipoint each site was reached last.
  std::vector<uint32_t> SeenFrom;
  std::vector<unsigned> Block; ///< sites of the ipoint at hand
  /// Sites without a probe, and where Plan.WithoutProbe has them.
  DenseMap<unsigned, size_t> SitesWithoutProbe;
  /// The budgets that come behind a site.
  DenseMap<unsigned, SmallVector<size_t, 1>> BudgetsBehind;
};

} // namespace

FunctionPlan planFunction(const FoundFunction &Found, Choice Chosen,
                          const Selection &In) {
  return FunctionPlanner(Found, Chosen, In).plan();
}

UnitPlan planUnit(const FoundUnit &Found, const Selection &Chosen) {
  UnitPlan Plan;
  uint32_t FirstLoop = 0;
  for (const FoundFunction &F : Found.Functions) {
    uint32_t First = Plan.count();
    Plan.Functions.push_back(planFunction(F, Chosen.of(F).Chosen, Chosen));
    Plan.Functions.back().IsHandler = Chosen.isInterrupt(F);
    Plan.Functions.back().First = First;
    Plan.Functions.back().FirstLoop = FirstLoop;
    FirstLoop += F.Loops.size();
  }
  return Plan;
}

} // namespace ipoint
