//===- Gains.cpp - What is worth to be made faster ------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gains.h"
#include "VerdictSentences.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <map>
#include <numeric>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::output {

static constexpr double Less = 0.1;

namespace {

/// What an estimate loses, by function and file, and block; "" for the whole
/// function.
using WorstGains =
    std::map<std::tuple<StringRef, StringRef, StringRef>, double>;

} // namespace

static WorstGains worstGains(ArrayRef<worst::FunctionPath> Longest) {
  WorstGains Result;
  for (const worst::FunctionPath &P : Longest) {
    if (!P.Model)
      continue;
    WorstGains Of;
    for (const worst::PathBlock &B : P.Model->Path) {
      Of[{B.At.Function, B.At.File, ""}] += B.Gain;
      if (!B.At.Block.empty())
        Of[{B.At.Function, B.At.File, B.At.Block}] += B.Gain;
    }
    for (auto [Part, Ticks] : Of)
      Result[Part] = std::max(Result[Part], Ticks);
  }
  return Result;
}

/// By samples where they lead, else by the times of all calls or visits; those
/// of windows are no share.
static std::optional<double> shareOf(const std::optional<TimeModel> &T,
                                     const sampled::SampledShare *S,
                                     bool BySamples, bool IsCounted,
                                     double All) {
  const Figures *F = leading(T);
  if (BySamples)
    return S && S->Samples > 0 ? std::optional(S->Share) : std::nullopt;
  return F && !IsCounted && All > 0 ? std::optional(F->Total / All)
                                    : std::nullopt;
}

std::vector<Gain> gainsOf(const ReportModel &Report,
                          ArrayRef<worst::FunctionPath> Longest) {
  const bool BySamples = samplesLead(Report);
  WorstGains Worst = worstGains(Longest);
  double All = 0;
  for (const FunctionModel &F : Report.Functions)
    if (leading(F.Self))
      All += selfTotal(F);
  std::vector<Gain> Result;
  for (auto [I, F] : enumerate(Report.Functions)) {
    auto Add = [&, I = I, &F = F](const std::string &Block, StringRef Unit,
                                  const std::optional<TimeModel> &T,
                                  const sampled::SampledShare *S,
                                  std::optional<double> InLongCalls) {
      Gain G;
      G.Function = I;
      G.Block = Block;
      if (auto Share = shareOf(T, S, BySamples, F.IsCounted, All))
        G.Mean = Less * *Share;
      if (InLongCalls)
        G.P99 = Less * *InLongCalls;
      if (auto It = Worst.find({F.Name, F.File, Unit}); It != Worst.end())
        G.Worst = It->second;
      if (G.Mean || G.P99.value_or(0) > 0 || G.Worst)
        Result.push_back(std::move(G));
    };
    Add("", "", F.Self, F.Sampled ? &*F.Sampled : nullptr, F.InLongCalls);
    for (const BlockModel &B : F.Blocks) {
      if (B.Visits == 0)
        continue;
      const bool IsGroup = B.Sampled && !B.Sampled->Group.empty();
      if (IsGroup && BySamples && B.Sampled->Group.front() != B.Name)
        continue; // its share is the first one's
      Add(IsGroup && BySamples ? join(B.Sampled->Group, " + ") : B.Name, B.Name,
          B.Time, B.Sampled ? &*B.Sampled : nullptr, B.InLongCalls);
    }
  }
  std::ranges::stable_sort(Result, std::ranges::greater{}, [](const Gain &G) {
    return std::pair(G.Mean.value_or(-1), G.Worst.value_or(-1));
  });
  return Result;
}

std::vector<Gain> largestOf(ArrayRef<Gain> All, size_t Most) {
  std::vector<bool> IsShown(All.size());
  auto Show = [&](std::optional<double> Gain::*Figure, size_t Count) {
    std::vector<size_t> Order(All.size());
    std::iota(Order.begin(), Order.end(), 0);
    std::ranges::stable_sort(Order, std::ranges::greater{}, [&](size_t I) {
      return (All[I].*Figure).value_or(0);
    });
    for (size_t I : ArrayRef(Order).take_front(Count))
      IsShown[I] = IsShown[I] || (All[I].*Figure).value_or(0) > 0;
  };
  std::fill_n(IsShown.begin(), std::min(Most, All.size()), true);
  const size_t More = std::max<size_t>(Most / 4, 1);
  Show(&Gain::P99, More);
  Show(&Gain::Worst, More);
  std::vector<Gain> Result;
  for (auto [G, Is] : zip_equal(All, IsShown))
    if (Is)
      Result.push_back(G);
  return Result;
}

/// Which p99 becomes less, and how that is known; or why it is not.
static std::string p99InWords(const ReportModel &Report) {
  const LongCallsModel &L = *Report.LongCalls;
  const std::string Of =
      L.Function ? " of " + Report.Functions[*L.Function].Name : "";
  if (!L.Reason.empty())
    return "p99" + Of + ": not known, as " + L.Reason + ".";
  return "p99" + Of + ": by what is spent in those " + grouped(L.Near) +
         " of its " + grouped(L.Calls) +
         " calls that take about that long; --p99-of names another function.";
}

std::string gainsInWords(const ReportModel &Report, ArrayRef<Gain> Gains) {
  if (Gains.empty())
    return "";
  auto Has = [&](std::optional<double> Gain::*Figure) {
    return any_of(Gains,
                  [&](const Gain &G) { return (G.*Figure).has_value(); });
  };
  std::string Text =
      "Assumed: each call of the function, without its callees, or each visit "
      "of the block takes 10 % less, and nothing else changes";
  if (Has(&Gain::Worst))
    Text += ", nor does the longest path";
  Text += ".";
  if (Has(&Gain::Mean))
    Text += " Mean time: a share of " +
            (samplesLead(Report)
                 ? "the " + std::string(Report.Sampling->program()) +
                       "'s time, by samples"
                 : "the self time of all functions") +
            ".";
  if (Report.LongCalls)
    Text += " " + p99InWords(Report);
  if (Has(&Gain::Worst))
    Text += " WCET estimate: of the function that --worst names; of several, "
            "that whose estimate it is most of.";
  return Text;
}

} // namespace ipoint::output
