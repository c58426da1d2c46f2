//===- JsonMeasuring.cpp - Clock, closure, budgets and runs in JSON -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "JsonPieces.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

void JsonPieces::probe(const ProbeModel &P, const std::string &Prefix) {
  real(Prefix + "timed_mean", P.TimedMean);
  real(Prefix + "timed_min", P.TimedMin);
  real(Prefix + "untimed_mean", P.UntimedMean);
  real(Prefix + "timed_uncertainty", P.TimedUncertainty);
  real(Prefix + "untimed_uncertainty", P.UntimedUncertainty);
  real(Prefix + "timed_mean_recorded", P.TimedMeanRecorded);
  real(Prefix + "timed_min_recorded", P.TimedMinRecorded);
  real(Prefix + "untimed_mean_recorded", P.UntimedMeanRecorded);
  textIfAny(Prefix + "timed_evidence", P.TimedEvidence);
  textIfAny(Prefix + "untimed_evidence", P.UntimedEvidence);
}

void JsonPieces::clock() {
  const ClockModel &C = Report.Clock;
  auto Seen = [&](StringRef Key, std::optional<double> Value) {
    real(Key, Value.value_or(NAN));
  };
  Json.attributeObject("clock", [&] {
    text("source", C.Source);
    count("rate_hz", C.RateHz);
    Seen("rate_uncertainty_ppb",
         C.RateUncertainty ? 1e9 * *C.RateUncertainty : C.RateUncertainty);
    real("resolution", C.Resolution);
    real("resolution_recorded", C.ResolutionRecorded);
    Seen("resolution_seen", C.ResolutionSeen);
    Json.attribute("waits", C.Waits);
    real("overtaken", C.Overtaken);
    Json.attributeObject("probe_overhead", [&] {
      for (const ProbeModel &P : C.Probes)
        if (P.IsUsed || &P == C.Probes.data())
          probe(P, &P == C.Probes.data() ? "" : P.Form + "_");
      if (!C.Sums)
        return;
      real("sum_path_mean", C.Sums->Path);
      real("sum_path_more", C.Sums->More);
      real("sum_add_mean", C.Sums->Add);
      real("sum_set_mean", C.Sums->Set);
      real("sum_clear_mean", C.Sums->Clear);
    });
  });
}

/// \p Share to a millionth.
static std::string share(double Share) {
  double Rounded = std::round(Share * 1e6);
  return std::isfinite(Rounded) ? formatv("{0:f6}", Rounded / 1e6 + 0.0).str()
                                : "null";
}

void JsonPieces::closureError(const ClosureError &C) {
  real("timed_overhead", C.TimedOverhead);
  real("untimed_overhead", C.UntimedOverhead);
  asWritten("error", share(C.Error));
  if (!C.Range)
    return Json.attribute("interval", nullptr);
  Json.attributeArray("interval", [&] {
    Json.rawValue(share(C.Range->first));
    Json.rawValue(share(C.Range->second));
  });
}

void JsonPieces::closureInput(const ClosureInput &I) {
  Json.object([&] {
    text("file", I.File);
    text("program", I.Program);
    text("arguments", I.Arguments);
    count("pairs", I.Pairs);
    real("plain", Scale(I.Plain));
    real("instrumented", Scale(I.Instrumented));
    real("waited", Scale(I.Waited));
    real("timed", I.Timed);
    real("untimed", I.Untimed);
    Json.attributeObject("unfitted", [&] { closureError(I.Unfitted); });
    if (I.Fitted)
      Json.attributeObject("fitted", [&] {
        text("split", I.Fitted->ByInputs ? "inputs" : "runs");
        count("fitted_to", I.Fitted->FittedTo);
        count("tested_on", I.Fitted->TestedOn);
        Json.attribute("one_factor", I.Fitted->OneFactor);
        closureError(I.Fitted->Closure);
      });
    else
      Json.attribute("fitted", nullptr);
    texts("left_out", I.LeftOut);
  });
}

void JsonPieces::closure() {
  if (!Report.Closure)
    return Json.attribute("closure", nullptr);
  list("closure", Report.Closure->Inputs,
       [&](const ClosureInput &I) { closureInput(I); });
}

