//===- Counts.cpp - What was counted in place, as events ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstPass.h"
#include "TimesInPlace.h"
#include "support/Errors.h"
#include "trace/Trace.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// Ticks in which probes that end paths, begin calls and end calls mask
/// interrupts, 1/256; 0: unknown.
struct MaskedTicks {
  uint64_t Path = 0, Enter = 0, Leave = 0;

  static MaskedTicks of(const trace::Trace &T) {
    auto Of = [&](StringRef Name) {
      return std::min<uint64_t>(T.Meta.number(Name), UINT32_MAX);
    };
    MaskedTicks Result = {Of("times_masked"), Of("times_masked_enter"),
                          Of("times_masked_leave")};
    // Of earlier versions a mean of all is known.
    for (uint64_t *Each : {&Result.Enter, &Result.Leave})
      *Each = *Each ? *Each : Result.Path;
    return Result;
  }
};

class CountReader {
public:
  CountReader(const SymbolTable &Symbols, Collector &Out, const trace::Trace &T)
      : Symbols(Symbols), Out(Out), Masked(MaskedTicks::of(T)),
        Run(xxh3_64bits(T.Path)) {
    Symbols.paths().forEachSummedLoop(
        [&](uint32_t First, const database::CountedLoop &L) {
          for (uint32_t I : L.ipoints())
            LoopOf[First + I] = &L;
        });
  }

  /// An entry of the count table. \returns false if no run has it.
  bool add(const ProgramPaths::Counted &C, uint64_t Times) {
    if (C.IsRounds) {
      Visits[C.Last] += Times;
      return true;
    }
    Out.Account.Counted += Times;
    const Site *Last = Symbols.site(C.Last);
    if (Last->EndsPath)
      return addPath(C.Last, C.Number, Times);
    Out.entered(Last->Function, Last->Row, Times);
    return true;
  }

  /// Times, and how often what they are of came. \returns false if no run has
  /// that.
  bool addVisits(const ProgramPaths::Counted &C, const trace::Times &T) {
    if (!C.IsState)
      return T.Count + T.Other == 0 || add(C, T.Count + T.Other);
    const Site *Entry = Symbols.site(C.Last);
    if (C.Number != 0 && T.Other != 0) {
      Out.Account.Counted += T.Other;
      Out.entered(Entry->Function, Entry->Row, T.Other);
    }
    return Entry != nullptr;
  }

  /// The same once it is settled.
  void addTimes(const ProgramPaths::Counted &C, const trace::Times &T) {
    Distribution D = distributionOf(T);
    std::optional<database::PathTable::Loop> In;
    if (C.IsState) {
      const uint32_t Function = Symbols.site(C.Last)->Function;
      FunctionStats &F = Out.Functions[Function];
      (C.Number != 0 ? F.Inclusive : F.Self).merge(D);
      note((C.Number != 0 ? Out.Longest.Inclusive : Out.Longest.Self)[Function],
           T);
      if (C.Number == 0) {
        TimedCalls[Function] += T.Count;
        noteLast(Function, T);
      }
    } else if (Symbols.paths().decode(C.Last, C.Number, Ids, In) &&
               Ids.size() == 2) {
      const Site *Target = Symbols.site(Ids[1]);
      uint32_t Slot = Symbols.site(Ids[0])->Row + Target->Column;
      const auto &Taken = Symbols.transitions().slots()[Slot];
      Out.Edges[Taken.Edge].Time.merge(D);
      const uint32_t Block = Symbols.blockAt(Symbols.site(Ids[0])->Row);
      BlockStats &From = Out.Blocks[Block];
      From.Time.merge(D);
      if (Masked.Path > 0) {
        TimedVisits[Block] += T.Count;
        TimedPaths[Block] += T.Count != 0;
        From.Bins.Masked +=
            T.Count *
            (Symbols.site(Ids[0])->IsEntry ? Masked.Enter : Masked.Path) / 256;
        for (const trace::Times::Bin &B : T.Bins)
          From.Bins.add(std::max(B.Low, T.Min), std::min(B.High, T.Max));
        for (const trace::Times::Visit &V : T.Visits)
          From.Bins.Visits.push_back(
              {Run + V.Core, V.At, V.Ticks, T.Index, V.Number});
      }
      note(Out.Longest.Blocks[Block], T);
      if (ThresholdCounts *Counts = From.ByThresholds.get()) {
        D.raw().histogram().forEach(
            [&](const Histogram::Bucket &B) { Counts->add(B.Low, B.Count); });
        for (const trace::Times::Bin &B : T.Bins)
          if (Counts->divides(std::max(B.Low, T.Min), std::min(B.High, T.Max)))
            Counts->Unsure += B.Count;
      }
    }
  }

