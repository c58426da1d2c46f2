//===- Verdict.cpp - What a report comes to, in sentences -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verdict.h"
#include "BudgetWords.h"
#include "TextTable.h"
#include "WorstWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
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

/// A share of which no more is known than a per cent.
static std::string wholePercent(double Share) {
  return formatv("{0:f0} %", 100 * Share);
}

/// Without probes, and without interrupts where these are known; null where
/// there are no such figures.
static const Figures *leading(const std::optional<TimeModel> &T) {
  if (!T || T->Overload || T->Raw.Count == 0)
    return nullptr;
  return T->Filtered ? &*T->Filtered : &T->Corrected;
}

/// \p Word as a shell takes it for one word.
static std::string quoted(StringRef Word) {
  auto IsPlain = [](char C) {
    return isAlnum(C) || StringRef("_@%+=:,./-").contains(C);
  };
  if (!Word.empty() && all_of(Word, IsPlain))
    return Word.str();
  std::string Result = "'";
  for (char C : Word)
    Result += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Result + "'";
}

/// \p Path as a program is called from the working folder.
static std::string callOf(StringRef Path) {
  SmallString<256> Here;
  if (!sys::fs::current_path(Here) && Path.consume_front(Here) &&
      Path.consume_front("/"))
    return quoted(("./" + Path).str());
  return quoted(Path);
}

namespace {

class Verdict {
public:
  Verdict(const ReportModel &Report, const WriterOptions &Options, Unit In)
      : Report(Report), Options(Options), Scale(In, Report.Clock.RateHz) {
    for (const FunctionModel &F : Report.Functions) {
      IsTimed |= leading(F.Self) != nullptr;
      HasSamples |= F.Sampled && !SamplingModel::areFew(F.Sampled->Samples);
      Calls += double(F.Calls);
    }
    if (Report.Sampling)
      for (const sampled::SampledInput &I : Report.Sampling->Inputs)
        Samples += double(I.Samples);
  }

  std::vector<VerdictItem> items() {
    time();
    longest();
    budgets();
    figures();
    next();
    return std::move(Items);
  }

private:
  void time();
  void longest();
  void budgets();
  void figures();
  void next();
  std::string bySamples(size_t Top) const;
  std::string byTimes(size_t Top, bool &IsAffected) const;
  std::string others() const;
  std::string means(bool &IsAffected) const;
  std::string extremes(bool &IsAffected) const;
  std::string estimates(bool &IsAffected) const;
  std::string recordAgain(uint64_t Runs, StringRef Plain) const;
  std::string ticks(double Value, TimeFigure Of) const {
    return timeFigure(Scale(Value), Scale.unit(), Of) + " " +
           Scale.name().str();
  }
  std::optional<double> slowdown() const;
  /// The function with the most of what \p Of returns; none: of none it is over
  /// 0.
  template <class Value> std::optional<size_t> most(Value Of) const {
    std::optional<size_t> Result;
    for (auto [I, F] : enumerate(Report.Functions))
      if (Of(F) > (Result ? Of(Report.Functions[*Result]) : 0))
        Result = I;
    return Result;
  }

  const ReportModel &Report;
  const WriterOptions &Options;
  TimeScale Scale;
  std::vector<VerdictItem> Items;
  bool IsTimed = false;    ///< a function has figures
  bool HasSamples = false; ///< a function has enough of them for a share
  double Calls = 0, Samples = 0;
};

} // namespace

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
  return ", " + Mean + (Around == Words(0) ? "" : " ± " + Around) + Each;
}

std::string Verdict::others() const {
  double Share = 0;
  for (const sampled::OtherTime &T : Report.Sampling->Others)
    Share += T.Share;
  constexpr double Much = 0.1;
  return Share < Much ? ""
                      : "; " + wholePercent(Share) +
                            " is outside of functions with counts";
}

std::string Verdict::bySamples(size_t Top) const {
  const FunctionModel &F = Report.Functions[Top];
  const sampled::FunctionSamples &S = *F.Sampled;
  double Off =
      std::max(S.ShareRange.High - S.Share, S.Share - S.ShareRange.Low);
  return shareWithin(S.Share, Off) + " of the " + Report.Sampling->program() +
         "'s time" + perCall(F.BestSelf, Scale) + others();
}

