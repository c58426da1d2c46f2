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
#include "Units.h"
#include "trace/StreamReader.h"
#include "trace/SwitchReader.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

/// What the environment's `ended` says for a reason of record.h.
static StringRef nameOfEnd(uint32_t Why) {
  switch (Why) {
  case IPOINT_END_STOP:
    return "stop";
  case IPOINT_END_TRIGGER:
    return "trigger";
  case IPOINT_END_FULL:
    return "full";
  default:
    return "size limit";
  }
}

static Error errorAt(StringRef Path, const Twine &What) {
  return createStringError(inconvertibleErrorCode(), Path + ": " + What);
}

bool hasSwitches(const trace::Trace &T) {
  StringRef Source = T.Meta.text("switches");
  return !Source.empty() && !Source.starts_with("none");
}

/// Opens the context switches of the thread whose stream is \p File; null if
/// there are none. `stream-1-2-handler1` and `stream-1-2-2` are of the thread
/// of `stream-1-2-switches`.
static Expected<std::unique_ptr<trace::SwitchReader>>
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

/// Runs the events of every stream of \p T through a Rebuilder into \p Out, and
/// \p Done with what was in each. With \p Execution, times in which a thread
/// had no CPU are set apart.
template <class Sink, class Function>
static Error pass(const trace::Trace &T, const SymbolTable &Symbols, Sink &Out,
                  trace::DamageList &Damages, bool Execution, Function &&Done) {
  auto Slack = static_cast<uint64_t>(
      std::max<int64_t>(T.Meta.number("switches_uncertainty"), 0));
  for (const std::string &File : T.Streams) {
    Expected<std::unique_ptr<trace::ByteSource>> Source =
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
    Out.startStream();
    Rebuilder<Sink> Events(Symbols, Out, Switches.get(), Slack);
    trace::StreamSummary Sum = trace::readStream(Reader, Events);
    Events.end();
    Done(Sum, File, Events);
  }
  return Error::success();
}

/// What the thread, or task of an image, \p Number is called; empty where
/// nobody says.
static std::string taskName(const trace::Trace &T, uint32_t Number) {
  return T.Meta.text("task_" + std::to_string(Number)).str();
}

/// The first pass over \p T; fills \p M and the records that it lost, and adds
/// to \p Books the accounts of M.Threads.
static Error collect(const trace::Trace &T, const SymbolTable &Symbols,
                     Collector &Out, trace::DamageList &Damages, bool Execution,
                     TraceModel &M, std::vector<Accounts> &Books,
                     uint64_t &LostRecords) {
  std::array<Spent, 3> Calling = Out.callsOut();
  uint64_t Lost = 0, Before = Out.Account.LostRecords;
  Error E =
      pass(T, Symbols, Out, Damages, Execution,
           [&](const trace::StreamSummary &S, StringRef File,
               Rebuilder<Collector> &Events) {
             bool Handler = sys::path::filename(File).contains("-handler");
             Out.Longest.setOrigin({T.Path, S.Pid, S.Tid, Handler});
             M.Streams += S.Packets != 0;
             M.HandlerStreams += S.Packets != 0 && Handler;
             std::array<Spent, 3> Now = Out.callsOut();
             if (S.Packets) {
               M.Threads.push_back({S.Pid,
                                    S.Tid,
                                    taskName(T, S.Tid),
                                    Handler,
                                    Events.elapsed(),
                                    Events.switchedOut(),
                                    Events.switches(),
                                    Events.preemptions(),
                                    {}});
               Books.push_back(Events.accounts());
               Books.back().setCalling(Calling, Now);
             }
             Calling = Now;
             M.Packets += S.Packets;
             M.Timed += S.Timed;
             M.Untimed += S.Untimed;
             // Two witnesses of the same losses: records in the stream, and the
             // counts of its packets. A cut stream may lack either.
             Lost += std::max(S.Discarded, Out.Account.LostRecords - Before);
             Before = Out.Account.LostRecords;
           });
  M.Records = M.Timed + M.Untimed;
  int64_t Told = std::max<int64_t>(T.Meta.number("records_lost"), 0);
  LostRecords += std::max(Lost, static_cast<uint64_t>(Told));
  if (!E && M.Records == 0)
    Damages.add(T.Path, 0, "nothing was recorded");
  return E;
}

/// `KIND:COUNT` with spaces between.
static std::vector<std::pair<std::string, uint64_t>> countsIn(StringRef Text) {
  std::vector<std::pair<std::string, uint64_t>> Result;
  SmallVector<StringRef> Words;
  Text.split(Words, ' ', -1, false);
  for (StringRef Word : Words) {
    auto [Kind, Number] = Word.rsplit(':');
    uint64_t Count;
    if (!Number.getAsInteger(10, Count))
      Result.push_back({Kind.str(), Count});
  }
  return Result;
}

static TraceModel describe(const trace::Trace &T) {
  const trace::Metadata &M = T.Meta;
  TraceModel R;
  R.Path = T.Path;
  R.Program = M.text("program").str();
  R.BuildId = M.text("build_id").str();
  R.Arguments = M.text("arguments").str();
  R.Host = M.text("hostname").str();
  R.Machine = M.text("machine").str();
  R.Cpu = M.text("cpu").str();
  R.Policy = M.text("policy").str();
  R.ExitStatus = M.find("exit_status");
  if (R.ExitStatus == -1)
    R.ExitStatus.reset();
  R.ExitSignal = M.find("exit_signal");
  R.WallNs = M.find("wall_ns");
  R.UserUs = M.find("user_us");
  R.SystemUs = M.find("system_us");
  R.VoluntarySwitches = M.find("voluntary_switches");
  R.InvoluntarySwitches = M.find("involuntary_switches");
  R.Switches = M.text("switches").str();
  if (R.Switches.empty())
    R.Switches = "none";
  R.SwitchesRecorded = M.find("switches_recorded");
  R.SwitchesLost = M.find("switches_lost");
  R.SwitchesUncertainty = M.find("switches_uncertainty");
  R.Interrupts = countsIn(M.text("interrupts"));
  R.SoftInterrupts = countsIn(M.text("softirqs"));
  R.Cpus = M.text("cpus_used").str();
  R.Complete = M.number("complete") == 1;
  return R;
}