  /// Once all times are known: the number of a visit is that of its block if
  /// this has one path.
  void forgetNumbers() {
    for (auto [Block, Paths] : TimedPaths)
      if (Paths > 1)
        for (TimeBins::Visit &V : Out.Blocks[Block].Bins.Visits)
          V.Number = 0;
  }

  /// Once all times are known: what comes in the probe at the end of a call is
  /// in the visit of the caller.
  void addReturns() {
    auto CalleeOf = [&](const DirectCalls &C) {
      return Symbols.blocks()[C.Entry].Function;
    };
    // What blocks may have called, if each call in them was made once a visit.
    auto CallsOf = [&](const DirectCalls &C) {
      return double(TimedVisits.lookup(C.Block)) * C.Count;
    };
    DenseMap<uint32_t, double> All;
    for (const DirectCalls &C : Symbols.directCalls())
      All[CalleeOf(C)] += CallsOf(C);
    for (const DirectCalls &C : Symbols.directCalls()) {
      const double Calls = double(TimedCalls.lookup(CalleeOf(C)));
      if (CallsOf(C) == 0 || Calls == 0)
        continue;
      // The others were made by code without probes.
      double Each = Calls / All[CalleeOf(C)];
      if (!C.IsUnbounded)
        Each = std::min(Each, 1.0);
      Out.Blocks[C.Block].Bins.Masked +=
          uint64_t(Each * CallsOf(C) * double(Masked.Leave) / 256);
    }
  }

  /// Once all paths are known. \returns false if no run has such counts.
  bool addLoops() {
    bool ArePossible = true;
    Symbols.paths().forEachSummedLoop(
        [&](uint32_t First, const database::CountedLoop &L) {
          ArePossible = ArePossible && addLoop(First, L);
        });
    return ArePossible;
  }

private:
  /// The longest of \p T is that of \p L, if it is longer.
  static void note(LongestTime &L, const trace::Times &T) {
    if (T.Count == 0 || T.Max < L.Ticks || (L.Known && T.Max == L.Ticks))
      return;
    L = {};
    L.Ticks = T.Max;
    L.Since = L.End = T.MaxAt;
    L.Known = T.MaxAt != 0;
  }
  /// The path that ended the longest call.
  void noteLast(uint32_t Function, const trace::Times &T) {
    std::optional<database::PathTable::Loop> In;
    std::optional<ProgramPaths::Counted> P =
        Symbols.paths().pathOf(T.Index, static_cast<uint32_t>(T.Other));
    if (T.MaxAt == 0 || !P || Symbols.site(P->Last)->Function != Function ||
        !Symbols.paths().decode(P->Last, P->Number, Ids, In))
      return;
    Out.Taken.noteLast(Function, T.Max,
                       ipoint_record_untimed(P->Last, P->Number),
                       Symbols.site(Ids.front())->IsEntry);
  }
  bool addPath(uint32_t Last, uint64_t Number, uint64_t Times) {
    std::optional<database::PathTable::Loop> In;
    if (!Symbols.paths().decode(Last, Number, Ids, In))
      return false;
    const Site *First = Symbols.site(Ids.front());
    if (First->IsSum)
      Out.entered(First->Function, First->Row, Times);
    for (size_t I = 1; I != Ids.size(); ++I) {
      const database::CountedLoop *Loop = LoopOf.lookup(Ids[I - 1]);
      if (Loop && LoopOf.lookup(Ids[I]) == Loop)
        continue; // from its head to where it is left
      if (Loop)
        Left[Ids[I - 1]] += Times;
      if (!follow(Ids[I - 1], Ids[I], Times))
        return false;
    }
    Out.path(ipoint_record_untimed(Last, Number), Times, 0);
    return true;
  }

