//===- RingTest.cpp - The ring, between a thread and its drain ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-014

#include "RingHost.h"

namespace {

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

TEST_F(Ring, WithoutADrainRecordsAreCountedAndTheCountIsWritten) {
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

TEST_F(Ring, OverwriteKeepsTheNewest) {
  make(128, IPOINT_OVERWRITE);
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
  for (ipoint_policy Policy : {IPOINT_STREAM, IPOINT_OVERWRITE}) {
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

/// All that is in a ring that has not come round.
static std::vector<uint64_t> all(Host &H) {
  std::vector<uint64_t> Records;
  for (uint64_t At = 0; At != ipoint_ring_position(H.Ring); ++At)
    Records.push_back(H.slot(At));
  return Records;
}

TEST_F(Ring, ACallThatWantsNothingLeavesNothing) {
  for (ipoint_policy Policy :
       {IPOINT_STREAM, IPOINT_OVERWRITE, IPOINT_DISCARD}) {
    make(64, Policy);
    for (uint32_t I = 0; I < 40; ++I) {
      ipoint_ring_notify(TheHost.Ring);
      probe(256 + I, 1);
    }
    std::vector<uint32_t> Expected;
    for (uint32_t I = 0; I < 40; ++I) {
      // The ends of quarters are marked, under policies that come round.
      if (Policy != IPOINT_DISCARD && (I == 16 || I == 30))
        Expected.insert(Expected.end(), {IPOINT_ID_PAUSE, IPOINT_ID_RESUME});
      Expected.push_back(256 + I);
    }
    EXPECT_EQ(ids(all(TheHost)), Expected);
    free(Memory);
    Memory = nullptr;
  }
}

TEST_F(Ring, ATriggerLeavesExactlyTheRequestedRecords) {
  for (uint32_t Before = 0; Before < 70; ++Before)
    for (uint32_t After : {0u, 1u, 5u, 16u, 17u, 40u}) {
      make(64, IPOINT_STREAM);
      probe(256, Before);
      ipoint_requested = uint64_t(After + 1) << IPOINT_WISH_TRIGGER_SHIFT;
      ipoint_ring_notify(TheHost.Ring);
      probe(256 + Before, 100);
      EXPECT_EQ(ipoint_self, &ipoint_off_ring);
      TheHost.drain();
      expectAll(256, Before + After);
      EXPECT_EQ(TheHost.Drained.back(),
                ipoint_record_untimed(IPOINT_ID_END, IPOINT_END_TRIGGER));
      EXPECT_EQ(TheHost.Ring->finished, IPOINT_RING_FINISHED);
      TheHost.Drained.clear();
      free(Memory);
      Memory = nullptr;
      ipoint_requested = 0;
    }
}

TEST_F(Ring, APauseIsRecordedAtAnyPosition) {
  for (uint32_t Before = 0; Before < 70; ++Before) {
    make(64, IPOINT_STREAM);
    probe(256, Before);
    ipoint_requested = IPOINT_STATE_PAUSED;
    ipoint_ring_notify(TheHost.Ring);
    probe(1000, 100);
    EXPECT_EQ(ipoint_self, &TheHost.Ring->sleep);
    EXPECT_EQ(TheHost.Ring->sleep.cursor, (ipoint_word *)1);
    ipoint_requested = IPOINT_STATE_RUNNING;
    ipoint_ring_notify(TheHost.Ring);
    probe(256 + Before, 50);
    TheHost.drain();
    expectAll(256, Before + 50);
    std::vector<uint32_t> Ids = ids(TheHost.Drained);
    auto Gap = std::find(Ids.begin(), Ids.end(), IPOINT_ID_GAP);
    ASSERT_NE(Gap, Ids.end());
    EXPECT_EQ(Gap[-1], IPOINT_ID_PAUSE);
    EXPECT_EQ(Gap[1], IPOINT_ID_RESUME);
    EXPECT_EQ(Gap[2], 256 + Before);
    TheHost.Drained.clear();
    free(Memory);
    Memory = nullptr;
  }
}

TEST_F(Ring, DiscardKeepsTheOldest) {
  make(64, IPOINT_DISCARD);
  probe(256, 1000);
  EXPECT_EQ(ipoint_self, &ipoint_off_ring);
  std::vector<uint64_t> Records = all(TheHost);
  ASSERT_EQ(Records.size(), 64u);
  EXPECT_EQ(Records.back(),
            ipoint_record_untimed(IPOINT_ID_END, IPOINT_END_FULL));
  TheHost.Drained = Records;
  expectAll(256, 63);
}

TEST_F(Ring, ARingThatIsPausedWhereItIsNearlyFullEnds) {
  for (uint32_t Before = 40; Before < 64; ++Before) {
    make(64, IPOINT_DISCARD);
    probe(256, Before);
    for (int I = 0; I < 10; ++I) {
      ipoint_requested = IPOINT_STATE_PAUSED;
      ipoint_ring_notify(TheHost.Ring);
      probe(1000, 3);
      ipoint_requested = IPOINT_STATE_RUNNING;
      ipoint_ring_notify(TheHost.Ring);
      probe(256 + Before + I, 1);
    }
    EXPECT_LE(ipoint_ring_position(TheHost.Ring), 64u);
    TheHost.Drained = all(TheHost);
    expectAll(256, static_cast<uint32_t>(own(TheHost.Drained).size()));
    EXPECT_EQ(ids(TheHost.Drained).back(), IPOINT_ID_END);
    TheHost.Drained.clear();
    free(Memory);
    Memory = nullptr;
  }
}

TEST_F(Ring, WhileItWaitsForTheDrainAPauseCanBegin) {
  make(64, IPOINT_STREAM);
  TheHost.Drains = false;
  probe(256, 100);
  EXPECT_TRUE(TheHost.Ring->losing);
  uint64_t Lost = TheHost.Ring->lost;
  ipoint_requested = IPOINT_STATE_PAUSED;
  ipoint_ring_notify(TheHost.Ring);
  probe(1000, 100);
  EXPECT_EQ(TheHost.Ring->lost, Lost); // these were not wanted
  ipoint_requested = IPOINT_STATE_RUNNING;
  ipoint_ring_notify(TheHost.Ring);
  TheHost.drain();
  probe(2000, 1);
  TheHost.drain();
  std::vector<uint64_t> Late(TheHost.Drained.end() - 5, TheHost.Drained.end());
  EXPECT_EQ(ids(Late),
            (std::vector<uint32_t>{IPOINT_ID_PAUSE, IPOINT_ID_LOST,
                                   IPOINT_ID_GAP, IPOINT_ID_RESUME, 2000}));
}

TEST_F(Ring, ARecordThatIsSeenBeforeTheCursorIsNoOldOne) {
  make(64, IPOINT_OVERWRITE);
  probe(256, 200);
  ipoint_ring_header *R = TheHost.Ring;
  uint64_t End = ipoint_ring_position(R);
  uint64_t Limit = End + uint64_t(R->probe.limit - R->probe.cursor);
  ASSERT_GT(Limit, End + 1);
  // The next records are there, and a weakly ordered processor has not shown
  // yet that the cursor has moved.
  for (uint64_t At = End; At != Limit; ++At)
    TheHost.slot(At) = ipoint_record_untimed(5000, 0);
  std::vector<uint64_t> Copy(64);
  uint64_t First = ipoint_kept_copy(R, 64, End - 63, End, 1, Copy.data());
  EXPECT_EQ(First, Limit - 64);
  for (; First != End; ++First)
    EXPECT_NE(ipoint_record_id(Copy[First % 64]), 5000u);
}

TEST_F(Ring, OfAThreadThatIsNoMoreAllButASlotIsKept) {
  make(64, IPOINT_OVERWRITE);
  probe(256, 200);
  uint64_t End = ipoint_ring_position(TheHost.Ring);
  std::vector<uint64_t> Copy(64);
  EXPECT_EQ(ipoint_kept_copy(TheHost.Ring, 64, End - 63, End, 0, Copy.data()),
            End - 63);
  EXPECT_EQ(ipoint_record_id(Copy[(End - 1) % 64]), 455u);
}

TEST_F(Ring, NothingIsKeptOfWhatWasOverwrittenSince) {
  make(64, IPOINT_OVERWRITE);
  probe(256, 200);
  uint64_t End = ipoint_ring_position(TheHost.Ring);
  probe(1000, 100);
  std::vector<uint64_t> Copy(64);
  EXPECT_EQ(ipoint_kept_copy(TheHost.Ring, 64, End - 63, End, 1, Copy.data()),
            End);
}

TEST_F(Ring, ARingThatAHandlerHasFilledMeanwhileIsRenewed) {
  make(64, IPOINT_STREAM);
  ipoint_ring_switch(&ipoint_idle_ring);
  TheHost.Attaches = [&] {
    // Between this thread's look at its ring and the host's: a handler's
    // probes, up to the limit.
    ipoint_self = &TheHost.Ring->probe;
    probe(1000, 16);
    return TheHost.Ring;
  };
  probe(256, 1);
  ASSERT_EQ(ipoint_ring_position(TheHost.Ring), 19u);
  TheHost.drain();
  std::vector<uint32_t> Ids = ids(TheHost.Drained);
  EXPECT_EQ(
      std::vector<uint32_t>(Ids.begin() + 15, Ids.end()),
      (std::vector<uint32_t>{1015, IPOINT_ID_PAUSE, IPOINT_ID_RESUME, 256}));
}

TEST_F(Ring, WithoutARingNothingHappens) {
  ipoint_ring_switch(&ipoint_idle_ring);
  probe(256, 10);
  EXPECT_EQ(ipoint_self, &ipoint_idle_ring);
}
} // namespace
