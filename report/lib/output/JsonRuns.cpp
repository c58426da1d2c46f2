//===- JsonRuns.cpp - Figures by run and by call path, as JSON ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonPieces.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

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
