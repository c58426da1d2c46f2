//===- Judge.cpp - Verdicts on all blocks ---------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Judge.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;

namespace ipoint::analysis {

Error checkPatterns(const ThresholdRule &Rule) {
  for (StringRef Pattern : {StringRef(Rule.Function), StringRef(Rule.Block)})
    if (Expected<GlobPattern> Glob = GlobPattern::create(Pattern); !Glob)
      return createStringError(
          inconvertibleErrorCode(),
          "'" + Pattern + "' is no pattern: " + toString(Glob.takeError()));
  return Error::success();
}

std::vector<const ThresholdRule *> rulesByBlock(const FilterModel &Filter,
                                                const SymbolTable &Symbols) {
  std::vector<const ThresholdRule *> Result;
  if (Filter.Mode != FilterMode::Rule)
    return Result;
  Result.resize(Symbols.blocks().size());
  for (const ThresholdRule &R : Filter.Rules) {
    // A pattern refers to its text.
    StringRef FunctionText = R.Function.empty() ? "*" : StringRef(R.Function);
    StringRef BlockText = R.Block.empty() ? "*" : StringRef(R.Block);
    GlobPattern Function = cantFail(GlobPattern::create(FunctionText));
    GlobPattern Block = cantFail(GlobPattern::create(BlockText));
    for (const FunctionSymbol &F : Symbols.functions())
      if (Function.match(F.Name))
        for (uint32_t B : F.Blocks)
          if (Block.match(Symbols.blocks()[B].Name))
            Result[B] = &R;
  }
  return Result;
}

static Verdict byLayers(const FilterModel &Filter, const Histogram *Times,
                        bool Linear, double Step) {
  Verdict V;
  if (!Times)
    V.State = FilterState::NotTimed;
  else if (Filter.LinearOnly && !Linear)
    V.State = FilterState::NotLinear;
  else
    V = judgeByLayers(Filter.Layers, *Times, Step);
  return V;
}

std::vector<Verdict> judge(const FilterModel &Filter,
                           ArrayRef<const ThresholdRule *> Rules,
                           const Collector &All, const SymbolTable &Symbols,
                           const ClockModel &Clock) {
  std::vector<Verdict> Result(All.Blocks.size());
  for (size_t I = 0; I < Result.size(); ++I) {
    const BlockStats &B = All.Blocks[I];
    bool Linear = Symbols.blocks()[I].Linear;
    const Histogram *Counts =
        B.Time.empty() ? nullptr : &B.Time.raw().histogram();
    if (Filter.Mode == FilterMode::Layers)
      Result[I] = byLayers(Filter, Counts, Linear, Clock.Step);
    else if (!Rules.empty() && Rules[I])
      Result[I] = judgeByRule(*Rules[I], Counts, B.Thresholds.get(), Linear,
                              Clock.Step);
  }
  return Result;
}

} // namespace ipoint::analysis
