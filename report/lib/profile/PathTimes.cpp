//===- PathTimes.cpp - The paths that functions took ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathTimes.h"

namespace ipoint::analysis {

/// Null if it is one too many.
PathTimes::Path *PathTimes::find(uint64_t Record) {
  auto It = Paths.lower_bound(Record);
  if (It != Paths.end() && It->first == Record)
    return &It->second;
  if (Paths.size() >= Limit)
    return nullptr;
  return &Paths.emplace_hint(It, Record, Path())->second;
}

void PathTimes::count(uint64_t Record, uint64_t Times, uint64_t Rounds) {
  if (Path *P = find(Record)) {
    P->Times += Times;
    P->Rounds += Rounds;
  } else {
    Omitted += Times;
  }
}

void PathTimes::finish(uint32_t Function, const Activation &A,
                       uint64_t MinOverhead) {
  if (A.Paths.size() == 1 && A.Paths.front().Times == 1) {
    if (Path *P = find(A.Paths.front().Record)) {
      if (!P->Self)
        P->Self = std::make_unique<Distribution>();
      P->Self->add(A.Self, A.SelfProbes, MinOverhead);
    }
  }
  LongestCall &L = Longest[Function];
  if (A.Self > L.Ticks || L.Paths.empty())
    L = {A.Self, A.Paths.vec(), A.ArePathsCut};
}

void PathTimes::merge(const PathTimes &Other) {
  for (const auto &[Record, Theirs] : Other.Paths) {
    Path *P = find(Record);
    if (!P) {
      Omitted += Theirs.Times;
      continue;
    }
    P->Times += Theirs.Times;
    P->Rounds += Theirs.Rounds;
    if (!Theirs.Self)
      continue;
    if (!P->Self)
      P->Self = std::make_unique<Distribution>();
    P->Self->merge(*Theirs.Self);
  }
  Omitted += Other.Omitted;
  for (const auto &[Function, Theirs] : Other.Longest) {
    LongestCall &L = Longest[Function];
    if (Theirs.Ticks > L.Ticks || L.Paths.empty())
      L = Theirs;
  }
}

const PathTimes::LongestCall *PathTimes::longestOf(uint32_t Function) const {
  auto It = Longest.find(Function);
  return It == Longest.end() ? nullptr : &It->second;
}

} // namespace ipoint::analysis
