//===- JsonInterrupts.cpp - What was excluded, as JSON --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonPieces.h"
#include "interrupts/exclude/Filter.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

void JsonPieces::thresholds(const ThresholdRule &R) {
  count("low", R.Low);
  count("high", R.High);
  count("low_edge", R.lowEdge());
  count("high_edge", R.highEdge());
  asWritten("majority", inFull(R.Majority));
  Json.attribute("linear_only", R.LinearOnly);
  count("least_visits", R.LeastVisits);
  asWritten("gap_tolerance", inFull(R.GapTolerance));
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
    text("by", factsOf(F.Mode).Name);
    text("from", F.From);
    Json.attribute("layers", F.Mode == FilterMode::Layers
                                 ? json::Value(F.Layers)
                                 : json::Value(nullptr));
    objects("rules", F.Rules, [&](const ThresholdRule &R) {
      text("functions", R.Function.empty() ? "*" : R.Function);
      text("blocks", R.Block.empty() ? "*" : R.Block);
      thresholds(R);
      text("from", R.From);
    });
  });
}

void JsonPieces::reconstructed(const std::optional<ReconstructedModel> &R) {
  if (!R)
    return Json.attribute("reconstructed", nullptr);
  Json.attributeObject("reconstructed", [&] {
    count("count", R->Count);
    ticksOrNull("replaced", R->Replaced);
    ticksOrNull("uncertainty", R->Uncertainty);
  });
}

/// null where \p R is not known.
void JsonPieces::rate(StringRef Key, const std::optional<RateModel> &R) {
  // A rate below one in a thousand ticks has no digits in real().
  auto Known = [&](StringRef Name, double Value) {
    Json.attribute(Name, R ? json::Value(Value) : json::Value(nullptr));
  };
  auto OneIn = [&](StringRef Name, double Rate) {
    Json.attribute(Name,
                   Rate > 0 ? json::Value(1 / Rate) : json::Value(nullptr));
  };
  RateModel Rate = R.value_or(RateModel());
  Json.attributeObject(Key, [&] {
    Known("rate", Rate.Rate);
    Known("low", Rate.Low);
    Known("high", Rate.High);
    OneIn("one_in", Rate.Rate);
    OneIn("one_in_low", Rate.High);
    OneIn("one_in_high", Rate.Low);
  });
}

void JsonPieces::interruptClass(const ClassModel &K) {
  Json.object([&] {
    count("count", K.Count);
    count("switched", K.Switched);
    count("recorded", K.Recorded);
    Json.attributeObject("length", [&] {
      real("min", Scale(K.Length.Min));
      real("median", Scale(K.Length.Median));
      ticksOrNull("median_low", K.Length.MedianLow);
      ticksOrNull("median_high", K.Length.MedianHigh);
      real("mean", Scale(K.Length.Mean));
      ticksOrNull("mean_low", K.Length.MeanLow);
      ticksOrNull("mean_high", K.Length.MeanHigh);
      ticksOrNull("p99", K.Length.P99);
      real("max", Scale(K.Length.Max));
    });
    rate("per_execution_tick", K.PerExecutionTick);
    rate("per_elapsed_tick", K.PerElapsedTick);
    real("dispersion", K.Dispersion);
    if (K.Periodic)
      Json.attributeObject("periodic", [&] {
        real("period", Scale(K.Periodic->Ticks));
        real("uncertainty", Scale(K.Periodic->Uncertainty));
        real("strength", K.Periodic->Strength);
      });
    else
      Json.attribute("periodic", nullptr);
    Json.attribute("alone", K.IsAlone);
    objects("blocks", K.Blocks, [&](const ClassBlockModel &B) {
      text("function", B.Function);
      text("block", B.Block);
      count("count", B.Count);
      real("expected", B.Expected);
      Json.attribute("agrees", B.Agrees);
    });
  });
}

void JsonPieces::known(StringRef Key, const RecordComparison &C) {
  Json.attributeObject(Key, [&] {
    count("beyond", C.Beyond);
    count("within", C.Within);
    count("undecided", C.Undecided);
    count("unrecorded", C.Unrecorded);
  });
}

void JsonPieces::recorded(const std::optional<RecordedModel> &R) {
  if (!R)
    return Json.attribute("recorded", nullptr);
  Json.attributeObject("recorded", [&] {
    count("excluded", R->Count);
    count("by_record_alone", R->Alone);
    count("left", R->Left);
    if (R->Count == 0)
      Json.attribute("length", nullptr);
    else
      Json.attributeObject("length", [&] {
        real("min", Scale(R->Length.Min));
        real("median", Scale(R->Length.Median));
        real("mean", Scale(R->Length.Mean));
        ticksOrNull("p99", R->Length.P99);
        real("max", Scale(R->Length.Max));
      });
    count("untimed", R->Untimed);
    real("untimed_ticks", Scale(R->UntimedTicks));
  });
}

void JsonPieces::interrupts() {
  if (!Report.Interrupts)
    return Json.attribute("interrupts", nullptr);
  const InterruptsModel &M = *Report.Interrupts;
  Json.attributeObject("interrupts", [&] {
    list("classes", M.Classes, [&](const ClassModel &K) { interruptClass(K); });
    objects("unseen", M.Unseen, [&](const UnseenModel &U) {
      text("function", U.Function);
      text("block", U.Block);
      real("expected", U.Expected);
      real("added", Scale(U.Added));
    });
    count("without_time", M.NotLogged);
    known("known_switches", M.Known[Recorded::Switch]);
    known("known_handlers", M.Known[Recorded::Handler]);
    known("known_interrupts", M.Known[Recorded::Kernel]);
    recorded(M.ByKernel);
  });
}

void JsonPieces::structure(const BlockModel &B) {
  if (B.Structure)
    Json.attributeObject("structure", [&] {
      real("from", B.Structure->From);
      real("share", B.Structure->Share);
    });
  else
    Json.attribute("structure", nullptr);
}

} // namespace ipoint::output
