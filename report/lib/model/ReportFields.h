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

#include "Model.h"
#include "interrupts/exclude/Filter.h"
#include "support/Describe.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cmath>

namespace ipoint::sampled {

inline llvm::StringRef nameOf(MeanSource S) {
  static constexpr llvm::StringLiteral Names[] = {
      "sampled", "bounded", "direct", "group", "not known"};
  return Names[size_t(S)];
}

inline llvm::StringRef nameOf(OtherTime::Kind K) {
  static constexpr llvm::StringLiteral Names[] = {
      "kernel",  "not instrumented", "not called", "not in the database",
      "library", "unknown"};
  return Names[size_t(K)];
}

void describe(auto &&Field, const SampledMean &M) {
  Field("mean", M.Mean, As::Ticks);
  Field("low", M.Range.Low, As::Ticks);
  Field("high", M.Range.High, As::Ticks);
}

void describe(auto &&Field, const BestMean &M) {
  auto Known = [](bool Is, double Ticks) {
    return Is ? std::optional(Ticks) : std::nullopt;
  };
  bool HasRange = M.From != MeanSource::NotKnown;
  Field("from", nameOf(M.From));
  Field("mean", Known(HasRange && M.From != MeanSource::Bounded, M.Mean),
        As::Ticks);
  Field("low", Known(HasRange, M.Range.Low), As::Ticks);
  Field("high", Known(HasRange, M.Range.High), As::Ticks);
}

template <class Of> void describeShare(auto &&Field, const Of &S) {
  Field("samples", S.Samples, As::Tenths);
  Field("share", S.Share, As::Share);
  Field("share_low", S.ShareRange.Low, As::Share);
  Field("share_high", S.ShareRange.High, As::Share);
}

void describe(auto &&Field, const FunctionSamples &S) {
  describeShare(Field, S);
  Field("self", InLine{S.Self});
  Field("inclusive", InLine{S.Inclusive});
  Field("direct_error", S.DirectError, As::Share);
}

void describe(auto &&Field, const BlockSamples &S) {
  describeShare(Field, S);
  Field("mean", InLine{S.Mean});
  Field("group", S.Group);
}

void describe(auto &&Field, const SetsCompared &C) {
  Field("runs_a", C.RunsA);
  Field("runs_b", C.RunsB);
  if (C.RateA > 0) {
    Field("rate_a", C.RateA, As::Tenths);
    Field("rate_b", C.RateB, As::Tenths);
  }
  Field("difference", C.Difference, As::Share);
  Field("expected", C.Expected, As::Share);
  Field("probability", C.Probability, As::Share);
  Field("differ", C.differ());
}

void describe(auto &&Field, const SampledInput &I) {
  Field("file", I.File);
  Field("program", I.Program);
  Field("arguments", I.Arguments);
  Field("sampler", I.Sampler);
  Field("rounds", I.Rounds);
  Field("runs", I.Runs);
  Field("samples", I.Samples);
  Field("lost", I.Lost);
  Field("throttled", I.Throttled);
  Field("unit", I.RunIsUnit ? "run" : "part of a run");
  Field("counted", I.IsCounted);
  Field("cpu", I.Cpu, As::Ticks);
  Field("system", I.System, As::Ticks);
  Field("cpu_spread", I.CpuSpread, As::Share);
  Field("cpu_slowdown", I.CpuSlowdown, As::Thousandths);
  Field("slowdown", I.Slowdown, As::Thousandths);
  Field("calls_spread", I.CallsSpread, As::Share);
  Field("rates", I.Rates);
  Field("halves", I.Halves);
}

void describe(auto &&Field, const OtherTime &T) {
  Field("what", nameOf(T.What));
  Field("name", T.Name, As::OrNull);
  Field("file", T.File, As::OrNull);
  describeShare(Field, T);
}

void describe(auto &&Field, const SamplingModel &S) {
  Field("inputs", S.Inputs);
  Field("in_functions", S.InFunctions, As::Share);
  Field("in_functions_known", S.InFunctionsKnown, As::Share);
  Field("known_to", SamplingModel::KnownTo, As::Share);
  Field("in_blocks_known", S.InBlocksKnown, As::Share);
  Field("blocks_known_to", SamplingModel::BlocksKnownTo, As::Share);
  Field("more_samples", S.MoreSamples, As::Hundredths);
  Field("not_joined", S.NotJoined, As::Share);
  Field("only_symbols", S.OnlySymbols);
  Field("others", S.Others);
  Field("problems", S.Problems);
}

} // namespace ipoint::sampled

