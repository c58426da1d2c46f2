//===- FilterOptions.cpp - What excludes visits, as options say -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "database/Output.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ipoint::report {

static Common<Value> Low("low", "TICKS",
                         "with --high: a block most of whose visits take less "
                         "than this ...");
static Common<Value> High("high", "TICKS",
                          "... and none from --low to this, has what is over "
                          "it excluded as interrupted");
static Common<Value> Majority("majority", "SHARE",
                              "more than this share of visits must be under "
                              "--low (0 to 1, default 0.5)");
static Common<Value> LeastVisits("least-visits", "N",
                                 "blocks with fewer visits are not filtered by "
                                 "--low and --high (default 10)");
static Common<Value> GapTolerance("gap-tolerance", "SHARE",
                                  "share of visits that may lie from --low to "
                                  "--high all the same (default 0)");
static Common<Value> FilterBy("filter", "detect|rule|layers:N|none",
                              "what excludes visits as interrupted: detection "
                              "(default), --low and --high, N layers of two "
                              "standard deviations, or nothing");
static Common<List> Thresholds("threshold", "FUNCTION[/BLOCK]=LOW:HIGH",
                               "--low and --high for some functions or blocks "
                               "only, others as without; patterns; may be "
                               "given more than once");
static Common<Flag> FilterAllBlocks("filter-all-blocks",
                                    "filter blocks that call uninstrumented "
                                    "functions too");
static Common<List> DetectorParam("detector-param", "NAME=VALUE",
                                  "a constant of detection, of "
                                  "interrupts/DetectorParams.def: for "
                                  "experiments",
                                  cl::Hidden);

/// What --majority and the like say, with --low and --high or without.
static Expected<analysis::ThresholdRule> readRule() {
  analysis::ThresholdRule Rule;
  Rule.LinearOnly = !FilterAllBlocks;
  Rule.From = "--low and --high";
  if (Error E = readAll(Low, Rule.Low, High, Rule.High, Majority, Rule.Majority,
                        LeastVisits, Rule.LeastVisits, GapTolerance,
                        Rule.GapTolerance))
    return E;
  if (Low.given() != High.given())
    return wrong(Low.given() ? "--low also needs --high"
                             : "--high also needs --low");
  if (!(Rule.Majority >= 0 && Rule.Majority <= 1))
    return wrong("--majority is a share from 0 to 1");
  if (!(Rule.GapTolerance >= 0 && Rule.GapTolerance <= 1))
    return wrong("--gap-tolerance is a share from 0 to 1");
  if (Rule.Low > Rule.High)
    return wrong("--low is more than --high; swap them");
  return Rule;
}

/// FUNCTION[/BLOCK]=LOW:HIGH, for the rest as \p Rule.
static Expected<analysis::ThresholdRule>
readThreshold(StringRef Text, analysis::ThresholdRule Rule) {
  auto [Name, Numbers] = Text.rsplit('=');
  auto [First, Second] = Numbers.split(':');
  if (Name.empty() || First.getAsInteger(10, Rule.Low) ||
      Second.getAsInteger(10, Rule.High) || Rule.Low > Rule.High)
    return wrong("--threshold: '" + Text +
                 "' is not FUNCTION[/BLOCK]=LOW:HIGH with LOW up to HIGH in "
                 "ticks");
  auto [Function, Block] = Name.split('/');
  Rule.Function = Function.str();
  Rule.Block = Block.str();
  Rule.From = ("--threshold " + Text).str();
  if (Error E = analysis::checkPatterns(Rule))
    return wrong(Rule.From + ": " + toString(std::move(E)));
  return Rule;
}

namespace {

/// A constant of detection.
struct Constant {
  StringLiteral Name;
  double Low, High;
  bool IsStep;
  void (*Set)(analysis::DetectorParams &To, double Value);
};

} // namespace

static constexpr Constant Constants[] = {
#define IPOINT_PARAM(Name, Default, Low, High)                                 \
  {#Name, Low, High, false,                                                    \
   [](analysis::DetectorParams &To, double Value) { To.Name = Value; }},
#define IPOINT_STEP(Name)                                                      \
  {#Name, 0, 1, true,                                                          \
   [](analysis::DetectorParams &To, double Value) { To.Name = Value != 0; }},
#include "interrupts/DetectorParams.def"
#define IPOINT_PARAM(Name, Default, Low, High)                                 \
  {#Name, Low, High, false,                                                    \
   [](analysis::DetectorParams &To, double Value) { To.Name = Value; }},
#include "stats/RateParams.def"
};

