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

class RecursionSink : public UnhurriedSink {
public:
  RecursionSink(const SymbolTable &Symbols, const Membership &Of,
                size_t Recursions, std::vector<uint64_t> &Most)
      : UnhurriedSink(Symbols), Symbols(Symbols), Of(Of), Open(Recursions),
        Touched(Recursions), Counts(Symbols.blocks().size()), Most(Most) {}

  void pushed(uint32_t Function, bool, bool) {
    Functions.push_back(Function);
    if (Of[Function] == None)
      return;
    ++Open[Of[Function]];
    count(entryOf(Symbols, Function), 1);
  }
  void popped() {
    uint32_t Recursion = Of[Functions.pop_back_val()];
    if (Recursion != None && --Open[Recursion] == 0)
      end(Recursion);
  }
  uint64_t time(Edge &E, uint64_t, ProbeCount, uint64_t) {
    count(Symbols.blockAt(E.To), 1);
    return 0;
  }
  void followed(Edge &E, uint64_t Times) {
    count(Symbols.blockAt(E.To), Times);
  }

private:
  void count(uint32_t Block, uint64_t Times) {
    uint32_t Recursion = Of[Symbols.blocks()[Block].Function];
    if (Recursion == None)
      return;
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

  const SymbolTable &Symbols;
  const Membership &Of;
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
