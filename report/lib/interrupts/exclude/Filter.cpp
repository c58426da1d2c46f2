//===- Filter.cpp - Decisions on single blocks ----------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Filter.h"
#include "interrupts/find/Detection.h"
#include "support/Errors.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <charconv>
#include <cmath>

using namespace llvm;

namespace ipoint::analysis {

/// How many values a reason names.
static constexpr size_t NamedValues = 10;

/// \p Share to four digits: what is not more than \p Limit must not look so.
static double shownBelow(double Share, double Limit) {
  double Nearest = std::round(Share * 1e4) / 1e4;
  return Nearest > Limit ? std::floor(Share * 1e4) / 1e4 : Nearest;
}

static std::string betweenReason(const ThresholdRule &Rule,
                                 const LargestValues &Between) {
  std::string Values;
  std::vector<uint64_t> Sorted = Between.sorted();
  for (uint64_t Value : ArrayRef(Sorted).take_front(NamedValues))
    Values += (Values.empty() ? "" : ", ") + std::to_string(Value);
  if (Between.count() > NamedValues)
    Values += ", …";
  return formatv("{0} {4} between {1} and {2}: {3}", Between.count(),
                 Rule.lowEdge(), Rule.highEdge(), Values,
                 Between.count() == 1 ? "visit lies" : "visits lie");
}

std::optional<FilterState> undecidable(const Histogram *Times, bool Linear,
                                       bool LinearOnly) {
  if (!Times)
    return FilterState::NotTimed;
  if (LinearOnly && !Linear)
    return FilterState::NotLinear;
  return std::nullopt;
}

Decision decideByRule(const ThresholdRule &Rule, const Histogram *Times,
                      const ThresholdCounts *Counts, bool Linear, double Step) {
  std::string By =
      formatv("low {0}, high {1} ({2})",
              withEdge(utostr(Rule.Low), utostr(Rule.lowEdge())),
              withEdge(utostr(Rule.High), utostr(Rule.highEdge())), Rule.From);
  auto Is = [&](FilterState State, std::string Reason = "") {
    Decision V;
    V.State = State;
    V.Reason = std::move(Reason);
    V.By = By;
    return V;
  };
  if (auto State =
          undecidable(Counts ? Times : nullptr, Linear, Rule.LinearOnly))
    return Is(*State);
  if (Counts->Unsure != 0)
    return Is(FilterState::Refused,
              formatv("{0} of the visits that were added up on the target lie "
                      "in bins that a threshold divides; compile with a config "
                      "file that has these thresholds",
                      Counts->Unsure));
  if (Counts->Above == 0)
    return Is(FilterState::NothingToExclude);
  uint64_t All = Counts->Below + Counts->Between.count() + Counts->Above;
  if (All < Rule.LeastVisits)
    return Is(FilterState::TooFewVisits);
  double Share = double(Counts->Below) / double(All);
  if (!(Share > Rule.Majority))
    return Is(FilterState::Refused,
              formatv("{0} of {1} visits lie below {2}, a share of {3:f4}, "
                      "which is not more than {4}",
                      Counts->Below, All, Rule.lowEdge(),
                      shownBelow(Share, Rule.Majority), inFull(Rule.Majority)));
  if (double(Counts->Between.count()) > Rule.GapTolerance * double(All))
    return Is(FilterState::Refused, betweenReason(Rule, Counts->Between));
  Decision V = Is(FilterState::Applied);
  if (Counts->Between.count())
    V.Reason = betweenReason(Rule, Counts->Between) + ", tolerated";
  V.Interrupted = {{Rule.highEdge() + 1, UINT64_MAX}};
  V.Instead = undisturbed(*Times, V.Interrupted, Step);
  return V;
}

static std::string layersInWords(unsigned Layers) {
  return formatv("{0} {1} of two standard deviations", Layers,
                 Layers == 1 ? "layer" : "layers");
}

Decision decideByLayers(unsigned Layers, const Histogram &Times, double Step) {
  Decision V;
  V.By = layersInWords(Layers);
  double Low = 0, High = INFINITY;
  bool Dropped = false;
  for (unsigned Layer = 0; Layer < Layers; ++Layer) {
    BucketSums S;
    auto Within = [&](const Histogram::Bucket &B) {
      double Value = B.middle();
      return Value >= Low && Value <= High;
    };
    Times.forEach([&](const Histogram::Bucket &B) {
      if (Within(B))
        S.add(B);
    });
    if (S.Count < 2)
      break;
    double Deviation = std::sqrt(S.variance() * S.Count / (S.Count - 1));
    double Mean = S.mean();
    Low = std::max(Low, Mean - 2 * Deviation);
    High = std::min(High, Mean + 2 * Deviation);
  }
  uint64_t First = UINT64_MAX, Last = 0; // what is kept
  Times.forEach([&](const Histogram::Bucket &B) {
    double Value = B.middle();
    if (Value < Low || Value > High) {
      Dropped = true;
    } else {
      First = std::min(First, B.Low);
      Last = B.High;
    }
  });
  V.State = Dropped ? FilterState::Applied : FilterState::NothingToExclude;
  if (!Dropped)
    return V;
  if (First > 0)
    V.Interrupted.push_back({0, First - 1});
  if (Last < UINT64_MAX)
    V.Interrupted.push_back({Last + 1, UINT64_MAX});
  V.Instead = undisturbed(Times, V.Interrupted, Step);
  return V;
}

std::string inFull(double Share) {
  char Digits[400];
  std::to_chars_result Result = std::to_chars(Digits, Digits + sizeof(Digits),
                                              Share, std::chars_format::fixed);
  return std::string(Digits, Result.ptr);
}

Error checkPatterns(ArrayRef<StringRef> Patterns) {
  for (StringRef Pattern : Patterns)
    if (Expected<GlobPattern> Glob = GlobPattern::create(Pattern); !Glob)
      return plainError("'" + Pattern +
                        "' is no pattern: " + toString(Glob.takeError()));
  return Error::success();
}

std::string withEdge(const std::string &Given, const std::string &Edge) {
  return Given == Edge ? Given : Given + " (bin edge " + Edge + ")";
}

/// It refers to the text of \p Pattern.
GlobPattern globOf(StringRef Pattern) {
  return cantFail(GlobPattern::create(Pattern.empty() ? "*" : Pattern));
}

RuleScope::RuleScope(const ThresholdRule &Rule)
    : Function(globOf(Rule.Function)), Block(globOf(Rule.Block)) {}

std::vector<const ThresholdRule *> rulesByBlock(const FilterModel &Filter,
                                                const SymbolTable &Symbols) {
  std::vector<const ThresholdRule *> Result;
  if (Filter.Rules.empty())
    return Result;
  Result.resize(Symbols.blocks().size());
  for (const ThresholdRule &R : Filter.Rules) {
    RuleScope Scope(R);
    for (const FunctionSymbol &F : Symbols.functions())
      for (uint32_t B : F.Blocks)
        if (Scope.contains(F.Name, Symbols.blocks()[B].Name))
          Result[B] = &R;
  }
  return Result;
}

std::vector<std::optional<Thresholds>>
thresholdsOf(ArrayRef<const ThresholdRule *> Rules) {
  std::vector<std::optional<Thresholds>> Result(Rules.size());
  for (auto [To, Rule] : zip_equal(Result, Rules))
    if (Rule)
      To = {Rule->lowEdge(), Rule->highEdge()};
  return Result;
}

/// By FilterMode.
static const FilterModeFacts Facts[] = {
    {.Mode = FilterMode::Rule, .Name = "rule"},
    {.Mode = FilterMode::Detect, .Name = "detect", .RecordsDecide = true},
    {.Mode = FilterMode::Layers, .Name = "layers", .FindsInterrupts = false},
};

const FilterModeFacts &factsOf(FilterMode Mode) { return Facts[size_t(Mode)]; }

std::string decidesInWords(const FilterModel &Filter) {
  switch (Filter.Mode) {
  case FilterMode::Rule:
    break;
  case FilterMode::Detect:
    return "detection of interrupts";
  case FilterMode::Layers:
    return layersInWords(Filter.Layers);
  }
  return "";
}

} // namespace ipoint::analysis
