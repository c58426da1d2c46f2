//===- BlockSets.cpp - What single calls of a function executed -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockSets.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::worst {

void BlockSets::add(ArrayRef<uint32_t> Blocks, size_t Of) {
  auto contains = [&](const BitVector &Set) {
    return all_of(Blocks, [&](uint32_t Block) { return Set[Block]; });
  };
  if (IsFull || (Last < Sets.size() && contains(Sets[Last])))
    return;
  Last = static_cast<size_t>(find_if(Sets, contains) - Sets.begin());
  if (Last != Sets.size())
    return;
  BitVector New(Of);
  for (uint32_t Block : Blocks)
    New.set(Block);
  add(std::move(New));
}

void BlockSets::add(BitVector New) {
  // test() is whether the one has what the other has not.
  if (any_of(Sets, [&](const BitVector &Set) { return !New.test(Set); }))
    return;
  erase_if(Sets, [&](const BitVector &Set) { return !Set.test(New); });
  Sets.push_back(std::move(New));
  Last = Sets.size() - 1;
  if (Sets.size() <= Most)
    return;
  IsFull = true;
  Sets.clear();
}

void BlockSets::merge(BlockSets &&Other) {
  IsFull |= Other.IsFull;
  if (IsFull)
    Sets.clear();
  for (BitVector &Set : Other.Sets)
    if (!IsFull)
      add(std::move(Set));
}

void BlockSets::sort() {
  llvm::sort(Sets, [](const BitVector &A, const BitVector &B) {
    auto Left = A.getData(), Right = B.getData();
    return std::lexicographical_compare(Left.begin(), Left.end(), Right.begin(),
                                        Right.end());
  });
  Last = 0;
}

} // namespace ipoint::worst
