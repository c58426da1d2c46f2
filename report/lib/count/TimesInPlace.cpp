//===- TimesInPlace.cpp - Times that a target has added up ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimesInPlace.h"

using namespace llvm;

namespace ipoint::analysis {

/// Some bins of times, without the extremes.
struct Part {
  uint64_t Low = 0, Room = 0, Count = 0;
};

/// Adds as many times as \p Parts have, which add up to \p Sum and their lows:
/// it is divided among them in proportion to the widths of the bins.
static void divide(ArrayRef<Part> Parts, Wide Sum, auto Add) {
  Wide Room = 0, Before = 0, Given = 0;
  for (const Part &P : Parts)
    Room += Wide(P.Room) * P.Count;
  for (const Part &P : Parts) {
    if (P.Count == 0)
      continue;
    const Wide Here = Wide(P.Room) * P.Count;
    Before += Here;
    // To the tick, whatever is rounded: the others have room for the rest.
    const Wide Rest = Room - Before;
    Wide To =
        Room == 0
            ? 0
            : Wide((long double)Sum * (long double)Before / (long double)Room);
    To = std::clamp(To, std::max(Given, Sum > Rest ? Sum - Rest : 0),
                    std::min(Given + Here, Sum));
    const auto Each = static_cast<uint64_t>((To - Given) / P.Count),
               More = static_cast<uint64_t>((To - Given) % P.Count);
    Given = To;
    Add(P.Low + Each, P.Count - More);
    Add(P.Low + Each + 1, More);
  }
}

Distribution distributionOf(const trace::Times &T) {
  Distribution Result;
  auto Add = [&](uint64_t Value, uint64_t Times) {
    if (Times != 0)
      Result.add(Value, {0, 0}, 0, Times);
  };
  if (T.Count == 0)
    return Result;
  std::vector<Part> Parts[2];
  Wide Left[2] = {T.Sum - T.Above, T.Above};
  auto AddExtreme = [&](uint64_t Value) {
    Add(Value, 1);
    Left[Value > T.High] -= Value;
  };
  AddExtreme(T.Min);
  if (T.Count > 1)
    AddExtreme(T.Max);
  for (const trace::Times::Bin &B : T.Bins) {
    const bool IsAbove = B.Low > T.High;
    Part P{std::max(B.Low, T.Min), 0, B.Count};
    P.Room = std::min(B.High, T.Max) - P.Low;
    P.Count -= &B == &T.Bins.front();
    P.Count -= &B == &T.Bins.back() && T.Count > 1;
    Left[IsAbove] -= Wide(P.Low) * P.Count;
    Parts[IsAbove].push_back(P);
  }
  for (bool IsAbove : {false, true})
    divide(Parts[IsAbove], Left[IsAbove], Add);
  return Result;
}

} // namespace ipoint::analysis
