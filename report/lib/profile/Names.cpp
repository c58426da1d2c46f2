//===- Names.cpp - Functions and their parts by name ----------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::profile {

std::vector<FunctionName> namesOf(const analysis::SymbolTable &Symbols) {
  std::vector<FunctionName> Result;
  std::map<FunctionName, unsigned> Copies;
  for (const analysis::FunctionSymbol &F : Symbols.functions()) {
    FunctionName Name{F.File, F.Line, F.Name, 0};
    unsigned Copy = Copies[Name]++;
    Name.Copy = Copy;
    Result.push_back(std::move(Name));
  }
  return Result;
}

Parts::Parts(const analysis::SymbolTable &Symbols, uint32_t Function)
    : Blocks(Symbols.functions()[Function].Blocks),
      Loops(Symbols.functions()[Function].Loops), Symbols(Symbols) {
  DenseMap<uint32_t, uint32_t> Slots;
  for (auto [Slot, Block] : enumerate(Blocks))
    Slots[Block] = static_cast<uint32_t>(Slot);
  for (auto [Slot, Block] : enumerate(Blocks)) {
    auto [Begin, End] = Symbols.edgesOf(Block);
    for (uint32_t Edge = Begin; Edge != End; ++Edge)
      Transitions.push_back({static_cast<uint32_t>(Slot),
                             Slots.lookup(Symbols.targetOf(Edge)), Edge});
  }
  stable_sort(Transitions, [](const Transition &A, const Transition &B) {
    return std::tie(A.From, A.To) < std::tie(B.From, B.To);
  });
}

profile::Function Parts::named() const {
  profile::Function Result;
  for (uint32_t Block : Blocks)
    Result.Blocks.push_back(Symbols.blocks()[Block].Name);
  for (const Transition &T : Transitions)
    Result.Transitions.push_back({T.From, T.To});
  for (uint32_t Loop : Loops)
    Result.Loops.push_back(Symbols.loops()[Loop].Name);
  return Result;
}

} // namespace ipoint::profile
