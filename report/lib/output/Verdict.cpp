//===- Verdict.cpp - What a report comes to, in sentences -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetWords.h"
#include "VerdictSentences.h"
#include "support/Ranges.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;
using ipoint::sampled::MeanSource;
using ipoint::sampled::SamplingModel;

namespace ipoint::output {

std::string shareWithin(double Share, double Off) {
  constexpr double Whole = 0.01, Nothing = 0.0005;
  if (Off < Nothing)
    return formatv("{0:f1} %", 100 * Share);
  return Off < Whole
             ? formatv("{0:f1} ± {1:f1} %", 100 * Share, 100 * Off).str()
             : formatv("{0:f0} ± {1:f0} %", 100 * Share, 100 * Off);
}

StringRef whyUntimed(const ReportModel &Report) {
  auto Any = [&](auto Has) { return any_of(Report.Functions, Has); };
  if (isTimed(Report))
    return "without probes the times of all calls are 0";
  if (Any([](const FunctionModel &F) { return leading(F.Inclusive); }))
    return "calls were timed with their callees only";
  if (Any([](const FunctionModel &F) { return F.Self && F.Self->Overload; }))
    return "interrupts were too many for times of calls";
  if (Any([](const FunctionModel &F) {
        return any_of(F.Blocks, [](const BlockModel &B) { return B.Time; });
      }))
    return "blocks were timed, but no call ended";
  return "nothing was timed";
}

/// "12.4 ± 0.5 us a call", behind a comma; empty where that is not known.
static std::string perCall(const sampled::BestMean &M, const TimeScale &Scale) {
  auto Words = [&](double Ticks) {
    return timeFigure(Scale(Ticks), Scale.unit(), TimeFigure::Mean);
  };
  std::string Each = " " + Scale.name().str() + " a call";
  if (M.From == MeanSource::NotKnown)
    return "";
  if (M.From == MeanSource::Bounded)
    return ", at most " + Words(M.Range.High) + Each;
  double Off = std::max(M.Range.High - M.Mean, M.Mean - M.Range.Low);
  std::string Mean = Words(M.Mean), Around = Words(Off);
  if (!StringRef(Mean).contains('.'))
    Around = timeFigure(Scale(Off), Scale.unit(), TimeFigure::Sum);
  return ", " + Mean +
         (Around == Words(0) || Around == "0" ? "" : " ± " + Around) + Each;
}

std::string Verdict::others() const {
  const double Share =
      sumOf(Report.Sampling->Others, &sampled::OtherTime::Share);
  constexpr double Much = 0.1;
  return Share < Much ? ""
                      : "; " + wholePercent(Share) +
                            " is outside of functions with counts";
}

/// Whether no other function may well have more of the time than \p Top.
bool Verdict::isFirst(size_t Top) const {
  const double Least = Report.Functions[Top].Sampled->ShareRange.Low;
  return !SamplingModel::areFew(Report.Functions[Top].Sampled->Samples) ||
         none_of(enumerate(Report.Functions), [&](const auto &E) {
           const FunctionModel &F = E.value();
           return E.index() != Top && F.Sampled && F.Sampled->Share > Least;
         });
}

std::string Verdict::bySamples(size_t Top) const {
  const FunctionModel &F = Report.Functions[Top];
  const sampled::FunctionSamples &S = *F.Sampled;
  const std::string Of =
      " of the " + std::string(Report.Sampling->program()) + "'s time";
  if (SamplingModel::areFew(S.Samples))
    return F.Name +
           formatv(" has the most samples, {0} of {1}: {2:f0} to {3:f0} %",
                   grouped(S.Samples, 0), grouped(Samples, 0),
                   100 * S.ShareRange.Low, 100 * S.ShareRange.High)
               .str() +
           Of + others();
  double Off =
      std::max(S.ShareRange.High - S.Share, S.Share - S.ShareRange.Low);
  return F.Name + " takes " + shareWithin(S.Share, Off) + Of +
         perCall(F.BestSelf, Scale) + others();
}

/// Of all calls, ticks; and within what that is right.
static double totalOf(const FunctionModel &F) {
  return leading(F.Self) ? selfTotal(F) : 0;
}
static double unsureOf(const FunctionModel &F) {
  const Figures *S = leading(F.Self);
  return S && S->Uncertainty ? S->Uncertainty->Total * callsPerTime(F) : 0;
}

/// By the self times of calls. What is not known of probes shifts all of them
/// the same way, so uncertainties add up.
std::string Verdict::byTimes(size_t Top, bool &IsAffected) const {
  double All = 0, Unsure = 0;
  for (const FunctionModel &F : Report.Functions)
    if (leading(F.Self)) {
      All += totalOf(F);
      Unsure += unsureOf(F);
    }
  const FunctionModel &F = Report.Functions[Top];
  double Share = totalOf(F) / All;
  double Off =
      ((1 - Share) * unsureOf(F) + Share * (Unsure - unsureOf(F))) / All;
  IsAffected = 2 * Off > Share;
  if (IsAffected)
    return wholePercent(Share) +
           " of the self time, but is below resolution: it may be far less";
  return shareWithin(Share, Off) + " of the self time" +
         perCall(F.BestSelf, Scale);
}

void Verdict::time() {
  auto Share = [](const FunctionModel &F) {
    return F.Sampled ? F.Sampled->Share : 0;
  };
  VerdictItem Item{"time", ""};
  if (SamplesLead && (Item.Function = most(Share))) {
    Item.IsAffected = !HasSamples;
    if (isFirst(*Item.Function))
      Item.Text = bySamples(*Item.Function);
    else
      Item.Text = "Too few samples were taken to rank functions: " +
                  grouped(Samples, 0) + " in all, " +
                  grouped(Report.Functions[*std::exchange(Item.Function, {})]
                              .Sampled->Samples,
                          0) +
                  " at most in one function";
  } else if (IsTimed && (Item.Function = most(totalOf))) {
    Item.Text = Report.Functions[*Item.Function].Name + " takes " +
                byTimes(*Item.Function, Item.IsAffected);
    if (Samples > 0 &&
        (Report.Sampling->missesProcesses() || Report.Sampling->missesTime()))
      Item.Text += "; samples and CPU time of the " +
                   std::string(Report.Sampling->program()) +
                   " are not of the same processes";
    else if (Samples > 0)
      Item.Text +=
          "; " +
          (Report.Sampling->InFunctions > 0 ? "" : std::string("none of ")) +
          grouped(Samples, 0) + " samples of the " +
          Report.Sampling->program() +
          (Report.Sampling->InFunctions > 0 ? " are too few samples for a share"
                                            : " is in a function with counts");
  } else if ((Item.Function = most([](auto &F) { return double(F.Calls); }))) {
    uint64_t Most = Report.Functions[*Item.Function].Calls;
    Item.Text = Report.Functions[*Item.Function].Name +
                " has the most calls, " + grouped(Most) + " of " +
                grouped(Calls, 0) + "; " + whyUntimed(Report).str();
    Item.IsAffected = true;
  } else {
    Item.Text = "Nothing ran that is instrumented.";
    Item.IsAffected = true;
    Items.push_back(std::move(Item));
    return;
  }
  Item.Text += ".";
  Items.push_back(std::move(Item));
}

/// What the longest call took of the program's own time, as far as is known.
static double longestWithoutInterrupts(const TimeModel &T) {
  if (!T.MaxAt || !T.MaxAt->Interrupts.Excluded)
    return T.Raw.Max;
  return T.Uninterrupted ? T.Uninterrupted->Max
                         : T.Raw.Max - T.MaxAt->Interrupts.Added;
}

/// Of what is called more than once in a run, if there is such a function: of a
/// single call, as of main, every time is the longest.
void Verdict::longest() {
  std::optional<size_t> Root;
  bool IsInclusive = false;
  for (uint64_t Least : {uint64_t(Report.Traces.size()), uint64_t(1)})
    for (auto Times : {&FunctionModel::Inclusive, &FunctionModel::Self}) {
      if (Root)
        break;
      IsInclusive = Times == &FunctionModel::Inclusive;
      Root = most([&](const FunctionModel &F) {
        return F.*Times && (F.*Times)->Raw.Count > Least
                   ? longestWithoutInterrupts(*(F.*Times))
                   : 0;
      });
    }
  if (!Root)
    return;
  const FunctionModel &F = Report.Functions[*Root];
  const TimeModel &T = IsInclusive ? *F.Inclusive : *F.Self;
  const std::optional<MarkOrigin> &On =
      IsInclusive ? F.InclusiveMark : F.SelfMark;
  // Beside it stands a mean that has no probes in it.
  const std::string Of = F.Name + " (called more than once" +
                         (IsInclusive ? ", callees included" : "") +
                         (Report.Totals.InPlace ? "): " : ", with probes): "),
                    Most = ticks(T.Raw.Max, TimeFigure::Observed);
  std::string Text;
  const bool IsHit = T.MaxAt && T.MaxAt->Interrupts.Excluded;
  if (IsHit && T.Uninterrupted)
    Text = "Longest call without detected interrupts of " + Of +
           ticks(T.Uninterrupted->Max, TimeFigure::Observed) +
           whereIs(T.Uninterrupted->At) + "; longest observed " + Most;
  else
    Text = "Longest observed call of " + Of + Most +
           (T.MaxAt ? whereIs(*T.MaxAt)
            : On    ? ", " + originInWords(*On, Report.Clock.RateHz)
                    : "");
  if (IsHit)
    Text += ", of which interrupts " +
            ticks(T.MaxAt->Interrupts.Added, TimeFigure::Observed) +
            (T.Uninterrupted ? "" : "; none is without detected interrupts");
  else if (F.IsCounted) // in windows are few visits, or none, to detect them by
    Text += "; interrupts in it are not known";
  else if (T.MaxAt && Report.Filter)
    Text += "; no interrupt was detected in it";
  Items.push_back({"longest", Text + ".", Root});
}

/// When \p P was, and by which calls.
std::string Verdict::whereIs(const PlaceModel &P) const {
  constexpr size_t MostSteps = 4;
  std::string Text =
      ", " + sinceStart(P.Start.value_or(P.End), Report.Clock.RateHz) +
      (P.Start ? " after the start" : " after the start at its end");
  if (Report.Traces.size() > 1 && !P.Trace.empty())
    Text += " of " + sys::path::filename(P.Trace).str();
  if (P.Way.size() < 2)
    return Text;
  ArrayRef<WayStep> Steps = ArrayRef(P.Way).take_back(MostSteps);
  Text += ", by ";
  if (Steps.size() < P.Way.size() || P.WayOmitted)
    Text += "… > ";
  return Text + join(map_range(Steps,
                               [&](const WayStep &S) {
                                 return Report.Functions[S.Function].Name +
                                        (S.Times > 1 ? " × " + grouped(S.Times)
                                                     : std::string());
                               }),
                     " > ");
}

void Verdict::budgets() {
  if (Report.Budgets.empty())
    return;
  BudgetCounts Counts(Report);
  VerdictItem Item{"budgets", grouped(Counts.Kept) + " of " +
                                  counted(Counts.all(), "budget", "budgets") +
                                  (Counts.Kept == 1 ? " holds" : " hold")};
  if (Counts.NotJudged)
    Item.Text += ", " + grouped(Counts.NotJudged) + " not judged";
  Item.IsAffected = Counts.Broken || Counts.NotJudged;
  for (const BudgetVerdict &V : Report.Budgets)
    if (V.State == BudgetState::Broken) {
      Item.Text += "; exceeded: " + (V.Name.empty() ? "" : V.Name + ", ") +
                   sentence(V, Report);
      Item.Function = V.Function;
      break;
    }
  if (Counts.Broken > 1)
    Item.Text += "; and " + grouped(Counts.Broken - 1) + " more";
  Item.Text += ".";
  Items.push_back(std::move(Item));
}

void Verdict::changes() {
  for (const ChangeSentence &C : Report.Changes) {
    VerdictItem Item{"change", C.Text};
    auto F = find_if(Report.Functions,
                     [&](const auto &Of) { return Of.Name == C.Function; });
    if (F != Report.Functions.end())
      Item.Function = size_t(F - Report.Functions.begin());
    Item.Command = C.Command;
    Item.IsAffected = C.IsAffected;
    Items.push_back(std::move(Item));
  }
}

std::vector<VerdictItem> verdictOf(const ReportModel &Report,
                                   const WriterOptions &Options, Unit In) {
  return Verdict(Report, Options, In).items();
}

} // namespace ipoint::output