static StringRef kindName(BudgetKind Kind) {
  switch (Kind) {
  case BudgetKind::Time:
    return "time";
  case BudgetKind::Iterations:
    return "iterations";
  case BudgetKind::Share:
    return "share";
  case BudgetKind::Worsening:
    return "worsening";
  }
  return "";
}

void JsonPieces::budgets() {
  auto Amount = [&](StringRef Key, std::optional<double> Value,
                    BudgetKind Kind) {
    if (Kind == BudgetKind::Time)
      return ticksOrNull(Key, Value);
    asWritten(Key, Value ? number(*Value, 6) : "null");
  };
  list("budgets", Report.Budgets, [&](const BudgetVerdict &V) {
    Json.object([&] {
      const FunctionModel &F = Report.Functions[V.Function];
      textIfAny("name", V.Name);
      text("from", V.From);
      text("subject", V.Subject);
      text("kind", kindName(V.Kind));
      text("measure", V.Measure);
      text("times", V.Times);
      Json.attribute("by_mark", V.ByMark);
      text("function", F.Name);
      text("file", V.File);
      text("page", F.Page);
      textIfAny("block", V.Block);
      count("line", V.Line);
      Amount("limit", V.Limit, V.Kind);
      Amount("observed", V.Observed, V.Kind);
      text("state", stateName(V.State));
      textIfAny("reason", V.Reason);
      maxAt(V.At);
      text("in_words", sentence(V, Report));
    });
  });
}

void JsonPieces::runTimes(StringRef Key, const std::optional<RunTimes> &T) {
  if (!T)
    return Json.attribute(Key, nullptr);
  // On one line, also in a document that is indented.
  std::string Line = "{\"count\": " + std::to_string(T->Count);
  for (auto [Name, Value] : {std::pair("total", T->Total),
                             {"min", T->Min},
                             {"mean", T->Mean},
                             {"max", T->Max},
                             {"corrected_mean", T->CorrectedMean}})
    Line += std::string(", \"") + Name + "\": " + number(Scale(Value));
  asWritten(Key, Line + "}");
}

void JsonPieces::runFunctions(const TraceModel &T) {
  if (Report.Traces.size() < 2)
    return Json.attribute("functions", nullptr);
  objects("functions", T.Functions, [&](const RunFunction &R) {
    const FunctionModel &F = Report.Functions[R.Index];
    count("index", R.Index);
    text("name", F.Name);
    count("calls", R.Calls);
    count("inferred_exits", R.InferredExits);
    runTimes("self", R.Self);
    runTimes("inclusive", R.Inclusive);
    objects("blocks", R.Blocks, [&](const RunBlock &B) {
      text("name", F.Blocks[B.Index].Name);
      count("visits", B.Visits);
      runTimes("time", B.Time);
    });
  });
}

void JsonPieces::callPath(const CallPathModel &P) {
  auto Sum = [&](StringRef Key, uint64_t Count, double Raw, double Corrected,
                 std::optional<double> Filtered, uint64_t Max) {
    asWritten(Key, "{\"count\": " + std::to_string(Count) +
                       ", \"raw\": " + number(Scale(Raw)) +
                       ", \"corrected\": " + number(Scale(Corrected)) +
                       ", \"filtered\": " +
                       (Filtered ? number(Scale(*Filtered)) : "null") +
                       ", \"max\": " +
                       (Count ? number(Scale(double(Max))) : "null") + "}");
  };
  Json.object([&] {
    auto Known = [](std::optional<uint32_t> Index) {
      return Index ? json::Value(*Index) : json::Value(nullptr);
    };
    Json.attribute("parent", Known(P.Parent));
    Json.attribute("function", Known(P.Function));
    count("calls", P.Calls);
    Sum("self", P.SelfCount, P.SelfRaw, P.Self, P.SelfFiltered, P.SelfMax);
    Sum("inclusive", P.InclusiveCount, P.InclusiveRaw, P.Inclusive,
        P.InclusiveFiltered, P.InclusiveMax);
  });
}

void JsonPieces::callPaths() {
  if (!Report.CallPaths)
    return Json.attribute("call_paths", nullptr);
  Json.attributeArray("call_paths", [&] {
    for (const CallPathModel &P : Report.CallPaths->Paths)
      callPath(P);
    if (Report.CallPaths->Beyond)
      callPath(*Report.CallPaths->Beyond);
  });
}

} // namespace ipoint::output
