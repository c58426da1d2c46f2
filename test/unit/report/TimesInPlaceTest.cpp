//===- TimesInPlaceTest.cpp -----------------------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/TimesInPlace.h"
#include <gtest/gtest.h>
#include <random>

using namespace ipoint;

namespace {

/// As a target adds up \p Values, in bins of four to each power of two, and one
/// from \p High + 1 on.
trace::Times addUp(const std::vector<uint64_t> &Values, uint64_t High) {
  trace::Times T;
  T.High = High;
  T.Min = UINT64_MAX;
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> Bins;
  for (uint64_t V : Values) {
    ++T.Count;
    T.Sum += V;
    T.Above += V > High ? V : 0;
    T.Min = std::min(T.Min, V);
    T.Max = std::max(T.Max, V);
    const unsigned Shift = std::bit_width(V) > 3 ? std::bit_width(V) - 3 : 0;
    uint64_t Low = V >> Shift << Shift, End = Low + (uint64_t(1) << Shift);
    if (V > High)
      Low = std::max(Low, High + 1);
    else
      End = std::min(End, High + 1);
    ++Bins[{Low, End - 1}];
  }
  for (auto [Ends, Count] : Bins)
    T.Bins.push_back({Ends.first, Ends.second, Count});
  return T;
}

TEST(TimesInPlace, HaveTheSumExtremesAndBinsThatWereAddedUp) {
  std::mt19937_64 Random(1);
  for (unsigned Round = 0; Round != 2000; ++Round) {
    std::vector<uint64_t> Values(1 + Random() % 40);
    for (uint64_t &V : Values)
      V = Random() >> (Random() % 30 + 32);
    const uint64_t High = Round % 3 ? Random() >> 40 : UINT32_MAX;
    const trace::Times T = addUp(Values, High);
    const analysis::Distribution D = analysis::distributionOf(T);
    const analysis::Moments M = D.raw().moments();
    ASSERT_EQ(M.Count, T.Count);
    ASSERT_EQ(uint64_t(M.Sum), T.Sum);
    ASSERT_EQ(M.Min, T.Min);
    ASSERT_EQ(M.Max, T.Max);
    ASSERT_TRUE(analysis::isInPlace(D));
    std::map<uint64_t, uint64_t> Seen; // by bin, where buckets are exact
    D.raw().histogram().forEach([&](const analysis::Histogram::Bucket &B) {
      for (const trace::Times::Bin &Bin : T.Bins)
        if (B.Low >= Bin.Low && B.Low <= Bin.High)
          Seen[Bin.Low] += B.Count;
    });
    for (const trace::Times::Bin &Bin : T.Bins)
      if (Bin.High < analysis::Histogram::ExactEnd) {
        ASSERT_EQ(Seen[Bin.Low], Bin.Count) << Bin.Low;
      }
  }
}

} // namespace