/// Sets what "NAME=VALUE" says in \p Params.
static Error setParam(analysis::DetectorParams &Params, StringRef Assignment) {
  auto [Name, Text] = Assignment.split('=');
  const auto *C = find_if(
      Constants, [Name = Name](auto &Each) { return Each.Name == Name; });
  if (C == std::end(Constants))
    return wrong("--detector-param: '" + Name +
                 "' is no constant of detection" +
                 database::didYouMean(
                     Name, map_range(Constants, [](auto &Each) -> StringRef {
                       return Each.Name;
                     })));
  double Value = 0;
  if (!Text.getAsDouble(Value) && Value >= C->Low && Value <= C->High &&
      (!C->IsStep || Value == 0 || Value == 1)) {
    C->Set(Params, Value);
    return Error::success();
  }
  std::string Range = "0 or 1";
  if (!C->IsStep)
    raw_string_ostream(Range = "") << format("from %g to %g", C->Low, C->High);
  return wrong("--detector-param: " + Name + " is " + Range + ", not '" + Text +
               "'");
}

static Error readMode(analysis::FilterModel &Filter, bool &None) {
  for (const std::string &Assignment : DetectorParam)
    if (Error E = setParam(Filter.Detector, Assignment))
      return E;
  if (!FilterBy.given())
    return Error::success();
  Filter.From = "--filter";
  return parseFilterMode(FilterBy.getValue(), Filter, None);
}

Error readFilter(database::ConfigText *Config, Format Kind,
                 analysis::AnalysisOptions &Result) {
  analysis::FilterModel Filter;
  Filter.From = "default";
  bool None = false;
  if (Config)
    if (Error E = readFilterConfig(*Config, Filter, None))
      return E;
  const auto Written = ptrdiff_t(Filter.Rules.size());
  Expected<analysis::ThresholdRule> Rule = readRule();
  if (!Rule)
    return Rule.takeError();
  if (Low.given())
    Filter.Rules.push_back(*Rule);
  for (const std::string &Text : Thresholds) {
    Expected<analysis::ThresholdRule> R = readThreshold(Text, *Rule);
    if (!R)
      return R.takeError();
    Filter.Rules.push_back(std::move(*R));
  }
  bool Asked = Low.given() || !Thresholds.empty();
  bool IsGiven = Asked || Config || FilterBy.given() || FilterAllBlocks;
  if (!factsOf(Kind).has(Filtered))
    return IsGiven ? wrong("--to=" + factsOf(Kind).ExportName +
                           " writes raw times: nothing can be excluded")
                   : Error::success();
  if (!Asked)
    for (const Value *V : std::initializer_list<const Value *>{
             &Majority, &LeastVisits, &GapTolerance})
      if (V->given())
        return wrong("--" + V->ArgStr +
                     " needs --low and --high, or --threshold");
  // Thresholds for some blocks leave what decides on the others.
  if (Low.given() || (Asked && None)) {
    Filter.Mode = analysis::FilterMode::Rule;
    Filter.From = Low.given() ? "--low and --high" : "--threshold";
  }
  None = None && !Asked;
  if (Error E = readMode(Filter, None))
    return E;
  if (FilterAllBlocks)
    Filter.LinearOnly = false;
  bool IsRule = Filter.Mode == analysis::FilterMode::Rule;
  if (FilterBy.given() && !IsRule) // in place of what the file chose
    Filter.Rules.erase(Filter.Rules.begin(), Filter.Rules.begin() + Written);
  if (!None && IsRule && Filter.Rules.empty())
    return wrong("--filter=rule needs thresholds: --low and --high, "
                 "--threshold or --config");
  if (FilterBy.given() && ((Asked && None) || (Low.given() && !IsRule)))
    return wrong(Low.given() ? "--low and --high are for --filter=rule"
                             : "--threshold is not for --filter=none");
  if (!None)
    Result.Filter = std::move(Filter);
  return Error::success();
}

} // namespace ipoint::report
