//===- Budget.cpp - Limits, and the baselines they are against ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget.h"
#include "Judge.h"
#include "stats/Tails.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <map>
#include <set>

using namespace llvm;
using namespace ipoint::analysis;
using namespace ipoint::compare;

namespace ipoint::budget {

StringRef nameOf(LimitUnit Unit) {
  switch (Unit) {
  case LimitUnit::Ticks:
    return "ticks";
  case LimitUnit::Nanoseconds:
    return "ns";
  case LimitUnit::Microseconds:
    return "us";
  case LimitUnit::Milliseconds:
    return "ms";
  case LimitUnit::Seconds:
    return "s";
  case LimitUnit::Iterations:
    return "iterations";
  case LimitUnit::Percent:
    return "%";
  }
  return "";
}

double unitsOf(LimitUnit Unit, double RateHz) {
  switch (Unit) {
  case LimitUnit::Nanoseconds:
    return 1e9 / RateHz;
  case LimitUnit::Microseconds:
    return 1e6 / RateHz;
  case LimitUnit::Milliseconds:
    return 1e3 / RateHz;
  case LimitUnit::Seconds:
    return 1 / RateHz;
  case LimitUnit::Percent:
    return 100;
  case LimitUnit::Ticks:
  case LimitUnit::Iterations:
    return 1;
  }
  return 1;
}

BudgetKind Limit::kind() const {
  return Unit == LimitUnit::Iterations ? BudgetKind::Iterations
         : Unit == LimitUnit::Percent  ? BudgetKind::Share
                                       : BudgetKind::Time;
}

double Limit::inModel(double RateHz) const {
  return Value / unitsOf(Unit, RateHz);
}

Expected<Limit> parseLimit(StringRef Text) {
  StringRef Rest = Text.trim();
  size_t End = Rest.find_first_not_of("0123456789.");
  StringRef Digits = Rest.take_front(End), Unit = Rest.substr(Digits.size());
  Limit L;
  if (Digits.empty() || Digits.getAsDouble(L.Value))
    return plainError("'" + Text +
                      "' is no limit, such as 20 us, 64 iterations or "
                      "5 %");
  Unit = Unit.ltrim();
  for (LimitUnit U :
       {LimitUnit::Ticks, LimitUnit::Nanoseconds, LimitUnit::Microseconds,
        LimitUnit::Milliseconds, LimitUnit::Seconds, LimitUnit::Iterations,
        LimitUnit::Percent})
    if (Unit == nameOf(U)) {
      L.Unit = U;
      if (!(L.Value > 0) || !std::isfinite(L.Value))
        return plainError("'" + Text + "' is not more than 0");
      return L;
    }
  return plainError("'" + Text +
                    "' has no unit that is known: ticks, ns, us, ms or s, "
                    "iterations, or %");
}

Expected<Figure> parseFigure(StringRef Text) {
  static constexpr StringRef Percentiles[] = {"p50", "p90", "p99", "p99.9",
                                              "p99.99"};
  static_assert(std::size(Percentiles) == PercentileShares.size());
  if (Text == "raw")
    return Figure{Figure::Kind::Raw};
  if (Text == "response")
    return Figure{Figure::Kind::Response};
  if (Text == "worst")
    return Figure{Figure::Kind::Worst};
  if (Text == "filtered")
    return Figure{Figure::Kind::Filtered};
  for (size_t I = 0; I < std::size(Percentiles); ++I)
    if (Text == Percentiles[I])
      return Figure{Figure::Kind::Percentile, I};
  if (StringRef Rest = Text; Rest.consume_front("tail")) {
    Figure F{Figure::Kind::Tail};
    if (!Rest.trim().getAsDouble(F.Exceedance) && F.Exceedance > 0 &&
        F.Exceedance <= MostExceedance)
      return F;
    return plainError("'" + Text +
                      "' needs the probability that a time is longer, above 0 "
                      "and at most 0.01, such as tail 1e-6");
  }
  return plainError(
      "'" + Text +
      "' is no figure; there are raw, filtered, "
      "response, p50, p90, p99, p99.9, p99.99, worst and tail 1e-6");
}

namespace {

/// Judges all functions of a report.
class BaselineJudge {
public:
  BaselineJudge(const ComparisonModel &Model, const ReportModel &Report)
      : Model(Model), Report(Report) {
    for (const ItemComparison &I : Model.Pairs.front().Items) {
      Items[{I.Key.File, I.Key.Function, I.Key.Namesake}].push_back(&I);
      Files[I.Key.Function].insert(I.Key.File);
    }
    for (const auto &[Key, Text] : Model.Sets.back().Functions) {
      const auto &[File, Function, Namesake] = Key;
      Numbers[{File, Function, Text.Ordinal}] = Namesake;
    }
  }

