//===- ComparisonJson.cpp - Differences between sets of runs as JSON ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComparisonPieces.h"
#include "Files.h"
#include <charconv>
#include <cmath>

using namespace llvm;
using namespace ipoint::compare;

namespace ipoint::output {

Error writeComparison(const ComparisonModel &Model,
                      const ComparisonOptions &Options) {
  if (Options.Form == ComparisonForm::Html)
    return writeComparisonHtml(Model, Options);
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    if (Options.Form == ComparisonForm::Json)
      printComparisonJson(Out, Model, Options);
    else
      printComparisonText(Out, Model, Options);
  });
}

std::string ComparisonPieces::numberText(double Value, As) {
  if (!std::isfinite(Value))
    return "null";
  char Buffer[40];
  std::to_chars_result Result = std::to_chars(
      Buffer, Buffer + sizeof(Buffer), Value, std::chars_format::general, 6);
  return std::string(Buffer, Result.ptr);
}

void ComparisonPieces::members(const PairComparison &Pair) {
  ComparisonPieces &Field = *this;
  Field("a", Model.Sets.front().Name);
  Field("b", Model.Sets[Pair.Other].Name);
  Field("hypotheses", Pair.Hypotheses);
  Field("differing", Pair.differing());
  items(Pair);
  Field("appeared", Pair.Appeared);
  Field("vanished", Pair.Vanished);
  Field("changed", Pair.Changed);
  Field("ran_in_a_only", Pair.RanFirst);
  Field("ran_in_b_only", Pair.RanOther);
}

void ComparisonPieces::items(const PairComparison &Pair) {
  (*this)("items", Pair.Items);
}

void ComparisonPieces::documentMembers() {
  ComparisonPieces &Field = *this;
  Field("schema", "ipoint-comparison/3");
  tool(Options.Version, Options.CommandLine);
  Field("unit", analysis::nameOf(Model.Unit));
  Field("times", Model.Execution ? "execution" : "response");
  Field("least", Model.Options.Least);
  Field("least_tail", Model.Options.LeastTail);
  Field("fdr", Model.Options.Discovery);
  Field("differs", Model.differs());
  Field("sets", Model.Sets);
  Field("comparisons", Model.Pairs);
}

void ComparisonPieces::document() {
  Json.object([&] { documentMembers(); });
}

void printComparisonJson(raw_ostream &Out, const ComparisonModel &Model,
                         const ComparisonOptions &Options) {
  json::OStream Json(Out, /*IndentSize=*/1);
  ComparisonPieces(Json, Model, Options).document();
  Out << '\n';
}

} // namespace ipoint::output
