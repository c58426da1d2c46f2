//===- VisitLog.cpp - What the rounds of the second pass need -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VisitLog.h"

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

namespace {
/// Flags of events.
struct VisitFlag {
  /// Recorded is followed by those of the other kinds.
  enum : unsigned { CallsOut = 1, Handlers = 2, Recorded = 4 };
};
struct EndFlag {
  enum : unsigned { Handler = 1, Times = 2, Self = 4, Inclusive = 8 };
};
} // namespace

void VisitLog::visit(const LoggedVisit &V) {
  unsigned Flags =
      V.CallsOut * VisitFlag::CallsOut | V.IsHandlers * VisitFlag::Handlers;
  for (Recorded::Kind By : Recorded::All)
    Flags |= V.IsRecorded[By] * VisitFlag::Recorded << By;
  put(Kind::Visit, Flags, V.Block, V.Depth, V.At - Time, V.Ticks,
      V.Probes.Timed, V.Probes.Untimed, V.Count);
  Time = V.At;
}

void VisitLog::untimed(const LoggedUntimed &V) {
  put(Kind::Untimed,
      V.CallsOut * VisitFlag::CallsOut | V.IsHandlers * VisitFlag::Handlers,
      V.Depth, V.Ticks);
}

void VisitLog::end(const LoggedEnd &E) {
  const Activation &A = E.Times;
  if (E.HasTimes)
    put(Kind::End,
        E.IsHandler * EndFlag::Handler | EndFlag::Times |
            A.SelfUsable * EndFlag::Self |
            A.InclusiveUsable * EndFlag::Inclusive,
        E.Depth, E.Function, E.Node, E.At - Time, A.Self, A.SelfProbes.Timed,
        A.SelfProbes.Untimed, A.Inclusive, A.InclusiveProbes.Timed,
        A.InclusiveProbes.Untimed);
  else
    put(Kind::End, E.IsHandler * EndFlag::Handler, E.Depth);
}

/// Makes room for an event. False: there is none.
bool VisitLog::open() {
  flush();
  if (To && !Chunks.empty()) {
    At = Chunks.back().Bytes.get();
    Left = ChunkSize;
    return true;
  }
  if (!To && (Chunks.size() + 1) * ChunkSize > Most)
    IsWhole = false;
  if (!IsWhole) {
    Chunks.clear();
    return false;
  }
  Chunks.push_back({std::make_unique_for_overwrite<uint8_t[]>(ChunkSize), 0});
  At = Chunks.back().Bytes.get();
  Left = ChunkSize;
  return true;
}

void VisitLog::flush() {
  if (Chunks.empty())
    return;
  Chunk &Last = Chunks.back();
  Last.Size = size_t(At - Last.Bytes.get());
  if (!To)
    return;
  read({Last.Bytes.get(), Last.Size}, ReadTime, *To);
  At = Last.Bytes.get();
  Left = ChunkSize;
}

void VisitLog::read(VisitLogReader &Into) const {
  uint64_t Before = 0;
  for (const Chunk &C : Chunks)
    read({C.Bytes.get(), C.Size}, Before, Into);
}

void VisitLog::read(ArrayRef<uint8_t> Bytes, uint64_t &Before,
                    VisitLogReader &Into) const {
  const uint8_t *From = Bytes.begin();
  auto Next = [&] {
    unsigned Length = 0;
    uint64_t Number = decodeULEB128(From, &Length);
    From += Length;
    return Number;
  };
  auto Probes = [&] {
    uint64_t Timed = Next();
    return ProbeCount{Timed, Next()};
  };
  while (From != Bytes.end()) {
    auto K = Kind(*From & ((1U << KindBits) - 1));
    unsigned Flags = *From++ >> KindBits;
    switch (K) {
    case Kind::Stream:
      Into.startStream();
      break;
    case Kind::Visit: {
      LoggedVisit V;
      V.CallsOut = Flags & VisitFlag::CallsOut;
      V.IsHandlers = Flags & VisitFlag::Handlers;
      for (Recorded::Kind By : Recorded::All)
        V.IsRecorded[By] = Flags & VisitFlag::Recorded << By;
      V.Block = uint32_t(Next());
      V.Depth = uint32_t(Next());
      V.At = Before += Next();
      V.Ticks = Next();
      V.Probes = Probes();
      V.Count = Next();
      Into.visit(V);
      break;
    }
    case Kind::Count: {
      auto Block = uint32_t(Next());
      Into.count(Block, Next());
      break;
    }
    case Kind::Interrupted: {
      auto Block = uint32_t(Next());
      Into.interrupted(Block, Recorded::Kind(Flags), Next());
      break;
    }
    case Kind::Untimed: {
      LoggedUntimed V;
      V.CallsOut = Flags & VisitFlag::CallsOut;
      V.IsHandlers = Flags & VisitFlag::Handlers;
      V.Depth = uint32_t(Next());
      V.Ticks = Next();
      Into.untimed(V);
      break;
    }
    case Kind::End: {
      LoggedEnd E;
      E.IsHandler = Flags & EndFlag::Handler;
      E.HasTimes = Flags & EndFlag::Times;
      E.Depth = uint32_t(Next());
      if (E.HasTimes) {
        E.Function = uint32_t(Next());
        E.Node = uint32_t(Next());
        E.At = Before + Next();
        E.Times.SelfUsable = Flags & EndFlag::Self;
        E.Times.InclusiveUsable = Flags & EndFlag::Inclusive;
        E.Times.Self = Next();
        E.Times.SelfProbes = Probes();
        E.Times.Inclusive = Next();
        E.Times.InclusiveProbes = Probes();
      }
      Into.end(E);
      break;
    }
    }
  }
}

} // namespace ipoint::analysis
