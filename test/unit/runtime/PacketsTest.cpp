//===- PacketsTest.cpp - Unwrapping, repairing, packing -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-036

#include "ipoint/record.h"

#include "gtest/gtest.h"

#include <cstdio>
#include <unistd.h>
#include <vector>

extern "C" {
#include "record/consumer/packets.h"
}

namespace {

constexpr uint64_t Wrap = uint64_t(1) << 40;

std::vector<uint64_t> timed(std::initializer_list<uint64_t> Times) {
  std::vector<uint64_t> Records;
  uint32_t Id = IPOINT_ID_FIRST;
  for (uint64_t Time : Times)
    Records.push_back(ipoint_record_timed(Id++, Time));
  return Records;
}

ipoint_packet take(ipoint_unwrap &Unwrap, std::vector<uint64_t> &Records,
                   uint64_t Earliest, uint64_t Now) {
  return ipoint_packet_take(&Unwrap, Records.data(), Records.size(), Earliest,
                            Now);
}

TEST(Packets, BeginsAndEndsAtTheRecordsTimes) {
  ipoint_unwrap Unwrap = {900, 0};
  auto Records = timed({1000, 1000, 1500});
  ipoint_packet Packet = take(Unwrap, Records, 950, 2000);
  EXPECT_EQ(Packet.begin, 1000u);
  EXPECT_EQ(Packet.end, 1500u);
  EXPECT_EQ(Packet.count, 3u);
  EXPECT_EQ(Unwrap.last, 1500u);
  EXPECT_EQ(Unwrap.repaired, 0u);
}

TEST(Packets, UnwrapsInsideAPacket) {
  uint64_t Base = 7 * Wrap - 100;
  ipoint_unwrap Unwrap = {Base, 0};
  auto Records = timed({Base + 50, Base + 150, Base + 250});
  ipoint_packet Packet = take(Unwrap, Records, Base, Base + 1000);
  EXPECT_EQ(Packet.begin, Base + 50);
  EXPECT_EQ(Packet.end, 7 * Wrap + 150);
  EXPECT_EQ(Packet.count, 3u);
}

TEST(Packets, ASilenceOfManyWrapsIsResolvedByWhenItWasPublished) {
  ipoint_unwrap Unwrap = {1000, 0};
  uint64_t Then = 5 * Wrap + 12345;
  auto Records = timed({Then});
  ipoint_packet Packet = take(Unwrap, Records, Then - 500, Then + 500);
  EXPECT_EQ(Packet.begin, Then);
  EXPECT_EQ(Packet.end, Then);
}

TEST(Packets, AThreadHeldBeforePublishingKeepsItsTime) {
  // The counter was read long before the drain's last look, published after.
  uint64_t Read = 3 * Wrap + 77, Look = Read + (uint64_t(1) << 37);
  ipoint_unwrap Unwrap = {Read - 10, 0};
  auto Records = timed({Read, Look + 5});
  ipoint_packet Packet = take(Unwrap, Records, Look, Look + 100);
  EXPECT_EQ(Packet.begin, Read);
  EXPECT_EQ(Packet.end, Look + 5);
  EXPECT_EQ(Unwrap.repaired, 0u);
}

TEST(Packets, ALongSilenceBeginsANewPacket) {
  uint64_t Late = 100 + IPOINT_PACKET_GAP + 1;
  ipoint_unwrap Unwrap = {100, 0};
  auto Records = timed({100, 200, 200 + Late});
  ipoint_packet First = take(Unwrap, Records, 50, 300 + Late);
  EXPECT_EQ(First.count, 2u);
  EXPECT_EQ(First.end, 200u);
  Records.erase(Records.begin(), Records.begin() + 2);
  ipoint_packet Second = take(Unwrap, Records, 50, 300 + Late);
  EXPECT_EQ(Second.count, 1u);
  EXPECT_EQ(Second.begin, 200 + Late);
}

TEST(Packets, StepsBackAreMovedForwardAndCounted) {
  ipoint_unwrap Unwrap = {1000, 0};
  auto Records = timed({2000, 1990, 1995, 2010});
  ipoint_packet Packet = take(Unwrap, Records, 1000, 3000);
  EXPECT_EQ(Packet.count, 4u);
  EXPECT_EQ(Packet.end, 2010u);
  EXPECT_EQ(Unwrap.repaired, 2u);
  EXPECT_EQ(ipoint_record_value(Records[1]), 2000u);
  EXPECT_EQ(ipoint_record_value(Records[2]), 2000u);
  EXPECT_EQ(ipoint_record_id(Records[2]), IPOINT_ID_FIRST + 2);
  EXPECT_EQ(ipoint_record_value(Records[3]), 2010u);
}

TEST(Packets, AStepBackAtTheStartIsBoundedByTheStream) {
  ipoint_unwrap Unwrap = {5000, 0};
  auto Records = timed({4990});
  ipoint_packet Packet = take(Unwrap, Records, 5000, 6000);
  EXPECT_EQ(Packet.begin, 5000u);
  EXPECT_EQ(Unwrap.repaired, 1u);
}

TEST(Packets, UntimedRecordsTakeNoTime) {
  ipoint_unwrap Unwrap = {1000, 0};
  std::vector<uint64_t> Records = {ipoint_record_untimed(256, 0),
                                   ipoint_record_untimed(257, Wrap - 1),
                                   ipoint_record_timed(258, 1200)};
  std::vector<uint64_t> Before = Records;
  ipoint_packet Packet = take(Unwrap, Records, 1000, 2000);
  EXPECT_EQ(Packet.begin, 1000u);
  EXPECT_EQ(Packet.end, 1200u);
  EXPECT_EQ(Records, Before);
  Records.resize(2);
  Packet = take(Unwrap, Records, 1000, 2000);
  EXPECT_EQ(Packet.begin, 1200u);
  EXPECT_EQ(Packet.end, 1200u);
  EXPECT_EQ(Packet.count, 2u);
}

TEST(Packets, EachTimedRecordAmongUntimedOnesCounts) {
  for (size_t Size = 1; Size != 40; ++Size)
    for (size_t At = 0; At != Size; ++At) {
      ipoint_unwrap Unwrap = {1000, 0};
      std::vector<uint64_t> Records(Size, ipoint_record_untimed(256, 7));
      Records[At] = ipoint_record_timed(257, 1200);
      Records.back() = ipoint_record_timed(258, 1500);
      ipoint_packet Packet = take(Unwrap, Records, 1000, 2000);
      EXPECT_EQ(Packet.count, Size);
      EXPECT_EQ(Packet.end, 1500u);
      // A step back shows that the record before was seen.
      Records[At] = ipoint_record_timed(257, 1900);
      Unwrap = {1000, 0};
      Packet = take(Unwrap, Records, 1000, 2000);
      EXPECT_EQ(Packet.end, 1900u) << Size << ' ' << At;
      EXPECT_EQ(Unwrap.repaired, At + 1 == Size ? 0u : 1u) << Size << ' ' << At;
    }
}

TEST(Packets, HeaderIsAsTheFormatSays) {
  uint8_t Bytes[IPOINT_PACKET_HEADER_SIZE];
  ipoint_packet Packet = {0x1122334455667788, 0x99, 3};
  ipoint_trace Trace = {};
  ipoint_packets Out = {};
  Trace.uuid[0] = 0xab;
  Out.trace = &Trace;
  Out.discarded = 5;
  Out.sequence = 6;
  Out.tid = 7;
  Out.pid = 8;
  ipoint_packet_header(Bytes, &Out, &Packet);
  auto Word = [&](int At, int Size) {
    uint64_t Value = 0;
    while (Size--)
      Value = Value << 8 | Bytes[At + Size];
    return Value;
  };
  EXPECT_EQ(Word(0, 4), 0xC1FC1FC1u);
  EXPECT_EQ(Bytes[4], 0xab);
  EXPECT_EQ(Word(20, 4), 0u);
  EXPECT_EQ(Word(24, 8), 0x1122334455667788u);
  EXPECT_EQ(Word(32, 8), 0x99u);
  EXPECT_EQ(Word(40, 8), (80u + 24u) * 8u);
  EXPECT_EQ(Word(48, 8), (80u + 24u) * 8u);
  EXPECT_EQ(Word(56, 8), 5u);
  EXPECT_EQ(Word(64, 8), 6u);
  EXPECT_EQ(Word(72, 4), 7u);
  EXPECT_EQ(Word(76, 4), 8u);
}

TEST(Packets, WritesWhatTheTraceHasRoomFor) {
  ipoint_trace Trace = {};
  ipoint_packets Out = {};
  auto Records = timed({100, 200, 300});
  FILE *File = std::tmpfile();
  ASSERT_TRUE(File);
  Trace.room = 2 * IPOINT_PACKET_HEADER_SIZE + 5 * 8;
  Out.trace = &Trace;
  Out.file = fileno(File);
  EXPECT_EQ(ipoint_packets_write(&Out, Records.data(), 3, 50, 400), 3u);
  EXPECT_EQ(Trace.room, IPOINT_PACKET_HEADER_SIZE + 2 * 8u);
  ipoint_packets Before = Out;
  EXPECT_EQ(ipoint_packets_write(&Out, Records.data(), 3, 50, 400), 2u);
  EXPECT_EQ(Out.error, 0);
  EXPECT_EQ(Out.records, 5u);
  EXPECT_EQ(Out.sequence, 2u);
  EXPECT_EQ(Out.written, 2 * IPOINT_PACKET_HEADER_SIZE + 5 * 8u);
  EXPECT_EQ(Trace.room, 0u);
  EXPECT_EQ(ipoint_packets_write(&Out, Records.data(), 3, 50, 400), 0u);
  ipoint_packets_undo(&Out, &Before);
  EXPECT_EQ(Out.records, 3u);
  Trace.room = 1000;
  EXPECT_EQ(ipoint_packets_write(&Out, Records.data(), 1, 50, 400), 1u);
  EXPECT_EQ(lseek(Out.file, 0, SEEK_CUR), off_t(Out.written));
  EXPECT_EQ(lseek(Out.file, 0, SEEK_END), off_t(Out.written));
  std::fclose(File);
}

} // namespace
