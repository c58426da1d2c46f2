//===- History.cpp - Figures of a program over its builds -----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "History.h"
#include "ProfileModel.h"
#include "budget/Judge.h"
#include "profile/Labels.h"
#include "stats/ChangePoints.h"
#include "stats/Differences.h"
#include "support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::history {

HistoryBuilder::HistoryBuilder(HistoryOptions Options)
    : Options(std::move(Options)) {}

/// What \p P is called, by the labels of its runs.
static Build buildOf(const profile::Profile &P, StringRef Path,
                     StringRef FileTime, const std::string &By) {
  Build B;
  B.Path = Path;
  for (const profile::Run *R : P.runs()) {
    profile::Labels L = profile::labelsOf(*R);
    if (++B.Runs == 1) {
      B.Name = L[By];
      B.Program = L["program"];
      B.Host = L["host"];
    }
    if (B.Date.empty() || L["date"] < B.Date)
      B.Date = L["date"];
    if (B.Name != L[By])
      B.Name = "several";
  }
  if (B.Date.empty())
    B.Date = FileTime;
  return B;
}

Error HistoryBuilder::add(const profile::Profile &P, StringRef Path,
                          StringRef FileTime) {
  One Next;
  Next.Of = buildOf(P, Path, FileTime, Options.By);
  if (!Found.empty() && Found.front().Of.Program != Next.Of.Program)
    return errorAt(Path, "is of the program '" + Next.Of.Program +
                             "', and those before it are of '" +
                             Found.front().Of.Program + "'");
  Expected<ReportModel> Model = modelOf(P);
  if (!Model)
    return errorAt(Path, toString(Model.takeError()));
  const double Ns = 1e9 / double(Model->Clock.RateHz);
  std::map<std::pair<std::string, std::string>, unsigned> Copies;
  for (const FunctionModel &F : Model->Functions) {
    if (F.Calls == 0)
      continue;
    std::string Name = F.Name;
    if (unsigned Copy = ++Copies[{F.Name, F.File}]; Copy > 1)
      Name += " (" + std::to_string(Copy) + ")";
    auto Add = [&](const char *Figure, const char *Key, Quantity Of,
                   double Number) {
      Next.Values.push_back({Name, F.File, Figure, Key, Of, Number});
    };
    const double Runs = double(Next.Of.Runs);
    Add("calls in a run", "calls", Quantity::Count, double(F.Calls) / Runs);
    if (F.Self) {
      Add("mean self time", "self_mean", Quantity::Time,
          F.Self->Corrected.Mean * Ns);
      Add("self time, HWM", "self_max", Quantity::Time, F.Self->Raw.Max * Ns);
    }
    if (F.Inclusive) {
      Add("mean inclusive time", "inclusive_mean", Quantity::Time,
          F.Inclusive->Corrected.Mean * Ns);
      Add("inclusive time, HWM", "inclusive_max", Quantity::Time,
          F.Inclusive->Raw.Max * Ns);
    }
  }
  for (const budget::Budget &B : Options.Budgets)
    for (const BudgetVerdict &V : budget::judge(B, *Model))
      if (V.Observed && V.Limit > 0)
        Next.Values.push_back({V.Subject, "", "budget: " + V.Measure, "budget",
                               Quantity::Share, *V.Observed / V.Limit});
  Found.push_back(std::move(Next));
  return Error::success();
}

namespace {

/// The values of a series that are there.
struct Present {
  std::vector<double> Values;
  std::vector<size_t> Builds;
  SmallVector<bool, 0> May;