  bool addLoop(uint32_t First, const database::CountedLoop &L) {
    auto Of = [&](const DenseMap<uint32_t, uint64_t> &Map,
                  ArrayRef<uint32_t> Ipoints) {
      return to_vector(map_range(
          Ipoints, [&](uint32_t I) { return Map.lookup(First + I); }));
    };
    std::vector<uint64_t> Taken =
        L.taken(Of(Visits, L.counters()), Of(Left, L.ipoints()));
    for (auto [T, Times] : zip_equal(L.transitions(), Taken))
      if (Times != 0 && !follow(First + T.first, First + T.second, Times))
        return false;
    return true;
  }

  bool follow(uint32_t From, uint32_t To, uint64_t Times) {
    const auto &Slots = Symbols.transitions().slots();
    const Site *Target = Symbols.site(To);
    uint32_t Slot = Symbols.site(From)->Row + Target->Column;
    if (Slots[Slot].To != Target->Row)
      return false;
    Out.followed(Out.edges()[Slot], Times);
    const LoopStep &Step = Symbols.loopStep(Slots[Slot].Edge);
    if (Step.Loop != None && (Step.Enters || Step.Iterates))
      Out.Loops[Step.Loop].IsCounted = true;
    return true;
  }

  const SymbolTable &Symbols;
  Collector &Out;
  const MaskedTicks Masked;
  const uint64_t Run; ///< which one that is
  DenseMap<uint32_t, const database::CountedLoop *> LoopOf; ///< by id
  // By id, within loops: visits that were counted, and how often the loop was
  // left from there.
  DenseMap<uint32_t, uint64_t> Visits, Left;
  // Where times were added up in place: by block, by function.
  DenseMap<uint32_t, uint64_t> TimedVisits, TimedCalls;
  DenseMap<uint32_t, unsigned> TimedPaths; ///< by block
  SmallVector<uint32_t, 16> Ids;           ///< of the path that is being added
};

} // namespace

Error addCounts(const trace::Trace &T, const SymbolTable &Symbols,
                Collector &Out) {
  Expected<std::vector<trace::Count>> Counts = std::vector<trace::Count>();
  Expected<std::vector<trace::Times>> Times = trace::readTimes(T);
  if (!T.Counts.empty())
    Counts = trace::readCounts(T.Counts);
  if (!Counts)
    return Counts.takeError();
  if (!Times)
    return Times.takeError();
  Out.startCounts();
  CountReader Reader(Symbols, Out, T);
  auto Impossible = [&] {
    return errorAt(T.Counts, "no run has such counts; copy the trace again");
  };
  for (const trace::Count &C : *Counts) {
    std::optional<ProgramPaths::Counted> P = Symbols.paths().counted(C.Index);
    if (!P)
      return errorAt(T.Counts,
                     "the count with the index " + Twine(C.Index) +
                         " is of no path of this program; record it again");
    if (!P->IsState && !Reader.add(*P, C.Times))
      return Impossible();
  }
  std::vector<ProgramPaths::Counted> Timed;
  for (const trace::Times &Of : *Times) {
    std::optional<ProgramPaths::Counted> P = Symbols.paths().counted(Of.Index);
    if (!P || (P->IsState && !Symbols.site(P->Last)) ||
        !Reader.addVisits(*P, Of))
      return errorAt(trace::timesFile(T),
                     "the times with the index " + Twine(Of.Index) +
                         " are of no path or function of this program; record "
                         "it again");
    Timed.push_back(*P);
  }
  if (!Reader.addLoops())
    return Impossible();
  Out.settle();
  for (auto [P, Of] : zip_equal(Timed, *Times))
    Reader.addTimes(P, Of);
  Reader.addReturns();
  Reader.forgetNumbers();
  return Error::success();
}

} // namespace ipoint::analysis
