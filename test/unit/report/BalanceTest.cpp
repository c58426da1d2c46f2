//===- BalanceTest.cpp - Each tick is given once --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// REQ: IP-REQ-033

#include "overhead/Balance.h"
#include "ProgramBuilder.h"
#include "StreamBuilder.h"
#include "count/Collector.h"
#include "trace/StreamReader.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace ipoint;
using namespace ipoint::analysis;

namespace {

/// main, which calls f any number of times; a handler may come anywhere, and
/// another one, which has a separate stream.
database::Program makeProgram() {
  database::Program P;
  database::Unit &U = addUnit(P);
  for (const char *Name : {"main", "f", "isr", "alarm"}) {
    uint32_t First = addFunction(U, Name);
    U.Functions.back().IsInterrupt = llvm::StringRef(Name) == "isr";
    U.Transitions.push_back({First, First + 1});
  }
  return P;
}

struct Scene {
  std::vector<uint64_t> Records, Switches, Alarms;
  std::vector<bool> OffCpu; ///< by tick
  std::vector<bool> Paused; ///< by tick
  std::vector<bool> Alarm;  ///< by tick
  uint64_t Begin = 1000, End = 0;

  explicit Scene(std::mt19937_64 &Random) {
    uint64_t Time = Begin;
    auto Add = [&](uint32_t Id) {
      Records.push_back(ipoint_record_timed(Id, Time));
      Time += Random() % 60;
    };
    auto Interrupt = [&] {
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
      Interrupt();
      Pause();
      Add(259);
      Interrupt();
    }
    End = Time;
    Records.push_back(ipoint_record_timed(257, End));
    uint64_t From = Random() % Begin;
    while (From < End + 200) {
      uint64_t To = From + 1 + Random() % 80;
      Switches.push_back(ipoint_record_timed(
          Random() % 2 ? IPOINT_ID_SWITCH_OUT : IPOINT_ID_PREEMPTED, From));
      Switches.push_back(ipoint_record_timed(IPOINT_ID_SWITCH_IN, To));
      OffCpu.resize(std::max<size_t>(OffCpu.size(), To));
      for (uint64_t T = From; T < To; ++T)
        OffCpu[T] = true;
      From = To + 1 + Random() % 200;
    }
    OffCpu.resize(std::max<size_t>(OffCpu.size(), End + 1));
    Paused.resize(End + 1);
    addAlarms(Random);
    uint64_t Since = 0;
    for (uint64_t R : Records) {
      if (ipoint_record_id(R) == IPOINT_ID_PAUSE)
        Since = ipoint_record_value(R);
      if (ipoint_record_id(R) == IPOINT_ID_RESUME)
        for (uint64_t T = Since; T < ipoint_record_value(R); ++T)
          Paused[T] = true;
    }
  }

private:
  /// Handlers between two records, one or two of them, that may call
  /// themselves.
  void addAlarms(std::mt19937_64 &Random) {
    Alarm.resize(End + 1);
    auto Run = [&](uint64_t From, uint64_t To) {
      auto Add = [&](uint32_t Id, uint64_t Time) {
        Alarms.push_back(ipoint_record_timed(Id, Time));
      };
      Add(262, From);
      if (Random() % 2) {
        Add(262, (From + To) / 2);
        Add(263, To);
      }
      Add(263, To);
      std::fill(Alarm.begin() + From, Alarm.begin() + To, true);
    };
    for (size_t I = 1; I < Records.size(); ++I) {
      uint64_t Since = ipoint_record_value(Records[I - 1]);
      uint64_t Time = ipoint_record_value(Records[I]);
      for (unsigned Count = Random() % 3; Count; --Count) {
        uint64_t From = Since + Random() % (Time - Since + 1);
        Since = From + Random() % (Time - From + 1);
        Run(From, Since);
      }
    }
  }
};

/// A trace of one thread, whose signal handlers have a separate stream.
struct TraceWithAlarms {
  llvm::SmallString<128> Folder;
  trace::Trace Trace;

  TraceWithAlarms() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("balance", Folder));
    for (const char *Name : {"/stream-1-1", "/stream-1-1-handler1"})
      Trace.Streams.push_back((Folder + Name).str());
    Trace.Meta.Uuid = testUuid();
  }
  ~TraceWithAlarms() { (void)llvm::sys::fs::remove_directories(Folder); }

  void write(const std::vector<uint64_t> &Records) {
    StreamBuilder Stream;
    Stream.packet(Records.empty() ? 0 : ipoint_record_value(Records.front()),
                  Records.empty() ? 0 : ipoint_record_value(Records.back()),
                  Records);
    std::error_code Error;
    llvm::raw_fd_ostream Out(Trace.Streams[1], Error);
    ASSERT_FALSE(Error);
    Out.write(Stream.Bytes.data(), Stream.Bytes.size());
  }
};

