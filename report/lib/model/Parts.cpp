//===- Parts.cpp - One run as several successive ones ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "ModelBuilder.h"
#include "count/Collector.h"
#include "count/StreamPass.h"
#include "overhead/Clock.h"
#include "program/Units.h"
#include "trace/StreamReader.h"

using namespace llvm;

namespace ipoint::analysis {

namespace {

using Collectors = std::vector<std::unique_ptr<Collector>>;

/// Gives the records of a stream to one Rebuilder behind the other.
class Splitter {
public:
  Splitter(const SymbolTable &Symbols, Collectors &Parts, uint64_t Each,
           HandlerTimes *Handlers)
      : Symbols(Symbols), Parts(Parts), Each(std::max<uint64_t>(Each, 1)),
        Handlers(Handlers) {
    begin();
  }

  void timed(uint32_t Id, uint64_t Time) {
    advance();
    Events->timed(Id, Time);
  }
  void untimed(uint32_t Id, uint64_t Payload) {
    advance();
    Events->untimed(Id, Payload);
  }
  void gap() { Events->gap(); }
  void end() { Events->end(); }

private:
  void begin() {
    Left = Part + 1 == Parts.size() ? UINT64_MAX : Each;
    Parts[Part]->startStream();
    Events.emplace(Symbols, *Parts[Part], nullptr, 0, Handlers);
  }
  void advance() {
    if (Left == 0) {
      Events->end();
      ++Part;
      begin();
    }
    --Left;
  }

  const SymbolTable &Symbols;
  Collectors &Parts;
  uint64_t Each; ///< records of a part
  HandlerTimes *Handlers;
  size_t Part = 0;
  uint64_t Left = 0; ///< records of this part that are to come
  std::optional<Rebuilder<Collector>> Events;
};

} // namespace

/// Of the only trace of \p In.
static Error readParts(const PassInput &In, Collectors &Parts,
                       uint64_t &Records) {
  const trace::Trace &T = In.Traces.front();
  trace::DamageList Damages;
  for (const StreamPart &Stream : startPass(In)) {
    std::string File = Stream.Path.str();
    auto Source = trace::ByteSource::open(File);
    if (!Source)
      return Source.takeError();
    trace::PacketReader Reader(**Source, File, T.Meta.Uuid, Damages);
    Reader.setProgress(In.Watch);
    uint64_t Words = Stream.Size / sizeof(uint64_t); // 0: all is one part
    auto Handlers = HandlerTimes::open(T, File, In.Symbols);
    if (!Handlers)
      return Handlers.takeError();
    Splitter Split(In.Symbols, Parts,
                   Words ? divideCeil(Words, Parts.size()) : UINT64_MAX,
                   Handlers->get());
    trace::StreamSummary Sum = trace::readStream(Reader, Split);
    Split.end();
    Records += Sum.Timed + Sum.Untimed;
  }
  return Error::success();
}

Expected<std::vector<ReportModel>>
analyzeParts(const trace::Trace &T, const database::Program &P,
             const ClockModel &Clock, unsigned Count, trace::Progress *Watch) {
  Expected<std::vector<bool>> Chosen = checkUnits(T, P);
  if (!Chosen)
    return Chosen.takeError();
  SymbolTable Symbols(P, *Chosen);
  noteProbes(Symbols, T, Clock);
  ProbeOverheads Overheads = overheadsOf(Clock);
  Collectors Parts;
  for (unsigned I = 0; I < Count; ++I)
    Parts.push_back(std::make_unique<Collector>(Symbols, Overheads.front()));
  uint64_t Records = 0;
  PassInput In = {T, Symbols};
  In.Watch = Watch;
  if (Error E = readParts(In, Parts, Records))
    return E;
  if (Records == 0)
    return createStringError(inconvertibleErrorCode(),
                             T.Path + ": nothing was recorded");
  std::vector<ReportModel> Result;
  std::vector<Decision> Decisions(Symbols.blocks().size());
  for (std::unique_ptr<Collector> &Part : Parts) {
    Part->settle();
    Result.push_back(ModelBuilder(Symbols, *Part, nullptr, Decisions, Overheads,
                                  GapRule::of(Clock))
                         .build(/*Jobs=*/1));
    Part.reset();
    ReportModel &R = Result.back();
    R.Clock = Clock;
    R.Builds = buildsOf(P, *Chosen);
    TraceModel M;
    M.Path = T.Path;
    M.Program = T.Meta.text("program").str();
    M.BuildId = T.Meta.text("build_id").str();
    M.Arguments = T.Meta.text("arguments").str();
    M.Host = T.Meta.text("hostname").str();
    M.Cpu = T.Meta.text("cpu").str();
    M.Records = Records / Count;
    R.Traces.push_back(std::move(M));
  }
  return Result;
}

} // namespace ipoint::analysis
