//===- JsonBudgets.cpp - BUDGET of docs/report-json.md --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "JsonPieces.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

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

} // namespace ipoint::output
