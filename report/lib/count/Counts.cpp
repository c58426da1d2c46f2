//===- Counts.cpp - What was counted in place, as events ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstPass.h"
#include "support/Errors.h"
#include "trace/Trace.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace ipoint::analysis {

namespace {

class CountReader {
public:
  CountReader(const SymbolTable &Symbols, Collector &Out)
      : Symbols(Symbols), Out(Out) {
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
  DenseMap<uint32_t, const database::CountedLoop *> LoopOf; ///< by id
  // By id, within loops: visits that were counted, and how often the loop was
  // left from there.
  DenseMap<uint32_t, uint64_t> Visits, Left;
  SmallVector<uint32_t, 16> Ids; ///< of the path that is being added
};

} // namespace

Error addCounts(const trace::Trace &T, const SymbolTable &Symbols,
                Collector &Out) {
  Expected<std::vector<trace::Count>> Counts = trace::readCounts(T.Counts);
  if (!Counts)
    return Counts.takeError();
  Out.startStream();
  CountReader Reader(Symbols, Out);
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
  if (!Reader.addLoops())
    return Impossible();
  return Error::success();
}

} // namespace ipoint::analysis