  std::vector<BudgetVerdict> judge() {
    std::map<FunctionKey, unsigned> Namesakes;
    for (size_t I = 0; I < Report.Functions.size(); ++I) {
      const FunctionModel &F = Report.Functions[I];
      unsigned Namesake = Namesakes[{F.File, F.Name, 0}]++;
      if (F.Status != FunctionStatus::Run)
        continue;
      addFunction(I, itemsOf(F, Namesake));
    }
    return std::move(Result);
  }

private:
  using FunctionKey = std::tuple<std::string, std::string, unsigned>;

  /// Compared files have the baseline's names, which may begin elsewhere.
  ArrayRef<const ItemComparison *> itemsOf(const FunctionModel &F,
                                           unsigned Namesake) const {
    auto In = [&](const std::string &File) {
      auto Number = Numbers.find({File, F.Name, Namesake});
      return Items.find(
          {File, F.Name, Number == Numbers.end() ? Namesake : Number->second});
    };
    auto Found = In(F.File);
    auto Of = Files.find(F.Name);
    if (Found == Items.end() && Of != Files.end() && Of->second.size() == 1)
      Found = In(*Of->second.begin());
    if (Found == Items.end())
      return {};
    return Found->second;
  }

  BudgetVerdict verdict(size_t Function) const {
    BudgetVerdict V;
    V.From = Model.Sets.front().Name;
    V.Subject = Report.Functions[Function].Name;
    V.Measure = "against the baseline";
    V.Times = "self";
    V.Kind = BudgetKind::Worsening;
    V.Unit = LimitUnit::Percent;
    V.Function = Function;
    V.File = Report.Functions[Function].File;
    V.Line = Report.Functions[Function].Line;
    V.Limit = Model.Options.Least;
    return V;
  }

  void addFunction(size_t Function, ArrayRef<const ItemComparison *> Of) {
    size_t Before = Result.size();
    for (const ItemComparison *I : Of)
      addIfWorse(Function, *I);
    if (Result.size() != Before)
      return;
    BudgetVerdict V = verdict(Function);
    bool IsTested = any_of(Of, [](const ItemComparison *I) {
      return I->Mean.Probability.has_value();
    });
    V.State = IsTested ? BudgetState::Kept : BudgetState::NotJudged;
    if (Of.empty())
      V.Reason = "has no times in the baseline";
    else if (!IsTested)
      V.Reason = "too few runs have times of it";
    Result.push_back(std::move(V));
  }

  /// Of several figures that are worse, the one that is worst.
  void addIfWorse(size_t Function, const ItemComparison &I) {
    const FigureComparison *Worst = nullptr;
    StringRef Name;
    auto Look = [&](const FigureComparison &F, StringRef Called) {
      if (F.Differs && *F.Change > 0 &&
          (!Worst || *F.Change > *Worst->Change)) {
        Worst = &F;
        Name = Called;
      }
    };
    Look(I.Mean, "mean");
    for (unsigned Q = 0; Q < QuantileCount; ++Q)
      Look(I.Quantiles[Q], QuantileNames[Q]);
    if (!Worst)
      return;
    BudgetVerdict V = verdict(Function);
    if (I.Key.What == compare::Subject::Block) {
      V.Subject += "/" + I.Key.Block;
      V.Block = I.Key.Block;
      V.Times = "block";
      V.Line = I.Line;
      for (const BlockModel &B : Report.Functions[Function].Blocks)
        if (B.Name == I.Key.Block && B.Included) {
          V.File = B.Included->File;
          V.Line = B.Included->Line;
        }
    }
    V.Measure = (Name + (I.Key.What == compare::Subject::Inclusive
                             ? " of inclusive times against the baseline"
                             : " of self times against the baseline"))
                    .str();
    if (I.Key.What == compare::Subject::Inclusive)
      V.Times = "inclusive";
    V.Observed = Worst->Change;
    V.State = BudgetState::Broken;
    V.Reason = formatv("{0:f1} {1}, before {2:f1}", *Worst->B,
                       nameOf(Model.Unit), *Worst->A)
                   .str();
    if (Worst->Range)
      V.Reason += formatv("; adjusted interval {0:f1} % to {1:f1} %",
                          100 * Worst->Range->Low, 100 * Worst->Range->High)
                      .str();
    Result.push_back(std::move(V));
  }

  const ComparisonModel &Model;
  const ReportModel &Report;
  std::map<FunctionKey, std::vector<const ItemComparison *>> Items;
  std::map<std::string, std::set<std::string>> Files; ///< by function
  /// ItemKey::Namesake by the ordinal that the report's function has.
  std::map<FunctionKey, unsigned> Numbers;
  std::vector<BudgetVerdict> Result;
};

} // namespace

std::vector<BudgetVerdict> judgeAgainst(const ComparisonModel &Model,
                                        const ReportModel &Report) {
  return BaselineJudge(Model, Report).judge();
}

} // namespace ipoint::budget
