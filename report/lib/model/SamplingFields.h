//===- SamplingFields.h - Fields of samples and of the plain program ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_MODEL_SAMPLINGFIELDS_H
#define IPOINT_MODEL_SAMPLINGFIELDS_H

#include "Model.h"
#include "support/Describe.h"
#include "llvm/ADT/StringRef.h"
#include <array>

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
  Field("accounted", S.Accounted, As::Share);
  Field("least_accounted", SamplingModel::LeastAccounted, As::Share);
  Field("more_samples", S.MoreSamples, As::Hundredths);
  Field("not_joined", S.NotJoined, As::Share);
  Field("only_symbols", S.OnlySymbols);
  Field("others", S.Others);
  Field("problems", S.Problems);
}

void describe(auto &&Field, const InstructionModel &I) {
  Field("address", I.Address);
  Field("text", I.Text);
  Field("line", I.Line);
  Field("samples", I.Samples);
}

void describe(auto &&Field, const CodeModel &C) {
  Field("symbol", C.Symbol);
  Field("file", C.File);
  Field("instructions", C.Instructions);
  Field("left", C.Left);
}

} // namespace ipoint::sampled

namespace ipoint::analysis {

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

#endif // IPOINT_MODEL_SAMPLINGFIELDS_H
