//===- Judge.cpp - Decisions on all blocks
//---------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Judge.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

static Decision byLayers(const FilterModel &Filter, const Histogram *Times,
                         bool Linear, double Step) {
  Decision V;
  if (!Times)
    V.State = FilterState::NotTimed;
  else if (Filter.LinearOnly && !Linear)
    V.State = FilterState::NotLinear;
  else
    V = judgeByLayers(Filter.Layers, *Times, Step);
  return V;
}

std::vector<const Histogram *> timesOf(const Collector &All) {
  std::vector<const Histogram *> Result;
  Result.reserve(All.Blocks.size());
  for (const BlockStats &B : All.Blocks)
    Result.push_back(B.Time.empty() ? nullptr : &B.Time.raw().histogram());
  return Result;
}

static DetectionResult byDetection(const FilterModel &Filter,
                                   std::vector<const Histogram *> Times,
                                   const SymbolTable &Symbols,
                                   const ClockModel &Clock,
                                   const Findings &Known) {
  std::vector<bool> WasTimed;
  for (auto [T, S] : zip_equal(Times, Symbols.blocks())) {
    WasTimed.push_back(T != nullptr);
    if (Filter.LinearOnly && !S.Linear)
      T = nullptr;
  }
  DetectionResult Result =
      detect(Times, GapRule::of(Clock, Filter.Detector), Known);
  for (size_t I = 0; I < Times.size(); ++I)
    if (!Times[I])
      Result.Decisions[I].State =
          WasTimed[I] ? FilterState::NotLinear : FilterState::NotTimed;
  return Result;
}

DetectionResult judge(const FilterModel &Filter,
                      ArrayRef<const ThresholdRule *> Rules,
                      const Collector &All, const SymbolTable &Symbols,
                      const ClockModel &Clock, const Findings &Known) {
  std::vector<const Histogram *> Times = timesOf(All);
  if (Filter.Mode == FilterMode::Detect)
    return byDetection(Filter, std::move(Times), Symbols, Clock, Known);
  DetectionResult Result;
  Result.Decisions.resize(Times.size());
  for (size_t I = 0; I < Times.size(); ++I) {
    bool Linear = Symbols.blocks()[I].Linear;
    if (Filter.Mode == FilterMode::Layers)
      Result.Decisions[I] =
          byLayers(Filter, Times[I], Linear, Clock.Resolution);
    else if (!Rules.empty() && Rules[I])
      Result.Decisions[I] =
          judgeByRule(*Rules[I], Times[I], All.Blocks[I].ByThresholds.get(),
                      Linear, Clock.Resolution);
  }
  return Result;
}

} // namespace ipoint::analysis
