//===- StreamPass.cpp - Streams through a Rebuilder, several at once ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamPass.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ThreadPool.h"

using namespace llvm;

namespace ipoint::analysis {

Expected<std::unique_ptr<trace::SwitchReader>>
openSwitches(const trace::Trace &T, StringRef File,
             trace::DamageList &Damages) {
  for (const std::string &Path : T.Switches) {
    StringRef Thread = sys::path::filename(Path);
    StringRef Name = sys::path::filename(File);
    Thread.consume_back("-switches");
    if (!Name.consume_front(Thread) || !(Name.empty() || Name.starts_with("-")))
      continue;
    Expected<std::unique_ptr<trace::ByteSource>> Source =
        trace::ByteSource::open(Path);
    if (!Source)
      return Source.takeError();
    return std::make_unique<trace::SwitchReader>(std::move(*Source), Path,
                                                 T.Meta.Uuid, Damages);
  }
  return nullptr;
}

namespace {

/// Streams that follow each other, and what one thread makes of them.
struct Share {
  ArrayRef<std::string> Files;
  std::vector<SliceClock> Clocks; ///< of Files, at their beginning
  std::unique_ptr<Collector> Out;
  std::vector<StreamOutcome> Streams;
  trace::DamageList Damages;
  std::optional<std::string> Failure;
};

} // namespace

static Error read(const trace::Trace &T, const std::string &File,
                  SliceClock Clock, const SymbolTable &Symbols, bool Execution,
                  Share &S) {
  Collector &Out = *S.Out;
  StreamOutcome O;
  O.File = File;
  O.IsHandler = trace::isOfHandlers(File);
  std::array<Spent, 3> Calling = Out.callsOut();
  uint64_t LostBefore = Out.Account.LostRecords;
  auto Note = [&](const trace::StreamSummary &Sum,
                  Rebuilder<Collector> &Events) {
    Out.Longest.setOrigin({T.Path, Sum.Pid, Sum.Tid, O.IsHandler});
    O.Sum = Sum;
    O.Elapsed = Events.elapsed();
    O.SwitchedOut = Events.switchedOut();
    O.Switches = Events.switches();
    O.Preemptions = Events.preemptions();
    O.Book = Events.accounts();
    O.Book.setCalling(Calling, Out.callsOut());
  };
  if (Error E =
          readInto(T, File, Symbols, Out, S.Damages, Execution, Note, Clock))
    return E;
  O.LostRecords = Out.Account.LostRecords - LostBefore;
  S.Streams.push_back(std::move(O));
  return Error::success();
}

/// Divides \p Files into at most \p Most shares of about as many bytes each.
static std::vector<Share> divide(ArrayRef<std::string> Files, size_t Most) {
  std::vector<uint64_t> Ends; // bytes up to the end of each file
  uint64_t All = 0;
  for (const std::string &File : Files) {
    uint64_t Size = 0;
    (void)sys::fs::file_size(File, Size); // of no file: told when it is read
    Ends.push_back(All += Size);
  }
  std::vector<Share> Result;
  size_t Begin = 0;
  for (size_t Number = 1; Number <= Most; ++Number) {
    double Wanted = double(All) * double(Number) / double(Most);
    size_t End = Begin;
    // A file belongs where its greater part lies.
    while (
        End < Files.size() &&
        (Number == Most ||
         0.5 * (double(Ends[End]) + double(End ? Ends[End - 1] : 0)) <= Wanted))
      ++End;
    if (End == Begin && !(Result.empty() && Number == Most))
      continue;
    Share &S = Result.emplace_back();
    S.Files = Files.slice(Begin, End - Begin);
    // By the bytes of the files, so that it does not depend on the shares.
    for (; Begin < End; ++Begin)
      S.Clocks.emplace_back(All / sizeof(uint64_t),
                            (Begin ? Ends[Begin - 1] : 0) / sizeof(uint64_t));
  }
  return Result;
}

Expected<TraceOutcome>
collect(const trace::Trace &T, const SymbolTable &Symbols,
        trace::DamageList &Damages, bool Execution, unsigned Jobs,
        function_ref<std::unique_ptr<Collector>()> Make) {
  ThreadPoolStrategy Strategy = hardware_concurrency(Jobs);
  size_t Most = Jobs ? Jobs : Strategy.compute_thread_count();
  std::vector<Share> Shares =
      divide(T.Streams, std::clamp<size_t>(Most, 1, T.Streams.size() + 1));
  auto Work = [&](Share &S) {
    for (auto [File, Clock] : zip_equal(S.Files, S.Clocks))
      if (Error E = read(T, File, Clock, Symbols, Execution, S)) {
        S.Failure = toString(std::move(E));
        return;
      }
    S.Out->settle();
  };
  for (Share &S : Shares)
    S.Out = Make();
  if (Shares.size() == 1) {
    Work(Shares.front());
  } else {
    Strategy.ThreadsRequested = static_cast<unsigned>(Shares.size());
    DefaultThreadPool Pool(Strategy);
    for (Share &S : Shares)
      Pool.async([&Work, &S] { Work(S); });
    Pool.wait();
  }
  TraceOutcome Result;
  for (Share &S : Shares) {
    if (S.Failure)
      return createStringError(inconvertibleErrorCode(), *S.Failure);
    Damages.append(std::move(S.Damages));
    append_range(Result.Streams, std::move(S.Streams));
    if (Result.All)
      Result.All->add(std::move(*S.Out));
    else
      Result.All = std::move(S.Out);
    S.Out.reset();
  }
  return Result;
}

} // namespace ipoint::analysis
