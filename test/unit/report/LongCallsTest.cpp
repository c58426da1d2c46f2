//===- LongCallsTest.cpp - What calls about a p99 consist of --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interrupts/exclude/LongCalls.h"
#include "ProgramBuilder.h"
#include "StreamBuilder.h"
#include "count/FirstPass.h"
#include "interrupts/exclude/Filter.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <random>

using namespace ipoint;
using namespace ipoint::analysis;

namespace {

enum : uint32_t { Root, Common, Rare }; // functions
constexpr uint64_t OfProbe = 5;         // ticks

database::Program makeProgram() {
  database::Program P;
  database::Unit &U = addUnit(P);
  for (const char *Name : {"root", "common", "rare"}) {
    const uint32_t At = addFunction(U, Name);
    U.Transitions.push_back({At, At + 1});
  }
  return P;
}

/// How calls of root behave, each of which calls common, and one in thirty
/// rare, which takes much longer.
struct Mixture {
  unsigned Calls = 4000;
  double RareScale = 1, CommonScale = 1;
  unsigned Interrupted = 0; ///< each such call of common is; 0: none
  unsigned Streams = 1;
  bool CallsItself = false; ///< one in a hundred
};

std::vector<uint64_t> callsOf(const Mixture &M, unsigned Stream) {
  std::mt19937 Random(7 + Stream);
  std::vector<uint64_t> Records;
  uint64_t Now = 1000;
  auto Probe = [&](uint32_t Ipoint, uint64_t Ticks) {
    Now += Ticks + OfProbe;
    Records.push_back(ipoint_record_timed(256 + Ipoint, Now));
  };
  auto Call = [&](uint32_t Function, uint64_t Ticks) {
    Probe(2 * Function, 10);
    Probe(2 * Function + 1, Ticks);
  };
  for (unsigned I = 0; I < M.Calls; ++I) {
    Probe(2 * Root, 100);
    uint64_t Ticks = uint64_t(M.CommonScale * double(400 + Random() % 50));
    if (M.Interrupted && I % M.Interrupted == 0)
      Ticks += 20000;
    Call(Common, Ticks);
    // Not at regular places, so that a stream's parts have about as many.
    const uint64_t Long = 900 + Random() % 200;
    if (Random() % 30 == 0)
      Call(Rare, uint64_t(M.RareScale * double(Long)));
    if (M.CallsItself && I % 100 == 0)
      Call(Root, 10);
    Probe(2 * Root + 1, 20);
  }
  return Records;
}

class LongCallsTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> Path;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("ipoint-long", Path));
    Folder = Path.str();
  }
  void TearDown() override { (void)llvm::sys::fs::remove_directories(Folder); }

  trace::Trace record(const Mixture &M) const {
    trace::Trace T;
    T.Path = Folder;
    T.Meta.Uuid = testUuid();
    for (unsigned I = 0; I < M.Streams; ++I) {
      StreamBuilder File;
      std::vector<uint64_t> Records = callsOf(M, I);
      File.packet(1000, uint64_t(1) << 30, Records);
      T.Streams.push_back(Folder + "/stream-" + std::to_string(I));
      std::error_code Failed;
      llvm::raw_fd_ostream Out(T.Streams.back(), Failed);
      EXPECT_FALSE(Failed);
      Out.write(File.Bytes.data(), File.Bytes.size());
    }
    return T;
  }

  struct Outcome {
    LongCalls Found;
    double P99 = 0; ///< of root, without probes and interrupts
    double Common = 0, Rare = 0, Root = 0; ///< in a call about it
    double MeanCommon = 0, MeanRare = 0;   ///< in any call of root
    std::string Error;
  };

  Outcome look(const Mixture &M, llvm::StringRef Named = "", unsigned Jobs = 1,
               bool Filters = false) const {
    trace::Trace T = record(M);
    database::Program P = makeProgram();
    SymbolTable Symbols(P, {true});
    const ProbeOverhead Overhead = {OfProbe, 0, OfProbe, 1};
    PassInput In = {T, Symbols, false, Jobs};
    std::optional<FilterModel> Filter;
    std::vector<const ThresholdRule *> Rules(Symbols.blocks().size());
    if (Filters) {
      Filter.emplace().Mode = FilterMode::Rule;
      ThresholdRule &Rule = Filter->Rules.emplace_back();
      Rule.Low = 5000;
      Rule.High = 10000;
      Rules.assign(Rules.size(), &Rule);
    }
    Outcome Result;
    auto First = llvm::cantFail(firstPass(In, [&] {
      auto All =
          std::make_unique<Collector>(Symbols, Overhead, thresholdsOf(Rules));
      All->openPaths();
      return All;
    }));
    const Collector &All = *First.All;
    ExcludedVisits Excluded = llvm::cantFail(
        secondPass(In, First.Parts, All, Filter, Rules,
                   shapesOf(timesOf(All), {}), {}, First.StreamAccounts));
    auto Found = longCalls(In, All, Excluded, Filter, Named);
    if (!Found) {
      Result.Error = toString(Found.takeError());
      return Result;
    }
    Distribution Times;
    Times.merge(All.Functions[::Root].Inclusive);
    if (Excluded.Filtered)
      Times.exchange(Excluded.Filtered->Functions[::Root].InclusiveInterrupted,
                     Excluded.Filtered->Functions[::Root].InclusiveReplaced);
    Result.P99 = *Times.correctedFigures(Overhead).P99;
    auto InCall = [&](uint32_t Function) {
      if (!Found->Reason.empty())
        return 0.0;
      const Spent &S = Found->Functions[Function];
      return (double(S.Ticks) - double(S.Probes.Timed * OfProbe)) /
             double(Found->Near);
    };
    Result.Root = InCall(::Root);
    Result.Common = InCall(::Common);
    Result.Rare = InCall(::Rare);
    auto Mean = [&](uint32_t Function) {
      return All.Functions[Function].Self.correctedFigures(Overhead).Total /
             double(All.Functions[::Root].Calls);
    };
    Result.MeanCommon = Mean(::Common);
    Result.MeanRare = Mean(::Rare);
    Result.Found = std::move(*Found);
    return Result;
  }

  std::string Folder;
};

