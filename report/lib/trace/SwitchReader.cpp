//===- SwitchReader.cpp - Times off CPU -----------------------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SwitchReader.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::trace {

bool RecordCursor::next(Record &R) {
  while (Next == Read.Records.size()) {
    const Packet *P = File.Records.next();
    if (!P)
      return false;
    Read.Records.clear();
    Next = 0;
    Read.Time = P->Begin;
    File.Records.read(Read, P->Offset + 1);
  }
  R = Read.Records[Next++];
  return true;
}

bool SwitchReader::next(OffCpuSpan &A) {
  RecordCursor::Record R;
  while (Records.next(R)) {
    if (R.Gap || !R.Timed) {
      Open.reset(); // nothing is known of what is open
      IsUnseen = true;
    }
    if (!R.Timed)
      continue;
    const bool WasUnseen = std::exchange(IsUnseen, false);
    if (WasUnseen && R.Id == IPOINT_ID_SWITCH_IN && R.Time != 0) {
      A = {R.Time - 1, R.Time, OffCpuSpan::Waits, true};
      return true;
    }
    bool IsEnd = R.Id == IPOINT_ID_SWITCH_IN || R.Id == IPOINT_ID_INTERRUPT_END;
    if (!IsEnd) {
      // Two in a row: the way back from the first is missing.
      Open = OffCpuSpan{R.Time, R.Time,
                        R.Id == IPOINT_ID_PREEMPTED   ? OffCpuSpan::Preempted
                        : R.Id == IPOINT_ID_INTERRUPT ? OffCpuSpan::Interrupted
                                                      : OffCpuSpan::Waits};
      continue;
    }
    bool OfInterrupt = R.Id == IPOINT_ID_INTERRUPT_END;
    bool Known = Open && Open->From < R.Time &&
                 (Open->Why == OffCpuSpan::Interrupted) == OfInterrupt;
    if (Known) {
      A = *Open;
      A.To = R.Time;
    }
    Open.reset();
    if (Known)
      return true;
  }
  return false;
}

void OffCpuTimes::add(const OffCpuSpan &A) {
  if (A.Unseen)
    UnseenEnds.push_back(A.To);
  else if (A.Why != OffCpuSpan::Interrupted)
    add(A.From, A.To, A.To - A.From);
}

bool OffCpuTimes::mayMiss(uint64_t From, uint64_t To) const {
  auto First = lower_bound(UnseenEnds, From);
  return First != UnseenEnds.end() && *First <= To;
}

void OffCpuTimes::add(uint64_t From, uint64_t To, uint64_t Ticks) {
  if (InLast != 0 && InLast < Each) {
    join(Spans.back(), {From, To, Ticks, 0});
    ++InLast;
    return;
  }
  uint64_t Before =
      Spans.empty() ? 0 : Spans.back().Before + Spans.back().Ticks;
  Spans.push_back({From, To, Ticks, Before});
  InLast = 1;
  if (Spans.size() > Most)
    halve();
}

void OffCpuTimes::join(Span &S, const Span &Next) {
  S.To = Next.To;
  S.Ticks += Next.Ticks;
}

void OffCpuTimes::halve() {
  size_t Kept = 0;
  for (size_t I = 0; I < Spans.size(); I += 2) {
    Span S = Spans[I];
    if (I + 1 != Spans.size())
      join(S, Spans[I + 1]);
    Spans[Kept++] = S;
  }
  if (Spans.size() % 2 == 0)
    InLast += Each;
  Each *= 2;
  Spans.resize(Kept);
}

ArrayRef<OffCpuTimes::Span> OffCpuTimes::overlapping(uint64_t From,
                                                     uint64_t To) const {
  auto First =
      partition_point(Spans, [From](const Span &S) { return S.To <= From; });
  auto Last = std::partition_point(First, Spans.end(),
                                   [To](const Span &S) { return S.From < To; });
  return ArrayRef(Spans).slice(size_t(First - Spans.begin()),
                               size_t(Last - First));
}

/// Where the rest of the span was all off CPU.
uint64_t OffCpuTimes::Span::within(uint64_t Begin, uint64_t End,
                                   uint64_t Slack) const {
  uint64_t Part = std::min(To, End) - std::max(From, Begin);
  uint64_t Rest = To - From - Part;
  if (Rest != 0 && Part <= Slack)
    return 0;
  return Ticks > Rest ? Ticks - Rest : 0;
}

uint64_t OffCpuTimes::within(uint64_t From, uint64_t To, uint64_t Slack) const {
  ArrayRef<Span> In = overlapping(From, To);
  if (In.empty())
    return 0;
  const Span &First = In.front(), &Last = In.back();
  if (In.size() == 1)
    return First.within(From, To, Slack);
  return First.within(From, To, Slack) + Last.within(From, To, Slack) +
         (Last.Before - First.Before - First.Ticks);
}

uint64_t OffCpuTimes::touching(uint64_t From, uint64_t To) const {
  ArrayRef<Span> In = overlapping(From, To);
  return In.empty() ? 0
                    : In.back().Before + In.back().Ticks - In.front().Before;
}

uint64_t OffCpuTimes::wholly(uint64_t From, uint64_t To) const {
  uint64_t Ticks = 0;
  for (const Span &S : overlapping(From, To)) {
    uint64_t Part = std::min(S.To, To) - std::max(S.From, From);
    if (Part == S.To - S.From)
      Ticks += S.Ticks;
    else if (S.isJoined())
      Ticks += std::min(S.Ticks, Part);
  }
  return Ticks;
}

} // namespace ipoint::trace
