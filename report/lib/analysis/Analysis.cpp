//===- Analysis.cpp - From traces and a database to a report --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis.h"
#include "Clock.h"
#include "Collector.h"
#include "FilterCollector.h"
#include "Judge.h"
#include "ModelBuilder.h"
#include "Overhead.h"
#include "StreamPass.h"
#include "TraceFacts.h"
#include "Units.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

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

/// The second pass: what is left of all times without the visits that
/// \p Verdicts set aside, and in \p Books, by stream, how much that is. Nothing
/// where none are, and none are watched.
static Expected<std::optional<FilterCollector>>
filter(ArrayRef<trace::Trace> Traces, const SymbolTable &Symbols,
       const Collector &All, ArrayRef<Verdict> Verdicts, bool Execution,
       MutableArrayRef<Accounts> Books) {
  for (Accounts &A : Books)
    A.Struck = A.StruckCalling = 0;
  if (none_of(Verdicts, [](const Verdict &V) {
        return V.State == FilterState::Applied || !V.Watched.empty();
      }))
    return std::nullopt;
  FilterCollector Out(Symbols, Verdicts, All.MinBase);
  if (All.Paths)
    Out.openPaths(*All.Paths);
  trace::DamageList Known; // told by the first pass
  auto Book = Books.begin();
  auto NoteStruck = [&](const trace::StreamSummary &S,
                        Rebuilder<FilterCollector> &Events) {
    if (!S.Packets)
      return;
    Book->Struck = Events.accounts().Struck;
    Book->StruckCalling = Events.accounts().StruckCalling;
    ++Book;
  };
  for (const trace::Trace &T : Traces)
    for (const std::string &File : T.Streams)
      if (Error E =
              readInto(T, File, Symbols, Out, Known, Execution, NoteStruck))
        return E;
  return std::optional(std::move(Out));
}

/// What was decided about each block, and what the second pass made of it.
struct SetAside {
  std::vector<Verdict> Verdicts;           ///< by block
  std::optional<FilterCollector> Filtered; ///< none where nothing is set aside
};

/// How often the second pass may tell more. With more than these nothing is set
/// aside.
static constexpr unsigned MostReviews = 8;

static Expected<SetAside>
setAside(ArrayRef<trace::Trace> Traces, const SymbolTable &Symbols,
         const Collector &All, const AnalysisOptions &Options,
         ArrayRef<const ThresholdRule *> Rules, const ClockModel &Clock,
         bool Execution, MutableArrayRef<Accounts> Books) {
  SetAside Result;
  Result.Verdicts.resize(All.Blocks.size());
  if (!Options.Filter)
    return Result;
  Findings Known;
  for (unsigned Review = 0;; ++Review) {
    DetectionResult Found =
        judge(*Options.Filter, Rules, All, Symbols, Clock, Known);
    Expected<std::optional<FilterCollector>> Filtered =
        filter(Traces, Symbols, All, Found.Verdicts, Execution, Books);
    if (!Filtered)
      return Filtered.takeError();
    Result.Verdicts = Found.Verdicts;
    // Moved only, as it has no assignment.
    Result.Filtered.reset();
    if (*Filtered)
      Result.Filtered.emplace(std::move(**Filtered));
    if (!Result.Filtered || !review(Found, *Result.Filtered, Known))
      break;
    if (Review == MostReviews)
      Known = {{{0, INFINITY}}, {}, {}};
  }
  // Something may have been watched only.
  if (none_of(Result.Verdicts,
              [](const Verdict &V) { return V.State == FilterState::Applied; }))
    Result.Filtered.reset();
  return Result;
}

