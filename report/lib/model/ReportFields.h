//===- ReportFields.h - The fields of a report, each once -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See support/Describe.h; docs/report-json.md says what each field means. What
// takes more than one value to know is added by the document: names that are
// kept as indices, sums over a list.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_REPORTFIELDS_H
#define IPOINT_MODEL_REPORTFIELDS_H

#include "FunctionFields.h"
#include "Model.h"
#include "interrupts/exclude/Filter.h"
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

void describeThresholds(auto &&Field, const ThresholdRule &R) {
  Field("low", R.Low);
  Field("high", R.High);
  Field("low_edge", R.lowEdge());
  Field("high_edge", R.highEdge());
  Field("majority", R.Majority, As::InFull);
  Field("linear_only", R.LinearOnly);
  Field("least_visits", R.LeastVisits);
  Field("gap_tolerance", R.GapTolerance, As::InFull);
}

void describe(auto &&Field, const ThresholdRule &R) {
  Field("functions", R.Function.empty() ? "*" : R.Function);
  Field("blocks", R.Block.empty() ? "*" : R.Block);
  describeThresholds(Field, R);
  Field("from", R.From);
}

/// Thresholds for all blocks stand in the filter itself.
void describe(auto &&Field, const FilterModel &F) {
  auto Global = llvm::find_if(llvm::reverse(F.Rules),
                              [](auto &R) { return R.isGlobal(); });
  if (F.Mode == FilterMode::Rule && Global != F.Rules.rend()) {
    describeThresholds(Field, *Global);
  } else {
    for (const char *Key : {"low", "high", "majority"})
      Field(Key, std::optional<double>());
    Field("linear_only", F.LinearOnly);
  }
  Field("by", factsOf(F.Mode).Name);
  Field("from", F.From);
  Field("layers",
        F.Mode == FilterMode::Layers ? std::optional(F.Layers) : std::nullopt);
  Field("rules", F.Rules);
}

void describe(auto &&Field, const LengthModel &L) {
  Field("min", L.Min, As::Ticks);
  Field("median", L.Median, As::Ticks);
  Field("median_low", L.MedianLow, As::Ticks);
  Field("median_high", L.MedianHigh, As::Ticks);
  Field("mean", L.Mean, As::Ticks);
  Field("mean_low", L.MeanLow, As::Ticks);
  Field("mean_high", L.MeanHigh, As::Ticks);
  Field("p99", L.P99, As::Ticks);
  Field("max", L.Max, As::Ticks);
}

/// Rates are small: they have all digits.
void describeRate(auto &&Field, llvm::StringRef Key,
                  const std::optional<RateModel> &R) {
  auto Number = [&](double RateModel::*At) {
    return R ? std::optional(*R.*At) : std::nullopt;
  };
  auto OneIn = [&](double RateModel::*At) {
    return R && *R.*At > 0 ? std::optional(1 / *R.*At) : std::nullopt;
  };
  Field(Key, Parts{[&](auto &&Field) {
          Field("rate", Number(&RateModel::Rate), As::Exact);
          Field("low", Number(&RateModel::Low), As::Exact);
          Field("high", Number(&RateModel::High), As::Exact);
          Field("one_in", OneIn(&RateModel::Rate), As::Exact);
          Field("one_in_low", OneIn(&RateModel::High), As::Exact);
          Field("one_in_high", OneIn(&RateModel::Low), As::Exact);
        }});
}

void describe(auto &&Field, const PeriodModel &P) {
  Field("period", P.Ticks, As::Ticks);
  Field("uncertainty", P.Uncertainty, As::Ticks);
  Field("strength", P.Strength);
}

void describe(auto &&Field, const ClassBlockModel &B) {
  Field("function", B.Function);
  Field("block", B.Block);
  Field("count", B.Count);
  Field("expected", B.Expected);
  Field("agrees", B.Agrees);
}

void describe(auto &&Field, const ClassModel &K) {
  Field("count", K.Count);
  Field("switched", K.Switched);
  Field("recorded", K.Recorded);
  Field("length", K.Length);
  describeRate(Field, "per_execution_tick", K.PerExecutionTick);
  describeRate(Field, "per_elapsed_tick", K.PerElapsedTick);
  Field("dispersion", K.Dispersion);
  Field("periodic", K.Periodic);
  Field("alone", K.IsAlone);
  Field("blocks", K.Blocks);
}

void describe(auto &&Field, const UnseenModel &U) {
  Field("function", U.Function);
  Field("block", U.Block);
  Field("expected", U.Expected);
  Field("added", U.Added, As::Ticks);
}

