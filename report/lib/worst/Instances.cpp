//===- Instances.cpp - Functions as they are called from a root -----------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instances.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace ipoint::worst {
namespace {
struct CycleNode {
  std::vector<CycleNode *> Next;
};
} // namespace
} // namespace ipoint::worst

template <> struct llvm::GraphTraits<ipoint::worst::CycleNode *> {
  using NodeRef = ipoint::worst::CycleNode *;
  using ChildIteratorType = std::vector<NodeRef>::iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Next.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Next.end(); }
};

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

Instances::Instances(const SymbolTable &Symbols, const Flow &Seen,
                     const UnitTimes &Units, const Choice &How)
    : Symbols(Symbols), Seen(Seen), Units(Units), How(How) {
  for (const auto &[Site, F] : Seen.Sites)
    SeenCallees[Site.first].push_back(Site.second);
  for (const DirectCalls &C : Symbols.directCalls())
    Direct[C.Block].push_back(&C);
  for (const PointerCalls &C : Symbols.pointerCalls())
    Pointers[C.Block].push_back(&C);
  ContextKey Root{Seen.Root.Function, {}};
  Index[Root] = 0;
  All.push_back({Root});
  for (uint32_t I = 0; I < All.size(); ++I)
    expand(I);
  findRecursions();
}

/// None: it was not seen, and is assumed never to be.
std::optional<uint32_t> Instances::instanceOf(const ContextKey &Caller,
                                              uint32_t Site, uint32_t Callee) {
  ContextKey Key{Callee, Caller.Sites};
  Key.Sites.push_back(Site);
  if (Key.Sites.size() > How.Depth)
    Key.Sites.erase(Key.Sites.begin(), Key.Sites.end() - How.Depth);
  if (How.AssumeNever && !Seen.of(Key))
    return std::nullopt;
  auto [It, IsNew] = Index.try_emplace(Key, All.size());
  if (IsNew)
    All.push_back({std::move(Key)});
  return It->second;
}

/// Sets what is known of the instance, and finds whom it calls.
void Instances::expand(uint32_t Number) {
  Instance I = All[Number]; // more are added meanwhile
  I.Seen = Seen.of(I.Key);
  I.IsSeen = I.Seen != nullptr;
  I.Any = Seen.ofFunction(I.Key.Function);
  if (!I.Seen)
    I.Seen = I.Any;
  if (auto It = Seen.Shapes.find(I.Key.Function); It != Seen.Shapes.end())
    I.S = &It->second;
  All[Number] = I;
  UnitKind Unit = Units.unitOf(I.Key.Function);
  if (!I.S || Unit == UnitKind::Inclusive || Unit == UnitKind::None)
    return;
  for (auto [Block, Symbol] : enumerate(I.S->Blocks))
    if (Symbol != None)
      addCalls(Number, static_cast<uint32_t>(Block));
}

/// Whom calls through pointers at \p Site may reach: what a fact names; else
/// the functions of their type that ran.
std::vector<uint32_t> Instances::targetsOf(uint32_t Site,
                                           const PointerCalls &Pointers,
                                           ArrayRef<uint32_t> Observed) const {
  std::vector<uint32_t> Result;
  for (const Fact &F : How.Facts)
    if (F.Is == Fact::Targets && F.Site == Site) {
      for (const Counted &C : F.Terms)
        Result.push_back(C.Number);
      return Result;
    }
  for (const auto &[Function, S] : Seen.Shapes)
    if (is_contained(Observed, Function) ||
        (!How.AssumeNever && !Pointers.Type.empty() &&
         Symbols.functions()[Function].Type == Pointers.Type))
      Result.push_back(Function);
  return Result;
}

void Instances::addGroup(uint32_t Caller, uint32_t Block, double Least,
                         double Most, bool ByPointer, bool IsObserved,
                         ArrayRef<uint32_t> Callees) {
  CallGroup G{Caller, Block, Least, Most, IsObserved, ByPointer, {}};
  uint32_t Site = All[Caller].S->Blocks[Block];
  for (uint32_t Callee : Callees) {
    if (auto I = instanceOf(ContextKey(All[Caller].Key), Site, Callee))
      G.Callees.push_back(*I);
  }
  if (!G.Callees.empty())
    Calls.push_back(std::move(G));
}

