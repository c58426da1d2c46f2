//===- JsonDocument.cpp - The document of docs/report-json.md -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonPieces.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

void JsonPieces::counts(StringRef Key,
                        ArrayRef<std::pair<std::string, uint64_t>> Counts) {
  objects(Key, Counts, [&](const auto &C) {
    text("kind", C.first);
    count("count", C.second);
  });
}

void JsonPieces::thread(const ThreadModel &T) {
  Json.object([&] {
    count("pid", T.Pid);
    count("tid", T.Tid);
    text("name", T.Name);
    Json.attribute("handler", T.IsHandler);
    real("elapsed", Scale(static_cast<double>(T.Elapsed)));
    real("off_cpu", Scale(static_cast<double>(T.OffCpu)));
    count("switches", T.Switches);
    count("preemptions", T.Preemptions);
    balance(T.Balance);
  });
}

void JsonPieces::balance(const BalanceModel &B) {
  Json.attributeObject("balance", [&] {
    count("elapsed", B.Elapsed);
    count("self", B.Self);
    count("calls_out", B.CallsOut);
    count("probes", B.Probes);
    count("interrupts", B.Interrupts);
    count("handlers", B.Handlers);
    count("handler_count", B.HandlerCount);
    count("buffer_wait", B.BufferWait);
    count("gaps", B.Gaps);
    count("lost", B.Lost);
    count("off_cpu", B.OffCpu);
    count("outside", B.Outside);
    count("unsure", B.Unsure);
    Json.attribute("residue", B.Residue);
    count("probes_beyond", B.ProbesBeyond);
  });
}

void JsonPieces::accounts(const RunAccounts &A) {
  static constexpr StringRef Doubts[] = {"", "stolen", "off-cpu-unknown",
                                         "not-recorded"};
  Json.attributeObject("accounts", [&] {
    known("cpu_ns", A.Cpu ? std::optional(std::llround(*A.Cpu)) : std::nullopt);
    count("recorded_ns", uint64_t(std::llround(A.Recorded)));
    count("off_cpu_ns", uint64_t(std::llround(A.OffCpu)));
    textIfAny("differs", Doubts[size_t(A.Differs)].str());
  });
}

void JsonPieces::trace(const TraceModel &T) {
  Json.object([&] {
    text("path", T.Path);
    text("program", T.Program);
    textIfAny("build_id", T.BuildId);
    text("arguments", T.Arguments);
    text("host", T.Host);
    text("machine", T.Machine);
    text("cpu", T.Cpu);
    text("policy", T.Policy);
    known("exit_status", T.ExitStatus);
    known("exit_signal", T.ExitSignal);
    known("wall_ns", T.WallNs);
    known("user_us", T.UserUs);
    known("system_us", T.SystemUs);
    known("voluntary_switches", T.VoluntarySwitches);
    known("involuntary_switches", T.InvoluntarySwitches);
    known("minor_faults", T.MinorFaults);
    known("major_faults", T.MajorFaults);
    known("peak_memory", T.PeakMemory);
    known("migrations", T.Migrations);
    known("niceness", T.Niceness);
    known("realtime", T.Realtime);
    known("fixed_addresses", T.FixedAddresses);
    known("memory_locked", T.MemoryLocked);
    known("warm_up", T.WarmUp);
    textIfAny("load", T.Load);
    accounts(T.Accounts);
    count("streams", T.Streams);
    count("packets", T.Packets);
    count("records", T.Records);
    count("counted", T.Counted);
    count("timed", T.Timed);
    count("untimed", T.Untimed);
    Json.attribute("complete", T.Complete);
    text("switches", T.Switches);
    known("switches_recorded", T.SwitchesRecorded);
    known("switches_lost", T.SwitchesLost);
    known("switches_uncertainty", T.SwitchesUncertainty);
    text("cpus_used", T.Cpus);
    counts("interrupts", T.Interrupts);
    counts("softirqs", T.SoftInterrupts);
    list("threads", T.Threads, [&](const ThreadModel &M) { thread(M); });
    if (Much != Detail::Index)
      runFunctions(T);
  });
}

void JsonPieces::filter() {
  if (!Report.Filter)
    return Json.attribute("filter", nullptr);
  filterMembers(*Report.Filter);
}

void JsonPieces::totals() {
  const TotalsModel &T = Report.Totals;
  Json.attributeObject("totals", [&] {
    count("functions", T.Functions);
    count("functions_run", T.FunctionsRun);
    count("functions_not_instrumented", T.FunctionsNotInstrumented);
    count("ipoints", T.Ipoints);
    count("ipoints_run", T.IpointsRun);
    count("records", T.Records);
    count("counted", T.Counted);
    count("calls", T.Calls);
    count("inferred_exits", T.InferredExits);
    count("excluded", T.Excluded);
    count("switches", T.Switches);
    count("preemptions", T.Preemptions);
    real("off_cpu", Scale(T.OffCpu));
    count("kernel_interrupts", T.KernelInterrupts);
    real("in_kernel", Scale(T.InKernel));
  });
}

