//===- SampledJoin.cpp - Samples joined with the report's functions --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampledJoin.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace ipoint::analysis;
using namespace ipoint::estimate;
using ipoint::sampling::Evidence;
using ipoint::sampling::SampledFunction;

namespace ipoint::compare {

std::vector<KnownFunction> Joining::namesOf(const ReportModel &Report) {
  std::vector<KnownFunction> Result;
  for (const FunctionModel &F : Report.Functions) {
    SmallString<256> File(F.File);
    if (!sys::path::is_absolute(File)) {
      File = Report.Root;
      sys::path::append(File, F.File);
    }
    Result.push_back({F.Name, File.str().str()});
  }
  return Result;
}

uint32_t Joining::indexOf(Target T) {
  auto [It, New] =
      TargetIndices.try_emplace({T.Function, T.What, T.Name, T.File},
                                static_cast<uint32_t>(Targets.size()));
  if (New)
    Targets.push_back(std::move(T));
  return It->second;
}

uint32_t Joining::columnOf(Column C) {
  auto [It, New] = ColumnIndices.try_emplace(
      {C.Target, C.Carrier, C.Spot}, static_cast<uint32_t>(Columns.size()));
  if (New)
    Columns.push_back(C);
  return It->second;
}

uint32_t Joining::spotOf(uint32_t Function, const sampling::Attributed &Place) {
  auto [Known, NewFunction] =
      Blocks.try_emplace(Function, ArrayRef<BlockStart>());
  if (NewFunction) {
    std::vector<BlockStart> Starts;
    for (const BlockModel &B : Report.Functions[Function].Blocks)
      Starts.push_back({B.Line, B.Column, B.Visits > 0});
    Known->second = BlockPlaces(Starts);
  }
  BlockSet Set = Known->second.at(Place.Line, Place.Column);
  if (Set.empty())
    return None;
  auto [It, New] = SpotIndices.try_emplace({Function, Set},
                                           static_cast<uint32_t>(Spots.size()));
  if (New)
    Spots.push_back({Function, std::move(Set)});
  return It->second;
}

Target Joining::targetOf(const SampledFunction &F, bool InProgram) {
  using Kind = OtherTime::Kind;
  if (F.By == Evidence::Kernel)
    return {None, Kind::Kernel, "", ""};
  if (F.By == Evidence::Unknown)
    return {None, Kind::Unknown, "", ""};
  // A library's own functions can have the names of the program's: without the
  // source of either, they are not the same.
  bool Joins = F.By == Evidence::DebugInfo || InProgram;
  if (std::optional<uint32_t> I = Joins ? Index.find(F) : std::nullopt) {
    const FunctionModel &M = Report.Functions[*I];
    if (M.Calls > 0)
      return {*I, Kind::Unknown, M.Name, M.File};
    return {None,
            M.Status == FunctionStatus::NotInstrumented ? Kind::NotInstrumented
                                                        : Kind::NotCalled,
            M.Name, M.File};
  }
  if (!InProgram)
    return {None, Kind::Library, F.File, ""};
  return F.Name.empty() ? Target{None, Kind::Unknown, F.File, ""}
                        : Target{None, Kind::NotInDatabase, F.Name, F.Source};
}

std::vector<Joining::PlaceOf>
Joining::placesOf(const sampling::PlaceTable &Places, const Baseline &File) {
  StringRef Program = File.Program;
  sampling::Attributor Names;
  std::vector<sampling::Attributed> All = Names.attribute(Places);
  append_range(Out.Problems, Names.problems());
  std::vector<uint32_t> OfFunction;
  StringMap<bool> IsProgram;
  for (const SampledFunction &F : Names.functions()) {
    auto [It, New] = IsProgram.try_emplace(F.File, false);
    if (New)
      It->second = F.File == Program || sys::fs::equivalent(F.File, Program);
    BySymbol |= It->second && F.By == Evidence::Symbol;
    ByDebugInfo |= It->second && F.By == Evidence::DebugInfo;
    OfFunction.push_back(indexOf(targetOf(F, It->second)));
  }
  std::vector<PlaceOf> Result;
  for (sampling::Attributed &Place : All) {
    // Probes have moved what stands behind them in a line.
    if (File.IsCounted)
      Place.Column = 0;
    Column C;
    C.Target = OfFunction[Place.Functions.front()];
    for (uint32_t F : Place.Functions)
      if (C.Carrier == None)
        C.Carrier = Targets[OfFunction[F]].Function;
    uint32_t Self = Targets[C.Target].Function;
    if (Self != None)
      C.Spot = spotOf(Self, Place);
    Result.push_back({columnOf(C), Self, Place.Line});
  }
  return Result;
}

Error Joining::read(const Baseline &File, InputRuns &In, SampledInput &About) {
  sampling::PlaceTable Places;
  struct Run {
    uint32_t Round;
    double Rate;
    std::vector<sampling::Located> Samples;
  };
  std::vector<Run> Runs;
  bool IsFirst = true;
  for (auto [Round, Pair] : enumerate(File.Pairs))
    for (const BaselineSamples &S : Pair.Sampled) {
      Expected<sampling::PerfData> Data = sampling::readPerfData(S.File);
      if (!Data)
        return Data.takeError();
      if (!Data->IsClock)
        return errorAt(S.File, "its samples are not of the CPU's time; record "
                               "them with 'perf record -e cpu-clock'");
      if (!IsFirst && In.ExcludesKernel != Data->ExcludesKernel)
        return errorAt(S.File, "has samples of the kernel, or has none, unlike "
                               "the other runs");
      IsFirst = false;
      In.ExcludesKernel = Data->ExcludesKernel;
      About.Lost += Data->Lost;
      About.Throttled += Data->Throttled;
      About.Samples += Data->Samples;
      About.Sampler = S.Sampler;
      double Rate = S.Rate > 0         ? S.Rate
                    : Data->Period > 0 ? 1e9 / double(Data->Period)
                                       : 0;
      Runs.push_back(
          {static_cast<uint32_t>(Round), Rate, Places.locate(*Data)});
    }
  About.Runs = Runs.size();
  std::vector<PlaceOf> At = placesOf(Places, File);
  for (const Run &R : Runs) {
    std::vector<std::pair<uint32_t, double>> Samples;
    Samples.reserve(R.Samples.size());
    for (const sampling::Located &L : R.Samples) {
      const PlaceOf &P = At[L.Place];
      auto Weight = static_cast<double>(L.Period);
      Samples.push_back({P.Column, Weight});
      if (P.Function != None)
        Lines[P.Function][P.Line] += Weight;
    }
    SampledRun &Counted = In.Sampled.emplace_back(countSamples(Samples));
    Counted.Round = R.Round;
    Counted.Rate = R.Rate;
  }
  return Error::success();
}

} // namespace ipoint::compare
