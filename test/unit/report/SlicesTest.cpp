//===- SlicesTest.cpp - How much times resemble their neighbours ----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "count/Slices.h"
#include "gtest/gtest.h"
#include <array>
#include <cmath>
#include <random>

using namespace ipoint::analysis;

namespace {

TEST(Slices, BucketsHoldWhatLiesNear) {
  for (uint64_t V = 0; V < 5000; ++V) {
    unsigned B = SliceSums::bucketOf(V);
    EXPECT_EQ(B, SliceSums::bucketOf(SliceSums::endOf(V)));
    EXPECT_NE(B, SliceSums::bucketOf(SliceSums::endOf(V) + 1));
    EXPECT_LE(double(SliceSums::endOf(V)), double(V) * 1.125);
  }
}

TEST(Slices, WholeHistogramsAreAddedUpAsTheirValuesAre) {
  Histogram H;
  SliceSums Values, Whole;
  std::mt19937_64 Random(1);
  for (unsigned I = 0; I < 3000; ++I) {
    // Below 2048 as they are, above as the middles of their buckets.
    uint64_t Value = Random() >> (40 + Random() % 24);
    unsigned Bucket = Histogram::indexOf(Value);
    uint64_t Low = Histogram::lowOf(Bucket), High = Histogram::highOf(Bucket);
    H.add(Value);
    Values.add(Low + (High - Low) / 2, 1);
  }
  Whole.add(H);
  std::vector<std::array<uint64_t, 3>> A, B;
  auto To = [](auto &Rows) {
    return [&](unsigned Bucket, uint64_t Count, uint64_t Sum) {
      Rows.push_back({Bucket, Count, Sum});
    };
  };
  Values.take(To(A));
  Whole.take(To(B));
  EXPECT_EQ(A, B);
}

TEST(Slices, EndWithTheirRecords) {
  SliceClock C(SliceClock::Slices * 5000 - 1, 12000);
  EXPECT_EQ(C.number(), 2u);
  EXPECT_EQ(C.left(), 3000u);
  EXPECT_FALSE(C.pass(2999));
  EXPECT_TRUE(C.pass(1));
  EXPECT_EQ(C.number(), 3u);
  EXPECT_EQ(C.left(), 5000u);
  EXPECT_EQ(SliceClock(100, 0).left(), SliceClock::LeastRecords);
}

/// Values, each of which keeps the share \p Keep of what was before it, in
/// slices.
struct Process {
  std::vector<double> Counts, Sums;
  double Count = 0, Mean = 0, Variance = 0, Kurtosis = 0;

