//===- TraceSinkTest.cpp - Both ways from records to events ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rebuilder::run() takes many records in one loop; any record can be taken by
// itself. A sink is told the same either way.
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "StreamBuilder.h"
#include "callstack/Rebuilder.h"
#include "gtest/gtest.h"
#include <random>

using namespace ipoint;
using namespace ipoint::analysis;

namespace {

/// Writes down what it is told. Where it \p Hurries, Quick is told what it can
/// be told.
template <bool Hurries> class LogSink : public PassiveSink {
public:
  using Edge = EdgeSlot;

  struct Quick : PassiveQuick<Edge> {
    explicit Quick(LogSink &All)
        : PassiveQuick<Edge>(All.Slots.data()), All(&All) {}
    bool enter(uint32_t Function, uint32_t Row) {
      if (Hurries) {
        All->enter(Function, Row);
        All->pushed(Function, false, true);
      }
      return Hurries;
    }
    bool step(Edge &E, uint64_t State, uint64_t Ticks) {
      return All->step(E, State, Ticks);
    }
    bool finish(uint32_t Function, const ActivationTimes &A) {
      if (Hurries) {
        All->finish(Function, A);
        All->popped();
      }
      return Hurries;
    }
    bool iterate(uint32_t Loop, uint64_t Times) {
      if (Hurries)
        All->iterate(Loop, Times);
      return Hurries;
    }

    LogSink *All;
  };

  explicit LogSink(const SymbolTable &Symbols) : Slots(Symbols) {}

  EdgeTable<Edge> &edges() { return Slots; }

  void enter(uint32_t Function, uint32_t Row) { note("enter", Function, Row); }
  void pushed(uint32_t Function, bool Apart, bool Entered) {
    note("pushed", Function, Apart, Entered);
  }
  bool step(Edge &E, uint64_t State, uint64_t Ticks) {
    // What is unusual in a visit only time() is told.
    if (Hurries && State <= Frame::Segments)
      note("time", Slots.slotOf(E), Ticks, State + 1, 0);
    return Hurries && State <= Frame::Segments;
  }
  uint64_t time(Edge &E, uint64_t Ticks, ProbeCount Probes, uint64_t) {
    note("time", Slots.slotOf(E), Ticks, Probes.Timed, Probes.Untimed);
    return 0;
  }
  void follow(Edge &E) { note("follow", Slots.slotOf(E)); }
  void visit(uint32_t Block) { note("visit", Block); }
  void iterate(uint32_t Loop, uint64_t Times) { note("iterate", Loop, Times); }
  void impossible(uint32_t From, uint32_t To) { note("impossible", From, To); }
  void overwritten(uint32_t Function) { note("overwritten", Function); }
  void finish(uint32_t Function, const ActivationTimes &A) {
    note("finish", Function, A.Self, A.SelfProbes, A.Inclusive,
         A.InclusiveProbes);
  }
  void finish(uint32_t Function, const Activation &A) {
    note("finish", Function, A.Self, A.SelfUsable, A.Inclusive,
         A.InclusiveUsable);
  }
  void abandon(uint32_t Function, Abandoned How, bool Entered) {
    note("abandon", Function, unsigned(How), Entered);
  }
  void inferred(uint32_t Function, Abandoned How, uint64_t Ticks) {
    note("inferred", Function, unsigned(How), Ticks);
  }
  void middle(uint32_t Function, bool Cut) { note("middle", Function, Cut); }
  void popped() { note("popped"); }
  void pause(uint64_t Ticks) { note("pause", Ticks); }
  void lost(uint64_t Records) { note("lost", Records); }
  void unknown() { note("unknown"); }

  std::string Log;
  unsigned Transitions = 0;

private:
  template <class... Numbers> void note(const char *What, Numbers... Values) {
    Transitions += llvm::StringRef(What) == "time";
    Log += What;
    ((Log += " " + std::to_string(Values)), ...);
    Log += '\n';
  }

  EdgeTable<Edge> Slots;
};

static_assert(TraceSink<LogSink<true>> && TraceSink<LogSink<false>>);
static_assert(!TraceSink<PassiveSink>, "it has no edges");

/// `f` has a loop whose body calls `g`, which has a loop.
database::Program makeProgram() {
  database::Program P;
  database::Unit &U = addUnit(P);
  for (const char *Name : {"f", "g"}) {
    uint32_t First = addFunction(U, Name, {{database::Kind::Body, "body"}});
    for (auto [From, To] : {std::pair(0, 1), {1, 1}, {1, 2}, {0, 2}})
      U.Transitions.push_back({First + From, First + To});
    database::Loop &L = U.Loops.emplace_back();
    L.Function = uint32_t(U.Functions.size() - 1);
    L.Name = "for.1";
    L.Body = First + 1;
  }
  U.Calls.push_back({1, "g"});
  return P;
}

/// Records of f (256 to 258) and g (259 to 261). In one of \p Rarity something
/// else comes.
std::vector<uint64_t> makeRecords(std::mt19937_64 &Random, unsigned Rarity) {
  std::vector<uint64_t> Result;
  uint64_t Time = 1000;
  auto Timed = [&](uint32_t Id) {
    Result.push_back(ipoint_record_timed(Id, Time += Random() % 100));
  };
  auto Maybe = [&] {
    if (Random() % Rarity != 0)
      return;
    switch (Random() % 6) {
    case 0:
      return Timed(256 + Random() % 6);
    case 1:
      Timed(IPOINT_ID_PAUSE);
      return Timed(IPOINT_ID_RESUME);
    case 2:
      return Result.push_back(ipoint_record_untimed(IPOINT_ID_LOST, 3));
    case 3:
      return Result.push_back(ipoint_record_untimed(256 + Random() % 6, 0));
    case 4:
      return Timed(900);
    case 5:
      return Result.pop_back();
    }
  };
  for (int Call = 0; Call < 20; ++Call) {
    Timed(256);
    for (int I = 0, N = Random() % 5; I < N; ++I) {
      Timed(257);
      Maybe();
      if (Random() % 2)
        continue;
      Timed(259);
      for (int J = 0, M = Random() % 8; J < M; ++J) {
        Timed(260);
        Maybe();
      }
      Timed(261);
    }
    Timed(258);
    Maybe();
  }
  return Result;
}

template <class Sink>
void read(const std::vector<char> &Bytes, const SymbolTable &Symbols,
          Sink &Out) {
  auto Source = trace::ByteSource::fromMemory(Bytes);
  trace::DamageList Damages;
  trace::PacketReader Reader(*Source, "stream", testUuid(), Damages);
  Rebuilder<Sink> Events(Symbols, Out);
  trace::readStream(Reader, Events);
  Events.end();
}

TEST(TraceSink, IsToldTheSameEitherWay) {
  database::Program P = makeProgram();
  SymbolTable Symbols(P, {true});
  unsigned Transitions = 0;
  for (unsigned Seed = 0; Seed < 2000; ++Seed) {
    std::mt19937_64 Random(Seed);
    std::vector<uint64_t> Records = makeRecords(Random, 3 + Seed % 200);
    StreamBuilder S;
    S.packet(1000, 1'000'000, Records);
    LogSink<true> Hurried(Symbols);
    LogSink<false> Unhurried(Symbols);
    read(S.Bytes, Symbols, Hurried);
    read(S.Bytes, Symbols, Unhurried);
    ASSERT_EQ(Hurried.Log, Unhurried.Log) << "seed " << Seed;
    Transitions += Hurried.Transitions;
  }
  EXPECT_GT(Transitions, 50000u);
}

} // namespace
