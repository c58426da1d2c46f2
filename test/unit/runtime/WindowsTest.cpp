//===- WindowsTest.cpp - Windows and calls that are timed -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowsFixture.h"

using namespace ipoint::windows_tests;

namespace {

TEST_F(Windows, WindowsHaveTheRequestedRecords) {
  make(64, IPOINT_STREAM);
  Table T;
  for (uint32_t I = 0; I < 20; ++I) {
    T.pass(8000000, 5);
    T.Window.open = 1;
    T.pass(8000000, 100);
    T.pass(256 + 100 * I, 100);
    EXPECT_EQ(T.Window.open, 1);
    T.pass(8000000, 5);
    EXPECT_EQ(T.Window.open, 0);
  }
  TheHost.drain();
  expectAll(256, 2000);
}

TEST_F(Windows, AWindowLiesBetweenGaps) {
  make(64, IPOINT_STREAM);
  Table T;
  probe(256, 1);
  T.Window.open = 1;
  T.pass(8000000, 100);
  T.pass(257, 101); // the last one finds that it is over
  probe(357, 1);
  TheHost.drain();
  expectAll(256, 102);
  std::vector<uint32_t> Ids = ids(TheHost.Drained);
  auto IsGapBefore = [&](uint32_t Id) {
    auto At = std::find(Ids.begin(), Ids.end(), Id);
    return At - Ids.begin() >= 3 && At[-1] == IPOINT_ID_RESUME &&
           At[-2] == IPOINT_ID_GAP && At[-3] == IPOINT_ID_PAUSE;
  };
  EXPECT_TRUE(IsGapBefore(257));
  EXPECT_TRUE(IsGapBefore(357));
  EXPECT_EQ(std::count(Ids.begin(), Ids.end(), IPOINT_ID_GAP), 2);
}

// A function keeps in a variable that a window was open.
TEST_F(Windows, AWindowThatHasEndedIsNotBegunAgain) {
  make(64, IPOINT_STREAM);
  Table T;
  T.Window.open = 1;
  T.pass(8000000, 100);
  T.pass(256, 100);
  T.pass(8000000, 1);
  for (uint32_t I = 0; I < 300; ++I)
    ipoint_window(/*ipoint_open=*/1, 400);
  EXPECT_EQ(T.Window.open, 0);
  TheHost.drain();
  expectAll(256, 100);
}

// Only the ipoint of the arm that is taken has a record.
TEST_F(Windows, OfASelectOneArmIsRecorded) {
  make(64, IPOINT_STREAM);
  Table T;
  T.Window.open = 1;
  T.pass(8000000, 100);
  for (uint32_t I = 0; I < 25; ++I) {
    ipoint_window_select(1, 1, 256 + 4 * I, 500);
    ipoint_window_select(1, 0, 500, 257 + 4 * I);
    ipoint_window_select(1, 0, 500, 0);
    ipoint_window_select(1, 1, 258 + 4 * I, 0);
    ipoint_window_select(1, 1, 0, 500);
    ipoint_window_select(1, 0, 0, 259 + 4 * I);
    ipoint_window_select(0, 0, 500, 500);
  }
  EXPECT_EQ(T.Window.open, 1);
  T.pass(8000000, 1);
  EXPECT_EQ(T.Window.open, 0);
  TheHost.drain();
  expectAll(256, 100);
}

TEST_F(Windows, NoWindowOpensWhileRecordingIsPaused) {
  make(64, IPOINT_STREAM);
  Table T;
  ipoint_requested = IPOINT_STATE_PAUSED;
  ipoint_ring_notify(TheHost.Ring);
  probe(8000000, 1);
  T.Window.open = 1;
  T.pass(8000000, 5);
  EXPECT_EQ(T.Window.open, 0);
  ipoint_requested = 0;
  ipoint_ring_notify(TheHost.Ring);
  T.Window.open = 1;
  T.pass(8000000, 100);
  T.pass(256, 100);
  TheHost.drain();
  expectAll(256, 100);
}

TEST_F(Windows, WindowsTakeNoMoreThanIsAllowed) {
  make(4096, IPOINT_STREAM);
  Table T;
  T.Window.allowed = 1000; // ticks a millisecond
  T.Window.cost = 0;
  TheHost.CpuTime = 1;
  auto Opens = [&](uint64_t Spent) {
    T.Window.spent = Spent;
    T.Window.excess = 0;
    T.Window.open = 1;
    T.pass(8000000, 1);
    bool Opened = T.Window.open;
    T.pass(8000000, 300);
    return Opened;
  };
  EXPECT_TRUE(Opens(0)); // the first, whatever it takes
  EXPECT_FALSE(Opens(5000000));
  TheHost.CpuTime = 4999000;
  EXPECT_FALSE(Opens(5000000));
  T.Window.before = 10001000; // of another thread
  EXPECT_TRUE(Opens(5000000));
  EXPECT_FALSE(Opens(50000000));
  T.Window.apart = 45000000;
  EXPECT_TRUE(Opens(50000000));
}

/// With room for the states of two functions.
struct CallTable : Table {
  ipoint_counter States[2] = {};

