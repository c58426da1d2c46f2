//===- FirstPass.cpp - All streams into one Collector ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstPass.h"
#include "Borders.h"
#include "Collector.h"
#include "StreamPass.h"
#include "support/Errors.h"
#include "support/Ranges.h"
#include "trace/TimesFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace ipoint::analysis {

static std::optional<RunTimes> timesOf(const Distribution &D) {
  if (D.empty())
    return std::nullopt;
  Moments M = D.raw().moments();
  MeanTime Mean = D.meanTime();
  return RunTimes{M.Count,
                  static_cast<double>(M.Sum),
                  static_cast<double>(M.Min),
                  M.mean(),
                  static_cast<double>(M.Max),
                  Mean.Timed,
                  Mean.Untimed,
                  0};
}

std::vector<RunFunction> runFigures(const SymbolTable &Symbols,
                                    const Collector &One) {
  std::vector<RunFunction> Result;
  for (auto [Index, S] : enumerate(Symbols.functions())) {
    const FunctionStats &Stats = One.Functions[Index];
    RunFunction F;
    for (auto [At, Block] : enumerate(S.Blocks))
      if (uint64_t Visits = One.Blocks[Block].Visits)
        F.Blocks.push_back({static_cast<uint32_t>(At), Visits,
                            timesOf(One.Blocks[Block].Time)});
    if (F.Blocks.empty())
      continue;
    F.Index = static_cast<uint32_t>(Index);
    F.Calls = Stats.Calls;
    F.InferredExits = Stats.InferredExits;
    F.Self = timesOf(Stats.Self);
    F.Inclusive = timesOf(Stats.Inclusive);
    Result.push_back(std::move(F));
  }
  return Result;
}

void correctRun(std::vector<RunFunction> &Functions, const SymbolTable &Symbols,
                const ProbeOverheads &Overheads) {
  for (RunFunction &F : Functions) {
    const ProbeOverhead &Overhead = Overheads[Symbols.formOf(F.Index)];
    auto Correct = [&](std::optional<RunTimes> &T) {
      if (!T)
        return;
      T->CorrectedMean = std::max(0.0, T->Mean - T->Timed * Overhead.TimedMean -
                                           T->Untimed * Overhead.UntimedMean);
      T->Untimed /= Overhead.UntimedWeight;
    };
    Correct(F.Self);
    Correct(F.Inclusive);
    for (RunBlock &B : F.Blocks)
      Correct(B.Time);
  }
}

namespace {

/// What a Collector does not keep, for it is of one stream.
struct StreamOutcome {
  StreamProfile Stream; ///< Elapsed is of the stream so far
  Accounts Account; ///< but for what visits of blocks that call out have taken
  std::array<Spent, 3> Calling; ///< in those, by trace::ProbeForm
  uint64_t LostRecords = 0;     ///< counted by LOST records

  /// The outcome of the stream, of whose last part this is, if \p Parts before
  /// it were collected apart.
  void complete(ArrayRef<StreamOutcome> Parts) {
    for (const StreamOutcome &P : Parts) {
      LostRecords += P.LostRecords;
      Stream.Sum.addBefore(P.Stream.Sum);
      Stream.Elapsed += P.Account.Backward;
      Stream.OffCpu += P.Stream.OffCpu;
      Stream.Switches += P.Stream.Switches;
      Stream.Preemptions += P.Stream.Preemptions;
      Account.add(P.Account);
      for (auto [C, O] : zip_equal(Calling, P.Calling))
        C.add(O);
    }
    Account.setCalling(Calling);
  }
};

/// One trace.
struct Run {
  std::vector<StreamOutcome> Streams; ///< in their order
  std::vector<StreamPart> Parts;      ///< the same, as in Share::Pieces
  std::unique_ptr<Collector> All;     ///< settled
  trace::DamageList Damages;
  std::optional<std::string> Failure;
};

/// Parts of streams that follow each other, and what one thread makes of them.
struct Share {
  std::vector<StreamPart> Parts;
  std::unique_ptr<Collector> Out;
  std::vector<StreamOutcome> Outcomes; ///< by part
  std::vector<StreamPart> Pieces;      ///< Parts, at whose states others begin
  trace::DamageList Damages;
  std::optional<std::string> Failure;
};

} // namespace

/// Where the second pass may begin in \p Part: its threads do not walk, so they
/// are to share out more evenly than those of the first one.
static Stops stopsIn(const StreamPart &Part, const PassInput &In) {
  constexpr uint64_t OfEachThread = 8;
  Stops Result;
  const uint64_t Threads = threadsOf(In.Jobs);
  if (Threads == 1 || Part.IsWalked)
    return Result;
  const uint64_t Length = std::max<uint64_t>(
      {Part.Size / (OfEachThread * Threads), In.LeastPart, 1});
  for (uint64_t Left = Part.length(); Left >= 2 * Length; Left -= Length)
    Result.At.push_back(Part.From + Part.length() - Left + Length);
  Result.States.resize(Result.At.size());
  return Result;
}

