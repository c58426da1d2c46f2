//===- Shape.cpp - Blocks, transitions and loops of a function ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

Shape::Shape(const SymbolTable &Symbols, uint32_t Function)
    : Function(Function) {
  const FunctionSymbol &F = Symbols.functions()[Function];
  Blocks = F.Blocks;
  sort(Blocks);
  auto indexIfAny = [&](uint32_t Block) {
    return Block == None ? std::nullopt : std::optional(indexOf(Block));
  };
  for (uint32_t Symbol : F.Loops) {
    const LoopSymbol &S = Symbols.loops()[Symbol];
    Loop &L = Loops.emplace_back();
    L.Symbol = Symbol;
    L.Head = indexIfAny(S.Head);
    L.Body = indexIfAny(S.Body);
    for (auto [Index, Block] : enumerate(Blocks))
      if (liesIn(Symbols.blocks()[Block].Name, S.Name))
        L.Blocks.push_back(static_cast<uint32_t>(Index));
    // Names of those around it are beginnings of its name.
    size_t Longest = 0;
    for (auto [Index, Other] : enumerate(F.Loops)) {
      StringRef Name = Symbols.loops()[Other].Name;
      if (!liesIn(S.Name, Name) || Name.size() < Longest)
        continue;
      Longest = Name.size();
      L.Outer = static_cast<uint32_t>(Index);
    }
  }
  for (auto [From, Block] : enumerate(Blocks)) {
    if (Symbols.blocks()[Block].Kind == database::Kind::Entry)
      Entry = static_cast<uint32_t>(From);
    auto [First, Last] = Symbols.edgesOf(Block);
    for (uint32_t E = First; E != Last; ++E) {
      const LoopStep &Step = Symbols.loopStep(E);
      Edge &To = Edges.emplace_back();
      To = {E,
            static_cast<uint32_t>(From),
            indexOf(Symbols.targetOf(E)),
            std::nullopt,
            Step.Enters,
            Step.Iterates};
      if (Step.Loop != None)
        To.Loop =
            static_cast<uint32_t>(find(F.Loops, Step.Loop) - F.Loops.begin());
    }
  }
}

uint32_t Shape::indexOf(uint32_t Block) const {
  return static_cast<uint32_t>(lower_bound(Blocks, Block) - Blocks.begin());
}

} // namespace ipoint::worst
