//===- ModelWorst.cpp - Where and in what high-water marks were set -------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

std::optional<size_t> ModelBuilder::classOf(double Excess) const {
  if (!Interrupts)
    return std::nullopt;
  auto Found = find_if(Interrupts->Bands,
                       [&](const ReportedBand &B) { return B.holds(Excess); });
  return Found == Interrupts->Bands.end() ? std::nullopt
                                          : std::optional(Found->Class);
}

std::optional<PlaceModel>
ModelBuilder::placeOf(const LongestTime &Longest) const {
  if (!Longest.Known)
    return std::nullopt;
  const StreamOrigin &O = All.Longest.originOf(Longest);
  PlaceModel P;
  P.Trace = O.Trace;
  P.Pid = O.Pid;
  P.Tid = O.Tid;
  P.IsHandler = O.IsHandler;
  P.Since = double(Longest.Since);
  P.Call = Longest.Call;
  P.Run = O.Run;
  for (const ThreadModel &Thread : Traces[P.Run].Threads)
    if (Thread.Pid == P.Pid && Thread.Tid == P.Tid &&
        Thread.IsHandler == P.IsHandler)
      P.Thread = Thread.Name;
  if (Longest.Mark != None)
    P.Mark = Symbols.blocks()[Longest.Mark].Mark;
  // A difference of unsigned numbers: what begins before the first stamp, as
  // far as is known, does not.
  uint64_t First = O.Run < RunBegins.size() ? RunBegins[O.Run] : UINT64_MAX;
  if (First == UINT64_MAX && Traces[P.Run].Counted != 0)
    First = 0; // no record has a stamp; this one is since the start
  auto Since = [&](uint64_t At) { return double(At - std::min(At, First)); };
  P.End = Since(Longest.End);
  if (Longest.Start)
    P.Start = Since(*Longest.Start);
  for (const CallWay::Step &S : Longest.Way.Steps)
    P.Way.push_back({S.Function, S.Times});
  P.WayOmitted = Longest.Way.Omitted;
  P.WayBehind = Longest.Way.Behind;
  P.Interrupts.OffCpu = double(Longest.OffCpu);
  P.Interrupts.InHandlers = double(Longest.Handled);
  P.Interrupts.InKernel = double(Longest.InKernel);
  return P;
}

void ModelBuilder::addWorst(BlockModel &B, uint32_t Index) const {
  if (!B.Time)
    return;
  const LongestTime &L = All.Longest.Blocks[Index];
  std::optional<PlaceModel> &P = B.Time->MaxAt = placeOf(L);
  if (!P || !Filtered)
    return;
  const BlockCut &Cut = Filtered->Blocks[Index];
  bool ByTime = Cut.Applied && Cut.isInterrupted(L.Ticks);
  bool ByRecord =
      !ByTime && Cut.ByRecords && L.InKernel && !Cut.ByRecord.empty();
  if (!ByTime && !ByRecord)
    return;
  MarkInterrupts &In = P->Interrupts;
  uint64_t Instead =
      ByTime ? Cut.Instead.Ticks : std::min(Cut.Instead.Ticks, L.Ticks);
  In.Excluded = 1;
  In.Added = In.Longest = double(L.Ticks) - double(Instead);
  if (ByTime)
    In.Class = classOf(In.Longest);
}

/// What lengthened the excluded visits of \p B: by their buckets' middles, as
/// classes are far apart. Visits that records alone exclude have no class.
void ModelBuilder::addClasses(BlockModel &B, const BlockCut &Cut) const {
  if (!B.Excluded || !Interrupts)
    return;
  Histogram ByTime;
  ByTime.merge(Cut.Interrupted.raw().histogram());
  ByTime.subtract(Cut.ByRecord);
  auto At = B.Time->Histogram.begin();
  ByTime.forEach([&](const Histogram::Bucket &H) {
    while (At->Low != H.Low)
      ++At;
    if (std::optional<size_t> C =
            classOf(H.middle() - double(Cut.Instead.Ticks)))
      At->ByClass.push_back({*C, H.Count});
  });
}

/// \p Worst is the longest call with excluded visits in it; it is \p L if no
/// call without such was as long.
static bool isSame(const LongestInterrupted &Worst, const LongestTime &L) {
  return Worst.Stream == L.Stream && Worst.Ticks == L.Ticks &&
         Worst.Visits.At <= L.End && (!L.Start || Worst.Visits.At > *L.Start);
}

/// The longer one of two, the first if they are as long.
static bool isBefore(const LongestTime &A, const LongestTime &B) {
  if (!A.Known || !B.Known || A.Ticks != B.Ticks)
    return A.Known && (!B.Known || A.Ticks > B.Ticks);
  return std::pair(A.Stream, A.End) < std::pair(B.Stream, B.End);
}

/// The longest call without an interrupted visit: of those without logged ones,
/// \p Quiet, and of the others, \p Logged by \p Time.
LongestTime ModelBuilder::uninterrupted(const LongestTime &Quiet,
                                        const LongestLogged &Logged,
                                        LongestTime CallWhere::*Time) {
  LongestTime Other;
  if (Logged.Where) {
    Other = Logged.Where.get()->*Time;
    Other.Stream = Logged.Stream;
  }
  return isBefore(Other, Quiet) ? Other : Quiet;
}

void ModelBuilder::addWorst(FunctionModel &F, uint32_t Index) const {
  auto Add = [&](std::optional<TimeModel> &T, const LongestTime &L,
                 const LongestInterrupted &Worst,
                 const LongestTime &Uninterrupted) {
    if (!T)
      return;
    T->MaxAt = placeOf(L);
    if (!T->MaxAt || !isSame(Worst, L))
      return;
    MarkInterrupts &In = T->MaxAt->Interrupts;
    In.Excluded = Worst.Visits.Count;
    In.Added = double(int64_t(Worst.Excess));
    In.Longest = double(Worst.Visits.Longest);
    In.Class = classOf(In.Longest);
    if (std::optional<PlaceModel> At = placeOf(Uninterrupted))
      T->Uninterrupted = {double(Uninterrupted.Ticks), *At};
  };
  static const FilteredFunction Nothing;
  static const LongestTime Unknown;
  const FilteredFunction &Less =
      Filtered ? Filtered->Functions[Index] : Nothing;
  const QuietCalls *Quiet = Filtered ? Filtered->Quiet.get() : nullptr;
  Add(F.Self, All.Longest.Self[Index], Less.LongestSelf,
      uninterrupted(Quiet ? Quiet->Where.Self[Index] : Unknown, Less.LoggedSelf,
                    &CallWhere::Self));
  if (F.Inclusive)
    F.Inclusive->MostInterrupted = double(Less.MostTaken);
  Add(F.Inclusive, All.Longest.Inclusive[Index], Less.LongestInclusive,
      uninterrupted(Quiet ? Quiet->Where.Inclusive[Index] : Unknown,
                    Less.LoggedInclusive, &CallWhere::Inclusive));
}

} // namespace ipoint::analysis