/// Calls of one function, each of which is a site; together they are one group
/// where it is not known in which order they were made.
void Instances::addSites(uint32_t Caller, uint32_t Block,
                         const DirectCalls &C) {
  const uint32_t Of = All[Caller].S->Blocks[Block],
                 Callee = Symbols.blocks()[C.Entry].Function;
  auto It = Seen.Sites.find({Of, Callee});
  const bool IsOrdered = It == Seen.Sites.end() || It->second.IsOrdered;
  CallGroup G{Caller, Block, double(C.Least), double(C.Most), false, false, {}};
  for (uint32_t Number = 0; Number != C.Most; ++Number) {
    if (IsOrdered)
      G = {Caller, Block, Number < C.Least ? 1.0 : 0.0, 1, false, false, {}};
    if (auto I =
            instanceOf(ContextKey(All[Caller].Key), siteAt(Of, Number), Callee))
      G.Callees.push_back(*I);
    if (!G.Callees.empty() && (IsOrdered || Number + 1 == C.Most))
      Calls.push_back(G);
  }
}

/// Of \p Block, an index in the caller's shape. A callee that the source does
/// not name there was called back by code without probes, such as qsort().
void Instances::addCalls(uint32_t Caller, uint32_t Block) {
  uint32_t Site = All[Caller].S->Blocks[Block];
  std::vector<uint32_t> Observed = SeenCallees[Site];
  auto MostOf = [&](uint32_t Callee) {
    return static_cast<double>(Seen.Sites.at({Site, Callee}).MostInVisit);
  };
  for (const DirectCalls *C : Direct.lookup(Site)) {
    uint32_t Callee = Symbols.blocks()[C->Entry].Function;
    bool IsObserved = is_contained(Observed, Callee);
    if (!IsObserved)
      UnseenSites.insert({Site, Callee});
    llvm::erase(Observed, Callee);
    if (!IsObserved && How.AssumeNever)
      continue;
    if (C->IsUnbounded && IsObserved)
      addGroup(Caller, Block, 0, MostOf(Callee), false, true, Callee);
    else if (How.Depth != 0 && sitesOf(*C, Symbols) > 1)
      addSites(Caller, Block, *C);
    else
      addGroup(Caller, Block, C->Least, C->IsUnbounded ? Infinity : C->Most,
               false, false, Callee);
  }
  for (const PointerCalls *C : Pointers.lookup(Site)) {
    std::vector<uint32_t> Targets = targetsOf(Site, *C, Observed);
    double Most = C->Most;
    if (C->IsUnbounded) {
      Most = 0;
      for (uint32_t T : Targets)
        Most += is_contained(Observed, T) ? MostOf(T) : 0;
    }
    for (uint32_t T : Targets)
      llvm::erase(Observed, T);
    // What they lead to may have no probes: none of these calls is certain.
    addGroup(Caller, Block, 0, Most, true, C->IsUnbounded, Targets);
  }
  for (uint32_t Callee : Observed)
    addGroup(Caller, Block, 0, MostOf(Callee), false, true, Callee);
}

/// By functions, not by instances: two cycles of instances may be of one
/// recursion.
void Instances::findRecursions() {
  std::vector<std::vector<uint32_t>> Next(Symbols.functions().size());
  for (const CallGroup &G : Calls)
    for (uint32_t Callee : G.Callees)
      Next[All[G.Caller].Key.Function].push_back(All[Callee].Key.Function);
  for (const auto &Cycle : cyclesOf(Next))
    Recursions.emplace_back(Cycle.begin(), Cycle.end());
}

/// By caller: where its calls begin in \p Calls; last, where they end.
static std::vector<size_t> callsByCaller(ArrayRef<CallGroup> Calls,
                                         size_t Callers) {
  std::vector<size_t> Begin(Callers + 1);
  for (const CallGroup &G : Calls)
    ++Begin[G.Caller + 1];
  std::partial_sum(Begin.begin(), Begin.end(), Begin.begin());
  return Begin;
}

