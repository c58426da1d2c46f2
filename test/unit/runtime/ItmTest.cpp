//===- ItmTest.cpp - The trace packets of a Cortex-M ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <random>
#include <string>
#include <vector>

extern "C" {
#include "import/frames.h"
#include "import/itm.h"
}

namespace {

using Bytes = std::vector<uint8_t>;
constexpr unsigned Port = 3;

void append(Bytes &To, std::initializer_list<unsigned> What) {
  for (unsigned Byte : What)
    To.push_back(static_cast<uint8_t>(Byte));
}

void appendWord(Bytes &To, uint64_t Word, unsigned Count) {
  for (unsigned I = 0; I < Count; ++I)
    To.push_back(static_cast<uint8_t>(Word >> 8 * I));
}

uint32_t crc(const Bytes &Content) {
  uint32_t Crc = UINT32_MAX;
  for (uint8_t Byte : Content) {
    Crc ^= Byte;
    for (int Bit = 0; Bit < 8; ++Bit)
      Crc = Crc >> 1 ^ (Crc & 1 ? IPOINT_FRAME_CRC : 0);
  }
  return ~Crc;
}

/// A frame with the records \p Index + 1 to \p Index + \p Count, as values.
Bytes frame(uint32_t Index, uint32_t Count) {
  Bytes Content{32};
  appendWord(Content, Index, 4);
  appendWord(Content, 0, 4);
  for (uint32_t I = 1; I <= Count; ++I)
    appendWord(Content, Index + I, 8);
  appendWord(Content, crc(Content), 4);
  Bytes Frame{0};
  size_t Code = Frame.size();
  Frame.push_back(0);
  for (uint8_t Byte : Content) {
    if (!Byte) {
      Frame[Code] = static_cast<uint8_t>(Frame.size() - Code);
      Code = Frame.size();
    }
    Frame.push_back(Byte);
  }
  Frame[Code] = static_cast<uint8_t>(Frame.size() - Code);
  Frame.push_back(0);
  return Frame;
}

/// Packets of appendix D4 among which the bytes of \p Frames are, written to
/// the port in words, halves and bytes.
Bytes packets(const Bytes &Frames, unsigned Seed) {
  std::mt19937 Random(Seed);
  Bytes Out;
  append(Out, {0, 0, 0, 0, 0, 0x80});
  for (size_t At = 0; At < Frames.size();) {
    switch (Random() % 12) {
    case 0: // sync, longer than it must be
      append(Out, {0, 0, 0, 0, 0, 0, 0x80});
      break;
    case 1: // local time stamps: of one byte, and with 1 to 4 more
      append(Out, {0x20});
      append(Out, {0xc0, 0x85, 0x80, 0x01});
      append(Out, {0xd0, 0xff, 0xff, 0xff, 0x7f});
      break;
    case 2: // global time stamps
      append(Out, {0x94, 0x80, 0x80, 0x80, 0x00, 0xb4, 0x81, 0x02});
      break;
    case 3: // extension: the page of the stimulus ports
      append(Out, {0x08, 0x88, 0x01});
      break;
    case 4: // another port, and the hardware's sources
      append(Out, {(Port + 1) << 3 | 3, 0, 0, 0, 0, 0x05, 0x00});
      append(Out, {0x0e, 0x70, 0x70, 0x17, 1, 2, 3, 0x80});
      break;
    default: {
      unsigned Size = 1u << Random() % 3;
      if (Size > Frames.size() - At)
        Size = 1;
      append(Out, {Port << 3 | (Size == 4 ? 3 : Size)});
      Out.insert(Out.end(), Frames.begin() + At, Frames.begin() + At + Size);
      At += Size;
    }
    }
  }
  return Out;
}

struct Seen {
  std::vector<uint64_t> Records;
  uint64_t Missing = 0, Overflows = 0, First = 0;
};

Seen read(const uint8_t *Data, size_t Size) {
  Seen S;
  ipoint_frames Frames = {};
  Frames.events.context = &S;
  Frames.events.records = [](void *Context, uint32_t, uint32_t, uint32_t,
                             uint32_t Missing, uint32_t,
                             const uint64_t *Records, size_t Count) {
    Seen &Here = *static_cast<Seen *>(Context);
    Here.Missing += Missing;
    Here.Records.insert(Here.Records.end(), Records, Records + Count);
  };
  Frames.events.restart = [](void *) { ADD_FAILURE() << "it began anew"; };
  ipoint_itm Itm = {};
  Itm.events.context = &Frames;
  Itm.events.written = [](void *Context, unsigned Where, uint32_t Value,
                          unsigned Count) {
    uint8_t Written[4];
    for (unsigned I = 0; I < Count; ++I)
      Written[I] = static_cast<uint8_t>(Value >> 8 * I);
    if (Where == Port)
      ipoint_frames_take(static_cast<ipoint_frames *>(Context), Written, Count);
  };
  ipoint_itm_take(&Itm, Data, Size);
  S.Overflows = Itm.overflows;
  S.First = Frames.of[0].first;
  EXPECT_LE(Itm.left, 4u);
  return S;
}

Bytes someFrames() {
  Bytes Frames;
  for (uint32_t At = 0; At < 24; At += 3) {
    Bytes One = frame(At, 3);
    Frames.insert(Frames.end(), One.begin(), One.end());
  }
  return Frames;
}

TEST(Itm, TakesThePortsBytesAmongAllPackets) {
  for (unsigned Seed = 0; Seed < 50; ++Seed) {
    Bytes Stream = packets(someFrames(), Seed);
    Seen S = read(Stream.data(), Stream.size());
    ASSERT_EQ(S.Records.size(), 24u);
    for (size_t I = 0; I < 24; ++I)
      EXPECT_EQ(S.Records[I], I + 1);
    EXPECT_EQ(S.Missing + S.Overflows, 0u);
  }
}

TEST(Itm, CutAnywhereLosesWhatIsCountedAndNothingElse) {
  Bytes Stream = packets(someFrames(), 7);
  for (size_t At = 0; At <= Stream.size(); ++At) {
    Seen Begin = read(Stream.data(), At),
         Rest = read(Stream.data() + At, Stream.size() - At);
    for (size_t I = 0; I < Begin.Records.size(); ++I)
      ASSERT_EQ(Begin.Records[I], I + 1) << At;
    ASSERT_EQ(Rest.Missing + Rest.First + Rest.Records.size(),
              Rest.Records.empty() ? 0u : Rest.Records.back())
        << At;
    // One byte less, and some: the overflow packet stands for these.
    Bytes Less(Stream.begin(), Stream.begin() + At);
    append(Less, {0x70});
    Less.insert(Less.end(), Stream.begin() + std::min(At + 1, Stream.size()),
                Stream.end());
    Seen S = read(Less.data(), Less.size());
    uint64_t Last = 0;
    for (uint64_t Record : S.Records) {
      ASSERT_GT(Record, Last) << At;
      Last = Record;
    }
    ASSERT_EQ(S.First + S.Missing + S.Records.size(), Last) << At;
    ASSERT_GE(S.Records.size(), 12u) << At;
  }
}

/// What came, as text.
std::string eventsOf(const Bytes &Stream) {
  std::string Text;
  ipoint_itm Itm = {};
  Itm.events.context = &Text;
  Itm.events.written = [](void *To, unsigned Where, uint32_t Value,
                          unsigned Count) {
    *static_cast<std::string *>(To) += std::to_string(Where) + ":" +
                                       std::to_string(Value) + "/" +
                                       std::to_string(Count) + " ";
  };
  Itm.events.stamped = [](void *To, uint32_t Ticks, int IsLate) {
    *static_cast<std::string *>(To) +=
        (IsLate ? "late+" : "+") + std::to_string(Ticks) + " ";
  };
  Itm.events.overflowed = [](void *To) {
    *static_cast<std::string *>(To) += "overflow ";
  };
  ipoint_itm_take(&Itm, Stream.data(), Stream.size());
  return Text + std::to_string(Itm.unknown);
}

// DDI 0403, D4.2.3 and D4.2.4: local time stamps of one byte have three bits;
// others 7 in each byte, the lowest first, and in the first whether time stamp
// or packet were delayed.
TEST(Itm, TimeStampsAndWhatIsWrittenComeInTheirOrder) {
  Bytes Stream;
  append(Stream, {0, 0, 0, 0, 0, 0x80});
  append(Stream, {0x0b, 0x78, 0x56, 0x34, 0x12, 0x60});       // a word; 6 ticks
  append(Stream, {0xfa, 0xff, 0xff, 0xc0, 0xff, 0x01});       // a half; 255
  append(Stream, {0x09, 0x80, 0xd0, 0x80, 0x80, 0x80, 0x7f}); // late
  append(Stream, {0xe0, 0x01, 0xf0, 0x02, 0x70, 0x10});       // both; overflow
  append(Stream, {0x0f, 1, 2, 3, 4, 0xb4, 0x85, 0x01, 0x88, 0x01, 0x30});
  EXPECT_EQ(eventsOf(Stream),
            "1:305419896/4 +6 31:65535/2 +255 1:128/1 late+266338304 late+1 "
            "late+2 overflow +1 +3 0");
}

} // namespace
