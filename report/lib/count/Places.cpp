//===- Places.cpp - Where the longest times were --------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"

namespace ipoint::analysis {

CallWay CallWay::of(const CallStack &Stack) {
  CallWay Way;
  auto Depth = uint32_t(Stack.depth());
  // Deeper ones are not looked at, also for a handler: each return from a deep
  // recursion may be a longest time.
  uint32_t Above = Depth > MostAbove ? uint32_t(Depth - MostAbove) + 1 : 1;
  uint32_t Bottom = Depth;
  while (Bottom > Above && !(Stack.at(Bottom).Flags & Frame::Interrupt))
    --Bottom;
  bool IsHandlers = Depth && (Stack.at(Bottom).Flags & Frame::Interrupt);
  auto Add = [&](uint32_t Index) {
    uint32_t Function = Stack.at(Index).Function;
    bool IsBehindGap = Way.Omitted && Way.Steps.size() == Way.Behind;
    if (!IsBehindGap && !Way.Steps.empty() &&
        Way.Steps.back().Function == Function)
      ++Way.Steps.back().Times;
    else
      Way.Steps.push_back({Function, 1});
  };
  if (!IsHandlers) {
    for (uint32_t Index = 1; Index < Above && Index <= MostBelow; ++Index)
      Add(Index);
    if (Above > MostBelow + 1) {
      Way.Omitted = Above - MostBelow - 1;
      Way.Behind = Way.Steps.size();
    }
  }
  for (uint32_t Index = Bottom; Index && Index <= Depth; ++Index)
    Add(Index);
  return Way;
}

std::vector<uint64_t> Places::firstOfRuns() const {
  std::vector<uint64_t> Result;
  for (const StreamOrigin &O : Origins) {
    if (O.Trace.empty())
      continue; // stands for none
    if (O.Run >= Result.size())
      Result.resize(O.Run + 1, UINT64_MAX);
    Result[O.Run] = std::min(Result[O.Run], O.First);
  }
  return Result;
}

LongestTime Places::begin(uint64_t Ticks, uint64_t Call) const {
  LongestTime L;
  L.Ticks = Ticks;
  L.Call = Call;
  L.Stream = Stream;
  L.Known = true;
  if (View.Time) {
    L.End = *View.Time;
    L.Since = L.End - *View.First;
  }
  if (View.Mark)
    L.Mark = *View.Mark;
  if (View.Stack)
    L.Way = CallWay::of(*View.Stack);
  return L;
}

/// A visit with callees began longer ago than its time, and so did one in
/// which the thread waited: these end segments of it.
void Places::fillVisit(LongestTime &L) const {
  if (!View.Stack || View.Stack->empty())
    return;
  const Frame &F = View.Stack->at(uint32_t(View.Stack->depth()));
  if (F.VisitState & Frame::HasExtras) {
    const ByRecord<uint64_t> FromRecords =
        View.Stack->extrasOfTop().VisitRecorded;
    L.OffCpu = FromRecords[Recorded::Switch];
    L.Handled = FromRecords[Recorded::Handler];
    L.InKernel = FromRecords[Recorded::Kernel];
  }
  if ((F.VisitState & Frame::Segments) == 0 && L.Handled == 0)
    L.Start = L.End - L.Ticks - L.OffCpu;
}

void Places::fillCall(LongestTime &L, uint64_t OffCpu) const {
  L.OffCpu = OffCpu;
  if (View.Stack && !View.Stack->empty())
    L.Start = View.Stack->at(uint32_t(View.Stack->depth())).EntryTime;
}

} // namespace ipoint::analysis
