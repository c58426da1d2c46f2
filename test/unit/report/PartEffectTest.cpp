//===- PartEffectTest.cpp - What a part of a stream does to any stack -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The effect of a part that was scanned alone, applied to the state before it,
// is the state of a reader that has read both, or the effect is not known.
//
//===----------------------------------------------------------------------===//

#include "callstack/PartEffect.h"
#include "ProgramBuilder.h"
#include "StreamBuilder.h"
#include "callstack/Walk.h"
#include "gtest/gtest.h"
#include <random>
#include <sstream>

using namespace ipoint;
using namespace ipoint::analysis;

namespace {

/// `f`, `g` and `h` call each other and themselves. Each has a loop with a mark
/// in its body; h calls what has no probes.
database::Program makeProgram() {
  database::Program P;
  database::Unit &U = addUnit(P);
  for (const char *Name : {"f", "g", "h"}) {
    uint32_t First = addFunction(
        U, Name, {{database::Kind::Body, "body"}, {database::Kind::Mark, "m"}});
    for (auto [From, To] :
         {std::pair(0, 1), {1, 1}, {1, 2}, {2, 1}, {2, 3}, {1, 3}, {0, 3}})
      U.Transitions.push_back({First + From, First + To});
    database::Loop &L = U.Loops.emplace_back();
    L.Function = uint32_t(U.Functions.size() - 1);
    L.Name = "for.1";
    L.Body = First + 1;
    for (uint32_t Block : {0, 1})
      U.Calls.push_back({First + Block, Name == std::string("h") ? "x" : "g"});
  }
  return P;
}

class Generator {
public:
  /// One record in \p Rarity is odd; one in \p Untimed is untimed: 1 stands for
  /// all but entries and exits.
  Generator(unsigned Seed, unsigned Rarity, unsigned Untimed)
      : Random(Seed), Rarity(Rarity), Untimed(Untimed) {}

  std::vector<uint64_t> make(size_t Count) {
    while (Records.size() < Count)
      call(0);
    return std::move(Records);
  }

private:
  unsigned upTo(unsigned Most) { return unsigned(Random() % (Most + 1)); }
  void timed(uint32_t Id) {
    Records.push_back(ipoint_record_timed(Id, Time += Random() % 100));
  }
  void inner(uint32_t Id) {
    if (Untimed && Random() % Untimed == 0)
      Records.push_back(ipoint_record_untimed(Id, 0));
    else
      timed(Id);
  }
  void edge(uint32_t Id) { Untimed == 1 ? timed(Id) : inner(Id); }
  void pause() {
    timed(IPOINT_ID_PAUSE);
    timed(IPOINT_ID_RESUME);
  }
  void perhapsOdd() {
    if (Random() % 50 == 0)
      pause();
    if (Rarity == 0 || Random() % Rarity != 0)
      return;
    switch (Random() % 9) {
    case 0:
    case 1:
      return timed(256 + upTo(11));
    case 2:
      return Records.push_back(ipoint_record_untimed(IPOINT_ID_LOST, 3));
    case 3:
    case 4:
      return Records.push_back(ipoint_record_untimed(256 + upTo(11), 0));
    case 5:
      return timed(900);
    case 6:
    case 7:
      return Records.pop_back();
    case 8:
      return timed(upTo(30));
    }
  }
  void call(unsigned Depth) {
    uint32_t First = 256 + 4 * upTo(2);
    edge(First);
    while (upTo(9) < 7) {
      inner(First + 1);
      perhapsOdd();
      if (Depth < 12 && upTo(2) == 0)
        call(Depth + 1);
      if (upTo(5) == 0)
        inner(First + 2);
    }
    edge(First + 3);
    perhapsOdd();
  }

