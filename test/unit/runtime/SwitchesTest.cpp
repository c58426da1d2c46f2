//===- SwitchesTest.cpp - Context switches from the kernel ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ipoint/record.h"

#include "gtest/gtest.h"

#include <linux/perf_event.h>
#include <vector>

extern "C" {
#include "record/observe/perf.h"
#include "record/observe/switches.h"
}

// Nothing is drained here.
extern "C" void ipoint_drain_flush(ipoint_drain *) {}

namespace {

/// The bytes of a perf ring, written by the layout of perf_event_open(2).
class PerfRing {
public:
  explicit PerfRing(uint64_t Start) : Head(Start), Tail(Start) {}

  void add(uint32_t Type, uint16_t Misc, std::vector<uint64_t> Body) {
    uint64_t Size = 8 + 8 * Body.size();
    put(Type | uint64_t(Misc) << 32 | Size << 48);
    for (uint64_t Word : Body)
      put(Word);
  }
  void addSwitch(uint16_t Misc, uint32_t Pid, uint32_t Tid, uint64_t Time) {
    add(PERF_RECORD_SWITCH, Misc, {Pid | uint64_t(Tid) << 32, Time});
  }
  void put(uint64_t Word) {
    for (int I = 0; I < 8; ++I)
      Bytes[(Head++) % Size] = uint8_t(Word >> 8 * I);
  }

  uint64_t decode() {
    ipoint_perf_cpu Cpu = {3, Depth, &Interrupts};
    uint64_t Lost = ipoint_perf_decode(
        Bytes, Size, Tail, Head, &Cpu,
        [](void *Context, const ipoint_switch *One) {
          static_cast<std::vector<ipoint_switch> *>(Context)->push_back(*One);
        },
        &Found);
    Tail = Head;
    Depth = Cpu.depth;
    return Lost;
  }
  void addTracepoint(uint16_t Type, uint64_t Time) {
    add(PERF_RECORD_SAMPLE, 0,
        {7 | uint64_t(8) << 32, Time, 12 | uint64_t(Type) << 32, 0});
  }

