//===- Shape.cpp - Blocks, transitions and loops of a function ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

/// Whether \p Edge leads on within an execution of \p Of, a part.
static bool goesOn(const SymbolTable &Symbols, const Root &Of, uint32_t Edge) {
  const uint32_t To = Symbols.targetOf(Edge);
  return To != Of.Begin && !Of.endsAt(To);
}

/// Blocks on the ways from where executions of \p Of, a part, begin to where
/// they end; those of a loop end with the function, too.
static std::vector<uint32_t> blocksOnWays(const SymbolTable &Symbols,
                                          const Root &Of) {
  std::vector<uint32_t> Reached = {Of.Begin}, Ending;
  std::map<uint32_t, std::vector<uint32_t>> Before;
  std::set<uint32_t> Known = {Of.Begin}, OnWay;
  for (size_t I = 0; I != Reached.size(); ++I) {
    const uint32_t Block = Reached[I];
    auto [First, Last] = Symbols.edgesOf(Block);
    bool Ends = First == Last && Of.Loop != None;
    for (uint32_t E = First; E != Last; ++E) {
      const uint32_t To = Symbols.targetOf(E);
      Ends |= Of.endsAt(To);
      if (!goesOn(Symbols, Of, E))
        continue;
      Before[To].push_back(Block);
      if (Known.insert(To).second)
        Reached.push_back(To);
    }
    if (Ends && OnWay.insert(Block).second)
      Ending.push_back(Block);
  }
  for (size_t I = 0; I != Ending.size(); ++I)
    for (uint32_t Block : Before[Ending[I]])
      if (OnWay.insert(Block).second)
        Ending.push_back(Block);
  return {OnWay.begin(), OnWay.end()};
}

Shape::Shape(const SymbolTable &Symbols, const Root &Of)
    : Function(Of.Function) {
  const FunctionSymbol &F = Symbols.functions()[Function];
  Blocks = F.Blocks;
  if (Of.isPart()) {
    Blocks = blocksOnWays(Symbols, Of);
    Blocks.push_back(None);
  }
  sort(Blocks);
  for (auto [Index, Block] : enumerate(Blocks))
    if (Of.isPart() ? Block == Of.Begin
                    : Symbols.blocks()[Block].Kind == database::Kind::Entry)
      Entry = static_cast<uint32_t>(Index);
  for (uint32_t Symbol : F.Loops)
    addLoop(Symbols, Of, Symbol);
  for (auto [Inner, L] : enumerate(Loops)) {
    // Names of those around it are beginnings of its name.
    size_t Longest = 0;
    for (auto [Index, Other] : enumerate(Loops)) {
      StringRef Name = Symbols.loops()[Other.Symbol].Name;
      if (!liesIn(Symbols.loops()[L.Symbol].Name, Name) ||
          Name.size() < Longest)
        continue;
      Longest = Name.size();
      L.Outer = static_cast<uint32_t>(Index);
    }
  }
  for (auto [From, Block] : enumerate(Blocks)) {
    if (Block == None)
      continue;
    auto [First, Last] = Symbols.edgesOf(Block);
    for (uint32_t E = First; E != Last; ++E)
      addEdge(Symbols, Of, static_cast<uint32_t>(From), E);
  }
}

void Shape::addLoop(const SymbolTable &Symbols, const Root &Of,
                    uint32_t Symbol) {
  const LoopSymbol &S = Symbols.loops()[Symbol];
  auto isIn = [&](uint32_t Block) {
    return liesIn(Symbols.blocks()[Block].Name, S.Name);
  };
  Loop L;
  L.Symbol = Symbol;
  L.Head = find(S.Head);
  L.Body = find(S.Body);
  for (auto [Index, Block] : enumerate(Blocks))
    if (Block != None && isIn(Block))
      L.Blocks.push_back(static_cast<uint32_t>(Index));
  if (Of.isPart()) {
    L.IsOpen = isIn(Of.Begin);
    L.IsWhole = !L.IsOpen && none_of(Of.Ends, isIn);
    // Else an execution does not go round it.
    bool GoesRound = any_of(L.Blocks, [&](uint32_t From) {
      auto [First, Last] = Symbols.edgesOf(Blocks[From]);
      for (uint32_t E = First; E != Last; ++E)
        if (Symbols.loopStep(E).Loop == Symbol &&
            Symbols.loopStep(E).Iterates && goesOn(Symbols, Of, E))
          return true;
      return false;
    });
    if (L.Blocks.empty() || (L.IsOpen && !GoesRound))
      return;
  }
  Loops.push_back(std::move(L));
}

void Shape::addEdge(const SymbolTable &Symbols, const Root &Of, uint32_t From,
                    uint32_t Symbol) {
  const uint32_t Target = Symbols.targetOf(Symbol);
  Edge E;
  E.Symbol = Symbol;
  E.From = From;
  if (Of.isPart() && Of.endsAt(Target)) {
    E.To = static_cast<uint32_t>(Blocks.size() - 1);
    Edges.push_back(E);
    return;
  }
  std::optional<uint32_t> To = find(Target);
  if (!To || Target == Of.Begin)
    return;
  E.To = *To;
  const LoopStep &Step = Symbols.loopStep(Symbol);
  auto Loop =
      find_if(Loops, [&](const auto &L) { return L.Symbol == Step.Loop; });
  if (Loop != Loops.end()) {
    E.Loop = static_cast<uint32_t>(Loop - Loops.begin());
    E.Enters = Step.Enters;
    E.Iterates = Step.Iterates;
  }
  Edges.push_back(E);
}

std::optional<uint32_t> Shape::find(uint32_t Block) const {
  auto It = lower_bound(Blocks, Block);
  if (Block == None || It == Blocks.end() || *It != Block)
    return std::nullopt;
  return static_cast<uint32_t>(It - Blocks.begin());
}

} // namespace ipoint::worst
