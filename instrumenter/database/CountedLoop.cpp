//===- CountedLoop.cpp - Loops whose rounds are counted by ipoint ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/CountedLoop.h"
#include "database/Paths.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace ipoint::database {

std::optional<CountedLoop>
CountedLoop::find(uint32_t Head, ArrayRef<uint32_t> Members,
                  ArrayRef<Transition> Inside,
                  function_ref<bool(uint32_t)> IsShared) {
  CountedLoop L;
  L.Inside.assign(Inside.begin(), Inside.end());
  llvm::sort(L.Inside);
  if (!L.putInOrder(Head, Members) || !L.describe(IsShared))
    return std::nullopt;
  return L;
}

uint32_t CountedLoop::placeOf(uint32_t Ipoint) const {
  return llvm::lower_bound(ByIpoint, std::pair(Ipoint, 0u))->second;
}

/// Depth first, what is done last comes first. False where a cycle does
/// without the head, or not all members are reached.
bool CountedLoop::putInOrder(uint32_t Head, ArrayRef<uint32_t> Members) {
  enum class State : uint8_t { New, Open, Done };
  for (uint32_t I : Members)
    ByIpoint.push_back({I, ByIpoint.size()});
  llvm::sort(ByIpoint);
  std::vector<State> States(Members.size());
  auto FirstWay = [&](uint32_t Ipoint) {
    return uint32_t(llvm::lower_bound(Inside, Transition(Ipoint, 0)) -
                    Inside.begin());
  };
  SmallVector<std::pair<uint32_t, uint32_t>, 32> Work; // ipoint, way
  Work.push_back({Head, FirstWay(Head)});
  States[placeOf(Head)] = State::Open;
  while (!Work.empty()) {
    auto &[At, Way] = Work.back();
    if (Way == Inside.size() || Inside[Way].first != At) {
      States[placeOf(At)] = State::Done;
      Ipoints.push_back(At);
      Work.pop_back();
      continue;
    }
    uint32_t Target = Inside[Way++].second;
    if (Target == Head)
      continue;
    State &S = States[placeOf(Target)];
    if (S == State::Open)
      return false;
    if (S == State::New) {
      S = State::Open;
      Work.push_back({Target, FirstWay(Target)});
    }
  }
  std::reverse(Ipoints.begin(), Ipoints.end());
  ByIpoint.clear();
  for (auto [Place, I] : enumerate(Ipoints))
    ByIpoint.push_back({I, Place});
  llvm::sort(ByIpoint);
  return Ipoints.size() == Members.size();
}

/// False where an ipoint has two ways to targets that others lead to, too.
bool CountedLoop::describe(function_ref<bool(uint32_t)> IsShared) {
  Places.resize(Ipoints.size());
  for (auto [P, I] : zip_equal(Places, Ipoints))
    P.IsShared = I != Ipoints.front() && IsShared(I);
  for (auto [Way, T] : enumerate(Inside)) {
    Place &From = Places[placeOf(T.first)];
    uint32_t To = placeOf(T.second);
    if (To != 0 && !Places[To].IsShared)
      From.Alone.push_back(Way);
    else if (std::exchange(From.Shared, Way) != None)
      return false;
  }
  for (auto [P, I] : zip_equal(Places, Ipoints)) {
    if (P.IsShared || P.Shared == None)
      continue;
    P.Counter = Counters.size();
    Counters.push_back(I);
  }
  return true;
}

std::vector<uint64_t> CountedLoop::taken(ArrayRef<uint64_t> Visits,
                                         ArrayRef<uint64_t> Left) const {
  std::vector<uint64_t> All(Ipoints.size()), Taken(Inside.size());
  // Visits to ipoints with one source, from the last to the first: where
  // nothing counts them, they are as many as leave.
  for (size_t I = Ipoints.size(); I-- != 0;) {
    const Place &P = Places[I];
    if (P.IsShared)
      continue;
    uint64_t Leave = Left[I];
    for (uint32_t Way : P.Alone)
      Leave += All[placeOf(Inside[Way].second)];
    All[I] = P.Counter == None ? Leave : std::max(Visits[P.Counter], Leave);
  }
  // Then what comes to those with several.
  for (size_t I = 0; I != Ipoints.size(); ++I) {
    const Place &P = Places[I];
    uint64_t Leave = Left[I];
    for (uint32_t Way : P.Alone)
      Leave += Taken[Way] = All[placeOf(Inside[Way].second)];
    // Of a path that a kill ended, a visit may be left.
    if (P.Shared == None || All[I] < Leave)
      continue;
    Taken[P.Shared] = All[I] - Leave;
    if (uint32_t To = placeOf(Inside[P.Shared].second); To != 0)
      All[To] += Taken[P.Shared];
  }
  return Taken;
}

//===--- In the paths of a unit ---===//

