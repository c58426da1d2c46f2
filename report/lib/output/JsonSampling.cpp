//===- JsonSampling.cpp - Times by samples of the plain program -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonPieces.h"
#include "SamplingWords.h"

using namespace llvm;
using namespace ipoint::analysis;
using namespace ipoint::estimate;

namespace ipoint::output {

void JsonPieces::fraction(StringRef Key, double Share) {
  asWritten(Key, number(Share, 6));
}

void JsonPieces::sampledMean(StringRef Key,
                             const std::optional<SampledMean> &M) {
  if (!M)
    return Json.attribute(Key, nullptr);
  asWritten(Key,
            "{\"mean\": " + number(Scale(M->Mean), Scale.digits(3)) +
                ", \"low\": " + number(Scale(M->Range.Low), Scale.digits(3)) +
                ", \"high\": " + number(Scale(M->Range.High), Scale.digits(3)) +
                "}");
}

void JsonPieces::bestMean(StringRef Key, const BestMean &M) {
  Json.attributeObject(Key, [&] {
    text("from", sourceName(M.From));
    bool IsKnown = M.From != MeanSource::NotKnown;
    ticksOrNull("mean", IsKnown && M.From != MeanSource::Bounded
                            ? std::optional(M.Mean)
                            : std::nullopt);
    ticksOrNull("low", IsKnown ? std::optional(M.Range.Low) : std::nullopt);
    ticksOrNull("high", IsKnown ? std::optional(M.Range.High) : std::nullopt);
  });
}

void JsonPieces::sampledShare(const SampledShare &S) {
  asWritten("samples", number(S.Samples, 1));
  fraction("share", S.Share);
  fraction("share_low", S.ShareRange.Low);
  fraction("share_high", S.ShareRange.High);
}

void JsonPieces::bestMeans(const FunctionModel &F) {
  Json.attributeObject("best", [&] {
    bestMean("self", F.BestSelf);
    bestMean("inclusive", F.BestInclusive);
  });
  if (!F.Sampled)
    return Json.attribute("sampled", nullptr);
  const FunctionSamples &S = *F.Sampled;
  Json.attributeObject("sampled", [&] {
    sampledShare(S);
    sampledMean("self", S.Self);
    sampledMean("inclusive", S.Inclusive);
    if (S.DirectError)
      fraction("direct_error", *S.DirectError);
    else
      Json.attribute("direct_error", nullptr);
  });
}

void JsonPieces::blockSampled(const BlockModel &B) {
  bestMean("best", B.Best);
  samplesOf(B.Sampled);
}

void JsonPieces::samplesOf(const std::optional<BlockSamples> &Of) {
  if (!Of)
    return Json.attribute("sampled", nullptr);
  const BlockSamples &S = *Of;
  Json.attributeObject("sampled", [&] {
    sampledShare(S);
    sampledMean("mean", S.Mean);
    texts("group", S.Group);
  });
}

void JsonPieces::setsCompared(StringRef Key,
                              const std::optional<SetsCompared> &C) {
  if (!C)
    return Json.attribute(Key, nullptr);
  Json.attributeObject(Key, [&] {
    count("runs_a", C->RunsA);
    count("runs_b", C->RunsB);
    if (C->RateA > 0) {
      asWritten("rate_a", number(C->RateA, 1));
      asWritten("rate_b", number(C->RateB, 1));
    }
    fraction("difference", C->Difference);
    fraction("expected", C->Expected);
    fraction("probability", C->Probability);
    Json.attribute("differ", C->differ());
  });
}

void JsonPieces::sampledInput(const SampledInput &I) {
  text("file", I.File);
  text("program", I.Program);
  text("arguments", I.Arguments);
  text("sampler", I.Sampler);
  count("rounds", I.Rounds);
  count("runs", I.Runs);
  count("samples", I.Samples);
  count("lost", I.Lost);
  count("throttled", I.Throttled);
  text("unit", I.RunIsUnit ? "run" : "part of a run");
  Json.attribute("counted", I.IsCounted);
  real("cpu", Scale(I.Cpu));
  real("system", Scale(I.System));
  fraction("cpu_spread", I.CpuSpread);
  asWritten("cpu_slowdown", I.CpuSlowdown ? number(*I.CpuSlowdown, 3) : "null");
  asWritten("slowdown", I.Slowdown ? number(*I.Slowdown, 3) : "null");
  asWritten("calls_spread", I.CallsSpread ? number(*I.CallsSpread, 6) : "null");
  setsCompared("rates", I.Rates);
  setsCompared("halves", I.Halves);
}

void JsonPieces::sampling() {
  if (!Report.Sampling)
    return Json.attribute("sampling", nullptr);
  const SamplingModel &S = *Report.Sampling;
  Json.attributeObject("sampling", [&] {
    objects("inputs", S.Inputs,
            [&](const SampledInput &I) { sampledInput(I); });
    fraction("in_functions", S.InFunctions);
    fraction("in_functions_known", S.InFunctionsKnown);
    fraction("known_to", SamplingModel::KnownTo);
    fraction("in_blocks_known", S.InBlocksKnown);
    fraction("blocks_known_to", SamplingModel::BlocksKnownTo);
    asWritten("more_samples", number(S.MoreSamples, 2));
    fraction("not_joined", S.NotJoined);
    Json.attribute("only_symbols", S.OnlySymbols);
    objects("others", S.Others, [&](const OtherTime &T) {
      text("what", kindName(T.What));
      textIfAny("name", T.Name);
      textIfAny("file", T.File);
      sampledShare(T);
    });
    texts("problems", S.Problems);
  });
}

} // namespace ipoint::output