void JsonPieces::lost() {
  const LostModel &L = Report.Lost;
  Json.attributeObject("lost", [&] {
    count("records", L.Records);
    count("overwritten", L.Overwritten);
    count("repaired", L.Repaired);
    count("unsure", L.Unsure);
    count("buffer_waits", L.BufferWaits);
    count("buffer_wait_ticks", L.BufferWaitTicks);
    count("gaps", L.Gaps);
    count("gap_ticks", L.GapTicks);
    count("cut_calls", L.CutCalls);
    texts("ended", L.Ended);
    objects("impossible_transitions", L.Impossible,
            [&](const ImpossibleTransition &T) {
              text("function", T.Function);
              text("file", T.File);
              place("from", T.From, T.File);
              place("to", T.To, T.File);
              if (T.Path)
                count("path", *T.Path);
              count("count", T.Count);
            });
    count("unknown_records", L.UnknownRecords);
    texts("damage", L.Damage);
    count("unfinished_calls", L.UnfinishedCalls);
    count("started_in_the_middle", L.StartedInTheMiddle);
    Json.attribute("callers_unsure", L.CallersUnsure);
    texts("left_out", L.LeftOut);
  });
}

void JsonPieces::excluded() {
  objects("excluded", Report.Excluded, [&](const ExcludedModel &S) {
    text("function", S.Function);
    text("file", S.File);
    text("block", S.Block);
    count("count", S.Count);
    real("min", Scale(S.Min));
    real("max", Scale(S.Max));
    real("added", Scale(S.Added));
    text("by", S.By);
  });
}

void JsonPieces::notInstrumented() {
  objects("not_instrumented", Report.NotInstrumented,
          [&](const NotInstrumentedModel &S) {
            text("file", S.File);
            count("line", S.Line);
            textOrNull("function", S.Function);
            text("reason", S.Reason);
          });
}

void JsonPieces::neverRun() {
  Json.attributeObject("never_run", [&] {
    objects("functions", Report.NeverRunFunctions,
            [&](const NeverRunFunction &F) {
              text("name", F.Name);
              text("file", F.File);
              count("line", F.Line);
            });
    objects("blocks", Report.NeverRunBlocks, [&](const NeverRunBlock &B) {
      text("function", B.Function);
      text("file", B.At.File);
      text("block", B.At.Name);
      count("line", B.At.Line);
      column("column", B.At.Column);
    });
    objects("transitions", Report.NeverRunTransitions,
            [&](const NeverRunTransition &T) {
              text("function", T.Function);
              text("file", T.File);
              place("from", T.From, T.File);
              place("to", T.To, T.File);
              Json.attribute("to_ran", T.ToRan);
            });
  });
}

void JsonPieces::databaseFunctions() {
  const DatabaseFunctions &D = Report.FunctionsStored;
  Json.attributeObject("functions", [&] {
    count("all", D.All);
    count("other_programs", D.OtherPrograms.Functions);
    count("other_builds", D.OtherBuilds.Functions);
    count("copies", D.Copies);
  });
}

void JsonPieces::database() {
  Json.attributeObject("database", [&] {
    text("path", Report.DatabasePath);
    text("identity", Report.DatabaseIdentity);
    count("units", Report.DatabaseUnits);
    count("units_measured", Report.UnitsMeasured);
    databaseFunctions();
    builds(Report.Builds);
    objects("older_objects", Report.OlderObjects, [&](const OlderObject &O) {
      text("unit", O.Unit);
      text("file", O.File);
    });
  });
}

void JsonPieces::document() {
  Json.object([&] {
    text("schema", "ipoint-report/5");
    tool(Options.Version, Options.CommandLine);
    text("unit", Scale.name());
    text("times", timesName());
    clock();
    list("traces", Report.Traces, [&](const TraceModel &T) { trace(T); });
    database();
    filter();
    text("root", Report.Root);
    totals();
    seriesGrid();
    objects("functions", Report.Functions,
            [&](const FunctionModel &F) { functionMembers(F); });
    list("marks", Report.Marks, [&](const MarkModel &M) { mark(M); });
    callPaths();
    lost();
    excluded();
    interrupts();
    notInstrumented();
    neverRun();
    closure();
    sampling();
    budgets();
  });
}

} // namespace ipoint::output