/// What is no counted loop becomes none, and is noted.
void PathTable::findRounds(const Unit &U) {
  std::vector<uint32_t> OnlySource(U.count(), None);
  std::vector<bool> HasMore(U.count());
  for (const Transition &T : U.Transitions)
    if (OnlySource[T.Target] == None)
      OnlySource[T.Target] = T.Source;
    else
      HasMore[T.Target] = true;
  for (uint32_t I = 0; I != U.count(); ++I)
    if (HasMore[I])
      OnlySource[I] = None;
  for (auto [Row, T] : enumerate(U.Transitions))
    if (T.IsRound && !InRounds && !AreCounted[U.Ipoints[T.Source].Function])
      findRound(U, static_cast<uint32_t>(Row), OnlySource);
  findSummedLoops(U, OnlySource);
  for (auto [Row, T] : enumerate(U.Transitions)) {
    uint32_t Loop = Ipoints[T.Source].Loop;
    if (Loop != None && Ipoints[T.Target].Loop == Loop && T.Increment != 0 &&
        !InRounds)
      InRounds = {true, static_cast<uint32_t>(Row),
                  "adds to a number in a counted loop"};
  }
  for (uint32_t I = 0; I != U.count(); ++I)
    if (Ipoints[I].E == Encoding::Count && Ipoints[I].Loop == None && !InRounds)
      InRounds = {false, I, "is of an ipoint that counts no loop"};
}

/// \p Row leads from the last ipoint of the round to the first; only one way
/// leads to each of the others.
void PathTable::findRound(const Unit &U, uint32_t Row,
                          ArrayRef<uint32_t> OnlySource) {
  const Transition &Back = U.Transitions[Row];
  Round R;
  R.Begin = Rounds.size();
  unsigned Counters = 0;
  bool IsWhole = true;
  for (uint32_t At = Back.Source; IsWhole;) {
    Rounds.push_back(At);
    const Place &P = Ipoints[At];
    Counters += P.E == Encoding::Count;
    IsWhole = P.HasPaths && !P.IsEntry && !endsPath(At) && P.Loop == None;
    if (At == Back.Target)
      break;
    At = OnlySource[At];
    IsWhole = IsWhole && At != None && Rounds.size() - R.Begin < U.count();
  }
  R.Count = Rounds.size() - R.Begin;
  if (!IsWhole || Counters != 1) {
    Rounds.resize(R.Begin);
    InRounds = {true, Row, "leads round what is no counted loop"};
    return;
  }
  std::reverse(Rounds.begin() + R.Begin, Rounds.end());
  for (uint32_t I = 0; I != R.Count; ++I) {
    Place &P = Ipoints[Rounds[R.Begin + I]];
    P.Loop = Loops.size();
    P.Position = I;
    if (P.E == Encoding::Count)
      R.Counter = I;
  }
  Loops.push_back(R);
}

/// The same of functions that store sums.
void PathTable::findSummedLoops(const Unit &U, ArrayRef<uint32_t> OnlySource) {
  RowsTo Rows;
  for (auto [Row, T] : enumerate(U.Transitions)) {
    if (!T.IsRound || InRounds || !AreCounted[U.Ipoints[T.Source].Function] ||
        Ipoints[T.Target].Loop != None)
      continue;
    if (Rows.empty()) {
      Rows.resize(U.count());
      for (auto [Each, To] : enumerate(U.Transitions))
        Rows[To.Target].push_back(static_cast<uint32_t>(Each));
    }
    std::optional<CountedLoop> L = summedLoop(U, T.Target, Rows, OnlySource);
    if (!L) {
      InRounds = {true, static_cast<uint32_t>(Row),
                  "leads round what is no counted loop"};
      return;
    }
    Round R;
    R.Begin = Rounds.size();
    R.Count = L->ipoints().size();
    R.IsSummed = true;
    llvm::append_range(Rounds, L->ipoints());
    for (auto [Position, I] : enumerate(L->ipoints())) {
      Ipoints[I].Loop = Loops.size();
      Ipoints[I].Position = Position;
    }
    Loops.push_back(R);
    Summed.push_back(std::move(*L));
  }
}

/// What leads round to \p Head, with all between: those that count are as they
/// have to be, and control comes in at the head alone.
std::optional<CountedLoop>
PathTable::summedLoop(const Unit &U, uint32_t Head, const RowsTo &Rows,
                      ArrayRef<uint32_t> OnlySource) const {
  std::vector<uint32_t> Members = {Head};
  std::vector<CountedLoop::Transition> Inside;
  DenseSet<uint32_t> Known = {Head};
  for (size_t At = 0; At < Members.size(); ++At) { // it grows
    const Place &P = Ipoints[Members[At]];
    if (P.IsEntry || endsPath(Members[At]) || P.Loop != None || !P.HasPaths)
      return std::nullopt;
    for (uint32_t Row : Rows[Members[At]]) {
      const Transition &T = U.Transitions[Row];
      if (At == 0 && !T.IsRound)
        continue; // where control comes in
      if (At != 0 && T.IsRound)
        return std::nullopt;
      Inside.push_back({T.Source, T.Target});
      if (Known.insert(T.Source).second)
        Members.push_back(T.Source);
    }
  }
  // Within the loop the head is reached by new rounds alone.
  if (any_of(Rows[Head], [&](uint32_t Row) {
        const Transition &T = U.Transitions[Row];
        return !T.IsRound && Known.contains(T.Source);
      }))
    return std::nullopt;
  std::optional<CountedLoop> L = CountedLoop::find(
      Head, Members, Inside, [&](uint32_t I) { return OnlySource[I] == None; });
  if (!L)
    return std::nullopt;
  auto Counts = [&](uint32_t I) { return Ipoints[I].E == Encoding::Count; };
  bool AreRight =
      all_of(L->counters(), Counts) &&
      size_t(llvm::count_if(Members, Counts)) == L->counters().size();
  return AreRight ? L : std::nullopt;
}

} // namespace ipoint::database
