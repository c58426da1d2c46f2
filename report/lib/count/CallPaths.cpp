//===- CallPaths.cpp - Times by the way that control has come -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallPaths.h"
#include "llvm/ADT/STLExtras.h"

namespace ipoint::analysis {

uint32_t CallPaths::findChild(uint32_t Parent, uint32_t Function) {
  if (Parent == Beyond)
    return Beyond;
  auto It = Children.find({Parent, Function});
  if (It == Children.end()) {
    if (Nodes.size() >= NodeLimit || Stack.size() >= DepthLimit)
      return Beyond;
    It = Children.insert({{Parent, Function}, uint32_t(Nodes.size())}).first;
    Node &N = Nodes.emplace_back();
    N.Parent = Parent;
    N.Function = Function;
  }
  return recent(Parent, Function) = It->second;
}

uint32_t CallPaths::childOf(uint32_t Parent, uint32_t Function) const {
  if (Parent == Beyond)
    return Beyond;
  auto It = Children.find({Parent, Function});
  return It == Children.end() ? Beyond : It->second;
}

void CallPaths::Node::add(const Node &Other) {
  Calls += Other.Calls;
  SelfCount += Other.SelfCount;
  InclusiveCount += Other.InclusiveCount;
  Self.add(Other.Self);
  Inclusive.add(Other.Inclusive);
  SelfMax = std::max(SelfMax, Other.SelfMax);
  InclusiveMax = std::max(InclusiveMax, Other.InclusiveMax);
}

uint32_t CallPaths::add(uint32_t Parent, uint32_t Function, const Node &Spent) {
  Stack.clear(); // what is read on has been read elsewhere
  uint32_t Index = Function == None ? Beyond : findChild(Parent, Function);
  Nodes[Index].add(Spent);
  return Index;
}

void CallPaths::merge(const CallPaths &Other) {
  std::vector<uint32_t> Here(Other.Nodes.size());
  for (auto [Index, Theirs] : llvm::enumerate(Other.Nodes))
    Here[Index] = Index == Root
                      ? Root
                      : add(Here[Theirs.Parent], Theirs.Function, Theirs);
}

} // namespace ipoint::analysis