  Process(unsigned Seed, double Keep) {
    std::mt19937_64 Random(Seed);
    std::normal_distribution<double> Noise;
    double Value = Noise(Random), Sum = 0;
    std::vector<double> All;
    for (unsigned Slice = 0; Slice < 64; ++Slice) {
      Counts.push_back(300);
      Sums.push_back(0);
      for (unsigned I = 0; I < 300; ++I) {
        Value = Keep * Value + std::sqrt(1 - Keep * Keep) * Noise(Random);
        Sums.back() += 100 + Value;
        Sum += 100 + Value;
        All.push_back(100 + Value);
      }
    }
    Count = double(All.size());
    Mean = Sum / Count;
    for (double V : All) {
      Variance += (V - Mean) * (V - Mean) / Count;
      Kurtosis += std::pow(V - Mean, 4) / Count;
    }
    Kurtosis /= Variance * Variance;
  }
  double inflation() const {
    return *inflationOf(Counts, Sums, Variance, Kurtosis);
  }
  bool holds() const {
    double Half = 1.96 * std::sqrt(inflation() * Variance / Count);
    return std::abs(Mean - 100) <= Half;
  }
};

TEST(Slices, IndependentValuesStayAsTheyAre) {
  unsigned Wider = 0, Held = 0;
  for (unsigned Seed = 0; Seed < 400; ++Seed) {
    Process P(Seed, 0);
    Wider += P.inflation() > 1;
    Held += P.holds();
  }
  EXPECT_LE(Wider, 4u);
  EXPECT_GE(Held, 368u); // 92 %
}

TEST(Slices, IntervalsOfCorrelatedValuesHoldTheMean) {
  for (double Keep : {0.5, 0.9, 0.99}) {
    unsigned Held = 0;
    double Sum = 0;
    for (unsigned Seed = 0; Seed < 400; ++Seed) {
      Process P(Seed, Keep);
      Held += P.holds();
      Sum += P.inflation();
    }
    EXPECT_GE(Held, 360u) << Keep; // 90 %
    EXPECT_GE(Sum / 400, 0.8 * (1 + Keep) / (1 - Keep)) << Keep;
  }
}

TEST(Slices, FewTellNothing) {
  std::vector<double> Counts(7, 1000), Sums(7, 5000);
  EXPECT_FALSE(inflationOf(Counts, Sums, 10, 3));
  Counts.resize(8, 1000);
  Sums.resize(8, 5000);
  EXPECT_EQ(inflationOf(Counts, Sums, 10, 3), 1);
  // One of them has nearly all values.
  Counts.front() = 1000000;
  EXPECT_FALSE(inflationOf(Counts, Sums, 10, 3));
  // And where all values are one there is nothing to be sure of.
  EXPECT_FALSE(inflationOf(Counts, Sums, 0, 3));
}

/// Twenty slices of fifty values, of 20 or 40 ticks.
uint64_t valueIn(unsigned Slice) { return Slice % 7 < 4 ? 20 : 40; }

/// What was counted of object 3 in halves of slices, from \p Begin on, and
/// something of another one.
std::vector<SliceLog::Entry> countedIn(unsigned Begin, unsigned End) {
  SliceSums Sums;
  for (unsigned Half = Begin; Half < End; ++Half)
    Sums.add(valueIn(Half / 2), 25);
  std::vector<SliceLog::Entry> Result;
  Sums.take([&](unsigned Bucket, uint64_t Count, uint64_t Sum) {
    Result.push_back({3, Bucket, Count, Sum});
  });
  Result.push_back({4, 5, 1, 5});
  return Result;
}

/// The logs of two threads, between which a slice is divided, are that of one.
TEST(Slices, AppendedLogsAreOne) {
  SliceLog Whole, First, Second;
  Sample All;
  constexpr unsigned Division = 19;
  for (unsigned Slice = 0; Slice < 20; ++Slice) {
    All.add(valueIn(Slice), 50);
    unsigned End = 2 * Slice + 2;
    Whole.end(Slice, countedIn(0, End));
    if (End - 1 <= Division)
      First.end(Slice, countedIn(0, std::min(End, Division)));
    if (End > Division)
      Second.end(Slice, countedIn(Division, End));
  }
  First.append(std::move(Second));
  std::optional<Correlation> A = First.correlation(3, All),
                             B = Whole.correlation(3, All);
  ASSERT_TRUE(A && B);
  EXPECT_EQ(A->Mean, B->Mean);
  EXPECT_EQ(A->Body, B->Body);
  EXPECT_EQ(A->Percentiles, B->Percentiles);
  EXPECT_GT(A->Mean, 10);
  EXPECT_GT(A->Percentiles[0], 10);
  EXPECT_FALSE(First.correlation(2, All)); // nothing was counted of it
}

/// A slice lists the objects that have changed, and no others.
TEST(Slices, UnlistedObjectsAreAsBefore) {
  using Entries = std::vector<SliceLog::Entry>;
  SliceLog Whole, Changed;
  Sample All;
  for (unsigned Slice = 0; Slice < 20; ++Slice) {
    All.add(valueIn(Slice), 50);
    uint64_t Even = Slice / 2 + 1;
    Entries Now = countedIn(0, 2 * Slice + 2);
    Now.insert(Now.begin(), {2, 7, Even, 7 * Even});
    Whole.end(Slice, Now);
    if (Slice % 2) {
      Now.erase(Now.begin()); // object 2
      Now.pop_back();         // object 4
    }
    Changed.end(Slice, Now);
  }
  std::optional<Correlation> A = Changed.correlation(3, All),
                             B = Whole.correlation(3, All);
  ASSERT_TRUE(A && B);
  EXPECT_EQ(A->Mean, B->Mean);
  EXPECT_EQ(A->Percentiles, B->Percentiles);
  for (uint32_t Object : {2, 4}) {
    std::optional<Correlation> A = Changed.correlation(Object, All),
                               B = Whole.correlation(Object, All);
    ASSERT_EQ(A.has_value(), B.has_value());
    EXPECT_TRUE(!A || A->Mean == B->Mean);
  }
}

} // namespace
