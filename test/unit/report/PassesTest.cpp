//===- PassesTest.cpp - Both passes over a trace --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "StreamBuilder.h"
#include "count/FirstPass.h"
#include "interrupts/exclude/Filter.h"
#include "interrupts/exclude/SecondPass.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace ipoint;
using namespace ipoint::analysis;

namespace {

database::Program makeProgram() {
  database::Program P;
  database::Unit &U = addUnit(P);
  addFunction(U, "f");
  U.Transitions.push_back({0, 1});
  return P;
}

/// Calls of f, 1,000 ticks apart; each tenth is long.
std::vector<uint64_t> calls(uint64_t From, unsigned Count) {
  std::vector<uint64_t> Records;
  for (unsigned I = 0; I < Count; ++I) {
    uint64_t At = From + 1000 * I;
    Records.push_back(ipoint_record_timed(256, At));
    Records.push_back(ipoint_record_timed(257, At + (I % 10 ? 40 : 500)));
  }
  return Records;
}

/// A trace of \p Streams streams in a new folder.
class Passes : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> Path;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("ipoint-passes", Path));
    Folder = Path.str();
    T.Path = Folder;
    T.Meta.Uuid = testUuid();
    for (unsigned I = 0; I < 3; ++I) {
      T.Streams.push_back(Folder + "/stream-" + std::to_string(I));
      Files[I].packet(1000, 100500, calls(1000, 100));
      write(I);
    }
  }
  void TearDown() override { (void)llvm::sys::fs::remove_directories(Folder); }

  void write(unsigned Stream) const {
    std::error_code Failed;
    llvm::raw_fd_ostream Out(T.Streams[Stream], Failed);
    ASSERT_FALSE(Failed);
    Out.write(Files[Stream].Bytes.data(), Files[Stream].Bytes.size());
  }

  /// What the passes say if \p Meanwhile happens between them.
  std::string outcome(llvm::function_ref<void()> Meanwhile) {
    database::Program P = makeProgram();
    SymbolTable Symbols(P, {true});
    FilterModel Filter;
    Filter.Mode = FilterMode::Rule;
    ThresholdRule &Rule = Filter.Rules.emplace_back();
    Rule.Low = 100;
    Rule.High = 200;
    std::vector<const ThresholdRule *> Rules(Symbols.blocks().size(), &Rule);
    for (auto [Jobs, LogLimit] :
         {std::pair(1U, 0), {2U, 0}, {1U, 1 << 20}, {2U, 1 << 20}}) {
      PassInput In = {T, Symbols, false, Jobs};
      In.LogLimit = uint64_t(LogLimit);
      auto First = firstPass(In, [&] {
        return std::make_unique<Collector>(Symbols, ProbeOverhead{5, 1, 4, 1},
                                           thresholdsOf(Rules));
      });
      if (!First)
        return toString(First.takeError());
      Meanwhile();
      auto Second = secondPass(In, First->Parts, *First->All, Filter, Rules,
                               shapesOf(timesOf(*First->All), {}), {},
                               First->StreamAccounts);
      if (!Second)
        return toString(Second.takeError());
      EXPECT_EQ(Second->Filtered->Log.count(), 30u);
    }
    return "whole";
  }

  std::string Folder;
  trace::Trace T;
  StreamBuilder Files[3];
};

constexpr const char *Changed =
    "a trace changed while it was read; try again once its program ended";

TEST_F(Passes, ReadTheSame) {
  EXPECT_EQ(outcome([] {}), "whole");
}

TEST_F(Passes, NoticeAStreamThatGotLonger) {
  EXPECT_EQ(outcome([&] {
              Files[1].packet(200000, 210500, calls(200000, 10));
              write(1);
            }),
            Changed);
}

TEST_F(Passes, NoticeAStreamThatBegan) {
  StreamBuilder Whole = std::move(Files[1]);
  Files[1] = {};
  write(1);
  EXPECT_EQ(outcome([&] {
              Files[1] = Whole;
              write(1);
            }),
            Changed);
}

TEST_F(Passes, NoticeAStreamThatIsGone) {
  EXPECT_EQ(outcome([&] {
              Files[2] = {};
              write(2);
            }),
            Changed);
}

} // namespace
