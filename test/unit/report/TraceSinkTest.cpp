//===- TraceSinkTest.cpp - Both ways from records to events ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rebuilder::run() takes many records in one loop; any record can be taken by
// itself. A sink receives the same events either way.
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "StreamBuilder.h"
#include "count/StreamPass.h"
#include "gtest/gtest.h"
#include <map>
#include <ostream>
#include <random>

using namespace ipoint;
using namespace ipoint::analysis;

namespace {

/// What a sink was given, and what it could look up then.
struct Entry {
  std::string Text;
  std::optional<uint64_t> Time; ///< none: Rebuilder::run() has not kept it yet
  bool operator==(const Entry &Other) const {
    return Text == Other.Text && (!Time || !Other.Time || *Time == *Other.Time);
  }
};

std::ostream &operator<<(std::ostream &Out, const Entry &E) {
  return Out << E.Text << " at " << (E.Time ? std::to_string(*E.Time) : "?");
}

enum class Hurry { Never, AtTimes, Always };

/// Logs the events that it receives. \p How decides which of them its Quick
/// accepts.
template <Hurry How> class LogSink : public PassiveSink {
public:
  static constexpr bool UntimedInterrupts = true;
  using Edge = EdgeSlot;

  struct Quick : PassiveQuick<Edge> {
    explicit Quick(LogSink &All)
        : PassiveQuick<Edge>(All.Slots.data()), All(&All) {}
    bool enter(uint32_t Function, uint32_t Row) {
      return hurry([&] {
        All->entered(Function, Row, 1);
        All->pushed(Function, false, true);
      });
    }
    bool step(Edge &E, uint64_t State, uint64_t Ticks) {
      // Only time() receives visits with unusual states.
      return State <= Frame::Segments && hurry([&] {
               All->note("time", All->Slots.slotOf(E), Ticks, State + 1, 0);
             });
    }
    bool finish(uint32_t Function, const ActivationTimes &A) {
      return hurry([&] {
        All->finish(Function, A);
        All->popped();
      });
    }
    bool iterate(uint32_t Loop, uint64_t Times) {
      return hurry([&] { All->iterated(Loop, Times, Times); });
    }

    LogSink *All;

  private:
    template <class Function> bool hurry(Function &&Emit) {
      All->Declined += 7;
      if (How == Hurry::Never ||
          (How == Hurry::AtTimes && All->Declined % 11 < 3))
        return false;
      All->InRun = true;
      Emit();
      All->InRun = false;
      return true;
    }
  };

  explicit LogSink(const SymbolTable &Symbols) : Slots(Symbols) {}

  EdgeTable<Edge> &edges() { return Slots; }
  void watch(StreamView V) { View = V; }

  void resume(const CallStack &Stack) { note("resume", Stack.depth()); }
  void entered(uint32_t Function, uint32_t Row, uint64_t Times) {
    note("entered", Function, Row, Times);
  }
  void pushed(uint32_t Function, bool IsHandler, bool Entered) {
    note("pushed", Function, IsHandler, Entered);
  }
  bool step(Edge &, uint64_t State, uint64_t) {
    IsPlain = State <= Frame::Segments;
    return false;
  }
  uint64_t time(Edge &E, uint64_t Ticks, ProbeCount Probes, uint64_t At) {
    EXPECT_EQ(At, *View.Time);
    note("time", Slots.slotOf(E), Ticks, Probes.Timed, Probes.Untimed);
    // Some of the visits that Quick never receives have excess, which finish()
    // receives.
    return !std::exchange(IsPlain, false) && Ticks % 5 == 0 ? Ticks : 0;
  }
  void followed(Edge &E, uint64_t Times) {
    note("followed", Slots.slotOf(E), Times);
  }
  void visit(uint32_t Block) { note("visit", Block); }
  // Where run() counts a loop itself, it has not kept the time.
  void iterated(uint32_t Loop, uint64_t First, uint64_t Last) {
    bool Before = std::exchange(InRun, true);
    note("iterated", Loop, First, Last);
    InRun = Before;
  }
  void finish(uint32_t Function, const ActivationTimes &A) {
    note("finish", Function, A.Self, A.SelfProbes, A.Inclusive,
         A.InclusiveProbes);
  }
  void finish(uint32_t Function, const Activation &A) {
    note("finish", Function, A.SelfUsable, A.Self, A.SelfOffCpu, A.SelfExcess,
         A.InclusiveExcess, A.SelfProbes.Timed, A.SelfProbes.Untimed,
         A.InclusiveUsable, A.Inclusive, A.InclusiveOffCpu,
         A.InclusiveProbes.Timed, A.InclusiveProbes.Untimed);
  }
  void popped() { note("popped"); }
  void event(const Event &Any) {
    std::visit(
        llvm::makeVisitor(
            [&](const EntryMissed &E) {
              note("missed", E.First->Function, E.First->Block, int(E.Why));
            },
            [&](const CallAbandoned &E) {
              note(E.AtMost ? "abandoned in time" : "abandoned", E.Function,
                   int(E.How), E.Entered, E.AtMost.value_or(0));
            },
            [&](const TimedAlone &E) {
              note(E.IsIteration ? "iteration alone" : "call alone", E.Number,
                   E.Ticks, E.OffCpu);
            },
            [&](const MarkValue &E) { note("value", E.Block, E.Value); },
            [&](const VisitInterrupted &E) {
              note(E.Kind == Recorded::Switch    ? "interrupted"
                   : E.Kind == Recorded::Handler ? "handled"
                                                 : "in the kernel",
                   E.Block, E.Ticks, E.More);
            },
            [&](const UntimedInterrupted &E) {
              note("untimed in the kernel", E.Ticks, E.CallsOut);
            },
            [&](const CpuTaken &E) {
              note(E.Why == CpuTaken::Kernel ? "kernel"
                   : E.InCall                ? "off CPU"
                                             : "off CPU outside",
                   E.Ticks, int(E.Why));
            },
            [&](const NotRecorded &E) {
              const char *const Names[] = {"waited", "gap", "requested", "lost",
                                           "ended"};
              note(Names[E.Why], E.Amount);
            },
            [&](const ImpossibleStep &E) {
              note("impossible", E.From, E.To, E.Path.value_or(0));
            },
            [&](const Unusable &E) {
              const char *const Names[] = {"unknown", "overwritten", "deep"};
              note(Names[E.Why], E.Function);
            }),
        Any);
  }

  std::vector<Entry> Log;
  std::map<std::string, unsigned> Counts; ///< of entries, by name
  bool Keeps = true;                      ///< the log

private:
  template <class... Numbers> void note(const char *What, Numbers... Values) {
    ++Counts[What];
    if (!Keeps)
      return;
    Entry &E = Log.emplace_back();
    E.Text = What;
    ((E.Text += " " + std::to_string(Values)), ...);
    if (View.Mark)
      E.Text += " mark " + std::to_string(*View.Mark);
    if (!InRun && View.Time)
      E.Time = *View.Time;
  }

  EdgeTable<Edge> Slots;
  StreamView View;
  bool InRun = false, IsPlain = false;
  unsigned Declined = 0;
};

static_assert(TraceSink<LogSink<Hurry::Always>> &&
              TraceSink<LogSink<Hurry::Never>>);
static_assert(!TraceSink<PassiveSink>, "it has no edges");

/// `f` has a loop whose body calls `g`, which has a loop; in both there is a
/// mark, that of f with a value. `t` is an interrupt handler.
database::Program makeProgram() {
  database::Program P;
  database::Unit &U = addUnit(P);
  for (const char *Name : {"f", "g"}) {
    uint32_t First = addFunction(
        U, Name, {{database::Kind::Body, "body"}, {database::Kind::Mark, "m"}});
    for (auto [From, To] :
         {std::pair(0, 1), {1, 1}, {1, 2}, {2, 1}, {2, 3}, {1, 3}, {0, 3}})
      U.Transitions.push_back({First + From, First + To});
    database::Loop &L = U.Loops.emplace_back();
    L.Function = uint32_t(U.Functions.size() - 1);
    L.Name = "for.1";
    L.Body = First + 1;
    U.Marks.push_back(
        {First + 2, Name,
         First ? database::MarkValue::None : database::MarkValue::Signed});
  }
  U.Calls.push_back({1, "g"});
  uint32_t First = addFunction(U, "t");
  U.Functions.back().IsInterrupt = true;
  U.Transitions.push_back({First, First + 1});
  return P;
}

/// A stream of f (256 to 259), g (260 to 263) and t (264, 265).
class Stream {
public:
  /// In one of \p Rarity records something else comes.
  Stream(unsigned Seed, unsigned Rarity) : Random(Seed), Rarity(Rarity) {
    StreamBuilder Bytes;
    for (unsigned Packet = 0; Packet < 3; ++Packet) {
      uint64_t Begin = Time;
      for (unsigned Call = 0; Call < 8; ++Call)
        call();
      Bytes.packet(Begin, Time, std::exchange(Records, {}));
      if (Packet == 0)
        Second = Bytes.Bytes.size();
    }
    Packets = std::move(Bytes.Bytes);
    StreamBuilder Out;
    uint64_t Last = Time;
    Time = 1000;
    while (Time < Last) {
      bool IsInterrupt = Random() % 3 == 0;
      timed(IsInterrupt    ? IPOINT_ID_INTERRUPT
            : Random() % 2 ? IPOINT_ID_SWITCH_OUT
                           : IPOINT_ID_PREEMPTED);
      timed(IsInterrupt ? IPOINT_ID_INTERRUPT_END : IPOINT_ID_SWITCH_IN);
      Time += Random() % 5000;
    }
    Out.packet(1000, Time, Records);
    Switches = std::move(Out.Bytes);
  }