/// Why nothing was recorded, as far as the trace tells.
static Error emptyTrace(ArrayRef<trace::Trace> Traces,
                        const trace::DamageList &Damages) {
  const trace::Trace &T = Traces.front();
  for (const trace::Damage &D : Damages.items())
    if (D.What != "nothing was recorded")
      return errorAt(D.File, "nothing in the trace is whole: " + D.What +
                                 "; record it again");
  if (T.Meta.number("complete") != 1)
    return errorAt(T.Path, "nothing was recorded: the trace was cut before its "
                           "first record; let ipoint-run end by itself");
  if (T.Meta.Units.empty())
    return errorAt(T.Path, "nothing was recorded: no part of the program is "
                           "instrumented; build it with ipoint-cc");
  return errorAt(T.Path, "nothing was recorded: no instrumented function ran, "
                         "or the program did not start; check how it ended");
}

/// The second pass: what is left of all times without the visits that
/// \p Verdicts set aside, and in \p Books, by stream, how much that is. Nothing
/// where none are, and none are watched.
static Expected<std::optional<FilterCollector>>
filter(ArrayRef<trace::Trace> Traces, const SymbolTable &Symbols,
       uint64_t MinBase, ArrayRef<Verdict> Verdicts, bool Execution,
       MutableArrayRef<Accounts> Books) {
  for (Accounts &A : Books)
    A.Struck = A.StruckCalling = 0;
  if (none_of(Verdicts, [](const Verdict &V) {
        return V.State == FilterState::Applied || !V.Watched.empty();
      }))
    return std::nullopt;
  FilterCollector Out(Symbols, Verdicts, MinBase);
  trace::DamageList Known; // told by the first pass
  auto Book = Books.begin();
  auto NoteStruck = [&](const trace::StreamSummary &S, StringRef,
                        Rebuilder<FilterCollector> &Events) {
    if (!S.Packets)
      return;
    Book->Struck = Events.accounts().Struck;
    Book->StruckCalling = Events.accounts().StruckCalling;
    ++Book;
  };
  for (const trace::Trace &T : Traces)
    if (Error E = pass(T, Symbols, Out, Known, Execution, NoteStruck))
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
        filter(Traces, Symbols, All.MinBase, Found.Verdicts, Execution, Books);
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

/// Why the recording of \p T ended before the program, one sentence for each
/// reason; \p Ended tells how many streams say so, by reason. Nothing where it
/// did not end.
static std::vector<std::string>
tellEnd(const trace::Trace &T, const std::map<uint64_t, uint64_t> &Ended) {
  static const std::pair<uint32_t, const char *> Reasons[] = {
      {IPOINT_END_STOP, "by ipoint_stop()"},
      {IPOINT_END_TRIGGER, "after ipoint_trigger()"},
      {IPOINT_END_FULL, "as the ring was full (policy stop)"},
      {IPOINT_END_LIMIT, "at the trace's size limit"}};
  std::vector<std::string> Result;
  for (auto [Why, Words] : Reasons) {
    auto It = Ended.find(Why);
    uint64_t Streams = It == Ended.end() ? 0 : It->second;
    bool Told = T.Meta.text("ended") == nameOfEnd(Why);
    if (!Told && !Streams)
      continue;
    std::string Line = T.Path + ": recording ";
    if (Streams)
      Line += "of " + std::to_string(Streams) +
              (Streams == 1 ? " stream " : " streams ");
    Line += std::string("ended before the program, ") + Words;
    if (int64_t Limit = T.Meta.number("limit");
        Why == IPOINT_END_LIMIT && Limit)
      Line += " of " + std::to_string(Limit) + " bytes";
    Result.push_back(std::move(Line));
  }
  return Result;
}

/// What the metadata tell of losses, and the damaged places.
static void addLosses(LostModel &Lost, ArrayRef<trace::Trace> Traces,
                      const trace::DamageList &Damages) {
  for (const trace::Trace &T : Traces) {
    auto Told = [&](const char *Key) {
      return static_cast<uint64_t>(std::max<int64_t>(T.Meta.number(Key), 0));
    };
    Lost.Overwritten += Told("records_overwritten");
    Lost.Repaired += Told("records_repaired");
    Lost.Unsure += Told("records_unsure");
    if (uint64_t Mixed = Told("rings_shared")) {
      Lost.MixedRings += Mixed;
      Lost.Damage.push_back(std::to_string(Mixed) +
                            (Mixed == 1 ? " ring holds" : " rings hold") +
                            " the records of two processes: the program "
                            "forked by an instruction of its own");
    }
  }
  for (const trace::Damage &D : Damages.items())
    Lost.Damage.push_back(D.File + ", byte " + std::to_string(D.Offset) + ": " +
                          D.What);
  if (Damages.omitted())
    Lost.Damage.push_back(std::to_string(Damages.omitted()) +
                          " more damaged places");
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
    std::unique_ptr<Collector> One = MakeCollector();
    if (Error E = collect(T, Symbols, *One, Damages, Execution, Models.back(),
                          Books, Lost))
      return E;
    Records += Models.back().Records;
    append_range(Ends, tellEnd(T, One->Account.Ended));
    One->settle();
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
