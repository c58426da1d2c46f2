//===- VisitLog.cpp - What the rounds of the second pass need -------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VisitLog.h"
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

} // namespace ipoint::analysis
