//===- HandlerTimes.cpp - When signal handlers ran on a thread ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandlerTimes.h"
#include "ipoint/record.h"
#include "llvm/ADT/STLExtras.h"
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
    auto Source = trace::ByteSource::open(Path);
    if (!Source)
      return Source.takeError();
    H->Streams.push_back(std::make_unique<trace::RecordCursor>(
        std::move(*Source), Path.str(), T.Meta.Uuid, H->Known));
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
      Open.clear();
      continue;
    }
    // What was open may have ended where records are missing.
    if (R.Gap)
      Open.clear();
    if (R.Timed) {
      Next = R;
      return;
    }
    if (R.Id < IPOINT_ID_FIRST)
      Open.clear();
    else
      take(R);
  }
  Next.Time = NoTime;
}

void HandlerTimes::take(const trace::RecordCursor::Record &R) {
  const Site *S = Symbols.site(R.Id);
  if (!S)
    return;
  if (S->IsEntry)
    Open.push_back({S->Function, R.Timed ? R.Time : NoTime, Done.size()});
  if (!S->IsExit)
    return;
  // What lies above it ended without an exit.
  auto It = find_if(reverse(Open), [&](const Activation &A) {
    return A.Function == S->Function;
  });
  if (It == Open.rend())
    return;
  Activation A = *It;
  Open.resize(size_t(Open.rend() - It) - 1);
  if (!R.Timed || A.From == NoTime)
    return;
  Done.resize(A.Before); // it called the others
  Done.push_back({A.From, R.Time});
}

ArrayRef<HandlerTimes::Span> HandlerTimes::upTo(uint64_t Time) {
  Done.clear();
  // A handler that begins in the tick in which the other record was made comes
  // behind that; one that ends there, before.
  while (Next.Time < Time || (Next.Time == Time && !Open.empty())) {
    take(Next);
    advance();
  }
  Open.clear();
  return Done;
}

} // namespace ipoint::analysis
