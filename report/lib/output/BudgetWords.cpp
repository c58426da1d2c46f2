//===- BudgetWords.cpp - Verdicts on budgets, in words --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "TextTable.h"
#include "budget/Budget.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
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

/// \p Value, which is in \p Unit, with \p Digits behind the point at most.
static std::string withUnit(double Value, LimitUnit Unit, unsigned Digits) {
  std::string Text = grouped(Value, Digits);
  if (Digits)
    Text = StringRef(Text).rtrim('0').rtrim('.').str();
  if (Text == "1" && Unit == LimitUnit::Iterations)
    return "1 iteration";
  return Text + " " + budget::nameOf(Unit).str();
}

/// How many digits of \p Value say something; see timeFigure().
static unsigned usualDigits(double Value, LimitUnit Unit) {
  return digitsBehindPoint(Value, Unit == LimitUnit::Ticks         ? 0
                                  : Unit == LimitUnit::Nanoseconds ? 1
                                                                   : 4);
}

std::string amount(double Value, LimitUnit Unit, double RateHz) {
  Value *= budget::unitsOf(Unit, RateHz);
  return withUnit(Value, Unit, usualDigits(Value, Unit));
}

/// As it was written: what it is to a double, whose last digits are noise.
static std::string limitAmount(const BudgetVerdict &V, double RateHz) {
  constexpr int Known = 11, Most = 15;
  double Value = V.Limit * budget::unitsOf(V.Unit, RateHz);
  int Before = Value > 0 ? int(std::floor(std::log10(Value))) : 0;
  return withUnit(Value, V.Unit, unsigned(std::clamp(Known - Before, 0, Most)));
}

/// What was observed, with as many digits as put it on its side of the limit.
static std::string observedAmount(const BudgetVerdict &V, double RateHz) {
  std::string LimitText = limitAmount(V, RateHz), Text;
  if (*V.Observed == V.Limit)
    return LimitText;
  double Units = budget::unitsOf(V.Unit, RateHz);
  double Value = *V.Observed * Units, Limit = V.Limit * Units;
  unsigned Digits = usualDigits(Value, V.Unit);
  for (unsigned End = Digits + 10; Digits < End; ++Digits) {
    Text = withUnit(Value, V.Unit, Digits);
    double Factor = std::pow(10., Digits);
    double Shown = std::round(Value * Factor) / Factor;
    bool IsOnItsSide = Value > Limit ? Shown > Limit : Shown < Limit;
    if (IsOnItsSide && Text != LimitText)
      break;
  }
  return Text;
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
  std::string Limit = limitAmount(V, RateHz);
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
  if (V.Interrupts) {
    double Without = *V.Observed - *V.Interrupts;
    Text +=
        "; " + amount(*V.Interrupts, V.Unit, RateHz) + " of it was interrupts" +
        (V.State == BudgetState::Broken
             ? Without <= V.Limit ? ", without which it would hold"
                                  : ", without which it would be exceeded too"
             : "");
  }
  if (V.At)
    Text += "; " + placeInWords(*V.At, amount(V.At->Since, V.Unit, RateHz));
  return Text;
}

std::string placeInWords(const PlaceModel &P, StringRef Since) {
  return (P.Call ? "in call " + grouped(P.Call) + ", until " : "until ") +
         Since.str() + " after the first record of " +
         (P.IsHandler ? "signal handlers of " : "") + "thread " +
         std::to_string(P.Tid) + " in " + P.Trace +
         (P.Mark ? ", after mark " + *P.Mark : "");
}

std::string sinceStart(double Ticks, uint64_t RateHz) {
  if (RateHz == 0)
    return grouped(Ticks, 0) + " ticks";
  const double Seconds = Ticks / double(RateHz);
  for (auto [Unit, Name] : {std::pair(1.0, "s"), {1e-3, "ms"}})
    if (Seconds >= Unit)
      return formatv("{0:f2} {1}", Seconds / Unit, Name);
  return formatv("{0:f1} us", Seconds * 1e6);
}

std::string originInWords(const MarkOrigin &O, uint64_t RateHz) {
  return (O.Labels.empty() ? "in " + O.Path : "on " + O.Labels) +
         (O.Since ? ", " + sinceStart(*O.Since, RateHz) + " after its start"
                  : "");
}

} // namespace ipoint::output
