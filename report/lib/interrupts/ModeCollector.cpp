//===- ModeCollector.cpp - Visits of blocks with several modes ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModeCollector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

void ModeCollector::apply(const Decision &V) {
  if (V.Own.empty())
    return;
  for (const ModeBand &O : V.Own)
    Times.push_back({O.In, O.Instead, {}, {}});
  Table = V.OwnOfInterrupted;
  Before = Times.size();
  size_t Situations = situation(Pace::Unknown) + 1;
  Behind.assign(Situations, std::vector<double>(Times.size()));
  InterruptedBehind = std::vector<Histogram>(Situations);
}

void ModeCollector::pass(uint64_t Ticks, Pace &Last) {
  for (size_t I = 0; I < Times.size(); ++I)
    if (Ticks >= Times[I].In.From && Ticks <= Times[I].In.To) {
      Behind[situation(Last)][I] += double(Ticks);
      if (Before == I)
        Times[I].Again.add(Ticks);
      Before = I;
      Last = I ? Pace::Longer : Pace::Shortest;
      return;
    }
}

const Replacement &ModeCollector::passInterrupted(uint64_t Ticks, Pace Last,
                                                  const Replacement &Instead) {
  size_t Number = situation(Last);
  InterruptedBehind[Number].add(Ticks);
  if (!isTableKnown())
    return Instead;
  auto Above = llvm::upper_bound(
      Table[Number], Ticks,
      [](uint64_t T, const auto &Entry) { return T < Entry.first; });
  ModeSample &Own =
      Times[Above == Table[Number].begin() ? 0 : std::prev(Above)->second];
  Own.Interrupted.add(Ticks);
  return Own.Instead;
}

void ModeCollector::merge(const ModeCollector &Other) {
  for (auto [T, O] : zip_equal(Times, Other.Times)) {
    T.Interrupted.merge(O.Interrupted);
    T.Again.merge(O.Again);
  }
  for (auto [B, O] : zip_equal(Behind, Other.Behind))
    for (auto [Mine, Its] : zip_equal(B, O))
      Mine += Its;
  for (auto [H, O] : zip_equal(InterruptedBehind, Other.InterruptedBehind))
    H.merge(O);
}

} // namespace ipoint::analysis