  CallTable() {
    Window.factor = 1;
    Window.cost = VeryLong;
  }
  /// A call ends that took \p Ticks.
  void call(unsigned Function, uint64_t Ticks) {
    ipoint_call_time(ipoint_port_counter() - Window.spent - Ticks, Counts,
                     1 + Function, 1000 + Function);
  }
  bool isOff(unsigned Function) const {
    return reinterpret_cast<const ipoint_call_state &>(States[Function]).off;
  }
};

TEST_F(Windows, CallsThatDoNotLastAreNotTimed) {
  make(1024, IPOINT_STREAM);
  CallTable T;
  for (unsigned I = 0; I < 32; ++I) {
    EXPECT_FALSE(T.isOff(0));
    T.call(0, 0);
    T.call(1, Lasting);
  }
  EXPECT_TRUE(T.isOff(0));
  EXPECT_FALSE(T.isOff(1));
  TheHost.drain();
  unsigned Calls = 0;
  for (uint64_t Record : TheHost.Drained) {
    if (ipoint_record_id(Record) != IPOINT_ID_CALL)
      continue;
    uint64_t Payload = ipoint_record_value(Record);
    EXPECT_EQ(ipoint_call_id(Payload), 1000 + Calls % 2);
    EXPECT_GE(ipoint_call_ticks(Payload), Calls % 2 ? Lasting : 0u);
    ++Calls;
  }
  EXPECT_EQ(Calls, 64u);
}

TEST_F(Windows, CallsAreTriedAgain) {
  make(1024, IPOINT_STREAM);
  SharedTable T;
  T.Counts[0] = 7;
  for (unsigned I = 0; I < 32; ++I)
    T.call(0);
  EXPECT_TRUE(T.isOff());
  T.Window.factor = 4;
  T.Window.allowed = 1u << 30;
  for (uint64_t Time : {0u, 1000u, 499000u}) { // us; 0: not known
    TheHost.CpuTime = Time;
    T.window();
    EXPECT_TRUE(T.isOff());
  }
  TheHost.CpuTime = 500000;
  T.window();
  EXPECT_FALSE(T.isOff());
  EXPECT_EQ(T.Window.factor, 2);
  EXPECT_EQ(T.Counts[0], 7u); // a count
  for (unsigned I = 0; I < 32; ++I)
    T.call(Lasting);
  EXPECT_FALSE(T.isOff());
}

TEST_F(Windows, CallsHaveToLastLongerWhereTimingThemIsDear) {
  make(4096, IPOINT_STREAM);
  SharedTable T;
  T.Window.allowed = 200 * VeryLong;
  TheHost.CpuTime = 1;
  auto Factor = [&](uint64_t Time) {
    TheHost.CpuTime += Time;
    for (unsigned I = 0; I < 256; ++I)
      T.call(Lasting);
    return unsigned(T.Window.factor);
  };
  // 256 calls, four probes of VeryLong each: 10.24 ms allow it.
  Factor(1);
  T.Window.factor = 1;
  EXPECT_EQ(Factor(11000), 1u);
  EXPECT_EQ(Factor(9000), 2u);
  EXPECT_EQ(Factor(11000), 2u);
  TheHost.CpuTime = 0;
  EXPECT_EQ(Factor(0), 2u); // not known
}

TEST_F(Windows, TicksOfCallsAreKnownToOneIn2048) {
  for (uint64_t Ticks : {0ull, 1ull, 4095ull, 4096ull, 4097ull, 1000001ull,
                         123456789012ull, 4095ull << 31}) {
    uint64_t Stored = ipoint_call_ticks(ipoint_call_payload(7, Ticks));
    EXPECT_GE(Stored, Ticks);
    EXPECT_LE(Stored - Ticks, Ticks / 2048);
  }
  EXPECT_EQ(ipoint_call_ticks(ipoint_call_payload(7, ~0ull)), 4095ull << 31);
}

TEST_F(Windows, ACallThatEndsBetweenWindowsEndsNoGap) {
  make(1024, IPOINT_STREAM);
  CallTable T;
  T.Window.open = 1;
  T.pass(8000000, 100);
  T.pass(256, 101);
  T.call(1, 5000);
  T.Window.open = 1;
  T.pass(8000000, 100);
  T.pass(356, 10);
  TheHost.drain();
  std::vector<uint32_t> Ids = ids(TheHost.Drained);
  // The probe that stores the call may take long here.
  std::erase_if(Ids, [](uint32_t Id) {
    return Id == IPOINT_ID_PROBE_END || Id == IPOINT_ID_PROBE;
  });
  auto At = std::find(Ids.begin(), Ids.end(), IPOINT_ID_CALL);
  ASSERT_NE(At, Ids.end());
  EXPECT_EQ(At[-2], IPOINT_ID_PAUSE);
  EXPECT_EQ(At[-1], IPOINT_ID_CALL_END);
  EXPECT_EQ(At[1], IPOINT_ID_GAP);
  EXPECT_EQ(At[2], IPOINT_ID_RESUME);
}

/// Calls of functions 1000 and 1001, which nothing switches off; to store the
/// record of the inner one takes long.
struct NestedCalls {
  static constexpr uint64_t Wait = 20000000;
  SharedTable T;
  uint64_t Began = ipoint_port_counter(), Elapsed = 0;