  Present(const FigureSeries &S, ArrayRef<Build> Builds) {
    for (auto [I, V] : enumerate(S.Values))
      if (V) {
        Values.push_back(*V);
        this->Builds.push_back(I);
      }
    May.resize(Values.size());
    // Runs of one build differ by chance.
    for (size_t I = 1; I < Values.size(); ++I)
      May[I] =
          Builds[this->Builds[I]].Name != Builds[this->Builds[I - 1]].Name ||
          Builds[this->Builds[I]].Name.empty();
  }
};

void set(FigureSeries &To, const Present &P, const Changes &C) {
  for (auto [I, At] : enumerate(C.Steps))
    To.Steps.push_back(
        {P.Builds[At - 1], P.Builds[At], C.Levels[I], C.Levels[I + 1]});
  if (C.Drift != 0) {
    double From = C.Levels.front();
    To.Slow = {From, From + C.Drift * double(P.Values.size() - 1)};
  }
}

void findAll(HistoryModel &Model) {
  ChangeScanner Scanner(Model.Builds.size());
  std::vector<double> Probabilities;
  std::vector<FigureSeries *> Tested;
  for (FigureSeries &S : Model.All) {
    Present P(S, Model.Builds);
    if (S.Of == Quantity::Count) {
      set(S, P, findExactSteps(P.Values, P.May));
      S.IsExact = S.changes();
      erase_if(S.Steps, [&](const Step &Each) {
        return std::abs(Each.change()) < Model.Options.Least && Each.From != 0;
      });
    }
    // What is always the same is no hypothesis.
    S.IsExact |= all_equal(P.Values);
    if (S.IsExact || P.Values.size() < ChangeScanner::Least)
      continue;
    S.Probability = Scanner.probability(
        P.Values.size(), ChangeScanner::scan(P.Values, P.May).Largest);
    Probabilities.push_back(S.Probability);
    Tested.push_back(&S);
  }
  Model.Tested = Tested.size();
  std::vector<double> Adjusted = adjustForDiscovery(Probabilities);
  auto Passes = [&](double A) { return A <= Model.Options.Discovery; };
  auto Discovered = double(std::max<ptrdiff_t>(1, count_if(Adjusted, Passes)));
  double All = double(std::max<size_t>(1, Tested.size()));
  double Level = Model.Options.Discovery * Discovered / All;
  Model.TooFew =
      !Tested.empty() && Scanner.leastProbability(Model.Builds.size()) > Level;
  for (auto [S, A] : zip_equal(Tested, Adjusted)) {
    S->Adjusted = A;
    if (!Passes(A))
      continue;
    Present P(*S, Model.Builds);
    set(*S, P,
        findChanges(P.Values, P.May, Scanner.threshold(P.Values.size(), Level),
                    Model.Options.Least));
  }
}

double largestChange(const FigureSeries &S) {
  double Most = S.Slow ? std::abs(S.Slow->change()) : 0;
  for (const Step &Each : S.Steps)
    Most = std::max(Most, std::abs(Each.change()));
  return Most;
}

} // namespace

HistoryModel HistoryBuilder::finish() {
  HistoryModel Result;
  Result.Options = Options;
  std::ranges::stable_sort(
      Found, {}, [](const One &O) { return std::tie(O.Of.Date, O.Of.Path); });
  std::map<std::tuple<std::string, std::string, std::string, std::string>,
           size_t>
      Numbers;
  for (auto [Index, Each] : enumerate(Found)) {
    Result.Builds.push_back(std::move(Each.Of));
    for (Value &V : Each.Values) {
      auto [It, New] = Numbers.try_emplace({V.Subject, V.File, V.Figure, V.Key},
                                           Result.All.size());
      if (New) {
        FigureSeries &S = Result.All.emplace_back();
        S.Subject = V.Subject;
        S.File = V.File;
        S.Figure = V.Figure;
        S.Key = V.Key;
        S.Of = V.Of;
        S.Values.resize(Found.size());
      }
      Result.All[It->second].Values[Index] = V.Number;
    }
  }
  Found.clear();
  findAll(Result);
  std::ranges::stable_sort(Result.All, {}, [](const FigureSeries &S) {
    return std::pair(!S.changes(), -largestChange(S));
  });
  return Result;
}

} // namespace ipoint::history