void describe(auto &&Field, const RecordComparison &C) {
  Field("beyond", C.Beyond);
  Field("within", C.Within);
  Field("undecided", C.Undecided);
  Field("unrecorded", C.Unrecorded);
}

void describe(auto &&Field, const RecordedModel &R) {
  Field("excluded", R.Count);
  Field("by_record_alone", R.Alone);
  Field("left", R.Left);
  Field("length", Parts{[&](auto &&Field) {
                          Field("min", R.Length.Min, As::Ticks);
                          Field("median", R.Length.Median, As::Ticks);
                          Field("mean", R.Length.Mean, As::Ticks);
                          Field("p99", R.Length.P99, As::Ticks);
                          Field("max", R.Length.Max, As::Ticks);
                        },
                        R.Count != 0});
  Field("untimed", R.Untimed);
  Field("untimed_ticks", R.UntimedTicks, As::Ticks);
}

void describe(auto &&Field, const InterruptsModel &M) {
  Field("classes", M.Classes);
  Field("unseen", M.Unseen);
  Field("without_time", M.NotLogged);
  auto Known = [&](Recorded::Kind Kind) {
    return M.Known ? std::optional((*M.Known)[Kind]) : std::nullopt;
  };
  Field("known_switches", Known(Recorded::Switch));
  Field("known_handlers", Known(Recorded::Handler));
  Field("known_interrupts", Known(Recorded::Kernel));
  Field("recorded", M.ByKernel);
}

// What is missing

/// The name under \p Key, the rest under it with a suffix; \p File is that of
/// the function.
void describePlace(auto &&Field, const std::string &Key, const BlockPlace &P,
                   llvm::StringRef File) {
  Field(Key, P.Name);
  if (P.File != File)
    Field(Key + "_file", P.File);
  Field(Key + "_line", P.Line);
  Field(Key + "_column", P.Column, As::OrNull);
}

void describe(auto &&Field, const ImpossibleTransition &T) {
  Field("function", T.Function);
  Field("file", T.File);
  describePlace(Field, "from", T.From, T.File);
  describePlace(Field, "to", T.To, T.File);
  if (T.Path)
    Field("path", *T.Path);
  Field("count", T.Count);
}

void describe(auto &&Field, const LostModel &L) {
  Field("records", L.Records);
  Field("overwritten", L.Overwritten);
  Field("repaired", L.Repaired);
  Field("unsure", L.Unsure);
  Field("buffer_waits", L.Account.BufferWaits);
  Field("buffer_wait_ticks", L.Account.BufferWaitTicks);
  Field("gaps", L.Account.Gaps);
  Field("gap_ticks", L.Account.GapTicks);
  Field("cut_calls", L.Account.CutCalls);
  Field("ended", L.Ended);
  Field("impossible_transitions", L.Impossible);
  Field("unknown_records", L.Account.UnknownRecords);
  Field("damage", L.Damage);
  Field("unfinished_calls", L.Account.Unfinished);
  Field("started_in_the_middle", L.Account.StartedInTheMiddle);
  Field("callers_unsure", L.CallersUnsure);
  Field("left_out", L.LeftOut);
}

void describe(auto &&Field, const ExcludedModel &E) {
  Field("function", E.Function);
  Field("file", E.File);
  Field("block", E.Block);
  Field("count", E.Count);
  Field("min", E.Min, As::Ticks);
  Field("max", E.Max, As::Ticks);
  Field("added", E.Added, As::Ticks);
  Field("by", E.By);
}

void describe(auto &&Field, const NotInstrumentedModel &N) {
  Field("file", N.File);
  Field("line", N.Line);
  Field("function", N.Function);
  Field("reason", N.Reason);
}

void describe(auto &&Field, const NeverRunFunction &F) {
  Field("name", F.Name);
  Field("file", F.File);
  Field("line", F.Line);
}

void describe(auto &&Field, const NeverRunBlock &B) {
  Field("function", B.Function);
  Field("file", B.At.File);
  Field("block", B.At.Name);
  Field("line", B.At.Line);
  Field("column", B.At.Column, As::OrNull);
}

void describe(auto &&Field, const NeverRunTransition &T) {
  Field("function", T.Function);
  Field("file", T.File);
  describePlace(Field, "from", T.From, T.File);
  describePlace(Field, "to", T.To, T.File);
  Field("to_ran", T.ToRan);
}

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_REPORTFIELDS_H
