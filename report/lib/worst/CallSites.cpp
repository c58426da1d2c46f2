//===- CallSites.cpp - Which block of a path called whom ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallSites.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

CallSites::CallSites(const SymbolTable &Symbols)
    : Symbols(Symbols), Sums(Symbols.blocks().size()),
      Sure(Symbols.blocks().size(), true) {
  for (const DirectCalls &D : Symbols.directCalls())
    Direct[{D.Block, Symbols.blocks()[D.Entry].Function}] = D.Count;
  for (const Site &S : Symbols.sites())
    if (S.Block != None && S.IsSum)
      Sums.set(S.Block);
  for (uint32_t Block = 0; Block != Sure.size(); ++Block)
    for (auto [E, Last] = Symbols.edgesOf(Block); E != Last; ++E)
      if (Sums[Symbols.targetOf(E)])
        Sure.reset(Block);
}

uint32_t CallSites::byPointer(uint32_t Block, uint32_t Callee) const {
  StringRef Type = Symbols.functions()[Callee].Type;
  uint32_t Count = 0;
  const auto &All = Symbols.pointerCalls();
  for (auto It = partition_point(
           All, [&](const PointerCalls &P) { return P.Block < Block; });
       It != All.end() && It->Block == Block; ++It)
    if (Type.empty() || It->Type.empty() || It->Type == Type)
      Count += It->Count;
  return Count;
}

size_t CallAssignment::next(uint32_t Callee) {
  auto beginning = [&](auto Calls) {
    size_t I = At;
    while (I != Way.size() && !Calls(I))
      ++I;
    return I;
  };
  size_t Found = beginning([&](size_t I) { return take(I, Callee); });
  if (GoesOn)
    return Found;
  if (Found == Way.size())
    Found =
        beginning([&](size_t I) { return Sites.direct(Way[I], Callee) != 0; });
  if (Found == Way.size())
    Found = beginning([&](size_t I) { return Sites.isOpen(Way[I]); });
  if (Found == Way.size())
    return At;
  moveTo(Found);
  return At;
}

void CallAssignment::moveTo(size_t Place) {
  if (Place != At) {
    Taken.clear();
    ByPointer = 0;
  }
  At = Place;
}

/// Whether the block at \p Place has one more call of \p Callee; it is made.
bool CallAssignment::take(size_t Place, uint32_t Callee) {
  if (uint32_t Most = Sites.direct(Way[Place], Callee)) {
    uint32_t Before = Place == At ? count(Taken, Callee) : 0;
    if (Before < Most) {
      moveTo(Place);
      Taken.push_back(Callee);
      return true;
    }
  }
  if ((Place == At ? ByPointer : 0) >= Sites.byPointer(Way[Place], Callee))
    return false;
  moveTo(Place);
  ++ByPointer;
  return true;
}

} // namespace ipoint::worst
