//===- HistogramTest.cpp - Error bounds, percentiles, merging -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stats/Sample.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <random>

using namespace ipoint::analysis;

namespace {

std::vector<Histogram::Bucket> bucketsOf(const Histogram &H) {
  std::vector<Histogram::Bucket> Result;
  H.forEach([&](const Histogram::Bucket &B) { Result.push_back(B); });
  return Result;
}

TEST(Histogram, EveryValueLiesInItsBucket) {
  std::mt19937_64 Random(1);
  for (int I = 0; I < 200000; ++I) {
    uint64_t Value = Random() >> (Random() % 64);
    unsigned Index = Histogram::indexOf(Value);
    ASSERT_LE(Histogram::lowOf(Index), Value);
    ASSERT_GE(Histogram::highOf(Index), Value);
  }
}

TEST(Histogram, BucketsFollowEachOtherWithoutGaps) {
  unsigned Last = Histogram::indexOf(UINT64_MAX);
  for (unsigned I = 1; I <= Last; ++I)
    ASSERT_EQ(Histogram::lowOf(I), Histogram::highOf(I - 1) + 1) << I;
  EXPECT_EQ(Histogram::highOf(Last), UINT64_MAX);
}

TEST(Histogram, IsExactBelow2048) {
  for (uint64_t Value = 0; Value < 2048; ++Value) {
    unsigned Index = Histogram::indexOf(Value);
    ASSERT_EQ(Histogram::lowOf(Index), Value);
    ASSERT_EQ(Histogram::highOf(Index), Value);
  }
}

TEST(Histogram, BucketsAreLessThanAThousandthWide) {
  for (unsigned I = 0; I <= Histogram::indexOf(UINT64_MAX); ++I)
    ASSERT_LT(double(Histogram::highOf(I) - Histogram::lowOf(I)),
              0.001 * double(std::max<uint64_t>(Histogram::lowOf(I), 1)));
}

TEST(Histogram, PercentilesAreThoseOfTheSortedValuesRoundedUp) {
  std::mt19937_64 Random(2);
  for (int Round = 0; Round < 50; ++Round) {
    Histogram H;
    std::vector<uint64_t> Values;
    for (int I = 0, N = 1 + Random() % 3000; I < N; ++I) {
      Values.push_back(Random() >> (Random() % 50 + 14));
      H.add(Values.back());
    }
    std::sort(Values.begin(), Values.end());
    for (double Share : {0.001, 0.5, 0.9, 0.99, 0.999, 1.0}) {
      auto Rank = size_t(std::ceil(Share * double(Values.size()) - 1e-6));
      uint64_t True = Values[std::max<size_t>(Rank, 1) - 1];
      ASSERT_EQ(*H.percentile(Share),
                Histogram::highOf(Histogram::indexOf(True)));
    }
  }
}

TEST(Histogram, RanksThatAreWholeNumbersAreNotRoundedUp) {
  Histogram H;
  for (uint64_t Value = 1; Value <= 10; ++Value)
    H.add(Value);
  EXPECT_EQ(*H.percentile(0.5), 5u);
  EXPECT_EQ(*H.percentile(0.9), 9u);
  EXPECT_EQ(Histogram::beyond(10, 0.9), 1u);
  EXPECT_EQ(Histogram::beyond(1000, 0.99), 10u);
  EXPECT_EQ(Histogram::beyond(999, 0.99), 9u);
  EXPECT_EQ(Histogram::beyond(0, 0.5), 0u);
  EXPECT_FALSE(Histogram().percentile(0.5));
}

TEST(Histogram, RanksAreExactForManyValues) {
  // In ten-thousandths, whatever the number of values: 0.9999 of 499,999 is
  // 499,949.0001, so 499,950 values are the least that are as many.
  const std::pair<double, unsigned __int128> Shares[] = {
      {0.5, 5000}, {0.9, 9000}, {0.99, 9900}, {0.999, 9990}, {0.9999, 9999}};
  for (auto [Share, Parts] : Shares)
    for (uint64_t Least :
         {1ull, 499'000ull, 1'000'000'000ull, 9'999'999'000ull})
      for (uint64_t N = Least; N < Least + 12'000; ++N)
        ASSERT_EQ(Histogram::rankOf(N, Share),
                  static_cast<uint64_t>((Parts * N + 9999) / 10'000))
            << Share << " of " << N;
}

TEST(Histogram, MergedIsTheSameAsCollectedTogether) {
  std::mt19937_64 Random(3);
  Histogram A, B, Both;
  for (int I = 0; I < 5000; ++I) {
    uint64_t Value = Random() >> (Random() % 64);
    (I % 3 ? A : B).add(Value);
    Both.add(Value);
  }
  A.merge(B);
  EXPECT_EQ(A.count(), Both.count());
  auto X = bucketsOf(A), Y = bucketsOf(Both);
  ASSERT_EQ(X.size(), Y.size());
  for (size_t I = 0; I < X.size(); ++I) {
    EXPECT_EQ(X[I].Low, Y[I].Low);
    EXPECT_EQ(X[I].Count, Y[I].Count);
  }
}

} // namespace
