//===- StreamPass.h - Streams through a Rebuilder, several at once --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams know nothing of each other, so several are read at the same time. A
// thread has a sink of its own for streams that follow each other, and sinks
// are added up in the order of the streams. So it makes no difference how many
// threads there are: sums and extremes do not depend on the order, and of what
// does (which of several maxima is the first, which places of damage are
// listed) the order is kept.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_ANALYSIS_STREAMPASS_H
#define IPOINT_ANALYSIS_STREAMPASS_H

#include "Collector.h"
#include "trace/StreamReader.h"
#include "trace/Trace.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ipoint::analysis {

/// Opens the context switches of the thread whose stream is \p File; null if
/// there are none. `stream-1-2-handler1` and `stream-1-2-2` are of the thread
/// of `stream-1-2-switches`.
llvm::Expected<std::unique_ptr<trace::SwitchReader>>
openSwitches(const trace::Trace &T, llvm::StringRef File,
             trace::DamageList &Damages);

/// Passes events on to a Rebuilder, and tells its sink when a slice begins.
template <class Sink> class SliceEvents {
public:
  SliceEvents(Rebuilder<Sink> &To, Sink &Out, SliceClock Clock)
      : To(To), Out(Out), Clock(Clock) {
    Out.slice(Clock.number());
  }

  size_t run(llvm::ArrayRef<uint64_t> Words, uint64_t End, uint64_t &Time) {
    uint64_t Most = std::min<uint64_t>(Words.size(), Clock.left());
    size_t Taken = To.run(Words.take_front(Most), End, Time);
    pass(Taken);
    return Taken;
  }
  void timed(uint32_t Id, uint64_t Time) {
    To.timed(Id, Time);
    pass(1);
  }
  void untimed(uint32_t Id, uint64_t Payload) {
    To.untimed(Id, Payload);
    pass(1);
  }
  void gap() { To.gap(); }

private:
  void pass(uint64_t Records) {
    if (Clock.pass(Records)) [[unlikely]]
      Out.slice(Clock.number());
  }

  Rebuilder<Sink> &To;
  Sink &Out;
  SliceClock Clock;
};

/// Runs the events of the stream \p File of \p T through a Rebuilder into
/// \p Out, and \p Done with what was in it. Times of handlers with streams of
/// their own are set apart; with \p Execution, those in which the thread had no
/// CPU, too.
template <class Sink, class Function>
llvm::Error readInto(const trace::Trace &T, const std::string &File,
                     const SymbolTable &Symbols, Sink &Out,
                     trace::DamageList &Damages, bool Execution,
                     Function &&Done, std::optional<SliceClock> Clock = {}) {
  auto Slack = static_cast<uint64_t>(
      std::max<int64_t>(T.Meta.number("switches_uncertainty"), 0));
  llvm::Expected<std::unique_ptr<trace::ByteSource>> Source =
      trace::ByteSource::open(File);
  if (!Source)
    return Source.takeError();
  trace::PacketReader Reader(**Source, File, T.Meta.Uuid, Damages);
  std::unique_ptr<trace::SwitchReader> Switches;
  if (Execution) {
    auto Opened = openSwitches(T, File, Damages);
    if (!Opened)
      return Opened.takeError();
    Switches = std::move(*Opened);
  }
  auto Handlers = HandlerTimes::open(T, File, Symbols);
  if (!Handlers)
    return Handlers.takeError();
  Out.startStream();
  Rebuilder<Sink> Events(Symbols, Out, Switches.get(), Slack, Handlers->get());
  trace::StreamSummary Sum;
  if constexpr (requires { Out.slice(0); }) {
    if (Clock) {
      SliceEvents<Sink> Sliced(Events, Out, *Clock);
      Sum = trace::readStream(Reader, Sliced);
    } else {
      Sum = trace::readStream(Reader, Events);
    }
  } else {
    Sum = trace::readStream(Reader, Events);
  }
  Events.end();
  Done(Sum, Events);
  return llvm::Error::success();
}

/// What a Collector does not keep, for it is of one stream.
struct StreamOutcome {
  std::string File;
  trace::StreamSummary Sum;
  bool IsHandler = false;   ///< of signal handlers of its thread
  uint64_t Elapsed = 0;     ///< ticks
  uint64_t SwitchedOut = 0; ///< ticks
  uint64_t Switches = 0, Preemptions = 0;
  Accounts Book;
  uint64_t LostRecords = 0; ///< as LOST records tell
};

/// The first pass over all streams of a trace.
struct TraceOutcome {
  std::vector<StreamOutcome> Streams; ///< in their order
  std::unique_ptr<Collector> All;     ///< settled
};

/// Reads the streams of \p T by at most \p Jobs threads (0: one for each CPU
/// that the process may use). \p Make makes a Collector.
llvm::Expected<TraceOutcome>
collect(const trace::Trace &T, const SymbolTable &Symbols,
        trace::DamageList &Damages, bool Execution, unsigned Jobs,
        llvm::function_ref<std::unique_ptr<Collector>()> Make);

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_STREAMPASS_H
