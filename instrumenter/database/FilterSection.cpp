//===- FilterSection.cpp - Thresholds as a config file has them -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "database/FilterSection.h"
#include "database/ConfigFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;

namespace ipoint::database {

static bool matches(StringRef Pattern, StringRef Name) {
  if (Pattern.empty())
    return true;
  Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
  if (Glob)
    return Glob->match(Name);
  consumeError(Glob.takeError());
  return false;
}

std::optional<std::pair<uint64_t, uint64_t>>
FilterSection::thresholdsOf(StringRef Function, StringRef Block) const {
  for (const WrittenThresholds &R : reverse(Rules)) {
    const WrittenThresholds &Of = R.Low ? R : All;
    if (Of.Low && matches(R.Functions, Function) && matches(R.Blocks, Block))
      return std::pair(*Of.Low, *Of.High);
  }
  if (!All.Low || (!By.empty() && By != "rule"))
    return std::nullopt;
  return std::pair(*All.Low, *All.High);
}

static void mapThresholds(yaml::IO &In, WrittenThresholds &R) {
  R.From = static_cast<ConfigText *>(In.getContext())->originOf(In);
  In.mapOptional("low", R.Low);
  In.mapOptional("high", R.High);
  In.mapOptional("majority", R.Majority);
  In.mapOptional("least-visits", R.LeastVisits);
  In.mapOptional("gap-tolerance", R.GapTolerance);
  In.mapOptional("all-blocks", R.AllBlocks);
}

static std::string wrongIn(const WrittenThresholds &R) {
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

} // namespace ipoint::database

namespace llvm::yaml {

using namespace ipoint::database;

void MappingTraits<WrittenThresholds>::mapping(IO &In, WrittenThresholds &R) {
  In.mapOptional("functions", R.Functions);
  In.mapOptional("blocks", R.Blocks);
  mapThresholds(In, R);
}

std::string MappingTraits<WrittenThresholds>::validate(IO &,
                                                       WrittenThresholds &R) {
  if (R.Functions.empty() && R.Blocks.empty())
    return "a rule without 'functions' and 'blocks'; thresholds of all "
           "blocks belong in 'filter' itself";
  return wrongIn(R);
}

void MappingTraits<FilterSection>::mapping(IO &In, FilterSection &S) {
  In.mapOptional("by", S.By);
  mapThresholds(In, S.All);
  In.mapOptional("rules", S.Rules);
}

std::string MappingTraits<FilterSection>::validate(IO &, FilterSection &S) {
  return wrongIn(S.All);
}

} // namespace llvm::yaml
