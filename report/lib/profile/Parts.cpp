//===- Parts.cpp - Functions and their parts by name ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "StatsFields.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::profile {

std::vector<FunctionName> namesOf(const analysis::SymbolTable &Symbols) {
  std::vector<FunctionName> Result;
  std::map<FunctionName, unsigned> Copies;
  for (const analysis::FunctionSymbol &F : Symbols.functions()) {
    FunctionName Name{F.File, F.Line, F.Name, 0};
    unsigned Copy = Copies[Name]++;
    Name.Copy = Copy;
    Result.push_back(std::move(Name));
  }
  return Result;
}

Parts::Parts(const analysis::SymbolTable &Symbols, uint32_t Function)
    : Blocks(Symbols.functions()[Function].Blocks),
      Loops(Symbols.functions()[Function].Loops), Symbols(Symbols) {
  DenseMap<uint32_t, uint32_t> Slots;
  for (auto [Slot, Block] : enumerate(Blocks))
    Slots[Block] = static_cast<uint32_t>(Slot);
  for (auto [Slot, Block] : enumerate(Blocks)) {
    auto [Begin, End] = Symbols.edgesOf(Block);
    for (uint32_t Edge = Begin; Edge != End; ++Edge)
      Transitions.push_back({static_cast<uint32_t>(Slot),
                             Slots.lookup(Symbols.targetOf(Edge)), Edge});
  }
  stable_sort(Transitions, [](const Transition &A, const Transition &B) {
    return std::tie(A.From, A.To) < std::tie(B.From, B.To);
  });
}

profile::Function Parts::named() const {
  profile::Function Result;
  for (uint32_t Block : Blocks)
    Result.Blocks.push_back(Symbols.blocks()[Block].Name);
  for (const Transition &T : Transitions)
    Result.Transitions.push_back({T.From, T.To});
  for (uint32_t Loop : Loops)
    Result.Loops.push_back(Symbols.loops()[Loop].Name);
  return Result;
}

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
      FigureWriter(To.Counted, Slot)(Kind, uint64_t(1));
  for (const auto &[Member, Kind] : Texts)
    if (!(D.*Member).empty())
      To.Said[{Kind.str(), Slot}] = D.*Member;
}

Decision decisionOn(uint64_t Slot, const Function &In) {
  Decision D;
  D.State = FilterState::NotTimed; // as most blocks are: it has no figure
  FigureReader From(In.Counted, Slot);
  for (const auto &[State, Kind] : States) {
    uint64_t Times = 0;
    From(Kind, Times);
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
