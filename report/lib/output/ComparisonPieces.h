//===- ComparisonPieces.h - The objects of docs/compare.md ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the outputs: what a comparison's JSON document and the data of its
// page share.
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_OUTPUT_COMPARISONPIECES_H
#define IPOINT_OUTPUT_COMPARISONPIECES_H

#include "ComparisonWriter.h"
#include "JsonFields.h"
#include "model/ReportFields.h"

namespace ipoint::compare {

inline llvm::StringRef nameOf(Subject What) {
  return What == Subject::Block  ? "block"
         : What == Subject::Self ? "self"
                                 : "inclusive";
}

void describe(auto &&Field, const FigureComparison &F) {
  Field("a", F.A);
  Field("b", F.B);
  Field("difference", F.Difference);
  Field("difference_interval", output::rangeOf(F.DifferenceRange));
  Field("change", F.Change);
  Field("interval", output::rangeOf(F.Range));
  Field("below_resolution", F.IsBelow);
  Field("p", F.Probability);
  Field("p_adjusted", F.Adjusted);
  Field("significant", F.IsSignificant);
  Field("differs", F.Differs);
}

void describe(auto &&Field, const TailComparison &T) {
  Field("level", T.Level);
  Field("share_a", T.ShareA);
  Field("share_b", T.ShareB);
  Field("count_a", T.CountA);
  Field("count_b", T.CountB);
  Field("ratio", T.Ratio);
  Field("ratio_interval", output::rangeOf(T.Range));
  Field("p", T.Probability);
  Field("p_adjusted", T.Adjusted);
  Field("significant", T.IsSignificant);
  Field("differs", T.Differs);
}

void describe(auto &&Field, const ItemComparison &I) {
  Field("what", nameOf(I.Key.What));
  Field("file", I.Key.File);
  Field("function", I.Key.Function);
  Field("block", I.Key.What == Subject::Block ? std::optional(I.Key.Block)
                                              : std::nullopt);
  Field("line", I.Line);
  Field("differs", I.differs());
  Field("runs_a", I.RunsA);
  Field("runs_b", I.RunsB);
  Field("visits_a", I.VisitsA);
  Field("visits_b", I.VisitsB);
  Field("moved", I.moved());
  Field("mean", I.Mean);
  for (unsigned Q = 0; Q < QuantileCount; ++Q)
    Field(QuantileNames[Q], I.Quantiles[Q]);
  Field("tail", I.Tail);
  Field("parts_at", I.PartsAt);
  Field("max_a", I.MaxA);
  Field("max_b", I.MaxB);
  Field("max_ratio",
        I.MaxA > 0 ? std::optional(I.MaxB / I.MaxA) : std::nullopt);
}

/// Conditions are absent where they are not known.
void describe(auto &&Field, const RunInfo &Run) {
  Field("path", Run.Path);
  Field("program", Run.Program);
  Field("arguments", Run.Arguments);
  Field("machine", Run.Machine);
  Field("policy", Run.Policy, As::OrNull);
  describeConditions(
      [&](llvm::StringRef Key, const auto &Value, As = As::Value) {
        if constexpr (requires { Value.has_value(); }) {
          if (Value)
            Field(Key, *Value);
        } else if (!Value.empty()) {
          Field(Key, Value);
        }
      },
      static_cast<const analysis::RunFacts &>(Run));
  Field("records", Run.Records);
  Field("rate_hz", Run.RateHz);
  Field("overhead_timed_mean", Run.usedProbe().TimedMean);
  Field("overhead_timed_mean_recorded", Run.usedProbe().TimedMeanRecorded);
  Field("build_id", Run.BuildId, As::OrNull);
}

void describe(auto &&Field, const RunSet &Set) {
  Field("name", Set.Name);
  Field("database", Set.Database);
  Field("resolution", Set.Resolution);
  Field("runs", Set.Runs);
  Field("builds", Set.Builds);
}

void describe(auto &&Field, const ChangeVerdict &V) {
  Field("about", V.About);
  Field("text", V.Text);
  Field("function", V.Function, As::OrNull);
  Field("command", V.Command, As::OrNull);
  Field("affected", V.IsAffected);
}

void describe(auto &&Field, const Condition &C) {
  Field("name", C.Name);
  Field("affected", C.IsAffecting);
}

void describe(auto &&Field, const CodePlace &P) {
  Field("file", P.File);
  Field("function", P.Function);
  Field("block", P.Block, As::OrNull);
  Field("line", P.Line);
}

void describe(auto &&Field, const BlockText &B) {
  Field("name", B.Name);
  Field("kind", B.Kind);
  Field("line", B.Line);
  Field("column", B.Column, As::OrNull);
  Field("end_line", B.EndLine);
  Field("timed", B.Timed);
}

} // namespace ipoint::compare

namespace ipoint::output {

class ComparisonPieces : public JsonFields<ComparisonPieces> {
public:
  ComparisonPieces(llvm::json::OStream &Json,
                   const compare::ComparisonModel &Model,
                   const ComparisonOptions &Options)
      : JsonFields(Json), Model(Model), Options(Options) {}
  virtual ~ComparisonPieces() = default;

  /// The whole document.
  void document();

protected:
  friend JsonFields;
  /// Six digits that count: shares and probabilities are small.
  static std::string numberText(double Value, As How);
  static constexpr bool has(As) { return true; }

  /// The document's members.
  void documentMembers();
  using JsonFields::members;
  void members(const compare::PairComparison &Pair);
  /// The member "items" of \p Pair.
  virtual void items(const compare::PairComparison &Pair);

  const compare::ComparisonModel &Model;
  const ComparisonOptions &Options;
};

} // namespace ipoint::output

#endif // IPOINT_OUTPUT_COMPARISONPIECES_H