namespace ipoint::analysis {

inline llvm::StringRef nameOf(FilterState S) {
  static constexpr llvm::StringLiteral Names[] = {
      "off",     "applied",   "nothing to exclude", "not linear",
      "refused", "not timed", "too few visits"};
  return Names[size_t(S)];
}

inline llvm::StringRef nameOf(FunctionStatus S) {
  static constexpr llvm::StringLiteral Names[] = {"run", "never run",
                                                  "not instrumented"};
  return Names[size_t(S)];
}

inline llvm::StringRef nameOf(BudgetKind K) {
  static constexpr llvm::StringLiteral Names[] = {"time", "iterations", "share",
                                                  "worsening"};
  return Names[size_t(K)];
}

inline llvm::StringRef nameOf(BudgetState S) {
  static constexpr llvm::StringLiteral Names[] = {"kept", "broken",
                                                  "not judged"};
  return Names[size_t(S)];
}

// Times

void describe(auto &&Field, const Uncertainty &U) {
  Field("mean", U.Mean, As::Ticks);
  Field("total", U.Total, As::Ticks);
  Field("stddev", U.StdDev, As::Ticks);
  Field("single", U.Single, As::Ticks);
}

void describe(auto &&Field, const OffCpuModel &O) {
  Field("count", O.Count);
  Field("total", O.Total, As::Ticks);
  Field("max", O.Max, As::Ticks);
}

void describe(auto &&Field, const OverloadModel &O) {
  Field("each", O.Interrupts);
  Field("share", O.Share);
}

void describe(auto &&Field, const ReconstructedModel &R) {
  Field("count", R.Count);
  Field("replaced", R.Replaced, As::Ticks);
  Field("uncertainty", R.Uncertainty, As::Ticks);
}

void describe(auto &&Field, const MarkInterrupts &I) {
  Field("off_cpu", I.OffCpu, As::Ticks);
  Field("in_handlers", I.InHandlers, As::Ticks);
  Field("in_kernel", I.InKernel, As::Ticks);
  Field("excluded", I.Excluded);
  Field("added", I.Added, As::Ticks);
  Field("longest", I.Longest, As::Ticks);
  Field("class", I.Class);
}

void describe(auto &&Field, const PlaceModel &P) {
  Field("trace", P.Trace);
  Field("pid", P.Pid);
  Field("tid", P.Tid);
  Field("handler", P.IsHandler);
  Field("since", P.Since, As::Ticks);
  Field("call", P.Call);
  Field("mark", P.Mark);
  Field("run", P.Run);
  Field("thread", P.Thread, As::OrNull);
  Field("start", P.Start, As::Ticks);
  Field("end", P.End, As::Ticks);
  Field("start_ticks",
        P.Start ? std::optional(uint64_t(*P.Start)) : std::nullopt);
  Field("end_ticks", uint64_t(P.End));
  Field("call_path", P.Way);
  Field("call_path_omitted", P.WayOmitted);
  Field("call_path_omitted_behind", P.WayBehind);
  Field("interrupts", P.Interrupts);
}

void describe(auto &&Field, const TimeModel &T) {
  Field("raw", T.Raw, As::Ticks);
  Field("corrected", T.Corrected, As::Ticks);
  Field("filtered", T.Filtered, As::Ticks);
  Field("response", T.Response, As::Ticks);
  Field("off_cpu", T.OffCpu);
  Field("too_many_interrupts", T.Overload);
  Field("below_resolution", T.BelowResolution);
  Field("histogram", T.Histogram, As::Details);
  Field("reconstructed", T.Reconstructed);
  Field("max_at", T.MaxAt, As::Details);
  Field("series", T.Series, As::Details);
  if (!T.Series.empty())
    Field("record_marks", T.RecordMarks, As::Details);
}

void describe(auto &&Field, const InferredModel &I) {
  Field("count", I.Count);
  Field("total", I.Total, As::Ticks);
  Field("min", I.Min, As::Ticks);
  Field("mean", I.Total / double(I.Count), As::Ticks);
  Field("max", I.Max, As::Ticks);
}

// Functions and what is in them

void describe(auto &&Field, const IncludedModel &I) {
  Field("file", I.File);
  Field("line", I.Line);
  Field("column", I.Column, As::OrNull);
  Field("text", I.Text);
}

void describe(auto &&Field, const StructureModel &S) {
  Field("from", S.From);
  Field("share", S.Share);
}

void describe(auto &&Field, const NextBlock &N) {
  Field("block", N.Block);
  Field("count", N.Count);
  Field("time", Parts{[&](auto &&Field) {
                        Field("raw", N.Raw, As::Ticks);
                        Field("corrected", N.Corrected, As::Ticks);
                      },
                      N.Raw.has_value()});
}

/// What a block is, whether or not it ran.
void describe(auto &&Field, const BlockModel &B) {
  Field("name", B.Name);
  Field("kind", B.Kind);
  Field("line", B.Line);
  Field("column", B.Column, As::OrNull);
  Field("end_line", B.EndLine);
  Field("macro", B.FromMacro);
  Field("included", B.Included);
  Field("timed", B.Timed);
  Field("linear", B.Linear);
  Field("visits", B.Visits);
}

void describeVisits(auto &&Field, const BlockModel &B) {
  Field("time", B.Time);
  Field("best", B.Best);
  Field("sampled", B.Sampled);
  Field("filter", nameOf(B.Filter));
  Field("filter_reason", B.FilterReason, As::OrNull);
  Field("filter_by", B.FilterBy, As::OrNull);
  Field("excluded", Parts{[&](auto &&Field) {
          Field("count", B.Excluded);
          Field("values", B.ExcludedValues);
          Field("values_cut", B.Excluded - B.ExcludedValues.size());
        }});
  Field("structure", B.Structure);
  Field("next", B.Next);
}

void describe(auto &&Field, const LineModel &L) {
  Field("line", L.Line);
  Field("self", L.Self, As::Ticks);
  Field("share", L.Share, As::Share);
}

/// A loop whose body has no ipoint was not counted.
void describe(auto &&Field, const LoopModel &L) {
  auto Counted = [&](std::optional<uint64_t> Value) {
    return L.Body ? Value : std::nullopt;
  };
  Field("name", L.Name);
  Field("line", L.Line);
  Field("end_line", L.EndLine);
  Field("included", L.Included);
  Field("head", L.Head);
  Field("body", L.Body);
  Field("bound", L.Bound);
  Field("bound_from", L.Bound ? std::optional(L.BoundFrom) : std::nullopt);
  Field("entered", Counted(L.Entered));
  Field("iterations", Counted(L.Iterations));
  Field("max_iterations", Counted(L.MaxIterations));
  Field("per_entry", L.PerEntry, As::Thousandths);
  Field("iteration", L.Iteration);
  Field("sampled", L.Sampled);
}

void describe(auto &&Field, const RoundsModel &R) {
  Field("behind", R.Behind);
  Field("blocks", R.Blocks);
  Field("count", R.Count);
}

/// What a function is, whether or not it ran.
void describe(auto &&Field, const FunctionModel &F) {
  Field("name", F.Name);
  Field("file", F.File);
  Field("line", F.Line);
  Field("end_line", F.EndLine);
  Field("page", F.Page);
  Field("status", nameOf(F.Status));
  Field("reason", F.Reason);
  Field("role", F.IsInterrupt ? "isr" : "", As::OrNull);
  Field("ipoints", F.Blocks.size());
  Field("calls", F.Calls);
  if (F.IsCounted)
    Field("counted", true);
}

void describeCalls(auto &&Field, const FunctionModel &F) {
  Field("threads", F.Threads);
  Field("inferred_exits", F.InferredExits);
  Field("inferred_inclusive", Parts{[&](auto &&Field) {
          Field("ended", F.InferredEnded);
          Field("open", F.InferredOpen);
        }});
  Field("self", F.Self);
  Field("inclusive", F.Inclusive);
  Field("best", Parts{[&](auto &&Field) {
          Field("self", F.BestSelf);
          Field("inclusive", F.BestInclusive);
        }});
  Field("sampled", F.Sampled);
  Field("blocks", F.Blocks, As::Details);
  Field("lines", F.Lines, As::Details);
  Field("loops", F.Loops, As::Details);
}

void describe(auto &&Field, const ValuesModel &V) {
  Field("count", V.Count);
  Field("min", V.Min);
  Field("mean", V.Mean);
  Field("max", V.Max);
}

void describe(auto &&Field, const MarkModel &M) {
  Field("name", M.Name);
  Field("function", M.Function);
  Field("file", M.File);
  Field("block", M.Block);
  Field("line", M.Line);
  Field("count", M.Count);
  Field("values", M.Values);
}

void describe(auto &&Field, const CallPathModel &P) {
  auto Sum = [&](llvm::StringRef Key, uint64_t Count, double Raw,
                 double Corrected, std::optional<double> Filtered,
                 uint64_t Max) {
    Field(Key, InLine{Parts{[&](auto &&Field) {
            Field("count", Count);
            Field("raw", Raw, As::TicksInShort);
            Field("corrected", Corrected, As::TicksInShort);
            Field("filtered", Filtered, As::TicksInShort);
            Field("max", Count ? std::optional(Max) : std::nullopt,
                  As::TicksInShort);
          }}});
  };
  Field("parent", P.Parent);
  Field("function", P.Function);
  Field("calls", P.Calls);
  Sum("self", P.SelfCount, P.SelfRaw, P.Self, P.SelfFiltered, P.SelfMax);
  Sum("inclusive", P.InclusiveCount, P.InclusiveRaw, P.Inclusive,
      P.InclusiveFiltered, P.InclusiveMax);
}

// Clock, runs and program

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

// Interrupts

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
  Field("known_switches", M.Known[Recorded::Switch]);
  Field("known_handlers", M.Known[Recorded::Handler]);
  Field("known_interrupts", M.Known[Recorded::Kernel]);
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
  Field("buffer_waits", L.BufferWaits);
  Field("buffer_wait_ticks", L.BufferWaitTicks);
  Field("gaps", L.Gaps);
  Field("gap_ticks", L.GapTicks);
  Field("cut_calls", L.CutCalls);
  Field("ended", L.Ended);
  Field("impossible_transitions", L.Impossible);
  Field("unknown_records", L.UnknownRecords);
  Field("damage", L.Damage);
  Field("unfinished_calls", L.UnfinishedCalls);
  Field("started_in_the_middle", L.StartedInTheMiddle);
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

// The plain program

void describe(auto &&Field, const ClosureError &C) {
  Field("timed_overhead", C.TimedOverhead);
  Field("untimed_overhead", C.UntimedOverhead);
  Field("error", C.Error, As::Millionths);
  Field("interval",
        C.Range ? std::optional(std::array{C.Range->first, C.Range->second})
                : std::nullopt,
        As::Millionths);
}

void describe(auto &&Field, const FittedClosure &F) {
  Field("split", F.ByInputs ? "inputs" : "runs");
  Field("fitted_to", F.FittedTo);
  Field("tested_on", F.TestedOn);
  Field("one_factor", F.OneFactor);
  describe(Field, F.Closure);
}

void describe(auto &&Field, const ClosureInput &I) {
  Field("file", I.File);
  Field("program", I.Program);
  Field("arguments", I.Arguments);
  Field("pairs", I.Pairs);
  Field("plain", I.Plain, As::Ticks);
  Field("instrumented", I.Instrumented, As::Ticks);
  Field("waited", I.Waited, As::Ticks);
  Field("timed", I.Timed);
  Field("untimed", I.Untimed);
  Field("unfitted", I.Unfitted);
  Field("fitted", I.Fitted);
  Field("left_out", I.LeftOut);
}

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_REPORTFIELDS_H
