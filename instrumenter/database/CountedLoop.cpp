//===- CountedLoop.cpp - Loops whose rounds are counted by ipoint ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/CountedLoop.h"
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

} // namespace ipoint::database
