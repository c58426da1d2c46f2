//===- BalanceTest.cpp - Each tick is given once ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamBuilder.h"
#include "analysis/Collector.h"
#include "trace/StreamReader.h"
#include "gtest/gtest.h"
#include <random>

using namespace ipoint;
using namespace ipoint::analysis;

namespace {

/// main, which calls f any number of times; a handler may strike anywhere.
database::Program makeProgram() {
  database::Program P;
  database::Unit &U = P.Units.emplace_back();
  U.First = 256;
  U.Files.push_back({"/src/main.c", "int x;\n"});
  for (const char *Name : {"main", "f", "isr"}) {
    uint32_t Function = U.Functions.size(), First = U.count();
    U.Functions.push_back({Name, 0, 1 + Function, 1, 1 + Function, {}});
    U.Functions.back().IsInterrupt = llvm::StringRef(Name) == "isr";
    for (auto [K, Block] : {std::pair(database::Kind::Entry, "entry"),
                            {database::Kind::Exit, "exit"}})
      U.Ipoints.push_back({K, Block, true, 1, 0, 1, Function});
    U.Transitions.push_back({First, First + 1});
  }
  return P;
}

struct Scene {
  std::vector<uint64_t> Records, Switches;
  std::vector<bool> Away;   ///< by tick
  std::vector<bool> Paused; ///< by tick
  uint64_t Begin = 1000, End = 0;

  explicit Scene(std::mt19937_64 &Random) {
    uint64_t Time = Begin;
    auto Add = [&](uint32_t Id) {
      Records.push_back(ipoint_record_timed(Id, Time));
      Time += Random() % 60;
    };
    auto Strike = [&] {
      if (Random() % 4)
        return;
      Add(260);
      Add(261);
    };
    auto Pause = [&] {
      if (Random() % 5)
        return;
      Add(IPOINT_ID_PAUSE);
      Add(IPOINT_ID_RESUME);
    };
    Add(256);
    for (int Call = 0; Call < 30; ++Call) {
      Add(258);
      Strike();
      Pause();
      Add(259);
      Strike();
    }
    End = Time;
    Records.push_back(ipoint_record_timed(257, End));
    uint64_t From = Random() % Begin;
    while (From < End + 200) {
      uint64_t To = From + 1 + Random() % 80;
      Switches.push_back(ipoint_record_timed(
          Random() % 2 ? IPOINT_ID_SWITCH_OUT : IPOINT_ID_PREEMPTED, From));
      Switches.push_back(ipoint_record_timed(IPOINT_ID_SWITCH_IN, To));
      Away.resize(std::max<size_t>(Away.size(), To));
      for (uint64_t T = From; T < To; ++T)
        Away[T] = true;
      From = To + 1 + Random() % 200;
    }
    Away.resize(std::max<size_t>(Away.size(), End + 1));
    Paused.resize(End + 1);
    uint64_t Since = 0;
    for (uint64_t R : Records) {
      if (ipoint_record_id(R) == IPOINT_ID_PAUSE)
        Since = ipoint_record_value(R);
      if (ipoint_record_id(R) == IPOINT_ID_RESUME)
        for (uint64_t T = Since; T < ipoint_record_value(R); ++T)
          Paused[T] = true;
    }
  }
};

uint64_t sumOf(const Distribution &D) {
  return static_cast<uint64_t>(D.raw().moments().Sum);
}

TEST(Balance, EachTickIsGivenOnce) {
  database::Program P = makeProgram();
  SymbolTable Symbols(P, {true});
  for (unsigned Seed = 0; Seed < 500; ++Seed) {
    std::mt19937_64 Random(Seed);
    Scene Scene(Random);
    StreamBuilder Stream, SwitchStream;
    Stream.packet(Scene.Begin, Scene.End, Scene.Records);
    SwitchStream.packet(ipoint_record_value(Scene.Switches.front()),
                        ipoint_record_value(Scene.Switches.back()),
                        Scene.Switches);
    auto Source = trace::ByteSource::fromMemory(Stream.Bytes);
    trace::DamageList Damages;
    trace::PacketReader Reader(*Source, "stream", testUuid(), Damages);
    trace::SwitchReader Switches(
        trace::ByteSource::fromMemory(SwitchStream.Bytes), "switches",
        testUuid(), Damages);
    Collector All(Symbols, {0, 0, 0, 1}, std::nullopt);
    All.startStream();
    Rebuilder<Collector> Events(Symbols, All, &Switches);
    trace::readStream(Reader, Events);
    Events.end();
    All.settle();
    ASSERT_TRUE(Damages.empty());

    uint64_t Away = 0, Paused = 0;
    for (uint64_t T = Scene.Begin; T < Scene.End; ++T) {
      Away += Scene.Away[T] && !Scene.Paused[T];
      Paused += Scene.Paused[T];
    }
    uint64_t Self = 0;
    for (const FunctionStats &F : All.Functions)
      Self += sumOf(F.Self);
    const FunctionStats &Main = All.Functions[0], &Isr = All.Functions[2];
    EXPECT_EQ(Events.elapsed(), Scene.End - Scene.Begin) << Seed;
    EXPECT_EQ(Events.switchedOut(), Away) << Seed;
    EXPECT_EQ(All.Account.SwitchTicks, Away) << Seed;
    EXPECT_EQ(All.Account.PauseTicks, Paused) << Seed;
    EXPECT_EQ(Events.elapsed(), Self + Away + Paused) << Seed;
    EXPECT_EQ(sumOf(Main.Gross) + sumOf(Isr.Gross) + Away + Paused,
              Events.elapsed())
        << Seed;
    uint64_t Response = Main.GrossStruck
                            ? uint64_t(Main.GrossStruck->Response.moments().Sum)
                            : sumOf(Main.Gross);
    EXPECT_EQ(Response, sumOf(Main.Gross) + Away) << Seed;
  }
}

} // namespace
