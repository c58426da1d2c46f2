//===- ClockTest.cpp - What readings say about a counter ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <sched.h>
#include <string>
#include <vector>

extern "C" {
#include "calibrate/clockmath.h"
#include "calibrate/cpus.h"
}

namespace {

constexpr size_t Groups = 128, PerGroup = 128;

/// Pairs of readings around work of W ticks, W from 0 to 127, of a counter that
/// advances every Step ticks; a read takes Cost ticks.
std::vector<uint64_t> readings(double Step, double Cost, bool Waits) {
  std::mt19937 Random(1);
  std::uniform_real_distribution<double> Phase(0, 1000 * Step);
  std::vector<uint64_t> Differences;
  for (size_t Work = 0; Work < Groups; ++Work)
    for (size_t I = 0; I < PerGroup; ++I) {
      auto Read = [&](double &Time) {
        Time = Waits ? std::ceil((Time + Cost) / Step) * Step : Time + Cost;
        return uint64_t(std::floor(Time / Step + 1e-9) * Step + 1e-6);
      };
      double Time = Phase(Random);
      uint64_t Before = Read(Time);
      Time += double(Work);
      Differences.push_back(Read(Time) - Before);
      if (Random() % 100 == 0) // an interrupt
        Differences.back() += 5000 + Random() % 5000;
    }
  return Differences;
}

uint64_t step(const std::vector<uint64_t> &Differences) {
  return ipoint_clock_resolution(Differences.data(), Differences.size());
}

bool waits(const std::vector<uint64_t> &Differences) {
  return ipoint_clock_waits(Differences.data(), Groups, PerGroup,
                            step(Differences));
}

TEST(Clock, ACounterThatCountsSingly) {
  auto Differences = readings(1, 20.3, false);
  EXPECT_EQ(step(Differences), 1u);
  EXPECT_FALSE(waits(Differences));
}

TEST(Clock, AShortStep) {
  auto Differences = readings(2, 20.3, false);
  EXPECT_EQ(step(Differences), 2u);
  EXPECT_FALSE(waits(Differences));
}

TEST(Clock, AStepThatRoundsDown) {
  auto Differences = readings(26, 20.3, false);
  EXPECT_EQ(step(Differences), 26u);
  EXPECT_FALSE(waits(Differences));
}

TEST(Clock, AStepThatIsWaitedFor) {
  auto Differences = readings(26, 3.3, true);
  EXPECT_EQ(step(Differences), 26u);
  EXPECT_TRUE(waits(Differences));
}

TEST(Clock, AStepOfNoWholeNumberOfTicks) {
  auto Differences = readings(25.96, 3.3, true);
  EXPECT_EQ(step(Differences), 26u);
  EXPECT_TRUE(waits(Differences));
}

TEST(Clock, ACounterSlowerThanItsReads) {
  // Nine in ten readings see no tick between them.
  std::vector<uint64_t> Differences(Groups * PerGroup);
  for (size_t I = 0; I < Differences.size(); I += 10)
    Differences[I] = 1;
  EXPECT_EQ(step(Differences), 1u);
  EXPECT_FALSE(waits(Differences));
  EXPECT_NEAR(double(ipoint_clock_mean(Differences.data(), Differences.size())),
              100, 1);
}

TEST(Clock, ALongStepSlowerThanItsReads) {
  std::vector<uint64_t> Differences(Groups * PerGroup);
  for (size_t I = 0; I < Differences.size(); I += 5)
    Differences[I] = I % 3 ? 100 : 200;
  EXPECT_EQ(step(Differences), 100u);
  EXPECT_FALSE(waits(Differences));
}

TEST(Clock, NoReadingsGiveTheLeastResolution) {
  EXPECT_EQ(ipoint_clock_resolution(nullptr, 0), 1u);
  EXPECT_EQ(ipoint_clock_mean(nullptr, 0), 0u);
}

TEST(Clock, TheUsualDifferenceIsTheMedian) {
  std::mt19937 Random(1);
  for (size_t N : {1, 2, 3, 10, 1001}) {
    std::vector<uint64_t> Differences(N);
    for (uint64_t &D : Differences)
      D = 1 + Random() % 50;
    Differences.back() = ~0ull;
    uint64_t Usual = ipoint_clock_usual(Differences.data(), N);
    std::sort(Differences.begin(), Differences.end());
    EXPECT_EQ(Usual, Differences[N / 2]) << N;
  }
}

TEST(Clock, TheUsualDifferenceIsNot0WhereOneIsNot) {
  std::vector<uint64_t> Differences = {0, 0, 90, 0, 70, 0};
  EXPECT_EQ(ipoint_clock_usual(Differences.data(), 6), 70u);
  EXPECT_EQ(ipoint_clock_usual(Differences.data(), 2), 0u);
}

TEST(Clock, MeanLeavesInterruptsOut) {
  std::vector<uint64_t> Differences = {20, 22, 21, 5000, 21};
  EXPECT_EQ(ipoint_clock_mean(Differences.data(), Differences.size()), 21000u);
}

TEST(Clock, DoubtsAreSaid) {
  struct ipoint_clock_check Check = {1, "", "tsc", 0, 20000};
  EXPECT_EQ(ipoint_clock_doubt(&Check), nullptr);
  Check.steady = -1; // a port of one's own
  EXPECT_EQ(ipoint_clock_doubt(&Check), nullptr);
  Check.skew = uint64_t(1) << 21;
  EXPECT_NE(std::string(ipoint_clock_doubt(&Check)).find("--pin"),
            std::string::npos);
  Check.steady = 0;
  EXPECT_NE(std::string(ipoint_clock_doubt(&Check)).find("not invariant"),
            std::string::npos);
}

TEST(Clock, PartsOfAWhole) {
  EXPECT_EQ(ipoint_clock_parts(1, 1000), 1000000u);
  EXPECT_EQ(ipoint_clock_parts(uint64_t(1) << 62, uint64_t(1) << 62),
            1000000000u);
  EXPECT_EQ(ipoint_clock_parts(5, 0), 0u);
}

TEST(Clock, SkewIsWhatLiesOutsideOfTheWay) {
  EXPECT_EQ(ipoint_clock_skew(1000, 1000, 1201), 0u);
  EXPECT_EQ(ipoint_clock_skew(1000, 1100, 1201), 0u);
  EXPECT_EQ(ipoint_clock_skew(1000, 1201, 1201), 0u);
  EXPECT_EQ(ipoint_clock_skew(1000, 990, 1201), 10u);
  EXPECT_EQ(ipoint_clock_skew(1000, 5201, 1201), 4000u);
  // The other one wraps meanwhile.
  EXPECT_EQ(ipoint_clock_skew(UINT64_MAX - 9, 20, 10), 10u);
  EXPECT_EQ(ipoint_clock_skew(5, UINT64_MAX, 10), 6u);
}

TEST(Clock, DriftIsSigned) {
  EXPECT_EQ(ipoint_clock_drift(1000000500, 1000000000), 500);
  EXPECT_EQ(ipoint_clock_drift(999999500, 1000000000), -500);
  EXPECT_EQ(ipoint_clock_drift(7, 7), 0);
}

TEST(Clock, RateAndOffset) {
  EXPECT_EQ(ipoint_clock_rate(25000000, 10000000), 2500000000u);
  EXPECT_EQ(ipoint_clock_rate(uint64_t(1) << 60, uint64_t(1) << 59),
            2000000000u);
  // Tick 500 of a clock of 1000 Hz was 10 seconds after the epoch.
  int64_t Seconds;
  EXPECT_EQ(ipoint_clock_offset(500, 10000000000u, 1000, &Seconds), 500u);
  EXPECT_EQ(Seconds, 9);
  // A counter that is older than the epoch is.
  EXPECT_EQ(ipoint_clock_offset(20250, 10000000000u, 1000, &Seconds), 750u);
  EXPECT_EQ(Seconds, -11);
}

/// A clock that is a thousand ticks behind on the first CPU that was asked.
/// Some reads take so long that the other thread has to wait.
int FirstCpu;
uint64_t Reads;
uint64_t readOfCpu() {
  const int Cpu = sched_getcpu();
  if (Reads == 0)
    FirstCpu = Cpu;
  const auto Begin = std::chrono::steady_clock::now();
  while (Reads % 400 == 50 && std::chrono::steady_clock::now() - Begin <
                                  std::chrono::microseconds(300))
    ;
  return 5000 + ++Reads - (Cpu == FirstCpu ? 1000 : 0);
}

TEST(Clock, OfTwoCpusIsComparedByTurns) {
  cpu_set_t Cpus, Two;
  ASSERT_EQ(sched_getaffinity(0, sizeof Cpus, &Cpus), 0);
  CPU_ZERO(&Two);
  for (int Cpu = 0; Cpu < CPU_SETSIZE && CPU_COUNT(&Two) < 2; ++Cpu)
    if (CPU_ISSET(Cpu, &Cpus))
      CPU_SET(Cpu, &Two);
  Reads = 0;
  const ipoint_across Across =
      ipoint_compare_cpus(readOfCpu, &Two, uint64_t(20) * 1000000000);
  if (CPU_COUNT(&Two) < 2) {
    EXPECT_EQ(Across.pairs, 0u);
    return;
  }
  EXPECT_EQ(Across.pairs, 1u);
  EXPECT_GE(Reads, 1000u);
  // Each time that it was the first one's turn, but for the first.
  EXPECT_NEAR(double(Across.backward), double(Reads) / 2, 1);
  EXPECT_EQ(Across.most, 999u);
  EXPECT_EQ(Across.turn, 1001u);
}

} // namespace
