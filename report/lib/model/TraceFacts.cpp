//===- TraceFacts.cpp - What traces say of themselves ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis.h"
#include "ModelBuilder.h"
#include "ipoint/record.h"
#include "support/Errors.h"
#include "trace/PacketReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

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

/// Where the context switches of \p T come from, or "none" and why.
std::string switchesOf(const trace::Trace &T) {
  if (T.Reduced)
    return T.Reduced->Switches;
  StringRef Source = T.Meta.text("switches");
  if (Source == "perf" && T.Switches.empty() &&
      T.Meta.number("switches_recorded") > 0)
    return "none: they were recorded, but their streams are not in the trace's "
           "folder";
  return Source.empty() ? "none" : Source.str();
}

bool hasSwitches(const trace::Trace &T) {
  return !StringRef(switchesOf(T)).starts_with("none");
}

/// How many of the context switches that were recorded, and of the kernel's
/// interrupts, are not in the folder of \p T. Which threads lack them can't be
/// known: one without a stream of them may never have been off CPU.
uint64_t missingSwitches(const trace::Trace &T) {
  if (T.Reduced)
    return T.Reduced->SwitchesMissing;
  auto Recorded = static_cast<uint64_t>(
      std::max<int64_t>(T.Meta.number("switches_recorded"), 0) +
      std::max<int64_t>(T.Meta.number("kernel_interrupts_recorded"), 0));
  if (T.Switches.empty()) // reported by switchesOf(), or among other records
    return 0;
  trace::DamageList Known; // to the reader of switches
  uint64_t Found = 0;
  for (const std::string &File : T.Switches) {
    auto Opened = trace::StreamFile::open(T, File, Known);
    if (!Opened) {
      consumeError(Opened.takeError());
      continue;
    }
    trace::StreamReader &Packets = (*Opened)->Records;
    for (; const trace::Packet *P = Packets.next(); Packets.skip(P->Offset + 1))
      Found += P->Records;
  }
  return Recorded - std::min(Recorded, Found);
}

