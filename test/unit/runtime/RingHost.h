//===- RingHost.h - A ring with a host and a drain, for the tests ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_TEST_RINGHOST_H
#define IPOINT_TEST_RINGHOST_H

#include "ipoint/record.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

extern "C" {
#include "core/slowpath.h"
#include "record/consumer/kept.h"
#include "wire/counttable.h"
}

/// A host whose answers the test sets, and a drain that takes what it finds.
struct Host {
  ipoint_ring_header *Ring = nullptr;
  std::vector<uint64_t> Drained;
  bool Closed = false;
  bool Drains = true;      ///< whether waiting for the drain helps
  bool Interrupts = false; ///< whether a signal comes while it waits, once
  unsigned Waits = 0;
  uint64_t CpuTime = 0;   ///< of the thread, us; 0: not known
  uint64_t WaitTicks = 0; ///< how long it waits, at least
  uint64_t AskTicks = 0; ///< how long the thread is off CPU as it asks for that
  std::function<ipoint_ring_header *()> Attaches;

  static void pass(uint64_t Ticks) {
    for (uint64_t Begin = ipoint_port_counter();
         ipoint_port_counter() - Begin < Ticks;)
      ;
  }
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

inline Host *Current;

inline ipoint_ring_header *attach() {
  return Current->Attaches ? Current->Attaches() : nullptr;
}
inline int wait(ipoint_ring_header *Ring, uint64_t Wanted) {
  ++Current->Waits;
  Current->pass(Current->WaitTicks);
  if (!Current->Drains)
    return 0;
  if (Current->Interrupts)
    for (uint32_t Id = 1000; Id < 1005; ++Id)
      ipoint_timed(Id);
  Current->Interrupts = false;
  Current->drain();
  return Ring->tail + Ring->count - Ring->granted >= Wanted;
}

inline const ipoint_platform Platform = {attach,
                                         wait,
                                         [] { return int(Current->Closed); },
                                         [] { return 0; },
                                         [](int) { return 0; },
                                         [](uint32_t) {},
                                         [] {
                                           Current->pass(Current->AskTicks);
                                           return Current->CpuTime;
                                         }};

inline std::vector<uint32_t> ids(const std::vector<uint64_t> &Records) {
  std::vector<uint32_t> Ids;
  for (uint64_t Record : Records)
    Ids.push_back(ipoint_record_id(Record));
  return Ids;
}

class Ring : public testing::Test {
protected:
  Host TheHost;
  void *Memory = nullptr;

  void SetUp() override {
    Current = &TheHost;
    ipoint_platform_now = &Platform;
  }
  void TearDown() override {
    ipoint_requested = 0;
    ipoint_ring_switch(&ipoint_idle_ring);
    free(Memory);
  }
  void make(uint64_t Count, ipoint_policy Policy) {
    size_t Size = IPOINT_RING_HEADER_SIZE + Count * 8;
    Memory = aligned_alloc(4096, (Size + 4095) / 4096 * 4096);
    memset(Memory, 0, Size);
    TheHost.Ring = ipoint_ring_init(Memory, Count, Policy, 1, 2, 0);
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

#endif // IPOINT_TEST_RINGHOST_H
