//===- VerdictFigures.cpp - What figures are worth, and what to do --------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerdictSentences.h"
#include "WorstWriter.h"
#include "support/Ranges.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cmath>

using namespace llvm;
using namespace ipoint::analysis;
using ipoint::sampled::SamplingModel;

namespace ipoint::output {

/// \p Word as a shell takes it for one word.
static std::string shellWord(StringRef Word) {
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
    return shellWord(("./" + Path).str());
  return shellWord(Path);
}

/// The folder that ipoint-run is given for \p T: that of its runs, if it is one
/// of several.
static StringRef folderOf(const TraceModel &T) {
  StringRef Path = T.Path;
  while (Path.size() > 1 && Path.consume_back("/"))
    ;
  return sys::path::filename(Path).starts_with("run-") &&
                 sys::path::has_parent_path(Path)
             ? sys::path::parent_path(Path)
             : Path;
}

std::optional<double> Verdict::slowdown() const {
  std::optional<double> Most;
  if (Report.Sampling)
    for (const sampled::SampledInput &I : Report.Sampling->Inputs)
      if (std::optional<double> One = I.probeSlowdown())
        Most = std::max(Most.value_or(0), *One);
  return Most;
}

std::string Verdict::means(bool &IsAffected) const {
  constexpr double Half = 0.5, MostError = 0.1;
  if (SamplesLead) {
    const SamplingModel &S = *Report.Sampling;
    if (S.missesProcesses()) {
      IsAffected = true;
      return "Means are not to be quoted: samples stand for " +
             wholePercent(S.Accounted) +
             " of the CPU time, as short processes have none";
    }
    if (S.missesTime()) {
      IsAffected = true;
      return formatv("Means are not to be quoted: samples stand for {0:f1} "
                     "times the CPU time, which lacks that of daemons",
                     S.Accounted)
          .str();
    }
    std::string Known = wholePercent(S.InFunctionsKnown) +
                        " of the time with mean within ± " +
                        wholePercent(SamplingModel::KnownTo);
    if (S.InFunctionsKnown >= Half * S.InFunctions)
      return "Means may be quoted (" + Known + ")";
    IsAffected = true;
    return "Means are not known well enough to be quoted (" + Known + ")";
  }
  if (!IsTimed)
    return "Means are not known: " + whyUntimed(Report).str();
  double Error = 0;
  if (Report.Closure)
    for (const ClosureInput &I : Report.Closure->Inputs)
      if (std::abs(I.Unfitted.Error) > std::abs(Error))
        Error = I.Unfitted.Error;
  if (std::abs(Error) > MostError) {
    IsAffected = true;
    return formatv(
        "Means are not to be quoted: corrected times read {0:f1} × plain, "
        "use sampled ones",
        1 + Error);
  }
  uint64_t Times = 0, Below = 0, Unsure = 0;
  for (const FunctionModel &F : Report.Functions) {
    if (!F.Self)
      continue;
    const Figures &Best =
        F.Self->Filtered ? *F.Self->Filtered : F.Self->Corrected;
    ++Times;
    Below += F.Self->BelowResolution;
    Unsure += F.Self->BelowResolution || Best.Uncertainty->Mean >= Best.Mean;
  }
  if (2 * Unsure >= Times) {
    IsAffected = true;
    return "Means are not to be quoted: " + grouped(Unsure) + " of " +
           counted(Times, "function", "functions") +
           (Below == Unsure
                ? Unsure == 1 ? " is below resolution" : " are below resolution"
            : Unsure == 1 ? " has a mean that is less than its uncertainty"
                          : " have a mean that is less than its uncertainty");
  }
  if (Report.Totals.InPlace)
    return "Means may be quoted, without probes, but with what these change in "
           "the code";
  return "Means may be quoted, probe effect included";
}

std::string Verdict::extremes(bool &IsAffected) const {
  if (!IsTimed)
    return any_of(Report.Functions,
                  [](const FunctionModel &F) { return leading(F.Inclusive); })
               ? "p99 and HWM of self times are not known"
               : "p99 and HWM are not known";
  std::vector<std::string> Why;
  if (uint64_t Lost = Report.Lost.Records + Report.Lost.Overwritten) {
    Why.push_back(counted(Lost, "record was", "records were") + " lost");
    IsAffected = true;
  }
  if (Report.Totals.Counted && !Report.Totals.InPlace)
    Why.push_back("from timed windows only");
  if (Report.Interrupts && !Report.Interrupts->Unseen.empty()) {
    const double Expected =
        sumOf(Report.Interrupts->Unseen, &UnseenModel::Expected);
    Why.push_back("with about " + counted(uint64_t(std::ceil(Expected)),
                                          "undetected interrupt",
                                          "undetected interrupts"));
    IsAffected = true;
  }
  if (!Report.Execution)
    Why.push_back(Report.Totals.InPlace ? "handlers without probes and tasks "
                                          "without hooks included"
                                        : "time off CPU included");
  std::optional<double> Slowdown = slowdown();
  std::string Of = Report.Totals.InPlace ? "p99 and HWM are without probes"
                                         : "p99 and HWM are with probes";
  if (Slowdown)
    Of += formatv(" ({0:f1} × plain)", *Slowdown).str();
  return Of + (Why.empty() ? "" : ", " + join(Why, ", "));
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
  return Words.empty() ? "no WCET estimate was asked for" : join(Words, "; ");
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
std::string Verdict::recordAgain(uint64_t Runs, StringRef Plain,
                                 uint64_t Rate) const {
  const TraceModel &T = Report.Traces.front();
  std::string Result = "ipoint-run -n " + std::to_string(Runs);
  if (Rate)
    Result += " --samples " + std::to_string(Rate);
  if (!Plain.empty())
    Result += " --baseline " + callOf(Plain);
  StringRef Folder = Report.Lost.LeftOut.empty() ? folderOf(T) : "trace";
  return Result + " -o " + shellWord(Folder) + " -- " + callOf(T.Program) +
         (T.Arguments.empty() ? "" : " " + T.Arguments);
}

void Verdict::better() {
  constexpr uint64_t FirstRuns = 10; // ipoint-run's own
  const TraceModel &T = Report.Traces.front();
  if (Report.Sampling && !Report.Sampling->Inputs.empty() &&
      Report.Sampling->MoreSamples > 1) {
    const sampled::SampledInput &I = Report.Sampling->Inputs.front();
    double Needed = Report.Sampling->MoreSamples * double(I.Rounds);
    // Samples cost little up to that rate, and runs take time.
    constexpr uint64_t Rate = 10000;
    double Seconds = I.Cpu * double(I.Rounds) / Report.Clock.RateHz;
    double Faster = Seconds > 0 ? Rate * Seconds / double(I.Samples) : 0;
    const bool IsSlow = Faster > 2;
    auto Runs = uint64_t(std::ceil(IsSlow ? Needed / Faster : Needed));
    Items.push_back(
        {"next",
         "For ± " + wholePercent(SamplingModel::KnownTo) + " on " +
             wholePercent(SamplingModel::WantedKnown) +
             " of the time in functions, record " +
             counted(Runs, "run", "runs") +
             (IsSlow ? " with " + grouped(Rate) + " samples a second." : "."),
         {},
         recordAgain(Runs, I.IsCounted ? "" : StringRef(I.Program),
                     IsSlow ? Rate : 0)});
    return;
  }
  if (!Report.Sampling && !T.Host.empty() && !T.Program.empty()) {
    Items.push_back(
        {"next",
         "For means without probe effect, sample the plain program, "
         "which IPOINT_TWIN=1 builds.",
         {},
         recordAgain(FirstRuns, T.Program + ".plain")});
    return;
  }
  const VerdictItem *Longest = item("longest");
  if (!Longest || !Options.Longest.empty())
    return;
  const std::string &Root = Report.Functions[*Longest->Function].Name;
  // Of counts the most in a run bounds each call.
  if (Report.Functions[*Longest->Function].IsCounted) {
    Items.push_back(
        {"next",
         "For p99 of all calls, and an estimate of how long one of " + Root +
             " can take, time each call.",
         Longest->Function, "IPOINT_TIMED=functions make CC=ipoint-gcc"});
    return;
  }
  Items.push_back(
      {"next",
       "For an estimate of how long a call of " + Root +
           " can take, ask for its longest path.",
       Longest->Function,
       "ipoint-report worst " + shellWord(Root) + " " + shellWord(T.Path)});
}

/// What to record or to ask for next; last, where in the function that takes
/// the time it goes.
void Verdict::next() {
  better();
  const VerdictItem *Time = item("time");
  if (!Time->Function || Time->IsAffected)
    return;
  constexpr size_t Most = 3;
  std::vector<std::string> Folders;
  for (const TraceModel &T : Report.Traces)
    if (std::string One = shellWord(folderOf(T)); !is_contained(Folders, One))
      Folders.push_back(std::move(One));
  // Of a profile the traces are elsewhere.
  if (Folders.size() > Most || !Report.Lost.LeftOut.empty())
    return;
  const std::string &Name = Report.Functions[*Time->Function].Name;
  Items.push_back(
      {"next", "For the lines of " + Name + " that take its time, print it.",
       Time->Function,
       "ipoint-report text " + join(Folders, " ") + " --function " +
           shellWord(Name)});
}

} // namespace ipoint::output
