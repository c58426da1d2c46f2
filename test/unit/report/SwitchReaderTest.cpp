//===- SwitchReaderTest.cpp - Times off CPU -------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamBuilder.h"
#include "trace/StreamReader.h"

#include "trace/SwitchReader.h"
#include "gtest/gtest.h"
#include <random>

using namespace ipoint::trace;

namespace {

uint64_t out(uint64_t T) {
  return ipoint_record_timed(IPOINT_ID_SWITCH_OUT, T);
}
uint64_t forced(uint64_t T) {
  return ipoint_record_timed(IPOINT_ID_PREEMPTED, T);
}
uint64_t in(uint64_t T) { return ipoint_record_timed(IPOINT_ID_SWITCH_IN, T); }
uint64_t interrupt(uint64_t T) {
  return ipoint_record_timed(IPOINT_ID_INTERRUPT, T);
}
uint64_t handled(uint64_t T) {
  return ipoint_record_timed(IPOINT_ID_INTERRUPT_END, T);
}

/// `FROM-TO ` for each time, `?-TO ` where it is not known when it began; `!`
/// where the thread was made to stop, `i` where the kernel handled an
/// interrupt.
std::string read(std::vector<char> Bytes, DamageList &Damages) {
  SwitchReader Reader(MemorySource::of(std::move(Bytes)), "switches",
                      testUuid(), Damages);
  std::string Result;
  OffCpuSpan A;
  while (Reader.next(A)) {
    EXPECT_LT(A.From, A.To);
    Result += (A.Unseen ? "?" : std::to_string(A.From)) + "-" +
              std::to_string(A.To) +
              (A.Why == OffCpuSpan::Preempted     ? "! "
               : A.Why == OffCpuSpan::Interrupted ? "i "
                                                  : " ");
  }
  return Result;
}

TEST(SwitchReader, PairsWhatBelongsTogether) {
  StreamBuilder S;
  S.packet(5, 30, {in(5), out(10), in(20), forced(30)});
  S.packet(40, 50, {in(40), out(50)});
  DamageList Damages;
  EXPECT_EQ(read(S.Bytes, Damages), "?-5 10-20 30-40! ");
  EXPECT_TRUE(Damages.empty());
}

TEST(SwitchReader, TakesNothingOfWhichOneEndIsMissing) {
  StreamBuilder S;
  S.packet(
      10, 70,
      {out(10), forced(20), in(30), in(40), out(50), out(60), in(60), in(70)});
  DamageList Damages;
  EXPECT_EQ(read(S.Bytes, Damages), "20-30! ");
}

TEST(SwitchReader, PairsInterruptsWithTheirEnds) {
  StreamBuilder S;
  S.packet(5, 100,
           {handled(5), interrupt(10), handled(20), forced(30), in(40),
            interrupt(50), in(55), interrupt(60), forced(70), handled(75),
            interrupt(80), interrupt(90), handled(100)});
  DamageList Damages;
  EXPECT_EQ(read(S.Bytes, Damages), "10-20i 30-40! 90-100i ");
}

TEST(SwitchReader, KnowsNoBeginningAcrossAMissingPacket) {
  StreamBuilder S, Without;
  S.packet(10, 10, {out(10)});
  size_t First = S.Bytes.size();
  S.packet(20, 30, {in(20), out(30)});
  size_t Second = S.Bytes.size();
  S.packet(40, 60, {in(40), out(50), in(60)});
  S.Bytes.erase(S.Bytes.begin() + First, S.Bytes.begin() + Second);
  DamageList Damages;
  EXPECT_EQ(read(S.Bytes, Damages), "?-40 50-60 ");
  EXPECT_FALSE(Damages.empty());
}

TEST(SwitchReader, ReportsDamagedRecords) {
  StreamBuilder S;
  S.packet(10, 40, {out(10), in(20), out(25), 0, in(30), out(35), in(40)});
  DamageList Damages;
  EXPECT_EQ(read(S.Bytes, Damages), "10-20 ?-30 35-40 ");
  ASSERT_EQ(Damages.items().size(), 1u);
  EXPECT_EQ(Damages.items()[0].What, "1 damaged record in the packet left out");
}

TEST(SwitchReader, UnwrapsTheCounter) {
  uint64_t Overhead = (uint64_t(3) << 40) - 10;
  StreamBuilder S;
  S.packet(Overhead, Overhead + 20, {out(Overhead), in(Overhead + 20)});
  DamageList Damages;
  EXPECT_EQ(read(S.Bytes, Damages), std::to_string(Overhead) + "-" +
                                        std::to_string(Overhead + 20) + " ");
}

TEST(SwitchReader, ReadsAnyBytesToTheirEnd) {
  for (unsigned Seed = 0; Seed < 2000; ++Seed) {
    std::mt19937_64 Random(Seed);
    StreamBuilder S;
    uint64_t Time = Random() % 1000;
    for (int P = 0; P < 4; ++P) {
      std::vector<uint64_t> Records;
      uint64_t Begin = Time;
      for (int I = 0; I < 10; ++I)
        Records.push_back(
            ipoint_record_timed(uint32_t(IPOINT_ID_SWITCH_OUT + Random() % 3),
                                Time += Random() % 50));
      S.packet(Begin, Time, Records);
    }
    for (int I = 0; I < 3; ++I)
      S.Bytes[Random() % S.Bytes.size()] = static_cast<char>(Random());
    S.Bytes.resize(Random() % S.Bytes.size());
    DamageList Damages;
    read(S.Bytes, Damages);
  }
}

} // namespace
