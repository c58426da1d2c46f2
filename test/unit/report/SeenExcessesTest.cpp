//===- SeenExcessesTest.cpp - Which lengths of a class blocks show --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interrupts/find/Classifier.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace ipoint::analysis;

namespace {

/// Excesses that are far enough from each other to have separate bins.
constexpr double Excesses[] = {10, 11, 12, 13, 14, 15, 16, 17, 18, 19};

bool shows(const BlockView &B, double Excess) {
  // What lies in the bin in which it begins shows, too.
  bool Result = Excess > B.Visible - 1;
  for (const ExcessBand &Hidden : B.Hidden)
    Result &= !Hidden.holds(Excess);
  return Result;
}

double countOf(const BlockView &B, double Excess) {
  double Sum = 0;
  for (auto [Value, Count] : B.Excesses)
    Sum += Value == Excess ? Count : 0;
  return Sum;
}

std::vector<BlockView> makeViews() {
  std::mt19937 Random(1);
  std::vector<BlockView> Views(30);
  for (BlockView &V : Views) {
    V.Exposure = 100 + double(Random() % 100);
    V.Visible = double(Random() % 16);
    for (double Low = 8 + double(Random() % 8); Low < 20;
         Low += 3 + double(Random() % 8))
      V.Hidden.push_back({Low, Low + double(Random() % 4)});
    for (double Excess : Excesses)
      if (shows(V, Excess))
        V.Excesses.push_back({Excess, 1 + double(Random() % 9)});
  }
  return Views;
}

TEST(SeenExcesses, CompareEachLengthWithTheBlocksThatShowIt) {
  std::vector<BlockView> Views = makeViews();
  SeenExcesses Seen(Views);
  for (int Removed = 0; Removed < 3; ++Removed) {
    for (const BlockView &V : Views) {
      double Expected = 0, All = 0, Shown = 0;
      for (double Excess : Excesses) {
        double Count = 0, Exposure = 0;
        for (const BlockView &Other : Views) {
          Count += countOf(Other, Excess);
          Exposure += shows(Other, Excess) ? Other.Exposure : 0;
        }
        All += Count / Exposure;
        if (!shows(V, Excess))
          continue;
        Shown += Count / Exposure;
        Expected +=
            (Count - countOf(V, Excess)) / (Exposure - V.Exposure) * V.Exposure;
      }
      EXPECT_NEAR(Seen.shareOf(V), Shown / All, 1e-9);
      EXPECT_NEAR(Seen.expectedIn(V, INFINITY), Expected, 1e-9);
      double Some = Seen.expectedIn(V, Expected / 3);
      EXPECT_GE(Some, std::min(Expected / 3, Expected));
      EXPECT_LE(Some, Expected + 1e-9);
    }
    Seen.remove(Views.back());
    Views.pop_back();
  }
}

} // namespace
