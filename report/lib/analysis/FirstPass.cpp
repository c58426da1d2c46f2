//===- FirstPass.cpp - All streams into one Collector ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstPass.h"
#include "ModelBuilder.h"
#include "TraceFacts.h"

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// What a Collector does not keep, for it is of one stream.
struct StreamOutcome {
  trace::StreamSummary Sum;
  bool IsHandler = false;   ///< of signal handlers of its thread
  uint64_t Elapsed = 0;     ///< ticks
  uint64_t SwitchedOut = 0; ///< ticks
  uint64_t Switches = 0, Preemptions = 0;
  Accounts Book;
  uint64_t LostRecords = 0; ///< as LOST records tell
};

/// One trace.
struct Run {
  std::vector<StreamOutcome> Streams; ///< in their order
  std::unique_ptr<Collector> All;     ///< settled
  trace::DamageList Damages;
  std::optional<std::string> Failure;
};

/// Streams that follow each other, and what one thread makes of them.
struct Share {
  ArrayRef<StreamFile> Files;
  std::unique_ptr<Collector> Out;
  std::vector<StreamOutcome> Streams;
  trace::DamageList Damages;
  std::optional<std::string> Failure;
};

} // namespace

static Error read(const StreamFile &File, const SymbolTable &Symbols,
                  bool Execution, Share &S) {
  Collector &Out = *S.Out;
  StreamOutcome O;
  O.IsHandler = trace::isOfHandlers(File.Path);
  std::array<Spent, 3> Calling = Out.callsOut();
  uint64_t LostBefore = Out.Account.LostRecords;
  auto Note = [&](const trace::StreamSummary &Sum,
                  Rebuilder<Collector> &Events) {
    Out.Longest.setOrigin({File.Of->Path, Sum.Pid, Sum.Tid, O.IsHandler});
    O.Sum = Sum;
    O.Elapsed = Events.elapsed();
    O.SwitchedOut = Events.switchedOut();
    O.Switches = Events.switches();
    O.Preemptions = Events.preemptions();
    O.Book = Events.accounts();
    O.Book.Records = Sum.read();
    O.Book.setCalling(Calling, Out.callsOut());
  };
  if (Error E = readInto(*File.Of, File.Path.str(), Symbols, Out, S.Damages,
                         Execution, Note, File.Clock))
    return E;
  O.LostRecords = Out.Account.LostRecords - LostBefore;
  S.Streams.push_back(std::move(O));
  return Error::success();
}

/// Reads the streams \p All of a trace by at most so many threads.
static Run collect(ArrayRef<StreamFile> All, const PassInput &In, unsigned Jobs,
                   function_ref<std::unique_ptr<Collector>()> Make) {
  std::vector<Share> Shares;
  for (ArrayRef<StreamFile> Files : divide(All, Jobs)) {
    Shares.emplace_back().Files = Files;
    Shares.back().Out = Make();
  }
  atTheSameTime(Shares.size(), [&](size_t Number) {
    Share &S = Shares[Number];
    for (const StreamFile &File : S.Files)
      if (Error E = read(File, In.Symbols, In.Execution, S)) {
        S.Failure = toString(std::move(E));
        return;
      }
    S.Out->settle();
  });
  Run Result;
  for (Share &S : Shares) {
    if (S.Failure) {
      Result.Failure = std::move(S.Failure);
      break;
    }
    Result.Damages.append(std::move(S.Damages));
    append_range(Result.Streams, std::move(S.Streams));
    if (Result.All)
      Result.All->add(std::move(*S.Out));
    else
      Result.All = std::move(S.Out);
    S.Out.reset();
  }
  return Result;
}

/// What the thread, or task of an image, \p Number is called; empty where
/// nobody says.
static std::string taskName(const trace::Trace &T, uint32_t Number) {
  return T.Meta.text("task_" + std::to_string(Number)).str();
}

/// Adds to \p M what the first pass over \p T made of \p Streams, to \p Books
/// the accounts of M.Threads. Returns how many records were lost.
static uint64_t addStreams(const trace::Trace &T,
                           ArrayRef<StreamOutcome> Streams, TraceModel &M,
                           std::vector<Accounts> &Books) {
  uint64_t Lost = 0;
  for (const StreamOutcome &O : Streams) {
    const trace::StreamSummary &S = O.Sum;
    M.Streams += S.Packets != 0;
    M.HandlerStreams += S.Packets != 0 && O.IsHandler;
    if (S.Packets) {
      M.Threads.push_back({S.Pid,
                           S.Tid,
                           taskName(T, S.Tid),
                           O.IsHandler,
                           O.Elapsed,
                           O.SwitchedOut,
                           O.Switches,
                           O.Preemptions,
                           {}});
      Books.push_back(O.Book);
    }
    M.Packets += S.Packets;
    M.Timed += S.Timed;
    M.Untimed += S.Untimed;
    // Two witnesses of the same losses: records in the stream, and the counts
    // of its packets. A cut stream may lack either.
    Lost += std::max(S.Discarded, O.LostRecords);
  }
  M.Records = M.Timed + M.Untimed;
  int64_t Told = std::max<int64_t>(T.Meta.number("records_lost"), 0);
  return std::max(Lost, static_cast<uint64_t>(Told));
}

static void add(FirstPass &To, const trace::Trace &T, Run One, bool IsOnly,
                const SymbolTable &Symbols) {
  To.Damages.append(std::move(One.Damages));
  To.Models.push_back(describe(T));
  TraceModel &M = To.Models.back();
  To.Lost += addStreams(T, One.Streams, M, To.Books);
  if (M.Records == 0)
    To.Damages.add(T.Path, 0, "nothing was recorded");
  To.Records += M.Records;
  append_range(To.Ends, tellEnd(T, One.All->Account.Ended));
  if (IsOnly) {
    To.All = std::move(One.All);
    return;
  }
  M.Functions = runFigures(Symbols, *One.All);
  To.All->add(std::move(*One.All));
}

Expected<FirstPass> firstPass(const PassInput &In,
                              function_ref<std::unique_ptr<Collector>()> Make) {
  FirstPass Result;
  Result.All = Make();
  size_t Threads = threadsOf(In.Jobs);
  size_t Together = std::clamp<size_t>(Threads, 1, In.Traces.size());
  std::vector<StreamFile> Streams = streamsOf(In.Traces);
  auto JobsOfEach =
      static_cast<unsigned>(std::max<size_t>(Threads / Together, 1));
  for (size_t First = 0; First < In.Traces.size(); First += Together) {
    ArrayRef<trace::Trace> Some = In.Traces.drop_front(First).take_front(
        std::min(Together, In.Traces.size() - First));
    std::vector<Run> Runs(Some.size());
    atTheSameTime(Some.size(), [&](size_t Number) {
      ArrayRef<StreamFile> Mine = ArrayRef(Streams)
                                      .drop_until([&](const StreamFile &F) {
                                        return F.Of == &Some[Number];
                                      })
                                      .take_while([&](const StreamFile &F) {
                                        return F.Of == &Some[Number];
                                      });
      Runs[Number] = collect(Mine, In, JobsOfEach, Make);
    });
    for (auto [R, T] : zip_equal(Runs, Some)) {
      if (R.Failure)
        return createStringError(inconvertibleErrorCode(), *R.Failure);
      add(Result, T, std::move(R), In.Traces.size() == 1, In.Symbols);
    }
  }
  return Result;
}

} // namespace ipoint::analysis