/// By the self times of calls. What is not known of probes shifts all of them
/// the same way, so uncertainties add up.
std::string Verdict::byTimes(size_t Top, bool &IsAffected) const {
  double All = 0, Unsure = 0;
  auto UnsureOf = [](const Figures &S) {
    return S.Uncertainty ? S.Uncertainty->Total : 0;
  };
  for (const FunctionModel &F : Report.Functions)
    if (const Figures *S = leading(F.Self)) {
      All += S->Total;
      Unsure += UnsureOf(*S);
    }
  const FunctionModel &F = Report.Functions[Top];
  const Figures &S = *leading(F.Self);
  double Share = S.Total / All;
  double Off =
      ((1 - Share) * UnsureOf(S) + Share * (Unsure - UnsureOf(S))) / All;
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
  auto Total = [](const FunctionModel &F) {
    const Figures *S = leading(F.Self);
    return S ? S->Total : 0;
  };
  VerdictItem Item{"time", ""};
  if (HasSamples && (Item.Function = most(Share))) {
    Item.Text = " takes " + bySamples(*Item.Function);
  } else if (IsTimed && (Item.Function = most(Total))) {
    Item.Text = " takes " + byTimes(*Item.Function, Item.IsAffected);
    if (Samples > 0)
      Item.Text += "; " + grouped(Samples, 0) + " samples of the " +
                   Report.Sampling->program() +
                   " are too few samples for a share";
  } else if (Samples > 0 && (Item.Function = most(Share))) {
    Item.Text = " has " +
                grouped(Report.Functions[*Item.Function].Sampled->Samples, 0) +
                " of " + grouped(Samples, 0) +
                " samples: too few samples for a share";
    Item.IsAffected = true;
  } else if ((Item.Function = most([](auto &F) { return double(F.Calls); }))) {
    uint64_t Most = Report.Functions[*Item.Function].Calls;
    Item.Text = " has the most calls, " + grouped(Most) + " of " +
                grouped(Calls, 0) + "; nothing was timed";
    Item.IsAffected = true;
  } else {
    Item.Text = "Nothing ran that is instrumented.";
    Item.IsAffected = true;
    Items.push_back(std::move(Item));
    return;
  }
  Item.Text = Report.Functions[*Item.Function].Name + Item.Text + ".";
  Items.push_back(std::move(Item));
}

/// Of what is called more than once: of a single call every time is the
/// longest.
void Verdict::longest() {
  std::optional<size_t> Root = most([](const FunctionModel &F) {
    return F.Inclusive && F.Inclusive->Raw.Count > 1 ? F.Inclusive->Raw.Total
                                                     : 0;
  });
  bool IsInclusive = Root.has_value();
  if (!Root)
    Root = most([](const FunctionModel &F) {
      return F.Self && F.Self->Raw.Count > 1 ? F.Self->Raw.Total : 0;
    });
  if (!Root)
    return;
  const FunctionModel &F = Report.Functions[*Root];
  const TimeModel &T = IsInclusive ? *F.Inclusive : *F.Self;
  std::string Text = "Longest observed call of " + F.Name + ": " +
                     ticks(T.Raw.Max, TimeFigure::Observed) + " raw" +
                     (IsInclusive ? ", with callees" : "");
  if (T.MaxAt && T.MaxAt->Interrupts.Excluded)
    Text += ", " + counted(T.MaxAt->Interrupts.Excluded, "visit", "visits") +
            " of it interrupted";
  Items.push_back({"longest", Text + ".", Root});
}

