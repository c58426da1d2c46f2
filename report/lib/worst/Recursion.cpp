//===- Recursion.cpp - What runs in a recursion, at most ------------------===//
//
// Part of the ipoint project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bound of a loop in a function that calls itself is of one call, and the
// product with the number of calls is far from what they do together: where
// quicksort divides an array, each call has less left. So visits are counted
// from the begin of a recursion to its end.
//
//===----------------------------------------------------------------------===//

#include "Flow.h"
#include "Instances.h"
#include "callstack/TraceSink.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace ipoint::analysis;

namespace ipoint::worst {

namespace {

/// By function, which of Flow::Recursions it belongs to, or None.
using Membership = std::vector<uint32_t>;

/// A transition within a recursion.
struct RecursionEdge : EdgeSlot {
  uint32_t Block = None; ///< that it leads to; none: it is in no recursion
};

class RecursionSink : public PassiveSink {
public:
  static constexpr bool TakesPaths = true;
  using Edge = RecursionEdge;

  struct Quick : PassiveQuick<Edge> {
    explicit Quick(RecursionSink &All)
        : PassiveQuick(All.Slots.data()), All(&All) {}
    bool enter(uint32_t Function, uint32_t) {
      All->pushed(Function, false, true);
      return true;
    }
    bool step(Edge &E, uint64_t State, uint64_t) {
      if (State == 0)
        All->count(E, 1);
      return State == 0;
    }
    bool finish(uint32_t, const ActivationTimes &) {
      All->popped();
      return true;
    }
    RecursionSink *All;
  };

  RecursionSink(const SymbolTable &Symbols, const Membership &Of,
                size_t Recursions, std::vector<uint64_t> &Most)
      : Of(Of), Slots(Symbols), Open(Recursions), Touched(Recursions),
        Counts(Symbols.blocks().size()), Most(Most) {
    for (uint32_t Function = 0; Function != Of.size(); ++Function)
      Entries.push_back(Of[Function] == None ? None
                                             : entryOf(Symbols, Function));
    for (uint32_t I = 0; I != Slots.size(); ++I)
      if (uint32_t From = Slots.info(I).From;
          From != None && Of[Symbols.blocks()[From].Function] != None)
        Slots[I].Block = Symbols.blockAt(Slots[I].To);
  }

  EdgeTable<Edge> &edges() { return Slots; }
  void pushed(uint32_t Function, bool, bool) {
    Functions.push_back(Function);
    if (Of[Function] == None)
      return;
    ++Open[Of[Function]];
    count(Of[Function], Entries[Function], 1);
  }
  void popped() {
    uint32_t Recursion = Of[Functions.pop_back_val()];
    if (Recursion != None && --Open[Recursion] == 0)
      end(Recursion);
  }
  bool step(Edge &, uint64_t, uint64_t) { return false; }
  uint64_t time(Edge &E, uint64_t, ProbeCount, uint64_t) {
    count(E, 1);
    return 0;
  }
  void followed(Edge &E, uint64_t Times) { count(E, Times); }
  void took(const TakenPath &P) {
    if (P.Begins && P.Ends && Of[P.Function] == None)
      return;
    if (P.Begins)
      pushed(P.Function, /*IsHandler=*/false, /*Entered=*/true);
    if (Of[P.Function] != None) {
      for (uint32_t Slot : P.Slots)
        count(Slots[Slot], 1);
      if (P.Rounds != 0)
        for (uint32_t Slot : P.Round)
          count(Slots[Slot], P.Rounds);
    }
    if (P.Ends)
      popped();
  }

private:
  /// A transition of the call on top.
  void count(const Edge &E, uint64_t Times) {
    if (E.Block != None)
      count(Of[Functions.back()], E.Block, Times);
  }
  void count(uint32_t Recursion, uint32_t Block, uint64_t Times) {
    if (Counts[Block] == 0)
      Touched[Recursion].push_back(Block);
    Counts[Block] += Times;
  }
  void end(uint32_t Recursion) {
    for (uint32_t Block : Touched[Recursion]) {
      Most[Block] = std::max(Most[Block], Counts[Block]);
      Counts[Block] = 0;
    }
    Touched[Recursion].clear();
  }

  const Membership &Of;
  EdgeTable<Edge> Slots;
  std::vector<uint32_t> Entries;              ///< by function: a block
  std::vector<uint64_t> Open;                 ///< calls, by recursion
  std::vector<std::vector<uint32_t>> Touched; ///< blocks with counts
  std::vector<uint64_t> Counts;               ///< by block
  std::vector<uint64_t> &Most;                ///< by block
  SmallVector<uint32_t, 64> Functions;        ///< of open calls
};

} // namespace

/// The cycles of the calls in \p F.
static std::vector<std::vector<uint32_t>>
recursionsIn(const Flow &F, const SymbolTable &Symbols) {
  std::vector<std::vector<uint32_t>> Next(Symbols.functions().size());
  for (const auto &[Site, Calls] : F.Sites)
    Next[Symbols.blocks()[Site.first].Function].push_back(Site.second);
  return cyclesOf(Next);
}

Error observeRecursions(const PassInput &In, Flow &To) {
  const SymbolTable &Symbols = In.Symbols;
  To.Recursions = recursionsIn(To, Symbols);
  if (To.Recursions.empty())
    return Error::success();
  Membership Of(Symbols.functions().size(), None);
  for (auto [Index, Functions] : enumerate(To.Recursions))
    for (uint32_t F : Functions)
      Of[F] = static_cast<uint32_t>(Index);
  To.MostInRecursion.resize(Symbols.blocks().size());
  trace::DamageList Damages; // the report lists them
  auto Done = [](const trace::StreamSummary &, Rebuilder<RecursionSink> &) {};
  for (const StreamPart &Part : streamsOf(In.Traces)) {
    RecursionSink Sink(Symbols, Of, To.Recursions.size(), To.MostInRecursion);
    if (Error E = readInto(Part, In, Sink, Damages, Done))
      return E;
  }
  return Error::success();
}

} // namespace ipoint::worst
