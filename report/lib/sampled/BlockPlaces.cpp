//===- BlockPlaces.cpp - Which block a place in the source belongs to -----===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockPlaces.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace ipoint::estimate {

BlockPlaces::BlockPlaces(ArrayRef<BlockStart> Blocks) {
  for (auto [I, B] : enumerate(Blocks)) {
    Ran.push_back(B.Ran);
    HasColumns &= B.Column != 0;
    Starts.push_back({B.Line, B.Column, static_cast<uint32_t>(I)});
  }
  stable_sort(Starts, [](const Start &A, const Start &B) {
    return std::tie(A.Line, A.Column) < std::tie(B.Line, B.Column);
  });
}

BlockSet BlockPlaces::ranOf(BlockSet All) const {
  BlockSet Result;
  copy_if(All, std::back_inserter(Result), [&](uint32_t B) { return Ran[B]; });
  if (Result.empty())
    Result = std::move(All);
  sort(Result);
  return Result;
}

BlockSet BlockPlaces::at(unsigned Line, unsigned Column) const {
  if (Line == 0 || Starts.empty())
    return {};
  bool ByColumn = Column != 0 && HasColumns;
  auto After = find_if(Starts, [&](const Start &S) {
    return S.Line > Line || (ByColumn && S.Line == Line && S.Column > Column);
  });
  // Code in front of the first block is the function's beginning.
  auto Last = After == Starts.begin() ? After : std::prev(After);
  BlockSet Result;
  auto Add = [&](const Start &Place) {
    for (const Start &S : Starts)
      if (S.Line == Place.Line && S.Column == Place.Column)
        Result.push_back(S.Block);
  };
  Add(*Last);
  if (ByColumn)
    return ranOf(std::move(Result));
  // Any block of the line, or the one that reaches into it.
  for (auto It = Last; It != Starts.begin() && It->Line == Line;) {
    --It;
    if (!is_contained(Result, It->Block))
      Add(*It);
  }
  return ranOf(std::move(Result));
}

std::vector<uint32_t> groupBlocks(size_t Count, ArrayRef<BlockSet> Sets) {
  IntEqClasses Classes(static_cast<unsigned>(Count));
  for (const BlockSet &Set : Sets)
    for (uint32_t B : drop_begin(Set))
      Classes.join(Set.front(), B);
  std::vector<uint32_t> Result(Count);
  for (size_t I = 0; I < Count; ++I)
    Result[I] = Classes.findLeader(static_cast<unsigned>(I));
  return Result;
}

} // namespace ipoint::estimate
