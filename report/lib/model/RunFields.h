//===- RunFields.h - Fields of the clock, the runs and the program --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_RUNFIELDS_H
#define IPOINT_MODEL_RUNFIELDS_H

#include "Model.h"
#include "support/Describe.h"
#include "llvm/ADT/StringRef.h"
#include <cmath>

namespace ipoint::analysis {

void describeProbe(auto &&Field, const ProbeModel &P,
                   const std::string &Prefix) {
  Field(Prefix + "timed_mean", P.TimedMean);
  Field(Prefix + "timed_min", P.TimedMin);
  Field(Prefix + "untimed_mean", P.UntimedMean);
  Field(Prefix + "timed_uncertainty", P.TimedUncertainty);
  Field(Prefix + "untimed_uncertainty", P.UntimedUncertainty);
  Field(Prefix + "timed_mean_recorded", P.TimedMeanRecorded);
  Field(Prefix + "timed_min_recorded", P.TimedMinRecorded);
  Field(Prefix + "untimed_mean_recorded", P.UntimedMeanRecorded);
  Field(Prefix + "timed_evidence", P.TimedEvidence, As::OrNull);
  Field(Prefix + "untimed_evidence", P.UntimedEvidence, As::OrNull);
}

void describe(auto &&Field, const ClockModel &C) {
  Field("source", C.Source);
  Field("rate_hz", C.RateHz);
  Field("rate_uncertainty_ppb", C.RateUncertainty
                                    ? std::optional(1e9 * *C.RateUncertainty)
                                    : std::nullopt);
  Field("resolution", C.Resolution);
  Field("resolution_recorded", C.ResolutionRecorded);
  Field("resolution_seen", C.ResolutionSeen);
  Field("waits", C.Waits);
  Field("overtaken", C.Overtaken);
  Field("probe_overhead", Parts{[&](auto &&Field) {
          for (const ProbeModel &P : C.Probes)
            if (bool IsFirst = &P == C.Probes.data(); P.IsUsed || IsFirst)
              describeProbe(Field, P, IsFirst ? "" : P.Form + "_");
          if (!C.Sums)
            return;
          Field("sum_path_mean", C.Sums->Path);
          Field("sum_path_more", C.Sums->More);
          Field("sum_add_mean", C.Sums->Add);
          Field("sum_set_mean", C.Sums->Set);
          Field("sum_clear_mean", C.Sums->Clear);
        }});
}

void describe(auto &&Field, const ThreadModel &T) {
  Field("pid", T.Pid);
  Field("tid", T.Tid);
  Field("name", T.Name);
  Field("handler", T.IsHandler);
  Field("elapsed", T.Elapsed, As::Ticks);
  Field("off_cpu", T.OffCpu, As::Ticks);
  Field("switches", T.Switches);
  Field("preemptions", T.Preemptions);
  Field("balance", T.Balance);
}

void describe(auto &&Field, const RunAccounts &A) {
  static constexpr llvm::StringLiteral Doubts[] = {
      "", "stolen", "off-cpu-unknown", "not-recorded"};
  Field("cpu_ns", A.Cpu ? std::optional(std::llround(*A.Cpu)) : std::nullopt);
  Field("recorded_ns", std::llround(A.Recorded));
  Field("off_cpu_ns", std::llround(A.OffCpu));
  Field("differs", Doubts[size_t(A.Differs)], As::OrNull);
}

void describe(auto &&Field, const KindCount &C) {
  Field("kind", C.Kind);
  Field("count", C.Count);
}

void describe(auto &&Field, const TraceModel &T) {
  Field("path", T.Path);
  describe(Field, static_cast<const RunFacts &>(T));
  Field("accounts", T.Accounts);
  Field("streams", T.Streams);
  Field("packets", T.Packets);
  Field("records", T.Records);
  Field("counted", T.Counted);
  Field("timed", T.Timed);
  Field("untimed", T.Untimed);
  Field("complete", T.Complete);
  Field("switches", T.Switches);
  describeSwitches(Field, T);
  Field("interrupts", T.Interrupts);
  Field("softirqs", T.SoftInterrupts);
  Field("threads", T.Threads);
}

void describe(auto &&Field, const RunTimes &T) {
  Field("count", T.Count);
  Field("total", T.Total, As::TicksInShort);
  Field("min", T.Min, As::TicksInShort);
  Field("mean", T.Mean, As::TicksInShort);
  Field("max", T.Max, As::TicksInShort);
  Field("corrected_mean", T.CorrectedMean, As::TicksInShort);
}

void describe(auto &&Field, const BuildModel &B) {
  Field("compiler", B.Compiler);
  Field("flags", B.Flags);
  Field("level", B.Level);
  Field("timed", B.Timed);
  Field("units", B.Units);
}

void describe(auto &&Field, const OlderObject &O) {
  Field("unit", O.Unit);
  Field("file", O.File);
}

void describe(auto &&Field, const DatabaseFunctions &D) {
  Field("all", D.All);
  Field("other_programs", D.OtherPrograms.Functions);
  Field("other_builds", D.OtherBuilds.Functions);
  Field("copies", D.Copies);
}

void describe(auto &&Field, const TotalsModel &T) {
  Field("functions", T.Functions);
  Field("functions_run", T.FunctionsRun);
  Field("functions_not_instrumented", T.FunctionsNotInstrumented);
  Field("ipoints", T.Ipoints);
  Field("ipoints_run", T.IpointsRun);
  Field("records", T.Records);
  Field("counted", T.Counted);
  Field("calls", T.Calls);
  Field("inferred_exits", T.InferredExits);
  Field("excluded", T.Excluded);
  Field("switches", T.Switches);
  Field("preemptions", T.Preemptions);
  Field("off_cpu", T.OffCpu, As::Ticks);
  Field("kernel_interrupts", T.KernelInterrupts);
  Field("in_kernel", T.InKernel, As::Ticks);
}

void describe(auto &&Field, const SeriesModel &S) {
  Field("width_ticks", S.Width, As::Whole);
  Field("width", S.Width, As::Ticks);
  Field("buckets", S.Buckets);
}

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_RUNFIELDS_H
