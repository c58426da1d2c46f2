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

#include "HandlerTimes.h"
#include "Rebuilder.h"
#include "Slices.h"
#include "trace/StreamReader.h"
#include "trace/Trace.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ipoint::analysis {

/// What is read, and how.
struct PassInput {
  llvm::ArrayRef<trace::Trace> Traces;
  const SymbolTable &Symbols;
  bool Execution = false; ///< times without a CPU are told apart
  unsigned Jobs = 0;      ///< threads; 0: one for each CPU of the process
};

/// How many threads \p Jobs stands for.
size_t threadsOf(unsigned Jobs);

/// A stream of a trace, which must outlive it.
struct StreamFile {
  const trace::Trace *Of;
  llvm::StringRef Path;
  uint64_t Size;    ///< bytes; 0 if it can't be known
  SliceClock Clock; ///< at its beginning
};
/// The streams of \p Traces, in their order, which are divided into slices as
/// one.
std::vector<StreamFile> streamsOf(llvm::ArrayRef<trace::Trace> Traces);

/// \p Files in shares, one behind the other and about as long as each other,
/// for at most so many threads. There is one at least, and none is empty where
/// there are files.
std::vector<llvm::ArrayRef<StreamFile>> divide(llvm::ArrayRef<StreamFile> Files,
                                               unsigned Jobs);

/// Calls \p Work with each number below \p Count, all at the same time.
void atTheSameTime(size_t Count, llvm::function_ref<void(size_t)> Work);

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

} // namespace ipoint::analysis

#endif // IPOINT_ANALYSIS_STREAMPASS_H