  std::vector<char> Packets, Switches;
  uint64_t Second = 0; ///< where the second packet begins

private:
  void timed(uint32_t Id) {
    Records.push_back(ipoint_record_timed(Id, Time += Random() % 100));
  }
  void untimed(uint32_t Id, uint64_t Payload) {
    Records.push_back(ipoint_record_untimed(Id, Payload));
  }
  void pair(uint32_t From, uint32_t To) {
    timed(From);
    timed(To);
  }
  void mark(uint32_t Id) {
    if (Random() % 4)
      return;
    if (Id == 258)
      untimed(Id, Random() % 1000);
    timed(Id);
  }
  void call() {
    timed(256);
    for (int I = 0, N = Random() % 5; I < N; ++I) {
      timed(257);
      perhapsOdd();
      mark(258);
      if (Random() % 2)
        continue;
      timed(260);
      for (int J = 0, M = Random() % 8; J < M; ++J) {
        timed(261);
        perhapsOdd();
        mark(262);
      }
      timed(263);
    }
    timed(259);
    perhapsOdd();
  }
  void perhapsOdd() {
    if (Random() % Rarity != 0)
      return;
    switch (Random() % 13) {
    case 0:
      return timed(256 + Random() % 10);
    case 1:
      return pair(IPOINT_ID_PAUSE, IPOINT_ID_RESUME);
    case 2:
      return untimed(IPOINT_ID_LOST, 3);
    case 3:
      return untimed(256 + Random() % 10, 0);
    case 4:
      return timed(900);
    case 5:
      return Records.pop_back();
    case 6:
      return pair(IPOINT_ID_SWITCH_OUT, IPOINT_ID_SWITCH_IN);
    case 7:
      return pair(IPOINT_ID_PREEMPTED, IPOINT_ID_SWITCH_IN);
    case 8:
      timed(IPOINT_ID_PAUSE);
      untimed(IPOINT_ID_GAP, 0);
      return timed(IPOINT_ID_RESUME);
    case 9:
      return untimed(IPOINT_ID_END, Random() % 3);
    default:
      timed(264);
      if (Random() % 3 == 0)
        call();
      return timed(265);
    }
  }