void Verdict::budgets() {
  if (Report.Budgets.empty())
    return;
  BudgetCounts Counts(Report);
  VerdictItem Item{"budgets", ""};
  Item.Text = grouped(Counts.Kept) + " of " +
              counted(Counts.all(), "budget", "budgets") +
              (Counts.Kept == 1 ? " holds" : " hold");
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

std::optional<double> Verdict::slowdown() const {
  std::optional<double> Most;
  if (Report.Sampling)
    for (const sampled::SampledInput &I : Report.Sampling->Inputs)
      if (I.Slowdown)
        Most = std::max(Most.value_or(0), *I.Slowdown);
  return Most;
}

std::string Verdict::means(bool &IsAffected) const {
  constexpr double Half = 0.5, MostError = 0.1;
  if (HasSamples) {
    const SamplingModel &S = *Report.Sampling;
    std::string Known = wholePercent(S.InFunctionsKnown) +
                        " of the time with mean within ± " +
                        wholePercent(SamplingModel::KnownTo);
    if (S.InFunctionsKnown >= Half * S.InFunctions)
      return "Means may be quoted (" + Known + ")";
    IsAffected = true;
    return "Means are not known well enough to be quoted (" + Known + ")";
  }
  if (!IsTimed)
    return "Means are not known: nothing was timed";
  double Error = 0;
  if (Report.Closure)
    for (const ClosureInput &I : Report.Closure->Inputs)
      if (std::abs(I.Unfitted.Error) > std::abs(Error))
        Error = I.Unfitted.Error;
  if (std::abs(Error) > MostError) {
    IsAffected = true;
    return formatv("Means are not to be quoted: corrected times read {0:f1} × "
                   "plain",
                   1 + Error);
  }
  uint64_t Times = 0, Below = 0;
  for (const FunctionModel &F : Report.Functions) {
    Times += F.Self.has_value();
    Below += F.Self && F.Self->BelowResolution;
  }
  if (2 * Below >= Times) {
    IsAffected = true;
    return "Means are not to be quoted: " + grouped(Below) + " of " +
           counted(Times, "function is", "functions are") + " below resolution";
  }
  return "Means may be quoted, with what probes change in them";
}

std::string Verdict::extremes(bool &IsAffected) const {
  if (!IsTimed)
    return "p99 and HWM are not known";
  std::vector<std::string> Why;
  if (uint64_t Lost = Report.Lost.Records + Report.Lost.Overwritten) {
    Why.push_back(counted(Lost, "record was", "records were") + " lost");
    IsAffected = true;
  }
  if (Report.Totals.Counted)
    Why.push_back("only windows were timed");
  if (Report.Interrupts && !Report.Interrupts->Unseen.empty()) {
    double Expected = 0;
    for (const UnseenModel &U : Report.Interrupts->Unseen)
      Expected += U.Expected;
    Why.push_back("about " +
                  counted(uint64_t(std::ceil(Expected)),
                          "undetected interrupt is",
                          "undetected interrupts are") +
                  " expected in them");
  }
  if (!Report.Execution)
    Why.push_back("the time off CPU is in them");
  std::optional<double> Slowdown = slowdown();
  std::string Of = "p99 and HWM are of the program with probes";
  if (Slowdown)
    Of += formatv(" ({0:f1} × plain)", *Slowdown).str();
  return Of + (Why.empty() ? "" : ", and " + join(Why, ", "));
}

std::string Verdict::estimates(bool &IsAffected) const {
  std::vector<std::string> Words;
  for (const worst::FunctionPath &P : Options.Longest) {
    const std::string &Name = Report.Functions[P.Function].Name;
    if (!P.Model) {
      Words.push_back("there is no WCET estimate of " + Name + " (" + P.Reason +
                      ")");
      IsAffected = true;
      continue;
    }
    auto Observed = count_if(P.Model->Facts, [](const worst::UsedFact &U) {
      return U.From == worst::Origin::Observed && U.Binds;
    });
    std::string Text =
        "the WCET estimate of " + Name + " is " +
        ticks(leadingTimes(*P.Model).Estimate, TimeFigure::Observed);
    if (!P.Model->Violations.empty())
      Text += ", but a run has violated a fact";
    else if (Observed)
      Text +=
          ", but rests on " +
          counted(uint64_t(Observed), "bound that was", "bounds that were") +
          " only observed";
    IsAffected |= !P.Model->Violations.empty() || Observed;
    Words.push_back(Text);
  }
  return Words.empty() ? "there is no WCET estimate" : join(Words, "; ");
}

void Verdict::figures() {
  if (Calls == 0)
    return;
  VerdictItem Item{"figures", ""};
  Item.Text = means(Item.IsAffected) + "; " + extremes(Item.IsAffected) + "; " +
              estimates(Item.IsAffected) + ".";
  Items.push_back(std::move(Item));
}

/// Records \p Runs runs as those of the report, with \p Plain beside them.
std::string Verdict::recordAgain(uint64_t Runs, StringRef Plain) const {
  const TraceModel &T = Report.Traces.front();
  std::string Result = "ipoint-run -n " + std::to_string(Runs);
  if (!Plain.empty())
    Result += " --baseline " + callOf(Plain);
  return Result + " -o trace -- " + callOf(T.Program) +
         (T.Arguments.empty() ? "" : " " + T.Arguments);
}

void Verdict::next() {
  constexpr uint64_t FirstRuns = 10; // ipoint-run's own
  const TraceModel &T = Report.Traces.front();
  if (Report.Sampling && !Report.Sampling->Inputs.empty() &&
      Report.Sampling->MoreSamples > 1) {
    const sampled::SampledInput &I = Report.Sampling->Inputs.front();
    auto Runs =
        uint64_t(std::ceil(Report.Sampling->MoreSamples * double(I.Rounds)));
    Items.push_back(
        {"next",
         "For ± " + wholePercent(SamplingModel::KnownTo) + " on " +
             wholePercent(SamplingModel::WantedKnown) +
             " of the time in functions, record " +
             counted(Runs, "run", "runs") + ".",
         {},
         recordAgain(Runs, I.IsCounted ? "" : StringRef(I.Program))});
    return;
  }
  if (!Report.Sampling && !T.Host.empty() && !T.Program.empty()) {
    Items.push_back({"next",
                     "For means without what probes change, sample the plain "
                     "program (IPOINT_TWIN=1 builds it).",
                     {},
                     recordAgain(FirstRuns, T.Program + ".plain")});
    return;
  }
  auto Longest =
      find_if(Items, [](const VerdictItem &I) { return I.About == "longest"; });
  if (Longest == Items.end() || !Options.Longest.empty())
    return;
  const std::string &Root = Report.Functions[*Longest->Function].Name;
  Items.push_back(
      {"next",
       "For an estimate of how long a call of " + Root +
           " can take, ask for its longest path.",
       Longest->Function,
       "ipoint-report worst " + quoted(Root) + " " + quoted(T.Path)});
}

std::vector<VerdictItem> verdictOf(const ReportModel &Report,
                                   const WriterOptions &Options, Unit In) {
  return Verdict(Report, Options, In).items();
}

} // namespace ipoint::output
