//===- JsonFigures.cpp - FIGURES of docs/report-json.md -------------------===//
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

/// In the order of PercentileShares.
static constexpr const char *PercentileNames[] = {"p50", "p90", "p99", "p999",
                                                  "p9999"};

static std::string member(StringRef Name, StringRef Value) {
  return ("\"" + Name + "\": " + Value).str();
}

std::string JsonPieces::intervals(const Figures &F) const {
  std::string Result;
  for (auto [Name, I] : zip_equal(PercentileNames, F.PercentileIntervals)) {
    if (!Result.empty())
      Result += ", ";
    Result += member(Name, I ? "[" + number(Scale(I->Low)) + ", " +
                                   number(Scale(I->High)) + "]"
                             : "null");
  }
  return "{" + Result + "}";
}

std::string JsonPieces::uncertainty(const Uncertainty &U) const {
  return "{" + member("mean", number(Scale(U.Mean))) + ", " +
         member("total", number(Scale(U.Total))) + ", " +
         member("stddev", U.StdDev ? number(Scale(*U.StdDev)) : "null") + ", " +
         member("single", number(Scale(U.Single))) + "}";
}

std::string JsonPieces::clipped(const std::optional<Clipping> &C) const {
  if (!C)
    return "null";
  std::string Result = "{" + member("values", std::to_string(C->Values));
  auto Add = [&](StringRef Name, std::optional<double> Below) {
    if (Below)
      Result += ", " + member(Name, number(Scale(*Below)));
  };
  Add("min", C->Min);
  Add("mean", C->Mean);
  for (auto [Name, Below] : zip_equal(PercentileNames, C->Percentiles))
    Add(Name, Below);
  Add("max", C->Max);
  return Result + "}";
}

void JsonPieces::figures(StringRef Key, const std::optional<Figures> &F) {
  if (!F)
    return Json.attribute(Key, nullptr);
  // On one line, also in a document that is indented.
  std::string Line = member("count", std::to_string(F->Count));
  auto Add = [&](StringRef Name, std::optional<double> Value) {
    Line +=
        ", " + member(Name, Value && F->Count ? number(Scale(*Value)) : "null");
  };
  Add("total", F->Total);
  Add("min", F->Min);
  Add("mean", F->Mean);
  Add("stddev", F->StdDev);
  for (auto [Name, Value] : zip_equal(PercentileNames, F->percentiles()))
    Add(Name, Value);
  Add("max", F->Max);
  Line += ", " + member("intervals", intervals(*F));
  if (F->Uncertainty)
    Line += ", " + member("uncertainty", uncertainty(*F->Uncertainty)) + ", " +
            member("clipped", clipped(F->Clipped));
  Json.attributeBegin(Key);
  Json.rawValue("{" + Line + "}");
  Json.attributeEnd();
}

} // namespace ipoint::output
