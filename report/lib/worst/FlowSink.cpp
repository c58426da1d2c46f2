//===- FlowSink.cpp - What happens in calls of a root ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowSink.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

//===--- Which block calls whom ---===//

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

/// Assigns callees to the blocks of a path: to each the first one, not before
/// that of the last, that has a call of it left. Where a block makes all its
/// calls, that is how it was.
class FlowSink::Assignment {
public:
  Assignment(const CallSites &Sites, ArrayRef<uint32_t> Way)
      : Sites(Sites), Way(Way) {}

  /// Place in Way of the block that called \p Callee next.
  size_t next(uint32_t Callee) {
    auto beginning = [&](auto Calls) {
      size_t I = At;
      while (I != Way.size() && !Calls(I))
        ++I;
      return I;
    };
    size_t Found = beginning([&](size_t I) { return take(I, Callee); });
    if (Found == Way.size())
      Found = beginning([&](size_t I) { return Sites.isOpen(Way[I]); });
    if (Found == Way.size())
      Found = beginning(
          [&](size_t I) { return Sites.direct(Way[I], Callee) != 0; });
    if (Found == Way.size())
      return At;
    moveTo(Found);
    return At;
  }

private:
  void moveTo(size_t Place) {
    if (Place != At) {
      Taken.clear();
      ByPointer = 0;
    }
    At = Place;
  }
  /// Whether the block at \p Place has one more call of \p Callee; it is made.
  bool take(size_t Place, uint32_t Callee) {
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

  const CallSites &Sites;
  ArrayRef<uint32_t> Way;
  size_t At = 0;
  SmallVector<uint32_t, 8> Taken; ///< that the block there called directly
  uint32_t ByPointer = 0;         ///< calls of it through pointers
};

FlowSink::FlowSink(const SymbolTable &Symbols, uint32_t Root, unsigned Length,
                   uint64_t MinOverhead)
    : Symbols(Symbols), Root(Root), Length(Length), MinOverhead(MinOverhead),
      Sites(Symbols), Slots(Symbols), SlotOf(Symbols.edges()),
      Functions(Symbols.functions().size()) {
  Result.Root = Root;
  Result.Depth = Length;
  for (auto [Index, S] : enumerate(Symbols.transitions().slots()))
    if (S.Edge != None)
      SlotOf[S.Edge] = static_cast<uint32_t>(Index);
  OfRoot = context(Root, {});
}

//===--- Functions and contexts ---===//

FlowSink::Function &FlowSink::prepared(uint32_t Number) {
  Function &F = Functions[Number];
  if (F.L) [[likely]]
    return F;
  const Shape &S =
      Result.Shapes.try_emplace(Number, Symbols, Number).first->second;
  F.L = std::make_unique<Layout>(S);
  F.InRoot.resize(S.Blocks.size());
  F.EntryRow = Symbols.transitions().rowOf(S.Blocks[S.Entry]);
  for (auto [Local, E] : enumerate(S.Edges))
    F.L->describe(Slots[SlotOf[E.Symbol]], Symbols,
                  static_cast<uint32_t>(Local));
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
    C.Only->end(*C.Part);
    release(std::move(C.Only));
  }
  return *C.Part;
}

void FlowSink::release(std::unique_ptr<CallCounts> Counts) {
  Functions[Counts->layout().Of.Function].Counts.push_back(std::move(Counts));
}

/// Drops what \p C has.
void FlowSink::release(Context &C) {
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
  Counts->end(partOf(In));
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
  L.Site = &AllSites[{Site, Callee}];
  L.Site->Key = {Site, Callee};
  return L;
}

/// \p Open turns out to be \p Into, which may itself be open.
void FlowSink::settleOpen(Context &Open, Context &Into) {
  if (Open.Only)
    endCall(std::move(Open.Only), Into);
  else if (Open.Part)
    partOf(Into).absorb(*Open.Part);
  for (Context *C : Open.Callees)
    settleOpen(*C, *below(Into, C->Site, C->Function).To);
  release(Open);
  if (!Open.Caller)
    Functions[Open.Function].Open.push_back(&Open);
}

//===--- Calls ---===//

/// The context of a callee of the call on top, which is noted there.
FlowSink::Context *FlowSink::newCallee(uint32_t Function) {
  Call &Caller = Calls[Top - 1];
  const uint32_t Block = Symbols.blockAt(Caller.Row);
  if (Caller.Way.empty() && Sites.isSure(Block)) {
    Link L = below(*Caller.In, Block, Function);
    auto Known = find_if(Caller.Callees,
                         [&](const Callee &C) { return C.Site == L.Site; });
    if (Known != Caller.Callees.end())
      ++Known->Count;
    else
      Caller.Callees.push_back({Function, 1, nullptr, L.Site});
    return L.To;
  }
  // What calls without end is in no order but that of its first calls.
  constexpr size_t MostInOrder = 64;
  if (Caller.Callees.size() > MostInOrder)
    for (Callee &C : Caller.Callees)
      if (C.Function == Function) {
        ++C.Count;
        return C.Open ? C.Open : below(*Caller.In, Block, Function).To;
      }
  Context *Open = Length == 0 ? nullptr : openContext(Function);
  Caller.Callees.push_back({Function, 1, Open, nullptr});
  // Where call strings are empty, any site will do.
  return Open ? Open : below(*Caller.In, Block, Function).To;
}

