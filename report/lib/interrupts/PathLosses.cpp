//===- PathLosses.cpp - What the filter takes from call paths -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathLosses.h"

namespace ipoint::analysis {

/// As CallPaths::push() finds it: a handler begins a new path.
uint32_t nodeOf(const CallPaths &Paths, const CallStack &Stack) {
  uint32_t Bottom = Stack.depth();
  while (Bottom > 1 && !(Stack.at(Bottom).Flags & Frame::Interrupt)) {
    // Longer paths are not kept separately.
    if (Stack.depth() - Bottom >= CallPaths::DepthLimit)
      return CallPaths::Beyond;
    --Bottom;
  }
  uint32_t Node = CallPaths::Root;
  for (uint32_t Index = Bottom; Index <= Stack.depth(); ++Index)
    Node = Paths.childOf(Node, Stack.at(Index).Function);
  return Node;
}

void PathLosses::add(uint32_t Node, const Activation &A) {
  uint64_t Self = A.SelfUsable ? A.SelfExcess : 0;
  uint64_t Inclusive = A.InclusiveUsable ? A.InclusiveExcess : 0;
  if (Self == 0 && Inclusive == 0)
    return;
  Loss &L = Losses[Node];
  L.Self += Self;
  L.Inclusive += Inclusive;
}

void PathLosses::merge(const PathLosses &Other) {
  for (auto [L, O] : llvm::zip_equal(Losses, Other.Losses)) {
    L.Self += O.Self;
    L.Inclusive += O.Inclusive;
  }
}

} // namespace ipoint::analysis
