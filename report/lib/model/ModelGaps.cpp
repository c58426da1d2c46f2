//===- ModelGaps.cpp - What did not run, or not as it should --------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace ipoint::analysis {

/// The \p Blocks of \p F, which ran, that did not, and the transitions of those
/// that did.
void ModelBuilder::addNeverRun(const FunctionModel &F,
                               ArrayRef<uint32_t> Blocks) {
  for (uint32_t Block : Blocks) {
    BlockPlace From = placeOf(Block);
    if (All.Blocks[Block].Visits == 0) {
      Result.NeverRunBlocks.push_back({F.Name, F.File, From});
      continue;
    }
    auto [Begin, End] = Symbols.edgesOf(Block);
    size_t First = Result.NeverRunTransitions.size();
    for (uint32_t E = Begin; E != End; ++E)
      if (All.Edges[E].Count == 0)
        Result.NeverRunTransitions.push_back(
            {F.Name, F.File, From, placeOf(Symbols.targetOf(E)),
             All.Blocks[Symbols.targetOf(E)].Visits != 0});
    sort(drop_begin(Result.NeverRunTransitions, First),
         [](const NeverRunTransition &A, const NeverRunTransition &B) {
           return A.To.Name < B.To.Name;
         });
  }
}

void ModelBuilder::addImpossible() {
  for (const auto &[What, Count] : All.Impossible) {
    uint32_t Index = Symbols.blocks()[What.From].Function;
    const FunctionSymbol &F = Symbols.functions()[Index];
    Result.Lost.Impossible.push_back({F.Name, relative(F.File),
                                      placeOf(What.From), placeOf(What.To),
                                      What.Path, Count});
  }
  sort(Result.Lost.Impossible,
       [](const ImpossibleTransition &A, const ImpossibleTransition &B) {
         return std::tie(A.File, A.Function, A.From.Name, A.To.Name, A.Path) <
                std::tie(B.File, B.Function, B.From.Name, B.To.Name, B.Path);
       });
  if (All.Account.ImpossibleOmitted)
    Result.Lost.Damage.push_back(std::to_string(All.Account.ImpossibleOmitted) +
                                 " more impossible transitions of other kinds");
  for (auto [Index, Times] : All.Account.Overwritten) {
    const FunctionSymbol &F = Symbols.functions()[Index];
    Result.Lost.Damage.push_back(
        F.Name + " (" + relative(F.File) + ") came in between " +
        std::to_string(Times) + (Times == 1 ? " time" : " times") +
        ", from blocks that call nothing, and took the place of a record: it "
        "is a signal handler that the runtime did not see, or called by one, "
        "and ran oftener than is counted");
  }
  if (All.Account.TooDeep)
    Result.Lost.Damage.push_back(
        "a stack of more than a million open calls was given up " +
        std::to_string(All.Account.TooDeep) + " times");
}

void ModelBuilder::addSkips() {
  for (const SkipSymbol &S : Symbols.skips())
    Result.NotInstrumented.push_back(
        {relative(S.File), S.Line, S.Function, S.Reason});
  stable_sort(Result.NotInstrumented,
              [](const NotInstrumentedModel &A, const NotInstrumentedModel &B) {
                return std::tie(A.File, A.Line) < std::tie(B.File, B.Line);
              });
}

} // namespace ipoint::analysis
