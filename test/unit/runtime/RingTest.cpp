//===- RingTest.cpp - The ring, between a thread and its drain ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ipoint/record.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" {
#include "src/ring.h"
}

namespace {

/// A host that is told what to do, and a drain that takes what it finds.
struct Host {
  ipoint_ring_header *Ring = nullptr;
  std::vector<uint64_t> Drained;
  bool Closed = false;
  bool Drains = true;      ///< whether waiting for the drain helps
  bool Interrupts = false; ///< whether a signal comes while it waits, once
  unsigned Waits = 0;

  uint64_t &slot(uint64_t Position) {
    return ipoint_ring_slots(Ring)[Position & (Ring->count - 1)];
  }
  void drain() {
    // The compiler does not see what probes store.
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    uint64_t Position = ipoint_ring_position(Ring);
    for (; Ring->tail != Position; ++Ring->tail)
      Drained.push_back(slot(Ring->tail));
  }
};

Host *Current;

std::vector<uint32_t> ids(const std::vector<uint64_t> &Records) {
  std::vector<uint32_t> Ids;
  for (uint64_t Record : Records)
    Ids.push_back(ipoint_record_id(Record));
  return Ids;
}

class Ring : public testing::Test {
protected:
  Host TheHost;
  void *Memory = nullptr;