  std::mt19937_64 Random;
  unsigned Rarity, Untimed;
  uint64_t Time = 1000;
  std::vector<uint64_t> Records;
};

/// Times off CPU and interrupts, up to \p End, one in some \p Each ticks; none
/// if that is 0. Ends of some lie where records are.
std::vector<char> makeSwitches(std::mt19937_64 &Random, uint64_t Each,
                               uint64_t End) {
  std::vector<uint64_t> Records;
  for (uint64_t Time = 1000; Each && Time < End;) {
    Time += 1 + Random() % (2 * Each);
    uint32_t Kind = Random() % 3;
    Records.push_back(ipoint_record_timed(Kind == 0   ? IPOINT_ID_SWITCH_OUT
                                          : Kind == 1 ? IPOINT_ID_PREEMPTED
                                                      : IPOINT_ID_INTERRUPT,
                                          Time));
    Time += 1 + Random() % (Random() % 4 ? 150 : 3000);
    Records.push_back(ipoint_record_timed(
        Kind == 2 ? IPOINT_ID_INTERRUPT_END : IPOINT_ID_SWITCH_IN, Time));
  }
  StreamBuilder S;
  if (!Records.empty())
    S.packet(0, UINT64_MAX >> 8, Records);
  return S.Bytes;
}

/// Reads the switches of a stream from their beginning.
struct Switches {
  explicit Switches(const std::vector<char> &Bytes)
      : Reader(MemorySource::of(std::vector<char>(Bytes)), "switches",
               testUuid(), Damages) {}

  static constexpr uint64_t Slack = 20;
  trace::DamageList Damages;
  trace::SwitchReader Reader;

