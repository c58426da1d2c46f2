//===- JsonConclusions.cpp - Verdict, budgets and gains of the document ---===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "Gains.h"
#include "JsonDocument.h"
#include "Verdict.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

void JsonDocument::verdict() {
  const std::vector<VerdictItem> Items = verdictOf(Report, Options, Words);
  (*this)("verdict", Each{Items, [&](auto &Field, const VerdictItem &I) {
                            const FunctionModel *F =
                                I.Function ? &Report.Functions[*I.Function]
                                           : nullptr;
                            Field("about", I.About);
                            Field("text", I.Text);
                            Field("function", F ? F->Name : "", As::OrNull);
                            Field("page", F ? F->Page : "", As::OrNull);
                            Field("command", I.Command, As::OrNull);
                            Field("affected", I.IsAffected);
                          }});
}

void JsonDocument::members(const BudgetVerdict &V) {
  const FunctionModel &F = Report.Functions[V.Function];
  As Amount = V.Kind == BudgetKind::Time ? As::Ticks : As::Share;
  JsonDocument &Field = *this;
  Field("name", V.Name, As::OrNull);
  Field("from", V.From);
  Field("subject", V.Subject);
  Field("kind", nameOf(V.Kind));
  Field("measure", V.Measure);
  Field("times", V.Times);
  Field("by_mark", V.ByMark);
  Field("function", F.Name);
  Field("file", V.File);
  Field("page", F.Page);
  Field("block", V.Block, As::OrNull);
  Field("line", V.Line);
  Field("limit", V.Limit, Amount);
  Field("observed", V.Observed, Amount);
  Field("state", nameOf(V.State));
  Field("reason", V.Reason, As::OrNull);
  Field("interrupts", V.Interrupts, As::Ticks);
  Field("max_at", V.At);
  Field("in_words", sentence(V, Report));
}

void JsonDocument::gains() {
  const std::vector<Gain> All = gainsOf(Report, Options.Longest);
  constexpr size_t Most = 200;
  const std::vector<Gain> Shown =
      Much == Detail::All ? All : largestOf(All, Most);
  (*this)("gains", Each{Shown, [&](auto &Field, const Gain &G) {
                          Field("function", Report.Functions[G.Function].Name);
                          Field("page", Report.Functions[G.Function].Page);
                          Field("block", G.Block, As::OrNull);
                          Field("mean", G.Mean, As::Share);
                          Field("p99", G.P99, As::Ticks);
                          Field("worst", G.Worst, As::Ticks);
                        }});
  const std::optional<size_t> Root =
      Report.LongCalls ? Report.LongCalls->Function : std::nullopt;
  (*this)("gains_p99_of", Root ? Report.Functions[*Root].Name : "", As::OrNull);
  (*this)("gains_in_words", gainsInWords(Report, All), As::OrNull);
}

} // namespace ipoint::output
