//===- RingThreadsTest.cpp - A thread, its drain, and what is asked of it -===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In life the drain is another process, which no sanitizer sees. Here it is a
// thread, and the port's stores are atomic ones: built with ThreadSanitizer
// this shows whether the ring's own are enough.
//
//===----------------------------------------------------------------------===//

#include "ipoint/record.h"

#include "gtest/gtest.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

extern "C" {
#include "core/slowpath.h"
#include "record/consumer/kept.h"

ipoint_word ipoint_count;
}

namespace {

std::atomic<bool> Closed;
std::atomic<uint64_t> Waits;
const ipoint_platform Platform = {
    [] { return static_cast<ipoint_ring_header *>(nullptr); },
    [](ipoint_ring_header *, uint64_t) { return 0; }, // the port's is asked
    [] { return int(Closed.load()); },
    [] { return 0; },
    [](int) { return 0; },
    [](uint32_t) {},
    [] { return uint64_t(0); }};
ipoint_ring_header *TheRing;

struct Ring {
  void *Memory;

  Ring(uint64_t Count, ipoint_policy Policy) {
    size_t Size = IPOINT_RING_HEADER_SIZE + Count * 8;
    Memory = aligned_alloc(4096, (Size + 4095) / 4096 * 4096);
    memset(Memory, 0, Size);
    TheRing = ipoint_ring_init(Memory, Count, Policy, 1, 2, 0);
    ipoint_platform_now = &Platform;
    Closed = false;
    Waits = 0;
    __atomic_store_n(&ipoint_requested, 0, __ATOMIC_RELAXED);
  }
  ~Ring() { free(Memory); }
};

void probe(uint32_t First, uint32_t Count) {
  ipoint_self = &TheRing->probe;
  for (uint32_t Id = First; Id < First + Count; ++Id)
    if (Id & 1)
      ipoint_timed(Id);
    else
      ipoint_untimed(Id);
  ipoint_ring_switch(&ipoint_idle_ring);
}

/// What the drain does: takes what is there and gives the slots back.
void drain(std::vector<uint64_t> &Into) {
  uint64_t Position = ipoint_ring_position(TheRing);
  uint64_t Tail = TheRing->tail;
  for (; Tail != Position; ++Tail)
    Into.push_back(ipoint_ring_slots(TheRing)[Tail & (TheRing->count - 1)]);
  __atomic_store_n(&TheRing->tail, Tail, __ATOMIC_RELEASE);
}

uint64_t lostAsRecorded(const std::vector<uint64_t> &Records) {
  uint64_t Lost = 0;
  for (uint64_t Record : Records)
    if (ipoint_record_id(Record) == IPOINT_ID_LOST)
      Lost += ipoint_record_value(Record);
  return Lost;
}

std::vector<uint32_t> own(const std::vector<uint64_t> &Records) {
  std::vector<uint32_t> Ids;
  for (uint64_t Record : Records)
    if (ipoint_record_id(Record) >= 256)
      Ids.push_back(ipoint_record_id(Record));
  return Ids;
}

void expectTimesRise(const std::vector<uint64_t> &Records) {
  uint64_t Last = 0;
  for (uint64_t Record : Records)
    if (ipoint_record_is_timed(Record)) {
      EXPECT_LE(Last, ipoint_record_value(Record));
      Last = ipoint_record_value(Record);
    }
}

constexpr uint32_t Many = 100000;

TEST(RingThreads, AStreamIsDrainedWhileItIsWritten) {
  for (uint64_t Count : {64u, 4096u}) {
    Ring R(Count, IPOINT_STREAM);
    std::vector<uint64_t> Drained;
    std::atomic<bool> Done = false;
    std::thread Drain([&] {
      while (!Done)
        drain(Drained);
    });
    std::thread([] { probe(256, Many); }).join();
    Done = true;
    Drain.join();
    drain(Drained);
    std::vector<uint32_t> Ids = own(Drained);
    ASSERT_EQ(Ids.size(), Many);
    for (uint32_t I = 0; I < Many; ++I)
      ASSERT_EQ(Ids[I], 256 + I);
    expectTimesRise(Drained);
    EXPECT_EQ(lostAsRecorded(Drained), 0u);
  }
}

TEST(RingThreads, PositionsOfARunningRingNeverGoBack) {
  for (ipoint_policy Policy : {IPOINT_OVERWRITE, IPOINT_DISCARD}) {
    Ring R(1024, Policy);
    std::atomic<bool> Done = false;
    std::thread Reader([&] {
      uint64_t Last = 0;
      while (!Done) {
        uint64_t Position = ipoint_ring_position(TheRing);
        ASSERT_GE(Position, Last);
        Last = Position;
      }
    });
    std::thread([] { probe(256, Many); }).join();
    Done = true;
    Reader.join();
    if (Policy == IPOINT_OVERWRITE) {
      EXPECT_GE(ipoint_ring_position(TheRing), Many);
    }
  }
}

TEST(RingThreads, WhatIsOverwrittenWhileItIsCopiedIsLeftOut) {
  constexpr uint64_t Count = 16384;
  Ring R(Count, IPOINT_OVERWRITE);
  std::atomic<bool> Done = false;
  std::thread Reader([&] {
    std::vector<uint64_t> Copy(Count);
    uint64_t Kept = 0;
    for (bool Last = false; !Last;) {
      Last = Done;
      uint64_t End = ipoint_ring_position(TheRing);
      uint64_t First = End < Count ? 0 : End - (Count - 1);
      First = ipoint_kept_copy(TheRing, Count, First, End, 1, Copy.data());
      Kept = End - First;
      uint32_t Before = 0;
      for (; First != End; ++First) {
        uint32_t Id = ipoint_record_id(Copy[First % Count]);
        if (Id < IPOINT_ID_FIRST)
          continue;
        ASSERT_LT(Before, Id);
        Before = Id;
      }
    }
    EXPECT_GE(Kept, Count / 4 * 3 - 1); // of a thread that rests
  });
  std::thread([] { probe(256, 10 * Many); }).join();
  Done = true;
  Reader.join();
}

TEST(RingThreads, WishesComeFromElsewhere) {
  Ring R(256, IPOINT_STREAM);
  std::vector<uint64_t> Drained;
  std::atomic<bool> Done = false;
  std::thread Drain([&] {
    while (!Done)
      drain(Drained);
  });
  std::thread Asks([&] {
    for (uint64_t I = 0; !Done; ++I) {
      __atomic_store_n(&ipoint_requested,
                       I & 1 ? IPOINT_STATE_PAUSED : IPOINT_STATE_RUNNING,
                       __ATOMIC_SEQ_CST);
      ipoint_ring_notify(TheRing);
      std::this_thread::yield();
    }
    __atomic_store_n(&ipoint_requested, IPOINT_STATE_RUNNING, __ATOMIC_SEQ_CST);
  });
  std::thread([] { probe(256, Many); }).join();
  Done = true;
  Asks.join();
  Drain.join();
  drain(Drained);
  std::vector<uint32_t> Ids = own(Drained);
  EXPECT_LE(Ids.size(), Many);
  for (size_t I = 1; I < Ids.size(); ++I)
    ASSERT_LT(Ids[I - 1], Ids[I]);
  expectTimesRise(Drained);
}

TEST(RingThreads, ASlowDrainMakesAThreadLoseWhatIsCounted) {
  Ring R(64, IPOINT_STREAM);
  Closed = false;
  std::vector<uint64_t> Drained;
  std::atomic<bool> Done = false;
  Waits = 1; // does not wait any more
  std::thread Drain([&] {
    while (!Done) {
      drain(Drained);
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  });
  std::thread([] { probe(256, Many); }).join();
  Done = true;
  Drain.join();
  drain(Drained);
  EXPECT_EQ(own(Drained).size() + TheRing->lost, Many);
  EXPECT_EQ(lostAsRecorded(Drained), TheRing->lost_reported);
}

} // namespace

extern "C" {
ipoint_ring_header *ipoint_port_attach(void) { return nullptr; }
int ipoint_port_wait(ipoint_ring_header *Ring, uint64_t Wanted) {
  if (Waits)
    return 0;
  uint64_t Position = ipoint_ring_position(Ring);
  while (__atomic_load_n(&Ring->tail, __ATOMIC_ACQUIRE) + Ring->count -
             Position <
         Wanted)
    std::this_thread::yield();
  return 1;
}
}