void FlowSink::enter(uint32_t Number, Context *In) {
  Function &F = prepared(Number);
  if (Top == Calls.size())
    Calls.emplace_back();
  Call &C = Calls[Top++];
  if (F.Counts.empty()) {
    C.Counts = std::make_unique<CallCounts>(*F.L);
  } else {
    C.Counts = std::move(F.Counts.back());
    F.Counts.pop_back();
  }
  C.In = In;
  C.Row = F.EntryRow;
  C.Counts->begin();
}

void FlowSink::pushed(uint32_t Function, bool IsHandler, bool Entered) {
  if (Depth++ != 0) {
    if (IsBroken || InHandler)
      return;
    if (IsHandler)
      InHandler = Depth;
    else if (!Entered)
      breakOff();
    else
      enter(Function, newCallee(Function));
    return;
  }
  if (Function != Root) {
    Depth = 0;
    return;
  }
  ++InStream;
  enter(Root, OfRoot);
  if (!Entered)
    breakOff();
}

void FlowSink::popped() {
  if (Depth == 0)
    return;
  if (!IsBroken && !InHandler)
    leave();
  if (InHandler == Depth)
    InHandler = 0;
  if (--Depth != 0)
    return;
  if (IsBroken)
    ++Result.Incomplete;
  else
    endRoot();
  IsBroken = false;
}

void FlowSink::leave() {
  Call &C = Calls[Top - 1];
  // Behind a longjmp its path is not known.
  if (!C.Callees.empty()) {
    C.Way.push_back(Symbols.blockAt(C.Row));
    assignCallees(C);
  }
  endCall(std::move(C.Counts), *C.In);
  --Top;
}

/// Nothing of this call of the root counts.
void FlowSink::breakOff() {
  if (Depth == 0 || IsBroken)
    return;
  for (Call &C : MutableArrayRef(Calls).take_front(Top)) {
    endCall(std::move(C.Counts), *C.In);
    C.Callees.clear();
    C.Way.clear();
  }
  Top = 0;
  for (const std::unique_ptr<Context> &C : AllOpen) {
    release(*C);
    Functions[C->Function].Open.clear();
  }
  for (const std::unique_ptr<Context> &C : AllOpen)
    if (!C->Caller)
      Functions[C->Function].Open.push_back(C.get());
  for (Context *C : Used)
    release(*C);
  Used.clear();
  for (SiteNow *S : UsedSites)
    S->Flow = {};
  UsedSites.clear();
  RootTime.reset();
  IsBroken = true;
  InHandler = 0;
}

//===--- Visits ---===//

uint64_t FlowSink::time(Edge &E, uint64_t Ticks, ProbeCount Probes, uint64_t) {
  if (!isCounting())
    return 0;
  EdgeTicks &To = follow(E);
  ++To.Timed;
  To.Ticks += Ticks;
  To.MostRaw = std::max(To.MostRaw, Ticks);
  To.MostCorrected = std::max(To.MostCorrected, corrected(Ticks, Probes.Timed));
  return 0;
}

void FlowSink::followed(Edge &E, uint64_t Times) {
  if (isCounting())
    for (; Times != 0; --Times)
      follow(E);
}

EdgeTicks &FlowSink::follow(const Edge &E) {
  Call &C = Calls[Top - 1];
  if (!C.Callees.empty())
    leaveVisit(C, Symbols.blockAt(E.To));
  if (E.HasLoops)
    C.Counts->stepLoops(E, [&]() -> CallsPart & { return partOf(*C.In); });
  C.Row = E.To;
  return C.Counts->step(E);
}

/// The visit of \p C, which has callees, ends with one of \p To.
void FlowSink::leaveVisit(Call &C, uint32_t To) {
  const uint32_t From = Symbols.blockAt(C.Row);
  if (C.Way.empty() || Sites.calls(From))
    C.Way.push_back(From);
  if (!Sites.isSum(To))
    assignCallees(C);
}

/// Its way is whole.
void FlowSink::assignCallees(Call &C) {
  if (C.Way.size() == 1) {
    callFrom(C, C.Callees, C.Way.front());
  } else {
    Assignment Places(Sites, C.Way);
    size_t At = 0;
    MutableArrayRef<Callee> Left = C.Callees, Visit;
    for (size_t I = 0; I != C.Callees.size(); ++I) {
      size_t Place = Places.next(C.Callees[I].Function);
      if (Place != At) {
        callFrom(C, Visit, C.Way[At]);
        Left = Left.drop_front(Visit.size());
        At = Place;
        Visit = {};
      }
      Visit = Left.take_front(Visit.size() + 1);
    }
    callFrom(C, Visit, C.Way[At]);
  }
  C.Callees.clear();
  C.Way.clear();
}

