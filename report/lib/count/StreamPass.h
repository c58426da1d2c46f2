//===- StreamPass.h - Streams through a Rebuilder, several at once --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams know nothing of each other, so several are read at the same time; a
// long one is read in parts. A part begins with the state behind all before it
// (Borders.h). Where streams of handlers are read beside one, no state can be
// handed over: a Walk goes through all before each part.
//
// A thread has one sink for parts that follow each other, and sinks
// are added up in the order of the streams. So it makes no difference how many
// threads there are: sums and extremes do not depend on the order, and of what
// does (which of several maxima is the first, which places of damage are
// listed) the order is kept.
//
// To walk costs W of counting (0.35 of Lua, 0.54 of zlib). The part of a thread
// begins when all before it is walked through, so it is the shorter the later
// it begins: N threads take W / (1 - (1 - W)^N) of what one takes, and never
// less than W.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_COUNT_STREAMPASS_H
#define IPOINT_COUNT_STREAMPASS_H

#include "Slices.h"
#include "callstack/HandlerTimes.h"
#include "callstack/Rebuilder.h"
#include "callstack/Walk.h"
#include "support/Threads.h"
#include "trace/StreamReader.h"
#include "trace/Trace.h"

namespace ipoint::analysis {

/// What is read, and how.
struct PassInput {
  llvm::ArrayRef<trace::Trace> Traces;
  const SymbolTable &Symbols;
  bool Execution = false; ///< times off CPU are kept apart
  unsigned Jobs = 0;      ///< as in threadsOf()
  uint64_t LeastPart = 0; ///< as in Division
  /// Bytes that the second pass may keep of what it has read.
  uint64_t LogLimit = 0;
  trace::Progress *Watch = nullptr; ///< counts what is read; may be null
};

/// Where a part of a stream begins.
struct PartBegin {
  StreamState State;    ///< of a Rebuilder, but for its accounts
  uint64_t Time = 0;    ///< of the last timed record before it
  uint64_t Records = 0; ///< before it
};

/// A stream of a trace, which must outlive it, or the packets of it that begin
/// at bytes [From, To) of its file.
struct StreamPart {
  static constexpr uint64_t ToItsEnd = UINT64_MAX;

  const trace::Trace *Of;
  llvm::StringRef Path;
  uint64_t Size;    ///< of the file, bytes; 0 if it can't be known
  SliceClock Clock; ///< at the beginning of the file
  uint64_t From = 0, To = ToItsEnd;
  /// Streams of handlers are read beside it: it has no Begin, and what lies
  /// before a part is walked through.
  bool IsWalked = false;
  std::shared_ptr<const PartBegin> Begin = nullptr; ///< null: not known

