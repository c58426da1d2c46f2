//===- StreamReaderTest.cpp - From bytes to events ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "trace/StreamReader.h"
#include "StreamBuilder.h"
#include "gtest/gtest.h"

using namespace ipoint::trace;

namespace {

struct Log {
  std::string Text;
  void timed(uint32_t Id, uint64_t Time) {
    Text += std::to_string(Id) + "@" + std::to_string(Time) + " ";
  }
  void untimed(uint32_t Id, uint64_t Payload) {
    Text += std::to_string(Id) + "=" + std::to_string(Payload) + " ";
  }
  void gap() { Text += "gap "; }
};

/// Takes timed records together, up to the one with the id 300.
struct RunLog : Log {
  size_t run(llvm::ArrayRef<uint64_t> Words, uint64_t End, uint64_t &Time) {
    Text += "run ";
    size_t Taken = 0;
    for (uint64_t Word : Words) {
      uint64_t Now = unwrap(Time, ipoint_record_value(Word));
      if (!ipoint_record_is_timed(Word) || ipoint_record_id(Word) == 300 ||
          Now > End)
        break;
      timed(ipoint_record_id(Word), Time = Now);
      ++Taken;
    }
    return Taken;
  }
};

struct Read {
  std::string Text;
  StreamSummary Sum;
  DamageList Damages;
};

template <class Handler = Log> Read read(const StreamBuilder &Stream) {
  Read R;
  Handler L;
  auto Source = MemorySource::of(Stream.Bytes);
  PacketReader Reader(*Source, "stream", testUuid(), R.Damages);
  R.Sum = readStream(Reader, L);
  R.Text = L.Text;
  return R;
}

TEST(Unwrap, CountsOnPastFortyBits) {
  constexpr uint64_t Wrap = uint64_t(1) << 40;
  EXPECT_EQ(unwrap(100, 100), 100u);
  EXPECT_EQ(unwrap(100, 150), 150u);
  EXPECT_EQ(unwrap(Wrap - 1, 0), Wrap);
  EXPECT_EQ(unwrap(7 * Wrap + 5, 4), 8 * Wrap + 4);
  EXPECT_EQ(unwrap(7 * Wrap + 5, 5), 7 * Wrap + 5);
  EXPECT_EQ(unwrap(UINT64_MAX, 0), 0u) << "no undefined behaviour at the end";
}

TEST(StreamReader, GivesEventsInTheirOrder) {
  StreamBuilder S;
  S.packet(90, 110,
           {ipoint_record_timed(256, 100), ipoint_record_untimed(257, 42),
            ipoint_record_timed(258, 110)});
  S.packet(120, 120, {ipoint_record_timed(256, 120)});
  Read R = read(S);
  EXPECT_EQ(R.Text, "256@100 257=42 258@110 256@120 ");
  EXPECT_EQ(R.Sum.Packets, 2u);
  EXPECT_EQ(R.Sum.Timed, 3u);
  EXPECT_EQ(R.Sum.Untimed, 1u);
  EXPECT_TRUE(R.Damages.empty());
}

TEST(StreamReader, BeginsRunsAtTimedRecordsOnly) {
  StreamBuilder S;
  S.packet(90, 150,
           {ipoint_record_untimed(256, 1), ipoint_record_untimed(257, 2),
            ipoint_record_timed(256, 100), ipoint_record_timed(257, 110),
            ipoint_record_untimed(258, 3), ipoint_record_timed(300, 120),
            ipoint_record_timed(256, 130)});
  Read R = read<RunLog>(S);
  EXPECT_EQ(R.Text, "256=1 257=2 run 256@100 257@110 258=3 run 300@120 "
                    "run 256@130 ");
  EXPECT_EQ(R.Sum.Timed, 4u);
  EXPECT_EQ(R.Sum.Untimed, 3u);
}

TEST(StreamReader, TakesFullTimeFromThePacket) {
  constexpr uint64_t Wrap = uint64_t(1) << 40;
  StreamBuilder S;
  S.packet(3 * Wrap - 1, 3 * Wrap + 5, {ipoint_record_timed(256, 5)});
  EXPECT_EQ(read(S).Text, "256@" + std::to_string(3 * Wrap + 5) + " ");
}

TEST(StreamReader, AZeroWordIsNoRecord) {
  StreamBuilder S;
  S.packet(100, 110,
           {ipoint_record_timed(256, 100), 0, ipoint_record_timed(257, 110)});
  Read R = read(S);
  EXPECT_EQ(R.Text, "256@100 gap 257@110 ");
  EXPECT_EQ(R.Sum.Damaged, 1u);
  EXPECT_EQ(R.Damages.items().size(), 1u);
}

TEST(StreamReader, TimeThatGoesBackIsAGap) {
  StreamBuilder S;
  S.packet(100, 100, {ipoint_record_timed(256, 100)});
  S.packet(50, 50, {ipoint_record_timed(256, 50)});
  EXPECT_EQ(read(S).Text, "256@100 gap 256@50 ");
}

TEST(StreamReader, PacketsOfAnotherTraceAreLeftOut) {
  StreamBuilder S, Other;
  S.packet(100, 100, {ipoint_record_timed(256, 100)});
  Other.packet(100, 100, {ipoint_record_timed(300, 100)});
  Other.Bytes[4] = 'x';
  S.Bytes.insert(S.Bytes.end(), Other.Bytes.begin(), Other.Bytes.end());
  Read R = read(S);
  EXPECT_EQ(R.Text, "256@100 ");
  ASSERT_EQ(R.Damages.items().size(), 1u);
  EXPECT_EQ(R.Damages.items()[0].What,
            "the packet is of another trace; 88 bytes skipped");
}

TEST(StreamReader, PacketsLargerThanTheBufferAreReadInPieces) {
  StreamBuilder S;
  std::vector<uint64_t> Records;
  for (uint64_t I = 0; I < 100000; ++I)
    Records.push_back(ipoint_record_timed(256, 1000 + I));
  S.packet(1000, 1000 + 99999, Records);
  Read R = read(S);
  EXPECT_EQ(R.Sum.Timed, 100000u);
  EXPECT_TRUE(R.Text.ends_with(" 256@100999 "));
}

} // namespace
