//===- ObservedSets.cpp - Interrupts among single times -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObservedSets.h"
#include "Interrupts.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// From values to what histograms count: whole numbers. Those below 0, which a
/// base that was taken off can leave, are as good as 0.
struct Grid {
  double Steps = 1; ///< in 1
  uint64_t at(double Value) const {
    double Whole = std::round(Value * Steps);
    return Whole > 0 ? uint64_t(std::min(Whole, 0x1p62)) : 0;
  }
};

} // namespace

static Grid gridOf(ArrayRef<observations::Set> Sets) {
  for (const observations::Set &S : Sets)
    for (double Value : S.Values)
      if (Value != std::round(Value))
        return {1000};
  return {};
}

static bool isIn(ArrayRef<Band> Bands, uint64_t Ticks) {
  return any_of(
      Bands, [&](const Band &B) { return B.From <= Ticks && Ticks <= B.To; });
}

std::vector<DetectedSet>
dropInterrupted(MutableArrayRef<observations::Set> Sets) {
  const Grid On = gridOf(Sets);
  std::vector<Histogram> Times(Sets.size());
  std::vector<const Histogram *> Blocks;
  for (auto [S, T] : zip_equal(Sets, Times)) {
    for (double Value : S.Values)
      T.add(On.at(Value));
    Blocks.push_back(&T);
  }
  DetectionResult Found = detect(Blocks, GapRule());
  std::vector<DetectedSet> Result;
  for (auto [S, D] : zip_equal(Sets, Found.Decisions)) {
    DetectedSet &R = Result.emplace_back();
    size_t Before = S.Values.size();
    erase_if(S.Values, [&](double V) { return isIn(D.Interrupted, On.at(V)); });
    R.Interrupted = Before - S.Values.size();
    for (double V : S.Values) {
      if (!isIn(D.Left, On.at(V)))
        continue;
      R.LeftLow = R.Left ? std::min(R.LeftLow, V) : V;
      R.LeftHigh = R.Left ? std::max(R.LeftHigh, V) : V;
      ++R.Left;
    }
  }
  return Result;
}

} // namespace ipoint::analysis
