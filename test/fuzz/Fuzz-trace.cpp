//===- Fuzz-trace.cpp - Any bytes as a trace ------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first byte of an input says what the rest is:
//
//   0  a stream file
//   1  a stream file and, from the 16-bit number on that comes next, one of
//      switches
//   2  the file `metadata`
//   3  records of four bytes each, of which whole packets are made: so the
//      rebuilding is reached without a header that must be guessed
//
//===----------------------------------------------------------------------===//

#include "../unit/report/StreamBuilder.h"
#include "Require.h"
#include "count/Collector.h"
#include "count/StreamPass.h"
#include "interrupts/exclude/FilterCollector.h"
#include "interrupts/exclude/FilterSink.h"
#include "trace/StreamReader.h"
#include "trace/Trace.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>

using namespace ipoint;
using namespace ipoint::analysis;
using llvm::zip_equal;

namespace {

/// f and g, each with a loop and a mark; isr, a handler.
database::Program makeProgram() {
  using database::Kind;
  database::Program P;
  database::Unit &U = P.Units.emplace_back();
  U.First = 256;
  U.Files.push_back({"/src/main.c", "int x;\n"});
  for (const char *Name : {"f", "g", "isr"}) {
    uint32_t Function = U.Functions.size(), First = U.count();
    U.Functions.push_back({Name, 0, 1 + Function, 1, 1 + Function, {}});
    bool IsInterrupt = llvm::StringRef(Name) == "isr";
    U.Functions.back().IsInterrupt = IsInterrupt;
    for (auto [K, Block] : {std::pair(Kind::Entry, "entry"),
                            {Kind::Condition, "for.1"},
                            {Kind::Body, "for.1/body"},
                            {Kind::Mark, "for.1/mark"},
                            {Kind::Exit, "exit"}})
      U.Ipoints.push_back({K, Block, true, 1, 0, 1, Function});
    for (auto [From, To] : {std::pair(0, 1), {1, 2}, {2, 3}, {3, 1}, {1, 4}})
      U.Transitions.push_back({First + From, First + To});
    U.Ipoints[First + 3].Timed = Function == 0;
    U.Marks.push_back({First + 3, "mark", database::MarkValue::Signed});
    U.Loops.push_back({Function, "for.1", 1, 1, First + 1, First + 2, 3, ""});
  }
  return P;
}

uint64_t sumOf(const Distribution &D) {
  return static_cast<uint64_t>(D.raw().moments().Sum);
}

struct Input {
  std::vector<char> Stream, Switches;
};

struct Outcome {
  trace::StreamSummary Sum;
  uint64_t Elapsed = 0;
  bool IsWhole = false;
};

/// Reads the packets that begin at bytes [From, To).
template <class Sink>
Outcome pass(const Input &In, const SymbolTable &Symbols, Sink &Out,
             uint64_t From = 0, uint64_t To = StreamPart::ToItsEnd) {
  trace::DamageList Damages;
  auto Source = MemorySource::of(In.Stream);
  trace::PacketReader Reader(*Source, "stream", testUuid(), Damages);
  std::unique_ptr<trace::SwitchReader> Switches;
  if (!In.Switches.empty())
    Switches = std::make_unique<trace::SwitchReader>(
        MemorySource::of(In.Switches), "switches", testUuid(), Damages);
  Out.startStream();
  trace::StreamReader Stream(Reader);
  SliceClock Clock(0, 0);
  Rebuilder<Sink> Events(
      Symbols, Out,
      walkTo(From, Stream, StreamState(Symbols, Switches.get(), 3, nullptr),
             Symbols, Out, Clock));
  readUpTo(To, Stream, Events, Out, Clock);
  if (To == StreamPart::ToItsEnd)
    Events.end();
  return {Stream.summary(), Events.elapsed(), Damages.empty()};
}

bool areEqual(const LongestTime &A, const LongestTime &B) {
  return A.Known == B.Known && A.Ticks == B.Ticks && A.Since == B.Since &&
         A.Call == B.Call && A.Stream == B.Stream && A.Mark == B.Mark;
}

/// Two parts of a stream must add up to the whole stream.
void checkParts(const Collector &All, const Collector &Parts) {
  for (auto [A, B, AL, BL] : zip_equal(
           All.Blocks, Parts.Blocks, All.Longest.Blocks, Parts.Longest.Blocks))
    require(A.Visits == B.Visits && sumOf(A.Time) == sumOf(B.Time) &&
                areEqual(AL, BL),
            "visits differ in parts");
  for (auto [A, B, AL, BL] :
       zip_equal(All.Functions, Parts.Functions, All.Longest.Inclusive,
                 Parts.Longest.Inclusive))
    require(A.Calls == B.Calls && A.Threads == B.Threads &&
                A.InferredExits == B.InferredExits &&
                sumOf(A.Self) == sumOf(B.Self) &&
                sumOf(A.Inclusive) == sumOf(B.Inclusive) && areEqual(AL, BL),
            "activations differ in parts");
  for (auto [A, B] : zip_equal(All.Loops, Parts.Loops))
    require(A.Entered == B.Entered && A.Iterations == B.Iterations &&
                A.Anew == B.Anew && A.maxIterations() == B.maxIterations(),
            "loops differ in parts");
}

/// What holds of all that was read.
void check(const Collector &All, const Outcome &O) {
  uint64_t Visits = 0, VisitTime = 0, SelfTime = 0;
  for (const BlockStats &B : All.Blocks) {
    Visits += B.Visits;
    VisitTime += sumOf(B.Time);
    require(B.Time.raw().moments().Count <= B.Visits, "times without visits");
  }
  for (const FunctionStats &F : All.Functions) {
    SelfTime += sumOf(F.Self);
    require(F.Inclusive.raw().moments().Count <= F.Calls,
            "times without calls");
  }
  for (const LoopStats &L : All.Loops)
    require(L.maxIterations() <= L.Iterations, "iterations from nowhere");
  require(Visits <= O.Sum.Timed + O.Sum.Untimed, "visits without records");
  if (!O.IsWhole)
    return;
  require(VisitTime <= O.Elapsed, "visits longer than the stream");
  require(SelfTime <= O.Elapsed, "activations longer than the stream");
}

void read(const Input &In) {
  static const database::Program P = makeProgram();
  static const SymbolTable Symbols(P, {true});
  Collector All(Symbols, {5, 1, 4, 1});
  Outcome O = pass(In, Symbols, All);
  All.settle();
  check(All, O);
  uint64_t Middle = In.Stream.size() / 2;
  Collector First(Symbols, {5, 1, 4, 1}), Second(Symbols, {5, 1, 4, 1});
  pass(In, Symbols, First, 0, Middle);
  pass(In, Symbols, Second, Middle);
  First.settle();
  Second.settle();
  First.add(std::move(Second), /*Continues=*/true);
  checkParts(All, First);
  std::vector<Decision> Decisions(Symbols.blocks().size());
  for (Decision &V : Decisions) {
    V.State = FilterState::Applied;
    V.Interrupted = {{61, 400}, {500, UINT64_MAX}};
    V.Instead.Ticks = 20;
  }
  FilterCollector Filtered(Symbols, Decisions, 4);
  std::vector<LoggedTimes> Times;
  for (const Decision &V : Decisions)
    Times.push_back(LoggedTimes::of(V));
  FilterSink Out(Symbols, Times, nullptr, Filtered);
  Out.startPart(true);
  pass(In, Symbols, Out);
  Out.endPart();
}

/// Packets of the records in \p Data.
Input makePackets(llvm::ArrayRef<uint8_t> Data) {
  static const uint32_t RuntimeIds[] = {IPOINT_ID_PAUSE,
                                        IPOINT_ID_RESUME,
                                        IPOINT_ID_LOST,
                                        IPOINT_ID_GAP,
                                        IPOINT_ID_END,
                                        IPOINT_ID_SWITCH_OUT,
                                        IPOINT_ID_PREEMPTED,
                                        IPOINT_ID_SWITCH_IN,
                                        77,
                                        255,
                                        271,
                                        1u << 22};
  StreamBuilder Streams[2];
  struct {
    uint64_t Begin = 1000, Time = 1000;
    std::vector<uint64_t> Records;
  } Open[2];
  auto Close = [&](int Which) {
    auto &O = Open[Which];
    Streams[Which].packet(O.Begin, O.Time, O.Records);
    O.Records.clear();
    O.Begin = O.Time;
  };
  for (; Data.size() >= 4; Data = Data.drop_front(4)) {
    unsigned Choice = Data[0] % 32, Flags = Data[1];
    uint64_t Ticks = Data[2] | (Flags & 4 ? uint64_t(Data[3]) << 8 : 0);
    int Which = (Flags & 2) != 0; // 1: the switches
    uint32_t Id = Choice < 15   ? IPOINT_ID_FIRST + Choice
                  : Choice < 27 ? RuntimeIds[Choice - 15]
                                : Data[3];
    auto &O = Open[Which];
    if ((Flags & 0xf0) == 0xf0)
      Close(Which);
    if (Flags & 1) {
      O.Records.push_back(ipoint_record_untimed(Id, Ticks));
      continue;
    }
    O.Time += Flags & 8 ? Ticks << 30 : Ticks;
    O.Records.push_back(ipoint_record_timed(Id, O.Time));
  }
  Close(0);
  if (!Open[1].Records.empty())
    Close(1);
  return {std::move(Streams[0].Bytes), std::move(Streams[1].Bytes)};
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size == 0)
    return 0;
  llvm::ArrayRef<uint8_t> Rest(Data + 1, Size - 1);
  auto Text = [](llvm::ArrayRef<uint8_t> Bytes) {
    return std::vector<char>(Bytes.begin(), Bytes.end());
  };
  switch (*Data) {
  case 0:
    read({Text(Rest), {}});
    break;
  case 1: {
    if (Rest.size() < 2)
      break;
    size_t At = std::min<size_t>(Rest[0] | Rest[1] << 8, Rest.size() - 2);
    read({Text(Rest.slice(2, At)), Text(Rest.drop_front(2 + At))});
    break;
  }
  case 2:
    llvm::consumeError(
        trace::parseMetadata(llvm::toStringRef(Rest), "metadata").takeError());
    break;
  case 3:
    read(makePackets(Rest));
    break;
  default: // means nothing
    break;
  }
  return 0;
}
