//===- Budgets.cpp - The budgets of a command line, judged ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budgets.h"
#include "Messages.h"
#include "RunSets.h"
#include "Value.h"
#include "budget/Judge.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using ipoint::analysis::BudgetState;
using ipoint::analysis::BudgetVerdict;

namespace ipoint::report {

static Expected<std::vector<BudgetVerdict>>
judgeBaseline(const Options &O, const analysis::ReportModel &Report) {
  std::vector<SetOption> Sets = {
      {"baseline " + O.Check->Baseline.front(), O.Check->Baseline, ""},
      {O.Traces.front(), O.Traces, O.Database}};
  Expected<std::vector<compare::RunSet>> Read =
      readSets(Sets, O.ExcludeImpossible);
  if (!Read)
    return Read.takeError();
  analysis::TimeUnit Unit =
      compare::finishSets(*Read, analysis::TimeUnit::Ticks);
  compare::CompareOptions Compared;
  Compared.Least = O.Check->NoWorseThan;
  compare::ComparisonModel Model = compare::compare(std::move(*Read), Compared);
  Model.Unit = Unit;
  if (Model.Pairs.front().TracesOnly)
    warn("one run a side: this shows whether these traces differ, not whether "
         "the programs do");
  return budget::judgeAgainst(Model, Report);
}

static void append(std::vector<BudgetVerdict> &To,
                   std::vector<BudgetVerdict> Verdicts) {
  std::move(Verdicts.begin(), Verdicts.end(), std::back_inserter(To));
}

Error judgeBudgets(const Options &O, analysis::ReportModel &Report) {
  for (const budget::Budget &B : O.Budgets) {
    std::vector<BudgetVerdict> Verdicts = budget::judge(B, Report);
    if (Verdicts.empty()) {
      std::string What = B.From + ": nothing of the program is called that; "
                                  "see the names with 'ipoint-report text "
                                  "--function NAME'";
      if (O.Check)
        return wrong(What);
      warn(What);
    }
    append(Report.Budgets, std::move(Verdicts));
  }
  for (const analysis::BudgetMarker &M : Report.BudgetMarkers) {
    Expected<BudgetVerdict> V = budget::judgeMarker(M, Report);
    if (V)
      Report.Budgets.push_back(std::move(*V));
    else if (O.Check)
      return V.takeError();
    else
      warn(toString(V.takeError()));
  }
  append(Report.Budgets, budget::judgeBounds(Report));
  if (!O.Check)
    return Error::success();
  if (!O.Check->Baseline.empty()) {
    Expected<std::vector<BudgetVerdict>> Verdicts = judgeBaseline(O, Report);
    if (!Verdicts)
      return Verdicts.takeError();
    append(Report.Budgets, std::move(*Verdicts));
  }
  if (Report.Budgets.empty())
    return wrong(
        "there is no budget: give --config FILE with a section 'budgets' "
        "(docs/budgets.md), or --baseline TRACE, or write "
        "IPOINT_BUDGET in the source");
  if (O.Check->IsStrict)
    for (BudgetVerdict &V : Report.Budgets)
      if (V.State == BudgetState::NotJudged)
        V.State = BudgetState::Broken;
  return Error::success();
}

bool markersNeedCallPaths(const database::Program &Program) {
  return any_of(Program.Units, [](const database::Unit &U) {
    return any_of(U.Budgets, [](const database::Budget &Written) {
      Expected<budget::SourceBudget> B = budget::parseMarker(Written.Text);
      if (B)
        return B->Of.needsCallPaths();
      consumeError(B.takeError()); // judgeBudgets() reports it
      return false;
    });
  });
}

bool isAnyBroken(const analysis::ReportModel &Report) {
  return any_of(Report.Budgets, [](const BudgetVerdict &V) {
    return V.State == BudgetState::Broken;
  });
}

} // namespace ipoint::report
