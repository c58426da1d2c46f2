//===- FilterSink.cpp - What the second pass logs -------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FilterSink.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

LoggedTimes LoggedTimes::of(const Decision &V) {
  LoggedTimes Result;
  // A watched visit's number may be asked for in the next round.
  Result.IsCounted = V.CountVisits || !V.Watched.empty();
  for (const Band &B : V.Watched)
    Result.Top = std::min(Result.Top, B.From - 1);
  if (V.State != FilterState::Applied)
    return Result;
  for (const Band &B : V.Interrupted)
    if (B.From > V.Instead.Ticks)
      Result.Top = std::min(Result.Top, B.From - 1);
    else if (B.To < V.Instead.Ticks)
      Result.Floor = std::max(Result.Floor, B.To + 1);
  return Result;
}

bool LoggedTimes::covers(const LoggedTimes &Other) const {
  bool IsInside = Other.Floor <= Floor && Floor <= Top && Top <= Other.Top;
  bool IsSame = Other.Floor == Floor && Other.Top == Top;
  return (IsInside || IsSame) && IsCounted >= Other.IsCounted;
}

void LoggedTimes::add(const LoggedTimes &Other) {
  Floor = std::max(Floor, Other.Floor);
  Top = std::min(Top, Other.Top);
  IsCounted |= Other.IsCounted;
}

void VisitLog::keep(const Event &E) {
  if (IsWhole && (Events.size() + 1) * sizeof(Event) > Most) {
    IsWhole = false;
    Events = {};
  }
  if (IsWhole)
    Events.push_back(E);
}

void VisitLog::read(VisitLogReader &Into) const {
  auto Emit =
      makeVisitor([&](StreamStart) { Into.startStream(); },
                  [&](const LoggedVisit &V) { Into.visit(V); },
                  [&](const Uncounted &C) { Into.count(C.Block, C.Visits); },
                  [&](const Interruption &I) {
                    Into.interrupted(I.Block, I.By, I.Response);
                  },
                  [&](const LoggedUntimed &V) { Into.untimed(V); },
                  [&](const LoggedEnd &E) { Into.end(E); });
  for (const Event &E : Events)
    std::visit(Emit, E);
}

/// The node of \p Paths of the activation on top of \p Stack, as
/// CallPaths::push() finds it: a handler begins a new path.
static uint32_t nodeOf(const CallPaths &Paths, const CallStack &Stack) {
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

FilterSink::FilterSink(const SymbolTable &Symbols, ArrayRef<LoggedTimes> Times,
                       const CallPaths *Paths, VisitLogReader &Log)
    : Quiet(Symbols.functions().size()), Slots(Symbols), Paths(Paths),
      Log(Log) {
  for (const LoggedTimes &T : Times)
    Blocks.push_back({T, 0});
  for (uint32_t Slot = 0; Slot < Slots.size(); ++Slot) {
    uint32_t From = Slots.info(Slot).From;
    if (From == None)
      continue;
    const LoggedTimes &T = Times[From];
    // No visit is that long, so each is counted.
    Slots[Slot].Floor = T.IsCounted ? UINT64_MAX : T.Floor;
    Slots[Slot].Span = T.IsCounted ? 0 : T.Top - T.Floor;
  }
}

void FilterSink::startPart(bool IsFirst) {
  Touched = 0;
  if (IsFirst)
    Log.startStream();
}

void FilterSink::endPart() {
  for (auto [Number, B] : enumerate(Blocks))
    if (uint64_t Visits = std::exchange(B.Count, 0);
        Visits && B.Times.IsCounted)
      Log.count(uint32_t(Number), Visits);
}

uint64_t FilterSink::time(Edge &E, uint64_t Ticks, ProbeCount Probes,
                          uint64_t At) {
  EdgeInfo I = Slots.info(E);
  Block &B = Blocks[I.From];
  LoggedVisit V;
  V.IsRecorded = std::exchange(IsRecorded, {});
  ++B.Count;
  if (!B.Times.has(Ticks) && !V.IsRecorded[Recorded::Kernel])
    return 0;
  V.Block = I.From;
  V.Depth = Touched = uint32_t(View.Stack->depth());
  V.At = At;
  V.Ticks = Ticks;
  V.Probes = Probes;
  V.Count = std::exchange(B.Count, 0);
  V.CallsOut = I.CallsOut;
  V.IsHandlers = *View.HandlerDepth != 0;
  Log.visit(V);
  return 1;
}

void FilterSink::event(const Event &E) {
  if (const auto *V = std::get_if<VisitInterrupted>(&E)) {
    IsRecorded[V->Kind] = true;
    Log.interrupted(V->Block, V->Kind, V->Ticks + V->More);
  } else if (const auto *V = std::get_if<UntimedInterrupted>(&E)) {
    Touched = uint32_t(View.Stack->depth());
    Log.untimed({Touched, V->Ticks, V->CallsOut, *View.HandlerDepth != 0});
  } else if (std::holds_alternative<CallAbandoned>(E)) {
    WasAbandoned = true;
  }
}

void FilterSink::finish(uint32_t Function, const Activation &A) {
  if (View.Stack->depth() > Touched)
    return Quiet.note(Function, A);
  End.HasTimes = true;
  End.Where = Quiet.where(Function, A);
  End.At = *View.Time;
  End.Function = Function;
  End.Times = {A.SelfUsable, A.InclusiveUsable, A.Self,
               A.Inclusive,  A.SelfProbes,      A.InclusiveProbes};
  if (Paths)
    End.Node = nodeOf(*Paths, *View.Stack);
}

void FilterSink::popped() {
  bool HasEnd = !std::exchange(WasAbandoned, false);
  auto Depth = uint32_t(View.Stack->depth());
  if (Depth > Touched)
    return;
  Touched = Depth - 1;
  End.Depth = Depth;
  End.IsHandler = HasEnd && (View.Stack->at(Depth).Flags & Frame::Interrupt);
  Log.end(std::exchange(End, LoggedEnd()));
}

} // namespace ipoint::analysis
