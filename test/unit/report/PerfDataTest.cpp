//===- PerfDataTest.cpp - Samples in the file format of perf --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PerfDataBuilder.h"
#include "sampled/Places.h"
#include "gtest/gtest.h"

using namespace ipoint::sampled;

static PerfData parsed(llvm::StringRef Bytes) {
  llvm::Expected<PerfData> Result = parsePerfData(Bytes, "samples");
  EXPECT_TRUE(bool(Result)) << llvm::toString(Result.takeError());
  return std::move(*Result);
}

static std::string errorOf(llvm::StringRef Bytes) {
  llvm::Expected<PerfData> Result = parsePerfData(Bytes, "samples");
  return Result ? "" : llvm::toString(Result.takeError());
}

/// "FILE+OFFSET" of each sample.
static std::vector<std::string> located(const PerfDataBuilder &B) {
  PlaceTable Table;
  std::vector<std::string> Result;
  for (auto [Index, Weight] : Table.locate(parsed(B.file()))) {
    const Place &P = Table.places()[Index];
    Result.push_back(P.Module == Place::Kernel ? "kernel"
                     : P.Module == Place::Unknown
                         ? "unknown"
                         : Table.modules()[P.Module].File + "+" +
                               std::to_string(P.Offset));
  }
  return Result;
}

using Names = std::vector<std::string>;

TEST(PerfData, SamplesHavePlaceTimeAndPeriod) {
  PerfDataBuilder B;
  B.map(1, 7, 0x1000, 0x1000, 0x200, "/a");
  B.sample(5, 7, 0x1010, 3);
  PerfData D = parsed(B.file());
  EXPECT_EQ(D.Samples, 1u);
  EXPECT_EQ(D.Period, 1000000u);
  EXPECT_TRUE(D.IsClock);
  EXPECT_TRUE(D.ExcludesKernel);
  EXPECT_EQ(D.Events.back().Period, 3u);
  EXPECT_EQ(D.Events.back().Time, 5u);
  EXPECT_EQ(located(B), Names{"/a+528"});
}

TEST(PerfData, RecordsOfSeveralCpusArePutInOrder) {
  PerfDataBuilder B;
  B.sample(10, 7, 0x1010);
  B.sample(30, 7, 0x1010);
  B.map(20, 7, 0x1000, 0x1000, 0, "/b");
  B.map(5, 7, 0x1000, 0x1000, 0, "/a");
  EXPECT_EQ(located(B), (Names{"/a+16", "/b+16"}));
}

TEST(PerfData, WhatIsMappedOverAnotherCutsIt) {
  PerfDataBuilder B;
  B.map(1, 7, 0x1000, 0x3000, 0, "/a");
  B.map(2, 7, 0x2000, 0x1000, 0, "/b");
  B.sample(3, 7, 0x1fff);
  B.sample(4, 7, 0x2000);
  B.sample(5, 7, 0x3001);
  B.sample(6, 7, 0x4000);
  B.map(7, 7, 0x0800, 0x2900, 0, "/c");
  B.sample(8, 7, 0x30ff);
  B.sample(9, 7, 0x3100);
  EXPECT_EQ(located(B), (Names{"/a+4095", "/b+0", "/a+8193", "unknown",
                               "/c+10495", "/a+8448"}));
}

TEST(PerfData, ProcessesHaveTheirOwnMemory) {
  PerfDataBuilder B;
  B.oldMap(1, 7, 0x1000, 0x1000, 0, "/a");
  B.sample(2, 8, 0x1001);
  B.fork(3, 8, 7);
  B.sample(4, 8, 0x1001);
  B.exec(5, 8);
  B.sample(6, 8, 0x1001);
  B.map(7, 8, 0x1000, 0x1000, 0, "/b");
  B.sample(8, 8, 0x1001);
  B.sample(9, 7, 0x1001);
  EXPECT_EQ(located(B), (Names{"unknown", "/a+1", "unknown", "/b+1", "/a+1"}));
}

