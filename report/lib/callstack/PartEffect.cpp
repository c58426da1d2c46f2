//===- PartEffect.cpp - What a part of a stream does to any stack ---------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartEffect.h"
#include "Walk.h"

namespace ipoint::analysis {

/// Gives a stack that is known what was found of a part.
class PartEffect::Replay {
public:
  Replay(const PartEffect &Effect, StreamState Before,
         const SymbolTable &Symbols)
      : Effect(Effect), Out(Symbols), Events(Symbols, Out, std::move(Before)),
        S(Events.state()) {}

  /// False if that can't be done.
  bool run();
  StreamState takeState() { return std::move(S); }

private:
  bool isUsual() const;
  void give(const Record &R) {
    if (R.IsTimed)
      Events.timed(R.Id, R.Value);
    else
      Events.untimed(R.Id, R.Value);
  }
  bool take(const Step &Next);
  void endTop(const Step &Next);
  void note(const Change &C);
  void changeSums(const Change &C);
  void changeTop(const Change &C);
  void changeExtras(const FrameExtras &By, const Frame &Was);
  bool finish();
  bool finishTop();
  bool copyLoops();
  void copyFrames();

  const PartEffect &Effect;
  Walk Out;
  Rebuilder<Walk> Events;
  StreamState &S;
  uint64_t TimedBefore = 0; ///< what is scanned
};

/// Whether S is as PartScan takes it to be.
bool PartEffect::Replay::isUsual() const {
  return S.HaveTime && S.Halted == StreamState::Halt::No && !S.IsRequested &&
         S.Alarm == S.nextAlarm() && S.FirstTime != StreamState::NoTime &&
         S.HandlerDepth == 0;
}

/// Applies the changes of the stream itself.
void PartEffect::Replay::note(const Change &C) {
  S.Stack.Timed = TimedBefore + C.Timed;
  S.LastTime = C.LastTime;
  if (C.LastMark != None)
    S.LastMark = C.LastMark;
}

void PartEffect::Replay::changeSums(const Change &C) {
  if (!C.AreSums)
    return;
  StreamSums &Now = S.Stack.changeSums();
  Now.Paused += C.Sums.Paused;
  Now.OffCpu += C.Sums.OffCpu;
  Now.Excess += C.Sums.Excess;
  Now.Untimed += C.Sums.Untimed;
}

/// Where the frame on top \p Was unsure, a Rebuilder has what concerns its self
/// time in the accounts; and of its visit, as long as that has no time.
void PartEffect::Replay::changeExtras(const FrameExtras &By, const Frame &Was) {
  const bool Unsure = Was.isUnsure();
  FrameExtras &X = S.Stack.extras();
  X.SelfOffCpu += By.SelfOffCpu;
  X.SelfExcess += By.SelfExcess;
  for (Recorded::Kind Kind : Recorded::All)
    X.VisitRecorded[Kind] += By.VisitRecorded[Kind];
  X.VisitLost += By.VisitLost;
  if (!Unsure)
    X.VisitUntimed += By.VisitUntimed;
  else if (!(Was.VisitState & Frame::Spoiled))
    X.VisitUntimed += By.VisitUntimed - By.VisitSpoiled;
  if (Unsure)
    return;
  X.SelfUntimed += By.SelfUntimed;
  X.WithoutTime.add(By.WithoutTime);
  X.WithoutTimeCalling.add(By.WithoutTimeCalling);
}

/// Applies the changes of the frame on top, whose visit goes on.
void PartEffect::Replay::changeTop(const Change &C) {
  Frame &F = S.Stack.top();
  const Frame Was = F;
  F.VisitStart += C.Top.VisitStart;
  F.SelfStart += C.Top.SelfStart;
  F.SelfTimed += C.Top.SelfTimed;
  F.VisitState += C.Top.VisitState & Frame::Segments;
  F.VisitState |= C.Top.VisitState & ~Frame::Segments;
  F.Flags &= C.Top.Flags | ~uint32_t(Frame::SelfSure | Frame::InclusiveSure);
  if (C.Top.Flags & Frame::Extra)
    changeExtras(C.Extras, Was);
}

bool PartEffect::Replay::take(const Step &Next) {
  note(Next.Before);
  changeSums(Next.Before);
  changeTop(Next.Before);
  // Whatever is open and is not this one would be ended by the record.
  CallStack &Stack = S.Stack;
  if (!Stack.empty() && Stack.top().Function != Next.Function)
    return false;
  give(Next.First);
  if (Next.Ends == End::ByFirst)
    return true;
  const FrameExtras X = Stack.extrasOfTop();
  // What may have been called matters to a self time that is sure.
  bool CallsOut = X.CallsOut && !Stack.top().isUnsure();
  if (Stack.top().Function != Next.Function ||
      X.VisitRecorded != ByRecord<uint64_t>() || X.VisitUntimed ||
      X.VisitLost || (CallsOut && Next.First.IsTimed))
    return false;
  if (Next.Ends != End::None)
    endTop(Next);
  return true;
}

/// The activation of \p Next, which is on top, ends.
void PartEffect::Replay::endTop(const Step &Next) {
  note(Next.Behind);
  changeSums(Next.Behind);
  S.Stack.pop(S.LastTime);
  if (Next.Ends == End::Untimed)
    S.Stack.spoil();
}

/// The lowest frame is the one of the last step, which goes on: from its first
/// record on its visits are known.
bool PartEffect::Replay::finishTop() {
  const Change &C = Effect.Last;
  Frame &F = S.Stack.top();
  Frame Was = F;
  F.VisitStart = C.Top.VisitStart;
  F.VisitState = C.Top.VisitState;
  F.Row = C.Top.Row;
  F.SelfStart += C.Top.SelfStart;
  F.SelfTimed += C.Top.SelfTimed;
  F.Flags &= C.Top.Flags | ~uint32_t(Frame::SelfSure | Frame::InclusiveSure);
  Was.VisitState = 0; // its visit has begun here
  if (C.Top.Flags & Frame::Extra) {
    changeExtras(C.Extras, Was);
    FrameExtras &X = S.Stack.extras();
    if (X.CallsOut && !Was.isUnsure())
      X.WithoutTimeCalling.add(Effect.FirstWithoutTime);
    if (Effect.IsCallingKnown && !Was.isUnsure())
      X.CallsOut = C.Extras.CallsOut;
  }
  return copyLoops();
}

/// Those of the frame on top, which is the lowest one of the scan.
bool PartEffect::Replay::copyLoops() {
  const CallStack &From = Effect.Behind->Stack;
  CallStack &To = S.Stack;
  const Frame &F = To.top(), &Seen = From.at(1);
  size_t End = From.depth() > 1 ? From.at(2).Loops : From.LoopsEnd;
  if (To.LoopsEnd - F.Loops != End - Seen.Loops)
    return false;
  for (size_t I = 0; I < End - Seen.Loops; ++I) {
    uint64_t Times = From.LoopCounts[Seen.Loops + I];
    uint64_t &Count = To.LoopCounts[F.Loops + I];
    // It was not entered again, or its count is whole.
    Count = Times >= CallStack::CountedAnew
                ? Count + (Times - CallStack::CountedAnew)
                : Times;
  }
  return true;
}

/// Puts what was entered in the part and goes on on top. Frames refer to the
/// sums at their entry, so these come along.
void PartEffect::Replay::copyFrames() {
  const CallStack &From = Effect.Behind->Stack;
  CallStack &To = S.Stack;
  uint32_t Lowest = Effect.IsOpen;
  const uint32_t SumsSeen = From.Frames[Lowest].Sums, SumsHere = To.Sums;
  const StreamSums Seen = From.History[SumsSeen], Here = To.sums();
  To.Sums += From.Sums - SumsSeen;
  To.History.resize(std::max<size_t>(To.History.size(), To.Sums + 1));
  for (uint32_t I = 1; I <= From.Sums - SumsSeen; ++I) {
    const StreamSums &Then = From.History[SumsSeen + I];
    To.History[SumsHere + I] = {Here.Paused + (Then.Paused - Seen.Paused),
                                Here.OffCpu + (Then.OffCpu - Seen.OffCpu),
                                Here.Excess + (Then.Excess - Seen.Excess),
                                Here.Untimed + (Then.Untimed - Seen.Untimed)};
  }
  size_t LoopsSeen =
      From.depth() > Lowest ? From.at(Lowest + 1).Loops : From.LoopsEnd;
  size_t LoopsHere = To.LoopsEnd;
  To.LoopsEnd += From.LoopsEnd - LoopsSeen;
  To.LoopCounts.resize(std::max(To.LoopCounts.size(), To.LoopsEnd));
  std::copy(From.LoopCounts.begin() + LoopsSeen,
            From.LoopCounts.begin() + From.LoopsEnd,
            To.LoopCounts.begin() + LoopsHere);
  for (uint32_t Index = Lowest + 1; Index <= From.depth(); ++Index) {
    if (To.Depth + 1 == To.Frames.size())
      To.grow();
    Frame &F = To.Frames[++To.Depth] = From.at(Index);
    To.Extras[To.Depth] = From.Extras[Index];
    F.EntryTimed += TimedBefore;
    F.SelfTimed += TimedBefore;
    F.Epoch = To.Epoch;
    F.Below = std::exchange(To.TopOf[F.Function], To.Depth);
    F.Sums += SumsHere - SumsSeen;
    F.Loops += LoopsHere - LoopsSeen;
  }
}

bool PartEffect::Replay::finish() {
  note(Effect.Last);
  const StreamState &Behind = *Effect.Behind;
  S.Next = Behind.Next;
  S.Alarm = Behind.Alarm;
  S.Halted = Behind.Halted;
  S.EndTime = Behind.EndTime;
  if (!Effect.IsOpen)
    changeTop(Effect.Last);
  else if (!finishTop())
    return false;
  copyFrames();
  return true;
}

bool PartEffect::Replay::run() {
  for (const Record &R : Effect.Head)
    give(R);
  if (!Effect.Behind)
    return true;
  // No stack of the part was higher than its room; see isFull().
  if (!isUsual() || S.Stack.depth() + Effect.Behind->Stack.Frames.size() >=
                        CallStack::DepthLimit)
    return false;
  Events.account(Effect.FirstTime);
  S.Alarm = StreamState::NoTime; // the rest is in the changes
  TimedBefore = S.Stack.Timed;
  for (const Step &Next : Effect.Steps)
    if (!take(Next))
      return false;
  return finish();
}

std::optional<StreamState> PartEffect::apply(StreamState Before,
                                             const SymbolTable &Symbols) const {
  if (!IsKnown || Before.Handlers || Before.MayHaveEnded)
    return std::nullopt;
  Replay R(*this, std::move(Before), Symbols);
  if (!R.run())
    return std::nullopt;
  return R.takeState();
}

} // namespace ipoint::analysis
