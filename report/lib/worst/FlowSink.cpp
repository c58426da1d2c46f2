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

FlowSink::FlowSink(const SymbolTable &Symbols, uint32_t Root,
                   const FlowOptions &Options)
    : Symbols(Symbols), Root(Root), Length(Options.Depth),
      MinOverhead(Options.MinOverhead), InCaller(Options.InCaller),
      Sites(Symbols), Slots(Symbols), SlotOf(Symbols.edges()),
      Functions(Symbols.functions().size()) {
  Result.Root = Root;
  Result.Depth = Length;
  for (auto [Index, S] : enumerate(Symbols.transitions().slots()))
    if (S.Edge != None)
      SlotOf[S.Edge] = static_cast<uint32_t>(Index);
  OfRoot = context(Root, {});
}

//===--- Calls ---===//

/// The context of a callee of the call on top, which is noted there; null if it
/// is only a \p Leaf, or null.
FlowSink::Context *FlowSink::newCallee(uint32_t Function,
                                       const LeafCall *Leaf) {
  Call &Caller = Calls[Top - 1];
  const uint32_t Block = Symbols.blockAt(Caller.Row);
  if (Caller.Way.empty() && Sites.isSure(Block)) {
    Link L = below(*Caller.In, Block, Function);
    if (Leaf)
      addLeaf(*L.To, *Leaf, 1);
    auto Known = find_if(Caller.Callees,
                         [&](const Callee &C) { return C.Site == L.Site; });
    if (Known != Caller.Callees.end())
      ++Known->Count;
    else
      Caller.Callees.push_back({Function, 1, nullptr, nullptr, L.Site});
    return Leaf ? nullptr : L.To;
  }
  // What calls without end is in no order but that of its first calls.
  constexpr size_t MostInOrder = 64;
  Callee *Known = nullptr;
  if (Caller.Callees.size() > MostInOrder)
    Known = find_if(Caller.Callees, [&](const Callee &C) {
      return C.Function == Function && C.Leaf == Leaf;
    });
  if (Known && Known != Caller.Callees.end()) {
    ++Known->Count;
  } else {
    Context *Open = Leaf || Length == 0 ? nullptr : openContext(Function);
    Caller.Callees.push_back({Function, 1, Open, Leaf, nullptr});
    Known = &Caller.Callees.back();
  }
  if (Leaf)
    return nullptr;
  // Where call strings are empty, any site will do.
  return Known->Open ? Known->Open : below(*Caller.In, Block, Function).To;
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
  C.Inner = C.Before = {};
  C.First = None;
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
      enter(Function, newCallee(Function, nullptr));
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
  if (--Top != 0)
    Calls[Top - 1].Inner.add(C.Inner);
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
  To.addTime(Ticks, corrected(Ticks, Probes.Timed));
  if (E.EndsPath)
    endPath(/*HasTime=*/true);
  return 0;
}

void FlowSink::followed(Edge &E, uint64_t Times) {
  if (!isCounting())
    return;
  for (; Times != 0; --Times)
    follow(E);
  if (E.EndsPath)
    endPath(/*HasTime=*/false);
}

/// A timed record ends what came since the last one. If the last visit of that
/// has no time, the whole has one: it counts as that of its first transition.
void FlowSink::endPath(bool HasTime) {
  Call &C = Calls[Top - 1];
  const Frame &F = View.Stack->at(View.Stack->depth());
  SelfTime Now = {*View.Time - F.SelfStart, View.Stack->Timed - F.SelfTimed,
                  (F.Flags & Frame::Entered) && (F.Flags & Frame::SelfSure) &&
                      F.Epoch == View.Stack->Epoch};
  if (!HasTime && Now.IsUsable) {
    uint64_t Ticks = Now.Ticks - C.Before.Ticks;
    C.Counts->edge(C.First).addTime(
        Ticks, corrected(Ticks, Now.Probes - C.Before.Probes));
  }
  C.Before = Now;
  C.First = None;
}

EdgeTicks &FlowSink::follow(const Edge &E, uint64_t Times) {
  Call &C = Calls[Top - 1];
  if (!C.Callees.empty())
    leaveVisit(C, Symbols.blockAt(E.To));
  if (E.HasLoops)
    C.Counts->stepLoops(
        E, [&]() -> CallsPart & { return partOf(*C.In); }, Times);
  C.Row = E.To;
  if (C.First == None)
    C.First = E.Local;
  return C.Counts->step(E, Times);
}

void FlowSink::followAll(ArrayRef<uint32_t> Path) {
  for (uint32_t Slot : Path)
    follow(Slots[Slot]);
}

void FlowSink::took(const TakenPath &P) {
  if (P.Begins && P.Ends && P.Rounds == 0 && isCounting()) {
    newCallee(P.Function, leafCall(P));
    return;
  }
  if (P.Begins)
    pushed(P.Function, /*IsHandler=*/false, /*Entered=*/true);
  if (isCounting()) {
    followAll(P.Slots.take_front(P.RoundsAt));
    // A loop that is entered in each round has as many runs.
    if (any_of(P.Round, [&](uint32_t Slot) { return Slots[Slot].Enters; }))
      for (uint64_t Round = 0; Round != P.Rounds; ++Round)
        followAll(P.Round);
    else if (P.Rounds != 0)
      for (uint32_t Slot : P.Round)
        follow(Slots[Slot], P.Rounds);
    followAll(P.Slots.drop_front(P.RoundsAt));
  }
  if (P.Ends)
    popped();
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
    CallAssignment Places(Sites, C.Way);
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
  for (Callee &To : Callees) {
    if (To.Site)
      continue;
    Link L = below(*C.In, Site, To.Function);
    To.Site = L.Site;
    if (To.Open)
      settleOpen(*To.Open, *L.To);
    if (To.Leaf)
      addLeaf(*L.To, *To.Leaf, To.Count);
  }
  for (auto [I, To] : enumerate(Callees)) {
    uint64_t Count = 0;
    for (Callee &Other : Callees.drop_front(I))
      if (Other.Function == To.Function)
        Count += std::exchange(Other.Count, 0);
    if (Count == 0)
      continue;
    if (To.Site->Flow.Count == 0)
      UsedSites.push_back(To.Site);
    To.Site->Flow.merge({Count, Count});
  }
}

//===--- Times, and the end ---===//

/// What it leaves in Call::Inner goes to the caller.
void FlowSink::endSelf(uint32_t Function, SelfTime Self) {
  Call &C = Calls[Top - 1];
  C.Inner.add(Self);
  if (Top > 1 && Function < InCaller.size() && InCaller[Function])
    return;
  Self = std::exchange(C.Inner, {});
  if (Self.IsUsable)
    C.Counts->Self = {1, Self.Ticks, Self.Ticks,
                      corrected(Self.Ticks, Self.Probes)};
}

void FlowSink::finish(uint32_t Function, const ActivationTimes &A) {
  if (!isCounting())
    return;
  endSelf(Function, {A.Self, A.SelfProbes});
  if (Top == 1)
    RootTime = {A.Inclusive, corrected(A.Inclusive, A.InclusiveProbes)};
}

void FlowSink::finish(uint32_t Function, const Activation &A) {
  if (!isCounting())
    return;
  endSelf(Function, {A.Self, A.SelfProbes.Timed, A.SelfUsable});
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
  for (Context *C : Used)
    addLeavesToPart(*C);
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

} // namespace ipoint::worst