/// `KIND:COUNT` with spaces between.
static std::vector<KindCount> countsIn(StringRef Text) {
  std::vector<KindCount> Result;
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

/// The name of the thread, or task of a memory dump, \p Number; empty where it
/// is not known.
static std::string taskName(const trace::Trace &T, uint32_t Number) {
  return T.Meta.text("task_" + std::to_string(Number)).str();
}

static void addStreams(TraceModel &To, const trace::Trace &T,
                       ArrayRef<StreamProfile> Streams) {
  for (const StreamProfile &P : Streams) {
    const trace::StreamSummary &S = P.Sum;
    To.Packets += S.Packets;
    To.Timed += S.Timed;
    To.Untimed += S.Untimed;
    if (S.Packets == 0)
      continue;
    ++To.Streams;
    To.HandlerStreams += P.IsHandler;
    To.Threads.push_back({S.Pid,
                          S.Tid,
                          taskName(T, S.Tid),
                          P.IsHandler,
                          P.Elapsed,
                          P.OffCpu,
                          P.Switches,
                          P.Preemptions,
                          {}});
  }
  To.Records = To.Timed + To.Untimed;
}

namespace {

/// Sets what is described by what the metadata have under its name.
struct MetadataReader {
  const trace::Metadata &From;
  void operator()(StringRef Key, std::string &To, As = As::Value) const {
    To = From.text(Key == "host" ? "hostname" : Key).str();
  }
  void operator()(StringRef Key, std::optional<int64_t> &To) const {
    To = From.find(Key);
  }
};

} // namespace

TraceModel describe(const trace::Trace &T, const TraceProfile &Profile) {
  const trace::Metadata &M = T.Meta;
  TraceModel R;
  R.Path = T.Path;
  MetadataReader Read{M};
  describe(Read, static_cast<RunFacts &>(R));
  describeSwitches(Read, R);
  if (R.ExitStatus == -1)
    R.ExitStatus.reset();
  R.Switches = switchesOf(T);
  R.SwitchesMissing = missingSwitches(T);
  if (R.SwitchesMissing)
    R.SwitchesLost =
        R.SwitchesLost.value_or(0) + static_cast<int64_t>(R.SwitchesMissing);
  R.Interrupts = countsIn(M.text("interrupts"));
  R.SoftInterrupts = countsIn(M.text("softirqs"));
  R.Complete = M.number("complete") == 1;
  R.Functions = Profile.Functions;
  R.Counted = Profile.Counted;
  addStreams(R, T, Profile.Streams);
  return R;
}

/// Accounts that differ by less agree: the kernel and the probes do not look at
/// the same moment. Share of the CPU time, and ns.
static constexpr double AccountsShare = 0.05, AccountsNs = 1e6;

RunAccounts accountsOf(const TraceModel &T, double RateHz) {
  RunAccounts R;
  double Ns = RateHz > 0 ? 1e9 / RateHz : 0;
  // Counts do not show when they were counted.
  bool IsWhole = T.Complete && T.Policy == "stream" && Ns > 0 && T.Counted == 0;
  for (const ThreadModel &Thread : T.Threads) {
    const BalanceModel &B = Thread.Balance;
    if (Thread.IsHandler)
      continue; // they ran within the time of their threads
    IsWhole &= B.Gaps == 0 && B.Lost == 0;
    R.OffCpu += double(B.OffCpu) * Ns;
    R.Recorded += double(B.Elapsed - B.OffCpu - B.BufferWait - B.Gaps) * Ns;
  }
  if (T.UserUs && T.SystemUs)
    R.Cpu = double(*T.UserUs + *T.SystemUs) * 1000;
  if (!IsWhole || !R.Cpu)
    return R;
  double Slack = std::max(AccountsShare * *R.Cpu, AccountsNs);
  if (R.Recorded > *R.Cpu + Slack)
    R.Differs = StringRef(T.Switches).starts_with("none")
                    ? RunAccounts::Doubt::OffCpuUnknown
                    : RunAccounts::Doubt::Stolen;
  else if (R.Recorded < *R.Cpu - Slack)
    R.Differs = RunAccounts::Doubt::NotRecorded;
  return R;
}

Error emptyTrace(ArrayRef<trace::Trace> Traces,
                 const trace::DamageList &Damages) {
  const trace::Trace &T = Traces.front();
  for (const trace::Damage &D : Damages.items())
    if (D.What != "nothing was recorded")
      return errorAt(D.File, "nothing in the trace is whole: " + D.What +
                                 "; record it again");
  if (T.Meta.number("rings_overwritten") > 0)
    return errorAt(T.Path, "nothing was recorded: the program has overwritten "
                           "the records; look for stray writes");
  if (T.Meta.number("complete") != 1)
    return errorAt(T.Path, "nothing was recorded: the trace was cut before its "
                           "first record; let ipoint-run end by itself");
  if (StringRef Ended = T.Meta.text("ended"); !Ended.empty())
    return errorAt(
        T.Path, Ended == nameOfEnd(IPOINT_END_LIMIT)
                    ? "nothing was recorded: the trace's size limit of " +
                          Twine(T.Meta.number("limit")) +
                          " bytes was reached before the first record; record "
                          "it again with a larger --limit"
                    : "nothing was recorded: recording ended (" + Ended +
                          ") before the first record");
  if (int64_t Threads = T.Meta.number("threads_unrecorded"); Threads > 0)
    return errorAt(T.Path, "nothing was recorded: there was no room for the "
                           "ring of " +
                               Twine(Threads) +
                               (Threads == 1 ? " thread" : " threads") +
                               "; see what ipoint-run said");
  if (T.Meta.Units.empty())
    return errorAt(T.Path, "nothing was recorded: no part of the program is "
                           "instrumented; build it with ipoint-cc");
  if (int64_t Declared = T.Meta.number("records"); Declared > 0)
    return errorAt(T.Path, "none of its " + Twine(Declared) +
                               " records is there: its streams are missing or "
                               "empty; copy the trace again");
  return errorAt(T.Path, "nothing was recorded: no instrumented function ran, "
                         "or the program did not start; check how it ended");
}

std::vector<std::string>
describeEnd(const trace::Trace &T, const std::map<uint64_t, uint64_t> &Ended) {
  static const std::pair<uint32_t, const char *> Reasons[] = {
      {IPOINT_END_STOP, "by ipoint_stop()"},
      {IPOINT_END_TRIGGER, "after ipoint_trigger()"},
      {IPOINT_END_FULL, "as the ring was full (policy discard)"},
      {IPOINT_END_LIMIT, "at the trace's size limit"}};
  std::vector<std::string> Result;
  for (auto [Why, Words] : Reasons) {
    auto It = Ended.find(Why);
    uint64_t Streams = It == Ended.end() ? 0 : It->second;
    bool Declared = T.Meta.text("ended") == nameOfEnd(Why);
    if (!Declared && !Streams)
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

/// What is missing of the trace \p T that no place in a stream shows: whole
/// streams, or what stood behind the last packet of one.
static std::optional<std::string> missingRecords(const trace::Trace &T,
                                                 uint64_t Read) {
  int64_t Declared = T.Meta.number("records");
  if (T.Meta.number("complete") != 1 || Declared < 0 ||
      Read >= static_cast<uint64_t>(Declared))
    return std::nullopt;
  return T.Path + ": " + std::to_string(Read) + " of the trace's " +
         std::to_string(Declared) +
         " records are there; whole streams, or packets at a stream's end, are "
         "missing or damaged";
}

/// What a trace says that it lacks, by key of its environment.
struct Missing {
  const char *Key, *One, *Many, *What;
};

static constexpr Missing Damages[] = {
    {"rings_overwritten", " ring was", " rings were",
     " overwritten by the program: what came behind is missing"},
    {"rings_shared", " ring holds", " rings hold",
     " the records of two processes: the program forked by a system call "
     "instruction"},
    {"threads_unrecorded", " thread", " threads", " could not be recorded"},
    {"processes_unrecorded", " process was", " processes were",
     " not recorded, as another counter is read there"},
    {"runtimes_unrecorded", " module", " modules",
     " with a separate runtime (dlmopen): nothing in them was recorded"},
    {"units_lost", " unit record", " unit records", " could not be kept"}};

static void addMissing(LostModel &Lost, const trace::Trace &T) {
  auto Line = [&](const Missing &M, int64_t Count) {
    return T.Path + ": " + std::to_string(Count) +
           (Count == 1 ? M.One : M.Many) + M.What;
  };
  for (const Missing &M : Damages)
    if (int64_t Count = T.Meta.number(M.Key); Count > 0)
      Lost.Damage.push_back(Line(M, Count));
  if (int64_t Count = T.Meta.number("processes_running"); Count > 0)
    Lost.Ended.push_back(Line({"", " process", " processes",
                               " still ran when the program had ended: "
                               "recording ended there"},
                              Count));
}

void addLosses(LostModel &Lost, ArrayRef<trace::Trace> Traces,
               ArrayRef<TraceModel> Models, const trace::DamageList &Damages) {
  for (auto [T, M] : zip_equal(Traces, Models)) {
    const trace::Metadata &Meta = T.Meta;
    if (std::optional<std::string> Missing = missingRecords(T, M.Records))
      Lost.Damage.push_back(std::move(*Missing));
    auto Declared = [&](const char *Key) {
      return static_cast<uint64_t>(std::max<int64_t>(Meta.number(Key), 0));
    };
    if (M.SwitchesMissing)
      Lost.Damage.push_back(T.Path + ": " + std::to_string(M.SwitchesMissing) +
                            " of " +
                            std::to_string(Declared("switches_recorded")) +
                            " context switches are not in its folder: some "
                            "times include such");
    Lost.Overwritten += Declared("records_overwritten");
    Lost.Repaired += Declared("records_repaired");
    Lost.Unsure += Declared("records_unsure");
    Lost.MixedRings += Declared("rings_shared");
    addMissing(Lost, T);
  }
  for (const trace::Damage &D : Damages.items())
    Lost.Damage.push_back(D.File + ", byte " + std::to_string(D.Offset) + ": " +
                          D.What);
  if (Damages.omitted())
    Lost.Damage.push_back(std::to_string(Damages.omitted()) +
                          " more damaged places");
}

} // namespace ipoint::analysis