  void SetUp() override { Current = &TheHost; }
  void TearDown() override {
    ipoint_ring_switch(&ipoint_idle_ring);
    free(Memory);
  }
  void make(uint64_t Count, ipoint_policy Policy) {
    size_t Size = IPOINT_RING_HEADER_SIZE + Count * 8;
    Memory = aligned_alloc(4096, (Size + 4095) / 4096 * 4096);
    memset(Memory, 0, Size);
    TheHost.Ring = ipoint_ring_init(Memory, Count, Policy, 100, 1, 2, 0);
    ipoint_self = &TheHost.Ring->probe;
  }
  void probe(uint32_t First, uint32_t Count) {
    for (uint32_t Id = First; Id < First + Count; ++Id)
      if (Id & 1)
        ipoint_timed(Id);
      else
        ipoint_untimed(Id);
  }
  /// Ids that are the program's, in order.
  static std::vector<uint32_t> own(const std::vector<uint64_t> &Records) {
    std::vector<uint32_t> Ids;
    for (uint32_t Id : ids(Records))
      if (Id >= IPOINT_ID_FIRST)
        Ids.push_back(Id);
    return Ids;
  }
  void expectAll(uint32_t First, uint32_t Count) {
    std::vector<uint32_t> Own = own(TheHost.Drained);
    ASSERT_EQ(Own.size(), Count);
    for (uint32_t I = 0; I < Count; ++I)
      ASSERT_EQ(Own[I], First + I);
  }
};

TEST_F(Ring, RecordsAreWhatTheHeaderSays) {
  make(64, IPOINT_STREAM);
  uint64_t Before = ipoint_port_counter();
  ipoint_timed(8000000);
  ipoint_untimed(300);
  uint64_t After = ipoint_port_counter();
  TheHost.drain();
  ASSERT_EQ(TheHost.Drained.size(), 2u);
  EXPECT_TRUE(ipoint_record_is_timed(TheHost.Drained[0]));
  EXPECT_EQ(ipoint_record_id(TheHost.Drained[0]), 8000000u);
  uint64_t Since =
      (ipoint_record_value(TheHost.Drained[0]) - Before) & IPOINT_VALUE_MASK;
  EXPECT_LE(Since, After - Before);
  EXPECT_EQ(TheHost.Drained[1], ipoint_record_untimed(300, 0));
}

TEST_F(Ring, AStreamLosesNothingOverManyLaps) {
  make(64, IPOINT_STREAM);
  for (uint32_t I = 0; I < 1000; ++I) {
    probe(256 + 7 * I, 7);
    TheHost.drain();
  }
  EXPECT_EQ(TheHost.Waits, 0u);
  expectAll(256, 7000);
}

TEST_F(Ring, AFullStreamWaitsAndMarksThePause) {
  make(64, IPOINT_STREAM);
  probe(256, 500);
  TheHost.drain();
  EXPECT_GT(TheHost.Waits, 0u);
  EXPECT_EQ(TheHost.Ring->lost, 0u);
  expectAll(256, 500);
  std::vector<uint32_t> Ids = ids(TheHost.Drained);
  for (size_t I = 0; I + 1 < Ids.size(); ++I)
    EXPECT_EQ(Ids[I] == IPOINT_ID_PAUSE, Ids[I + 1] == IPOINT_ID_RESUME);
}

TEST_F(Ring, WithoutADrainRecordsAreCountedAndTheCountIsTold) {
  make(64, IPOINT_STREAM);
  TheHost.Drains = false;
  probe(256, 200);
  EXPECT_EQ(TheHost.Waits, 1u); // not once for each record
  uint64_t Lost = TheHost.Ring->lost;
  EXPECT_GT(Lost, 100u);
  TheHost.drain();
  uint64_t Kept = own(TheHost.Drained).size();
  EXPECT_EQ(Kept + Lost, 200u);
  probe(1000, 3);
  TheHost.drain();
  std::vector<uint64_t> Late(TheHost.Drained.end() - 6, TheHost.Drained.end());
  EXPECT_EQ(ids(Late),
            (std::vector<uint32_t>{IPOINT_ID_PAUSE, IPOINT_ID_LOST,
                                   IPOINT_ID_RESUME, 1000, 1001, 1002}));
  EXPECT_EQ(ipoint_record_value(Late[1]), Lost);
  EXPECT_FALSE(ipoint_record_is_timed(Late[1]));
  EXPECT_TRUE(ipoint_record_is_timed(Late[0]));
}

TEST_F(Ring, PolicyRingKeepsTheNewest) {
  make(128, IPOINT_RING);
  probe(256, 10000);
  uint64_t Position = ipoint_ring_position(TheHost.Ring);
  EXPECT_GT(Position, 10000u);
  std::vector<uint64_t> Newest;
  for (uint64_t At = Position - 127; At != Position; ++At)
    Newest.push_back(TheHost.slot(At));
  std::vector<uint32_t> Own = own(Newest);
  for (size_t I = 0; I < Own.size(); ++I)
    EXPECT_EQ(Own[I], 10256 - Own.size() + I);
  EXPECT_EQ(TheHost.Waits, 0u);
}

TEST_F(Ring, ThePositionIsRightAfterEveryRecord) {
  for (ipoint_policy Policy : {IPOINT_STREAM, IPOINT_RING}) {
    make(64, Policy);
    uint64_t Before = 0;
    for (uint32_t I = 0; I < 1000; ++I) {
      probe(256 + I, 1);
      uint64_t Now = ipoint_ring_position(TheHost.Ring);
      ASSERT_GT(Now, Before);
      ASSERT_LE(Now, Before + 1 + IPOINT_RING_RESERVE);
      ASSERT_EQ(ipoint_record_id(TheHost.slot(Now - 1)), 256 + I);
      Before = Now;
      if (Policy == IPOINT_STREAM)
        TheHost.drain();
    }
    free(Memory);
    Memory = nullptr;
  }
}

TEST_F(Ring, AHandlersProbeInsideARenewalIsCounted) {
  make(64, IPOINT_STREAM);
  TheHost.Interrupts = true;
  probe(256, 64);
  EXPECT_EQ(TheHost.Waits, 1u);
  EXPECT_EQ(TheHost.Ring->lost, 5u);
  probe(320, 64);
  TheHost.drain();
  expectAll(256, 128);
}

TEST_F(Ring, AClosedSessionTurnsTheThreadOff) {
  make(64, IPOINT_STREAM);
  TheHost.Closed = true;
  probe(256, 1000);
  EXPECT_EQ(ipoint_self, &ipoint_off_ring);
  TheHost.drain();
  expectAll(256, 16);
}

TEST_F(Ring, WithoutARingNothingHappens) {
  ipoint_ring_switch(&ipoint_idle_ring);
  probe(256, 10);
  EXPECT_EQ(ipoint_self, &ipoint_idle_ring);
}

} // namespace

extern "C" {
ipoint_ring_header *ipoint_host_attach(void) { return nullptr; }
int ipoint_host_is_strange(void) { return 0; }
int ipoint_host_closed(void) { return Current->Closed; }
void ipoint_host_ended(uint32_t) {}
int ipoint_host_wait(ipoint_ring_header *Ring, uint64_t Wanted) {
  ++Current->Waits;
  if (!Current->Drains)
    return 0;
  if (Current->Interrupts)
    for (uint32_t Id = 1000; Id < 1005; ++Id)
      ipoint_timed(Id);
  Current->Interrupts = false;
  Current->drain();
  return Ring->tail + Ring->count - Ring->granted >= Wanted;
}
void ipoint_host_unit(const ipoint_unit *, uint32_t) {}
}
