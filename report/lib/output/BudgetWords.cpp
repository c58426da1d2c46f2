//===- BudgetWords.cpp - Verdicts on budgets, in words --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "TextTable.h"
#include "budget/Budget.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

BudgetCounts::BudgetCounts(const ReportModel &Report) {
  for (const BudgetVerdict &V : Report.Budgets)
    ++(V.State == BudgetState::Kept     ? Kept
       : V.State == BudgetState::Broken ? Broken
                                        : NotJudged);
}

std::string BudgetCounts::inWords() const {
  return counted(all(), "budget", "budgets") + ": " + grouped(Kept) +
         " kept, " + grouped(Broken) + " broken, " + grouped(NotJudged) +
         " not judged";
}

StringRef stateName(BudgetState State) {
  return State == BudgetState::Kept     ? "kept"
         : State == BudgetState::Broken ? "broken"
                                        : "not judged";
}

/// With so many digits more than usual.
static std::string amountWith(unsigned More, double Value, LimitUnit Unit,
                              double RateHz) {
  Value *= budget::unitsOf(Unit, RateHz);
  // Four digits say enough.
  unsigned Digits = 0;
  for (double Limit = 1000; Digits < 4 && std::abs(Value) < Limit; Limit /= 10)
    ++Digits;
  Digits += More;
  std::string Text = grouped(Value, Digits);
  if (Digits)
    Text = StringRef(Text).rtrim('0').rtrim('.').str();
  if (Text == "1" && Unit == LimitUnit::Iterations)
    return "1 iteration";
  return Text + " " + budget::nameOf(Unit).str();
}

std::string amount(double Value, LimitUnit Unit, double RateHz) {
  return amountWith(0, Value, Unit, RateHz);
}

/// What was observed, with as many digits as tell it from the limit.
static std::string observedAmount(const BudgetVerdict &V, double RateHz) {
  std::string Limit = amount(V.Limit, V.Unit, RateHz), Value;
  for (unsigned More = 0; More < 10; ++More) {
    Value = amountWith(More, *V.Observed, V.Unit, RateHz);
    if (Value != Limit || *V.Observed == V.Limit)
      break;
  }
  return Value;
}

/// "took 5 us", of what a budget of \p Kind limits.
static std::string observed(const BudgetVerdict &V, double RateHz) {
  std::string Value = observedAmount(V, RateHz);
  switch (V.Kind) {
  case BudgetKind::Time:
    return " took " + Value;
  case BudgetKind::Iterations:
    return " ran " + Value;
  case BudgetKind::Share:
    return " took " + Value + " of the run";
  case BudgetKind::Worsening:
    return " takes " + Value + " longer";
  }
  return "";
}

std::string sentence(const BudgetVerdict &V, const ReportModel &Report) {
  auto RateHz = static_cast<double>(Report.Clock.RateHz);
  std::string Limit = amount(V.Limit, V.Unit, RateHz);
  std::string Text = V.Subject;
  if (!V.Observed) {
    if (V.State == BudgetState::Kept)
      return Text + " is no worse by " + Limit + " or more (" + V.Measure + ")";
    return Text + ": " + V.Reason + "; the budget is " + Limit + " (" +
           V.Measure + ")";
  }
  Text += observed(V, RateHz) +
          (V.State == BudgetState::Broken ? ", more than " : ", of ") + Limit +
          " (" + V.Measure + (V.Reason.empty() ? "" : "; " + V.Reason) + ")";
  if (V.At)
    Text += "; " + placeInWords(*V.At, amount(V.At->Since, V.Unit, RateHz));
  return Text;
}

std::string placeInWords(const PlaceModel &P, StringRef Since) {
  return "in call " + grouped(P.Call) + ", until " + Since.str() +
         " after the first record of " +
         (P.IsHandler ? "signal handlers of " : "") + "thread " +
         std::to_string(P.Tid) + " in " + P.Trace +
         (P.Mark ? ", after mark " + *P.Mark : "");
}

} // namespace ipoint::output
