//===- PartScan.cpp - What a part of a stream does, seen alone ------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartEffect.h"
#include "Walk.h"

namespace ipoint::analysis {

/// More than these are not kept: records before the first timed one of the
/// program, and activations from before the part that come to light in it.
static constexpr size_t MostHead = 4096, MostSteps = size_t(1) << 16;

/// Collects what is known of a stream whose beginning was not seen. At most one
/// frame, the lowest one, is from before the part.
class PartScan::Sink : public Walk {
public:
  struct Quick : Walk::Quick {
    explicit Quick(Sink &All) : Walk::Quick(All) {}
  };

  Sink(const SymbolTable &Symbols, PartEffect &Effect)
      : Walk(Symbols), Symbols(Symbols), Effect(Effect) {}

  /// Begins with \p S, the state in which nothing is known.
  void begin(StreamState &S) {
    State = &S;
    S.HaveTime = true;
    S.FirstTime = 0;
    forget(0);
  }
  /// The part has ended.
  void end();

  static constexpr bool InOrder = true; // it needs to know of each
  void pushed(uint32_t, bool IsHandler, bool Entered);
  void visit(uint32_t);
  void followed(Edge &, uint64_t);
  void popped();
  void event(const Event &E);

private:
  void missed(const Site &S);

  static constexpr uint32_t Sure = Frame::SelfSure | Frame::InclusiveSure;

  /// Whether the frame on top is from before the part.
  bool isBefore() const {
    const CallStack &S = State->Stack;
    return S.depth() == 1 && !(S.at(1).Flags & Frame::Entered);
  }
  void forget(uint32_t Index);
  PartEffect::Change changes(uint32_t Index);

  const SymbolTable &Symbols;
  PartEffect &Effect;
  StreamState *State = nullptr;
  StreamSums Sums; ///< when the frame that is watched began to be so
};

/// The frame \p Index changes from here on; what it loses is seen by what it
/// has.
void PartScan::Sink::forget(uint32_t Index) {
  CallStack &S = State->Stack;
  Frame &F = S.Frames[Index];
  F.VisitStart = F.SelfStart = F.SelfTimed = F.VisitState = 0;
  F.Flags |= Sure;
  F.Flags &= ~uint32_t(Frame::Extra);
  F.Sums = S.Sums;
  Sums = S.sums();
}

/// What has become of the frame \p Index, and of the stream, since forget().
PartEffect::Change PartScan::Sink::changes(uint32_t Index) {
  const CallStack &S = State->Stack;
  PartEffect::Change C;
  C.Top = S.Frames[Index];
  if (C.Top.Flags & Frame::Extra)
    C.Extras = S.Extras[Index];
  if (C.Extras.PathRuns || C.Extras.Values)
    Effect.IsKnown = false;
  C.AreSums = S.Sums != C.Top.Sums;
  const StreamSums &Now = S.sums();
  C.Sums = {Now.Paused - Sums.Paused, Now.OffCpu - Sums.OffCpu,
            Now.Excess - Sums.Excess, Now.Untimed - Sums.Untimed};
  C.Timed = S.Timed;
  C.LastTime = State->LastTime;
  C.LastMark = std::exchange(State->LastMark, None);
  return C;
}

void PartScan::Sink::event(const Event &E) {
  if (const auto *Missed = std::get_if<EntryMissed>(&E))
    return missed(*Missed->First);
  const auto *Bad = std::get_if<Unusable>(&E);
  // What lies below an abandoned call is not known; what is impossible may be
  // possible in an activation of the function before the part.
  if ((std::holds_alternative<CallAbandoned>(E) && State->Stack.depth() == 1) ||
      std::holds_alternative<ImpossibleStep>(E) ||
      (Bad && Bad->Why != Unusable::Unknown))
    Effect.IsKnown = false;
}

/// \p S is the first record of an activation from before the part.
void PartScan::Sink::missed(const Site &S) {
  // The first site of a path record alone does not show what precedes it.
  bool IsPath = !State->TimeKnown && (S.EndsPath || S.IsEntry);
  if (!State->Stack.empty() || Effect.Steps.size() == MostSteps || IsPath)
    Effect.IsKnown = false;
  if (!Effect.IsKnown)
    return;
  PartEffect::Step &New = Effect.Steps.emplace_back();
  PartEffect::Change &C = New.Before = changes(0);
  auto Index = static_cast<uint32_t>(&S - Symbols.sites().data());
  bool IsTimed = State->TimeKnown;
  New.First = {Symbols.firstId() + Index, IsTimed, IsTimed ? C.LastTime : 0};
  New.Function = S.Function;
  if (S.IsExit)
    New.Ends = PartEffect::End::ByFirst;
  // What has been counted of the record itself.
  C.Timed -= IsTimed;
  const uint64_t Untimed = IsTimed ? 0 : Symbols.recordWeight();
  C.Sums.Untimed -= Untimed;
  C.Extras.SelfUntimed -= Untimed;
  C.Extras.VisitUntimed -= Untimed;
  if (C.Top.VisitState & Frame::Spoiled)
    C.Extras.VisitSpoiled -= Untimed;
}

void PartScan::Sink::pushed(uint32_t, bool IsHandler, bool Entered) {
  if (IsHandler)
    Effect.IsKnown = false;
  if (Entered || !Effect.IsKnown)
    return;
  forget(1);
  State->Stack.top().VisitState = Frame::Stale | Frame::Spoiled;
}

/// A visit of the frame from before begins with its first record.
void PartScan::Sink::visit(uint32_t) {
  if (!isBefore() || !Effect.IsKnown)
    return;
  State->Stack.extras() = {};
  State->Stack.top().Flags &= ~uint32_t(Frame::Extra);
  Effect.FirstWithoutTime = {};
  Effect.IsCallingKnown = State->TimeKnown;
}

void PartScan::Sink::followed(Edge &, uint64_t) {
  if (Effect.IsCallingKnown || !isBefore() || !Effect.IsKnown)
    return;
  const FrameExtras &X = State->Stack.extras();
  const Spent &C = X.WithoutTimeCalling;
  Effect.IsCallingKnown =
      X.CallsOut || C.Ticks || C.Probes.Timed || C.Probes.Untimed;
  if (Effect.IsCallingKnown)
    return;
  Effect.FirstWithoutTime = X.WithoutTime;
  Effect.IsCallingKnown = State->TimeKnown;
}

void PartScan::Sink::popped() {
  if (!isBefore() || !Effect.IsKnown)
    return;
  CallStack &S = State->Stack;
  Frame &F = S.top();
  PartEffect::Step &Step = Effect.Steps.back();
  if (Step.Ends == PartEffect::End::None) {
    Step.Ends = F.VisitState & Frame::Spoiled ? PartEffect::End::Untimed
                                              : PartEffect::End::Timed;
    Step.Behind = changes(1);
  }
  // Its duration follows when its begin is known.
  F.EntryTime = State->LastTime;
  F.EntryTimed = S.Timed;
  forget(0);
}

void PartScan::Sink::end() {
  const StreamState &S = *State;
  if (S.Stack.Epoch || !S.Stack.PathRuns.empty() || !S.Stack.Values.empty() ||
      S.HandlerDepth || S.IsRequested || S.Halted == StreamState::Halt::OffCpu)
    Effect.IsKnown = false;
  if (!Effect.IsKnown)
    return;
  Effect.IsOpen = !Effect.Steps.empty() &&
                  Effect.Steps.back().Ends == PartEffect::End::None;
  Effect.Last = changes(Effect.IsOpen);
}

struct PartScan::Scanner {
  Scanner(const SymbolTable &Symbols, trace::SwitchReader *Switches,
          uint64_t Slack, PartEffect &Effect)
      : Out(Symbols, Effect), Events(Symbols, Out, Switches, Slack) {
    // Without a time before it, that span belongs to no block.
    Events.account(Effect.FirstTime);
    Out.begin(Events.state());
  }

