//===- CountedFlow.cpp - A flow of what whole runs add up to --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums and profiles have no calls one by one. What a run counted in all is at
// least what one call of the root did, so it bounds that, though less tightly.
//
//===----------------------------------------------------------------------===//

#include "Flow.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

static uint64_t mostOf(const Distribution &D) {
  return D.empty() ? 0 : D.raw().moments().Max;
}

static uint64_t mostCorrected(const Distribution &D, const ProbeOverhead &O) {
  return D.empty() ? 0 : static_cast<uint64_t>(D.correctedFigures(O).Max);
}

/// \p Calls of what \p S is of.
static ContextFlow countedFlow(const Collector &All, const Shape &S,
                               uint64_t Calls, const ProbeOverhead &O) {
  const FunctionStats &Stats = All.Functions[S.Function];
  ContextFlow F;
  F.Calls = F.MostCalls = Calls;
  F.MostSelfRaw = mostOf(Stats.Self);
  F.MostSelfCorrected = mostCorrected(Stats.Self, O);
  F.SelfTimed = Stats.Self.raw().moments().Count;
  for (const Shape::Edge &E : S.Edges) {
    const EdgeStats &Of = All.Edges[E.Symbol];
    F.Edges.push_back({Of.Count, Of.Time.raw().moments().Count, mostOf(Of.Time),
                       mostCorrected(Of.Time, O)});
  }
  for (uint32_t Block : S.Blocks)
    F.MostVisits.push_back(Block == None ? Calls : All.Blocks[Block].Visits);
  F.MostInRoot = F.MostVisits;
  for (const Shape::Loop &L : S.Loops) {
    std::vector<uint64_t> &InLoop = F.MostInLoop.emplace_back();
    for (uint32_t Block : L.Blocks)
      InLoop.push_back(F.MostVisits[Block]);
    const LoopStats &Of = All.Loops[L.Symbol];
    F.MostBegun.push_back(Of.IsCounted ? Of.Iterations : Of.maxIterations());
    F.LeastBegun.push_back(0);
    F.MostCompleted.push_back(F.MostBegun.back());
  }
  return F;
}

Flow flowOfCounts(const Collector &All, const SymbolTable &Symbols,
                  const Root &Of, const ProbeOverhead &Overhead) {
  Flow Result;
  Result.Root = Of;
  Result.IsCounted = true;
  Result.RootCalls = Of.isPart() ? All.Blocks[Of.Begin].Visits
                                 : All.Functions[Of.Function].Calls;
  for (uint32_t Function = 0; Function < All.Functions.size(); ++Function) {
    const bool IsRoot = Function == Of.Function;
    const uint64_t Calls =
        IsRoot ? Result.RootCalls : All.Functions[Function].Calls;
    if (Calls == 0)
      continue;
    const Shape &S =
        Result.Shapes
            .try_emplace(Function, Symbols, IsRoot ? Of : Root{Function})
            .first->second;
    Result.Contexts[{Function, {}}] = countedFlow(All, S, Calls, Overhead);
  }
  for (const DirectCalls &C : Symbols.directCalls()) {
    uint32_t Callee = Symbols.blocks()[C.Entry].Function;
    uint64_t Visits = All.Blocks[C.Block].Visits;
    if (Visits && All.Functions[Callee].Calls)
      Result.Sites[{C.Block, Callee}] = {Visits, C.Count};
  }
  Result.settle();
  return Result;
}

} // namespace ipoint::worst
