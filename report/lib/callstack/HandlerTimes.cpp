//===- HandlerTimes.cpp - When signal handlers ran on a thread ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandlerTimes.h"
#include "Rebuilder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include <tuple>

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// What the name of a stream says: stream-PID-TID[-handlerN][-NUMBER].
struct StreamName {
  StringRef Thread;     ///< stream-PID-TID
  unsigned Handler = 0; ///< of handlers: how deep they interrupt each other
  unsigned Number = 1;  ///< among those of one thread

  explicit StreamName(StringRef File) {
    StringRef Rest;
    std::tie(Thread, Rest) = sys::path::filename(File).split("-handler");
    if (!Rest.empty() && Rest.consumeInteger(10, Handler))
      Handler = 0;
    if (Handler == 0) {
      size_t Tid = Thread.find('-', Thread.find('-') + 1);
      Thread = Thread.substr(
          0,
          Thread.find('-', Tid == StringRef::npos ? StringRef::npos : Tid + 1));
    } else if (Rest.consume_front("-")) {
      (void)Rest.getAsInteger(10, Number);
    }
  }
};

} // namespace

namespace {

/// Notes the calls of a handler's stream that have a beginning and an end, one
/// after the other: what they called is a part of them.
class SpanSink : public UnhurriedSink {
public:
  using UnhurriedSink::UnhurriedSink;

  void pushed(uint32_t, bool, bool) {
    Open.push_back({*View.Time, Done.size()});
  }
  void finish(uint32_t, const ActivationTimes &) { IsWhole = true; }
  void finish(uint32_t, const Activation &A) { IsWhole = A.InclusiveUsable; }
  void popped() {
    Call C = Open.pop_back_val();
    if (IsWhole) {
      Done.resize(C.Before);
      Done.push_back({C.From, *View.Time});
    }
    IsWhole = false;
  }

  bool anyOpen() const { return !Open.empty(); }

  std::vector<HandlerTimes::Span> Done;

private:
  struct Call {
    uint64_t From = 0; ///< ticks
    size_t Before = 0; ///< spans that ended before it began
  };

  SmallVector<Call, 8> Open;
  bool IsWhole = false; ///< the call that ends next
};

} // namespace

struct HandlerTimes::Calls {
  explicit Calls(const SymbolTable &Symbols)
      : Sink(Symbols), Events(Symbols, Sink) {}

  SpanSink Sink;
  Rebuilder<SpanSink> Events;
};

HandlerTimes::HandlerTimes(const SymbolTable &Symbols)
    : Made(std::make_unique<Calls>(Symbols)) {}

HandlerTimes::~HandlerTimes() = default;

Expected<std::unique_ptr<HandlerTimes>>
HandlerTimes::open(const trace::Trace &T, StringRef File,
                   const SymbolTable &Symbols) {
  StreamName Interrupted(File);
  SmallString<256> Prefix(sys::path::parent_path(File));
  sys::path::append(Prefix, Interrupted.Thread + "-handler" +
                                Twine(Interrupted.Handler + 1));
  std::vector<std::pair<unsigned, StringRef>> Files;
  for (auto It = lower_bound(T.Streams, Prefix.str());
       It != T.Streams.end() && StringRef(*It).starts_with(Prefix); ++It)
    if (StreamName Name(*It); Name.Handler == Interrupted.Handler + 1)
      Files.push_back({Name.Number, *It});
  if (Files.empty())
    return nullptr;
  llvm::sort(Files);
  std::unique_ptr<HandlerTimes> H(new HandlerTimes(Symbols));
  for (auto [Number, Path] : Files) {
    auto Opened =
        trace::StreamFile::open<trace::RecordCursor>(T, Path, H->Known);
    if (!Opened)
      return Opened.takeError();
    H->Streams.push_back(std::move(*Opened));
  }
  H->advance();
  return H;
}

/// Goes to the next timed record, past untimed ones.
void HandlerTimes::advance() {
  while (Stream < Streams.size()) {
    trace::RecordCursor::Record R;
    if (!Streams[Stream]->next(R)) {
      Streams[Stream++].reset();
      Made->Events.end();
      continue;
    }
    if (R.Gap)
      Made->Events.gap();
    if (R.Timed) {
      Next = R;
      return;
    }
    Made->Events.untimed(R.Id, R.Payload);
  }
  Next.Time = NoTime;
}

ArrayRef<HandlerTimes::Span> HandlerTimes::upTo(uint64_t Time) {
  Made->Sink.Done.clear();
  // A handler that begins in the tick in which the other record was made comes
  // behind that; one that ends there, before.
  while (Next.Time < Time || (Next.Time == Time && Made->Sink.anyOpen())) {
    Made->Events.timed(Next.Id, Next.Time);
    advance();
  }
  Made->Events.end();
  return Made->Sink.Done;
}

} // namespace ipoint::analysis
