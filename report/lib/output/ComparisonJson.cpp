//===- ComparisonJson.cpp - Differences between sets of runs as JSON ------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComparisonWriter.h"
#include "Files.h"
#include "JsonMembers.h"
#include <charconv>
#include <cmath>

using namespace llvm;
using namespace ipoint::compare;

namespace ipoint::output {

Error writeComparison(const ComparisonModel &Model,
                      const ComparisonOptions &Options) {
  return writeFile(Options.Path, [&](raw_ostream &Out) {
    if (Options.Json)
      printComparisonJson(Out, Model, Options);
    else
      printComparisonText(Out, Model, Options);
  });
}

/// \p Value with six digits that count: shares and probabilities are small.
static std::string sixDigits(double Value) {
  if (!std::isfinite(Value))
    return "null";
  char Buffer[40];
  std::to_chars_result Result = std::to_chars(
      Buffer, Buffer + sizeof(Buffer), Value, std::chars_format::general, 6);
  return std::string(Buffer, Result.ptr);
}

namespace {

/// Writes the document of docs/compare.md.
class ComparisonPrinter : JsonMembers {
public:
  ComparisonPrinter(json::OStream &Json, const ComparisonModel &Model,
                    const ComparisonOptions &Options)
      : JsonMembers(Json), Model(Model), Options(Options) {}

  void document();

private:
  void real(StringRef Key, std::optional<double> Value);
  void range(StringRef Key, const std::optional<compare::Interval> &Range);
  void set(const RunSet &Set);
  void pair(const PairComparison &Pair);
  void item(const ItemComparison &I);
  void figure(StringRef Key, const FigureComparison &F);
  void tail(const std::optional<TailComparison> &T);
  template <class Difference>
  void places(StringRef Key, ArrayRef<Difference> Places);

  const ComparisonModel &Model;
  const ComparisonOptions &Options;
};

} // namespace

void ComparisonPrinter::real(StringRef Key, std::optional<double> Value) {
  asWritten(Key, Value ? sixDigits(*Value) : "null");
}

void ComparisonPrinter::range(StringRef Key,
                              const std::optional<compare::Interval> &Range) {
  if (!Range)
    return Json.attribute(Key, nullptr);
  Json.attributeArray(Key, [&] {
    Json.rawValue(sixDigits(Range->Low));
    Json.rawValue(sixDigits(Range->High));
  });
}

void ComparisonPrinter::set(const RunSet &Set) {
  Json.object([&] {
    text("name", Set.Name);
    text("database", Set.Database);
    real("resolution", Set.Resolution);
    Json.attribute("batches", Set.Batches);
    objects("runs", Set.Runs, [&](const RunInfo &Run) {
      text("path", Run.Path);
      text("program", Run.Program);
      text("arguments", Run.Arguments);
      text("machine", Run.Machine);
      count("records", Run.Records);
      real("rate_hz", Run.RateHz);
      real("overhead_timed_mean", Run.usedProbe().TimedMean);
      real("overhead_timed_mean_recorded", Run.usedProbe().TimedMeanRecorded);
      textIfAny("build_id", Run.BuildId);
    });
    builds(Set.Builds);
  });
}

void ComparisonPrinter::figure(StringRef Key, const FigureComparison &F) {
  Json.attributeObject(Key, [&] {
    real("a", F.A);
    real("b", F.B);
    real("change", F.Change);
    range("interval", F.Range);
    real("p", F.Probability);
    real("p_adjusted", F.Adjusted);
    Json.attribute("differs", F.Differs);
  });
}

void ComparisonPrinter::tail(const std::optional<TailComparison> &T) {
  if (!T)
    return Json.attribute("tail", nullptr);
  Json.attributeObject("tail", [&] {
    real("level", T->Level);
    real("share_a", T->ShareA);
    real("share_b", T->ShareB);
    count("count_a", T->CountA);
    count("count_b", T->CountB);
    real("ratio", T->Ratio);
    range("difference_interval", T->Range);
    real("p", T->Probability);
    real("p_adjusted", T->Adjusted);
    Json.attribute("differs", T->Differs);
  });
}

void ComparisonPrinter::item(const ItemComparison &I) {
  Json.object([&] {
    text("what", I.Key.What == Subject::Block  ? "block"
                 : I.Key.What == Subject::Self ? "self"
                                               : "inclusive");
    text("file", I.Key.File);
    text("function", I.Key.Function);
    textOrNull("block", I.Key.What == Subject::Block
                            ? std::optional(I.Key.Block)
                            : std::nullopt);
    Json.attribute("line", I.Line);
    Json.attribute("differs", I.differs());
    count("runs_a", I.RunsA);
    count("runs_b", I.RunsB);
    real("visits_a", I.VisitsA);
    real("visits_b", I.VisitsB);
    figure("mean", I.Mean);
    for (unsigned Q = 0; Q < QuantileCount; ++Q)
      figure(QuantileNames[Q], I.Quantiles[Q]);
    tail(I.Tail);
    real("parts_at", I.PartsAt);
    real("max_a", I.MaxA);
    real("max_b", I.MaxB);
    real("max_ratio",
         I.MaxA > 0 ? std::optional(I.MaxB / I.MaxA) : std::nullopt);
  });
}

template <class Difference>
void ComparisonPrinter::places(StringRef Key, ArrayRef<Difference> Places) {
  objects(Key, Places, [&](const Difference &D) {
    text("file", D.File);
    text("function", D.Function);
    textIfAny("block", D.Block);
    count("line", D.Line);
  });
}

void ComparisonPrinter::pair(const PairComparison &Pair) {
  Json.object([&] {
    text("a", Model.Sets.front().Name);
    text("b", Model.Sets[Pair.Other].Name);
    text("about", Pair.TracesOnly ? "traces" : "programs");
    count("hypotheses", Pair.Hypotheses);
    count("differing", Pair.differing());
    list("items", Pair.Items, [&](const ItemComparison &I) { item(I); });
    places("appeared", ArrayRef(Pair.Appeared));
    places("vanished", ArrayRef(Pair.Vanished));
    places("changed", ArrayRef(Pair.Changed));
    places("ran_in_a_only", ArrayRef(Pair.RanFirst));
    places("ran_in_b_only", ArrayRef(Pair.RanOther));
  });
}

void ComparisonPrinter::document() {
  Json.object([&] {
    text("schema", "ipoint-comparison/2");
    tool(Options.Version, Options.CommandLine);
    text("unit", analysis::nameOf(Model.Unit));
    text("times", Model.Execution ? "execution" : "response");
    real("least", Model.Options.Least);
    real("least_tail", Model.Options.LeastTail);
    real("fdr", Model.Options.Discovery);
    Json.attribute("differs", Model.differs());
    list("sets", Model.Sets, [&](const RunSet &S) { set(S); });
    list("comparisons", Model.Pairs, [&](const PairComparison &P) { pair(P); });
  });
}

void printComparisonJson(raw_ostream &Out, const ComparisonModel &Model,
                         const ComparisonOptions &Options) {
  json::OStream Json(Out, /*IndentSize=*/1);
  ComparisonPrinter(Json, Model, Options).document();
  Out << '\n';
}

} // namespace ipoint::output
