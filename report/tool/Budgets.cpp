//===- Budgets.cpp - The budgets of a command line, judged ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Options.h"
#include "budget/Judge.h"
#include "database/Output.h"
#include "program/Units.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace llvm;
using ipoint::analysis::BudgetState;
using ipoint::analysis::BudgetVerdict;

namespace ipoint::report {

static Expected<std::vector<BudgetVerdict>>
judgeBaseline(const Options &O, const analysis::ReportModel &Report) {
  std::vector<SetOption> Sets = {
      {"baseline " + O.Check->Baseline.front(), O.Check->Baseline, ""},
      {O.Traces.front(), O.Traces, O.Database}};
  compare::CompareOptions Compared;
  Compared.Least = O.Check->NoWorseThan;
  Expected<compare::ComparisonModel> Model =
      compareSets(Sets, O.ExcludeImpossible, /*Source=*/false,
                  analysis::TimeUnit::Ticks, Compared);
  if (!Model)
    return Model.takeError();
  return budget::judgeAgainst(*Model, Report);
}

static void append(std::vector<BudgetVerdict> &To,
                   std::vector<BudgetVerdict> Verdicts) {
  std::move(Verdicts.begin(), Verdicts.end(), std::back_inserter(To));
}

/// The names of \p Things.
template <class Range> static auto namesOf(const Range &Things) {
  return map_range(Things, [](const auto &T) -> StringRef { return T.Name; });
}

/// What of the program \p B may be meant for, which is for nothing in it; else
/// empty.
static std::string meantBy(const budget::Budget &B,
                           const analysis::ReportModel &Report) {
  using database::didYouMean;
  auto Functions = namesOf(Report.Functions);
  for (StringRef Name : B.CallPath)
    if (!is_contained(Functions, Name))
      return didYouMean(Name, Functions);
  if (B.Functions.empty())
    return didYouMean(B.Marks, namesOf(Report.Marks));
  std::string Meant = didYouMean(B.Functions, Functions);
  for (const analysis::FunctionModel &F : Report.Functions) {
    if (F.Name != B.Functions)
      continue;
    if (!B.Blocks.empty())
      Meant = didYouMean(B.Blocks, namesOf(F.Blocks));
    else if (!B.Loops.empty())
      Meant = didYouMean(B.Loops, namesOf(F.Loops));
    else if (!B.Marks.empty())
      Meant = didYouMean(B.Marks, namesOf(Report.Marks));
    for (StringRef Block : B.Path)
      if (Meant.empty())
        Meant = didYouMean(Block, namesOf(F.Blocks));
  }
  return Meant;
}

/// The tails that budgets of \p O and of the source are of, which traces have;
/// of a profile there are none.
static Expected<std::map<budget::TailOf, analysis::TailEstimate>>
readTails(const Options &O, const Inputs &In, const database::Program &Program,
          const analysis::ReportModel &Report) {
  std::vector<budget::TailOf> Of = budget::tailsOf(O.Budgets, Report);
  if (Of.empty() || In.Reduced)
    return std::map<budget::TailOf, analysis::TailEstimate>();
  Expected<std::vector<bool>> Chosen = analysis::checkUnits(In.Traces, Program);
  if (!Chosen)
    return Chosen.takeError();
  analysis::SymbolTable Symbols(Program, *Chosen);
  auto Wanted =
      map_to_vector(Of, [](const budget::TailOf &T) { return T.Series; });
  ReadingLine Line([](unsigned) { return "reading again, for tails"; });
  Expected<std::vector<worst::TimeSeries>> Series = worst::readSeries(
      {In.Traces, Symbols, Report.Execution, O.Analysis.Jobs,
       O.Analysis.LeastPart, O.Analysis.LogLimit, Line.progress()},
      Report, Wanted);
  if (!Series)
    return Series.takeError();
  std::map<budget::TailOf, analysis::TailEstimate> Result;
  for (auto [T, S] : zip_equal(Of, *Series))
    Result.emplace(T, worst::tailOf(S, Symbols, Report, T.Exceedance));
  return Result;
}

/// The estimate of \p P with interrupts on top.
static budget::WorstOf estimateOf(const worst::FunctionPath &P) {
  if (!P.Model)
    return {std::nullopt, P.Reason};
  const worst::WorstModel &M = *P.Model;
  if (!M.Violations.empty())
    return {std::nullopt,
            "a run has violated a fact: " + M.Violations.front().Place + ": " +
                M.Violations.front().Words};
  double Ticks = M.Estimate.Filtered.value_or(*M.Estimate.Corrected);
  for (const worst::InterruptAccount &A : M.Interrupts)
    Ticks += A.Total;
  return {Ticks, ""};
}

Error judgeBudgets(const Options &O, const Inputs &In,
                   const database::Program &Program,
                   ArrayRef<worst::FunctionPath> Longest,
                   analysis::ReportModel &Report) {
  budget::Estimates Known;
  if (Error E = readTails(O, In, Program, Report).moveInto(Known.Tails))
    return E;
  for (const worst::FunctionPath &P : Longest)
    if (!P.isOfPart())
      Known.Longest.emplace(P.Function, estimateOf(P));
  for (const budget::Budget &B : O.Budgets) {
    std::vector<BudgetVerdict> Verdicts = budget::judge(B, Report, Known);
    if (Verdicts.empty()) {
      std::string Meant = meantBy(B, Report);
      std::string What = B.From + ": nothing of the program is called that" +
                         (Meant.empty() ? "; see" : Meant + " See") +
                         " the names with 'ipoint-report text --function NAME'";
      if (O.Check)
        return wrong(What);
      warn(What);
    }
    append(Report.Budgets, std::move(Verdicts));
  }
  for (const analysis::BudgetMarker &M : Report.BudgetMarkers) {
    Expected<BudgetVerdict> V = budget::judgeMarker(M, Report, Known);
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

} // namespace ipoint::report