  std::vector<ipoint_switch> Found;
  unsigned Depth = 0;
  const ipoint_tracepoints Interrupts = {2, {41, 43}, {42, 44}};

private:
  static constexpr uint64_t Size = 256;
  uint8_t Bytes[Size] = {};
  uint64_t Head, Tail;
};

TEST(Perf, DistinguishesTheThreeKinds) {
  PerfRing Ring(0);
  Ring.addSwitch(0, 7, 8, 1000);
  Ring.addSwitch(PERF_RECORD_MISC_SWITCH_OUT, 7, 8, 2000);
  Ring.addSwitch(PERF_RECORD_MISC_SWITCH_OUT |
                     PERF_RECORD_MISC_SWITCH_OUT_PREEMPT,
                 7, 9, 3000);
  EXPECT_EQ(Ring.decode(), 0u);
  ASSERT_EQ(Ring.Found.size(), 3u);
  EXPECT_EQ(Ring.Found[0].id, IPOINT_ID_SWITCH_IN);
  EXPECT_EQ(Ring.Found[0].time, 1000u);
  EXPECT_EQ(Ring.Found[0].pid, 7u);
  EXPECT_EQ(Ring.Found[0].tid, 8u);
  EXPECT_EQ(Ring.Found[0].cpu, 3u);
  EXPECT_EQ(Ring.Found[1].id, IPOINT_ID_SWITCH_OUT);
  EXPECT_EQ(Ring.Found[2].id, IPOINT_ID_PREEMPTED);
  EXPECT_EQ(Ring.Found[2].tid, 9u);
}

TEST(Perf, ReadsARecordAcrossTheEndOfTheRing) {
  for (uint64_t Start : {uint64_t(232), uint64_t(240), uint64_t(248),
                         UINT64_C(0xffffffffffffffe8)}) {
    PerfRing Ring(Start);
    Ring.addSwitch(0, 1, 2, 12345);
    Ring.addSwitch(0, 1, 2, 67890);
    Ring.decode();
    ASSERT_EQ(Ring.Found.size(), 2u) << Start;
    EXPECT_EQ(Ring.Found[0].time, 12345u);
    EXPECT_EQ(Ring.Found[1].time, 67890u);
  }
}

TEST(Perf, CountsWhatTheKernelLost) {
  PerfRing Ring(0);
  Ring.addSwitch(0, 1, 2, 1);
  Ring.add(PERF_RECORD_LOST, 0, {55, 40, /*sample_id*/ 0, 0});
  Ring.addSwitch(0, 1, 2, 2);
  EXPECT_EQ(Ring.decode(), 40u);
  EXPECT_EQ(Ring.Found.size(), 2u);
}

std::vector<std::pair<uint32_t, uint64_t>>
idsAndTimes(const std::vector<ipoint_switch> &All) {
  std::vector<std::pair<uint32_t, uint64_t>> Result;
  for (const ipoint_switch &One : All)
    Result.push_back({One.id, One.time});
  return Result;
}

using Ids = std::vector<std::pair<uint32_t, uint64_t>>;

TEST(Perf, GivesTheOutermostOfInterruptsWithinEachOther) {
  PerfRing Ring(0);
  Ring.addTracepoint(41, 10);
  Ring.addTracepoint(43, 20);
  Ring.decode(); // what is open stays so
  Ring.addTracepoint(44, 30);
  Ring.addTracepoint(99, 35); // none of these
  Ring.addTracepoint(42, 40);
  Ring.addTracepoint(43, 50);
  Ring.decode();
  Ring.addTracepoint(44, 60);
  Ring.decode();
  EXPECT_EQ(idsAndTimes(Ring.Found), (Ids{{IPOINT_ID_INTERRUPT, 10},
                                          {IPOINT_ID_INTERRUPT_END, 40},
                                          {IPOINT_ID_INTERRUPT, 50},
                                          {IPOINT_ID_INTERRUPT_END, 60}}));
  EXPECT_EQ(Ring.Found[0].tid, 8u);
}

TEST(Perf, BeginsAnewBehindALossWithinAnInterrupt) {
  PerfRing Ring(0);
  Ring.addTracepoint(42, 5); // its beginning came before
  Ring.addTracepoint(41, 10);
  Ring.add(PERF_RECORD_LOST, 0, {55, 40, /*sample_id*/ 0, 0});
  Ring.decode();
  Ring.addTracepoint(43, 20);
  Ring.addTracepoint(44, 30);
  Ring.decode();
  EXPECT_EQ(idsAndTimes(Ring.Found), (Ids{{IPOINT_ID_INTERRUPT, 10},
                                          {IPOINT_ID_INTERRUPT, 20},
                                          {IPOINT_ID_INTERRUPT_END, 30}}));
}

TEST(Perf, BeginsAnewBehindASwitch) {
  PerfRing Ring(0);
  Ring.addTracepoint(41, 10); // its end is missing
  Ring.addSwitch(0, 7, 8, 20);
  Ring.addTracepoint(43, 30);
  Ring.addTracepoint(44, 40);
  Ring.decode();
  EXPECT_EQ(idsAndTimes(Ring.Found), (Ids{{IPOINT_ID_INTERRUPT, 10},
                                          {IPOINT_ID_SWITCH_IN, 20},
                                          {IPOINT_ID_INTERRUPT, 30},
                                          {IPOINT_ID_INTERRUPT_END, 40}}));
}

TEST(Perf, StepsOverWhatItDoesNotKnow) {
  PerfRing Ring(0);
  Ring.add(PERF_RECORD_COMM, 0, {1, 2, 3, 4, 5, 6, 7, 8});
  Ring.addSwitch(PERF_RECORD_MISC_SWITCH_OUT, UINT32_MAX, UINT32_MAX, 4);
  Ring.addSwitch(0, 1, 2, 5);
  Ring.decode();
  ASSERT_EQ(Ring.Found.size(), 1u) << "the last of a thread has no number";
  EXPECT_EQ(Ring.Found[0].time, 5u);
}

TEST(Perf, StopsWhereThereIsNoRecord) {
  PerfRing Ring(0);
  Ring.addSwitch(0, 1, 2, 5);
  Ring.put(0);
  Ring.addSwitch(0, 1, 2, 6);
  Ring.decode();
  EXPECT_EQ(Ring.Found.size(), 1u);
}

TEST(Switches, TheCounterIsAStraightLineBetweenTwoMoments) {
  ipoint_clock_pair Pairs[] = {
      {1000, 500}, {3000, 1500}, {UINT64_C(1) << 62, UINT64_C(1) << 61}};
  EXPECT_EQ(ipoint_clock_at(Pairs, 2, 500), 1000u);
  EXPECT_EQ(ipoint_clock_at(Pairs, 2, 1000), 2000u);
  EXPECT_EQ(ipoint_clock_at(Pairs, 2, 1500), 3000u);
  EXPECT_EQ(ipoint_clock_at(Pairs, 2, 400), 800u) << "before the first";
  EXPECT_EQ(ipoint_clock_at(Pairs, 2, 1600), 3200u) << "behind the last";
  EXPECT_EQ(ipoint_clock_at(Pairs, 3, UINT64_C(1) << 61), UINT64_C(1) << 62);
}

TEST(Switches, EachPieceHasASeparateRate) {
  ipoint_clock_pair Pairs[] = {{0, 0}, {100, 100}, {400, 200}};
  EXPECT_EQ(ipoint_clock_at(Pairs, 3, 50), 50u);
  EXPECT_EQ(ipoint_clock_at(Pairs, 3, 150), 250u);
  EXPECT_EQ(ipoint_clock_at(Pairs, 3, 250), 550u);
}

} // namespace
