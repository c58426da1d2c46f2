//===- FunctionFields.h - Fields of functions, blocks and their times -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_FUNCTIONFIELDS_H
#define IPOINT_MODEL_FUNCTIONFIELDS_H

#include "SamplingFields.h"

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
  Field("call", P.Call, As::OrNull);
  Field("mark", P.Mark);
  Field("run", P.Run);
  Field("thread", P.Thread, As::OrNull);
  Field("start", P.Start, As::Ticks);
  Field("end", P.End, As::Ticks);
  Field("start_ticks",
        P.Start ? std::optional(uint64_t(*P.Start)) : std::nullopt, As::Again);
  Field("end_ticks", uint64_t(P.End), As::Again);
  Field("call_path", P.Way);
  Field("call_path_omitted", P.WayOmitted);
  Field("call_path_omitted_behind", P.WayBehind);
  Field("interrupts", P.Interrupts);
}

void describe(auto &&Field, const UninterruptedModel &U) {
  Field("max", U.Max, As::Ticks);
  Field("at", U.At);
}

void describe(auto &&Field, const UndetectedModel &U) {
  Field("expected", U.Expected);
  Field("added", U.Added, As::Ticks);
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
  Field("uninterrupted", T.Uninterrupted, As::Details);
  Field("undetected", T.Undetected);
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
void describe(auto &&Field, const MarkOrigin &O) {
  Field("labels", O.Labels);
  if (!O.Value.empty())
    Field("value", O.Value);
  Field("run", O.Run);
  Field("path", O.Path);
  Field("since", O.Since, As::Ticks);
}

void describe(auto &&Field, const AcrossModel &A) {
  Field("value", A.Value);
  Field("calls", A.Calls);
  Field("mean", A.Mean, As::Ticks);
  Field("max", A.Max, As::Ticks);
  Field("blocks", A.Blocks);
}

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
  if (B.Mark)
    Field("largest_on", B.Mark);
  if (B.RanAcross)
    Field("ran_across", B.RanAcross);
  if (!B.RanWith.empty())
    Field("ran_with", B.RanWith);
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
  if (F.Change)
    Field("change", Parts{[&](auto &&Field) {
            Field("before", F.Change->Before);
            Field("after", F.Change->After);
            Field("differs", F.Change->Differs);
          }});
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
  if (!F.ByThread.empty())
    Field("by_thread", F.ByThread);
  if (F.SelfMark || F.InclusiveMark)
    Field("largest_on", Parts{[&](auto &&Field) {
            Field("self", F.SelfMark);
            Field("inclusive", F.InclusiveMark);
          }});
  if (!F.Across.empty()) {
    Field("ran_across", F.Across.size());
    Field("across", F.Across, As::Details);
  }
  Field("blocks", F.Blocks, As::Details);
  Field("lines", F.Lines, As::Details);
  Field("loops", F.Loops, As::Details);
  if (!F.ByValue.empty())
    Field("by_value", F.ByValue, As::Details);
  if (!F.Code.empty())
    Field("code", F.Code, As::Details);
}

void describe(auto &&Field, const LineFit &F) {
  Field("slope", F.Slope, As::Thousandths);
  Field("slope_low", F.SlopeRange.Low, As::Thousandths);
  Field("slope_high", F.SlopeRange.High, As::Thousandths);
  Field("intercept", F.Intercept, As::Thousandths);
  Field("r2", F.R2, As::Share);
  Field("residual", F.Residual, As::Thousandths);
}

void describe(auto &&Field, const CallsByValue &C) {
  Field("kind", C.IsLoop ? "loop" : "mark");
  Field("name", C.Name);
  Field("block", C.Block, As::OrNull);
  Field("calls", C.Calls);
  Field("several", C.Several);
  Field("fit", C.Fit);
  Field("sample", C.Sample);
  Field("longest", C.Longest);
}

void describe(auto &&Field, const ThreadCalls::Times &T) {
  Field("count", T.Count);
  Field("total", T.Total, As::Ticks);
  Field("max", double(T.Max), As::Ticks);
}

void describe(auto &&Field, const ThreadCalls &T) {
  Field("thread", T.Thread);
  Field("calls", T.Calls);
  Field("self", T.Self);
  Field("inclusive", T.Inclusive);
}

void describe(auto &&Field, const ThreadGroup &G) {
  Field("name", G.Name, As::OrNull);
  Field("number", G.Number);
  Field("handler", G.IsHandler);
  Field("streams", G.Streams);
  Field("elapsed", double(G.Elapsed), As::Ticks);
  Field("off_cpu", double(G.OffCpu), As::Ticks);
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

void describe(auto &&Field, const WayTimes &T) {
  Field("count", T.Count);
  Field("raw", T.Raw, As::TicksInShort);
  Field("corrected", T.Corrected, As::TicksInShort);
  Field("filtered", T.Filtered, As::TicksInShort);
  Field("max", T.Count ? std::optional(T.Max) : std::nullopt, As::TicksInShort);
}

void describe(auto &&Field, const CallPathModel &P) {
  Field("parent", P.Parent);
  Field("function", P.Function);
  Field("calls", P.Calls);
  Field("self", InLine{P.Self});
  Field("inclusive", InLine{P.Inclusive});
  if (!P.ByThread.empty())
    Field("by_thread", Each{P.ByThread, [](auto &Field, const PathInThread &T) {
                              Field("thread", T.Thread);
                              Field("calls", T.Calls);
                              Field("self", T.Self, As::TicksInShort);
                            }});
}

} // namespace ipoint::analysis

#endif // IPOINT_MODEL_FUNCTIONFIELDS_H
