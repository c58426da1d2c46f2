//===- SampledReading.cpp - Samples beside traces, by places --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampledTimes.h"
#include "support/Errors.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace ipoint::estimate {

namespace {

struct LocatedRun {
  uint32_t Round;
  double Rate;
  std::vector<Located> Samples;
};

} // namespace

/// Reads the samples of \p File, whose places go to \p Places.
static Expected<std::vector<LocatedRun>>
locate(const Baseline &File, PlaceTable &Places, SampledProgram &To) {
  std::vector<LocatedRun> Runs;
  for (auto [Round, Pair] : enumerate(File.Pairs))
    for (const BaselineSamples &S : Pair.Sampled) {
      Expected<PerfData> Data = readPerfData(S.File);
      if (!Data)
        return Data.takeError();
      if (!Data->IsClock)
        return errorAt(S.File, "its samples are not of the CPU's time; record "
                               "them with 'perf record -e cpu-clock'");
      if (!Runs.empty() && To.ExcludesKernel != Data->ExcludesKernel)
        return errorAt(S.File, "has samples of the kernel, or has none, unlike "
                               "the other runs");
      To.ExcludesKernel = Data->ExcludesKernel;
      To.Lost += Data->Lost;
      To.Throttled += Data->Throttled;
      To.Samples += Data->Samples;
      To.Sampler = S.Sampler;
      double Rate = S.Rate > 0         ? S.Rate
                    : Data->Period > 0 ? 1e9 / double(Data->Period)
                                       : 0;
      Runs.push_back(
          {static_cast<uint32_t>(Round), Rate, Places.locate(*Data)});
    }
  return Runs;
}

static SampledRun countedRun(const LocatedRun &R) {
  std::vector<std::pair<uint32_t, double>> Samples;
  Samples.reserve(R.Samples.size());
  for (const Located &L : R.Samples)
    Samples.push_back({L.Place, static_cast<double>(L.Period)});
  SampledRun Result = countSamples(Samples);
  Result.Round = R.Round;
  Result.Rate = R.Rate;
  return Result;
}

static Expected<SampledProgram> readSamples(const Baseline &File) {
  SampledProgram Result;
  Result.File = File.Path;
  Result.Program = File.Program;
  Result.Arguments = File.Arguments;
  Result.IsCounted = File.IsCounted;
  for (const BaselinePair &P : File.Pairs)
    Result.Plain.push_back(
        {P.User, P.System, P.Instrumented, P.Plain, P.End - P.Begin, P.Trace});
  PlaceTable Places;
  Expected<std::vector<LocatedRun>> Runs = locate(File, Places, Result);
  if (!Runs)
    return Runs.takeError();
  Attributor Names;
  Result.Places = Names.attribute(Places);
  Result.Functions = Names.functions();
  Result.Problems = Names.problems();
  StringMap<bool> IsProgram;
  for (const SampledFunction &F : Result.Functions) {
    auto [It, New] = IsProgram.try_emplace(F.File, false);
    if (New)
      It->second =
          F.File == File.Program || sys::fs::equivalent(F.File, File.Program);
    Result.InProgram.push_back(It->second);
  }
  for (const LocatedRun &R : *Runs)
    Result.Runs.push_back(countedRun(R));
  return Result;
}

Expected<std::vector<SampledProgram>> readSamples(ArrayRef<Baseline> Files) {
  std::vector<SampledProgram> Result;
  for (const Baseline &File : Files) {
    if (!File.hasSamples())
      continue;
    Expected<SampledProgram> One = readSamples(File);
    if (!One)
      return One.takeError();
    Result.push_back(std::move(*One));
  }
  return Result;
}

} // namespace ipoint::estimate