  bool isFirst() const { return From == 0; }
  bool isLast() const { return To == ToItsEnd; }
  uint64_t length() const { return std::min(To, Size) - std::min(From, Size); }
};
/// The streams of \p Traces, in their order, which are divided into slices as
/// one.
std::vector<StreamPart> streamsOf(llvm::ArrayRef<trace::Trace> Traces);
/// The same, which are to be read now.
std::vector<StreamPart> startPass(const PassInput &In);
/// \p Parts are to be read now.
void startPass(llvm::ArrayRef<StreamPart> Parts, const PassInput &In);

/// How streams are divided.
struct Division {
  unsigned Jobs = 0; ///< as in PassInput
  /// What a byte costs that is walked through, if what one costs that is
  /// counted is 1.
  double WalkCost = 1;
  /// No part is shorter, but of a stream that is; bytes.
  uint64_t LeastPart = 0;
};
/// \p Streams in shares, one behind the other, which end at about the same
/// time, for at most \p How.Jobs threads. There is one at least, and none is
/// empty where there are streams. A share begins when all before it of its
/// first stream is walked through, unless it is known how it begins.
std::vector<std::vector<StreamPart>> divide(llvm::ArrayRef<StreamPart> Streams,
                                            const Division &How);

/// Opens the context switches of the thread whose stream \p Part is of; null if
/// there are none, or times off CPU are not kept apart. `stream-1-2-handler1`
/// and `stream-1-2-2` are of the thread of `stream-1-2-switches`.
llvm::Expected<std::unique_ptr<trace::SwitchReader>>
openSwitches(const StreamPart &Part, const PassInput &In,
             trace::DamageList &Damages);

/// Adds to \p First, the beginning of the stream of \p Part, all times off CPU
/// of its thread, where these are known and calls are timed by themselves. A
/// part of which it is known how it begins has them in that.
llvm::Error addAllOffCpu(StreamState &First, const StreamPart &Part,
                         const PassInput &In);

/// Passes events on to a Rebuilder, and to its sink where a slice begins, and
/// records that may lie in another bucket of time.
template <TraceSink Sink> class SliceEvents {
public:
  SliceEvents(Rebuilder<Sink> &To, Sink &Out, SliceClock Clock)
      : To(To), Out(Out), Clock(Clock) {
    Out.slice(Clock.number());
  }

  size_t run(llvm::ArrayRef<uint64_t> Words, uint64_t End, uint64_t &Time) {
    uint64_t Most = std::min<uint64_t>(Words.size(), Clock.left());
    size_t Taken =
        To.run(Words.take_front(Most), std::min(End, Out.bucketEnd()), Time);
    pass(Taken);
    return Taken;
  }
  size_t runUntimed(llvm::ArrayRef<uint64_t> Words) {
    uint64_t Most = std::min<uint64_t>(Words.size(), Clock.left());
    size_t Taken = To.runUntimed(Words.take_front(Most));
    pass(Taken);
    return Taken;
  }
  void timed(uint32_t Id, uint64_t Time) {
    Out.reach(Time);
    To.timed(Id, Time);
    pass(1);
  }
  void untimed(uint32_t Id, uint64_t Payload) {
    To.untimed(Id, Payload);
    pass(1);
  }
  void gap() { To.gap(); }

  const SliceClock &clock() const { return Clock; }

private:
  void pass(uint64_t Records) {
    if (Clock.pass(Records)) [[unlikely]]
      Out.slice(Clock.number());
  }

  Rebuilder<Sink> &To;
  Sink &Out;
  SliceClock Clock;
};

/// Gives \p H what \p Stream has up to the byte \p To, and \p Out the slices
/// that begin there from \p Clock on, which is advanced to the end.
template <TraceSink Sink>
void readUpTo(uint64_t To, trace::StreamReader &Stream, Rebuilder<Sink> &H,
              Sink &Out, SliceClock &Clock) {
  SliceEvents<Sink> Sliced(H, Out, Clock);
  Stream.read(Sliced, To);
  Clock = Sliced.clock();
  H.reportPaths();
}

/// Goes from the beginning of \p Stream, \p State, to the byte \p To. Returns
/// what a Rebuilder for \p Out knows there.
template <TraceSink Sink>
StreamState walkTo(uint64_t To, trace::StreamReader &Stream, StreamState State,
                   const SymbolTable &Symbols, Sink &Out, SliceClock &Clock) {
  if (To == 0)
    return State;
  Walk Before(Symbols);
  Rebuilder<Walk> Events(Symbols, Before, std::move(State));
  readUpTo(To, Stream, Events, Before, Clock);
  Out.resume(Events.state().Stack);
  return std::move(Events.state());
}

/// The uncertainty of the times in \p T's streams of context switches, ticks.
inline uint64_t switchSlack(const trace::Trace &T) {
  return static_cast<uint64_t>(
      std::max<int64_t>(T.Meta.number("switches_uncertainty"), 0));
}

/// Brings \p Stream to \p Part. Returns the state there, with accounts that
/// begin, from \p First, that of the stream's beginning; \p Clock is of there.
template <TraceSink Sink>
StreamState goTo(const StreamPart &Part, trace::StreamReader &Stream,
                 StreamState First, const SymbolTable &Symbols, Sink &Out,
                 SliceClock &Clock) {
  auto AtBegin = [&]() -> StreamState {
    if (!Part.Begin)
      return walkTo(Part.From, Stream, std::move(First), Symbols, Out, Clock);
    Stream.skip(Part.From, Part.Begin->Time);
    Clock.skip(Part.Begin->Records);
    Out.resume(Part.Begin->State.Stack);
    StreamState Here = Part.Begin->State;
    Here.takeSwitches(First);
    if constexpr (Sink::KeepsCalls)
      Here.Stack.markResumed();
    return Here;
  };
  StreamState Result = AtBegin();
  Stream.beginSummary();
  Result.Account = {};
  Result.SwitchCount = Result.PreemptionCount = Result.InterruptCount = 0;
  return Result;
}

/// What comes next in \p Stream, which \p Events read from \p Part's beginning
/// on.
template <TraceSink Sink>
std::shared_ptr<const PartBegin> stateAt(const StreamPart &Part,
                                         const trace::StreamReader &Stream,
                                         Rebuilder<Sink> &Events) {
  const trace::StreamSummary &Sum = Stream.summary();
  uint64_t Before = Part.Begin ? Part.Begin->Records : 0;
  return std::make_shared<PartBegin>(PartBegin{
      Events.state(), Stream.time(), Before + Sum.Timed + Sum.Untimed});
}

/// Where a part is interrupted while it is read, in order.
struct Stops {
  std::vector<uint64_t> At;                             ///< bytes
  std::vector<std::shared_ptr<const PartBegin>> States; ///< as many
};

/// Runs the events of \p Part, which is of a trace of \p In, through a
/// Rebuilder into \p Out, and \p Done with what was in the part. Times of
/// handlers with separate streams are set apart. \p Damages are of the
/// part; where it is walked to, also of what lies before it; those of the
/// context switches are the last part's. \p Found, which may be null, gets the
/// states at its stops.
template <TraceSink Sink, class Function>
llvm::Error readInto(const StreamPart &Part, const PassInput &In, Sink &Out,
                     trace::DamageList &Damages, Function &&Done,
                     Stops *Found = nullptr) {
  const trace::Trace &T = *Part.Of;
  trace::DamageList Before;
  auto File =
      trace::StreamFile::open(T, Part.Path, Part.Begin ? Before : Damages);
  if (!File)
    return File.takeError();
  trace::StreamReader &Stream = (*File)->Records;
  trace::DamageList OfSwitches;
  auto Switches = openSwitches(Part, In, OfSwitches);
  if (!Switches)
    return Switches.takeError();
  auto Handlers = HandlerTimes::open(T, Part.Path, In.Symbols);
  if (!Handlers)
    return Handlers.takeError();
  SliceClock Clock = Part.Clock;
  Out.startStream();
  StreamState First(In.Symbols, Switches->get(), switchSlack(T),
                    Handlers->get());
  if (llvm::Error E = addAllOffCpu(First, Part, In))
    return E;
  Rebuilder<Sink> Events(
      In.Symbols, Out,
      goTo(Part, Stream, std::move(First), In.Symbols, Out, Clock));
  (*File)->Packets.setDamages(Damages);
  (*File)->Packets.setProgress(In.Watch);
  for (size_t I = 0; Found && I < Found->At.size(); ++I) {
    readUpTo(Found->At[I], Stream, Events, Out, Clock);
    Found->States[I] = stateAt(Part, Stream, Events);
  }
  readUpTo(Part.To, Stream, Events, Out, Clock);
  if (Part.isLast()) {
    Events.end();
    Damages.append(std::move(OfSwitches));
  }
  Done(Stream.summary(), Events);
  return llvm::Error::success();
}

} // namespace ipoint::analysis

#endif // IPOINT_COUNT_STREAMPASS_H