/// Divides \p Part at \p At.
static void addPieces(std::vector<StreamPart> &To, StreamPart Part,
                      const Stops &At) {
  for (auto [Byte, State] : zip_equal(At.At, At.States)) {
    To.push_back(Part);
    To.back().To = Part.From = Byte;
    Part.Begin = State;
  }
  To.push_back(Part);
}

static Error read(const StreamPart &Part, const PassInput &In, Share &Into) {
  Collector &Out = *Into.Out;
  StreamOutcome O;
  StreamProfile &S = O.Stream;
  S.IsHandler = trace::isOfHandlers(Part.Path);
  Out.setRun(uint32_t(Part.Of - In.Traces.data()));
  std::array<Spent, 3> Before = Out.callsOut();
  uint64_t LostBefore = Out.Account.LostRecords;
  auto Note = [&](const trace::StreamSummary &Sum,
                  Rebuilder<Collector> &Events) {
    Out.Longest.setOrigin({Part.Of->Path, Sum.Pid, Sum.Tid, S.IsHandler,
                           uint32_t(Part.Of - In.Traces.data()),
                           Out.Longest.first(), Out.Longest.last()});
    S.Sum = Sum;
    S.Elapsed = Events.elapsed();
    S.OffCpu = Events.offCpu();
    S.Switches = Events.switches();
    S.Preemptions = Events.preemptions();
    O.Account = Events.accounts();
    O.Account.Records = Sum.read();
    if (!Part.isLast())
      O.Account.Outside = 0; // is counted for the whole stream
  };
  // Of one that is walked through, the last part's are those of all.
  trace::DamageList Known;
  bool IsReported = Part.isLast() || !Part.IsWalked;
  Stops Within = stopsIn(Part, In);
  if (Error E = readInto(Part, In, Out, IsReported ? Into.Damages : Known, Note,
                         &Within))
    return E;
  addPieces(Into.Pieces, Part, Within);
  O.LostRecords = Out.Account.LostRecords - LostBefore;
  O.Calling = Out.callsOut();
  for (auto [C, B] : zip_equal(O.Calling, Before))
    C.subtract(B);
  Into.Outcomes.push_back(std::move(O));
  return Error::success();
}

/// Merges what was collected of \p Shares, none of which failed.
static std::unique_ptr<Collector> merge(std::vector<Share> &Shares) {
  mergeNeighbours(Shares, [](Share &To, Share &From) {
    bool Continues = !From.Parts.front().isFirst();
    To.Out->add(std::move(*From.Out), Continues);
    From.Out.reset();
  });
  return std::move(Shares.front().Out);
}

/// Puts together what the threads made of a trace.
static Run join(std::vector<Share> Shares) {
  Run Result;
  std::vector<StreamOutcome> Parts; // of a stream that goes on
  for (Share &S : Shares) {
    if (S.Failure) {
      Result.Failure = std::move(S.Failure);
      return Result;
    }
    Result.Damages.append(std::move(S.Damages));
    Result.Parts.insert(Result.Parts.end(), S.Pieces.begin(), S.Pieces.end());
    for (auto [Part, O] : zip_equal(S.Parts, S.Outcomes)) {
      if (!Part.isLast()) {
        Parts.push_back(std::move(O));
        continue;
      }
      O.complete(Parts);
      Parts.clear();
      Result.Streams.push_back(std::move(O));
    }
  }
  Result.All = merge(Shares);
  return Result;
}

/// What a record costs that is only walked through, of one that is collected:
/// 0.35 in a trace of Lua, 0.54 in one of zlib, which has few blocks and so
/// costs little to count (test/bench/report-throughput).
static constexpr double WalkCost = 0.45;

/// Adds what \p T has counted in place, if anything.
static void addCounts(Run &To, const trace::Trace &T, const PassInput &In,
                      function_ref<std::unique_ptr<Collector>()> Make) {
  if (To.Failure ||
      (T.Counts.empty() && !sys::fs::is_regular_file(trace::timesFile(T))))
    return;
  std::unique_ptr<Collector> Out = Make();
  if (Error E = addCounts(T, In.Symbols, *Out)) {
    To.Failure = toString(std::move(E));
    return;
  }
  for (FunctionStats &F : Out->Functions)
    F.Threads = 0; // counts are the sum of all threads
  To.All->forgetCounted();
  To.All->add(std::move(*Out));
}