uint64_t sumOf(const Distribution &D) {
  return static_cast<uint64_t>(D.raw().moments().Sum);
}

TEST(Balance, EachTickIsGivenOnce) {
  database::Program P = makeProgram();
  SymbolTable Symbols(P, {true});
  TraceWithAlarms T;
  for (unsigned Seed = 0; Seed < 500; ++Seed) {
    std::mt19937_64 Random(Seed);
    Scene Scene(Random);
    T.write(Scene.Alarms);
    auto Alarms = HandlerTimes::open(T.Trace, T.Trace.Streams.front(), Symbols);
    ASSERT_TRUE(bool(Alarms));
    StreamBuilder Stream, SwitchStream;
    Stream.packet(Scene.Begin, Scene.End, Scene.Records);
    SwitchStream.packet(ipoint_record_value(Scene.Switches.front()),
                        ipoint_record_value(Scene.Switches.back()),
                        Scene.Switches);
    auto Source = MemorySource::of(Stream.Bytes);
    trace::DamageList Damages;
    trace::PacketReader Reader(*Source, "stream", testUuid(), Damages);
    trace::SwitchReader Switches(MemorySource::of(SwitchStream.Bytes),
                                 "switches", testUuid(), Damages);
    Collector All(Symbols, {0, 0, 0, 1});
    All.startStream();
    Rebuilder<Collector> Events(Symbols, All, &Switches, 0, Alarms->get());
    trace::readStream(Reader, Events);
    Events.end();
    All.settle();
    ASSERT_TRUE(Damages.empty());

    uint64_t OffCpu = 0, Paused = 0, Alarm = 0;
    for (uint64_t T = Scene.Begin; T < Scene.End; ++T) {
      OffCpu += Scene.OffCpu[T] && !Scene.Paused[T];
      Paused += Scene.Paused[T];
      Alarm += Scene.Alarm[T] && !Scene.OffCpu[T] && !Scene.Paused[T];
    }
    uint64_t Self = 0;
    for (const FunctionStats &F : All.Functions)
      Self += sumOf(F.Self);
    const FunctionStats &Main = All.Functions[0], &Isr = All.Functions[2];
    EXPECT_EQ(Events.elapsed(), Scene.End - Scene.Begin) << Seed;
    EXPECT_EQ(Events.offCpu(), OffCpu) << Seed;
    EXPECT_EQ(All.Account.SwitchTicks, OffCpu) << Seed;
    EXPECT_EQ(All.Account.BufferWaitTicks, Paused) << Seed;
    EXPECT_EQ(Events.elapsed(), Self + OffCpu + Paused + Alarm) << Seed;
    EXPECT_EQ(sumOf(Main.Inclusive) + sumOf(Isr.Inclusive) + OffCpu + Paused +
                  Alarm,
              Events.elapsed())
        << Seed;
    uint64_t Response =
        Main.InclusiveInterrupted
            ? uint64_t(Main.InclusiveInterrupted->Response.moments().Sum)
            : sumOf(Main.Inclusive);
    EXPECT_EQ(Response, sumOf(Main.Inclusive) + OffCpu) << Seed;
    Accounts Account = Events.accounts();
    Account.setCalling(All.callsOut());
    BalanceModel B = balanceOf(Account, Events.elapsed(), ProbeOverheads(3));
    EXPECT_EQ(B.Residue, 0) << Seed;
    EXPECT_EQ(B.Interrupts, sumOf(Isr.Inclusive) + Alarm) << Seed;
    EXPECT_EQ(B.Handlers, B.Interrupts) << Seed;
    EXPECT_EQ(B.BufferWait, Paused) << Seed;
    EXPECT_EQ(B.OffCpu, OffCpu) << Seed;
    EXPECT_EQ(B.Self, Self - sumOf(Isr.Inclusive)) << Seed;
    EXPECT_EQ(B.Outside + B.Unsure + B.Lost + B.Gaps + B.CallsOut, 0u) << Seed;
  }
}

/// Four functions with a few blocks each, one of them a handler, some untimed,
/// some with calls of what is not instrumented; hardly a transition is
/// possible.
database::Program makeMess() {
  database::Program P;
  database::Unit &U = P.Units.emplace_back();
  U.First = 256;
  U.Files.push_back({"/src/mess.c", "int x;\n"});
  using database::Kind;
  for (const char *Name : {"a", "b", "c", "isr"}) {
    uint32_t Function = U.Functions.size(), First = U.count();
    U.Functions.push_back({Name, 0, 1 + Function, 1, 1 + Function, {}});
    U.Functions.back().IsInterrupt = llvm::StringRef(Name) == "isr";
    for (auto [K, Block, Timed] : {std::tuple(Kind::Entry, "entry", true),
                                   {Kind::Join, "join", true},
                                   {Kind::Join, "silent", false},
                                   {Kind::Exit, "exit", true}})
      U.Ipoints.push_back({K, Block, Timed, 1, 0, 1, Function});
    for (auto [From, To] : {std::pair(0, 1), {0, 2}, {1, 3}, {2, 3}, {2, 1}})
      U.Transitions.push_back({First + From, First + To});
    U.Calls.push_back({First + Function % 3, "printf"});
  }
  return P;
}

