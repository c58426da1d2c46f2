//===- JsonInterrupts.cpp - What was set aside, as JSON -------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonPieces.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

static StringRef modeName(FilterMode Mode) {
  switch (Mode) {
  case FilterMode::Rule:
    return "rule";
  case FilterMode::Detect:
    return "detect";
  case FilterMode::Layers:
    return "layers";
  }
  return "rule";
}

void JsonPieces::thresholds(const ThresholdRule &R) {
  count("low", R.Low);
  count("high", R.High);
  real("majority", R.Majority);
  Json.attribute("linear_only", R.LinearOnly);
  count("least_visits", R.LeastVisits);
  Json.attribute("gap_tolerance", R.GapTolerance);
}

/// Thresholds for all blocks stand in the filter itself.
void JsonPieces::filterMembers(const FilterModel &F) {
  auto Global = find_if(reverse(F.Rules),
                        [](const ThresholdRule &R) { return R.isGlobal(); });
  Json.attributeObject("filter", [&] {
    if (F.Mode == FilterMode::Rule && Global != F.Rules.rend()) {
      thresholds(*Global);
    } else {
      for (const char *Key : {"low", "high", "majority"})
        Json.attribute(Key, nullptr);
      Json.attribute("linear_only", F.LinearOnly);
    }
    text("by", modeName(F.Mode));
    text("from", F.From);
    Json.attribute("layers", F.Mode == FilterMode::Layers
                                 ? json::Value(F.Layers)
                                 : json::Value(nullptr));
    Json.attributeArray("rules", [&] {
      for (const ThresholdRule &R : F.Rules)
        Json.object([&] {
          text("functions", R.Function.empty() ? "*" : R.Function);
          text("blocks", R.Block.empty() ? "*" : R.Block);
          thresholds(R);
          text("from", R.From);
        });
    });
  });
}

void JsonPieces::reconstructed(const std::optional<ReconstructedModel> &R) {
  if (!R)
    return Json.attribute("reconstructed", nullptr);
  auto Known = [&](StringRef Key, std::optional<double> Ticks) {
    if (Ticks)
      real(Key, Scale(*Ticks));
    else
      Json.attribute(Key, nullptr);
  };
  Json.attributeObject("reconstructed", [&] {
    count("count", R->Count);
    Known("replaced", R->Replaced);
    Known("uncertainty", R->Uncertainty);
  });
}

} // namespace ipoint::output
