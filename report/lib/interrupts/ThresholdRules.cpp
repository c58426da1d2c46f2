//===- ThresholdRules.cpp - Which blocks a threshold is for ---------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThresholdRules.h"
#include <charconv>

using namespace llvm;

namespace ipoint::analysis {

std::string inFull(double Share) {
  char Digits[400];
  std::to_chars_result Result = std::to_chars(Digits, Digits + sizeof(Digits),
                                              Share, std::chars_format::fixed);
  return std::string(Digits, Result.ptr);
}

Error checkPatterns(const ThresholdRule &Rule) {
  for (StringRef Pattern : {StringRef(Rule.Function), StringRef(Rule.Block)})
    if (Expected<GlobPattern> Glob = GlobPattern::create(Pattern); !Glob)
      return createStringError(
          inconvertibleErrorCode(),
          "'" + Pattern + "' is no pattern: " + toString(Glob.takeError()));
  return Error::success();
}

std::string withEdge(const std::string &Given, const std::string &Edge) {
  return Given == Edge ? Given : Given + " (bin edge " + Edge + ")";
}

/// It refers to the text of \p Pattern.
static GlobPattern globOf(StringRef Pattern) {
  return cantFail(GlobPattern::create(Pattern.empty() ? "*" : Pattern));
}

RuleScope::RuleScope(const ThresholdRule &Rule)
    : Function(globOf(Rule.Function)), Block(globOf(Rule.Block)) {}

std::vector<const ThresholdRule *> rulesByBlock(const FilterModel &Filter,
                                                const SymbolTable &Symbols) {
  std::vector<const ThresholdRule *> Result;
  if (Filter.Mode != FilterMode::Rule)
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

} // namespace ipoint::analysis