Expected<ReportModel> analyze(ArrayRef<trace::Trace> Traces,
                              const database::Program &P,
                              const AnalysisOptions &Options) {
  Expected<std::vector<bool>> Chosen = checkUnits(Traces, P);
  if (!Chosen)
    return Chosen.takeError();
  Expected<std::vector<OlderObject>> Older = checkAges(P, *Chosen);
  if (!Older)
    return Older.takeError();
  Expected<ClockModel> Clock = commonClock(Traces);
  if (!Clock)
    return Clock.takeError();
  SymbolTable Symbols(P, *Chosen);
  for (const trace::Trace &T : Traces)
    for (const trace::UnitRecord &U : T.Meta.Units)
      Symbols.noteProbes(U.first(), U.count(), U.form());
  std::vector<const ThresholdRule *> Rules;
  if (Options.Filter)
    Rules = rulesByBlock(*Options.Filter, Symbols);
  auto MakeCollector = [&] {
    auto Result =
        std::make_unique<Collector>(Symbols, basesOf(*Clock).front(), Rules);
    if (Options.CallPaths)
      Result->openPaths();
    return Result;
  };
  std::unique_ptr<Collector> All = MakeCollector();
  trace::DamageList Damages;
  std::vector<TraceModel> Models;
  std::vector<Accounts> Books; // by stream
  std::vector<std::string> Ends;
  uint64_t Lost = 0, Records = 0;
  // What is merged must mean the same.
  bool Execution = !Options.IgnoreSwitches && all_of(Traces, hasSwitches);
  for (const trace::Trace &T : Traces) {
    Models.push_back(describe(T));
    Expected<TraceOutcome> Outcome =
        collect(T, Symbols, Damages, Execution, Options.Jobs, MakeCollector);
    if (!Outcome)
      return Outcome.takeError();
    std::unique_ptr<Collector> One = std::move(Outcome->All);
    Lost += addStreams(T, Outcome->Streams, Models.back(), Books);
    if (Models.back().Records == 0)
      Damages.add(T.Path, 0, "nothing was recorded");
    Records += Models.back().Records;
    append_range(Ends, tellEnd(T, One->Account.Ended));
    if (Traces.size() == 1) {
      All = std::move(One);
      break;
    }
    Models.back().Functions = runFigures(Symbols, *One);
    All->add(std::move(*One));
  }
  if (Records == 0)
    return emptyTrace(Traces, Damages);
  limitBases(*Clock, Symbols, *All);
  BaseCosts Bases = basesOf(*Clock);
  for (TraceModel &M : Models)
    correctRun(M.Functions, Symbols, Bases);
  Expected<SetAside> Aside =
      setAside(Traces, Symbols, *All, Options, Rules, *Clock, Execution, Books);
  if (!Aside)
    return Aside.takeError();
  auto Book = Books.begin();
  for (TraceModel &M : Models)
    for (ThreadModel &Thread : M.Threads)
      Thread.Balance = balanceOf(*Book++, Thread.Elapsed, Bases);
  FilterCollector *Filtered = Aside->Filtered ? &*Aside->Filtered : nullptr;
  ModelBuilder Builder(Symbols, *All, Filtered, Aside->Verdicts, Bases,
                       GapRule::of(*Clock));
  ReportModel Result = Builder.build();
  Result.Clock = *Clock;
  Result.Execution = Execution;
  Result.Traces = std::move(Models);
  Result.Totals.Records = Records;
  Result.Lost.Records = Lost;
  Result.Lost.Ended = std::move(Ends);
  addLosses(Result.Lost, Traces, Damages);
  Result.DatabasePath = P.Path;
  Result.DatabaseIdentity = P.Id.hex();
  Result.DatabaseUnits = P.Units.size();
  Result.UnitsMeasured = count(*Chosen, true);
  Result.Builds = buildsOf(P, *Chosen);
  Result.OlderObjects = std::move(*Older);
  Result.Filter = Options.Filter;
  if (Filtered)
    Result.Interrupts =
        describeInterrupts(*Filtered, Symbols, timesOf(*All), Aside->Verdicts,
                           GapRule::of(*Clock));
  return Result;
}

} // namespace ipoint::analysis