TEST_F(LongCallsTest, OrderByP99IsNotThatByMean) {
  Outcome O = look({});
  EXPECT_EQ(O.Found.Root, uint32_t(Root));
  EXPECT_EQ(O.Found.Reason, "");
  EXPECT_EQ(O.Found.Calls, 4000u);
  // 40 are about the p99, or more where several take equally long.
  EXPECT_GE(O.Found.Near, 41u);
  EXPECT_LE(O.Found.Near, 60u);
  EXPECT_GT(O.MeanCommon, 10 * O.MeanRare);
  EXPECT_GT(O.Rare, 2 * O.Common);
  // Of 900 to 1,100 ticks it takes what a third of the calls with it exceed.
  EXPECT_NEAR(O.Rare, 1033, 20);
  EXPECT_NEAR(O.Common, 425, 10);
  EXPECT_NEAR(O.Root + O.Common + O.Rare, O.P99, 3);
  // Each function has one block, but for root, whose calls cut it in pieces of
  // one visit.
  for (uint32_t Function : {Root, Common, Rare}) {
    const Spent &Self = O.Found.Functions[Function],
                &Visits = O.Found.Blocks[2 * Function];
    EXPECT_EQ(Visits.Ticks, Self.Ticks);
    EXPECT_EQ(Visits.Probes, Self.Probes);
  }
}

TEST_F(LongCallsTest, AHundredthLessIsThatMuchLess) {
  constexpr double Less = 0.02;
  Mixture M;
  M.Calls = 20000;
  const Outcome O = look(M);
  M.RareScale = 1 - Less;
  EXPECT_NEAR(O.P99 - look(M).P99, Less * O.Rare, 2.5);
  M.RareScale = 1;
  M.CommonScale = 1 - Less;
  EXPECT_NEAR(O.P99 - look(M).P99, Less * O.Common, 2.5);
}

TEST_F(LongCallsTest, WithoutWhatInterruptsAdd) {
  Mixture M;
  M.Interrupted = 40;
  // By raw times the calls about the p99 are interrupted ones.
  EXPECT_GT(look(M).Common, 20000);
  const Outcome Quiet = look({}), O = look(M, "", 1, /*Filters=*/true);
  EXPECT_NEAR(O.P99, Quiet.P99, 3);
  EXPECT_NEAR(O.Common, Quiet.Common, 15);
  EXPECT_NEAR(O.Rare, Quiet.Rare, 15);
}

TEST_F(LongCallsTest, DoNotDependOnTheNumberOfThreads) {
  Mixture M;
  M.Streams = 3;
  const Outcome One = look(M), Several = look(M, "", 3);
  EXPECT_EQ(One.Found.Calls, 12000u);
  EXPECT_EQ(One.Found.Near, Several.Found.Near);
  EXPECT_EQ(One.Rare, Several.Rare);
}

TEST_F(LongCallsTest, OfFewCallsNothingIsSaid) {
  Mixture M;
  M.Calls = 1400;
  EXPECT_EQ(look(M).Found.Root, None);
  EXPECT_EQ(look(M).Found.Reason, "no function has 1500 calls with a time");
  EXPECT_EQ(look(M, "root").Found.Reason,
            "too few calls: 1400 with a time, and 1500 are needed");
  M.Calls = 1500;
  EXPECT_EQ(look(M).Found.Reason, "");
  EXPECT_GE(look(M).Found.Near, 30u);
}

TEST_F(LongCallsTest, OfAFunctionThatIsNamed) {
  const Outcome O = look({}, "main.c:common");
  EXPECT_EQ(O.Found.Root, uint32_t(Common));
  EXPECT_NEAR(O.Common, 449, 2);
  EXPECT_EQ(O.Rare, 0);
  EXPECT_EQ(look({}, "rare").Found.Reason.substr(0, 14), "too few calls:");
  EXPECT_EQ(look({}, "other").Error, "the program has no function 'other'");
}

TEST_F(LongCallsTest, NotOfARecursion) {
  Mixture M;
  M.CallsItself = true;
  EXPECT_EQ(look(M, "root").Found.Reason, "it calls itself");
  EXPECT_EQ(look(M).Found.Root, uint32_t(Common));
}

} // namespace