  Sink Out;
  Rebuilder<Sink> Events;
};

PartScan::PartScan(const SymbolTable &Symbols, trace::SwitchReader *Switches,
                   uint64_t Slack)
    : Symbols(Symbols), Switches(Switches), Slack(Slack) {}
PartScan::~PartScan() = default;

bool PartScan::isHead(uint32_t Id, bool IsTimed, uint64_t Value) {
  if (Scan)
    return false;
  if (IsTimed && Id - Symbols.firstId() < Symbols.sites().size()) {
    Effect.FirstTime = Value;
    Scan = std::make_unique<Scanner>(Symbols, Switches, Slack, Effect);
    return false;
  }
  if (Effect.Head.size() < MostHead)
    Effect.Head.push_back({Id, IsTimed, Value});
  else
    Effect.IsKnown = false;
  return true;
}

size_t PartScan::run(llvm::ArrayRef<uint64_t> Words, uint64_t End,
                     uint64_t &Time) {
  return Scan ? Scan->Events.run(Words, End, Time) : 0;
}

void PartScan::timed(uint32_t Id, uint64_t Time) {
  if (!isHead(Id, true, Time))
    Scan->Events.timed(Id, Time);
}

void PartScan::untimed(uint32_t Id, uint64_t Payload) {
  if (Id == IPOINT_ID_PROBE || Id == IPOINT_ID_JUMP)
    Effect.IsKnown = false; // it concerns calls from before
  if (!isHead(Id, false, Payload))
    Scan->Events.untimed(Id, Payload);
}

void PartScan::gap() {
  Effect.IsKnown = false;
  if (Scan)
    Scan->Events.gap();
}

PartEffect PartScan::takeEffect() {
  if (Scan) {
    Scan->Out.end();
    Effect.Behind.emplace(std::move(Scan->Events.state()));
    Scan.reset();
  }
  return std::move(Effect);
}

} // namespace ipoint::analysis