/// By context, a number that those of one class share. Classes are divided
/// until all members of one call members of the same (Kanellakis and Smolka
/// 1990); contexts that have the same callees are few calls away.
static std::vector<uint32_t> classesOf(ArrayRef<Instance> All,
                                       ArrayRef<CallGroup> Calls) {
  std::vector<size_t> Begin = callsByCaller(Calls, All.size());
  std::vector<uint32_t> Class(All.size()), Next(All.size());
  std::map<std::pair<uint32_t, const ContextFlow *>, uint32_t> First;
  for (auto [I, Of] : enumerate(All))
    Class[I] = First.try_emplace({Of.Key.Function, Of.Seen}, First.size())
                   .first->second;
  for (size_t Before = 0, Now = First.size(); Now != Before;) {
    std::map<std::vector<uint32_t>, uint32_t> Divided;
    for (size_t I = 0; I != All.size(); ++I) {
      std::vector<uint32_t> Key = {Class[I]};
      for (size_t G = Begin[I]; G != Begin[I + 1]; ++G) {
        append_range(Key, ArrayRef({None, Calls[G].Block}));
        for (uint32_t Callee : Calls[G].Callees)
          Key.push_back(Class[Callee]);
      }
      Next[I] =
          Divided.try_emplace(std::move(Key), Divided.size()).first->second;
    }
    Class.swap(Next);
    Before = std::exchange(Now, Divided.size());
  }
  return Class;
}

void Instances::merge() {
  ClassOf = classesOf(All, Calls);
  Merged = std::move(All);
  MergedCalls = std::move(Calls);
  All.clear();
  Calls.clear();
  std::vector<bool> IsFirst(Merged.size());
  for (auto [I, Of] : enumerate(Merged))
    if ((IsFirst[I] = ClassOf[I] == All.size()))
      All.push_back(Of);
  for (const CallGroup &G : MergedCalls)
    if (IsFirst[G.Caller]) {
      CallGroup &New = Calls.emplace_back(G);
      New.Caller = ClassOf[G.Caller];
      for (uint32_t &Callee : New.Callees)
        Callee = ClassOf[Callee];
    }
}

/// What only calls that are not taken lead to is not called, and does not call.
std::vector<bool>
Instances::called(function_ref<bool(size_t, size_t)> IsTaken) const {
  const auto &All = contexts();
  const auto &Calls = Merged.empty() ? this->Calls : MergedCalls;
  std::vector<size_t> Begin = callsByCaller(Calls, All.size()),
                      Class = callsByCaller(this->Calls, this->All.size());
  auto forCallees = [&](size_t I, function_ref<void(uint32_t)> Do) {
    size_t Of = Class[Merged.empty() ? I : ClassOf[I]];
    for (size_t G = Begin[I]; G != Begin[I + 1]; ++G, ++Of)
      for (auto [Index, Callee] : enumerate(Calls[G].Callees))
        if (IsTaken(Of, Index))
          Do(Callee);
  };
  std::vector<uint32_t> Callers(All.size());
  SmallVector<uint32_t, 0> Uncalled;
  Callers[0] = 1;
  for (size_t I = 0; I != All.size(); ++I)
    forCallees(I, [&](uint32_t Callee) { ++Callers[Callee]; });
  for (uint32_t I = 0; I != All.size(); ++I)
    if (Callers[I] == 0)
      Uncalled.push_back(I);
  while (!Uncalled.empty())
    forCallees(Uncalled.pop_back_val(), [&](uint32_t Callee) {
      if (--Callers[Callee] == 0)
        Uncalled.push_back(Callee);
    });
  return {Callers.begin(), Callers.end()};
}

std::vector<std::vector<uint32_t>>
cyclesOf(ArrayRef<std::vector<uint32_t>> Next) {
  std::vector<CycleNode> Nodes(Next.size() + 1); // the last one leads to all
  for (auto [I, Successors] : enumerate(Next)) {
    Nodes.back().Next.push_back(&Nodes[I]);
    for (uint32_t To : Successors)
      Nodes[I].Next.push_back(&Nodes[To]);
  }
  std::vector<std::vector<uint32_t>> Result;
  for (auto It = scc_begin(&Nodes.back()); !It.isAtEnd(); ++It)
    if (It.hasCycle()) {
      auto Numbers = map_range(*It, [&](const CycleNode *N) {
        return static_cast<uint32_t>(N - Nodes.data());
      });
      Result.emplace_back(Numbers.begin(), Numbers.end());
    }
  return Result;
}

uint32_t entryOf(const SymbolTable &Symbols, uint32_t Function) {
  auto &Blocks = Symbols.functions()[Function].Blocks;
  auto It = find_if(Blocks, [&](uint32_t B) {
    return Symbols.blocks()[B].Kind == database::Kind::Entry;
  });
  return It == Blocks.end() ? None : *It;
}

} // namespace ipoint::worst
