//===- Decisions.cpp - What the filter decided, in a profile --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"
#include "Describe.h"

using namespace llvm;

namespace ipoint::profile {

using analysis::Decision;
using analysis::FilterState;

/// The figure of each state; of several that a block has, the first holds.
static constexpr std::pair<FilterState, StringLiteral> States[] = {
    {FilterState::Applied, "filter_applied"},
    {FilterState::Refused, "filter_refused"},
    {FilterState::NothingToExclude, "filter_nothing_to_exclude"},
    {FilterState::NotLinear, "filter_not_linear"},
    {FilterState::TooFewVisits, "filter_too_few_visits"}};

/// The texts of a decision.
static constexpr std::pair<std::string Decision::*, StringLiteral> Texts[] = {
    {&Decision::By, "filter_by"},
    {&Decision::Reason, "filter_reason"},
    {&Decision::TwoClusters, "filter_two_clusters"}};

void note(const Decision &D, uint64_t Slot, Function &To) {
  for (const auto &[State, Kind] : States)
    if (State == D.State)
      FigureWriter(To.Counted).number(Kind, Slot, uint64_t(1));
  for (const auto &[Member, Kind] : Texts)
    if (!(D.*Member).empty())
      To.Said[{Kind.str(), Slot}] = D.*Member;
}

Decision decisionOn(uint64_t Slot, const Function &In) {
  Decision D;
  D.State = FilterState::NotTimed; // as most blocks are: it has no figure
  FigureReader From(In.Counted);
  for (const auto &[State, Kind] : States) {
    uint64_t Times = 0;
    From.number(Kind, Slot, Times);
    if (Times == 0)
      continue;
    D.State = State;
    break;
  }
  for (const auto &[Member, Kind] : Texts)
    if (auto It = In.Said.find({Kind.str(), Slot}); It != In.Said.end())
      D.*Member = It->second;
  return D;
}

} // namespace ipoint::profile
