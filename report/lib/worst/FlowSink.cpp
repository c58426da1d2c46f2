//===- FlowSink.cpp - What happens in calls of a root ---------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowSink.h"
#include "Instances.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

FlowSink::FlowSink(const SymbolTable &Symbols, const worst::Root &Of,
                   const FlowOptions &Options)
    : Symbols(Symbols), Root(Of), Length(Options.Depth),
      MinOverhead(Options.MinOverhead), InCaller(Options.InCaller),
      KeepsSizes(Options.KeepsSizes), Sites(Symbols), Slots(Symbols),
      SlotOf(Symbols.edges()), Functions(Symbols.functions().size()) {
  Result.Root = Of;
  Result.Depth = Length;
  for (auto [Index, S] : enumerate(Symbols.transitions().slots()))
    if (S.Edge != None)
      SlotOf[S.Edge] = static_cast<uint32_t>(Index);
  OfRoot = context(Root.Function, {});
}

//===--- Calls ---===//

/// The context of a callee of the call on top, which is noted there; null if it
/// is only a \p Leaf, or null.
FlowSink::Context *FlowSink::newCallee(uint32_t Function,
                                       const LeafCall *Leaf) {
  Result.CallsItself |= Function == Root.Function;
  Call &Caller = Calls[Top - 1];
  const uint32_t Block = Symbols.blockAt(Caller.Row);
  if (Caller.Way.empty() && Sites.isSure(Block)) {
    Link L = below(*Caller.In, Block, Function);
    auto Known = find_if(Caller.Callees,
                         [&](const Callee &C) { return C.Site == L.Site; });
    if (Known != Caller.Callees.end())
      L = below(*Caller.In, Sites.site(Block, Function, Known->Count++),
                Function);
    else
      Caller.Callees.push_back({Function, 1, nullptr, nullptr, L.Site});
    if (Leaf)
      addLeaf(*L.To, *Leaf, 1);
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

/// A call begins in them.
std::unique_ptr<CallCounts> FlowSink::newCounts(uint32_t Number) {
  Function &F = prepared(Number);
  std::unique_ptr<CallCounts> Result;
  if (F.Counts.empty()) {
    Result = std::make_unique<CallCounts>(*F.L);
  } else {
    Result = std::move(F.Counts.back());
    F.Counts.pop_back();
  }
  Result->begin();
  return Result;
}

void FlowSink::enter(uint32_t Number, Context *In) {
  if (Top == Calls.size())
    Calls.emplace_back();
  Call &C = Calls[Top++];
  C.Counts = newCounts(Number);
  C.In = In;
  C.Inner = C.Before = {};
  C.First = None;
  C.Row = Functions[Number].EntryRow;
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
  if (Function != Root.Function) {
    Depth = 0;
    return;
  }
  InStream += !Root.isPart();
  enter(Function, OfRoot);
  if (Root.isPart())
    beginPart(Entered ? entryOf(Symbols, Function) : None);
  else if (!Entered)
    breakOff();
}

void FlowSink::popped() {
  if (Depth == 0)
    return;
  if (!IsBroken && !InHandler)
    leave();
  if (InHandler == Depth)
    InHandler = 0;
  --Depth;
  if (Root.isPart() && Depth == 1 && IsBroken) {
    IsBroken = false;
    enter(Root.Function, OfRoot);
  }
  if (Depth != 0)
    return;
  if (!Root.isPart() && IsBroken)
    ++Result.Incomplete;
  else if (!Root.isPart())
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
  if (Root.isPart() && Top == 1) {
    const uint32_t Last = Symbols.blockAt(C.Row);
    auto [First, End] = Symbols.edgesOf(Last);
    endPart(Last, Root.Loop != None && First == End);
  } else {
    endCall(std::move(C.Counts), *C.In);
  }
  if (--Top != 0)
    Calls[Top - 1].Inner.add(C.Inner);
}

/// Nothing of this execution of the root counts.
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
  drop();
  IsBroken = true;
  InHandler = 0;
  if (!Root.isPart())
    return;
  Result.Incomplete += std::exchange(IsInPart, false);
  if (Depth == 1) {
    IsBroken = false;
    enter(Root.Function, OfRoot);
  }
}

//===--- Visits ---===//

uint64_t FlowSink::time(Edge &E, uint64_t Ticks, ProbeCount Probes, uint64_t) {
  if (!isCounting())
    return 0;
  EdgeTicks &To = follow(E);
  To.addTime(Ticks, corrected(Ticks, Probes.Timed));
  endVisit(E, /*HasTime=*/true);
  return 0;
}

void FlowSink::followed(Edge &E, uint64_t Times) {
  if (isCounting())
    for (; Times != 0; --Times)
      pass(E);
}

void FlowSink::pass(const Edge &E) {
  follow(E);
  endVisit(E, /*HasTime=*/false);
}

/// \p E was taken; what it ends has a time if that \p HasTime.
void FlowSink::endVisit(const Edge &E, bool HasTime) {
  if (E.EndsPath)
    endPath(HasTime);
  if (E.IsBorder && Top == 1)
    cross(E);
}

/// A timed record ends what came since the last one. If the last visit of that
/// has no time, the whole has one: it counts as that of its first transition.
void FlowSink::endPath(bool HasTime) {
  Call &C = Calls[Top - 1];
  const Frame &F = View.Stack->at(View.Stack->depth());
  SelfTime Now = {*View.Time - F.SelfStart, View.Stack->Timed - F.SelfTimed,
                  (F.Flags & Frame::Entered) && (F.Flags & Frame::SelfSure) &&
                      F.Epoch == View.Stack->Epoch};
  if (!HasTime && Now.IsUsable && C.First != None) {
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
    leaveVisit(C, E);
  if (E.HasLoops)
    C.Counts->stepLoops(
        E, [&]() -> CallsPart & { return partOf(*C.In); }, Times);
  C.Row = E.To;
  if (C.First == None)
    C.First = E.Local;
  return E.Local == None ? Elsewhere : C.Counts->step(E, Times);
}

void FlowSink::followAll(ArrayRef<uint32_t> Path) {
  for (uint32_t Slot : Path)
    pass(Slots[Slot]);
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
    if (any_of(P.Round, [&](uint32_t Slot) {
          return Slots[Slot].Enters || Slots[Slot].IsBorder;
        }))
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

/// The visit of \p C, which has callees, ends with \p E.
void FlowSink::leaveVisit(Call &C, const Edge &E) {
  const uint32_t From = Symbols.blockAt(C.Row);
  if (C.Way.empty() || Sites.calls(From))
    C.Way.push_back(From);
  const bool GoesOn = Sites.isSum(Symbols.blockAt(E.To));
  if (!GoesOn || (E.IsBorder && Top == 1))
    assignCallees(C, GoesOn);
}

/// Its way is whole; or it \p GoesOn, and what its blocks so far have not
/// called is left.
void FlowSink::assignCallees(Call &C, bool GoesOn) {
  size_t I = 0;
  if (C.Way.size() == 1 && !GoesOn) {
    callFrom(C, C.Callees, C.Way.front());
    I = C.Callees.size();
  } else {
    CallAssignment Places(Sites, C.Way, GoesOn);
    size_t At = 0;
    MutableArrayRef<Callee> Left = C.Callees, Visit;
    for (; I != C.Callees.size(); ++I) {
      size_t Place = Places.next(C.Callees[I].Function);
      if (Place == C.Way.size())
        break;
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
  C.Callees.erase(C.Callees.begin(), C.Callees.begin() + I);
  C.Way.clear();
}

/// A visit of \p Site called \p Callees.
void FlowSink::callFrom(Call &C, MutableArrayRef<Callee> Callees,
                        uint32_t Site) {
  bool IsOrdered = true;
  for (auto [I, To] : enumerate(Callees)) {
    if (To.Site)
      continue;
    uint64_t Before = 0;
    for (const Callee &Other : Callees.take_front(I))
      if (Other.Function == To.Function)
        Before += Other.Count;
    Link L = below(*C.In, Sites.site(Site, To.Function, Before), To.Function);
    To.Site = L.Site;
    IsOrdered &= To.Count == 1;
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
    To.Site->Flow.merge({Count, Count, IsOrdered});
  }
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

} // namespace ipoint::worst