/// Reads what \p S has, which begins with \p Begin.
static Error read(Share &S, Expected<std::shared_ptr<const PartBegin>> Begin,
                  const PassInput &In,
                  function_ref<std::unique_ptr<Collector>()> Make) {
  if (!Begin)
    return Begin.takeError();
  if (!S.Parts.empty())
    S.Parts.front().Begin = std::move(*Begin);
  S.Out = Make();
  for (const StreamPart &Part : S.Parts)
    if (Error E = read(Part, In, S))
      return E;
  S.Out->settle();
  return Error::success();
}

/// Reads the streams \p All of a trace by at most \p Jobs threads.
static Run collect(ArrayRef<StreamPart> All, const PassInput &In, unsigned Jobs,
                   function_ref<std::unique_ptr<Collector>()> Make) {
  const std::vector<std::vector<StreamPart>> Divided =
      divide(All, {Jobs, WalkCost, In.LeastPart});
  Borders Between(Divided, In);
  std::vector<Share> Shares(Divided.size());
  atTheSameTime(Shares.size(), [&](size_t Number) {
    Share &S = Shares[Number];
    S.Parts = Divided[Number];
    if (Error E = read(S, Between.find(Number), In, Make))
      S.Failure = toString(std::move(E));
  });
  return join(std::move(Shares));
}

/// Adds the results \p One of the trace \p T, the next one.
static void add(FirstPass &To, const trace::Trace &T, Run One, bool IsOnly,
                const SymbolTable &Symbols) {
  To.Damages.append(std::move(One.Damages));
  To.Parts.insert(To.Parts.end(), One.Parts.begin(), One.Parts.end());
  TraceProfile &P = To.Traces.emplace_back();
  for (const StreamOutcome &O : One.Streams) {
    const trace::StreamSummary &S = O.Stream.Sum;
    P.Streams.push_back(O.Stream);
    P.Records += S.Timed + S.Untimed;
    // Two witnesses of the same losses: records in the stream, and the counts
    // of its packets. A cut stream may lack either.
    P.Lost += std::max(S.Discarded, O.LostRecords);
    if (S.Packets)
      To.StreamAccounts.push_back(O.Account);
  }
  int64_t Declared = std::max<int64_t>(T.Meta.number("records_lost"), 0);
  P.Lost = std::max(P.Lost, static_cast<uint64_t>(Declared));
  P.Counted = One.All->Account.Counted;
  if (P.Records == 0 && P.Counted == 0)
    To.Damages.add(T.Path, 0, "nothing was recorded");
  P.Ended = One.All->Account.Ended;
  if (IsOnly) {
    To.All = std::move(One.All);
    return;
  }
  P.Functions = runFigures(Symbols, *One.All);
  To.All->add(std::move(*One.All));
}

uint64_t FirstPass::records() const {
  return sumOf(Traces, &TraceProfile::Records);
}

bool FirstPass::isEmpty() const {
  return records() == 0 &&
         none_of(Traces, [](const TraceProfile &T) { return T.Counted != 0; });
}

Expected<FirstPass> firstPass(const PassInput &In,
                              function_ref<std::unique_ptr<Collector>()> Make) {
  FirstPass Result;
  Result.All = Make();
  size_t Threads = threadsOf(In.Jobs);
  size_t Together = std::clamp<size_t>(Threads, 1, In.Traces.size());
  std::vector<StreamPart> Streams = startPass(In);
  if (Error E = findWalked(Streams, In))
    return E;
  auto JobsOfEach =
      static_cast<unsigned>(std::max<size_t>(Threads / Together, 1));
  for (size_t First = 0; First < In.Traces.size(); First += Together) {
    ArrayRef<trace::Trace> Some = In.Traces.drop_front(First).take_front(
        std::min(Together, In.Traces.size() - First));
    std::vector<Run> Runs(Some.size());
    atTheSameTime(Some.size(), [&](size_t Number) {
      ArrayRef<StreamPart> Mine = ArrayRef(Streams)
                                      .drop_until([&](const StreamPart &F) {
                                        return F.Of == &Some[Number];
                                      })
                                      .take_while([&](const StreamPart &F) {
                                        return F.Of == &Some[Number];
                                      });
      Runs[Number] = collect(Mine, In, JobsOfEach, Make);
      addCounts(Runs[Number], Some[Number], In, Make);
    });
    for (auto [R, T] : zip_equal(Runs, Some)) {
      if (R.Failure)
        return plainError(*R.Failure);
      add(Result, T, std::move(R), In.Traces.size() == 1, In.Symbols);
    }
  }
  return Result;
}

} // namespace ipoint::analysis