  std::mt19937_64 Random;
  unsigned Rarity;
  uint64_t Time = 1000;
  std::vector<uint64_t> Records;
};

/// Logs the events of \p S from the byte \p From on.
template <Hurry How>
LogSink<How> read(const Stream &S, const SymbolTable &Symbols,
                  bool WithSwitches, uint64_t From) {
  LogSink<How> Out(Symbols);
  trace::DamageList Damages;
  auto Source = MemorySource::of(S.Packets);
  trace::PacketReader Reader(*Source, "stream", testUuid(), Damages);
  trace::SwitchReader Switches(MemorySource::of(S.Switches), "switches",
                               testUuid(), Damages);
  trace::StreamReader Stream(Reader);
  SliceClock Clock(0, 0);
  StreamState Begin(Symbols, WithSwitches ? &Switches : nullptr, 3, nullptr);
  Rebuilder<LogSink<How>> Events(
      Symbols, Out,
      walkTo(From, Stream, std::move(Begin), Symbols, Out, Clock));
  Stream.read(Events, StreamPart::ToItsEnd);
  Events.end();
  return Out;
}

TEST(TraceSink, ReceivesTheSameEitherWay) {
  database::Program P = makeProgram();
  SymbolTable Symbols(P, {true});
  std::map<std::string, unsigned> Counts;
  for (unsigned Seed = 0; Seed < 2000; ++Seed) {
    Stream S(Seed, 3 + Seed % 200);
    bool WithSwitches = Seed % 3 == 0;
    uint64_t From = Seed % 2 ? S.Second : 0;
    auto Never = read<Hurry::Never>(S, Symbols, WithSwitches, From);
    auto AtTimes = read<Hurry::AtTimes>(S, Symbols, WithSwitches, From);
    auto Always = read<Hurry::Always>(S, Symbols, WithSwitches, From);
    ASSERT_EQ(Never.Log, AtTimes.Log) << "seed " << Seed;
    ASSERT_EQ(Never.Log, Always.Log) << "seed " << Seed;
    for (auto &[Name, Count] : Never.Counts)
      Counts[Name] += Count;
  }
  EXPECT_GT(Counts["time"], 50000u);
  for (const char *Name : {"resume",
                           "entered",
                           "pushed",
                           "followed",
                           "visit",
                           "interrupted",
                           "iterated",
                           "value",
                           "impossible",
                           "overwritten",
                           "finish",
                           "abandoned",
                           "abandoned in time",
                           "missed",
                           "popped",
                           "waited",
                           "gap",
                           "requested",
                           "off CPU",
                           "off CPU outside",
                           "kernel",
                           "lost",
                           "ended",
                           "unknown",
                           "handled"})
    EXPECT_GT(Counts[Name], 0u) << Name;
}

TEST(TraceSink, ReceivesTooDeepACallEitherWay) {
  database::Program P = makeProgram();
  SymbolTable Symbols(P, {true});
  StreamBuilder Bytes;
  std::vector<uint64_t> Records(CallStack::DepthLimit + 9,
                                ipoint_record_timed(256, 1000));
  Bytes.packet(1000, 1000, Records);
  auto CountsOf = [&](auto Out) {
    Out.Keeps = false;
    trace::DamageList Damages;
    auto Source = MemorySource::of(Bytes.Bytes);
    trace::PacketReader Reader(*Source, "stream", testUuid(), Damages);
    Rebuilder<decltype(Out)> Events(Symbols, Out);
    trace::readStream(Reader, Events);
    Events.end();
    return Out.Counts;
  };
  auto Counts = CountsOf(LogSink<Hurry::Never>(Symbols));
  EXPECT_EQ(Counts["deep"], 1u);
  EXPECT_EQ(Counts["abandoned in time"], Records.size());
  EXPECT_EQ(Counts, CountsOf(LogSink<Hurry::Always>(Symbols)));
}

/// f's entry is 256, its loop's body 257, the mark 258.
TEST(TraceSink, ReceivesCallsAndIterationsThatWereTimedByThemselves) {
  database::Program P = makeProgram();
  SymbolTable Symbols(P, {true});
  std::vector<uint64_t> Records;
  for (uint32_t Id : {256u, 257u, 258u, 100000u})
    Records.push_back(ipoint_record_untimed(
        IPOINT_ID_CALL, ipoint_call_payload(Id, 5000 + Id % 2)));
  StreamBuilder Bytes;
  Bytes.packet(1000, 1000, Records);
  LogSink<Hurry::Always> Out(Symbols);
  trace::DamageList Damages;
  auto Source = MemorySource::of(Bytes.Bytes);
  trace::PacketReader Reader(*Source, "stream", testUuid(), Damages);
  Rebuilder<LogSink<Hurry::Always>> Events(Symbols, Out);
  trace::readStream(Reader, Events);
  Events.end();
  EXPECT_EQ(Out.Counts["call alone"], 1u);
  EXPECT_EQ(Out.Counts["iteration alone"], 1u);
  EXPECT_EQ(Out.Counts["unknown"], 2u);
}

} // namespace
