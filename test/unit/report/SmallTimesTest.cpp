//===- SmallTimesTest.cpp - Counts of short times -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stats/SmallTimes.h"
#include "count/Distribution.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <tuple>

using namespace ipoint::analysis;

namespace {

constexpr uint64_t End = 512;
using Counts = std::map<uint64_t, uint64_t>;

Counts countsOf(const SmallTimes &T, const TimeCell &C) {
  Counts Result;
  uint64_t Before = 0;
  T.forEach(C, [&](uint64_t Ticks, uint64_t Times) {
    EXPECT_TRUE(Result.empty() || Ticks > Before) << "not in order";
    Before = Ticks;
    Result[Ticks] = Times;
  });
  return Result;
}

TEST(SmallTimes, CountsEachTime) {
  SmallTimes T;
  TimeCell C;
  EXPECT_EQ(T.add(C, 0, 7, End), SmallTimes::Longest);
  EXPECT_EQ(T.add(C, 0, 7, End), SmallTimes::Counted);
  EXPECT_EQ(T.add(C, 0, 3, End), SmallTimes::Counted);
  EXPECT_EQ(T.add(C, 0, 8, End), SmallTimes::Longest);
  EXPECT_EQ(countsOf(T, C), (Counts{{3, 1}, {7, 2}, {8, 1}}));
}

TEST(SmallTimes, LeavesOtherKeysAndLongTimesAlone) {
  SmallTimes T;
  TimeCell C, D;
  EXPECT_EQ(T.add(C, 3, 0, End), SmallTimes::Longest);
  EXPECT_EQ(T.add(C, 2, 0, End), SmallTimes::NotCounted);
  EXPECT_EQ(T.add(C, 3, End - 1, End), SmallTimes::Longest);
  EXPECT_EQ(T.add(C, 3, End, End), SmallTimes::NotCounted);
  EXPECT_EQ(countsOf(T, C), (Counts{{0, 1}, {End - 1, 1}}));
  EXPECT_EQ(T.add(D, TimeCell::NoKey, 1, End), SmallTimes::NotCounted);
  EXPECT_EQ(T.add(D, uint64_t(1) << 16, 1, End), SmallTimes::NotCounted);
  EXPECT_EQ(T.add(D, uint64_t(1) << 63, 1, End), SmallTimes::NotCounted);
  EXPECT_TRUE(countsOf(T, D).empty());
}

TEST(SmallTimes, HasWhatWasNotLongerThanAnythingBefore) {
  SmallTimes T;
  TimeCell C;
  EXPECT_FALSE(C.has(0, 0));
  T.add(C, 2, 20, End);
  EXPECT_TRUE(C.has(2, 20));
  EXPECT_TRUE(C.has(2, 0));
  EXPECT_FALSE(C.has(2, 21));
  EXPECT_FALSE(C.has(1, 5));
}

TEST(SmallTimes, KeepsCountsAsTablesGrow) {
  std::mt19937 Random(1);
  SmallTimes T;
  std::vector<TimeCell> Cells(20);
  std::vector<Counts> Expected(Cells.size());
  for (int I = 0; I < 20000; ++I) {
    size_t Cell = Random() % Cells.size();
    uint64_t Ticks = Random() % (1 + I / 20);
    bool Fits = T.add(Cells[Cell], Cell, Ticks, End) != SmallTimes::NotCounted;
    EXPECT_EQ(Fits, Ticks < End);
    if (Fits)
      ++Expected[Cell][Ticks];
  }
  for (size_t Cell = 0; Cell < Cells.size(); ++Cell)
    EXPECT_EQ(countsOf(T, Cells[Cell]), Expected[Cell]);
}

TEST(SmallTimes, CountsQuicklyAndBeyondFourThousandMillions) {
  SmallTimes T;
  TimeCell C;
  T.add(C, 0, 9, End);
  SmallTimes::Quick Q(T);
  for (int I = 0; I < 3; ++I)
    Q.add(C, 4);
  Q.add(C, 4, 0);
  EXPECT_EQ(countsOf(T, C), (Counts{{4, 3}, {9, 1}}));
  uint64_t Nines = 1;
  for (int I = 0; I < 9; ++I) { // as if it had come so often
    T.expect(SmallTimes::MostExpected);
    Q.add(C, 9, SmallTimes::MostExpected);
    Nines += SmallTimes::MostExpected;
  }
  ASSERT_GT(Nines, uint64_t(1) << 33);
  EXPECT_EQ(countsOf(T, C), (Counts{{4, 3}, {9, Nines}}));
  T.add(C, 0, 300, End); // in another place from here on
  EXPECT_EQ(countsOf(T, C), (Counts{{4, 3}, {9, Nines}, {300, 1}}));
}

TEST(SmallTimes, KeepsRoomForWhatWasExpectedBeforeACarry) {
  SmallTimes T;
  TimeCell C;
  T.add(C, 0, 9, End);
  SmallTimes::Quick Q(T);
  uint64_t Nines = 1;
  auto Count = [&](uint32_t Times) {
    Q.add(C, 9, Times);
    Nines += Times;
  };
  T.expect(SmallTimes::MostExpected);
  Count(SmallTimes::MostExpected);
  T.expect(SmallTimes::MostExpected - 1); // no room is left
  Count(SmallTimes::MostExpected - 2);
  T.add(C, 0, 9, End); // carries, while one is still to come
  ++Nines;
  Count(1);
  for (int I = 0; I < 2; ++I) {
    uint32_t Times = SmallTimes::MostExpected - (I == 1);
    T.expect(Times);
    Count(Times);
  }
  ASSERT_GE(Nines, uint64_t(1) << 32);
  EXPECT_EQ(countsOf(T, C), (Counts{{9, Nines}}));
}

TEST(MixedTimes, LoseNoneAndSayWhichIsLongest) {
  std::mt19937_64 Random(3);
  for (unsigned Round = 0; Round < 100; ++Round) {
    SmallTimes T;
    MixedTimes M;
    std::map<std::tuple<uint64_t, uint64_t, uint64_t>, uint64_t> Wanted, Is;
    uint64_t Longest = 0;
    unsigned Counted = 0;
    for (unsigned I = 0; I < 1000; ++I) {
      uint64_t Ticks = Random() % (Random() % 9 ? 100 : 3000);
      ProbeCount Probes = {1 + Random() % (Random() % 9 ? 4 : 300),
                           Random() % (Random() % 9 ? 4 : 300)};
      ++Wanted[{Ticks, Probes.Timed, Probes.Untimed}];
      SmallTimes::Outcome How = M.add(T, Ticks, Probes);
      if (How == SmallTimes::NotCounted)
        ++Is[{Ticks, Probes.Timed, Probes.Untimed}];
      if (I == 0 || Ticks > Longest) {
        EXPECT_NE(How, SmallTimes::Counted);
      }
      Longest = std::max(Longest, Ticks);
      Counted += How == SmallTimes::Counted;
    }
    M.forEach(T, [&](uint64_t Ticks, ProbeCount Probes, uint64_t Times) {
      Is[{Ticks, Probes.Timed, Probes.Untimed}] += Times;
    });
    EXPECT_EQ(Is, Wanted);
    EXPECT_GT(Counted, 50u);
  }
}

} // namespace
