//===- PathTimes.cpp - Times by path, and by call path --------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathTimes.h"
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

void CallPaths::endStream(uint64_t Number) {
  Ended.resize(Nodes.size());
  for (auto [Index, N] : llvm::enumerate(Nodes)) {
    const auto Node = static_cast<uint32_t>(Index);
    InStream Now = {Number, Node, N.Calls, N.Self.Ticks};
    InStream Then = std::exchange(Ended[Index], Now);
    if (Now.Calls != Then.Calls || Now.Self != Then.Self)
      Streams.push_back(
          {Number, Node, Now.Calls - Then.Calls, Now.Self - Then.Self});
  }
}

void CallPaths::merge(const CallPaths &Other, uint64_t Before) {
  std::vector<uint32_t> Here(Other.Nodes.size());
  for (auto [Index, Theirs] : llvm::enumerate(Other.Nodes))
    Here[Index] = Index == Root
                      ? Root
                      : add(Here[Theirs.Parent], Theirs.Function, Theirs);
  for (const InStream &S : Other.Streams)
    Streams.push_back({Before + S.Stream, Here[S.Node], S.Calls, S.Self});
}

/// Null if it is one too many.
PathTimes::Path *PathTimes::find(uint64_t Record) {
  auto It = Paths.lower_bound(Record);
  if (It != Paths.end() && It->first == Record)
    return &It->second;
  if (Paths.size() >= Limit)
    return nullptr;
  return &Paths.emplace_hint(It, Record, Path())->second;
}

void PathTimes::count(uint64_t Record, uint64_t Times, uint64_t Rounds) {
  if (Path *P = find(Record)) {
    P->Times += Times;
    P->Rounds += Rounds;
  } else {
    Omitted += Times;
  }
}

void PathTimes::finish(uint32_t Function, const Activation &A,
                       uint64_t MinOverhead) {
  if (A.Paths.size() == 1 && A.Paths.front().Times == 1) {
    const uint64_t Record = A.Paths.front().Record;
    if (Recent.empty())
      Recent.resize(size_t(1) << RecentBits);
    auto &[Last, P] = recent(Record);
    if (Last != Record || !P) {
      Last = Record;
      P = find(Record);
    }
    if (P &&
        P->Short.add(Counts, A.Self, A.SelfProbes) == SmallTimes::NotCounted)
      P->addSelf(A.Self, A.SelfProbes, MinOverhead);
  }
  auto Note = [&](LongestCalls &Calls, uint64_t Ticks) {
    LongestCall &L = longest(Calls, Function);
    if (Ticks > L.Ticks || L.Paths.empty()) [[unlikely]]
      L = {Ticks, A.Paths.vec(), A.ArePathsCut};
  };
  Note(Longest, A.Self);
  if (A.InclusiveUsable)
    Note(LongestInclusive, A.Inclusive);
}

void PathTimes::noteLast(uint32_t Function, uint64_t Ticks, uint64_t Record,
                         bool Whole) {
  LongestCall &L = longest(Longest, Function);
  if (Ticks > L.Ticks || L.Paths.empty())
    L = {Ticks, {{Record, 1}}, !Whole};
}

void PathTimes::settle(uint64_t MinOverhead) {
  for (auto &[Record, P] : Paths) {
    P.Short.forEach(Counts,
                    [&P = P, MinOverhead](uint64_t Ticks, ProbeCount Probes,
                                          uint64_t Times) {
                      P.addSelf(Ticks, Probes, MinOverhead, Times);
                    });
    P.Short = {};
  }
  Counts = SmallTimes();
  Recent = {};
}

void PathTimes::add(uint64_t Record, uint64_t Times, uint64_t Rounds,
                    const Distribution *Self) {
  Path *P = find(Record);
  if (!P) {
    Omitted += Times;
    return;
  }
  P->Times += Times;
  P->Rounds += Rounds;
  if (!Self)
    return;
  if (!P->Self)
    P->Self = std::make_unique<Distribution>();
  P->Self->merge(*Self);
}

void PathTimes::merge(const PathTimes &Other) {
  for (const auto &[Record, P] : Other.Paths)
    add(Record, P.Times, P.Rounds, P.Self.get());
  Omitted += Other.Omitted;
  for (auto [To, From] :
       {std::pair(&Longest, &Other.Longest),
        std::pair(&LongestInclusive, &Other.LongestInclusive)})
    for (auto [Function, Theirs] : llvm::enumerate(*From)) {
      LongestCall &L = longest(*To, uint32_t(Function));
      if (Theirs.Ticks > L.Ticks || L.Paths.empty())
        L = Theirs;
    }
}

const PathTimes::LongestCall *PathTimes::known(const LongestCalls &Calls,
                                               uint32_t Function) {
  bool IsKnown = Function < Calls.size() && !Calls[Function].Paths.empty();
  return IsKnown ? &Calls[Function] : nullptr;
}

const PathTimes::LongestCall *PathTimes::longestOf(uint32_t Function) const {
  return known(Longest, Function);
}

const PathTimes::LongestCall *
PathTimes::longestInclusiveOf(uint32_t Function) const {
  return known(LongestInclusive, Function);
}

} // namespace ipoint::analysis