TEST(PerfData, KernelAndDataAreApart) {
  PerfDataBuilder B;
  B.map(1, 7, 0x1000, 0x1000, 0, "/a");
  B.map(2, 7, 0x1000, 0x1000, 0, "/data", "", /*Protection=*/3);
  B.sample(3, 7, 0x1001, 1, PerfDataBuilder::Kernel);
  B.sample(4, 7, 0x1001);
  EXPECT_EQ(located(B), (Names{"kernel", "/a+1"}));
}

TEST(PerfData, BuildIdsTellFilesApart) {
  PerfDataBuilder B;
  B.map(1, 7, 0x1000, 0x1000, 0, "/a", std::string(20, '\1'));
  B.map(2, 7, 0x2000, 0x1000, 0, "/a", std::string(20, '\2'));
  B.sample(3, 7, 0x1000);
  B.sample(4, 7, 0x2000);
  PlaceTable Table;
  Table.locate(parsed(B.file()));
  ASSERT_EQ(Table.modules().size(), 2u);
  EXPECT_EQ(Table.modules()[0].Build, BuildId(20, 1));
  EXPECT_EQ(Table.modules()[1].Build, BuildId(20, 2));
}

TEST(PerfData, LossesAreCounted) {
  PerfDataBuilder B;
  B.lost(3);
  B.throttle();
  B.record(68, 0, "");                        // the end of a round
  B.record(99, 0, PerfDataBuilder::quad(12)); // of a kernel to come
  B.lost(4);
  PerfData D = parsed(B.file());
  EXPECT_EQ(D.Lost, 7u);
  EXPECT_EQ(D.Throttled, 1u);
  EXPECT_EQ(D.Samples, 0u);
}

TEST(PerfData, WhatBelongsToARecordIsPassedOver) {
  PerfDataBuilder B;
  B.map(1, 7, 0x1000, 0x1000, 0, "/a");
  B.record(71, 0, PerfDataBuilder::quad(16));
  B.Records += std::string(16, '\x7f');
  B.sample(2, 7, 0x1000);
  EXPECT_EQ(located(B), Names{"/a+0"});
}

TEST(PerfData, ErrorsNameTheFileAndTheOffset) {
  PerfDataBuilder B;
  B.sample(1, 7, 0x1000);
  std::string Whole = B.file();
  EXPECT_EQ(errorOf("trace"),
            "samples: not a file of 'perf record' or 'ipoint-run --baseline'");
  EXPECT_EQ(errorOf(Whole.substr(0, 50)),
            "samples: cut in its header, at offset 50");
  EXPECT_EQ(errorOf(Whole.substr(0, Whole.size() - 1)),
            "samples: cut: its records should end at offset 288, the file does "
            "at 287");
  std::string Empty = Whole;
  Empty.replace(48, 8, 8, '\0');
  EXPECT_EQ(errorOf(Empty),
            "samples: has no records: what wrote it has not ended");
  std::string Beyond = Whole;
  Beyond[PerfDataBuilder::DataAt + 6] = 80;
  EXPECT_EQ(errorOf(Beyond),
            "samples: offset 248: a record of 80 bytes, with 40 left");
  std::string Short = Whole;
  Short[PerfDataBuilder::DataAt + 6] = 24;
  EXPECT_EQ(errorOf(Short), "samples: offset 248: a record of type 9 is "
                            "shorter than such records are");
  B.record(81, 0, "");
  EXPECT_EQ(errorOf(B.file()),
            "samples: offset 288: compressed; record it without '-z'");
}

/// Whatever is cut or changed, it is read or refused, and nothing beyond it is
/// touched (with sanitizers).
TEST(PerfData, AnyChangeIsReadOrRefused) {
  PerfDataBuilder B;
  B.map(1, 7, 0x1000, 0x1000, 0, "/a", std::string(20, '\1'));
  B.fork(3, 8, 7);
  B.sample(4, 8, 0x1001);
  std::string Whole = B.file();
  for (size_t I = 0; I < Whole.size(); ++I) {
    llvm::consumeError(
        parsePerfData(llvm::StringRef(Whole).take_front(I), "").takeError());
    for (char Value : {'\0', '\1', '\x7f', '\xff'}) {
      std::string Changed = Whole;
      Changed[I] = Value;
      if (llvm::Expected<PerfData> D = parsePerfData(Changed, ""))
        PlaceTable().locate(*D);
      else
        llvm::consumeError(D.takeError());
    }
  }
}