/// A visit of \p Site called \p Callees.
void FlowSink::callFrom(Call &C, MutableArrayRef<Callee> Callees,
                        uint32_t Site) {
  for (auto [I, To] : enumerate(Callees)) {
    SiteNow *S = To.Site;
    if (!S) {
      Link L = below(*C.In, Site, To.Function);
      S = L.Site;
      if (To.Open)
        settleOpen(*To.Open, *L.To);
    }
    uint64_t Count = 0;
    for (Callee &Other : Callees.drop_front(I))
      if (Other.Function == To.Function)
        Count += std::exchange(Other.Count, 0);
    if (Count == 0)
      continue;
    if (S->Flow.Count == 0)
      UsedSites.push_back(S);
    S->Flow.merge({Count, Count});
  }
}

//===--- Times, and the end ---===//

void FlowSink::finish(uint32_t, const ActivationTimes &A) {
  if (!isCounting())
    return;
  Calls[Top - 1].Counts->Self = {1, A.Self, A.Self,
                                 corrected(A.Self, A.SelfProbes)};
  if (Top == 1)
    RootTime = {A.Inclusive, corrected(A.Inclusive, A.InclusiveProbes)};
}

void FlowSink::finish(uint32_t, const Activation &A) {
  if (!isCounting())
    return;
  if (A.SelfUsable)
    Calls[Top - 1].Counts->Self = {1, A.Self, A.Self,
                                   corrected(A.Self, A.SelfProbes.Timed)};
  if (Top == 1 && A.InclusiveUsable)
    RootTime = {A.Inclusive, corrected(A.Inclusive, A.InclusiveProbes.Timed)};
}

void FlowSink::event(const Event &E) {
  if (Depth == 0)
    return;
  bool Breaks = std::holds_alternative<EntryMissed>(E) ||
                std::holds_alternative<ImpossibleStep>(E) ||
                std::holds_alternative<Unusable>(E);
  if (const auto *N = std::get_if<NotRecorded>(&E))
    Breaks = N->Why != NotRecorded::BufferWait;
  else if (std::holds_alternative<CallAbandoned>(E))
    Breaks = Depth == 1; // the root; a callee may be left by longjmp
  if (Breaks)
    breakOff();
}

void FlowSink::endRoot() {
  ++Result.RootCalls;
  noteLongest();
  SmallVector<uint32_t, 16> Called;
  for (Context *C : Used) {
    if (!C->All)
      C->All = &Result.Contexts[{C->Function, C->Sites}];
    C->Part->addTo(*C->All);
    Function &F = Functions[C->Function];
    if (F.Calls == 0)
      Called.push_back(C->Function);
    F.Calls += C->Part->Calls;
    for (uint32_t Slot : C->Part->Most.used())
      if (Slot < F.InRoot.size())
        F.InRoot[Slot] += C->Part->InRoot[Slot];
  }
  for (uint32_t Number : Called) {
    Function &F = Functions[Number];
    ContextFlow &All = Result.ByFunction[Number];
    All.MostCalls = std::max(All.MostCalls, std::exchange(F.Calls, 0));
    All.MostInRoot.resize(F.InRoot.size());
  }
  for (Context *C : Used) {
    Function &F = Functions[C->Function];
    std::vector<uint64_t> &Most = Result.ByFunction[C->Function].MostInRoot;
    for (uint32_t Slot : C->Part->Most.used())
      if (Slot < F.InRoot.size())
        Most[Slot] = std::max(Most[Slot], std::exchange(F.InRoot[Slot], 0));
    release(*C);
  }
  Used.clear();
  for (SiteNow *S : UsedSites)
    Result.Sites[S->Key].merge(std::exchange(S->Flow, {}));
  UsedSites.clear();
}

/// Keeps the call of the root that ends, if it took longer than all before.
void FlowSink::noteLongest() {
  auto Time = std::exchange(RootTime, std::nullopt);
  if (!Time)
    return;
  LongestRootCall New;
  New.Raw = Time->first;
  New.Corrected = Time->second;
  New.Trace = TracePath.str();
  New.Number = (Stream << StreamShift) + InStream;
  if (Result.Longest && !Result.Longest->isBefore(New))
    return;
  for (const Context *C : Used) {
    const CallsPart &P = *C->Part;
    New.Calls[C->Function] += P.Calls;
    New.SelfTicks[C->Function] += P.Self.Ticks;
    for (uint32_t Local : P.Edges.used()) {
      auto &[Count, Ticks] = New.Edges[P.L.Of.Edges[Local].Symbol];
      Count += P.Edges[Local].Count;
      Ticks += P.Edges[Local].Ticks;
    }
  }
  Result.Longest = std::move(New);
}

} // namespace ipoint::worst
