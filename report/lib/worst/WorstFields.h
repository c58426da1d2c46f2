//===- WorstFields.h - Fields of the longest path -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IPOINT_WORST_WORSTFIELDS_H
#define IPOINT_WORST_WORSTFIELDS_H

#include "WorstModel.h"
#include "support/Describe.h"
#include "llvm/ADT/StringRef.h"

namespace ipoint::worst {

inline llvm::StringRef nameOf(Origin O) {
  static constexpr llvm::StringLiteral Names[] = {"declared", "derived",
                                                  "observed"};
  return Names[size_t(O)];
}

inline llvm::StringRef nameOf(UnitKind K) {
  static constexpr llvm::StringLiteral Names[] = {
      "block", "function", "inclusive", "caller", "none", "path", "long"};
  return Names[size_t(K)];
}

inline llvm::StringRef nameOf(NotMeasured::Kind K) {
  static constexpr llvm::StringLiteral Names[] = {"transition", "call site",
                                                  "context", "function"};
  return Names[size_t(K)];
}

void describe(auto &&Field, const Times &T) {
  Field("raw", T.Raw, As::Ticks);
  Field("corrected", T.Corrected, As::Ticks);
  Field("filtered", T.Filtered, As::Ticks);
}

void describe(auto &&Field, const PlaceInSource &P) {
  Field("function", P.Function);
  Field("file", P.File);
  Field("block", P.Block, As::OrNull);
  Field("line", P.Line, As::OrNull);
  Field("column", P.Column, As::OrNull);
}

void describe(auto &&Field, const PathBlock &B) {
  Field("at", B.At);
  Field("unit", nameOf(B.Unit));
  Field("count", B.Count);
  Field("most_observed", B.MostObserved);
  Field("in_longest", B.InLongest);
  Field("each", B.Each, As::Ticks);
  Field("total", B.Total, As::Ticks);
  Field("share", B.Share, As::Share);
  Field("gain", B.Gain, As::Ticks);
}

void describe(auto &&Field, const Reason &R) {
  Field("at", R.At);
  Field("count", R.Count);
  Field("observed", R.Observed);
  Field("by_count", R.ByCount, As::Ticks);
  Field("by_time", R.ByTime, As::Ticks);
}

void describe(auto &&Field, const UsedFact &F) {
  Field("origin", nameOf(F.From));
  Field("place", F.Place, As::OrNull);
  Field("words", F.Words);
  Field("at", F.At);
  Field("bound", F.Bound);
  Field("binds", F.Binds);
  Field("price", F.Price, As::Ticks);
  Field("proposal", F.Proposal, As::OrNull);
}

void describe(auto &&Field, const ViolatedFact &F) {
  Field("place", F.Place, As::OrNull);
  Field("words", F.Words);
  Field("at", F.At);
  Field("bound", F.Bound);
  Field("observed", F.Observed);
  Field("hint", F.Hint, As::OrNull);
}

void describe(auto &&Field, const NotMeasured &N) {
  Field("is", nameOf(N.Is));
  Field("from", N.From);
  Field("to", N.To, As::OrNull);
  Field("on_path", N.OnPath);
  Field("taken", N.Taken, As::Ticks);
}

void describe(auto &&Field, const BlocksApart &N) {
  Field("at", N.At);
  Field("blocks", N.Blocks);
  Field("on_path", N.OnPath);
  Field("nearest_lacks", N.NearestLacks);
  Field("nearest_share", N.NearestShare, As::Share);
}

void describe(auto &&Field, const InterruptAccount &I) {
  Field("class", I.Class);
  Field("count", I.Count);
  Field("each", I.Each, As::Ticks);
  Field("total", I.Total, As::Ticks);
}

void describe(auto &&Field, const WorstModel &M) {
  Field("at", M.Root);
  Field("execution", M.Executions);
  Field("estimate", M.Estimate);
  Field("hwm", M.Hwm);
  Field("ratio", M.Ratio, As::Share);
  Field("root_calls", M.RootCalls);
  Field("incomplete", M.Incomplete);
  Field("longest", Parts{[&](auto &&Field) {
          Field("trace", M.LongestTrace);
          Field("number", M.LongestNumber);
        }});
  Field("context_depth", M.ContextDepth);
  Field("contexts", M.Contexts);
  Field("columns", M.Columns);
  Field("rows", M.Rows);
  Field("assumed_never", M.IsAssumedNever);
  Field("remarks", M.Remarks);
  Field("interrupts", M.Interrupts);
  Field("path", M.Path);
  Field("reasons", M.Reasons);
  Field("facts", M.Facts);
  Field("violations", M.Violations);
  Field("unmeasured", M.Unmeasured);
  Field("never_together", M.NeverTogether);
}

/// For a page.
void describe(auto &&Field, const PathSource &S) {
  Field("function", S.Function);
  Field("file", S.File);
  Field("line", S.Line);
  Field("lines", S.Lines);
}

} // namespace ipoint::worst

#endif // IPOINT_WORST_WORSTFIELDS_H
