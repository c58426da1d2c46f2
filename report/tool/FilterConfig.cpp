//===- FilterConfig.cpp - The section `filter` of a config file -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FilterConfig.h"
#include "database/ConfigFile.h"

using namespace llvm;

namespace ipoint::report {

Error parseFilterMode(StringRef Text, analysis::FilterModel &Filter,
                      bool &None) {
  None = Text == "none";
  if (None)
    return Error::success();
  if (Text == "rule" || Text == "detect") {
    Filter.Mode = Text == "rule" ? analysis::FilterMode::Rule
                                 : analysis::FilterMode::Detect;
    return Error::success();
  }
  StringRef Number = Text;
  if (Number.consume_front("layers:") &&
      !Number.getAsInteger(10, Filter.Layers) && Filter.Layers >= 1 &&
      Filter.Layers <= 100) {
    Filter.Mode = analysis::FilterMode::Layers;
    return Error::success();
  }
  return createStringError(
      inconvertibleErrorCode(),
      "no filter is called '" + Text +
          "'; there are detect, rule, layers:N (N from 1 to "
          "100) and none");
}

namespace {

/// A rule as it is written: what is left out comes from the section itself.
struct WrittenRule {
  std::string Functions, Blocks, From;
  std::optional<uint64_t> Low, High, LeastVisits;
  std::optional<double> Majority, GapTolerance;
  std::optional<bool> AllBlocks;

  void fill(analysis::ThresholdRule &R) const {
    R.Function = Functions;
    R.Block = Blocks;
    R.From = From;
    R.Low = Low.value_or(R.Low);
    R.High = High.value_or(R.High);
    R.LeastVisits = LeastVisits.value_or(R.LeastVisits);
    R.Majority = Majority.value_or(R.Majority);
    R.GapTolerance = GapTolerance.value_or(R.GapTolerance);
    R.LinearOnly = !AllBlocks.value_or(!R.LinearOnly);
  }
};

struct Section {
  std::string By;
  WrittenRule All;
  std::vector<WrittenRule> Rules;
};

struct FilterFile {
  std::optional<Section> Filter;
};

void mapThresholds(yaml::IO &In, WrittenRule &R) {
  R.From = static_cast<database::ConfigText *>(In.getContext())->originOf(In);
  In.mapOptional("low", R.Low);
  In.mapOptional("high", R.High);
  In.mapOptional("majority", R.Majority);
  In.mapOptional("least-visits", R.LeastVisits);
  In.mapOptional("gap-tolerance", R.GapTolerance);
  In.mapOptional("all-blocks", R.AllBlocks);
}

std::string wrongIn(const WrittenRule &R) {
  auto IsShare = [](std::optional<double> Share) {
    return !Share || (*Share >= 0 && *Share <= 1);
  };
  if (R.Low.has_value() != R.High.has_value())
    return "'low' and 'high' belong together";
  if (R.Low && *R.Low > *R.High)
    return "'low' is more than 'high'";
  if (!IsShare(R.Majority) || !IsShare(R.GapTolerance))
    return "'majority' and 'gap-tolerance' are shares from 0 to 1";
  return "";
}

} // namespace
} // namespace ipoint::report

LLVM_YAML_IS_SEQUENCE_VECTOR(ipoint::report::WrittenRule)

namespace llvm::yaml {

template <> struct MappingTraits<ipoint::report::WrittenRule> {
  static void mapping(IO &In, ipoint::report::WrittenRule &R) {
    In.mapOptional("functions", R.Functions);
    In.mapOptional("blocks", R.Blocks);
    mapThresholds(In, R);
  }
  static std::string validate(IO &, ipoint::report::WrittenRule &R) {
    if (R.Functions.empty() && R.Blocks.empty())
      return "a rule without 'functions' and 'blocks'; what holds for all "
             "belongs in 'filter' itself";
    return wrongIn(R);
  }
};

template <> struct MappingTraits<ipoint::report::Section> {
  static void mapping(IO &In, ipoint::report::Section &S) {
    In.mapOptional("by", S.By);
    mapThresholds(In, S.All);
    In.mapOptional("rules", S.Rules);
  }
  static std::string validate(IO &, ipoint::report::Section &S) {
    return wrongIn(S.All);
  }
};

template <> struct MappingTraits<ipoint::report::FilterFile> {
  static void mapping(IO &In, ipoint::report::FilterFile &F) {
    In.mapOptional("filter", F.Filter);
    ipoint::database::skipSections(In, ipoint::database::InstrumenterSections);
    ipoint::database::skipSections(In, {"budgets"});
  }
};

} // namespace llvm::yaml

namespace ipoint::report {

static Error wrongAt(const Twine &Place, const Twine &What) {
  return createStringError(inconvertibleErrorCode(), Place + ": " + What);
}

static Error take(const Section &S, analysis::FilterModel &Filter, bool &None) {
  analysis::ThresholdRule All;
  S.All.fill(All);
  Filter.From = S.All.From;
  Filter.LinearOnly = All.LinearOnly;
  if (S.All.Low)
    Filter.Rules.push_back(All);
  for (const WrittenRule &W : S.Rules) {
    analysis::ThresholdRule R = All;
    W.fill(R);
    if (!W.Low && !S.All.Low)
      return wrongAt(R.From, "neither the rule nor 'filter' has 'low' and "
                             "'high'");
    if (Error E = analysis::checkPatterns(R))
      return wrongAt(R.From, toString(std::move(E)));
    Filter.Rules.push_back(std::move(R));
  }
  if (!Filter.Rules.empty())
    Filter.Mode = analysis::FilterMode::Rule;
  if (S.By.empty())
    return Error::success();
  if (Error E = parseFilterMode(S.By, Filter, None))
    return wrongAt(S.All.From, toString(std::move(E)));
  return Error::success();
}

Error readFilterConfig(database::ConfigText &File,
                       analysis::FilterModel &Filter, bool &None) {
  FilterFile Written;
  if (Error E = database::readConfig(File, Written))
    return E;
  return Written.Filter ? take(*Written.Filter, Filter, None)
                        : Error::success();
}

} // namespace ipoint::report
