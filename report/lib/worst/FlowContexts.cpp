//===- FlowContexts.cpp - Contexts of calls in a root ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a FlowSink that keeps functions and contexts, open ones too, and
// what was counted in them.
//
//===----------------------------------------------------------------------===//

#include "FlowSink.h"
#include "Instances.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

FlowSink::Function &FlowSink::prepared(uint32_t Number) {
  Function &F = Functions[Number];
  if (F.L) [[likely]]
    return F;
  const bool IsRoot = Number == Root.Function;
  const Shape &S =
      Result.Shapes
          .try_emplace(Number, Symbols, IsRoot ? Root : worst::Root{Number})
          .first->second;
  F.L = std::make_unique<Layout>(S);
  F.InRoot.resize(S.Blocks.size());
  F.Ran = &Result.Ran[Number];
  if (KeepsSizes)
    F.Sizes = &Result.Sizes[Number];
  F.EntryRow = Symbols.transitions().rowOf(entryOf(Symbols, Number));
  auto isTimed = [&](uint32_t Block) {
    return Block == None || Symbols.blocks()[Block].Timed;
  };
  const bool HasPaths = !all_of(S.Blocks, isTimed);
  // Those that are no part of it, see FlowEdge.
  if (IsRoot && Root.isPart())
    for (uint32_t Block : Symbols.functions()[Number].Blocks)
      for (auto [E, Last] = Symbols.edgesOf(Block); E != Last; ++E) {
        Edge &Slot = Slots[SlotOf[E]];
        Slot.IsBorder = true;
        Slot.Local = None;
        Slot.EndsPath = HasPaths && isTimed(Symbols.targetOf(E));
      }
  for (auto [Local, E] : enumerate(S.Edges)) {
    Edge &Slot = Slots[SlotOf[E.Symbol]];
    F.L->describe(Slot, Symbols, static_cast<uint32_t>(Local));
    Slot.EndsPath = HasPaths && isTimed(Symbols.targetOf(E.Symbol));
  }
  return F;
}

void FlowSink::noteUsed(Context &C) {
  if (C.IsUsed)
    return;
  C.IsUsed = true;
  if (!C.IsOpen)
    Used.push_back(&C);
  else if (C.Caller)
    C.Caller->Callees.push_back(&C);
}

CallsPart &FlowSink::partOf(Context &C) {
  if (C.Part) [[likely]]
    return *C.Part;
  Function &F = Functions[C.Function];
  if (F.Parts.empty()) {
    C.Part = std::make_unique<CallsPart>(*F.L);
  } else {
    C.Part = std::move(F.Parts.back());
    F.Parts.pop_back();
  }
  noteUsed(C);
  if (C.Only) {
    C.Only->end(*C.Part, *F.Ran);
    release(std::move(C.Only));
  }
  return *C.Part;
}

void FlowSink::release(std::unique_ptr<CallCounts> Counts) {
  Functions[Counts->layout().Of.Function].Counts.push_back(std::move(Counts));
}

const FlowSink::LeafCall *FlowSink::leafCall(const TakenPath &P) {
  if (P.Index >= RecentLeaves.size())
    RecentLeaves.resize(P.Index + 1);
  auto &[Word, Recent] = RecentLeaves[P.Index];
  if (Word == P.Word) [[likely]]
    return Recent;
  std::unique_ptr<LeafCall> &L = Leaves[P.Word];
  if (!L)
    L = std::make_unique<LeafCall>(LeafCall{P.Function, P.Slots.vec()});
  Word = P.Word;
  return Recent = L.get();
}

void FlowSink::addLeaf(Context &C, const LeafCall &L, uint64_t Times) {
  // So few are searched.
  constexpr size_t Most = 16;
  for (auto &[Known, Before] : C.Leaves)
    if (Known == &L) {
      Before += Times;
      return;
    }
  if (C.Leaves.size() == Most)
    return addToPart(C, L, Times);
  C.Leaves.push_back({&L, Times});
  noteUsed(C);
}

void FlowSink::addToPart(Context &C, const LeafCall &L, uint64_t Times) {
  Function &F = prepared(L.Function);
  const Layout &Of = *F.L;
  CallsPart One(Of);
  CallCounts Counts(Of);
  Counts.begin();
  for (uint32_t Slot : L.Slots) {
    if (Slots[Slot].Local == None)
      continue;
    if (Slots[Slot].HasLoops)
      Counts.stepLoops(Slots[Slot], [&]() -> CallsPart & { return One; });
    Counts.step(Slots[Slot]);
  }
  Counts.end(One, *F.Ran);
  partOf(C).absorb(One, Times);
}