  explicit NestedCalls(Host &H) {
    H.WaitTicks = Wait;
    T.Window.cost = 10;
    T.Counts[1] = T.Counts[2] = 0;
    ipoint_word Outer;
    ipoint_call_begins(&Outer, T.Counts, 2);
    T.call(5000);
    ipoint_call_ends(&Outer, T.Counts, 2, 1001);
    Elapsed = ipoint_port_counter() - Began;
    H.WaitTicks = 0;
    H.drain();
    for (uint64_t Record : H.Drained)
      note(ipoint_record_id(Record), ipoint_record_value(Record));
  }

  uint64_t Ticks = 0;              ///< of the outer call
  std::vector<uint64_t> End, Long; ///< of probes that took long

private:
  void note(uint32_t Id, uint64_t Value) {
    if (Id == IPOINT_ID_CALL && ipoint_call_id(Value) == 1001)
      Ticks = ipoint_call_ticks(Value);
    if (Id == IPOINT_ID_PROBE_END)
      End.push_back(Value);
    if (Id == IPOINT_ID_PROBE)
      Long.push_back(Value);
  }
};

TEST_F(Windows, AProbeThatTookLongIsRecorded) {
  make(64, IPOINT_STREAM);
  probe(256, 43);
  EXPECT_EQ(TheHost.Waits, 0u);
  NestedCalls C(TheHost); // the first record has the last slot
  EXPECT_EQ(TheHost.Waits, 1u);
  ASSERT_GE(C.Long.size(), 1u);
  ASSERT_EQ(C.Long.size(), C.End.size());
  EXPECT_GE(C.Long[0], C.Wait);
  EXPECT_LT((C.End[0] - C.Long[0] - C.Began) & IPOINT_VALUE_MASK,
            IPOINT_VALUE_MASK / 2); // not before
  // It is in no call's time.
  EXPECT_LE(C.Ticks - C.Ticks / 2048 + C.Long[0], C.Elapsed);
}

TEST_F(Windows, AProbeThatTookLongStaysInCallsWhereItCannotBeRecorded) {
  make(64, IPOINT_STREAM);
  TheHost.Ring->handler = 1; // which the thread's own stream knows nothing of
  probe(256, 43);
  NestedCalls C(TheHost);
  EXPECT_EQ(TheHost.Waits, 1u);
  EXPECT_EQ(C.Long.size(), 0u);
  EXPECT_GE(C.Ticks, C.Wait);
}

TEST_F(Windows, TimeOffCpuInProbesDoesNotCountAsTheirs) {
  make(4096, IPOINT_STREAM);
  Table T;
  T.Window.allowed = 1000;
  T.Window.cost = 1;
  T.Window.per_ms = 100000;
  TheHost.CpuTime = 5000; // us
  // After 5,000 us of CPU time, and Absent ticks off CPU, where probes took
  // Hours of 5,000 ticks that are allowed: Excess in those that took long.
  auto Opens = [&](uint64_t Excess, uint64_t Absent) {
    T.Window.spent = T.Window.apart + Hours;
    T.Window.excess = Excess;
    T.Window.seen = ipoint_port_counter() - 500000 - Absent;
    T.Window.seen_cpu = 0;
    T.Window.open = 1;
    T.pass(8000000, 1);
    bool Opened = T.Window.open;
    T.pass(8000000, 300);
    return Opened;
  };
  // The thread was off CPU in probes for as long as these took.
  EXPECT_TRUE(Opens(Hours, 2 * Hours));
  EXPECT_EQ(T.Window.apart, Hours);
  // They took long, but it was off CPU for a part of that only.
  EXPECT_FALSE(Opens(Hours, Hours / 2));
  // It may be off CPU while it asks for its CPU time.
  TheHost.AskTicks = 20000000;
  EXPECT_FALSE(Opens(0, 0));
  TheHost.AskTicks = 0;
  T.Window.spent -= Hours;
  T.Window.open = 1;
  T.pass(8000000, 1);
  EXPECT_EQ(T.Window.open, 1);
  T.pass(8000000, 300);
  // Where the CPU time is not known, what took long was not probes' work.
  T.Window.per_ms = 0;
  EXPECT_TRUE(Opens(Hours, 0));
}

} // namespace
