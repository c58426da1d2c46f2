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

/// \p Value with six digits that count: shares and probabilities are small.
static std::string sixDigits(double Value) {
  if (!std::isfinite(Value))
    return "null";
  char Buffer[40];
  std::to_chars_result Result = std::to_chars(
      Buffer, Buffer + sizeof(Buffer), Value, std::chars_format::general, 6);
  return std::string(Buffer, Result.ptr);
}

void ComparisonPieces::real(StringRef Key, std::optional<double> Value) {
  asWritten(Key, Value ? sixDigits(*Value) : "null");
}

void ComparisonPieces::range(StringRef Key,
                             const std::optional<compare::Interval> &Range) {
  if (!Range)
    return Json.attribute(Key, nullptr);
  Json.attributeArray(Key, [&] {
    Json.rawValue(sixDigits(Range->Low));
    Json.rawValue(sixDigits(Range->High));
  });
}

/// As in the report's document: absent where it is not known.
void ComparisonPieces::conditions(const RunInfo &Run) {
  auto Known = [&](StringRef Key, std::optional<int64_t> Value) {
    if (Value)
      Json.attribute(Key, *Value);
  };
  Known("niceness", Run.Niceness);
  Known("realtime", Run.Realtime);
  Known("fixed_addresses", Run.FixedAddresses);
  Known("memory_locked", Run.MemoryLocked);
  Known("warm_up", Run.WarmUp);
  if (!Run.Load.empty())
    text("load", Run.Load);
}

void ComparisonPieces::set(const RunSet &Set) {
  Json.object([&] {
    text("name", Set.Name);
    text("database", Set.Database);
    real("resolution", Set.Resolution);
    objects("runs", Set.Runs, [&](const RunInfo &Run) {
      text("path", Run.Path);
      text("program", Run.Program);
      text("arguments", Run.Arguments);
      text("machine", Run.HostAndClock);
      textIfAny("policy", Run.Policy);
      conditions(Run);
      count("records", Run.Records);
      real("rate_hz", Run.RateHz);
      real("overhead_timed_mean", Run.usedProbe().TimedMean);
      real("overhead_timed_mean_recorded", Run.usedProbe().TimedMeanRecorded);
      textIfAny("build_id", Run.BuildId);
    });
    builds(Set.Builds);
  });
}

void ComparisonPieces::figure(StringRef Key, const FigureComparison &F) {
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

void ComparisonPieces::tail(const std::optional<TailComparison> &T) {
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

StringRef ComparisonPieces::nameOf(Subject What) {
  return What == Subject::Block  ? "block"
         : What == Subject::Self ? "self"
                                 : "inclusive";
}

void ComparisonPieces::itemMembers(const ItemComparison &I) {
  text("what", nameOf(I.Key.What));
  text("file", I.Key.File);
  text("function", I.Key.Function);
  textOrNull("block", I.Key.What == Subject::Block ? std::optional(I.Key.Block)
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
  real("max_ratio", I.MaxA > 0 ? std::optional(I.MaxB / I.MaxA) : std::nullopt);
}

template <class Difference>
void ComparisonPieces::places(StringRef Key, ArrayRef<Difference> Places) {
  objects(Key, Places, [&](const Difference &D) {
    text("file", D.File);
    text("function", D.Function);
    textIfAny("block", D.Block);
    count("line", D.Line);
  });
}

void ComparisonPieces::pair(const PairComparison &Pair) {
  Json.object([&] {
    text("a", Model.Sets.front().Name);
    text("b", Model.Sets[Pair.Other].Name);
    count("hypotheses", Pair.Hypotheses);
    count("differing", Pair.differing());
    items(Pair);
    places("appeared", ArrayRef(Pair.Appeared));
    places("vanished", ArrayRef(Pair.Vanished));
    places("changed", ArrayRef(Pair.Changed));
    places("ran_in_a_only", ArrayRef(Pair.RanFirst));
    places("ran_in_b_only", ArrayRef(Pair.RanOther));
  });
}

void ComparisonPieces::items(const PairComparison &Pair) {
  objects("items", Pair.Items,
          [&](const ItemComparison &I) { itemMembers(I); });
}

void ComparisonPieces::members() {
  text("schema", "ipoint-comparison/3");
  tool(Options.Version, Options.CommandLine);
  text("unit", analysis::nameOf(Model.Unit));
  text("times", Model.Execution ? "execution" : "response");
  real("least", Model.Options.Least);
  real("least_tail", Model.Options.LeastTail);
  real("fdr", Model.Options.Discovery);
  Json.attribute("differs", Model.differs());
  list("sets", Model.Sets, [&](const RunSet &S) { set(S); });
  list("comparisons", Model.Pairs, [&](const PairComparison &P) { pair(P); });
}

void ComparisonPieces::document() {
  Json.object([&] { members(); });
}

void printComparisonJson(raw_ostream &Out, const ComparisonModel &Model,
                         const ComparisonOptions &Options) {
  json::OStream Json(Out, /*IndentSize=*/1);
  ComparisonPieces(Json, Model, Options).document();
  Out << '\n';
}

} // namespace ipoint::output