void FlowSink::addLeavesToPart(Context &C) {
  for (auto [L, Times] : C.Leaves)
    addToPart(C, *L, Times);
  C.Leaves.clear();
}

/// Drops what \p C has.
void FlowSink::release(Context &C) {
  C.Leaves.clear();
  if (C.Only)
    partOf(C); // all of it is 0 then
  C.Callees.clear();
  C.IsUsed = false;
  if (!C.Part)
    return;
  C.Part->clear();
  Functions[C.Function].Parts.push_back(std::move(C.Part));
}

/// The call \p Counts, of \p In, has ended.
void FlowSink::endCall(std::unique_ptr<CallCounts> Counts, Context &In) {
  if (In.IsOpen && !In.Part && !In.Only) {
    In.Only = std::move(Counts);
    noteUsed(In);
    return;
  }
  CallsPart &Into = partOf(In);
  BlockSets Elsewhere; // outside of executions of a part
  const bool IsOutside = &In == OfRoot && Root.isPart() && !IsInPart;
  Counts->end(Into, IsOutside ? Elsewhere : *Functions[In.Function].Ran);
  release(std::move(Counts));
}

FlowSink::Context *FlowSink::context(uint32_t Function, CallString Sites) {
  ContextKey Key = {Function, std::move(Sites)};
  std::unique_ptr<Context> &C = Contexts[Key];
  if (!C) {
    C = std::make_unique<Context>();
    C->Number = Numbers++;
    C->Function = Function;
    C->Sites = std::move(Key.Sites);
  }
  return C.get();
}

/// That of a call whose site is not known.
FlowSink::Context *FlowSink::openContext(uint32_t Number) {
  Function &F = prepared(Number);
  if (F.Open.empty())
    return openBelow(nullptr, None, Number, {});
  Context *C = F.Open.back();
  F.Open.pop_back();
  return C;
}

FlowSink::Context *FlowSink::openBelow(Context *Caller, uint32_t Site,
                                       uint32_t Function, CallString Sites) {
  Context *C = AllOpen.emplace_back(std::make_unique<Context>()).get();
  C->Number = Numbers++;
  C->Function = Function;
  C->IsOpen = true;
  C->Sites = std::move(Sites);
  C->Caller = Caller;
  C->Site = Site;
  return C;
}

/// Where a call of \p Callee at \p Site in \p Caller leads.
FlowSink::Link FlowSink::below(Context &Caller, uint32_t Site,
                               uint32_t Callee) {
  Link &L = Found[{uint64_t(Caller.Number) << 32 | Site, Callee}];
  if (L.To) [[likely]]
    return L;
  CallString Longer = Caller.Sites;
  Longer.push_back(Site);
  if (Longer.size() > Length)
    Longer.erase(Longer.begin());
  prepared(Callee);
  L.To = Caller.IsOpen && Longer.size() < Length
             ? openBelow(&Caller, Site, Callee, std::move(Longer))
             : context(Callee, std::move(Longer));
  L.Site = &AllSites[{blockOfSite(Site), Callee}];
  L.Site->Key = {blockOfSite(Site), Callee};
  return L;
}

/// \p Open turns out to be \p Into, which may itself be open.
void FlowSink::settleOpen(Context &Open, Context &Into) {
  if (Open.Only)
    endCall(std::move(Open.Only), Into);
  else if (Open.Part)
    partOf(Into).absorb(*Open.Part);
  for (auto [L, Times] : Open.Leaves)
    addLeaf(Into, *L, Times);
  for (Context *C : Open.Callees)
    settleOpen(*C, *below(Into, C->Site, C->Function).To);
  release(Open);
  if (!Open.Caller)
    Functions[Open.Function].Open.push_back(&Open);
}

CallSites::CallSites(const SymbolTable &Symbols)
    : Symbols(Symbols), Sums(Symbols.blocks().size()),
      Sure(Symbols.blocks().size(), true) {
  for (const DirectCalls &D : Symbols.directCalls()) {
    const std::pair Key(D.Block, Symbols.blocks()[D.Entry].Function);
    Direct[Key] = D.Count;
    if (uint32_t Count = sitesOf(D, Symbols); Count > 1)
      LastSites[Key] = Count - 1;
  }
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
