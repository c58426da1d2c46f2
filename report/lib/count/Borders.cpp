//===- Borders.cpp - States between the parts of streams ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamPass.h"
#include "callstack/PartEffect.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

Error findWalked(MutableArrayRef<StreamPart> Streams, const PassInput &In) {
  for (StreamPart &S : Streams) {
    auto Handlers = HandlerTimes::open(*S.Of, S.Path, In.Symbols);
    if (!Handlers)
      return Handlers.takeError();
    S.IsWalked = *Handlers != nullptr;
  }
  return Error::success();
}

namespace {

/// What was found of a part that is not the last one.
struct Scanned {
  std::optional<PartEffect> Effect;
  bool IsEmpty = true;
  uint64_t Begin = 0;   ///< of its first packet, ticks
  uint64_t Time = 0;    ///< of its last timed record
  uint64_t Records = 0; ///< in it
};

} // namespace

/// Opens the file of \p Part, and its context switches, and calls \p F with
/// readers of them.
template <class Function>
static Error withReaders(const StreamPart &Part, const PassInput &In,
                         Function &&F) {
  trace::DamageList Known; // reported when it is counted
  auto File = trace::StreamFile::open(*Part.Of, Part.Path, Known);
  if (!File)
    return File.takeError();
  auto Switches = openSwitches(Part, In, Known);
  if (!Switches)
    return Switches.takeError();
  F((*File)->Records, Switches->get());
  return Error::success();
}

static uint64_t recordsOf(const trace::StreamReader &Stream) {
  return Stream.summary().Timed + Stream.summary().Untimed;
}

static Error scan(const StreamPart &Part, const PassInput &In, Scanned &Into) {
  return withReaders(
      Part, In,
      [&](trace::StreamReader &Stream, trace::SwitchReader *Switches) {
        Stream.skip(Part.From, 0);
        if (const trace::Packet *First = Stream.next())
          Into.Begin = First->Begin;
        PartScan Scan(In.Symbols, Switches, switchSlack(*Part.Of));
        Stream.read(Scan, Part.To);
        Into.Effect.emplace(Scan.takeEffect());
        Into.IsEmpty = Stream.summary().Packets == 0;
        Into.Time = Stream.time();
        Into.Records = recordsOf(Stream);
      });
}

/// The beginning of what comes behind \p Part, of which it is known how it
/// begins, by a walk.
static Error walk(const StreamPart &Part, const PassInput &In,
                  std::shared_ptr<const PartBegin> &Behind) {
  StreamState First(In.Symbols, nullptr, switchSlack(*Part.Of), nullptr);
  if (Error E = addAllOffCpu(First, Part, In))
    return E;
  return withReaders(
      Part, In,
      [&](trace::StreamReader &Stream, trace::SwitchReader *Switches) {
        Walk Out(In.Symbols);
        SliceClock Clock = Part.Clock;
        First.Switches = Switches;
        First.nextOffCpu();
        Rebuilder<Walk> Events(
            In.Symbols, Out,
            goTo(Part, Stream, std::move(First), In.Symbols, Out, Clock));
        Stream.read(Events, Part.To);
        uint64_t Before = Part.Begin ? Part.Begin->Records : 0;
        Behind = std::make_shared<PartBegin>(
            PartBegin{std::move(Events.state()), Stream.time(),
                      Before + recordsOf(Stream)});
      });
}

/// The same, from what was \p Found of it, where that suffices.
static Error apply(const Scanned &Found, const StreamPart &Part,
                   const PassInput &In,
                   std::shared_ptr<const PartBegin> &Behind) {
  const PartBegin &Before = *Part.Begin;
  // Records that go back in time are a gap.
  if (!Found.IsEmpty && Found.Begin < Before.Time)
    return Error::success();
  trace::DamageList Known; // reported when it is counted
  auto Switches = openSwitches(Part, In, Known);
  if (!Switches)
    return Switches.takeError();
  StreamState State = Before.State;
  StreamState Fresh(In.Symbols, Switches->get(), State.Slack, nullptr);
  State.takeSwitches(Fresh);
  if (std::optional<StreamState> S =
          Found.Effect->apply(std::move(State), In.Symbols))
    Behind = std::make_shared<PartBegin>(
        PartBegin{std::move(*S), Found.IsEmpty ? Before.Time : Found.Time,
                  Before.Records + Found.Records});
  return Error::success();
}

namespace {

/// One behind the last part of which an end is to be known.
struct Border {
  StreamPart *Part;
  Scanned Found;                           ///< unless it is a stream's first
  std::shared_ptr<const PartBegin> Behind; ///< of a stream's first
};

} // namespace

/// What does not depend on the parts before it.
static Error prepare(Border &B, const PassInput &In) {
  return B.Part->isFirst() ? walk(*B.Part, In, B.Behind)
                           : scan(*B.Part, In, B.Found);
}

/// What needs the state before it.
static Error settle(Border &B, const PassInput &In) {
  if (!B.Part->isFirst())
    if (Error E = apply(B.Found, *B.Part, In, B.Behind))
      return E;
  return B.Behind ? Error::success() : walk(*B.Part, In, B.Behind);
}

Error findBorders(MutableArrayRef<std::vector<StreamPart>> Shares,
                  const PassInput &In) {
  std::vector<Border> Borders;
  std::vector<StreamPart *> Parts;
  for (std::vector<StreamPart> &Share : Shares)
    for (StreamPart &Part : Share) {
      Parts.push_back(&Part);
      if (!Part.isLast() && !Part.IsWalked)
        Borders.push_back({&Part, {}, nullptr});
    }
  if (Borders.empty())
    return Error::success();
  std::vector<std::optional<std::string>> Failures(Borders.size());
  atTheSameTime(Borders.size(), [&](size_t Number) {
    if (Error E = prepare(Borders[Number], In))
      Failures[Number] = toString(std::move(E));
  });
  for (const std::optional<std::string> &Failure : Failures)
    if (Failure)
      return plainError(*Failure);
  auto Next = Borders.begin();
  for (auto [Index, Part] : enumerate(Parts)) {
    if (Next == Borders.end() || Next->Part != Part)
      continue;
    if (Error E = settle(*Next, In))
      return E;
    Parts[Index + 1]->Begin = Next++->Behind;
  }
  return Error::success();
}

} // namespace ipoint::analysis
