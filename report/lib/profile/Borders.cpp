//===- Borders.cpp - States between the parts of streams ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Borders.h"
#include "callstack/PartEffect.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

Error findWalked(MutableArrayRef<StreamPart> Streams, const PassInput &In) {
  trace::DamageList Known; // told by whoever reads them
  for (StreamPart &S : Streams) {
    if (In.Execution) {
      auto Switches = openSwitches(*S.Of, S.Path, Known);
      if (!Switches)
        return Switches.takeError();
      S.IsWalked = *Switches != nullptr;
    }
    auto Handlers = HandlerTimes::open(*S.Of, S.Path, In.Symbols);
    if (!Handlers)
      return Handlers.takeError();
    S.IsWalked |= *Handlers != nullptr;
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

/// Opens the file of \p Part and calls \p F with a reader of it.
template <class Function>
static Error withReader(const StreamPart &Part, Function &&F) {
  Expected<std::unique_ptr<trace::ByteSource>> Source =
      trace::ByteSource::open(Part.Path);
  if (!Source)
    return Source.takeError();
  trace::DamageList Known; // told when it is counted
  trace::PacketReader Reader(**Source, Part.Path.str(), Part.Of->Meta.Uuid,
                             Known);
  trace::StreamReader Stream(Reader);
  F(Stream);
  return Error::success();
}

static uint64_t recordsOf(const trace::StreamReader &Stream) {
  return Stream.summary().Timed + Stream.summary().Untimed;
}

static Error scan(const StreamPart &Part, const SymbolTable &Symbols,
                  Scanned &Into) {
  return withReader(Part, [&](trace::StreamReader &Stream) {
    Stream.skip(Part.From, 0);
    if (const trace::Packet *First = Stream.next())
      Into.Begin = First->Begin;
    PartScan Scan(Symbols);
    Stream.read(Scan, Part.To);
    Into.Effect.emplace(Scan.takeEffect());
    Into.IsEmpty = Stream.summary().Packets == 0;
    Into.Time = Stream.time();
    Into.Records = recordsOf(Stream);
  });
}

/// The beginning of what comes behind \p Part, of which it is known how it
/// begins, by a walk.
static Error walk(const StreamPart &Part, const SymbolTable &Symbols,
                  std::shared_ptr<const PartBegin> &Behind) {
  return withReader(Part, [&](trace::StreamReader &Stream) {
    Walk Out(Symbols);
    SliceClock Clock = Part.Clock;
    Rebuilder<Walk> Events(Symbols, Out,
                           goTo(Part, Stream,
                                StreamState(Symbols, nullptr, 0, nullptr),
                                Symbols, Out, Clock));
    Stream.read(Events, Part.To);
    uint64_t Before = Part.Begin ? Part.Begin->Records : 0;
    Behind = std::make_shared<PartBegin>(PartBegin{
        std::move(Events.state()), Stream.time(), Before + recordsOf(Stream)});
  });
}

/// The same, from what was found of it; null if that does not tell.
static std::shared_ptr<const PartBegin> apply(const Scanned &Found,
                                              const PartBegin &Before,
                                              const SymbolTable &Symbols) {
  // Records that go back in time are a gap.
  if (!Found.IsEmpty && Found.Begin < Before.Time)
    return nullptr;
  std::optional<StreamState> Behind =
      Found.Effect->apply(Before.State, Symbols);
  if (!Behind)
    return nullptr;
  return std::make_shared<PartBegin>(
      PartBegin{std::move(*Behind), Found.IsEmpty ? Before.Time : Found.Time,
                Before.Records + Found.Records});
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
static Error prepare(Border &B, const SymbolTable &Symbols) {
  return B.Part->isFirst() ? walk(*B.Part, Symbols, B.Behind)
                           : scan(*B.Part, Symbols, B.Found);
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
    if (Error E = prepare(Borders[Number], In.Symbols))
      Failures[Number] = toString(std::move(E));
  });
  for (const std::optional<std::string> &Failure : Failures)
    if (Failure)
      return createStringError(inconvertibleErrorCode(), *Failure);
  auto Next = Borders.begin();
  for (auto [Index, Part] : enumerate(Parts)) {
    if (Next == Borders.end() || Next->Part != Part)
      continue;
    Border &B = *Next++;
    if (!Part->isFirst()) {
      B.Behind = apply(B.Found, *Part->Begin, In.Symbols);
      if (!B.Behind)
        if (Error E = walk(*Part, In.Symbols, B.Behind))
          return E;
    }
    Parts[Index + 1]->Begin = B.Behind;
  }
  return Error::success();
}

} // namespace ipoint::analysis
