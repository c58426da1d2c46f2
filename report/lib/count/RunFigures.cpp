//===- RunFigures.cpp - Figures of one run of several ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "FirstPass.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

static std::optional<RunTimes> timesOf(const Distribution &D) {
  if (D.empty())
    return std::nullopt;
  Moments M = D.raw().moments();
  MeanTime Mean = D.meanTime();
  return RunTimes{M.Count,
                  static_cast<double>(M.Sum),
                  static_cast<double>(M.Min),
                  M.mean(),
                  static_cast<double>(M.Max),
                  Mean.Timed,
                  Mean.Untimed,
                  0};
}

std::vector<RunFunction> runFigures(const SymbolTable &Symbols,
                                    const Collector &One) {
  std::vector<RunFunction> Result;
  for (auto [Index, S] : enumerate(Symbols.functions())) {
    const FunctionStats &Stats = One.Functions[Index];
    RunFunction F;
    for (auto [At, Block] : enumerate(S.Blocks))
      if (uint64_t Visits = One.Blocks[Block].Visits)
        F.Blocks.push_back({static_cast<uint32_t>(At), Visits,
                            timesOf(One.Blocks[Block].Time)});
    if (F.Blocks.empty())
      continue;
    F.Index = static_cast<uint32_t>(Index);
    F.Calls = Stats.Calls;
    F.InferredExits = Stats.InferredExits;
    F.Self = timesOf(Stats.Self);
    F.Inclusive = timesOf(Stats.Inclusive);
    Result.push_back(std::move(F));
  }
  return Result;
}

void correctRun(std::vector<RunFunction> &Functions, const SymbolTable &Symbols,
                const ProbeOverheads &Overheads) {
  for (RunFunction &F : Functions) {
    const ProbeOverhead &Overhead = Overheads[Symbols.formOf(F.Index)];
    auto Correct = [&](std::optional<RunTimes> &T) {
      if (!T)
        return;
      T->CorrectedMean = std::max(0.0, T->Mean - T->Timed * Overhead.TimedMean -
                                           T->Untimed * Overhead.UntimedMean);
      T->Untimed /= Overhead.UntimedWeight;
    };
    Correct(F.Self);
    Correct(F.Inclusive);
    for (RunBlock &B : F.Blocks)
      Correct(B.Time);
  }
}

} // namespace ipoint::analysis