/// Any records of makeMess(), of the runtime, and of no unit, in any order.
std::vector<uint64_t> anyRecords(std::mt19937_64 &Random, uint64_t &Time) {
  std::vector<uint64_t> Records;
  for (uint64_t Left = 1 + Random() % 40; Left; --Left) {
    Time += Random() % 50;
    uint32_t Id = 256 + Random() % 17; // the last one is of no unit
    switch (Random() % 12) {
    case 0:
      Records.push_back(ipoint_record_timed(IPOINT_ID_PAUSE, Time));
      break;
    case 1:
      Records.push_back(ipoint_record_timed(IPOINT_ID_RESUME, Time));
      break;
    case 2:
      Records.push_back(ipoint_record_untimed(
          Random() % 2 ? IPOINT_ID_LOST : IPOINT_ID_GAP, 1 + Random() % 2));
      break;
    case 3:
      Records.push_back(ipoint_record_timed(IPOINT_ID_SWITCH_OUT + Random() % 3,
                                            Time)); // out, involuntary, in
      break;
    case 4:
      Records.push_back(ipoint_record_untimed(Id, 0));
      break;
    default:
      Records.push_back(ipoint_record_timed(Id, Time));
    }
  }
  return Records;
}

/// Excludes a part of each third visit, as a filter does.
struct Sieve : Collector {
  using Collector::Collector;
  uint64_t Visits = 0;
  bool step(Edge &, uint64_t, uint64_t) { return false; }
  uint64_t time(Edge &E, uint64_t Ticks, ProbeCount Probes, uint64_t At) {
    Collector::time(E, Ticks, Probes, At);
    return ++Visits % 3 ? 0 : Ticks / 2;
  }
};

TEST(Balance, NothingIsLeftOverWhateverTheRecordsAre) {
  database::Program P = makeMess();
  SymbolTable Symbols(P, {true});
  BalanceModel Sum;
  for (unsigned Seed = 0; Seed < 3000; ++Seed) {
    std::mt19937_64 Random(Seed);
    uint64_t Time = 1000;
    StreamBuilder Stream;
    for (unsigned Packets = 1 + Random() % 4; Packets; --Packets) {
      uint64_t Begin = Time;
      std::vector<uint64_t> Records = anyRecords(Random, Time);
      // Now and then some of it lies beyond the packet's end, or a packet lies
      // before the one that it follows.
      uint64_t End = Random() % 10 ? Time : Time - Random() % 20;
      Stream.packet(Begin, std::max(Begin, End), Records);
      Time -= Random() % 10 ? 0 : Random() % 200;
    }
    auto Source = MemorySource::of(Stream.Bytes);
    trace::DamageList Damages;
    trace::PacketReader Reader(*Source, "stream", testUuid(), Damages);
    ProbeOverheads Overheads(3, {2.7, 0.3, 1, 1});
    Sieve All(Symbols, Overheads.front());
    All.startStream();
    Rebuilder<Sieve> Events(Symbols, All);
    trace::readStream(Reader, Events);
    Events.end();
    Accounts Account = Events.accounts();
    Account.setCalling(All.callsOut());
    BalanceModel B = balanceOf(Account, Events.elapsed(), Overheads);
    EXPECT_EQ(B.Residue, 0) << Seed;
    for (uint64_t Ticks :
         {B.Self, B.CallsOut, B.Probes, B.Interrupts, B.BufferWait, B.Gaps,
          B.Lost, B.OffCpu, B.Outside, B.Unsure})
      EXPECT_LE(Ticks, B.Elapsed) << Seed;
    Sum.Self += B.Self;
    Sum.CallsOut += B.CallsOut;
    Sum.Probes += B.Probes;
    Sum.Interrupts += B.Interrupts;
    Sum.BufferWait += B.BufferWait;
    Sum.Gaps += B.Gaps;
    Sum.Lost += B.Lost;
    Sum.OffCpu += B.OffCpu;
    Sum.Outside += B.Outside;
    Sum.Unsure += B.Unsure;
    Sum.ProbesBeyond += B.ProbesBeyond;
  }
  // There was something in each of them.
  for (uint64_t Ticks : {Sum.Self, Sum.CallsOut, Sum.Probes, Sum.Interrupts,
                         Sum.BufferWait, Sum.Gaps, Sum.Lost, Sum.OffCpu,
                         Sum.Outside, Sum.Unsure, Sum.ProbesBeyond})
    EXPECT_GT(Ticks, 100u);
}

} // namespace
