//===- Counts.cpp - What was counted in place, as events ----------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counts.h"
#include "callstack/PathCache.h"
#include "support/Errors.h"
#include "trace/Counts.h"
#include "llvm/ADT/MapVector.h"

using namespace llvm;

namespace ipoint::analysis {

namespace {

/// Of a path.
struct Taken {
  uint64_t Times = 0;
  uint64_t Rounds = 0; ///< visits of the ipoint that counts in its loop
};

class CountReader {
public:
  CountReader(const SymbolTable &Symbols, Collector &Out)
      : Out(Out), Cache(Symbols) {}

  /// The path of the record \p Word was taken so often. \returns false if that
  /// can't be.
  bool add(uint64_t Word, const Taken &T) {
    if (Cache.isFull())
      Cache.clear();
    const QuickPath &P = Cache.find(Word);
    const PathInfo &I = Cache.info(P);
    if (I.Function == None)
      return false;
    if (P.Begins)
      Out.entered(I.Function, P.FirstRow, T.Times);
    follow(Cache.slots(I), T.Times);
    note(Cache.steps(I));
    uint64_t Rounds = 0;
    if (I.Loop != None) {
      const PathLoop &L = Cache.loop(I);
      uint64_t Own = L.Counts ? T.Times : 0;
      if (T.Rounds < Own)
        return false;
      Rounds = T.Rounds - Own;
      follow(Cache.slots(L), Rounds);
      note(Cache.steps(L));
    }
    if (I.Sites != 0)
      Out.path(P.Word, T.Times, Rounds);
    return true;
  }

private:
  void follow(ArrayRef<uint32_t> Slots, uint64_t Times) {
    for (uint32_t Slot : Slots)
      Out.followed(Out.edges()[Slot], Times);
  }
  void note(ArrayRef<LoopStep> Steps) {
    for (const LoopStep &S : Steps)
      Out.Loops[S.Loop].IsCounted = true;
  }

  Collector &Out;
  PathCache Cache;
};

} // namespace

Error addCounts(const trace::Trace &T, const SymbolTable &Symbols,
                Collector &Out) {
  Expected<std::vector<trace::Count>> Counts = trace::readCounts(T.Counts);
  if (!Counts)
    return Counts.takeError();
  MapVector<uint64_t, Taken> Paths; // by record
  for (const trace::Count &C : *Counts) {
    std::optional<ProgramPaths::Counted> P = Symbols.paths().counted(C.Index);
    if (!P)
      return errorAt(T.Counts,
                     "the count with the index " + Twine(C.Index) +
                         " is of no path of this program; record it again");
    if (P->IsCallState)
      continue;
    Taken &To = Paths[ipoint_record_untimed(P->Last, P->Number)];
    (P->IsRounds ? To.Rounds : To.Times) += C.Times;
    Out.Account.Counted += P->IsRounds ? 0 : C.Times;
  }
  Out.startStream();
  CountReader Reader(Symbols, Out);
  for (const auto &[Word, Taken] : Paths)
    if (!Reader.add(Word, Taken))
      return errorAt(T.Counts, "no run has such counts; copy the trace again");
  return Error::success();
}

} // namespace ipoint::analysis