  StreamState begin(const SymbolTable &Symbols) {
    return StreamState(Symbols, &Reader, Slack, nullptr);
  }
};

/// Records of a stream, up to one of them.
struct Place {
  size_t Record = 0;
  uint64_t Time = 1000;
};

/// Gives \p H the records from \p From up to the one with the number \p To.
template <class Handler>
Place read(llvm::ArrayRef<uint64_t> Records, Place From, size_t To,
           Handler &H) {
  trace::Packet P;
  P.End = UINT64_MAX;
  uint64_t Timed = 0;
  trace::decodeRecords(Records.slice(From.Record, To - From.Record), P,
                       From.Time, Timed, H);
  return {To, From.Time};
}

StreamState walk(llvm::ArrayRef<uint64_t> Records, Place &From, size_t To,
                 StreamState State, const SymbolTable &Symbols) {
  Walk Out(Symbols);
  Rebuilder<Walk> Events(Symbols, Out, std::move(State));
  From = read(Records, From, To, Events);
  return std::move(Events.state());
}

void print(std::ostream &Out, const StreamSums &S) {
  Out << " sums " << S.Paused << ' ' << S.OffCpu << ' ' << S.Excess << ' '
      << S.Untimed;
}

void print(std::ostream &Out, const char *Name, const Spent &S) {
  Out << ' ' << Name << ' ' << S.Ticks << ' ' << S.Probes.Timed << ' '
      << S.Probes.Untimed;
}

/// All that can matter to what comes, frame by frame.
std::string describe(StreamState S, const SymbolTable &Symbols) {
  std::ostringstream Out;
  CallStack &Stack = S.Stack;
  Out << "time " << S.LastTime << ' ' << S.HaveTime << " from " << S.FirstTime
      << " alarm " << S.Alarm << " halted " << unsigned(S.Halted)
      << S.IsRequested << " mark " << S.LastMark << " cut " << S.CutEpoch
      << " handlers " << S.HandlerDepth << " away " << S.Next.From << '-'
      << S.Next.To << " timed " << Stack.Timed << " epoch " << Stack.Epoch
      << " depth " << Stack.depth();
  print(Out, Stack.sums());
  for (;;) {
    Frame F = Stack.top();
    const FrameExtras X = Stack.extrasOfTop();
    if (F.VisitState & Frame::Spoiled)
      F.VisitState &= ~Frame::HasExtras; // only a time asks for it
    Out << "\nframe " << Stack.depth() << ": " << F.VisitStart << ' '
        << F.VisitState << " self " << F.SelfStart << " entry " << F.EntryTime
        << " probes " << F.EntryTimed << ' ' << F.SelfTimed << " row " << F.Row
        << " of " << F.Function << " flags "
        << (F.Flags & ~uint32_t(Frame::Extra)) << " epoch " << F.Epoch;
    Out << " extras " << X.SelfOffCpu << ' ' << X.SelfExcess << ' '
        << X.SelfUntimed << ' ' << X.VisitRecorded[Recorded::Switch] << ' '
        << X.VisitRecorded[Recorded::Handler] << ' '
        << X.VisitRecorded[Recorded::Kernel] << ' ' << X.VisitUntimed << ' '
        << X.VisitLost;
    print(Out, "loose", X.WithoutTime);
    if (!F.isUnsure()) {
      Out << " calls out " << X.CallsOut;
      print(Out, "calling", X.WithoutTimeCalling);
    }
    if (Stack.empty())
      return Out.str();
    if (F.Flags & Frame::InclusiveSure) {
      Out << " plain " << Stack.isPlain();
      print(Out, Stack.sumsAtEntry());
    }
    Out << " below " << F.Below << " top " << Stack.topOf(F.Function)
        << " loops";
    for (uint32_t Slot = 0; Slot < Symbols.loopsOf(F.Function); ++Slot)
      Out << ' ' << Stack.loopCount(Slot);
    Stack.pop(S.LastTime);
  }
}

struct Tally {
  unsigned Parts = 0, Known = 0;
};

/// Scans parts of \p Records that begin and end anywhere, and compares their
/// effects with those of a walk.
void check(const std::vector<uint64_t> &Records,
           const std::vector<char> &SwitchBytes, const SymbolTable &Symbols,
           std::mt19937_64 &Random, unsigned Parts, Tally &T) {
  for (unsigned I = 0; I < Parts; ++I) {
    size_t From = Random() % Records.size();
    size_t To = From + 1 + Random() % (Records.size() - From);
    Place At;
    Switches OfWalk(SwitchBytes), OfScan(SwitchBytes), OfEffect(SwitchBytes);
    StreamState Before =
        walk(Records, At, From, OfWalk.begin(Symbols), Symbols);
    PartScan Scan(Symbols, &OfScan.Reader, Switches::Slack);
    read(Records, At, To, Scan);
    StreamState Known = Before, Fresh = OfEffect.begin(Symbols);
    Known.takeSwitches(Fresh);
    std::optional<StreamState> Applied =
        Scan.takeEffect().apply(std::move(Known), Symbols);
    ++T.Parts;
    if (!Applied)
      continue;
    ++T.Known;
    StreamState Walked = walk(Records, At, To, std::move(Before), Symbols);
    ASSERT_EQ(describe(std::move(*Applied), Symbols),
              describe(std::move(Walked), Symbols))
        << "records " << From << " to " << To;
  }
}

/// The share of parts whose effect is known, of streams of \p Rarity and
/// \p Untimed as of a Generator; one of \p SwitchesEach ticks has a switch.
double knownShare(unsigned Rarity, unsigned Untimed,
                  uint64_t SwitchesEach = 0) {
  database::Program P = makeProgram();
  SymbolTable Symbols(P, {true});
  Tally T;
  for (unsigned Seed = 0; Seed < 1000; ++Seed) {
    std::mt19937_64 Random(Seed);
    std::vector<uint64_t> Records =
        Generator(Seed, Rarity, Untimed).make(50 + Random() % 400);
    check(Records, makeSwitches(Random, SwitchesEach, 60 * Records.size()),
          Symbols, Random, 10, T);
    if (testing::Test::HasFatalFailure()) {
      ADD_FAILURE() << "seed " << Seed;
      break;
    }
  }
  return double(T.Known) / T.Parts;
}

TEST(PartEffect, AgreesWithAWalk) { EXPECT_GT(knownShare(0, 0), 0.95); }
TEST(PartEffect, IsKnownOfUntimedRecords) { EXPECT_GT(knownShare(0, 3), 0.95); }
TEST(PartEffect, IsKnownOfUntimedBlocks) { EXPECT_GT(knownShare(0, 1), 0.95); }
TEST(PartEffect, IsKnownOfSwitches) {
  EXPECT_GT(knownShare(0, 0, 5000), 0.95);
  EXPECT_GT(knownShare(0, 3, 300), 0.95);
  EXPECT_GT(knownShare(0, 1, 50), 0.95);
  EXPECT_GT(knownShare(400, 4, 300), 0.3);
}
TEST(PartEffect, IsSeldomKnownOfOddStreams) {
  double Often = knownShare(400, 4), Seldom = knownShare(20, 4);
  EXPECT_GT(Often, 0.5);
  EXPECT_GT(Seldom, 0.05);
  EXPECT_LT(Seldom, Often);
}

} // namespace
